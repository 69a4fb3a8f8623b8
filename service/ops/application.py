"""The one WSGI layer around the application: request id, headers, the log line and the metrics of each request."""

import re
from collections.abc import Iterable
from contextlib import suppress
from random import getrandbits
from time import perf_counter
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask

from service.ops import logs, metrics
from service.ops.headers import Cors, secure
from service.ops.offload import Offload
from service.ops.settings import Settings, from_environment

UNMATCHED = "unmatched"
NOT_MODIFIED = 304
Headers = Iterable[tuple[str, str]]
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


def operate(
    app: Flask, settings: Settings | None = None, headers: Headers = (), long_paths: Iterable[str] = ()
) -> Flask:
    """Put the operator's layer around a Flask application and return it; the settings default to the environment's.

    Every answer carries the headers that are given. What may take long even where the request is small stands at the
    long paths: the worker's loop leaves it to a thread.
    """
    settings = settings or from_environment()
    inner: WSGIApplication = Offload(app.wsgi_app, settings, long_paths)
    inner = Cors(inner, settings.cors_origins) if settings.cors_origins else inner
    app.wsgi_app = Observed(inner, settings, headers)  # type: ignore[method-assign]
    return app


class Observed:
    """Gives every request an id and every answer its headers; logs and counts it once it is made."""

    def __init__(self, app: WSGIApplication, settings: Settings, headers: Headers) -> None:
        self.app = app
        self.headers = headers
        self.log_requests = settings.log_requests

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:  # noqa: D102
        started = perf_counter()
        request_id = environ["service.request_id"] = request_id_for(environ.get("HTTP_X_REQUEST_ID", ""))
        code = 500

        def start(status: str, headers: list[tuple[str, str]], exc: object = None) -> object:
            nonlocal code
            code = int(status[:3])
            _name_operation(environ)
            if code != NOT_MODIFIED:  # its headers would replace those of the page that the browser has kept
                secure(headers)
            headers.extend(self.headers)
            headers.append(("X-Request-ID", request_id))
            return start_response(status, headers, exc)  # type: ignore[arg-type]

        answering = logs.REQUEST_ID.set(request_id)
        try:
            body = self.app(environ, start)  # type: ignore[arg-type]
        finally:
            logs.REQUEST_ID.reset(answering)
        self.record(environ, code, perf_counter() - started)
        return body

    def record(self, environ: WSGIEnvironment, status: int, seconds: float) -> None:
        """Count and log an answer; counted before it is sent, so that a client who has it finds it counted."""
        operation = environ.setdefault("service.operation", UNMATCHED)
        with suppress(Exception):  # a count or a line that is lost costs no answer
            metrics.count(operation, status, environ.get("service.ruleset", ""), seconds)
        with suppress(Exception):
            if self.log_requests:
                logs.write_request(environ, status, seconds * 1000)


def _name_operation(environ: WSGIEnvironment) -> None:
    """Note the operation and its path: Flask's request is in the environ until the answer has started."""
    rule = getattr(environ.get("werkzeug.request"), "url_rule", None)
    if rule is not None:
        environ["service.path"] = rule.rule
        environ.setdefault("service.operation", rule.endpoint)


def request_id_for(given: str) -> str:
    """The client's own id where it is safe to repeat in headers and logs, else a new one."""
    return given if given and _ID.fullmatch(given) else f"{getrandbits(64):016x}"
