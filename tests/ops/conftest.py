from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

import service
from tests.ops.server import Server, running
from tests.ops.small_app import create_app


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Two workers with the small application, shared by the tests that do not stop them."""
    limits = {"REQUEST_TIMEOUT": "1", "CORS_ORIGINS": "https://table.example, https://other.example"}
    with running(tmp_path_factory.mktemp("server"), **limits) as started:
        yield started


@pytest.fixture
def client() -> FlaskClient:
    return create_app().test_client()


@pytest.fixture(scope="session")
def client_of_service() -> FlaskClient:
    """The service in process, its request lines off."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LOG_REQUESTS", "false")
        return service.create_app().test_client()
