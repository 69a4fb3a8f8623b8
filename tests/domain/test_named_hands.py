"""A named hand is compared with a hand once, however many rules look for it."""

from typing import Any

import pytest

from pung_chow_settlement.domain.layouts.match import Matcher
from tests.conftest import NOT_COMPILED
from tests.domain.builders import alone, hand, house_rules, score, won

NINE_GATES = {"text": "x", "points": 1, "find": "named-hand", "parameters": {"hand": "nine-gates"}}


def points_and_comparisons(monkeypatch: pytest.MonkeyPatch, number: int) -> tuple[int, int]:
    comparisons, is_complete = [], Matcher.is_complete

    def counted(self: Matcher, prepared: Any) -> bool:
        comparisons.append(self)
        return is_complete(self, prepared)

    rules = house_rules("harr-1923", {"rules": {f"house:{each}": NINE_GATES for each in range(number)}})
    with monkeypatch.context() as patched:
        patched.setattr(Matcher, "is_complete", counted)
        result = score(alone(rules, hand("11123345678999m"), won("wall", "3m")))
    return result.points, len(comparisons)


@NOT_COMPILED
def test_a_hundred_rules_compare_a_hand_as_often_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    points, comparisons = points_and_comparisons(monkeypatch, 1)
    assert comparisons > 0
    assert points_and_comparisons(monkeypatch, 100) == (points + 99, comparisons)
