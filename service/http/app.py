"""The application, put together."""

import logging
from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask, Request, Response, request
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import BaseConverter, MapAdapter

from service.http.contract import VERSION
from service.http.errors import tell_problems
from service.http.negotiation import Limits
from service.http.pages import FILES, PAGES
from service.http.routes import Route, routes
from service.ops import health
from service.ops.application import operate
from service.ops.settings import Settings
from service.reading.own_rulebooks import add_own
from service.usecases.core import FORM

_LOG = logging.getLogger("service")
LONG_PATHS = ("/v1/settlements/batch", "/v1/scoresheets", "/openapi.json")
"""Where even a small body may ask for more work than a worker's loop may do."""


class _NoSessions(SessionInterface):
    """One empty session for every request, never sent."""

    _empty = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:  # noqa: ARG002 - Flask's own signature
        return self._empty


class _RulebookId(BaseConverter):
    """An id of a rulebook in a path, and not the name of an operation that stands in its place by another method."""

    regex = "(?!resolve$)[^/]+"
    part_isolating = True


class _Application(Flask):
    """Flask as far as the service needs it, which is half of a request's time less than all of Flask.

    A path without a name in it is looked up, and its view asked without a request of Flask's; Flask answers where that
    fails and what else is asked. Its routing is by path only: hosts, a mount's prefix and `Upgrade` are not looked at,
    so no route may need a redirect (none ends in a slash). Every view is a plain function that returns a WSGI
    application. There are no sessions, no signals, and no functions to be called before or after a request.
    """

    session_interface = _NoSessions()

    def __init__(self) -> None:
        super().__init__("service", static_folder=None)
        self.fixed: dict[tuple[str, str], Route] = {}

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        route = self.fixed.get((environ["REQUEST_METHOD"], environ["PATH_INFO"]))
        if route is None:
            return super().wsgi_app(environ, start_response)
        environ["service.operation"], environ["service.path"] = route.operation_id, route.path
        try:
            answer = route.view(environ)
        except Exception as error:
            with self.request_context(environ):
                answer = self.handle_user_exception(error)  # type: ignore[assignment]
        return answer(environ, start_response)

    def answer(self, route: Route) -> None:
        """Answer what is asked by this route."""

        def view(**names: str) -> Response:
            return route.view(request.environ, **names)  # type: ignore[return-value]

        self.add_url_rule(route.path, route.operation_id, view, methods=[route.method], provide_automatic_options=False)
        if "<" not in route.path:
            self.fixed[route.method, route.path] = route

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        if request is None:
            return None
        return MapAdapter(self.url_map, "", "/", "", request.scheme, request.path, request.method)

    def full_dispatch_request(self) -> Response:
        try:
            return self.dispatch_request()  # type: ignore[return-value]
        except Exception as error:
            return self.handle_user_exception(error)  # type: ignore[return-value]

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func

    def do_teardown_request(self, exc: BaseException | None = None) -> None:
        pass

    def do_teardown_appcontext(self, exc: BaseException | None = None) -> None:
        pass


def create_app(settings: Settings) -> Flask:
    """The WSGI application: the operations, their errors, and the operator's layer around them."""
    _LOG.info("The core runs as %s", FORM)
    if settings.rulebooks:
        add_own(settings.rulebooks)
    limits = Limits(settings.max_body, settings.max_body_many, settings.max_depth)
    app = _Application()
    app.url_map.merge_slashes = False
    app.url_map.converters["rulebook_id"] = _RulebookId
    for route in routes(limits, health.ready):
        app.answer(route)
    for path, operation_id, view, method in (*PAGES, *FILES):
        app.add_url_rule(path, operation_id, view, methods=[method], provide_automatic_options=False)
    tell_problems(app)
    return operate(app, settings, headers=(("API-Version", VERSION),), long_paths=LONG_PATHS)
