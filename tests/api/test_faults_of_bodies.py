"""Faults of form and of the game are the same in a settlement, a batch, a file and a scoresheet."""

import json

import pytest

from support.contract import CONTRACT
from support.fuzz import bodies
from support.fuzz.bodies import Json
from tests.conftest import DATA

CASES: list[Json] = json.loads((DATA / "faults_of_bodies.json").read_text())["cases"]
CODES = set(CONTRACT["components"]["schemas"]["FaultCode"]["x-extensible-enum"])


def expected(case: Json) -> set[tuple[str, str]]:
    return {(pointer, code) for pointer, code in case["faults"]}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_has_these_faults_and_no_other(case: Json) -> None:
    answer = bodies.ask(case["path"], case["body"])
    assert (answer.status, set(answer.faults)) == (422, expected(case))


def test_the_contract_names_every_code() -> None:
    deals = json.loads((DATA / "faults_of_deals.json").read_text())["cases"]
    assert {code for case in (*CASES, *deals) for _, code in case["faults"]} <= CODES


@pytest.mark.parametrize("case", [case for case in CASES if case.get("every_way")], ids=lambda case: case["id"])
def test_batch_file_and_sheet_have_the_faults_of_a_settlement(case: Json) -> None:
    on_a_sheet = {(pointer.replace("discarder", "discarding_player"), code) for pointer, code in expected(case)}
    for way, ask in bodies.WAYS.items():
        assert set(ask([case["body"]])[0].faults) == (on_a_sheet if way == "scoresheet" else expected(case)), way
