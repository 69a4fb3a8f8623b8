"""The Dutch tournament rules and Babcock's Red Book: examples printed in their sources, and rules of theirs only."""

from typing import Final

import pytest

from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.legality.unchecked_deal import UncheckedDeal
from pung_chow_settlement.domain.rulebook.amend.patch import Patch
from pung_chow_settlement.domain.scoring import Score
from pung_chow_settlement.domain.seats import Seat
from pung_chow_settlement.domain.tiles import NAMES
from pung_chow_settlement.domain.waiting import find_waits
from pung_chow_settlement.rulebooks import BUILT_IN
from tests.domain.builders import (
    Rules,
    alone,
    deal,
    faults,
    hand,
    house_rules,
    legal_alone,
    score,
    settle,
    values,
    won,
)

# Babcock's own figures (chapters VI and VII)

FIG_16: Final = hand("567m22p999s", "444p", "234m")
FIG_17: Final = hand("123777m55s333z", "111p")
FIG_17_DRAWN: Final = hand("123777m55s", "111p", "333z")
FIG_18: Final = hand("345m11155666z", "8888p")
FIG_27: Final = hand("567p11133z", "222z", "444z")


def babcock(its_hand: Hand, win: Win, seat: str = "east", rules: Rules = "babcock-1923") -> Score:
    return score(alone(rules, its_hand, win, seat))


@pytest.mark.parametrize(
    ("its_hand", "win", "seat", "points", "total"),
    [
        (FIG_16, won("discard", "6m"), "east", 32, 32),
        (FIG_17, won("discard", "3z"), "east", 32, 32),
        (FIG_17_DRAWN, won("wall", "2m"), "east", 36, 36),
        (FIG_17, won("discard", "3z"), "west", 32, 64),
        (FIG_17_DRAWN, won("wall", "2m"), "west", 36, 72),
        (FIG_18, won("discard", "6z"), "south", 42, 84),
        (FIG_18, won("discard", "6z"), "east", 42, 168),
        (FIG_27, won("discard", "1z"), "east", 32, 128),
    ],
)
def test_babcocks_figures_score_as_printed(its_hand: Hand, win: Win, seat: str, points: int, total: int) -> None:
    result = babcock(its_hand, win, seat)
    assert (result.points, result.score) == (points, total), result.items


def test_the_four_wind_hand_scores_the_limit_if_agreed_on() -> None:
    agreed: Patch = {"rules": {"three-winds-and-pair": {}, "four-winds": {}}}
    assert babcock(FIG_27, won("discard", "1z"), rules=house_rules("babcock-1923", agreed)).score == 300


def test_the_hand_from_earth_scores_half_the_limit() -> None:
    earth = won("discard", "3z", first_discard=True)
    assert babcock(hand("123777m55s111p333z"), earth, "south").score == 150


# Nederlandse Toernooi Spelregels

WAITING: Final = {
    "nine-gates": ("1112345678999m", 1000),
    "thirteen-orphans": ("19m19p19s1234567z", 1000),
    "twins-of-honours": ("1111335566772z", 1000),
    "wind-snake": ("123456789m1123z", 500),
    "dragon-snake": ("123456789s2567z", 500),
    "court-of-peking": ("1234567m123456z", 500),
    "pure-twins": ("1133557799224m", 500),
    "very-clean-twins": ("1199m112233556z", 500),
    "clean-twins": ("112288m1122334z", 250),
    "seven-twins": ("1133m5577p99s112z", 125),
}
"""Thirteen tiles that wait for a hand, and half of its value."""


def nts(its_hand: Hand, win: Win | None = None) -> Score:
    return score(alone_in_west(its_hand, win))


def alone_in_west(its_hand: Hand, win: Win | None = None, discards: str = "") -> UncheckedDeal:
    return alone("nts-2002", its_hand, win, "west", discards=discards)


@pytest.mark.parametrize(("name", "tiles", "half"), [(name, *values) for name, values in WAITING.items()], ids=WAITING)
def test_a_hand_that_waits_for_an_irregular_one_scores_half_of_it(name: str, tiles: str, half: int) -> None:
    waiting = nts(hand(tiles))
    assert (waiting.score, name in waiting.limit_hands) == (half, True), waiting


@pytest.mark.parametrize(
    ("its_hand", "win", "expected"),
    [
        (hand("1133m5577p99s1122z"), won("discard", "9s"), 250),
        (hand("112288m11223344z"), won("wall", "8m"), 500),
        (hand("11335577992244m"), won("wall", "1m"), 1000),
        (hand("22345678m", "111m", "999m"), won("wall", "2m"), 1000),
        (hand("66p222333444z", "111z"), won("wall", "6p"), 2000),
        (hand("123456m777s345p22z"), won("discard", "2z", first_discard=True), 1000),
        (hand("1199m1199p111199s"), won("wall", "9s"), 250),
        (hand("22223344446688s"), won("wall", "8s"), 1000),
        (hand("1199m11223344z99m"), won("wall", "9m"), 1000),
        (hand("11115577m222255z"), won("wall", "5z", last_tile=True), 500),
    ],
    ids=[
        "seven twins",
        "clean twins",
        "pure twins",
        "wriggling snake",
        "four winds",
        "earth",
        "twins of ones and nines",
        "green twins",
        "very clean twins",
        "twins with many doubles",
    ],
)
def test_a_limit_hand_of_the_nts_scores_its_value(its_hand: Hand, win: Win, expected: int) -> None:
    assert nts(its_hand, win).score == expected


LAST: Final = hand("234555m11345p678s")


@pytest.mark.parametrize(
    ("tile", "last_tile", "doubles"),
    [("2m", True, 3), ("1p", True, 5), ("1p", False, 2)],
)
def test_a_one_of_circles_as_the_last_tile_is_three_doubles_instead_of_one(
    tile: str, last_tile: bool, doubles: int
) -> None:
    """Besides two for a concealed hand."""
    assert nts(LAST, won("wall", tile, last_tile=last_tile)).doubles == doubles


def test_clean_very_clean_and_pure_do_not_add_up() -> None:
    clean = nts(hand("111m222z33z", "888m", "444z"), won("wall", "3z"))
    very_clean = nts(hand("111m222z33z", "999m", "444z"), won("wall", "3z"))
    assert [bool(values(each, "one-suit-with-honours")) for each in (clean, very_clean)] == [True, False]
    assert very_clean.doubles == clean.doubles + 1


def test_a_losing_hand_of_exposed_limit_sets_is_counted_as_any_other() -> None:
    """Pungs of three dragons, doubled for each."""
    assert nts(hand("12m7s8p", "555z", "666z", "777z")).score == 3 * 4 << 3


def test_the_limit_cuts_an_ordinary_hand_before_east_is_paid_double() -> None:
    hands = {"east": hand("55z", "2222m", "3333m", "6666m", "8888m")}
    hands |= {seat: hand("", partial=True) for seat in ("south", "west", "north")}
    result = settle(deal("nts-2002", "east", won("discard", "5z", "south"), hands))
    east = result.scores[Seat.EAST].score
    assert east <= 2000
    assert result.settlement.matrix["east"]["south"] == 2 * east


def test_the_rulebook_knows_no_penalty_for_a_false_mah_jong() -> None:
    assert BUILT_IN.by_id["nts-2002"].rulebook.false_mahjong is None


# The bird: a one of Circles that wins as the pair of a one of Bamboos

SETS: Final = ("111m", "999s", "444p", "123m")
BIRD: Final = hand("1s1p", *SETS)


def test_a_bird_scores_ten_points_and_all_else_as_the_pair_of_bamboos() -> None:
    bird, pair = nts(BIRD, won("discard", "1p")), nts(hand("11s", *SETS), won("discard", "1s"))
    assert bird.points == pair.points + 10
    assert tuple(item for item in bird.items if item.rule.id != "bird") == pair.items


@pytest.mark.parametrize(
    ("tiles", "last"),
    [("1p1s", "1s"), ("1s9p", "9p"), ("1p9s", "9s"), ("1s2p", "2p")],
    ids=["the bamboo came last", "a nine", "of nines", "a two"],
)
def test_no_other_tile_than_a_last_one_of_circles_is_a_bird(tiles: str, last: str) -> None:
    found = faults(alone_in_west(hand(tiles, *SETS), won("discard", last)))
    assert ("/hand/concealed", "incomplete-hand") in found


def test_a_bird_completes_no_set() -> None:
    assert faults(alone_in_west(hand("1p23s55m", "111m", "999s", "444p"), won("wall", "1p")))


@pytest.mark.parametrize(
    ("tiles", "value"),
    [
        ("1133m5577p99s22z1s1p", 250),
        ("1s1p113355779922s", 1000),
        ("1s1p9999s11223344z", 1000),
        ("1s1p2288s11223344z", 500),
    ],
    ids=["seven twins", "pure twins", "very clean twins", "clean twins"],
)
def test_a_bird_completes_twins(tiles: str, value: int) -> None:
    assert nts(hand(tiles), won("discard", "1p")).score == value


def test_a_bird_that_is_the_last_tile_is_the_moon_too() -> None:
    assert values(nts(BIRD, won("wall", "1p", last_tile=True)), "moon") == {"doubles": [3]}


def test_a_bird_counts_as_one_of_circles_towards_the_four_of_a_kind() -> None:
    assert faults(alone_in_west(BIRD, won("wall", "1p"), discards="111s111p")) == set()
    too_many = faults(alone_in_west(BIRD, won("wall", "1p"), discards="1111p"))
    assert {code for _, code in too_many} == {"too-many-of-a-tile"}


def test_a_bird_wins_in_no_other_rulebook() -> None:
    assert faults(alone("bmja", BIRD, won("wall", "1p"), "west"))


def test_a_hand_that_waits_for_a_one_of_bamboos_waits_for_the_bird_too() -> None:
    waits = find_waits(legal_alone(alone_in_west(hand("1s", *SETS))))
    scores = {NAMES[wait.tile]: wait.drawn.score.points for wait in waits if wait.drawn}
    assert set(scores) == {"1s", "1p"}
    assert scores["1p"] == scores["1s"] + 10


@pytest.mark.parametrize(("pung", "may"), [("111p", True), ("111s", False)])
def test_the_kong_that_the_bird_robs_is_of_circles(pung: str, may: bool) -> None:
    others = {"east": hand("", partial=True), "south": hand("", partial=True)}
    hands = {**others, "west": BIRD, "north": hand("", pung, partial=True)}
    assert (not faults(deal("nts-2002", "west", won("robbed-kong", "1p", "north"), hands))) is may
