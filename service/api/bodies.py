"""Bytes in, JSON values out, strictly: what orjson lets through quietly (a name twice) is found too."""

import json
from contextlib import suppress
from typing import Any, Final, NoReturn

import orjson

from service.api.problems import Refused

DEEPEST: Final = 32
"""The deepest nesting that a body may have."""


def parse(body: bytes, deepest: int = DEEPEST) -> Any:
    """Parse a JSON body. Raises Refused: malformed, a name twice, NaN, or nested too deep."""
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        _explain(body, error)
    if _members(value, deepest) != body.count(b":"):
        # A colon more than there are members: one in a string, or a name that stood twice.
        _explain(body, None)
    return value


def _members(value: Any, deepest: int) -> int:
    """How many members its objects have in all."""
    if type(value) is dict:
        inner: Any = value.values()
        members = len(value)
    elif type(value) is list:
        inner = value
        members = 0
    else:
        return 0
    if deepest == 0:
        raise Refused("nested-too-deep", f"objects and lists nest deeper than {DEEPEST}")
    return members + sum(_members(each, deepest - 1) for each in inner if type(each) in (dict, list))


def _explain(body: bytes, error: orjson.JSONDecodeError | None) -> None:
    """Find out what is wrong with a body, if anything is: the slow way."""
    with suppress(ValueError, RecursionError):
        json.loads(body, object_pairs_hook=_once_each, parse_constant=_no_constant)
    if error is not None:
        raise Refused("malformed-json", f"the body is not well-formed JSON: {error}")


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise Refused("duplicate-key", f"the member {name[:40]!r} stands twice in one object")
        members[name] = value
    return members


def _no_constant(constant: str) -> NoReturn:
    raise Refused("not-a-number", f"{constant} is no JSON number")
