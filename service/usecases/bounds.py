"""Scores beyond every table: where house rules double again and again, they are refused; few read such numbers."""

from collections.abc import Iterable
from typing import Final

from service.domain.faults import Fault
from service.domain.rulebook.terms import Terms
from service.domain.scoring import Score
from service.reading.fields import fact, shown
from service.reading.refusals import refused

MOST_SCORE: Final = 10**13
"""Points of a score: more than a table counts by hand, and few enough that what a sitting adds up is read exactly."""


def check_scores(scores: Iterable[Score], terms: Terms) -> None:
    """Raises Refused, at the rules that make it, where a score, not cut, is more than can be told."""
    most = max(each.uncapped_score for each in scores)
    if most > MOST_SCORE:
        detail = f"{shown(most)} is out of range: 0 to {MOST_SCORE}"
        facts = {"given": fact(most), "least": 0, "most": MOST_SCORE}
        rules = "ruleset" if terms.rulebook.house is None else "house_rules"
        raise refused([Fault("out-of-range", (rules,), detail, facts=facts)])
