"""Validates responses against openapi.yaml.

The contract leaves responses open, so that it can grow; the tests use a strict variant, which allows only what the
contract names. `python -m support.contract FILE` writes the strict variant.
"""

import copy
import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jsonschema_rs
import yaml
from werkzeug.test import TestResponse

Json = dict[str, Any]
BAD_REQUEST = 400
LEAN = "application/vnd.pung-chow.lean+json"
CONTRACT: Json = yaml.load((Path(__file__).parents[1] / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader)


# The strict variant


def strict(contract: Json) -> Json:
    """The strict variant of the contract: closed responses, and only the ids and codes that it names.

    Optional members of requests may be null, as the contract's prose says.
    """
    variant = copy.deepcopy(contract)
    for _, _, operation in _operations(variant):
        _admit_lean(operation["responses"]["200"].get("content", {}))
    only_requested = set(_request_schemas(contract))
    for name, schema in variant["components"]["schemas"].items():
        _close(schema)
        if name in only_requested:
            _allow_null(schema)
    return variant


def _admit_lean(content: Json) -> None:
    """Let JSON be lean too, as it is with `items=false`."""
    if LEAN in content:
        full = content["application/json"]
        full["schema"] = {"anyOf": [full["schema"], content[LEAN]["schema"]]}


def _close_list(part: Json) -> None:
    """Turn an extensible list into a closed one; the ids of house rules stay allowed."""
    known = part.pop("x-extensible-enum")
    own = part.pop("x-extensible-pattern", None)
    part |= {"enum": known} if own is None else {"anyOf": [{"enum": known}, {"pattern": own}]}


def _close(schema: Any) -> None:
    """Forbid members that a schema does not name, also in its parts."""
    for part in list(parts(schema)):
        if "x-extensible-enum" in part:
            _close_list(part)
        if "properties" in part:
            part.setdefault("additionalProperties", False)
        if "x-members-by" in part:
            part["allOf"] = list(_by_value(part, **part.pop("x-members-by")))


def _by_value(
    schema: Json, member: str, values: dict[str, dict[str, list[str]]], unless: str | None = None
) -> Iterator[Json]:
    """For each value of a member, the members that it requires and forbids; none of them beside the member `unless`."""
    some = {name for its in values.values() for names in its.values() for name in names}
    apart: Json = {} if unless is None else {"not": {"required": [unless]}}
    if unless is not None:
        yield {"if": {"required": [unless]}, "then": {"properties": dict.fromkeys(sorted(some), False)}}
    for value, its in values.items():
        required = its.get("required", [])
        others = some - {*required, *its.get("optional", [])}
        assert some <= set(schema["properties"])
        then = {"required": required, "properties": dict.fromkeys(sorted(others), False)}
        yield {"if": {"properties": {member: {"const": value}}, **apart}, "then": then}


def _allow_null(schema: Json) -> None:
    for part in parts(schema):
        for name, member in part.get("properties", {}).items():
            if name not in part.get("required", []):
                part["properties"][name] = {"anyOf": [member, {"type": "null"}]}


def parts(schema: Any) -> Iterator[Json]:
    """A schema and every schema inside it."""
    if isinstance(schema, list):
        for each in schema:
            yield from parts(each)
    elif isinstance(schema, dict):
        yield schema
        for key, value in schema.items():
            if key == "properties":
                yield from parts(list(value.values()))
            elif key not in ("example", "examples", "discriminator", "x-members-by"):
                yield from parts(value)


def _request_schemas(contract: Json) -> Iterator[str]:
    """The schemas that only requests use."""
    bodies = [operation.get("requestBody", {}) for _, _, operation in _operations(contract)]
    responses = [operation["responses"] for _, _, operation in _operations(contract)]
    yield from schemas_in(contract, bodies) - schemas_in(contract, responses)


def schemas_in(contract: Json, part: Any) -> set[str]:
    """The names of the schemas that a part of the contract refers to, directly or not."""
    found: set[str] = set()
    pending = [part]
    while pending:
        each = pending.pop()
        if isinstance(each, list):
            pending += each
        elif isinstance(each, dict):
            reference = each.get("$ref", "")
            name = reference.rpartition("/")[2]
            if reference and name not in found:
                pending.append(_resolved(contract, {"$ref": reference}))
                if "/schemas/" in reference:
                    found.add(name)
            pending += [value for key, value in each.items() if key not in ("examples", "example")]
    return found


def _operations(contract: Json) -> list[tuple[str, str, Json]]:
    return [
        (path, method.upper(), operation)
        for path, item in contract["paths"].items()
        for method, operation in item.items()
        if method in ("get", "post")
    ]


def _resolved(contract: Json, part: Json) -> Json:
    while "$ref" in part:
        found: Any = contract
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step.replace("~1", "/").replace("~0", "~")]
        part = found
    return part


STRICT: Json = strict(CONTRACT)


# The contract for the tests


def operations() -> list[tuple[str, str, Json]]:
    """Path, method and description of every operation in the contract."""
    return _operations(CONTRACT)


def resolved(part: Json) -> Json:
    """A part of the contract with its reference resolved."""
    return _resolved(CONTRACT, part)


@cache
def validator(schema_path: tuple[str, ...]) -> jsonschema_rs.Draft202012Validator:
    """The validator of a schema at a path of the strict contract."""
    reference = "#/" + "/".join(quote(step.replace("~", "~0").replace("/", "~1")) for step in schema_path)
    return jsonschema_rs.Draft202012Validator({"$ref": reference, **STRICT})


@cache
def operation_of(path: str, method: str) -> tuple[str, Json] | None:
    """The path template and operation of the strict contract for a path; a template without parameters wins."""
    steps = path.split("/")
    fitting = [
        (template, operation)
        for template, its_method, operation in _operations(STRICT)
        if its_method == method and _fits(template.split("/"), steps)
    ]
    return min(fitting, key=lambda each: each[0].count("{"), default=None)


def _fits(template: list[str], steps: list[str]) -> bool:
    return len(template) == len(steps) and all(
        part == step or part.startswith("{") for part, step in zip(template, steps, strict=True)
    )


def check(response: TestResponse) -> None:
    """Assert that a response conforms to the contract, and that unknown paths and methods return a problem."""
    request = response.request
    found = operation_of(request.path, "GET" if request.method == "HEAD" else request.method)
    media_type = response.mimetype or ""
    if found is None:
        assert response.status_code in (404, 405) or request.path.startswith(("/static/", "/docs/")), request.path
        if media_type == "application/problem+json" and request.method != "HEAD":
            validator(("components", "schemas", "Problem")).validate(response.get_json())
        return
    template, operation = found
    status = str(response.status_code)
    if status not in operation["responses"]:
        assert response.status_code >= BAD_REQUEST, f"{operation['operationId']} does not promise {status}"
        status = "default"
    result = operation["responses"][status]
    where = _where(("paths", template, request.method.lower(), "responses", status), result)
    content = resolved(result).get("content")
    if response.status_code == 304 or request.method == "HEAD":
        return
    assert content is not None
    assert media_type in content, f"{operation['operationId']} does not promise {media_type}"
    _check_body((*where, "content", media_type, "schema"), response)
    for header in resolved(result).get("headers", {}):
        assert header in response.headers, f"{operation['operationId']} promises the header {header}"


def _check_body(schema: tuple[str, ...], response: TestResponse) -> None:
    if response.mimetype in ("application/x-ndjson", "application/jsonl"):
        name = "LeanBatchResult" if response.request.args.get("items") == "false" else "BatchResult"
        for line in response.data.splitlines():
            validator(("components", "schemas", name)).validate(json.loads(line))
    elif (response.mimetype or "").endswith("json"):
        validator(schema).validate(response.get_json())
        if schema[-2] == "application/json" and response.request.args.get("items") == "false":
            validator((*schema[:-2], LEAN, "schema")).validate(response.get_json())


def _where(path: tuple[str, ...], part: Json) -> tuple[str, ...]:
    return tuple(part["$ref"].removeprefix("#/").split("/")) if "$ref" in part else path


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(yaml.safe_dump(STRICT, sort_keys=False, allow_unicode=True))
