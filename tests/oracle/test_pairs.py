"""Two or three rules where they meet: the service against the evaluator, which knows the documents and not the code.

    python -m pytest tests/oracle/test_pairs.py                       2,000 cases; with WHOLE=1, as each night, 50,000
    PAIRS_CASES=50000 PAIRS_SEED=7 python -m pytest tests/oracle/test_pairs.py

A case is a random table and what is played at it. Each difference is reported with all that reproduces it.
"""

import json
import math
import os
from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from tests.support.amounts import amount
from tests.support.oracle import answers, compared, pairs, random_evenings, relations
from tests.support.oracle.answers import Service
from tests.support.oracle.pairs import Bases

CASES: Final = int(os.environ.get("PAIRS_CASES", amount(2000, 50_000)))
SEED: Final = os.environ.get("PAIRS_SEED", "1")
DEALS: Final = 4
"""Deals under one table, each a case."""
SHOWN: Final = 5
"""Differences that a failure shows."""

Json = dict[str, Any]
Finding = tuple[Json, str] | None
"""What was asked and how the service differs."""


class Checker:
    """Draws cases for a rulebook and asks the service."""

    def __init__(self, client: FlaskClient, ruleset: str) -> None:
        self.asked = Service(client)
        self.bases = Bases(self.asked)
        self.ruleset = ruleset
        self.compared = 0

    def settled(self, rng: Random, dealt: Callable[[Random], Json], *, legality: bool) -> Finding:
        """Several deals under one table; the first that differs."""
        house = pairs.house_rules(rng, self.bases, self.ruleset, legality=legality)
        table = pairs.table(self.asked, {"ruleset": self.ruleset, "house_rules": house})
        if table is None:
            return None
        for _ in range(DEALS):
            self.compared += 1
            deal = pairs.with_dead_hands(rng, table, pairs.with_named_hands(rng, table, dealt(rng)))
            deal = pairs.with_goulash(rng, table, deal)
            request = answers.as_request(deal, ruleset=self.ruleset, house_rules=house)
            found = compared.difference(self.asked, table, deal, request)
            if found is not None:
                return request, found
        return None

    def tiles(self, rng: Random) -> Finding:
        return self.settled(rng, pairs.deal, legality=True)

    def counts(self, rng: Random) -> Finding:
        return self.settled(rng, pairs.random_counted_deal, legality=False)

    def evening(self, rng: Random) -> Finding:
        made = random_evenings.sheet(rng, self.asked, self.bases, self.ruleset)
        if made is None:
            return None
        self.compared += 1
        sheet, table = made
        found = random_evenings.difference(self.asked, sheet, table.terms)
        return None if found is None else (sheet.body, found)

    def related(self, name: str) -> Callable[[Random], Finding]:
        def check(rng: Random) -> Finding:
            case = relations.case(rng, self.asked, self.bases, self.ruleset)
            if case is None:
                return None
            self.compared += 1
            found = relations.RELATIONS[name](case)
            return None if found is None else (case.request(), f"{name}: {found}")

        return check

    @property
    def kinds(self) -> dict[str, tuple[Callable[[Random], Finding], float]]:
        """What is checked, by name, how often of a hundred cases."""
        each = 3
        return {
            "tiles": (self.tiles, 54 / DEALS),
            "counts": (self.counts, 10 / DEALS),
            "evenings": (self.evening, 6),
            **{name: (self.related(name), each) for name in relations.RELATIONS},
        }


@pytest.mark.parametrize("ruleset", pairs.RULESETS)
def test_the_service_is_right_where_two_rules_meet(ruleset: str, client_unchecked: FlaskClient) -> None:
    checker = Checker(client_unchecked, ruleset)
    wrong: list[tuple[Json, str]] = []
    cases = CASES // len(pairs.RULESETS)
    for name, (check, share) in checker.kinds.items():
        for number in range(math.ceil(cases * share / 100)):
            found = check(Random(f"{ruleset} {name} {SEED} {number}"))
            wrong += [found] if found else []
    texts = [f"{json.dumps(request)}\n  {text}" for request, text in wrong[:SHOWN]]
    assert not wrong, f"{len(wrong)} of {checker.compared} cases differ\n" + "\n".join(texts)
    assert checker.compared > cases * 3 // 4
