"""Every case of tests/cases: a request and what its answer has; tests/support/cases.py has their form."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.cases import Case, at, cases_of, send, subjects, written
from tests.support.contract import CONTRACT
from tests.support.fuzz.bodies import WAYS

BY_ID = [(f"{subject}: {case['name']}", case) for subject in subjects() for case in cases_of(subject)]
CASES = [case for _, case in BY_ID]
EVERY_WAY = [pytest.param(case, id=name) for name, case in BY_ID if case.get("every_way")]
CODES = set(CONTRACT["components"]["schemas"]["FaultCode"]["x-extensible-enum"])


def faults(answer: Any, case: Case) -> list[str]:
    """The faults in words, their pointers below `under`."""
    return sorted(written(fault).removeprefix(case.get("under", "")).strip() for fault in answer["errors"])


def code(fault: str) -> str:
    """The code of a fault in words: its key up to the point."""
    return fault.partition(" (")[0].split()[-1].partition(".")[0]


def otherwise(answer: Any, pointer: str, expected: Any) -> Iterator[str]:
    """What stands at a pointer in place of the expected value."""
    value = at(answer, pointer)
    if value == expected or (value := written(value)) == expected:
        return
    if isinstance(value, list) and isinstance(expected, list):
        more, less = [each for each in value if each not in expected], [each for each in expected if each not in value]
        yield f"{pointer}: {more} in place of {less}" if more or less else f"{pointer}: the order is {value}"
    else:
        yield f"{pointer}: {value!r} in place of {expected!r}"


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in BY_ID])
def test_an_answer_has_what_its_case_says(client: FlaskClient, case: Case) -> None:
    response = send(client, case)
    answer = response.get_json()
    refused = {"faults", "fault"} & case.keys()
    assert response.status_code == case.get("status", 422 if refused else 200), written(answer.get("errors", answer))
    wrong = [line for pointer, value in case.get("expect", {}).items() for line in otherwise(answer, pointer, value)]
    assert not wrong, "\n".join(wrong)
    assert [pointer for pointer, part in case.get("has", {}).items() if part not in at(answer, pointer)] == []
    assert [pointer for pointer, part in case.get("lacks", {}).items() if part in at(answer, pointer)] == []
    if "faults" in case:
        assert faults(answer, case) == sorted(case["faults"])
    if "fault" in case:
        assert case["fault"] in faults(answer, case)


@pytest.mark.parametrize("case", EVERY_WAY)
def test_batch_file_and_sheet_have_the_faults_of_a_settlement(case: Case) -> None:
    expected = {(fault.split()[0], code(fault)) for fault in case["faults"]}
    on_a_sheet = {(pointer.replace("discarder", "discarding_player"), code) for pointer, code in expected}
    for way, ask in WAYS.items():
        assert set(ask([case["body"]])[0].faults) == (on_a_sheet if way == "scoresheet" else expected), way


def test_the_contract_names_the_code_of_every_fault() -> None:
    assert {code(fault) for case in CASES for fault in case.get("faults", [])} <= CODES
