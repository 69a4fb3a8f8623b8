"""The application, put together."""

import logging

from flask import Flask, Request
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter

from service.http.contract import VERSION
from service.http.errors import tell_problems
from service.http.negotiation import Limits
from service.http.packing import pack_answers
from service.http.pages import FILES, PAGES
from service.http.routes import routes
from service.ops import health
from service.ops.application import operate
from service.ops.settings import Settings
from service.reading.own_rulebooks import add_own
from service.usecases.core import FORM

_LOG = logging.getLogger("service")
LONG_PATHS = ("/v1/settlements/batch", "/v1/scoresheets")
"""Where even a small body may ask for more work than a worker's loop may do."""


class _NoSessions(SessionInterface):
    """One empty session for every request, never sent."""

    _empty = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:  # noqa: ARG002 - Flask's own signature
        return self._empty


class _Application(Flask):
    """Flask without sessions, and routing by path only: a tenth of a request's time.

    Hosts, a mount's prefix and `Upgrade` are not looked at, so no route may need a redirect (none ends in a slash).
    """

    session_interface = _NoSessions()

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        if request is None:
            return None
        return MapAdapter(self.url_map, "", "/", "", request.scheme, request.path, request.method)


def create_app(settings: Settings) -> Flask:
    """The WSGI application: the operations, their errors, and the operator's layer around them."""
    _LOG.info("The core runs as %s", FORM)
    if settings.rulebooks:
        add_own(settings.rulebooks)
    limits = Limits(settings.max_body, settings.max_body_many, settings.max_depth)
    app = _Application("service", static_folder=None)
    app.url_map.merge_slashes = False
    for path, operation_id, view, method in (*routes(limits, health.ready), *PAGES, *FILES):
        app.add_url_rule(path, operation_id, view, methods=[method], provide_automatic_options=False)
    tell_problems(app)
    pack_answers(app)
    return operate(app, settings, headers=(("API-Version", VERSION),), long_paths=LONG_PATHS)
