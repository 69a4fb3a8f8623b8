"""The error handlers: every error becomes a problem document (RFC 9457)."""

import logging
from typing import Final

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound

from pung_chow_settlement.api.incoming import language
from pung_chow_settlement.api.responses import json_response
from pung_chow_settlement.domain.faults import SHOWN
from pung_chow_settlement.problems import BY_STATUS, PROBLEMS
from pung_chow_settlement.requests.refusals import Refused
from pung_chow_settlement.serializers.languages import JsonObject, to_json
from pung_chow_settlement.serializers.problem_documents import FAILED, failure, problem
from pung_chow_settlement.server.logs import SERVED

PROBLEM_JSON: Final = "application/problem+json"
UNAVAILABLE: Final = 503
RETRY_AFTER: Final = "5"
"""Seconds after which what is unavailable is best asked for again."""
_LOG = logging.getLogger("service")


def init_app(app: Flask) -> None:
    """Register the handlers."""
    app.register_error_handler(Refused, _on_refusal)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)


def _on_refusal(refusal: Refused) -> Response:
    served = SERVED.get()
    served.problem = refusal.code
    response = _problem(problem(refusal.code, refusal.detail, refusal.faults, served.id))
    if response.status_code == UNAVAILABLE:
        response.headers["Retry-After"] = RETRY_AFTER
    return response


def _http(error: HTTPException) -> Response:
    """Handle an HTTP error that Flask or Werkzeug raised."""
    if isinstance(error, MethodNotAllowed):
        allowed = sorted(error.valid_methods or ())  # the order of a set differs between processes
        response = _on_refusal(Refused("method-not-allowed", known=allowed))
        response.headers["Allow"] = ", ".join(allowed)
        return response
    if isinstance(error, NotFound):
        return _on_refusal(Refused("not-found", given=request.path[SHOWN]))
    code = BY_STATUS.get(error.code or 500, FAILED)
    return _on_refusal(Refused(code, detail=PROBLEMS[code].title))


def _unexpected(error: Exception) -> Response:
    _LOG.error("unforeseen", exc_info=error)
    served = SERVED.get()
    served.problem = FAILED
    return _problem(failure(served.id))


def _problem(body: JsonObject) -> Response:
    target = language()
    return json_response(to_json(body, target), target, body["status"], PROBLEM_JSON)
