import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.server.logs import JsonLines
from tests.server.small_app import create_app
from tests.support.server import Server, running


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Two workers with the small application, for tests that do not stop them."""
    with running(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture
def client() -> FlaskClient:
    return create_app().test_client()


class LogLines(logging.Handler):
    """Collects the lines that are logged."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[dict[str, Any]] = []
        self.setFormatter(JsonLines("message"))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(json.loads(self.format(record)))


@pytest.fixture
def lines() -> Iterator[list[dict[str, Any]]]:
    """The lines logged for requests in process."""
    collected, logger = LogLines(), logging.getLogger("request")
    logger.addHandler(collected)
    yield collected.lines
    logger.removeHandler(collected)
