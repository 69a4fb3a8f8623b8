"""Find what a hand waits for."""

from flask import Blueprint, Response

from service.api.parameters import query
from service.api.responses import answer_one
from service.usecases.waits import wait

blueprint = Blueprint("waits", __name__)


@blueprint.post("/v1/waits", endpoint="waitForTiles")
def wait_for_tiles() -> Response:
    """List each tile that completes a hand."""
    return answer_one(wait, **query())
