"""Serve the contract: openapi.yaml unchanged, as JSON, and as a page that can send requests."""

from functools import cache
from pathlib import Path
from typing import Final

import flask_swagger_ui
import orjson
from flask import Blueprint, Response

from pung_chow_settlement.api.documents import fixed, send
from pung_chow_settlement.api.incoming import JSON
from pung_chow_settlement.api.parameters import query
from pung_chow_settlement.requests.refusals import Refused
from pung_chow_settlement.rulebooks import SCHEMA
from pung_chow_settlement.schemas.yaml_files import read_yaml
from pung_chow_settlement.server.root import CONTRACT

_PAGE: Final = Path(__file__).parent / "docs"
_SWAGGER_UI: Final = Path(flask_swagger_ui.__file__).parent / "dist"
_FILES: Final = {
    "start.js": _PAGE,
    "swagger-ui.css": _SWAGGER_UI,
    "swagger-ui-bundle.js": _SWAGGER_UI,
    "favicon-32x32.png": _SWAGGER_UI,
}
blueprint = Blueprint("contract", __name__)


@blueprint.get("/openapi.yaml", endpoint="getContractYaml")
def get_yaml() -> Response:
    """The contract, unchanged."""
    query()
    return fixed(CONTRACT, "application/yaml")


@blueprint.get("/openapi.json", endpoint="getContractJson")
def get_json() -> Response:
    """The contract as JSON."""
    query()
    return fixed(_as_json(), JSON)


@blueprint.get("/rulebook.schema.json", endpoint="getRulebookSchema")
def get_rulebook_schema() -> Response:
    """The JSON Schema of a rulebook's file."""
    query()
    return fixed(SCHEMA, "application/schema+json")


@cache
def _as_json() -> bytes:
    """The contract as JSON, parsed on first use, since it takes a quarter of the start-up time and eight megabytes."""
    return orjson.dumps(read_yaml(CONTRACT, most=len(CONTRACT)))  # a file of the service's own, so without a bound


@blueprint.get("/docs", endpoint="getDocs")
def get_docs() -> Response:
    """The page of the contract."""
    query()
    return send(_PAGE, "index.html", max_age=0)


@blueprint.get("/docs/<name>", endpoint="docs")
def get_docs_file(name: str) -> Response:
    """A file of that page."""
    query()
    if name not in _FILES:
        raise Refused("not-found", sentence="file")
    return send(_FILES[name], name)
