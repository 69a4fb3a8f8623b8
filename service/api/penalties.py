"""Settling deals that end without a winner: washed tiles and a false call of Mah-Jong."""

from flask import Blueprint, Response

from service.api.parameters import flag, query
from service.api.responses import answer_one
from service.usecases.penalties import call_falsely, wash_tiles

blueprint = Blueprint("penalties", __name__)


@blueprint.post("/v1/washed-tiles", endpoint="settleWashedTiles")
def settle_washed_tiles() -> Response:
    """Settle a deal that a player's washed tiles ended."""
    return answer_one(wash_tiles, **query({"counters": flag, "transfers": flag}))


@blueprint.post("/v1/false-mahjong", endpoint="settleFalseMahjong")
def settle_false_mahjong() -> Response:
    """Settle a deal that false calls of Mah-Jong ended."""
    return answer_one(call_falsely, **query({"counters": flag, "transfers": flag}))
