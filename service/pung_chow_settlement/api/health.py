"""Health, for load balancers and probes."""

from flask import Blueprint, Response

from pung_chow_settlement.api.incoming import JSON
from pung_chow_settlement.api.parameters import query
from pung_chow_settlement.requests.refusals import Refused
from pung_chow_settlement.server import readiness

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz", endpoint="getHealth")
def get_health() -> Response:
    """Answer that the process is alive."""
    query()
    return Response('{"status":"ok"}', mimetype=JSON)


@blueprint.get("/readyz", endpoint="getReadiness")
def get_readiness() -> Response:
    """Answer whether the service takes new requests."""
    query()
    if not readiness.ready():
        raise Refused("not-ready")
    return Response('{"status":"ready"}', mimetype=JSON)
