"""A client of the service in process, without its log and the check against the contract, which other tests have."""

from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.ops.settings import from_environment


@pytest.fixture(scope="session")
def client() -> FlaskClient:
    """A client of the application."""
    return create_app(replace(from_environment(), log_requests=False)).test_client()
