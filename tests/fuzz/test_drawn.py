"""Random and stored requests are answered as the contract promises: never a 5xx, a legal deal always settled."""

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import contract
from tests.support.amounts import amount
from tests.support.fuzz import bodies, drawn
from tests.support.fuzz.drawn import RandomRequest
from tests.support.fuzz.service import call

AMOUNT = amount(2000, 50_000)
PROMISED = {"POST": {200, 400, 409, 413, 422}, "GET": {200, 400, 404, 405}, "HEAD": {200, 400, 404, 405}}
_WHO = [("payer", "paying_player"), ("payee", "receiving_player")]
STORED = drawn.stored()
OPERATIONS = st.sampled_from((*bodies.ALL, bodies.RESOLVE))
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text() | st.sampled_from(drawn.NAMES), inner),
    max_leaves=12,
)


def status_of(drawn_request: RandomRequest) -> int:
    """The status of a response that was validated against the contract."""
    result = call(drawn_request.method, drawn_request.path, drawn_request.query, drawn_request.body)
    assert result.status_code in PROMISED[drawn_request.method], (result, drawn_request)
    contract.check(result)
    if drawn_request.method == "POST" and result.status_code == 200:
        check_sums(result.json)
    return result.status_code


def check_sums(part: Any) -> None:
    """Wherever a response has payments, each player's net is what they move, and scores that are only added up."""
    for each in part.values() if isinstance(part, dict) else part:
        if isinstance(each, dict | list):
            check_sums(each)
    if isinstance(part, dict) and "payments" in part and "net" in part:
        net = part["net"]
        moved = dict.fromkeys(net, 0) if isinstance(net, dict) else [0] * len(net)
        for payment in part["payments"]:
            payer, payee = [payment.get(name, payment.get(other)) for name, other in _WHO]
            moved[payer] -= payment["amount"]
            moved[payee] += payment["amount"]
        for added in part.get("scores_added", ()):
            moved[added.get("seat", added.get("player"))] += added["amount"]
        assert moved == net, part


@pytest.mark.parametrize("drawn_request", STORED.values(), ids=STORED)
def test_a_stored_body_is_answered_as_the_contract_promises(drawn_request: RandomRequest) -> None:
    status_of(drawn_request)


def test_random_requests_are_answered_as_the_contract_promises() -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for drawn_request in islice(drawn.requests(Random("drawn")), AMOUNT):
        status = status_of(drawn_request)
        assert status == 200 or not drawn_request.is_legal_deal, drawn_request
        seen[drawn_request.kind, status == 200] += 1
    assert {(kind, succeeded) for kind, _ in seen for succeeded in (True, False)} == seen.keys()


@settings(max_examples=amount(300, 5000), deadline=None)
@given(OPERATIONS, ANY_JSON)
def test_any_json_is_answered_as_the_contract_promises(path: str, value: object) -> None:
    status_of(RandomRequest("any JSON", path, orjson.dumps(value)))


@settings(max_examples=amount(200, 5000), deadline=None)
@given(OPERATIONS, st.binary())
def test_any_bytes_are_answered_as_the_contract_promises(path: str, body: bytes) -> None:
    status_of(RandomRequest("any bytes", path, body))
