"""House rules that switch rules on and off, with random deals."""

from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from pung_chow_settlement.domain.legality.unchecked_deal import UncheckedDeal
from pung_chow_settlement.domain.pipeline import Settled
from pung_chow_settlement.domain.rulebook.amend.patch import Patch, Unresolved
from pung_chow_settlement.domain.rulebook.amend.resolve import resolve
from pung_chow_settlement.domain.rulebook.rule_table import Item
from pung_chow_settlement.domain.rulebook.rules import ScoringRule
from pung_chow_settlement.domain.scoring import Score
from pung_chow_settlement.rulebooks import BUILT_IN
from tests.domain.builders import amended, deal_of, house_rules, settle
from tests.support.amounts import amount
from tests.support.oracle.legal_deals import random_deals

RULESETS = sorted(BUILT_IN.by_id)


def dealt(ruleset: str, number: int) -> list[UncheckedDeal]:
    return [deal_of(request) for request in islice(random_deals(ruleset, "house"), number)]


def under(house: Patch, ruleset: str, played: UncheckedDeal) -> Settled:
    """The deal settled under these house rules, with its options."""
    assert played.compiled is not None
    return settle(replace(played, compiled=house_rules(ruleset, house, **played.compiled.options)))


def result_of(settled: Settled) -> Any:
    """The result of a deal, without sources."""
    scores = [
        (score.points, score.doubles, score.bonus_points, score.score, score.limit_hands, *arranged(score),
         Counter(items_of(score, set())))
        for score in settled.scores
    ]  # fmt: skip
    danger = settled.settlement.danger
    judged = None if danger is None else (danger.discarder, danger.patterns, danger.excused, danger.overridden)
    return scores, settled.settlement.matrix, judged, settled.next_deal.next_east


def arranged(score: Score) -> tuple[Any, ...]:
    """The arrangement, with its shape by name: a rulebook that is compiled anew may have another object of it."""
    *sets, shape = score.arrangement
    return *sets, shape.id, shape.layout


def items_of(score: Score, excluded: set[str]) -> list[tuple[Any, ...]]:
    """The items of a score, without sources, except those of some rules."""
    return [without_source(item) for item in score.items if item.rule.id not in excluded]


def without_source(item: Item) -> tuple[Any, ...]:
    return item.rule.id, item.tiles, item.points, item.doubles, item.bonus_points, item.limit_percent


@pytest.mark.parametrize("ruleset", RULESETS)
def test_switching_on_an_unchanged_rule_changes_nothing(ruleset: str) -> None:
    ids = [rule.id for rule in BUILT_IN.by_id[ruleset].rulebook.rules]
    unchanged = amended(ruleset, {"rules": {name: {} for name in ids}}).house
    assert unchanged is not None
    assert unchanged == amended(ruleset, {}).house
    for number, played in enumerate(dealt(ruleset, 12)):
        on_again: Patch = {"rules": {ids[number]: {}}}
        assert result_of(under(on_again, ruleset, played)) == result_of(settle(played))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_switching_off_a_rule_removes_its_items_and_no_others(ruleset: str) -> None:
    rules = {rule.id: rule for rule in BUILT_IN.by_id[ruleset].rulebook.rules}
    removed = 0
    for played in dealt(ruleset, amount(8, 30)):
        before = settle(played)
        counted = {item.rule.id for score in before.scores for item in score.items}
        for name in sorted(counted):
            rule = rules[name]
            if rule.limit_percent or rule.counts_bonus_separately:
                continue
            dependent = {each.id for each in rules.values() if depends_on(each, name)} | set(rule.replaces)
            after = under({"rules": {name: None}}, ruleset, played)
            for seat, score in before.scores.of():
                both = (score, after.scores[seat])
                if seat is played.winner or any(replaces_the_count(each, rules) for each in both):
                    continue
                expected = items_of(score, dependent | {name})
                assert items_of(after.scores[seat], dependent) == expected, (name, seat, played)
                removed += len(items_of(score, dependent)) - len(expected)
    assert removed


def replaces_the_count(score: Score, rules: dict[str, ScoringRule]) -> bool:
    """True if a share of the limit, or a count with flowers apart, replaces the count."""
    return bool(score.limit_hands) or any(rules[item.rule.id].counts_bonus_separately for item in score.items)


def depends_on(rule: ScoringRule, name: str) -> bool:
    return name in (*rule.spoiled_by, *(rule.only_beside or ()))


@pytest.mark.parametrize(("change", "faults"), [
    ({"points": 5}, ["points"]),
    ({"bonus_points": 5, "doubles": 1}, ["doubles", "added"]),
    ({"points": 0}, []),
    ({"score": 50}, []),
    ({"limit_percent": 50, "score": None, "points": 5}, []),
])  # fmt: skip
def test_points_have_no_effect_in_a_rule_that_has_a_score(change: Patch, faults: list[str]) -> None:
    base = amended("dmjl", {"rules": {"no-chow": {"score": 100, "points": 0, "doubles": 0}}})
    try:
        resolve(base, {"rules": {"no-chow": change}}, BUILT_IN.library, lambda *_: None)
        found: list[Any] = []
    except Unresolved as unresolved:
        found = [(fault.code, fault.path) for fault in unresolved.faults]
    assert found == [("unexpected-member", ("rules", "no-chow", fault)) for fault in faults]
