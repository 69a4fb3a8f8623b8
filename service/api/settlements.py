"""Settling one deal, or many."""

from functools import partial
from typing import Any, Final
from wsgiref.types import WSGIEnvironment

from flask import Blueprint, Response, request
from werkzeug.http import parse_options_header

from service.api.parameters import flag, query
from service.api.posts import answer_many, answer_one
from service.api.requests import JSON, NDJSON, accepts, language, note
from service.api.responses import in_language
from service.api.streams import answer_lines
from service.usecases.batch import settle_batch, settle_one
from service.usecases.deals import settle

BATCH: Final = "/v1/settlements/batch"
blueprint = Blueprint("settlements", __name__)


@blueprint.post("/v1/settlements", endpoint="settleDeal")
def settle_deal() -> Response:
    """Score and settle a deal."""
    return answer_one(settle, **query({"counters": flag, "transfers": flag}))


def is_streamed(environ: WSGIEnvironment) -> bool:
    """Whether a request sends deals line by line."""
    return environ["PATH_INFO"] == BATCH and parse_options_header(environ.get("CONTENT_TYPE"))[0].lower() == NDJSON


@blueprint.post(BATCH, endpoint="settleBatch")
def settle_deals() -> Response:
    """Settle many deals, each by itself: a list of them, or lines without end."""
    query()
    if request.mimetype == NDJSON:
        return answer_lines(partial(settle_one, note=note, path=request.path))
    accepts(JSON)
    spoken, path = language(), request.path

    def respond(body: Any) -> Response:
        return in_language(spoken, settle_batch(body, note=note, path=path, language=spoken))

    return answer_many(respond)
