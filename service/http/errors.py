"""The one way out for errors: every one becomes a problem document."""

import logging
from html import escape
from typing import Any

import orjson
from flask import Flask, request
from werkzeug.exceptions import HTTPException

from service.http.whole import Headers, Whole
from service.problems import BY_STATUS, PROBLEMS
from service.reading.refusals import Refused
from service.telling.problems import document, failure

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
    code = BY_STATUS.get(error.code or 500, "internal-error")
    kept = tuple((name, value) for name, value in error.get_headers() if name.lower() != "content-type")
    return _problem(Refused(code, PROBLEMS[code].title), kept)


def _unforeseen(error: Exception) -> Whole:
    _LOG.error("unforeseen", exc_info=error)
    return _answer(failure(request.environ.get("service.request_id"), request.path))


def _problem(refusal: Refused, headers: Headers = ()) -> Whole:
    request_id = request.environ.get("service.request_id")
    return _answer(document(refusal.code, refusal.detail, refusal.faults, request_id, request.path), headers)


def _answer(problem: dict[str, Any], headers: Headers = ()) -> Whole:
    return Whole(orjson.dumps(problem), PROBLEM_JSON, problem["status"], headers)


def page(code: str) -> str:
    """The short page behind a problem's type."""
    kind = PROBLEMS[code]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(kind.title)}</title>'
        f"<h1>{escape(kind.title)}</h1><p><code>{code}</code>, answered with status {kind.status}.</p>"
        "<p>The <code>detail</code> of the answer, and where the body was at fault its <code>errors</code>, "
        "tell what was wrong and where.</p></html>"
    )
