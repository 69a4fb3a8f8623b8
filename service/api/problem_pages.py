"""The short page behind each problem's type and each fault's code, with an example.

The examples were answered by the service: `make examples` writes them, from requests for each code.
"""

import json
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from flask import Blueprint, Response

from service.api.parameters import query
from service.api.requests import language
from service.api.responses import fixed, spoken
from service.problems import PROBLEMS
from service.requests.refusals import Refused
from service.responses.answers import Answer
from service.responses.languages import translated
from service.texts import ENGLISH, Language, Sentence

ANSWERED: Final = "<code>{code}</code>, answered with status {status}."
WHERE: Final = (
    "The <code>detail</code> of the answer, and where the body was at fault its <code>errors</code>, "
    "say what was wrong and where."
)
FAULT: Final = (
    "<code>{code}</code>, a fault of a request: one of those that a problem lists. Its <code>pointer</code> or "
    "<code>parameter</code> tells where, its <code>parameters</code> and its <code>detail</code> what was wrong."
)
EXAMPLE: Final = "For example"
COUNTED: Final = ("invalid-request", "unknown-parameter")
"""Problems whose sentence is the number of their faults."""
_EXAMPLES: Final = Path(__file__).with_name("problem_examples.json")
blueprint = Blueprint("problems", __name__)


@blueprint.get("/problems/<code>", endpoint="getProblemPage")
def get_page(code: str) -> Response:
    """The page of a problem, or of a fault."""
    query()
    if code not in PROBLEMS and code not in _examples():
        raise Refused("not-found", sentence="problem", given=code[:40])
    return fixed(_page(code, language()), "text/html", spoken(language()))


@cache
def _examples() -> dict[str, dict[str, Any]]:
    """By code: the request as it is sent, and the answer; read when first asked for."""
    found: dict[str, dict[str, Any]] = json.loads(_EXAMPLES.read_text())
    return found


def _page(code: str, its: Language | None) -> str:
    tag, translate = (ENGLISH, str) if its is None else (its.tag, its.text)
    kind = PROBLEMS.get(code)
    title = escape(code if kind is None else translate(kind.title))
    said = [translate(FAULT).format(code=code)]
    if kind is not None:
        said = [translate(ANSWERED).format(code=code, status=kind.status), translate(WHERE)]
    text = "".join(f"<p>{each}</p>" for each in said)
    example = _example(its, translate(EXAMPLE), **_examples()[code]) if code in _examples() else ""
    return (
        f'<!doctype html><html lang="{tag}"><meta charset="utf-8"><title>{title}</title>'
        f"<h1>{title}</h1>{text}{example}</html>"
    )


def _example(its: Language | None, heading: str, request: str, answer: Answer) -> str:
    faults = [*answer.get("errors", ()), *answer.get("parameter_errors", ())]
    if answer["code"] in COUNTED:
        answer = {**answer, "detail": Sentence(answer["code"], {"number": len(faults)})}
    shown = json.dumps(translated(its, answer), indent=2, ensure_ascii=False)
    blocks = "".join(f"<pre>{escape(each)}</pre>" for each in (request, shown) if each)
    return f"<h2>{heading}</h2>{blocks}"
