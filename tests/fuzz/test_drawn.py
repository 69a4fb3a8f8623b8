"""Drawn requests and kept bodies are answered as the contract promises: never a 5xx, a legal deal always settled."""

from collections import Counter
from itertools import islice
from random import Random

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support import contract
from support.amounts import amount
from support.fuzz import bodies, drawn
from support.fuzz.drawn import Drawn
from support.fuzz.service import call

AMOUNT = amount(2000, 50_000)
PROMISED = {"POST": {200, 400, 409, 413, 422}, "GET": {200, 400, 404, 405}, "HEAD": {200, 400, 404, 405}}
KEPT = drawn.kept()
OPERATIONS = st.sampled_from((*bodies.ALL, bodies.CSV, bodies.RESOLVE))
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text() | st.sampled_from(drawn.NAMES), inner),
    max_leaves=12,
)


def status_of(asked: Drawn) -> int:
    """The status of a response that was validated against the contract."""
    result = call(asked.method, asked.path, asked.query, asked.body)
    assert result.status_code in PROMISED[asked.method], (result, asked)
    contract.check(result)
    return result.status_code


@pytest.mark.parametrize("asked", KEPT.values(), ids=KEPT)
def test_a_kept_body_is_answered_as_the_contract_promises(asked: Drawn) -> None:
    status_of(asked)


def test_drawn_requests_are_answered_as_the_contract_promises() -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for asked in islice(drawn.requests(Random("drawn")), AMOUNT):
        status = status_of(asked)
        assert status == 200 or not asked.settled, asked
        seen[asked.kind, status == 200] += 1
    assert {(kind, well) for kind, _ in seen for well in (True, False)} == seen.keys(), "of each kind some of both"


@settings(max_examples=amount(300, 5000), deadline=None)
@given(OPERATIONS, ANY_JSON)
def test_any_json_is_answered_as_the_contract_promises(path: str, value: object) -> None:
    status_of(Drawn("any JSON", path, orjson.dumps(value)))


@settings(max_examples=amount(200, 5000), deadline=None)
@given(OPERATIONS, st.binary())
def test_any_bytes_are_answered_as_the_contract_promises(path: str, body: bytes) -> None:
    status_of(Drawn("any bytes", path, body))
