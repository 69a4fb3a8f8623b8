"""The scorekeeper, a page built from `web/`, with its files."""

from pathlib import Path
from posixpath import normpath
from typing import Final

from flask import Blueprint, Response
from werkzeug.exceptions import NotFound

from pung_chow_settlement.api.discovery import LINKS
from pung_chow_settlement.api.documents import AN_HOUR, send
from pung_chow_settlement.api.incoming import language
from pung_chow_settlement.api.parameters import query
from pung_chow_settlement.texts import ENGLISH

_FOLDER: Final = Path(__file__).parents[1] / "static"
_A_YEAR: Final = 365 * 24 * 3600
_WORKER_POLICY: Final = "default-src 'none'; script-src 'self'; connect-src 'self'"
blueprint = Blueprint("web", __name__)


@blueprint.get("/", endpoint="getScorekeeper")
def get_page() -> Response:
    """The page. Any query is accepted, since other sites add parameters to shared links (`?fbclid=...`).

    It names the file of the client's language along with its others: found by a script it would cost a round trip. So
    its head is for one client's cache alone. `Vary` would say less: Firefox's worker would not find the page it keeps.
    """
    response = send(_FOLDER, "index.html", max_age=0)
    response.headers["Link"] = ", ".join([LINKS, *_first()])
    response.cache_control.private = True
    return response


def _first() -> list[str]:
    """The link to what the first screen needs in the client's language; the build names the file."""
    target = language()
    files = _FOLDER.glob(f"assets/first-{ENGLISH if target is None else target.tag}-*.js")
    return [f'</static/assets/{file.name}>; rel="modulepreload"' for file in files]


@blueprint.get("/tiles.svg", endpoint="getTileSprite")
def get_tiles() -> Response:
    """The pictures of the tiles."""
    query()
    return send(_FOLDER, "tiles.svg")


@blueprint.get("/sw.js", endpoint="worker")
def get_worker() -> Response:
    """The service worker, which serves the page offline; it may fetch only the page's own files."""
    query()
    response = send(_FOLDER, "sw.js", max_age=0)
    response.headers["Content-Security-Policy"] = _WORKER_POLICY
    return response


@blueprint.get("/static/<path:name>", endpoint="static")
def get_file(name: str) -> Response:
    """A file of the page; built files have a hash in their name, so they never change.

    A file has one address: a name that is not normal (`assets/../icon.svg`) is none.
    """
    query()
    if normpath(name) != name:
        raise NotFound
    return send(_FOLDER, name, max_age=_A_YEAR if name.startswith("assets/") else AN_HOUR)
