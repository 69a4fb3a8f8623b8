"""Each operation of the contract with one request and its response, for docs/operations.md (`tools.readme`)."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pung_chow_settlement import create_app

CONTRACT: Final = Path(__file__).parents[1] / "openapi.yaml"
SERVER: Final = "http://127.0.0.1:8000"
LEFT_OUT: Final = "…"
WIDTH: Final = 112
MAX_LINES: Final = 24
MAX_ITEMS: Final = 2
OFTEN_NEW: Final = frozenset({"request_id", "digest"})
"""Members of responses that are left out: one differs with each request, one with each change of a rule."""
LANGUAGES: Final = {"text/html": "html", "image/svg+xml": "xml", "application/yaml": "yaml"}
Json = dict[str, Any]
Way = tuple[str | int, ...]


def examples() -> str:
    """Every operation under its tag."""
    client = create_app().test_client()
    return "\n\n".join(part for tag in contract()["tags"] for part in _of_tag(tag, client))


@cache
def contract() -> Json:
    """The contract, openapi.yaml."""
    written: Json = yaml.load(CONTRACT.read_text(), yaml.CSafeLoader)
    return written


def _of_tag(tag: Json, client: FlaskClient) -> Iterator[str]:
    yield f"## {tag['name']}\n\n{tag['description']}"
    for path, item in contract()["paths"].items():
        for method, operation in item.items():
            if tag["name"] in operation["tags"]:
                yield _operation(path, method, operation, client)


def _operation(path: str, method: str, operation: Json, client: FlaskClient) -> str:
    target, body = _target(path, operation), _body(operation)
    response = client.open(target, method=method.upper(), json=body)
    assert response.status_code == 200, target
    parts = (
        f"### {operation['summary']}",
        f"`{method.upper()} {_template(path, operation)}` (`{operation['operationId']}`){_optional(operation)}.",
        f"<!-- run: tests/test_printed.py -->\n```sh\n{_curl(target, body)}\n```",
        _shown(response),
    )
    return "\n\n".join(parts)


def _template(path: str, operation: Json) -> str:
    """The path with the query parameters that the operation needs."""
    query = [f"{name}={{{name}}}" for name in _query(operation, required=True)]
    return f"{path}?{'&'.join(query)}" if query else path


def _optional(operation: Json) -> str:
    names = [f"`{name}`" for name in _query(operation, required=False)]
    return f". Query parameters: {', '.join(names)}" if names else ""


def _query(operation: Json, *, required: bool) -> list[str]:
    """The names of query parameters."""
    found = map(_resolved, operation["parameters"])
    return [each["name"] for each in found if each["in"] == "query" and each.get("required", False) is required]


def _resolved(part: Json) -> Json:
    """A part of the contract with its reference resolved."""
    if "$ref" not in part:
        return part
    found = contract()
    for step in part["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    return found


def _target(path: str, operation: Json) -> str:
    """The path with the first example of each parameter that the operation needs."""
    target = _template(path, operation)
    for each in map(_resolved, operation["parameters"]):
        if each.get("required"):
            target = target.replace(f"{{{each['name']}}}", next(iter(each["examples"].values()))["value"])
    return target


def _body(operation: Json) -> Any:
    """The first example of the operation's body; None if it takes none."""
    content = _resolved(operation.get("requestBody", {})).get("content", {})
    found = [_resolved(each)["value"] for media in content.values() for each in media["examples"].values()]
    return found[0] if found else None


def _curl(target: str, body: Any) -> str:
    if body is None:
        return f"curl -s '{SERVER}{target}'" if "?" in target else f"curl -s {SERVER}{target}"
    assert "'" not in json.dumps(body, ensure_ascii=False), "an apostrophe ends the shell's word"
    command = f"curl -s {SERVER}{target} -H 'Content-Type: application/json' -d "
    return f"{command}'{_text(body, before=len(command))}'"


def _shown(response: TestResponse) -> str:
    """The response as a block, shortened."""
    if response.is_json:
        return f"```json\n{shortened(response.get_json())}\n```"
    first = response.get_data(as_text=True)[:WIDTH].split("\n")[0]
    return f"```{LANGUAGES[response.mimetype or '']}\n{first}\n{LEFT_OUT}\n```"


def shortened(whole: Json) -> str:
    """As much of a response as fits in `MAX_LINES`, the outermost first, with "…" where something is left out."""
    opened: set[Way] = {()}
    pending: list[Way] = [()]
    for path in pending:  # grows as parts are opened
        if _text(_cut(whole, {*opened, path})).count("\n") < MAX_LINES:
            opened.add(path)
            pending += [(*path, step) for step in _steps(_at(whole, path))]
    return _text(_cut(whole, opened))


def _steps(value: Any) -> list[str | int]:
    """The members or the first items of a part that can be opened."""
    if isinstance(value, dict):
        return [name for name, each in value.items() if isinstance(each, (dict, list))]
    return [step for step, each in enumerate(value[:MAX_ITEMS]) if isinstance(each, (dict, list))]


def _at(value: Any, path: Way) -> Any:
    for step in path:
        value = value[step]
    return value


def _cut(value: Any, opened: set[Way], path: Way = ()) -> Any:
    if not isinstance(value, (dict, list)) or not value:
        return value
    if isinstance(value, list):
        items = value[:MAX_ITEMS] if path in opened else []
        some = [_cut(each, opened, (*path, step)) for step, each in enumerate(items)]
        return some if len(some) == len(value) else [*some, LEFT_OUT]
    names = [name for name in value if path in opened and name not in OFTEN_NEW]
    named = {name: _cut(value[name], opened, (*path, name)) for name in names}
    return named if len(named) == len(value) else {**named, LEFT_OUT: LEFT_OUT}


def _text(value: Any, indent: int = 0, before: int = 0) -> str:
    """A value as JSON, on one line where it fits."""
    flat = json.dumps(value, ensure_ascii=False)
    if indent + before + len(flat) <= WIDTH or not isinstance(value, (dict, list)) or not value:
        return flat
    within = indent + 2
    if isinstance(value, dict):
        names = {name: f"{json.dumps(name, ensure_ascii=False)}: " for name in value}
        lines = [f"{names[name]}{_text(each, within, len(names[name]))}" for name, each in value.items()]
    else:
        lines = [_text(each, within) for each in value]
    inner = f",\n{' ' * within}".join(lines)
    return f"{flat[0]}\n{' ' * within}{inner}\n{' ' * indent}{flat[-1]}"
