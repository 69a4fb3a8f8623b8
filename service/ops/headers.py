"""Headers that an answer carries whatever the application says: security and CORS."""

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

Headers = list[tuple[str, str]]

PAGE_POLICY = "; ".join(
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
DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
_SECURITY = [
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
]
_FOR_PAGES = [("Content-Security-Policy", PAGE_POLICY), *_SECURITY]
_FOR_DATA = [("Content-Security-Policy", DATA_POLICY), *_SECURITY]
_NAMES = frozenset(name.lower() for name, _ in _FOR_DATA)
_PREFLIGHT = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST"),
    ("Access-Control-Allow-Headers", "Accept, Content-Type, If-None-Match, X-Request-ID"),
    ("Access-Control-Max-Age", "7200"),
]
_EXPOSED = ("Access-Control-Expose-Headers", "API-Version, Content-Disposition, ETag, Retry-After, X-Request-ID")


def secure(headers: Headers) -> None:
    """Add the security headers that the application did not set itself."""
    present = {name.lower(): value for name, value in headers}
    added = _FOR_PAGES if present.get("content-type", "").startswith("text/html") else _FOR_DATA
    if not _NAMES.isdisjoint(present):
        added = [header for header in added if header[0].lower() not in present]
    headers += added


class Cors:
    """Lets pages of the listed origins call the service; a preflight request is answered here."""

    def __init__(self, app: WSGIApplication, origins: Iterable[str]) -> None:
        self.app = app
        self.origins = frozenset(origins)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:  # noqa: D102
        headers = cors(self.origins, environ.get("HTTP_ORIGIN", ""))
        if len(headers) > 1 and _is_preflight(environ):
            environ["service.operation"] = "preflight"
            start_response("204 No Content", headers + _PREFLIGHT)
            return []
        return self.app(environ, lambda status, own, exc=None: start_response(status, own + headers, exc))


def cors(origins: frozenset[str], origin: str) -> Headers:
    """The headers that let pages of the listed origins see an answer; none where no origin is listed."""
    if not origins:
        return []
    vary = ("Vary", "Origin")
    if not origin or not origins & {origin, "*"}:
        return [vary]
    return [vary, ("Access-Control-Allow-Origin", "*" if "*" in origins else origin), _EXPOSED]


def _is_preflight(environ: WSGIEnvironment) -> bool:
    return environ["REQUEST_METHOD"] == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
