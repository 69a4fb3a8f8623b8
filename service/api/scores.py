"""Scoring one hand."""

from flask import Blueprint, Response

from service.api.parameters import flag, query
from service.api.responses import answer_one
from service.usecases.deals import score

blueprint = Blueprint("scores", __name__)


@blueprint.post("/v1/scores", endpoint="scoreHand")
def score_hand() -> Response:
    """Score one hand."""
    return answer_one(score, **query({"explain": flag, "items": flag}))
