"""Shared fixtures and data: clients that validate every response, and named requests."""

import logging
from typing import Any

import pytest
from coverage import Coverage
from flask.testing import FlaskClient
from hypothesis import settings
from werkzeug.test import TestResponse

from pung_chow_settlement import create_app
from pung_chow_settlement.operations import FORM
from tests.support import contract
from tests.support.cases import cases_of

settings.register_profile("patient", deadline=None)  # a busy machine takes longer
settings.load_profile("patient")
NOT_TRACED = pytest.mark.skipif(Coverage.current() is not None, reason="tracing multiplies the time")
NOT_COMPILED = pytest.mark.skipif(
    FORM != "plain Python",
    reason="compiled functions are called directly, take no stand-in for a record, have no name and "
    "keep their constants",
)
ALL_BOOKS = ["harr-1922", "harr-1922-limit", "harr-1923", "harr-1923-limit", "pamphlet"]
"""The first five rulebooks, of the 1920s."""
LIMIT_BOOKS = ["harr-1922-limit", "harr-1923-limit"]


def request_named(name: str) -> dict[str, Any]:
    """A request of tests/cases/requests.yaml by its name."""
    return next(case["body"] for case in cases_of("requests") if case["name"] == name)


class _FailOnMisfit(logging.Handler):
    """Fails the test if a text does not fit its facts; the service itself only logs an error."""

    def emit(self, record: logging.LogRecord) -> None:
        raise AssertionError(record.getMessage())


logging.getLogger("pung_chow_settlement.texts").addHandler(_FailOnMisfit())


class ValidatingClient(FlaskClient):
    """A client that validates each response against openapi.yaml."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        contract.check(response)
        return response


@pytest.fixture(scope="session")
def client() -> FlaskClient:
    """A client of the application, in process."""
    app = create_app()
    app.test_client_class = ValidatingClient
    return app.test_client()


@pytest.fixture(scope="session")
def client_unchecked() -> FlaskClient:
    """A client of the application, in process, without validation, for many or long responses."""
    return create_app().test_client()
