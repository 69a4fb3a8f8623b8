"""The index, for clients that know only the address.

References are relative to the document, so that they work below a gateway's prefix too.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

import orjson
from flask import Blueprint, Response, current_app

from pung_chow_settlement.api.documents import fixed
from pung_chow_settlement.api.incoming import JSON
from pung_chow_settlement.api.parameters import query
from pung_chow_settlement.server.root import VERSION

TITLE: Final = "Pung Chow settlement"
_DESCRIBED: Final = (
    ("service-desc", "openapi.yaml", "application/yaml"),
    ("service-desc", "openapi.json", JSON),
    ("service-doc", "docs", "text/html"),
    ("status", "healthz", JSON),
)
"""Descriptions of the service: relation (RFC 8631), path, media type."""
LINKS: Final = ", ".join(f'<{path}>; rel="{rel}"; type="{kind}"' for rel, path, kind in _DESCRIBED)
"""The same as a `Link` header for documents at the root."""
_ENTRY: Final = "/v1"
_PARAMETER: Final = re.compile(r"<(?:\w+:)?(\w+)>")
blueprint = Blueprint("discovery", __name__)


@blueprint.get(_ENTRY, endpoint="getIndex")
def get_index() -> Response:
    """The index: the operations and the descriptions of the service."""
    query()
    links = [{"rel": rel, "href": path, "type": kind} for rel, path, kind in _DESCRIBED]
    index = {"title": TITLE, "version": VERSION, "links": links, "operations": [*_operations()]}
    return fixed(orjson.dumps(index), JSON, {"Link": LINKS})


def _operations() -> Iterator[Mapping[str, str]]:
    """The operations of the API, in the order of their paths."""
    for rule in sorted(current_app.url_map.iter_rules(), key=lambda rule: rule.rule):
        if rule.rule.startswith(f"{_ENTRY}/"):
            path = _PARAMETER.sub(r"{\1}", rule.rule[1:])
            for method in sorted((rule.methods or set()) & {"GET", "POST"}):
                yield {"operation": rule.endpoint.rpartition(".")[2], "method": method, "path": path}
