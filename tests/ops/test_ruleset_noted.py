"""The rulebook that a request names is noted while it is read: the log and the metrics have it, whatever the answer."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.ops import metrics
from service.ops.settings import Settings
from tests.conftest import worked

Json = dict[str, Any]
DEAL: Json = worked("deals")[0]["request"]
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


REQUESTS = {
    "a deal": ("/v1/settlements", "settleDeal", DEAL, 200, RULESET),
    "a hand": ("/v1/scores", "scoreHand", SCORE, 200, RULESET),
    "a waiting hand": ("/v1/waits", "waitForTiles", WAITING, 200, RULESET),
    "washed tiles": ("/v1/washed-tiles", "settleWashedTiles", MAJORS, 200, "harr-1922-limit"),
    "a wrong call": (
        "/v1/false-mahjong",
        "settleFalseMahjong",
        {"ruleset": OTHER, "seat": "south", "hand_exposed": True},
        200,
        OTHER,
    ),
    "a scoresheet": ("/v1/scoresheets", "keepScoresheet", SHEET, 200, RULESET),
    "a batch of one rulebook": ("/v1/settlements/batch", "settleBatch", batch(RULESET, RULESET), 200, RULESET),
    "a batch of several": ("/v1/settlements/batch", "settleBatch", batch(RULESET, OTHER, RULESET), 200, "mixed"),
    "a batch of strange ones": ("/v1/settlements/batch", "settleBatch", batch("a", "b"), 200, ""),
    "a refused deal": ("/v1/settlements", "settleDeal", {**DEAL, "winner": "west"}, 422, RULESET),
    "a refused hand": ("/v1/scores", "scoreHand", {**SCORE, "hand": 7}, 422, RULESET),
    "a refused scoresheet": ("/v1/scoresheets", "keepScoresheet", {**SHEET, "entries": [7]}, 422, RULESET),
    "a strange rulebook": ("/v1/settlements", "settleDeal", {**DEAL, "ruleset": "a-secret"}, 422, ""),
}


@pytest.fixture(scope="module")
def service() -> FlaskClient:
    return create_app(Settings()).test_client()


def counted(operation: str, status: int, ruleset: str) -> float:
    labels = {"operation": operation, "status": str(status), "ruleset": ruleset}
    return metrics.counted("service_requests_total", **labels)


@pytest.mark.parametrize(("path", "operation", "body", "status", "ruleset"), REQUESTS.values(), ids=REQUESTS)
def test_the_rulebook_is_noted_for_log_and_metrics(
    service: FlaskClient,
    lines: list[Json],
    path: str,
    operation: str,
    body: Json,
    status: int,
    ruleset: str,
) -> None:
    before = counted(operation, status, ruleset)

    assert service.post(path, json=body).status_code == status

    assert counted(operation, status, ruleset) == before + 1
    assert [line["ruleset"] for line in lines] == [ruleset or None]
    assert counted(operation, status, "None") == 0


def test_a_scoresheet_as_a_table_has_its_rulebook_too(service: FlaskClient) -> None:
    before = counted("keepScoresheetAsCsv", 200, RULESET)
    assert service.post("/v1/scoresheets/csv", json=SHEET).mimetype == "text/csv"
    assert counted("keepScoresheetAsCsv", 200, RULESET) == before + 1
