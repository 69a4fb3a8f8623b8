"""Some of the million bodies, and what the fuzzers would say of a service that fails."""

import copy
from typing import Any

import pytest

from tests.amounts import amount
from tests.conftest import worked
from tests.fuzz import bodies, million, service
from tests.fuzz.bodies import Answer
from tests.fuzz.corpus import as_input, few_that_reach_all, path_and_body, wrong_answer
from tests.fuzz.held import wrong_with
from tests.fuzz.service import Told

LEGAL = worked("deals")[0]["request"]
FIVE_ALIKE = {**LEGAL, "hands": {**LEGAL["hands"], "east": {"concealed": "22555558m", "exposed": ["1111m", "999m"]}}}
AMOUNT = amount(1500, 3000)


def test_bodies_of_every_kind_are_answered_as_the_contract_and_the_judge_say() -> None:
    outcome = million.run("a few thousand", AMOUNT, validate_one_in=10)
    assert not outcome.failures
    assert not outcome.unpromised
    assert not outcome.disagreements
    assert outcome.statuses.total() == AMOUNT
    assert {name.rpartition(" ")[0] for name in outcome.statuses} == {
        *bodies.ALL,
        bodies.CSV,
        bodies.RESOLVE,
        "a question GET",
        "a question HEAD",
    }
    assert {
        f"{kind}{of}"
        for kind in ("legal", "one tile wrong", "a member changed", "bytes damaged", "noise")
        for of in ("", ", a living book", ", house rules")
    } <= set(outcome.kinds)
    assert outcome.judged > AMOUNT / 20
    assert outcome.validated > AMOUNT / 20


def refused(*faults: tuple[str, str]) -> Answer:
    return Answer(422, {"errors": [{"pointer": pointer, "code": code} for pointer, code in faults]})


TOO_MANY = ("/hands/east/concealed", "too-many-of-a-tile")


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        (LEGAL, Answer(500, {})),
        (LEGAL, refused(TOO_MANY)),
        (FIVE_ALIKE, Answer(200, {})),
        (FIVE_ALIKE, refused(("/hands/south/concealed", "too-many-of-a-tile"))),
        (FIVE_ALIKE, refused(TOO_MANY, ("/winner", "seat-not-playing"))),
        (FIVE_ALIKE, refused(("/hands/east/concealed", "not-a-set"))),
    ],
    ids=["fails", "refuses what is legal", "settles what is not", "another place", "one fault more", "another code"],
)
def test_the_judge_gainsays_a_service_that(body: Any, answer: Answer) -> None:
    assert list(wrong_with(bodies.SETTLE, body, answer))


def test_the_judge_agrees_with_the_fault_that_there_is() -> None:
    assert not list(wrong_with(bodies.SETTLE, FIVE_ALIKE, refused(TOO_MANY)))


def test_a_batch_is_judged_deal_by_deal() -> None:
    problem = {"status": 422, "errors": [{"pointer": TOO_MANY[0], "code": TOO_MANY[1]}]}
    right = [{"outcome": "settled", "answer": {}}, {"outcome": "refused", "problem": problem}]
    body = bodies.batch_body([LEGAL, FIVE_ALIKE])
    assert not list(wrong_with(bodies.BATCH, body, Answer(200, {"results": right})))
    assert list(wrong_with(bodies.BATCH, body, Answer(200, {"results": right[::-1]})))


def test_an_input_of_the_fuzzer_is_its_path_and_its_body() -> None:
    assert path_and_body(as_input(bodies.SHEET, b"{}\n")) == (bodies.SHEET, b"{}\n")
    assert path_and_body(b"\xff\n{}") == (bodies.SETTLE, b"\xff\n{}")


@pytest.mark.parametrize("told", [Told(500, {}, b""), Told(200, {"content-type": "application/json"}, b"{}")])
def test_the_fuzzer_stops_at_an_answer_that_is_not_promised(monkeypatch: pytest.MonkeyPatch, told: Told) -> None:
    monkeypatch.setattr("tests.fuzz.corpus.post", lambda path, body: told)
    assert wrong_answer(as_input(bodies.CALL, b"{}")) is not None


def test_few_inputs_are_kept_that_reach_what_all_reach() -> None:
    reached = {
        b"one": frozenset({1, 2}),
        b"other": frozenset({2, 3}),
        b"both": frozenset({1, 2, 3}),
        b"x": frozenset({4}),
    }
    assert few_that_reach_all(reached) == [b"both", b"x"]


def test_a_failure_is_counted_with_its_body(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = copy.copy(service.post(bodies.SETTLE, b"{}"))._replace(status=500)
    monkeypatch.setattr(million, "call", lambda method, path, query, body: answers)
    outcome = million.run("failing", 30, validate_one_in=10)
    assert len(outcome.failures) == 30
    assert "30 answers that no body may have" in million.report(outcome, 1)
