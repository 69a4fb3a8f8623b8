"""Explanations of a score: each rule that does not count has a reason, the part of its condition that fails."""

import pytest

from pung_chow_settlement.domain.clauses.clause import Reason, reason
from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.explanations import Explanation, explained
from pung_chow_settlement.domain.faults import Named
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.layouts.spec import LayoutSpec
from pung_chow_settlement.domain.legality.legal_deal import LegalHand
from pung_chow_settlement.domain.legality.unchecked_deal import UncheckedDeal
from pung_chow_settlement.domain.pipeline import score_hand
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.rulebook.rules import Worth
from pung_chow_settlement.domain.rulebook.settlement_terms import LoserLimit
from pung_chow_settlement.requests.read_deal import read_score
from pung_chow_settlement.rulebooks import ALL, BUILT_IN
from pung_chow_settlement.texts import english
from tests.domain.builders import alone, hand, house_rules, legal_alone, rules, score, won
from tests.support.rulebook_cases import RuleCase, rule_cases

EACH = pytest.mark.parametrize("case", rule_cases(), ids=lambda case: case.name)


def explain(played: UncheckedDeal) -> Explanation:
    return explanation_of(legal_alone(played))


def explanation_of(hand: LegalHand) -> Explanation:
    return explained(hand.context, score_hand(*hand), hand.compiled)


def said(reason: Reason) -> str:
    """A reason in English, with the texts of what it names."""
    facts = {name: value.text if isinstance(value, Named) else value for name, value in reason.facts}
    return english(reason.key, facts)


def reasons(explanation: Explanation) -> dict[str, str]:
    """Why each rule does not count, in English."""
    return {rule: said(each.reason) for each in explanation.not_counted for rule in each.rules}


@EACH
def test_a_near_miss_says_which_part_of_the_condition_fails(case: RuleCase) -> None:
    explanation = explanation_of(read_score(BUILT_IN, case.miss))
    if not case.miss["hand"].get("dead"):
        assert reasons(explanation)[case.rule]


@EACH
def test_a_rule_that_counts_has_no_reason_not_to(case: RuleCase) -> None:
    assert case.rule not in reasons(explanation_of(read_score(BUILT_IN, case.hit)))


OF_ONE_SUIT = hand("234555m44m", "555z", "777z")
"""For rulebooks in which an ordinary hand wins in one suit only."""
OF_TWO_SUITS = hand("234p555m44s", "555z", "777z")
SCHOLARS = hand("234p44s", "555z", "666z", "777z")


@pytest.mark.parametrize("rulebook", ALL, ids=lambda rulebook: rulebook.id)
@pytest.mark.parametrize("is_winner", [True, False])
def test_every_rule_counts_or_has_its_reason(rulebook: Rulebook, is_winner: bool) -> None:
    its_hand, win = hand("234p123m55567z44s"), None
    if is_winner:
        its_hand, win = (OF_ONE_SUIT, won("wall", "4m")) if rulebook.winner_shows else (OF_TWO_SUITS, won("wall", "4p"))
    context, compiled = legal_alone(alone(rulebook.id, its_hand, win, "east"))
    result = score_hand(context, compiled)
    missed = [rule for each in explained(context, result, compiled).not_counted for rule in each.rules]
    assert sorted([*missed, *{item.rule.id for item in result.items}]) == sorted(rule.id for rule in rulebook.rules)


@pytest.mark.parametrize(
    ("ruleset", "its_hand", "tile", "rule", "why"),
    [
        ("harr-1923", OF_TWO_SUITS, "4p", "no-chow", "234p is a chow"),
        ("bmja", SCHOLARS, "4p", "three-great-scholars", "the fourth set, 234p, is a chow"),
        ("bmja", hand("111m234m555m7m7m", "9999s"), "7m", "purity", "of another suit: 9s"),
        (
            "millington",
            hand("234p44s", "555z", "666z", "123s"),
            "4p",
            "three-great-scholars",
            "1 pung or kong short, of: 7z",
        ),
        ("bmja", SCHOLARS, "4p", "imperial-jade", "not green: 234p57z"),
    ],
)
def test_a_reason_names_the_tiles_that_it_fails_for(
    ruleset: str, its_hand: Hand, tile: str, rule: str, why: str
) -> None:
    assert reasons(explain(alone(ruleset, its_hand, won("wall", tile), "east", "south")))[rule] == why


RUN_OF_FOUR = hand("45566778889s111m")
"""Won on 8s: the pair 88s ends the run 5-6-7-8, while 789s could be completed by 8s only."""
HEADS = hand("19m19p19s12345677z")


@pytest.mark.parametrize(
    ("ruleset", "its_hand", "win", "rule", "why"),
    [
        ("harr-1922", RUN_OF_FOUR, won("wall", "8s"), "only-place-to-win", "88s ends a run of four with 567s"),
        (
            "harr-1922-limit",
            HEADS,
            won("discard", "7z", "east"),
            "completed-pair-of-heads-claimed",
            "the hand is not four sets and a pair: Thirteen heads: one of each head, one of them twice",
        ),
    ],
)
def test_a_reason_names_the_set_and_the_tile_that_are_there(
    ruleset: str, its_hand: Hand, win: Win, rule: str, why: str
) -> None:
    assert reasons(explain(alone(ruleset, its_hand, win)))[rule] == why


def test_the_rules_that_give_points_too_are_those_that_spoil_it() -> None:
    """No other score counts beside Mah-Jong only; the drawn tile and the pung of dragons give points too."""
    explanation = explain(alone("harr-1922", hand("234p456p789s44s", "555z"), won("wall", "4p")))
    spoilt = {rule: each.reason for each in explanation.not_counted for rule in each.rules}["no-other-score"]
    assert spoilt == reason(
        "only-beside",
        rules=(
            Named("winning-tile-drawn", "Winning tile drawn", "harr-1922"),
            Named("exposed-pung-of-heads", "Pung of heads, exposed", "harr-1922"),
        ),
    )


@pytest.mark.parametrize(
    ("when_limit", "limit", "why"),
    [(False, 600, "it counts only if there is no limit"), (True, None, "it counts only if there is a limit")],
)
def test_a_rule_for_tables_with_or_without_a_limit_says_which(when_limit: bool, limit: int | None, why: str) -> None:
    table = {"rules": {"house:bonus": {"points": 2, "when_limit": when_limit, "find": "mah-jong"}}}
    played = alone(house_rules("pamphlet", table, limit=limit), OF_TWO_SUITS, won("wall", "4p"))
    assert reasons(explain(played))["house:bonus"] == why


def steps(explanation: Explanation) -> list[str]:
    return [said(step) for step in explanation.steps]


def test_the_limit_is_a_step() -> None:
    pungs = hand("222p555m44s", "555z", "777z")
    limited = alone(rules("harr-1923-limit", limit=100), pungs, won("wall", "2p"), "east", "south")
    assert steps(explain(limited))[-1] == "capped by the limit of 100: 100"


def test_a_share_of_the_limit_is_a_step() -> None:
    thirteen = alone("millington", hand("19m19p19s12345677z"), won("wall", "7z"), "east")
    assert steps(explain(thirteen))[-1] == "100% of the limit of 1000 is 1000"


@pytest.mark.parametrize(
    ("ruleset", "bonus", "expected"),
    [
        ("western", "", ["200% of the limit of 1000 is 2000"]),
        ("western", "2f", ["200% of the limit of 1000 is 2000", "flowers and seasons add 8: 2008"]),
        ("outside-the-box", "3f", ["100% of the limit of 1000 is 1000", "flowers and seasons add 4: 1004"]),
        (
            "bmja",
            "2f",
            [
                "100% of the limit of 1000 is 1000",
                "flowers and seasons add 8: 1008",
                "capped by the limit of 1000: 1000",
            ],
        ),
        ("dmjl", "2f", ["26 points x 2 + 0 = 52", "100% of the limit of 500 is 500"]),
    ],
)
def test_flowers_beside_a_share_of_the_limit_are_a_step(ruleset: str, bonus: str, expected: list[str]) -> None:
    wonders = hand("19m19p19s12345677z", bonus=bonus)
    assert steps(explain(alone(ruleset, wonders, won("wall", "7z")))) == expected


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [
        ("outside-the-box", ["one rule gives the hand a fixed score: 700", "flowers and seasons add 8: 708"]),
        ("harr-1923", ["one rule gives the hand a fixed score: 700"]),
    ],
)
def test_flowers_beside_a_fixed_score_are_a_step(ruleset: str, expected: list[str]) -> None:
    pairs = {"score": 700, "limit_percent": 0, "layout": LayoutSpec("7 pairs")}
    table = house_rules(ruleset, {"rules": {"house:seven-pairs": pairs}})
    assert steps(explain(alone(table, hand("1122m3344p5566s77z", bonus="2f"), won("wall", "7z")))) == expected


def dragons(percent: int, *, above: bool) -> UncheckedDeal:
    """A hand whose count of 272 is above the limit of 200, and a rule that is worth a share of it."""
    rule = {"doubles": 0, "limit_percent": percent}
    table = {"rules": {"three-dragons": rule}, "settlement": {"pays_above_limit": above}}
    held = hand("234p44s", "555z", "666z", "777z")
    return alone(house_rules("pamphlet", table, limit=200), held, won("wall", "4p"))


COUNTED = ["34 points x 8 + 0 = 272", "capped by the limit of 200: 200"]


@pytest.mark.parametrize(
    ("percent", "above", "expected"),
    [
        (50, True, ["50% of the limit of 200 is 100: the hand's own points are more", *COUNTED]),
        (150, True, [*COUNTED, "150% of the limit of 200 is 300"]),
        (150, False, [*COUNTED, "150% of the limit of 200 is 300", "capped by the limit of 200: 200"]),
    ],
)
def test_a_share_stands_after_the_count_if_it_is_scored(percent: int, above: bool, expected: list[str]) -> None:
    assert steps(explain(dragons(percent, above=above))) == expected


def test_a_limit_hand_that_takes_the_limit_scores_its_count() -> None:
    held = hand("147m2p777z", "555z", "666z")
    assert steps(explain(alone("pamphlet", held))) == [
        "a losing limit hand takes the limit from each other loser where these settle; its score is its own points",
        "16 points x 8 + 0 = 128",
    ]
    scores_it = house_rules("pamphlet", {"settlement": {"loser_limit": LoserLimit.SCORE}})
    assert steps(explain(alone(scores_it, held)))[-1] == "100% of the limit of 600 is 600"


def test_without_a_limit_the_count_stands() -> None:
    thirteen = alone(rules("pamphlet", limit=None), hand("19m19p19s12345677z"), won("wall", "7z"))
    assert steps(explain(thirteen)) == [
        "worth 100% of the limit, but there is no limit: the hand scores its own points",
        "22 points x 1 + 0 = 22",
    ]


@pytest.mark.parametrize(
    ("its_hand", "win", "step"),
    [
        (
            hand("11223344556677p"),
            won("wall", "1p"),
            "there is no limit; a limit hand scores at least 1000, and 100% of that is 1000",
        ),
        (
            hand("33444555677789m", bonus="23f24y"),
            won("loose-tile", "5m"),
            "there is no limit; a limit hand scores at least 1000, and 100% of that is 1000: "
            "the hand's own points are more",
        ),
    ],
)
def test_a_step_names_no_limit_where_none_is_played(its_hand: Hand, win: Win, step: str) -> None:
    assert step in steps(explain(alone(rules("millington", limit=None), its_hand, win)))


def test_what_is_no_more_in_another_arrangement_has_the_reason_of_the_scored_one() -> None:
    """The limit hand is in both arrangements, and less than the count of either."""
    explanation = explain(
        alone(rules("millington", limit=None), hand("33444555677789m", bonus="23f24y"), won("loose-tile", "5m"))
    )
    assert [arrangement.score.score for arrangement in explanation.arrangements] == [2432, 2432]
    assert reasons(explanation)["concealed-clear-suit"] == "the hand scores more without it"


def test_a_winner_does_not_score_what_a_hand_has_that_waits() -> None:
    waited = house_rules("nts-2002", {"rules": {"house:w": {"find": "one-suit", "waiting": Worth(score=50)}}})
    explanation = explain(alone(waited, OF_ONE_SUIT, won("wall", "5m")))
    assert reasons(explanation)["house:w"] == "the hand won"


def test_a_rule_of_another_arrangement_is_named_by_its_sets() -> None:
    explanation = explain(
        alone(rules("millington", limit=None, seven_pairs=True), hand("11223344556677p"), won("wall", "1p"))
    )
    in_pairs = "it counts in another arrangement, 11p 22p 33p 44p 55p 66p 77p, which scores 1000"
    assert reasons(explanation)["seven-pairs"] == in_pairs


def test_a_rule_of_the_same_sets_is_named_by_the_set_that_the_winning_tile_completes() -> None:
    explanation = explain(alone("harr-1923", hand("344445m33s333z", kongs=["2222m"]), won("discard", "4m", "east")))
    assert {tuple(held.text for held in explanation.arrangements[at].score.arrangement.sets) for at in (0, 1)} == {
        ("2222m", "345m", "444m", "33s", "333z")
    }
    why = "it counts where the winning tile completes 444m, which scores 46"
    assert reasons(explanation)["exposed-pung-of-simples"] == why


def test_a_rule_of_a_shape_without_sets_is_named_by_the_shape() -> None:
    cheap = {"rules": {"gates-of-heaven": {"limit_percent": 0, "points": 2}}}
    explanation = explain(alone(house_rules("bmja", cheap, chows=4), hand("11123456778999m"), won("wall", "7m")))
    gates = "Three ones, three nines and two to eight of one suit, one of these twice"
    why = f"it counts with the hand in another shape, {gates}, which scores 24"
    assert reasons(explanation)["gates-of-heaven"] == why


PUNGS = ("111p", "222p", "333p", "555s")


@pytest.mark.parametrize(
    ("its_hand", "win", "why"),
    [
        (hand("44m", *PUNGS), won("discard", "4m", "east"), "4 exposed sets; it may have 2"),
        (hand("44m", *PUNGS), won("wall", "4m"), "4 exposed sets; it may have 2"),
        (hand("44m555s333p", "111p", "222p"), won("discard", "4m", "east"), "44m is exposed"),
        (hand("44m555s333p", "111p", "222p"), won("wall", "4m"), "the request does not state `original_call`"),
    ],
)
def test_a_claimed_pair_is_no_exposed_set(its_hand: Hand, win: Win, why: str) -> None:
    assert reasons(explain(alone("dmjl", its_hand, win)))["original-call"] == why


@pytest.mark.parametrize(
    ("its_hand", "why"),
    [
        (hand("44m555s", "1111p", kongs=["2222p", "3333s"]), "1111p is exposed"),
        (hand("44m555s", "111p", "2222p", kongs=["3333s"]), "1 concealed kong; it needs 3"),
        (hand("44m555s", claimed_kongs=["2222p", "3333s"], kongs=["1111p"]), "2222p is exposed"),
        (hand("44m555s333p", "1111p", "2222p"), "0 concealed kongs; it needs 3"),
    ],
)
def test_concealed_kongs_are_counted_without_exposed_ones(its_hand: Hand, why: str) -> None:
    assert reasons(explain(alone("nts-2002", its_hand, won("wall", "4m"))))["three-concealed-kongs"] == why


def test_other_arrangements_are_listed_by_their_scores() -> None:
    pungs_or_chows = alone("harr-1923", hand("111222333m55z", "999p"), won("wall", "1m"), "east")
    explanation = explain(pungs_or_chows)
    scores = [arrangement.score.score for arrangement in explanation.arrangements]
    assert explanation.compared == len(scores) > 1
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == score(pungs_or_chows).score


def test_the_distance_of_layouts_is_computed_within_bounds() -> None:
    """If the steps are used up, a near layout is reported as a far one; nothing else changes."""
    two_runs = {"score": 100, "limit_percent": 0, "layout": LayoutSpec("1-7 of a, 1-7 of b")}
    table = house_rules("harr-1923", {"rules": {"house:two-runs": two_runs}})
    context, compiled = legal_alone(alone(table, hand("12345677m123456p"), won("wall", "7m"), "east"))
    result = score_hand(context, compiled)
    near = reasons(explained(context, result, compiled))
    context.steps.left = 0
    far = reasons(explained(context, result, compiled))
    assert near["house:two-runs"] == "the hand is one tile short of it"
    assert far == near | {"house:two-runs": "the hand is more than one tile short of it"}
