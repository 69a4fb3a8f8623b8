"""Settling one deal, or many."""

from functools import partial
from typing import Any, Final

from flask import Blueprint, Response, request

from service.api.parameters import flag, query
from service.api.requests import language, note
from service.api.responses import answer_many, answer_one, in_language, media_type_of
from service.api.streams import answer_lines
from service.usecases.batch import settle_batch, settle_one
from service.usecases.deals import settle

LINES: Final = "/v1/settlements/lines"
blueprint = Blueprint("settlements", __name__)


@blueprint.post("/v1/settlements", endpoint="settleDeal")
def settle_deal() -> Response:
    """Score and settle a deal."""
    return answer_one(settle, **query({"counters": flag, "transfers": flag, "explain": flag, "items": flag}))


@blueprint.post("/v1/settlements/batch", endpoint="settleBatch")
def settle_deals() -> Response:
    """Settle many deals, each independently."""
    given = query({"items": flag})
    media_type = media_type_of(given)
    target, path = language(), request.path

    def respond(body: Any) -> Response:
        results = settle_batch(body, note=note, path=path, language=target, **given)
        return in_language(target, results, media_type=media_type)

    return answer_many(respond)


@blueprint.post(LINES, endpoint="settleLines")
def settle_lines() -> Response:
    """Settle a stream of deals, line by line."""
    given = query({"items": flag})
    return answer_lines(partial(settle_one, note=note, path=request.path, **given))
