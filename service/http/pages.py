"""The pages and their files: the scorekeeper, the tile sprite, and the contract with try-it-out."""

from collections.abc import Callable
from hashlib import sha256
from http import HTTPStatus
from os.path import normpath
from pathlib import Path
from typing import Final

import flask_swagger_ui
from flask import Response, request, send_from_directory

from service.http.packing import SMALLEST, marked, packed_once, takes_gzip
from service.reading.refusals import Refused

_SCOREKEEPER: Final = Path(__file__).parents[1] / "static"
_DOCS: Final = Path(__file__).parent / "docs"
_SWAGGER_UI: Final = Path(flask_swagger_ui.__file__).parent / "dist"
_DOCS_FILES: Final = {
    "start.js": _DOCS,
    "swagger-ui.css": _SWAGGER_UI,
    "swagger-ui-bundle.js": _SWAGGER_UI,
    "favicon-32x32.png": _SWAGGER_UI,
}
_TAGS: Final = {
    str(path): sha256(path.read_bytes()).hexdigest()[:32]
    for path in (
        *_SCOREKEEPER.rglob("*"),
        _DOCS / "index.html",
        *(folder / name for name, folder in _DOCS_FILES.items()),
    )
    if path.is_file()
}
"""A file's tag is of what is in it: replicas that were built apart agree on it, as they would not by its time.

The files do not change while the service runs."""
_AN_HOUR: Final = 3600
_FOR_GOOD: Final = 365 * 24 * 3600
_WORKER_POLICY: Final = "default-src 'none'; script-src 'self'; connect-src 'self'"


_PACKED: Final = {
    str(path): packed_once(path.read_bytes())
    for path in _SCOREKEEPER.rglob("*")
    if path.is_file() and path.stat().st_size >= SMALLEST
}
"""The scorekeeper's files made small, once."""


def _refuse_parameters() -> None:
    if request.query_string:
        raise Refused("unknown-parameter", "this page knows no query parameters")


def _send(folder: Path, name: str, age: int) -> Response:
    for condition in ("HTTP_RANGE", "HTTP_IF_MATCH", "HTTP_IF_UNMODIFIED_SINCE"):
        request.environ.pop(condition, None)  # always whole: the contract promises neither 206 nor 412
    path = normpath(folder / name)
    tag = _TAGS.get(path, True)
    packed = _PACKED.get(path) if takes_gzip(request.environ) else None
    if packed is None:
        return send_from_directory(folder, name, max_age=age, etag=tag)
    response = send_from_directory(folder, name, max_age=age, etag=f"{tag}-gzip")
    if response.status_code == HTTPStatus.OK:
        response.response = [packed]
        response.content_length = len(packed)
        response.direct_passthrough = False
    return marked(response)


def _scorekeeper() -> Response:
    """Whatever stands in the query: those who pass a link on put their own there (`?fbclid=...`)."""
    return _send(_SCOREKEEPER, "index.html", 0)


def _worker() -> Response:
    """What serves the page while the network is away; it may fetch the page's own files, and nothing else."""
    _refuse_parameters()
    response = _send(_SCOREKEEPER, "sw.js", 0)
    response.headers["Content-Security-Policy"] = _WORKER_POLICY
    return response


def _static(name: str) -> Response:
    """Built files carry their hash in their name, so they never change."""
    _refuse_parameters()
    return _send(_SCOREKEEPER, name, _FOR_GOOD if name.startswith("assets/") else _AN_HOUR)


def _sprite() -> Response:
    _refuse_parameters()
    return _send(_SCOREKEEPER, "tiles.svg", _AN_HOUR)


def _docs() -> Response:
    _refuse_parameters()
    return _send(_DOCS, "index.html", 0)


def _docs_file(name: str) -> Response:
    _refuse_parameters()
    if name not in _DOCS_FILES:
        raise Refused("not-found", "no such file belongs to this page")
    return _send(_DOCS_FILES[name], name, _AN_HOUR)


PAGES: Final[list[tuple[str, str, Callable[..., Response], str]]] = [
    ("/", "getScorekeeper", _scorekeeper, "GET"),
    ("/tiles.svg", "getTileSprite", _sprite, "GET"),
    ("/docs", "getDocs", _docs, "GET"),
]
"""Path, operationId, view and method of the pages that the contract names."""
FILES: Final[list[tuple[str, str, Callable[..., Response], str]]] = [
    ("/sw.js", "worker", _worker, "GET"),
    ("/static/<path:name>", "static", _static, "GET"),
    ("/docs/<name>", "docs", _docs_file, "GET"),
]
"""The files that the pages are made of; no part of the contract."""
