"""The application factory."""

import logging
import sys

from flask import Flask

from pung_chow_settlement.api import contract, discovery, errors, game, health, hooks, problem_pages, web
from pung_chow_settlement.api.incoming import RULEBOOKS
from pung_chow_settlement.operations import FORM
from pung_chow_settlement.requests.own_rulebooks import WrongRulebooks, rulebooks_of
from pung_chow_settlement.server.offload import Offload
from pung_chow_settlement.server.settings import Settings, from_environment

_LOG = logging.getLogger("service")
BLUEPRINTS = [each.blueprint for each in (game, contract, discovery, problem_pages, health, web)]
LONG_PATHS = (
    "/v1/settlements/batch",
    "/v1/scoresheets",
    "/v1/waits",
)
"""Paths whose requests run on a thread, since a small body may need much work."""
LONG_WORDS = (b"house_rules", b"\\u")
"""Bytes in a body that mark it as long: house rules can take fifty milliseconds; escapes could hide the word."""


def create_app(settings: Settings) -> Flask:
    """Return the application. Raises WrongRulebooks if the operator's own rulebooks cannot be used."""
    _LOG.info("The core runs as %s", FORM)
    app = Flask("pung_chow_settlement", static_folder=None)
    app.extensions[RULEBOOKS] = rulebooks_of(settings.rulebooks)
    app.config.update(
        MAX_CONTENT_LENGTH=settings.max_body,
        MAX_BODY_MANY=settings.max_body_many,
        MAX_DEPTH=settings.max_depth,
        PROVIDE_AUTOMATIC_OPTIONS=bool(settings.cors_origins),  # OPTIONS is for preflight requests only
    )
    app.url_map.merge_slashes = False
    app.url_map.converters["ruleset_id"] = game.RulesetId
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    errors.init_app(app)
    hooks.init_app(app, settings)
    app.wsgi_app = Offload(app.wsgi_app, settings, LONG_PATHS, LONG_WORDS)  # type: ignore[method-assign]
    return app


def served_app() -> Flask:
    """Return the application for gunicorn; wrong rulebooks end the start with a line of the log."""
    try:
        return create_app(from_environment())
    except WrongRulebooks as wrong:
        _LOG.critical("%s", wrong)
        sys.exit(1)
