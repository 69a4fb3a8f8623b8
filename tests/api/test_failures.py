"""A failure at one of many deals does not affect the others: in a batch, a scoresheet and a file."""

import copy
import importlib
import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.operations.files import answer_file
from tests.conftest import NOT_COMPILED
from tests.support.sessions import Json, SessionModel, as_entry
from tests.support.worked import WORKED_DEALS

LONGEST = 65_536
FUNCTIONS = [
    pytest.param("pung_chow_settlement.domain.legality.legal_deal", "_faults_of", marks=NOT_COMPILED),
    ("pung_chow_settlement.domain.pipeline", "settle"),
    ("pung_chow_settlement.domain.pipeline", "score_winner"),
]
"""Functions that check, settle and score a deal, each called once for each deal."""
FUNCTION = pytest.mark.parametrize(("module", "name"), FUNCTIONS, ids=["_faults_of", "settle", "score_winner"])
ERROR = pytest.mark.parametrize("error", [MemoryError, RecursionError, KeyError], ids=lambda error: error.__name__)


@contextmanager
def failing(module: str, name: str, error: type[Exception], at: int) -> Iterator[None]:
    """Make a function raise an error at the call with this number."""
    real, calls = getattr(importlib.import_module(module), name), 0

    def faulty(*args: Any, **kwargs: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == at:
            raise error
        return real(*args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"{module}.{name}", faulty)
        yield


def worked_deals() -> list[Json]:
    return [{**deal, "id": f"deal {number}"} for number, deal in enumerate(WORKED_DEALS, 1)]


def failures_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The failures in the service's log, without the lines of requests."""
    return [record.getMessage() for record in caplog.records if record.name == "service"]


def is_a_failure(problem: Json) -> bool:
    return (problem["code"], problem["status"]) == ("internal-error", 500)


@FUNCTION
@ERROR
@pytest.mark.parametrize("at", [1, 2, 4])
def test_a_failure_in_a_batch_leaves_only_its_deal_unsettled(
    client: FlaskClient, caplog: pytest.LogCaptureFixture, module: str, name: str, error: type[Exception], at: int
) -> None:
    batch = {"deals": worked_deals()[:4]}
    expected = client.post("/v1/settlements/batch", json=batch).get_json()["results"]
    with failing(module, name, error, at), caplog.at_level(logging.ERROR):
        response = client.post("/v1/settlements/batch", json=batch)
    assert response.status_code == 200
    results = response.get_json()["results"]
    failed = results.pop(at - 1)
    del expected[at - 1]
    assert results == expected
    assert (failed["id"], failed["outcome"], is_a_failure(failed["problem"])) == (f"deal {at}", "failed", True)
    assert failures_in(caplog) == [f"failed at deal {at} of a batch"]
    assert any(record.exc_info for record in caplog.records if record.name == "service")


def sheet_with_correction() -> Json:
    table = SessionModel(4)
    won = [deal for deal in worked_deals() if deal["ruleset"] == "harr-1923" and deal["winner"] == "east"]
    entries = [as_entry(deal, table) | {"id": f"deal {number}"} for number, deal in enumerate((won * 3)[:3], 1)]
    corrected = {"type": "correction", "amounts": [-20, 20, 0, 0], "reason": "counted twice"}
    return {"ruleset": "harr-1923", "players": ["A", "B", "C", "D"], "entries": [*entries, corrected]}


@FUNCTION
@ERROR
@pytest.mark.parametrize("at", [1, 2, 3])
def test_a_failure_in_a_sheet_leaves_its_entry_out_of_the_totals(
    client: FlaskClient, caplog: pytest.LogCaptureFixture, module: str, name: str, error: type[Exception], at: int
) -> None:
    sheet = sheet_with_correction()
    expected = client.post("/v1/scoresheets", json=sheet).get_json()
    assert expected["unsettled"] == []
    with failing(module, name, error, at), caplog.at_level(logging.ERROR):
        response = client.post("/v1/scoresheets", json=sheet)
    assert response.status_code == 200
    settled = response.get_json()
    assert settled["unsettled"] == [at]
    failed = settled["entries"][at - 1]
    assert is_a_failure(failed["problem"])
    assert (failed["number"], failed["type"], failed["net"]) == (at, "deal", [0, 0, 0, 0])
    for result, alone in zip(settled["entries"], expected["entries"], strict=True):
        if result["number"] != at:
            assert {**result, "totals": None} == {**alone, "totals": None}
    lost = expected["entries"][at - 1]["net"]
    totals = [total - less for total, less in zip(expected["entries"][-1]["totals"], lost, strict=True)]
    assert settled["entries"][-1]["totals"] == totals
    assert settled["next_deal"] == expected["next_deal"], "who is East follows from who won"
    assert failures_in(caplog) == [f"failed at entry {at} of a scoresheet"]


@NOT_COMPILED
def test_a_failure_does_not_hide_the_faults_of_other_entries(client: FlaskClient) -> None:
    sheet = sheet_with_correction()
    sheet["entries"][2] = copy.deepcopy(sheet["entries"][2])
    sheet["entries"][2]["win"]["tile"] = "7z"
    with failing("pung_chow_settlement.domain.legality.legal_deal", "_faults_of", RecursionError, 1):
        response = client.post("/v1/scoresheets", json=sheet)
    assert response.status_code == 422
    assert [error["pointer"] for error in response.get_json()["errors"]] == ["/entries/2/win/tile"]


@ERROR
@pytest.mark.parametrize(
    ("module", "name", "at"),
    [
        pytest.param("requests.read_scoresheet", "rulebook_that_scores", 2, marks=NOT_COMPILED),
        pytest.param("serializers.sheets", "new_rules", 1, marks=NOT_COMPILED),
    ],
    ids=["applied", "serialized"],
)
def test_a_failure_at_new_rules_ends_the_sheet_so_that_no_deal_is_settled_by_old_ones(
    client: FlaskClient, caplog: pytest.LogCaptureFixture, module: str, name: str, at: int, error: type[Exception]
) -> None:
    limit_of_100 = {"type": "house-rules", "house_rules": {"options": {"limit": {"default_integer": 100}}}}
    hands = [{"counted": {"limit_hand": True}}, *[{"counted": {"score": 0}}] * 3]
    deal = {"type": "deal", "winning_player": 0, "win": {"source": "wall"}, "hands": hands}
    sheet = {"ruleset": "millington", "players": ["A", "B", "C", "D"], "entries": [deal, limit_of_100, deal]}
    assert client.post("/v1/scoresheets", json=sheet).get_json()["entries"][2]["net"][0] == 600
    with failing(f"pung_chow_settlement.{module}", name, error, at), caplog.at_level(logging.ERROR):
        response = client.post("/v1/scoresheets", json=sheet)
    assert response.status_code == 422
    assert [(each["pointer"], each["code"]) for each in response.get_json()["errors"]] == [
        ("/entries/1", "rules-failed")
    ]
    assert failures_in(caplog) == ["failed at entry 2 of a scoresheet"]


@FUNCTION
@ERROR
def test_a_failure_in_a_file_leaves_only_its_line_unsettled(
    caplog: pytest.LogCaptureFixture, module: str, name: str, error: type[Exception]
) -> None:
    lines = b"".join(json.dumps(deal).encode() + b"\n" for deal in worked_deals()[:3])
    (expected,) = answer_file(io.BytesIO(lines), LONGEST)
    with failing(module, name, error, 2), caplog.at_level(logging.ERROR):
        (results,) = answer_file(io.BytesIO(lines), LONGEST)
    whole, failed = expected.text.splitlines(), results.text.splitlines()
    assert [failed[0], failed[2]] == [whole[0], whole[2]]
    result = json.loads(failed[1])
    assert (result["line"], result["id"], result["outcome"], is_a_failure(result["problem"])) == (
        2,
        "deal 2",
        "failed",
        True,
    )
    assert (results.settled, results.refused) == (2, (2,))
    assert failures_in(caplog) == ["failed at line 2"]


@NOT_COMPILED
def test_a_memory_error_while_parsing_fails_only_its_line() -> None:
    lines = b'{"ruleset": 1}\n' * 3
    with failing("pung_chow_settlement.requests.bodies", "parse", MemoryError, 2):
        (results,) = answer_file(io.BytesIO(lines), LONGEST)
    assert [json.loads(line)["outcome"] for line in results.text.splitlines()] == ["refused", "failed", "refused"]


@FUNCTION
@ERROR
def test_a_failed_request_has_a_problem_response_and_the_next_one_succeeds(
    client: FlaskClient, module: str, name: str, error: type[Exception]
) -> None:
    deal = WORKED_DEALS[0]
    with failing(module, name, error, 1):
        first, second = (client.post("/v1/settlements", json=deal) for _ in range(2))
    assert (first.status_code, is_a_failure(first.get_json())) == (500, True)
    assert second.status_code == 200
