"""The application, put together."""

from flask import Flask

from service.api.contract import VERSION
from service.api.errors import tell_problems
from service.api.pages import FILES, PAGES
from service.api.routes import ROUTES
from service.ops.application import operate


def create_app() -> Flask:
    """The WSGI application: the operations, their errors, and the operator's layer around them."""
    app = Flask("service", static_folder=None)
    app.url_map.merge_slashes = False
    for path, operation_id, view, method in (*ROUTES, *PAGES, *FILES):
        app.add_url_rule(path, operation_id, view, methods=[method], provide_automatic_options=False)
    tell_problems(app)
    return operate(app, headers=(("API-Version", VERSION),))
