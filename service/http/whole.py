"""An answer that is whole when it is told, as most are: its few headers are written down, not kept in a mapping."""

from collections.abc import Mapping
from functools import lru_cache
from http import HTTPStatus
from types import MappingProxyType
from typing import Final
from wsgiref.types import StartResponse, WSGIEnvironment

from service.http.packing import GZIP, SMALLEST, packed_fast, takes_gzip

Headers = Mapping[str, str]
NONE: Final[Headers] = MappingProxyType({})


class Whole:
    """A whole answer, packed for those who can read it: a WSGI application, as a view of Flask may return."""

    __slots__ = ("body", "headers", "media_type", "status")

    def __init__(self, body: bytes, media_type: str, status: int = 200, headers: Headers = NONE) -> None:
        self.body = body
        self.media_type = media_type
        self.status = status
        self.headers = headers

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:  # noqa: D102
        body = self.body
        headers = {"Content-Type": self.media_type, **self.headers}
        if len(body) >= SMALLEST:
            vary = headers.get("Vary")
            headers["Vary"] = f"{vary}, Accept-Encoding" if vary else "Accept-Encoding"
            if takes_gzip(environ):
                body, headers["Content-Encoding"] = packed_fast(body), GZIP
        headers["Content-Length"] = str(len(body))
        start_response(_line(self.status), list(headers.items()))
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]


@lru_cache(64)
def _line(status: int) -> str:
    """A status as it stands in the answer's first line."""
    return f"{status} {HTTPStatus(status).phrase.upper()}"
