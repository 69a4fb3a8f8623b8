import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.server import logs
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


class LogLines(list[dict[str, Any]]):
    """Collects the lines that are logged, in place of a channel's queue."""

    qsize = list.__len__

    def put(self, line: bytes) -> None:
        self.append(json.loads(line))


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The lines logged for requests in process."""
    collected, channel = LogLines(), logs.Channel(1)
    monkeypatch.setattr(channel, "queue", collected)
    monkeypatch.setattr(logs, "_channels", [channel])
    return collected
