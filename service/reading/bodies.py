"""Bytes in, JSON values out, strictly: what orjson lets through quietly (a name twice) is found too."""

import json
from contextlib import suppress
from typing import Any, Final, NoReturn

import orjson

from service.reading.refusals import Refused

DEEPEST: Final = 32
"""The deepest nesting that a body may have."""


def parse(body: bytes, deepest: int = DEEPEST) -> Any:
    """Parse a JSON body. Raises Refused: malformed, a name twice, NaN, or nested too deep."""
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        _explain(body, error)
    if body.count(b"{") + body.count(b"[") > deepest:
        _look_deeper(value, deepest, deepest)
    # A name that stands twice is parsed once, so its colon is missing when the value is written again; where there are
    # backslashes a colon may have been written otherwise.
    if b"\\" in body or orjson.dumps(value).count(b":") != body.count(b":"):
        _explain(body, None)
    return value


def _look_deeper(value: Any, left: int, deepest: int) -> None:
    if type(value) is dict:
        inner: Any = value.values()
    elif type(value) is list:
        inner = value
    else:
        return
    if left == 0:
        raise Refused("nested-too-deep", f"objects and lists nest deeper than {deepest}")
    for each in inner:
        if type(each) in (dict, list):
            _look_deeper(each, left - 1, deepest)


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
            raise Refused("duplicate-key", f"the member {name[:40]!r} appears twice in one object")
        members[name] = value
    return members


def _no_constant(constant: str) -> NoReturn:
    raise Refused("not-a-number", f"{constant} is no JSON number")
