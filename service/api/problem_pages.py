"""The short page behind each problem's type."""

from html import escape
from typing import Final

from flask import Blueprint, Response

from service.api.parameters import query
from service.api.requests import language
from service.api.responses import fixed, spoken
from service.problems import PROBLEMS
from service.requests.refusals import Refused
from service.texts import ENGLISH

ANSWERED: Final = "<code>{code}</code>, answered with status {status}."
WHERE: Final = (
    "The <code>detail</code> of the answer, and where the body was at fault its <code>errors</code>, "
    "say what was wrong and where."
)
blueprint = Blueprint("problems", __name__)


@blueprint.get("/problems/<code>", endpoint="getProblemPage")
def get_page(code: str) -> Response:
    """The page of a problem."""
    query()
    if code not in PROBLEMS:
        raise Refused("not-found", sentence="problem", given=code[:40])
    return fixed(_page(code), "text/html", spoken(language()))


def _page(code: str) -> str:
    its = language()
    tag, translate = (ENGLISH, str) if its is None else (its.tag, its.text)
    kind = PROBLEMS[code]
    title, answered = escape(translate(kind.title)), translate(ANSWERED).format(code=code, status=kind.status)
    return (
        f'<!doctype html><html lang="{tag}"><meta charset="utf-8"><title>{title}</title>'
        f"<h1>{title}</h1><p>{answered}</p><p>{translate(WHERE)}</p></html>"
    )
