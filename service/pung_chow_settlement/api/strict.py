"""The strict variant of the contract, for tests of servers and clients.

The contract leaves responses open, so that it can grow; the strict variant allows only what the contract names.
"""

import copy
from collections.abc import Iterator
from typing import Any, Final

Json = dict[str, Any]
LEAN: Final = "application/vnd.pung-chow.lean+json"
"""The media type of lean responses."""


def strict(contract: Json) -> Json:
    """The strict variant of the contract: closed responses, and only the ids and codes that it names.

    Optional members of requests may be null, as the contract's prose says.
    """
    variant = copy.deepcopy(contract)
    for _, _, operation in operations(variant):
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
    bodies = [operation.get("requestBody", {}) for _, _, operation in operations(contract)]
    responses = [operation["responses"] for _, _, operation in operations(contract)]
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
                pending.append(resolved(contract, {"$ref": reference}))
                if "/schemas/" in reference:
                    found.add(name)
            pending += [value for key, value in each.items() if key not in ("examples", "example")]
    return found


def operations(contract: Json) -> list[tuple[str, str, Json]]:
    """Path, method and description of every operation."""
    return [
        (path, method.upper(), operation)
        for path, item in contract["paths"].items()
        for method, operation in item.items()
        if method in ("get", "post")
    ]


def resolved(contract: Json, part: Json) -> Json:
    """A part with its reference resolved."""
    while "$ref" in part:
        found: Any = contract
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step.replace("~1", "/").replace("~0", "~")]
        part = found
    return part
