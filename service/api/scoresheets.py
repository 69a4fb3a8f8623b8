"""Settling a whole sitting, as JSON or as a table (CSV)."""

from typing import Any

from flask import Blueprint, Response, request

from service.api.parameters import flag, number, query
from service.api.requests import accepts, language, note
from service.api.responses import answer_many, in_language, media_type_of
from service.requests.schemas import MOST_ENTRIES
from service.usecases.scoresheets import keep_scoresheet, keep_scoresheet_as_csv

CSV = "text/csv"
blueprint = Blueprint("scoresheets", __name__)


@blueprint.post("/v1/scoresheets", endpoint="keepScoresheet")
def keep() -> Response:
    """Settle a sitting."""
    given = query({"counters": flag, "from": number(1, MOST_ENTRIES + 1), "items": flag})
    media_type = media_type_of(given)
    options = {("first" if name == "from" else name): value for name, value in given.items()}
    path, target = request.path, language()

    def respond(body: Any) -> Response:
        sheet = keep_scoresheet(body, note=note, path=path, language=target, **options)
        return in_language(target, sheet, media_type=media_type)

    return answer_many(respond)


@blueprint.post("/v1/scoresheets/csv", endpoint="keepScoresheetAsCsv")
def keep_as_csv() -> Response:
    """Settle a sitting, as a table."""
    query()
    accepts(CSV)
    return answer_many(lambda body: Response(keep_scoresheet_as_csv(body, note=note), mimetype=CSV))
