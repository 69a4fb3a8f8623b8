"""Makes the strict variant of the contract, for tests of servers and clients.

    python conformance/strict.py http://127.0.0.1:8000/openapi.json >strict.json

The contract leaves responses open, so that it can grow; the strict variant allows only what the contract names.
The argument is an address or a file of JSON. The command needs Python 3.9 or newer and nothing else.
"""

import copy
import json
import sys
import urllib.request
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

Json = Dict[str, Any]
_ABSENT: Json = {"enum": [None, [], {}]}
"""What counts as absent in a request."""


def strict(contract: Json, items: bool = True) -> Json:
    """The strict variant of the contract: closed responses, and only the ids and codes that it names.

    Optional members of requests may be null, as the contract's prose says. With `items` every request asks for items
    and every response has them; without, none has.
    """
    variant = copy.deepcopy(contract)
    variant["components"]["parameters"]["Items"]["schema"]["enum"] = [items]
    only_requested = set(_request_schemas(contract))
    for name, schema in variant["components"]["schemas"].items():
        requested = name in only_requested
        _close(schema, items, _ABSENT if requested else False)
        if requested:
            _allow_null(schema)
    return variant


def _close_list(part: Json) -> None:
    """Turn an extensible list into a closed one; the ids of house rules stay allowed."""
    known = part.pop("x-extensible-enum")
    own = part.pop("x-extensible-pattern", None)
    part |= {"enum": known} if own is None else {"anyOf": [{"enum": known}, {"pattern": own}]}


def _close(schema: Any, items: bool, absent: Any) -> None:
    """Forbid members that a schema does not name, also in its parts.

    `absent` is the schema of a member that another kind of the object has.
    """
    for part in list(parts(schema)):
        if explaining := part.pop("x-required-with-items", None):
            if items:
                part["required"] += explaining
            else:
                part["properties"].update(dict.fromkeys(explaining, False))
        if "x-extensible-enum" in part:
            _close_list(part)
        if "properties" in part:
            part.setdefault("additionalProperties", False)
        if "x-members-by" in part:
            part["allOf"] = list(_by_value(part, absent, **part.pop("x-members-by")))


def _by_value(
    schema: Json, absent: Any, member: str, values: Dict[str, Dict[str, List[str]]], unless: Optional[str] = None
) -> Iterator[Json]:
    """For each value of a member, the members that it requires and forbids; none of them beside the member `unless`."""
    some = {name for its in values.values() for names in its.values() for name in names}
    apart: Json = {} if unless is None else {"not": {"required": [unless]}}
    if unless is not None:
        yield {"if": {"required": [unless]}, "then": {"properties": dict.fromkeys(sorted(some), absent)}}
    for value, its in values.items():
        required = its.get("required", [])
        others = some - {*required, *its.get("optional", [])}
        assert some <= set(schema["properties"])
        then = {"required": required, "properties": dict.fromkeys(sorted(others), absent)}
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


def schemas_in(contract: Json, part: Any) -> Set[str]:
    """The names of the schemas that a part of the contract refers to, directly or not."""
    found: Set[str] = set()
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


def operations(contract: Json) -> List[Tuple[str, str, Json]]:
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


def read(source: str) -> Any:
    """The contract at an address or in a file."""
    if source.startswith(("http://", "https://")):
        with urllib.request.urlopen(source, timeout=30) as response:  # noqa: S310 - checked above
            return json.load(response)
    return json.loads(Path(source).read_text())


if __name__ == "__main__":
    json.dump(strict(read(sys.argv[1])), sys.stdout, indent=1)
