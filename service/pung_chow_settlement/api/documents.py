"""Documents that are sent as they are, with an ETag of their content; each is compressed once, and kept so."""

import os
from collections.abc import Callable, Mapping
from functools import lru_cache
from gzip import compress, decompress
from pathlib import Path
from typing import Any, Final, NamedTuple

from flask import Response, request, send_from_directory
from werkzeug.exceptions import NotFound
from werkzeug.http import generate_etag
from werkzeug.security import safe_join

from pung_chow_settlement.api.incoming import JSON, accepts, accepts_gzip, language
from pung_chow_settlement.api.responses import MIN_COMPRESSED, language_headers
from pung_chow_settlement.serializers.languages import to_json
from pung_chow_settlement.texts import Language

AN_HOUR: Final = 3600
COMPRESSED: Final = (
    JSON,
    "application/linkset+json",
    "application/schema+json",
    "application/yaml",
    "image/svg+xml",
    "text/css",
    "text/html",
    "text/javascript",
)
"""Media types of documents that are compressed."""
_TEXTS_KEPT: Final = 64
"""Compressed texts in the cache: without, the contract takes 60 times as long."""
_FILES_KEPT: Final = 128
"""Compressed files in the cache: without, the page takes twice as long."""
_WRITTEN_KEPT: Final = 512
"""Comparisons of each two of twelve rulebooks in three languages, and their other documents: 2.5 MB compressed.

Without, a rulebook takes six times as long."""
_UNSAID: Final = ("Content-Disposition", "Content-Length", "Content-Type", "Expires", "Last-Modified")
"""Headers of Flask's that are not sent, or set anew: `Cache-Control` and `ETag` say what the first and last do."""


class _Document(NamedTuple):
    """The content of a document, as gzip if that is worth it; and the ETag, which both forms have."""

    content: bytes
    etag: str
    is_gzip: bool


def written(make: Callable[..., Any], *given: Any) -> Response:
    """A JSON document with texts, made by a function of these values once for each language."""
    accepts(JSON)
    target = language()
    return _for_an_hour(_response(_written(make, given, target), JSON, language_headers(target)))


def fixed(content: bytes, media_type: str, headers: Mapping[str, str] | None = None) -> Response:
    """A document of these bytes."""
    accepts(media_type)
    return _for_an_hour(_response(_packed(content, media_type), media_type, headers))


def send(folder: Path, name: str, max_age: int = AN_HOUR) -> Response:
    """A file as a whole, since the contract has no range requests.

    Its ETag is that of its content, which replicas built separately share, unlike its time.
    """
    path = safe_join(str(folder), name)
    if path is None or not os.path.isfile(path):
        raise NotFound
    found = os.stat(path)
    document, media_type, headers = _file(folder, name, max_age, (found.st_mtime_ns, found.st_size))
    return _response(document, media_type, headers)


@lru_cache(_WRITTEN_KEPT)
def _written(make: Callable[..., Any], given: tuple[Any, ...], target: Language | None) -> _Document:
    return _document(to_json(make(*given), target), JSON)


@lru_cache(_TEXTS_KEPT)
def _packed(content: bytes, media_type: str) -> _Document:
    return _document(content, media_type)


@lru_cache(_FILES_KEPT)
def _file(folder: Path, name: str, max_age: int, _: tuple[int, int]) -> tuple[_Document, str, Mapping[str, str]]:
    """A file as it was at this time, with this size."""
    with send_from_directory(folder, name, max_age=max_age, conditional=False, etag=False) as response:
        response.direct_passthrough = False
        headers = {name: value for name, value in response.headers.items() if name not in _UNSAID}
        return _document(response.get_data(), response.mimetype or ""), response.mimetype or "", headers


def _document(content: bytes, media_type: str) -> _Document:
    is_gzip = media_type in COMPRESSED and len(content) >= MIN_COMPRESSED
    return _Document(compress(content, mtime=0) if is_gzip else content, generate_etag(content), is_gzip)


def _response(document: _Document, media_type: str, headers: Mapping[str, str] | None) -> Response:
    """The document in the form that the client accepts, or 304 if the client has it.

    The ETag is weak, since both forms have the same one.
    """
    as_gzip = document.is_gzip and accepts_gzip()
    content = document.content if as_gzip or not document.is_gzip else decompress(document.content)
    response = Response(content, headers=headers, mimetype=media_type)
    if document.is_gzip:
        response.vary.add("Accept-Encoding")
    if as_gzip:
        response.content_encoding = "gzip"
    response.set_etag(document.etag, weak=True)
    request.environ.pop("HTTP_IF_MATCH", None)  # a precondition of changes; documents are read-only
    response.make_conditional(request)
    return response


def _for_an_hour(response: Response) -> Response:
    response.cache_control.public = True
    response.cache_control.max_age = AN_HOUR
    return response
