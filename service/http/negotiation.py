"""What a request asks for beside its path: parameters, media types, and its body within bounds."""

from collections.abc import Callable
from contextlib import nullcontext
from threading import Lock
from typing import Any, Final, NamedTuple
from wsgiref.types import WSGIEnvironment

from flask import request
from werkzeug.wsgi import get_input_stream

from service.http.packing import GZIP, unpacked
from service.http.whole import Whole
from service.reading import bodies
from service.reading.refusals import Refused

JSON: Final = "application/json"
CSV: Final = "text/csv"
CSV_IN_UTF8: Final = f"{CSV}; charset=utf-8"
_FLAGS: Final = {"false": False, "true": True}
Parameter = Callable[[str], Any]
"""From the text of a query parameter to its value; ValueError tells what it must be."""
_in_turn: Final = Lock()


class Limits(NamedTuple):
    """What a body may measure."""

    body: int
    """Bytes of a body."""
    many: int
    """Bytes of the body of a batch or a scoresheet."""
    depth: int
    """The deepest nesting."""


def flag(text: str) -> bool:
    """True or false."""
    if text not in _FLAGS:
        raise ValueError("true or false")
    return _FLAGS[text]


def number(least: int, most: int) -> Parameter:
    """A whole number within these bounds."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and least <= int(text) <= most):
            raise ValueError(f"a whole number from {least} to {most}")
        return int(text)

    return read


def parameters(environ: WSGIEnvironment, **known: Parameter) -> dict[str, Any]:
    """The query parameters that are known here; another one, a wrong one, or one that stands twice is refused."""
    if not environ.get("QUERY_STRING"):
        return {}
    read = {}
    for name, (text, *more) in request.args.lists():
        if name not in known:
            raise Refused("unknown-parameter", f"no query parameter {name[:40]!r} is known here")
        try:
            read[name] = known[name](text)
        except ValueError as error:
            raise Refused("unknown-parameter", f"the query parameter {name!r} must be {error}, given once") from error
        if more:
            raise Refused("unknown-parameter", f"the query parameter {name!r} is given {len(more) + 1} times")
    return read


def accepted(environ: WSGIEnvironment, *media_types: str) -> str:
    """The media type to answer in. Raises Refused where the client accepts none of these."""
    accept = environ.get("HTTP_ACCEPT", "*/*")
    if accept in ("", "*/*", media_types[0]):
        return media_types[0]
    best = request.accept_mimetypes.best_match(media_types)
    if best is None:
        raise Refused("not-acceptable", f"the answer comes as {' or '.join(media_types)}")
    return best


def json_body(environ: WSGIEnvironment, limits: Limits) -> Any:
    """The JSON value of the body of one deal. Raises Refused."""
    return bodies.parse(_body(environ, limits.body), limits.depth)


def of_many(environ: WSGIEnvironment, limits: Limits, answer: Callable[[Any], Whole]) -> Whole:
    """Answer the JSON value of the body of many deals. Raises Refused.

    Long ones wait for each other: threads share the process's one core anyhow, and four megabytes of JSON are a hundred
    and forty of values.
    """
    body = _body(environ, limits.many)
    with _in_turn if len(body) > limits.body else nullcontext():
        return answer(bodies.parse(body, limits.depth))


def _body(environ: WSGIEnvironment, most: int) -> bytes:
    if environ.get("CONTENT_TYPE") != JSON and request.mimetype != JSON:
        raise Refused("unsupported-media-type", f"the body is sent as {JSON}")
    body = get_input_stream(environ).read(most + 1)
    if environ.get("HTTP_CONTENT_ENCODING") == GZIP:
        body = unpacked(body, most)
    if len(body) > most:
        raise Refused("body-too-large", f"the body is longer than {most} bytes")
    return body
