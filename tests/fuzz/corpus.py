"""The kept bodies of the coverage-guided fuzzer: a path on the first line, the body after it."""

from pathlib import Path
from typing import Any

import orjson

from tests.fuzz import bodies
from tests.fuzz.bodies import Answer
from tests.fuzz.held import wrong_with
from tests.fuzz.service import post

CORPUS = Path(__file__).parent / "corpus"
NO_BODY = {200, 400, 413, 422}
"""Statuses that any body may have."""


def as_input(path: str, body: bytes) -> bytes:
    return path.encode() + b"\n" + body


def path_and_body(data: bytes) -> tuple[str, bytes]:
    """What an input asks; one without a path settles a deal."""
    first, _, body = data.partition(b"\n")
    path = first.decode(errors="replace")
    return (path, body) if path in bodies.ALL else (bodies.SETTLE, data)


def value_of(body: bytes) -> Any:
    """The JSON value of a body; None where it is none, or one of those that the judge is not asked about."""
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return None


def wrong_answer(data: bytes) -> str | None:
    """What is wrong with the answer to an input, if anything."""
    path, body = path_and_body(data)
    told = post(path, body)
    if told.status not in NO_BODY:
        return f"{told.status} {path}: {told.data[:500]!r}"
    try:
        told.check(path)
    except Exception as error:
        return f"{path}: not as the contract promises: {error}"
    value = value_of(body)
    if told.status not in (200, 422) or value is None:
        return None
    return next(wrong_with(path, value, Answer(told.status, told.json)), None)
