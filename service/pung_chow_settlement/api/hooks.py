"""What is done for every request before its view, and for every response."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from random import getrandbits
from time import perf_counter
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, request
from flask_cors import CORS
from werkzeug.exceptions import ClientDisconnected
from werkzeug.exceptions import NotImplemented as NotImplementedCoding

from pung_chow_settlement.requests.refusals import Refused
from pung_chow_settlement.server import logs, metrics
from pung_chow_settlement.server.offload import LEFT, OVERLOADED
from pung_chow_settlement.server.root import VERSION
from pung_chow_settlement.server.settings import Settings

UNMATCHED: Final = "unmatched"
NOT_MODIFIED: Final = "304"
MAX_HEADER: Final = 1024
"""Most characters of a header that is parsed; browsers send about two hundred."""
PARSED: Final = (
    "Accept",
    "Accept-Encoding",
    "Accept-Language",
    "Access-Control-Request-Headers",
    "If-Modified-Since",
    "If-None-Match",
)
"""Headers that are parsed, in a time that grows with their length."""
CHUNKED: Final = "chunked"
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
MAX_PORT: Final = 65_535
_HOST: Final = re.compile(r"(?:[A-Za-z0-9._~-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::([0-9]{0,5}))?")
"""A name, an IPv4 address or an IPv6 address in brackets, and a port."""
_TRACE: Final = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}.*")
"""W3C's `traceparent`, with the id of the trace."""
_PARSED: Final = {"HTTP_" + name.upper().replace("-", "_"): name for name in PARSED}

PAGE_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
DATA_POLICY: Final = "default-src 'none'; frame-ancestors 'none'"
_VERSION: Final = [("API-Version", VERSION)]
_ALWAYS: Final = [
    *_VERSION,
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
]
_FOR_DATA: Final = [*_ALWAYS, ("Content-Security-Policy", DATA_POLICY)]
_FOR_PAGES: Final = [
    *_ALWAYS,
    ("Content-Security-Policy", PAGE_POLICY),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
]


def init_app(app: Flask, settings: Settings) -> None:
    """Register the hooks."""
    app.before_request(_begin)
    app.wsgi_app = Observed(app.wsgi_app, log=settings.log_requests)  # type: ignore[method-assign]
    if settings.cors_origins:
        app.after_request(_vary_by_origin)
        CORS(
            app,
            origins=list(_literal(settings.cors_origins)),
            methods=["GET", "HEAD", "POST"],
            allow_headers=[
                "Accept",
                "Authorization",
                "Content-Type",
                "If-None-Match",
                "X-Request-ID",
                "baggage",
                "sentry-trace",
                "traceparent",
                "tracestate",
            ],
            expose_headers=[
                "API-Version",
                "Content-Disposition",
                "Deprecation",
                "ETag",
                "Link",
                "Retry-After",
                "Sunset",
                "X-Request-ID",
            ],
            max_age=7200,
            send_wildcard=True,
            always_send=False,
            vary_header=False,  # `_vary_by_origin` does
            intercept_exceptions=False,  # `after_request` sees responses to errors too
        )


def _literal(origins: Iterable[str]) -> Iterable[str | re.Pattern[str]]:
    """The origins for Flask-CORS; IPv6 addresses escaped, since it takes text with brackets for a pattern."""
    return (re.compile(re.escape(origin) + r"\Z", re.IGNORECASE) if "[" in origin else origin for origin in origins)


def _begin() -> None:
    environ = request.environ
    if long := [name for name in environ.keys() & _PARSED.keys() if len(environ[name]) > MAX_HEADER]:
        _refuse(sorted(long))
    if not _is_host(environ.get("HTTP_HOST", "")):
        raise Refused("bad-request", sentence="host")
    if environ.get("HTTP_TRANSFER_ENCODING", CHUNKED).lower() != CHUNKED:
        raise NotImplementedCoding  # gunicorn decodes no other, but takes some for known
    if LEFT in environ:
        raise ClientDisconnected
    if OVERLOADED in environ:
        raise Refused("overloaded")


def _is_host(text: str) -> bool:
    """True if a text is a host and a port, or empty."""
    found = _HOST.fullmatch(text)
    return not text or (found is not None and int(found[1] or 0) <= MAX_PORT)


def _refuse(long: Sequence[str]) -> None:
    """Refuse headers that are too long. They are removed first, since the error response would parse them too."""
    for variable in long:
        del request.environ[variable]
    raise Refused("headers-too-large", name=_PARSED[long[0]], most=MAX_HEADER)


class Observed:
    """WSGI middleware: identifies each request, counts and logs it, and adds the headers of every response.

    A response is counted before it is sent, so that a client which has received it finds it counted. It gets its fixed
    headers here since Flask would check and copy each of them again.
    """

    def __init__(self, app: WSGIApplication, *, log: bool) -> None:
        self.app = app
        self.log = log

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        given = environ.get("HTTP_X_REQUEST_ID")
        request_id = given if given and _REQUEST_ID.fullmatch(given) else f"{getrandbits(64):016x}"
        served = logs.Served(request_id, perf_counter())
        logs.SERVED.set(served)

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            with suppress(Exception):  # a lost count or log line must not lose the response
                self._record(served, environ, int(status[:3]))
            logs.SERVED.set(logs.NOTHING)
            own = [*_headers_for(status, dict(headers)), ("X-Request-ID", request_id)]
            return start_response(status, headers + own, *error)

        return self.app(environ, start)

    def _record(self, served: logs.Served, environ: WSGIEnvironment, status: int) -> None:
        rule, seconds = request.url_rule, perf_counter() - served.started
        operation = UNMATCHED if rule is None else rule.endpoint.rpartition(".")[2]
        metrics.count(operation, status, served.ruleset or "", seconds, served.problem)
        if self.log:
            parent = environ.get("HTTP_TRACEPARENT")
            trace = parent and _TRACE.fullmatch(parent)
            logs.write_request(
                served,
                operation=operation,
                method=environ["REQUEST_METHOD"],
                path=request.path if rule is None else rule.rule,
                status=status,
                milliseconds=seconds * 1000,
                trace=trace[1] if trace else None,
            )


def _headers_for(status: str, headers: Mapping[str, str]) -> Sequence[tuple[str, str]]:
    """The headers with the version and for security that a response does not have."""
    if status.startswith(NOT_MODIFIED):  # new ones would replace those of the cached page
        return _VERSION
    if "Content-Security-Policy" in headers:
        return _ALWAYS
    return _FOR_PAGES if headers.get("Content-Type", "").startswith("text/html") else _FOR_DATA


def _vary_by_origin(response: Response) -> Response:
    """Add `Vary: Origin` for caches, which Flask-CORS does for some origins only."""
    response.vary.add("Origin")
    return response
