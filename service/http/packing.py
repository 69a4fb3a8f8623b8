"""Answers and bodies made small (gzip) between this service and clients that can: a phone pays for every byte."""

from functools import lru_cache
from gzip import compress
from typing import Final, TypeVar
from wsgiref.types import WSGIEnvironment
from zlib import MAX_WBITS, decompressobj
from zlib import error as NotPacked  # noqa: N812 - zlib's own name says nothing

from werkzeug.wrappers import Request, Response

from service.reading.refusals import Refused

AnyResponse = TypeVar("AnyResponse", bound=Response)
GZIP: Final = "gzip"
SMALLEST: Final = 1024
"""In bytes; a smaller body fits one packet as it is."""
_GZIP_FORMAT: Final = 16 + MAX_WBITS
_FAST: Final = 4
_BEST: Final = 9


def packed_once(content: bytes) -> bytes:
    """As small as gzip makes it, and the same bytes each time: for files that never change."""
    return compress(content, _BEST, mtime=0)


def packed_fast(content: bytes) -> bytes:
    """As small as gzip makes it in little time: for answers."""
    return compress(content, _FAST, mtime=0)


_document = lru_cache(maxsize=64)(packed_once)
"""What has a tag is one of the few documents that never change; bodies of requests never come here."""


def unpacked(body: bytes, most: int) -> bytes:
    """A body that was sent as gzip, unpacked to one byte more than it may have at most. Raises Refused."""
    try:
        return decompressobj(_GZIP_FORMAT).decompress(body, most + 1)
    except NotPacked:
        raise Refused("bad-request", "the body is said to be gzip, and is none") from None


def takes_gzip(environ: WSGIEnvironment) -> bool:
    """Whether the client of this request reads gzip."""
    return "HTTP_ACCEPT_ENCODING" in environ and Request(environ).accept_encodings.quality(GZIP) > 0


def marked(response: AnyResponse) -> AnyResponse:
    """The response as gzip, told so to the client and to caches."""
    response.content_encoding = GZIP
    return _varying(response)


def _varying(response: AnyResponse) -> AnyResponse:
    """The response, told to caches as one that hangs on what the client reads; its own `vary` is slow to write to."""
    before = response.headers.get("Vary")
    response.headers["Vary"] = f"{before}, Accept-Encoding" if before else "Accept-Encoding"
    return response


def document(response: Response, environ: WSGIEnvironment) -> Response:
    """A tagged document, packed where it is worth it; its tag is then weak, since it is of the bytes before."""
    if response.content_length is None or response.content_length < SMALLEST:
        return response
    if not takes_gzip(environ):
        return _varying(response)
    tag, _ = response.get_etag()
    response.set_data(_document(response.get_data()))
    response.set_etag(tag or "", weak=True)
    return marked(response)
