"""The one way out for errors: every one becomes a problem document."""

import logging
from html import escape
from typing import Any, Final

import orjson
from flask import Flask, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from service.http.negotiation import language_of, spoken
from service.http.whole import NONE, Headers, Whole
from service.problems import BY_STATUS, PROBLEMS
from service.reading.refusals import Refused
from service.telling.languages import told_in
from service.telling.problems import document, failure
from service.texts import ENGLISH, Language

PROBLEM_JSON = "application/problem+json"
_LOG = logging.getLogger("service")


def tell_problems(app: Flask) -> None:
    """Answer every error of the application with a problem document."""
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unforeseen)


def _refused(refusal: Refused) -> Whole:
    return _problem(refusal)


def _http(error: HTTPException) -> Whole:
    """Flask's own refusals keep their headers, such as `Allow`."""
    if isinstance(error, MethodNotAllowed):
        error.valid_methods = sorted(error.valid_methods or ())  # a set, which each process would tell in another order
    code = BY_STATUS.get(error.code or 500, "internal-error")
    kept = {name: value for name, value in error.get_headers() if name.lower() != "content-type"}
    return _problem(Refused(code, PROBLEMS[code].title), kept)


def _unforeseen(error: Exception) -> Whole:
    _LOG.error("unforeseen", exc_info=error)
    return _answer(failure(request.environ.get("service.request_id"), request.path))


def _problem(refusal: Refused, headers: Headers = NONE) -> Whole:
    request_id = request.environ.get("service.request_id")
    return _answer(document(refusal.code, refusal.detail, refusal.faults, request_id, request.path), headers)


def _answer(problem: dict[str, Any], headers: Headers = NONE) -> Whole:
    language = language_of(request.environ)
    body = orjson.dumps(told_in(language, problem))
    return Whole(body, PROBLEM_JSON, problem["status"], {**spoken(language), **headers})


ANSWERED: Final = "<code>{code}</code>, answered with status {status}."
WHERE: Final = (
    "The <code>detail</code> of the answer, and where the body was at fault its <code>errors</code>, "
    "tell what was wrong and where."
)


def page(code: str, language: Language | None) -> str:
    """The short page behind a problem's type, in a language (None: English)."""
    tag, told = (ENGLISH, str) if language is None else (language.tag, language.text)
    kind = PROBLEMS[code]
    title, answered = escape(told(kind.title)), told(ANSWERED).format(code=code, status=kind.status)
    return (
        f'<!doctype html><html lang="{tag}"><meta charset="utf-8"><title>{title}</title>'
        f"<h1>{title}</h1><p>{answered}</p><p>{told(WHERE)}</p></html>"
    )
