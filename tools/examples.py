"""Writes the examples of responses and the lists of ids in openapi.yaml: `make generate`; review them."""

import json
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import yaml
from flask.testing import FlaskClient

from pung_chow_settlement import create_app
from tools import enumerations, problem_examples

CONTRACT = Path(__file__).parents[1] / "openapi.yaml"
WIDTH = 118
Json = dict[str, Any]
REQUEST_ID = "5f2c9a1e0b7d4c33"
ANSWER = "-answer"
ASKED: Final[dict[str, Json]] = {
    ANSWER: {},
    "-explained": {"query_string": {"explain": "true"}},
    "-in-counters": {"query_string": {"counters": "true"}},
    "-in-dutch": {"headers": {"Accept-Language": "nl"}},
}
"""By the end of a response's name, what was asked for besides the body."""


# Examples


def response_examples(contract: Json, client: FlaskClient) -> Iterator[tuple[str, Any]]:
    """The name and value of each example of a response."""
    examples = contract["components"]["examples"]
    for path, item in contract["paths"].items():
        for name in (request for operation in item.values() for request in _requests(operation)):
            body = examples[f"{name}-request"]["value"]
            for end, asked in ASKED.items():
                if f"{name}{end}" in examples:
                    yield f"{name}{end}", _with_fixed_id(client.post(path, json=body, **asked).get_json())
    rulesets = client.get("/v1/rulesets").get_json()
    yield "excerpt-of-rulesets", _excerpt(rulesets, examples["excerpt-of-rulesets"]["value"])
    found = client.get("/v1/finders").get_json()["finders"]
    part = {each["id"] for each in examples["excerpt-of-finders"]["value"]["finders"]}
    yield "excerpt-of-finders", {"finders": [each for each in found if each["id"] in part]}
    harr = client.get("/v1/rulesets/harr-1922").get_json()
    yield "harr-1922", _excerpt(harr, examples["harr-1922"]["value"])
    yield "excerpt-of-index", _excerpt(client.get("/v1").get_json(), examples["excerpt-of-index"]["value"])
    yield "comparison", client.get("/v1/rulesets/compare?a=harr-1922&b=harr-1923").get_json()
    problems = json.loads(problem_examples.file_text(client))
    for name in (example for example in examples if example.startswith("problem-")):
        yield name, _document(problems[examples[name]["value"]["code"]]["answer"])
    yield "empty-batch", _with_fixed_id(client.post("/v1/settlements/batch", json={"deals": []}).get_json())


def _document(problem: Json) -> Json:
    """A problem with the fixed id, in the place where the service has it."""
    return {**dict.fromkeys(("type", "code", "title", "status", "detail", "request_id"), REQUEST_ID), **problem}


def _requests(operation: Json) -> list[str]:
    content = operation.get("requestBody", {}).get("content", {})
    return [name for each in content.values() for name in each.get("examples", ())]


def _with_fixed_id(answer: Json) -> Json:
    return {**answer, "request_id": REQUEST_ID} if "request_id" in answer else answer


def _excerpt(whole: Any, part: Any) -> Any:
    """The records of the whole that the part has too, by ids or names."""
    if isinstance(whole, dict):
        return {name: _excerpt(value, part.get(name, value)) for name, value in whole.items()}
    if not isinstance(whole, list) or not all(isinstance(each, dict) for each in [*whole, *part]):
        return whole
    by_name = {_name(each): each for each in whole}
    return [_excerpt(by_name[_name(each)], each) if _name(each) else each for each in part]


def _name(record: Json) -> str:
    return str(next((record[name] for name in ("id", "name", "operation", "href") if name in record), ""))


# YAML


def to_yaml(value: Any, indent: int) -> str:
    """A value in YAML, on one line if short, else with a line for each member."""
    return "\n".join(" " * indent + line for line in _lines(value, WIDTH - indent)) + "\n"


def _lines(value: Any, width: int) -> list[str]:
    if len(_flow(value)) <= width and not _is_record_of_records(value):
        return [_flow(value)]
    if isinstance(value, dict):
        return [line for name, each in value.items() for line in _member(name, each, width)]
    if isinstance(value, list):
        return [line for each in value for line in _item(each, width)]
    return _wrapped(_flow(value), width)


def _wrapped(text: str, width: int, hanging: str = "") -> list[str]:
    joined = text.replace(": ", ":\u00a0")  # keeps a name and its value on one line
    lines = textwrap.wrap(joined, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)
    return [line.replace(":\u00a0", ": ") for line in lines]


def _is_record_of_records(value: Any) -> bool:
    return isinstance(value, dict) and any(isinstance(each, (dict, list)) and each for each in value.values())


def _is_table(value: Any) -> bool:
    """True if a value is a list, or records by name: each has a line of its own."""
    return isinstance(value, list) or all(isinstance(each, dict) for each in value.values())


def _member(name: str, value: Any, width: int) -> list[str]:
    line = f"{_flow(name)}: {_flow(value)}"
    if len(line) <= width:
        return [line]
    if not isinstance(value, (dict, list)) or (len(line) < 3 * width and not _is_table(value)):
        return _wrapped(line, width, "  ")
    return [f"{_flow(name)}:", *("  " + line for line in _lines(value, width - 2))]


def _item(value: Any, width: int) -> list[str]:
    if isinstance(value, dict) and len(_flow(value)) < 8 * width:
        return _wrapped(f"- {_flow(value)}", width, "   ")
    first, *more = _lines(value, width - 2)
    return [f"- {first}", *("  " + line for line in more)]


class _Dumper(yaml.SafeDumper):
    """Quotes a text with an apostrophe in quotation marks: some parsers lose one of two at a line's end."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"' if "'" in text else None)


_Dumper.add_representer(str, _text)


def _flow(value: Any) -> str:
    """A value on one line, quoted for a flow mapping."""
    text: str = yaml.dump([value], Dumper=_Dumper, default_flow_style=True, width=10**9, sort_keys=False)
    return text.strip().removeprefix("[").removesuffix("]")


def replaced(text: str, name: str, value: Any) -> str:
    """The contract with a new value of this example."""
    pattern = re.compile(rf"(?ms)^(    {re.escape(name)}:\n.*?^      value:).*?(?=^ {{0,4}}\S|\Z|^\n)")
    assert len(pattern.findall(text)) == 1, name
    return pattern.sub(lambda match: f"{match[1]}\n{to_yaml(value, 8)}", text)


def main() -> None:
    """Write all examples and lists."""
    text, client = CONTRACT.read_text(), create_app().test_client()
    problem_examples.write(client)
    for name, value in response_examples(yaml.safe_load(text), client):
        if not isinstance(value, str):
            text = replaced(text, name, value)
    CONTRACT.write_text(enumerations.filled(text))


if __name__ == "__main__":
    main()
