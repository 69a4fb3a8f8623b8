"""The special hands of `western` and `outside-the-box`: drawn, half the score if exposed, and waited for."""

import random
from fractions import Fraction

import pytest

from pung_chow_settlement.domain.clauses.patterns import LAYOUT
from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.layouts.grammar import write
from pung_chow_settlement.domain.legality.unchecked_deal import UncheckedDeal
from pung_chow_settlement.domain.rulebook.rules import ScoringRule, Worth, layout_of
from pung_chow_settlement.domain.scoring import Score
from pung_chow_settlement.rulebooks import BUILT_IN
from tests.domain.builders import alone, deal, faults, hand, score, settle, values, won
from tests.domain.layouts import OWN, SpecialHand, special_hands
from tests.domain.layouts import layout_of as layout_of_row
from tests.support.oracle.layout_reader import DECLARED, random_groups

BOOKS = ("western", "outside-the-box")
ROWS = [each for each in special_hands() if each.book in BOOKS and not each.row.get("counted")]
EACH = pytest.mark.parametrize("each", ROWS, ids=lambda each: each.name)
HALVED = [row for row in ROWS if row.row.get("exposed") == "half" and "kongs" not in row.text]
LIMIT = 1000


def rule_of(each: SpecialHand) -> ScoringRule:
    return next(rule for rule in BUILT_IN.by_id[each.book].rulebook.rules if rule.id == each.row["id"])


def share_of(each: SpecialHand) -> Fraction:
    return Fraction(str(each.row.get("worth", 1)))


def parts(each: SpecialHand, *, claimed: bool, number: int = 0) -> tuple[str, list[str], list[str]]:
    """A random hand: concealed tiles, exposed sets (one at most, if `claimed`) and concealed kongs."""
    concealed = ""
    exposed: list[str] = []
    kongs: list[str] = []
    for what, group in random_groups(each.text, OWN, random.Random(f"{each.name} {number}")):
        tiles = "".join(group)
        if what == "kong":
            kongs.append(tiles)
        elif claimed and what in DECLARED and not exposed:
            exposed.append(tiles)
        else:
            concealed += tiles
    return concealed, exposed, kongs


def score_of(each: SpecialHand, concealed: str, exposed: list[str], kongs: list[str], *, wins: bool) -> Score:
    """The score of a hand that wins with the last of its two-character tiles, or waits for it."""
    held = hand(concealed if wins else concealed[:-2], *exposed, kongs=kongs)
    return score(south_in_wests_round(each.book, held, won("wall", concealed[-2:]) if wins else None))


def south_in_wests_round(ruleset: str, held: Hand, win: Win | None = None) -> UncheckedDeal:
    return alone(ruleset, held, win, "south", "west")


@EACH
def test_a_row_has_the_layout_and_the_shares_of_the_file(each: SpecialHand) -> None:
    rule = rule_of(each)
    waiting = rule.waiting or Worth()
    assert (rule.limit_percent, waiting.limit_percent) == (share_of(each) * 100, share_of(each) * 40)
    if rule.condition.definition is LAYOUT:
        found = layout_of(rule)
        assert found is not None
        assert {name: getattr(found.written, name) for name in ("tiles", "exposed", "from_wall")} == {
            "tiles": write(layout_of_row(each.row).parts),
            "exposed": each.row.get("exposed", "never"),
            "from_wall": each.row.get("from_wall", "nothing"),
        }


@EACH
def test_a_drawn_hand_scores_its_share(each: SpecialHand) -> None:
    for number in range(3):
        result = score_of(each, *parts(each, claimed=False, number=number), wins=True)
        assert result.score >= share_of(each) * LIMIT
        if result.score == share_of(each) * LIMIT:
            assert each.row["id"] in result.limit_hands


@EACH
def test_a_hand_that_lacks_a_tile_scores_two_fifths_of_its_share(each: SpecialHand) -> None:
    for number in range(3):
        result = score_of(each, *parts(each, claimed=False, number=number), wins=False)
        assert result.score >= share_of(each) * LIMIT * 2 / 5
        if result.score == share_of(each) * LIMIT * 2 / 5:
            assert each.row["id"] in result.limit_hands


@pytest.mark.parametrize("each", HALVED, ids=lambda each: each.name)
def test_a_claimed_set_halves_both_shares_where_the_layout_says_so(each: SpecialHand) -> None:
    for wins, share in ((True, Fraction(1, 2)), (False, Fraction(1, 5))):
        result = score_of(each, *parts(each, claimed=True), wins=wins)
        assert result.score >= share_of(each) * LIMIT * share
        assert sum(values(result, each.row["id"]).get("added", [])) in (0, share_of(each) * LIMIT * share)


@pytest.mark.parametrize(
    ("bonus", "expected"),
    [("", 1000), ("2f", 1008), ("1f", 1004), ("1234f", 1064)],
    ids=["none", "own", "other", "all"],
)
def test_flowers_are_paid_above_the_limit_beside_a_special_hand(bonus: str, expected: int) -> None:
    held = hand("111333555777m22z", bonus=bonus)
    assert score(south_in_wests_round("outside-the-box", held, won("wall", "2z"))).score == expected


def test_the_limit_cuts_an_ordinary_hand_with_flowers() -> None:
    held = hand("22m555z", "2222z", "6666z", "7777z", bonus="1234f")
    assert score(south_in_wests_round("outside-the-box", held, won("discard", "2m"))).score == LIMIT


@pytest.mark.parametrize(
    ("held", "tile", "points", "expected"),
    [
        (hand("33355888m", "6666m", kongs=("2222m",)), "8m", 50, 400),
        (hand("33355m", "6666m", "888m", kongs=("2222m",)), "5m", 52, 416),
    ],
    ids=["a pung completed", "the pair completed"],
)
def test_purity_is_the_points_of_the_playing_tiles_times_eight(
    held: Hand, tile: str, points: int, expected: int
) -> None:
    result = score(south_in_wests_round("outside-the-box", held, won("discard", tile)))
    assert (result.points, result.doubles, result.score) == (points, 3, expected)


def test_purity_on_the_final_discard_has_a_fourth_double() -> None:
    held = hand("33355m", "6666m", "888m", kongs=("2222m",))
    result = score(south_in_wests_round("outside-the-box", held, won("discard", "5m", last_discard=True)))
    assert (result.points, result.doubles, result.score) == (52, 4, 832)


@pytest.mark.parametrize(("concealed", "expected"), [("22m", 16), ("22233344455m", 0)], ids=["too few", "too many"])
def test_a_dead_hand_of_the_club_s_guide_scores_with_too_few_tiles_only(concealed: str, expected: int) -> None:
    held = hand(concealed, "111m", "555z", dead=True)
    assert score(south_in_wests_round("outside-the-box", held)).score == expected


@pytest.mark.parametrize("kind", ["western", "outside-the-box"])
def test_an_ordinary_hand_of_two_suits_wins_by_the_club_s_guide_only(kind: str) -> None:
    held = hand("222333m44455p", "666p")
    refused = {("/hand/concealed", "not-a-cleared-hand")} if kind == "western" else set()
    assert faults(south_in_wests_round(kind, held, won("discard", "5p"))) == refused


def test_values_above_the_limit_are_paid_in_full_and_east_pays_double() -> None:
    hands = {
        "east": hand("1379m1379p1379s1z"),
        "south": hand("2446668888m1234z"),
        "west": hand("123567p123567s5z"),
        "north": hand("1357p2468p13579s"),
    }
    paid = settle(deal("western", "south", won("wall", "2m"), hands))
    assert [payment.amount for payment in paid.settlement.payments if payment.payee.name == "SOUTH"] == [
        4000,
        2000,
        2000,
    ]
