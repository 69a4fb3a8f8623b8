"""Deals with wild tiles against the scorer of the books of the 1920s, where a table's own rules play a goulash."""

import random

import pytest
from flask.testing import FlaskClient

from tests.support.amounts import amount
from tests.support.oracle import brute, deals

DEALS = amount(100, 1000)
COUNTED = ("points", "doubles", "uncapped_score", "score", "limit_hands")


@pytest.mark.parametrize("ruleset", deals.RULESETS)
def test_a_goulash_is_scored_and_settled_as_by_brute_force(ruleset: str, client_unchecked: FlaskClient) -> None:
    rng = random.Random(f"{ruleset} goulash")
    for _ in range(DEALS):
        request = deals.deal(rng, ruleset, players=rng.choice((2, 3, 4, 4)), goulash=True)
        answer = client_unchecked.post("/v1/settlements", json=request).get_json()
        assert "settlement" in answer, (answer, request)
        for seat, scored in answer["hands"].items():
            expected = brute.score_hand(request, seat)
            assert [scored[name] for name in COUNTED] == [expected[name] for name in COUNTED], (seat, request)
        assert answer["settlement"]["net"] == brute.settle(request)["net"], request
