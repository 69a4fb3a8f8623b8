"""Why a hand scores what it does: the rule of every near miss is named with the part of its condition that fails."""

from typing import Any

import pytest

from service.domain.explained import Explanation, explained
from service.domain.layouts.steps import bounded
from service.domain.pipeline import score_hand
from service.domain.rulebook.library import CONDITIONS
from service.domain.rulebook.model import Rulebook
from service.domain.rulebook.reasons import REASONS
from service.requests.requests import read_score
from service.rulebooks import ALL
from service.texts import english
from support.rulebook_cases import rule_cases

CASES = [
    pytest.param(case, ruleset, id=f"{ruleset} {case['rule']} {number}")
    for number, case in enumerate(rule_cases(), 1)
    for ruleset in case["rulesets"]
]


def explain(request: dict[str, Any]) -> Explanation:
    context, compiled = read_score({name: value for name, value in request.items() if name != "expect"})
    return explained(context, score_hand(context, compiled), compiled)


def reasons(told: Explanation) -> dict[str, str]:
    """Why each rule does not count, in English."""
    return {
        rule: each.text or english(each.reason.key, dict(each.reason.facts))
        for each in told.not_counted
        for rule in each.rules
    }


@pytest.mark.parametrize(("case", "ruleset"), CASES)
def test_a_near_miss_says_which_part_of_the_condition_fails(case: dict[str, Any], ruleset: str) -> None:
    told = explain({**case["miss"], "ruleset": ruleset})
    why = {rule: each for each in told.not_counted for rule in each.rules}
    if not case["miss"]["hand"].get("dead"):
        assert why[case["rule"]].reason.key, f"nothing says why: {why[case['rule']].text}"


@pytest.mark.parametrize(("case", "ruleset"), CASES)
def test_a_rule_that_counts_is_not_said_not_to(case: dict[str, Any], ruleset: str) -> None:
    assert case["rule"] not in reasons(explain({**case["hit"], "ruleset": ruleset}))


def test_every_condition_of_the_catalogue_has_its_reasons_and_no_reason_is_stale() -> None:
    assert {*REASONS} == {name for name, condition in CONDITIONS.items() if condition.reason is None}


@pytest.mark.parametrize("rulebook", ALL, ids=lambda rulebook: rulebook.id)
@pytest.mark.parametrize("won", [True, False])
def test_every_rule_counts_or_has_its_reason(rulebook: Rulebook, won: bool) -> None:
    request: dict[str, Any] = {"ruleset": rulebook.id, "seat": "east", "round_wind": "east"}
    request |= (OF_ONE_SUIT if rulebook.winner_shows else WON) if won else {"hand": {"concealed": "234p123m55567z44s"}}
    context, compiled = read_score(request)
    score = score_hand(context, compiled)
    rules = [rule for each in explained(context, score, compiled).not_counted for rule in each.rules]
    assert sorted([*rules, *{item.rule.id for item in score.items}]) == sorted(rule.id for rule in rulebook.rules)


OF_ONE_SUIT: dict[str, Any] = {
    "hand": {"concealed": "234555m44m", "exposed": ["555z", "777z"]},
    "win": {"source": "wall", "tile": "4m"},
}
"""Where ordinary hands win of one suit only."""
WON: dict[str, Any] = {
    "hand": {"concealed": "234p555m44s", "exposed": ["555z", "777z"]},
    "win": {"source": "wall", "tile": "4p"},
}


@pytest.mark.parametrize(
    ("ruleset", "hand", "tile", "rule", "why"),
    [
        ("harr-1923", {"concealed": "234p555m44s", "exposed": ["555z", "777z"]}, "4p", "no-chow", "234p is a chow"),
        (
            "bmja",
            {"concealed": "234p44s", "exposed": ["555z", "666z", "777z"]},
            "4p",
            "three-great-scholars",
            "the fourth set, 234p, is a chow",
        ),
        ("bmja", {"concealed": "111m234m555m7m7m", "exposed": ["9999s"]}, "7m", "purity", "of another suit: 9s"),
        (
            "millington",
            {"concealed": "234p44s", "exposed": ["555z", "666z", "123s"]},
            "4p",
            "three-great-scholars",
            "1 more must be pungs or kongs, of: 7z",
        ),
        (
            "bmja",
            {"concealed": "234p44s", "exposed": ["555z", "666z", "777z"]},
            "4p",
            "imperial-jade",
            "not green: 234p57z",
        ),
    ],
)
def test_a_reason_names_the_tiles_that_it_fails_for(
    ruleset: str, hand: dict[str, Any], tile: str, rule: str, why: str
) -> None:
    request: dict[str, Any] = {"ruleset": ruleset, "seat": "east", "round_wind": "south", "hand": hand}
    assert reasons(explain({**request, "win": {"source": "wall", "tile": tile}}))[rule] == why


def steps(told: Explanation) -> list[str]:
    return [english(each.key, dict(each.facts)) for each in told.steps]


def test_the_limit_is_a_step() -> None:
    request: dict[str, Any] = {**WON, "ruleset": "harr-1923-limit", "seat": "east", "round_wind": "south"}
    request["hand"] = {"concealed": "222p555m44s", "exposed": ["555z", "777z"]}
    request["win"] = {"source": "wall", "tile": "2p"}
    assert steps(explain({**request, "options": {"limit": 100}}))[-1] == "cut to the limit of 100: 100"


def test_a_share_of_the_limit_is_a_step() -> None:
    request: dict[str, Any] = {"ruleset": "millington", "seat": "east", "round_wind": "east"}
    request |= {"hand": {"concealed": "19m19p19s12345677z"}, "win": {"source": "wall", "tile": "7z"}}
    assert steps(explain(request))[-1] == "100% of the limit of 1000 is 1000"


def test_what_scores_more_in_another_arrangement_is_weighed_and_told() -> None:
    request: dict[str, Any] = {"ruleset": "harr-1923", "seat": "east", "round_wind": "east"}
    request |= {"hand": {"concealed": "111222333m55z", "exposed": ["999p"]}, "win": {"source": "wall", "tile": "1m"}}
    told = explain(request)
    scores = [each.counted.score for each in told.arrangements]
    assert told.weighed == len(scores) > 1
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == score_hand(*read_score(request)).score


def test_how_far_layouts_are_is_counted_within_bounds() -> None:
    """Where the steps are used up, what is near is told as what is far; nothing else changes."""
    rules = {"house:two-runs": {"layout": "1-7 of a, 1-7 of b", "score": 100}}
    request: dict[str, Any] = {"ruleset": "harr-1923", "seat": "east", "round_wind": "east"}
    request |= {"hand": {"concealed": "12345677m123456p"}, "win": {"source": "wall", "tile": "7m"}}
    context, compiled = read_score({**request, "house_rules": {"rules": rules}})
    score = score_hand(context, compiled)
    near = reasons(explained(context, score, compiled))
    with bounded() as steps:
        steps.left = 0
        far = reasons(explained(context, score, compiled))
    assert near["house:two-runs"] == "the hand is one tile short of it"
    assert far == near | {"house:two-runs": "the hand is more than one tile short of it"}
