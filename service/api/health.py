"""Health, for load balancers and probes."""

from flask import Blueprint, Response

from service.api.incoming import JSON
from service.api.parameters import query
from service.ops import health
from service.requests.refusals import Refused

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
    if not health.ready():
        raise Refused("not-ready")
    return Response('{"status":"ready"}', mimetype=JSON)
