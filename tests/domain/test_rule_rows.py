"""Every row of every rulebook: a hand that scores it, and a near miss. The cases are data."""

from typing import Any

import pytest

from pung_chow_settlement.rulebooks import ALL
from support.rulebook_cases import deals, rule_cases
from tests.domain.builders import alone_of, deal_of, net, score, settle, values

CASES = [
    pytest.param(case, ruleset, id=f"{ruleset} {case['rule']} {number}")
    for number, case in enumerate(rule_cases(), 1)
    for ruleset in case["rulesets"]
]


@pytest.mark.parametrize(("case", "ruleset"), CASES)
def test_a_hit_scores_the_row(case: dict[str, Any], ruleset: str) -> None:
    expect = dict(case["hit"]["expect"])
    result = score(alone_of({**case["hit"], "ruleset": ruleset}))
    is_limit_hand = expect.pop("limit_hand", False)
    times = expect.pop("times", 0)
    assert values(result, case["rule"]) == {kind: [value] * times for kind, value in expect.items()}
    assert (case["rule"] in result.limit_hands) is is_limit_hand


@pytest.mark.parametrize(("case", "ruleset"), CASES)
def test_a_near_miss_does_not_score_the_row(case: dict[str, Any], ruleset: str) -> None:
    result = score(alone_of({**case["miss"], "ruleset": ruleset}))
    assert values(result, case["rule"]) == {}
    assert case["rule"] not in result.limit_hands


@pytest.mark.parametrize("deal", deals(), ids=lambda deal: f"{deal['request']['ruleset']}: {deal['why']}")
def test_a_deal_of_a_rulebook_pays_what_its_case_says(deal: dict[str, Any]) -> None:
    assert net(settle(deal_of(deal["request"]))) == deal["net"]


def test_every_row_has_cases_and_every_case_has_a_row() -> None:
    covered = {(ruleset, case["rule"]) for case in rule_cases() for ruleset in case["rulesets"]}
    assert covered == {(rulebook.id, rule.id) for rulebook in ALL for rule in rulebook.rules}


def test_every_case_says_why_and_its_hands_differ() -> None:
    assert [case["rule"] for case in rule_cases() if not case["why"] or not differ(case["hit"], case["miss"])] == []


def differ(hit: dict[str, Any], miss: dict[str, Any]) -> bool:
    """Whether the hit and the near miss are different hands."""
    return {key: value for key, value in hit.items() if key != "expect"} != miss
