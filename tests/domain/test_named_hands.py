"""A hand with a name is compared with a hand once, however many rules ask for it."""

from typing import Any

import pytest

from service.domain.layouts.match import Matcher
from support.fuzz import bodies

DEAL = {
    "ruleset": "harr-1923",
    "round_wind": "east",
    "winner": "east",
    "win": {"tile": "3m", "source": "wall"},
    "hands": {"east": {"concealed": "11123345678999m"}, "south": {"concealed": "1135566777p222z"}},
}


def rules(number: int) -> dict[str, Any]:
    finder = {"find": "named-hand", "parameters": {"hand": "nine-gates"}}
    return {"rules": {f"house:{each}": {"text": "x", "points": 1, **finder} for each in range(number)}}


def points_and_comparisons(monkeypatch: pytest.MonkeyPatch, number: int) -> tuple[int, int]:
    comparisons, is_complete = [], Matcher.is_complete

    def counted(self: Matcher, lying: Any) -> bool:
        comparisons.append(self)
        return is_complete(self, lying)

    with monkeypatch.context() as patched:
        patched.setattr(Matcher, "is_complete", counted)
        answer = bodies.ask(bodies.SETTLE, {**DEAL, "house_rules": rules(number)})
    return answer.body["hands"]["east"]["points"], len(comparisons)


def test_a_hundred_rules_compare_a_hand_as_often_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    points, comparisons = points_and_comparisons(monkeypatch, 1)
    assert comparisons > 0
    assert points_and_comparisons(monkeypatch, 100) == (points + 99, comparisons)
