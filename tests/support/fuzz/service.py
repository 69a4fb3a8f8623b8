"""The service in process, without access log."""

from dataclasses import replace
from functools import cache

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pung_chow_settlement import create_app
from pung_chow_settlement.server.settings import from_environment


@cache
def client() -> FlaskClient:
    """The client of the application; one for each process."""
    return create_app(replace(from_environment(), log_requests=False)).test_client()


def post(path: str, body: bytes, query: str = "") -> TestResponse:
    """Send a body and return the response."""
    return call("POST", path, query, body)


def call(method: str, path: str, query: str = "", body: bytes = b"") -> TestResponse:
    """Send any request and return the response."""
    return client().open(path, method=method, query_string=query, data=body, content_type="application/json")
