"""What a request asks for beside its path: parameters, media types, and its body within bounds."""

from typing import Any, Final, NamedTuple
from wsgiref.types import WSGIEnvironment

from flask import request

from service.reading import bodies
from service.reading.refusals import Refused

JSON: Final = "application/json"
CSV: Final = "text/csv"
_FLAGS: Final = {"false": False, "true": True}


class Limits(NamedTuple):
    """What a body may measure."""

    body: int
    """Bytes of a body."""
    many: int
    """Bytes of the body of a batch or a scoresheet."""
    depth: int
    """The deepest nesting."""


def parameters(environ: WSGIEnvironment, *flags: str) -> dict[str, bool]:
    """The query parameters, which are true or false; one that is not known or stands twice is refused."""
    if not environ.get("QUERY_STRING"):
        return {}
    for name, values in request.args.lists():
        if name not in flags:
            raise Refused("unknown-parameter", f"no query parameter {name[:40]!r} is known here")
        if len(values) > 1 or values[0] not in _FLAGS:
            raise Refused("unknown-parameter", f"the query parameter {name!r} must be true or false, given once")
    return {name: _FLAGS[value] for name, value in request.args.items()}


def accepted(environ: WSGIEnvironment, *media_types: str) -> str:
    """The media type to answer in. Raises Refused where the client accepts none of these."""
    accept = environ.get("HTTP_ACCEPT", "*/*")
    if accept in ("", "*/*", media_types[0]):
        return media_types[0]
    best = request.accept_mimetypes.best_match(media_types)
    if best is None:
        raise Refused("not-acceptable", f"the answer comes as {' or '.join(media_types)}")
    return best


def json_body(environ: WSGIEnvironment, most: int, deepest: int) -> Any:
    """The JSON value of a body of so many bytes, nested so deep at most. Raises Refused."""
    if environ.get("CONTENT_TYPE") != JSON and request.mimetype != JSON:
        raise Refused("unsupported-media-type", f"the body is sent as {JSON}")
    request.max_content_length = most + 1  # a chunked body ends there without a word
    body = request.get_data(cache=False)
    if len(body) > most:
        raise Refused("body-too-large", f"the body is longer than {most} bytes")
    return bodies.parse(body, deepest)
