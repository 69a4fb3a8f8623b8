"""An answer that is whole when it is told, as most are: its few headers are written down, not kept in a mapping."""

from functools import lru_cache
from http import HTTPStatus
from typing import Final
from wsgiref.types import StartResponse, WSGIEnvironment

from service.http.packing import SMALLEST, packed_fast, takes_gzip

Headers = tuple[tuple[str, str], ...]
_VARY: Final = "Vary"
_PACKED: Final = ("Content-Encoding", "gzip")


class Whole:
    """A whole answer, packed for those who can read it: a WSGI application, as a view of Flask may return."""

    __slots__ = ("body", "headers", "media_type", "status")

    def __init__(self, body: bytes, media_type: str, status: int = 200, headers: Headers = ()) -> None:
        self.body = body
        self.media_type = media_type
        self.status = status
        self.headers = headers

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:  # noqa: D102
        body, more = self.body, self.headers
        if len(body) >= SMALLEST:
            more = _varying(more)
            if takes_gzip(environ):
                body, more = packed_fast(body), (*more, _PACKED)
        headers = [("Content-Type", self.media_type), ("Content-Length", str(len(body))), *more]
        start_response(_line(self.status), headers)
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]


@lru_cache(64)
def _varying(headers: Headers) -> Headers:
    """The headers of an answer that hangs on what the client reads, beside what it hangs on already."""
    before = [value for name, value in headers if name == _VARY]
    others = [each for each in headers if each[0] != _VARY]
    return (*others, (_VARY, ", ".join([*before, "Accept-Encoding"])))


@lru_cache(64)
def _line(status: int) -> str:
    """A status as it stands in the answer's first line."""
    return f"{status} {HTTPStatus(status).phrase.upper()}"
