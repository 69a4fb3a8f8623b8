"""The log and the metrics have the rulebook of a request, also of a refused one."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement import create_app
from pung_chow_settlement.server import metrics
from pung_chow_settlement.server.settings import Settings
from tests.support.worked import WORKED_DEALS

Json = dict[str, Any]
DEAL: Json = WORKED_DEALS[0]
RULESET = DEAL["ruleset"]
OTHER = "pamphlet"
SCORE = {
    "ruleset": RULESET,
    "round_wind": "east",
    "seat": "east",
    "hand": DEAL["hands"]["east"],
    "win": DEAL["win"],
}
WAITING = {"ruleset": RULESET, "round_wind": "east", "seat": "south", "hand": DEAL["hands"]["south"]}
MAJORS = {"ruleset": "harr-1922-limit", "seat": "south", "hand": {"concealed": "123459m19p19s123z"}}
SHEET = {"ruleset": RULESET, "players": ["A", "B", "C", "D"], "entries": []}


def batch(*rulesets: str) -> Json:
    return {"deals": [{**DEAL, "ruleset": ruleset} for ruleset in rulesets]}


REQUESTS: list[tuple[str, str, Json, int, str]] = [
    ("/v1/settlements", "settleDeal", DEAL, 200, RULESET),
    ("/v1/scores", "scoreHand", SCORE, 200, RULESET),
    ("/v1/waits", "listWaits", WAITING, 200, RULESET),
    ("/v1/washed-tiles", "settleWashedTiles", MAJORS, 200, "harr-1922-limit"),
    ("/v1/false-mahjong", "settleFalseMahjong", {"ruleset": OTHER, "seat": "south", "hand_exposed": True}, 200, OTHER),
    ("/v1/scoresheets", "settleScoresheet", SHEET, 200, RULESET),
    ("/v1/settlements/batch", "settleBatch", batch(RULESET, RULESET), 200, RULESET),
    ("/v1/settlements/batch", "settleBatch", batch(RULESET, OTHER, RULESET), 200, "mixed"),
    ("/v1/settlements/batch", "settleBatch", batch("a", "b"), 200, ""),
    ("/v1/settlements", "settleDeal", {**DEAL, "winner": "west"}, 422, RULESET),
    ("/v1/scores", "scoreHand", {**SCORE, "hand": 7}, 422, RULESET),
    ("/v1/scoresheets", "settleScoresheet", {**SHEET, "entries": [7]}, 422, RULESET),
    ("/v1/settlements", "settleDeal", {**DEAL, "ruleset": "a-secret"}, 422, ""),
]


@pytest.fixture(scope="module")
def service() -> FlaskClient:
    return create_app(Settings()).test_client()


def counted(operation: str, status: int, ruleset: str) -> float:
    labels = {"operation": operation, "status": str(status), "ruleset": ruleset}
    return metrics.counted("service_requests_total", **labels)


@pytest.mark.parametrize(("path", "operation", "body", "status", "ruleset"), REQUESTS)
def test_log_and_metrics_have_the_rulebook_of_a_request(
    service: FlaskClient, lines: list[Json], path: str, operation: str, body: Json, status: int, ruleset: str
) -> None:
    before = counted(operation, status, ruleset)
    assert service.post(path, json=body).status_code == status
    assert counted(operation, status, ruleset) == before + 1
    assert [line["ruleset"] for line in lines] == [ruleset or None]
    assert counted(operation, status, "None") == 0
