"""`create_app` takes settings; the environment is not read at import."""

from typing import Any

import pytest

from pung_chow_settlement import create_app
from pung_chow_settlement.server.settings import Settings
from tests.support.worked import WORKED_DEALS

DEAL = WORKED_DEALS[0]
PATHS: list[tuple[str, Any]] = [("/v1/settlements", DEAL), ("/v1/settlements/batch", {"deals": [DEAL]})]


def statuses(settings: Settings | None = None) -> list[int]:
    client = create_app(settings).test_client()
    return [client.post(path, json=body).status_code for path, body in PATHS]


def test_two_applications_have_separate_settings() -> None:
    assert statuses(Settings()) == [200, 200]
    assert statuses(Settings(max_body=100)) == [413, 200]
    assert statuses(Settings(max_body_many=100)) == [200, 413]
    assert statuses(Settings(max_depth=4)) == [200, 400]


def test_without_settings_the_environment_is_read_at_creation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert statuses() == [200, 200]
    monkeypatch.setenv("MAX_BODY", "100")
    assert statuses() == [413, 200]
