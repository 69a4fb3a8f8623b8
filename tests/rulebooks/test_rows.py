"""Every row of every rulebook: a hand that scores it, and a near miss. The cases are data."""

from typing import Any

import pytest

from pung_chow_settlement.domain.layouts.steps import Steps
from pung_chow_settlement.domain.pipeline import score_hand, settle_deal
from pung_chow_settlement.requests.read_deal import read_deal, read_score
from pung_chow_settlement.rulebooks import ALL, BUILT_IN
from tests.domain.builders import net, values
from tests.support.rulebook_cases import RuleCase, deals, rule_cases

EACH = pytest.mark.parametrize("case", rule_cases(), ids=lambda case: case.name)


@EACH
def test_a_hit_scores_the_row(case: RuleCase) -> None:
    expect = dict(case.expect)
    result = score_hand(*read_score(BUILT_IN, case.hit))
    is_limit_hand = expect.pop("limit_hand", False)
    times = expect.pop("times", 0)
    assert values(result, case.rule) == {kind: [value] * times for kind, value in expect.items()}
    assert (case.rule in result.limit_hands) is is_limit_hand


@EACH
def test_a_near_miss_does_not_score_the_row(case: RuleCase) -> None:
    result = score_hand(*read_score(BUILT_IN, case.miss))
    assert values(result, case.rule) == {}
    assert case.rule not in result.limit_hands


@pytest.mark.parametrize("deal", deals(), ids=lambda deal: f"{deal['request']['ruleset']}: {deal['why']}")
def test_a_deal_of_a_rulebook_pays_what_its_case_says(deal: dict[str, Any]) -> None:
    assert net(settle_deal(*read_deal(BUILT_IN, deal["request"], Steps()).legal)) == deal["net"]


def test_every_row_has_cases_and_every_case_has_a_row() -> None:
    covered = {(case.ruleset, case.rule) for case in rule_cases()}
    assert covered == {(rulebook.id, rule.id) for rulebook in ALL for rule in rulebook.rules}


def test_every_case_says_why_and_its_hands_differ() -> None:
    assert [case.name for case in rule_cases() if not case.why or case.hit == case.miss] == []


def test_every_case_says_what_its_hit_has() -> None:
    assert [case.name for case in rule_cases() if not case.expect] == []
