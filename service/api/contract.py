"""Serve the contract: openapi.yaml unchanged, as JSON, and as a page that can send requests."""

import re
from functools import cache
from pathlib import Path
from typing import Final

import flask_swagger_ui
import orjson
from flask import Blueprint, Response

from service.api.files import send
from service.api.incoming import JSON
from service.api.parameters import query
from service.api.responses import fixed
from service.ops.root import root_file
from service.requests.refusals import Refused
from service.rulebooks import SCHEMA

_TEXT: Final = root_file("openapi.yaml").read_bytes()
_VERSION: Final = re.compile(rb"^  version: (\S+)$", re.MULTILINE)
VERSION: Final = next(_VERSION.finditer(_TEXT))[1].decode()
"""The version of the contract: `info.version`."""
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
    return fixed(_TEXT, "application/yaml")


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
    import yaml

    return orjson.dumps(yaml.load(_TEXT, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))  # noqa: S506 - safe


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
