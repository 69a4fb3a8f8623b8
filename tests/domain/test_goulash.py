"""Goulash deals, in the rulebooks that have them: wild tiles and their faults."""

from dataclasses import replace
from typing import Final

import pytest

from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.legality.legal_deal import legal_deal, legal_hand
from pung_chow_settlement.domain.legality.unchecked_deal import UncheckedDeal
from pung_chow_settlement.domain.tiles import NAMES
from pung_chow_settlement.domain.waiting import find_waits
from tests.domain.builders import (
    against,
    alone,
    deal,
    faults,
    hand,
    legal_alone,
    pointer,
    score,
    settle,
    tiles,
    won,
)

PLAYED: Final = ["bmja", "outside-the-box"]
GOULASH: Final = hand("222s55z", "777m", "444p", kongs=["9999p"])
WON: Final = won("wall", "5z")


def wild(text: str, its_hand: Hand = GOULASH) -> Hand:
    """The hand with these tiles wild."""
    return replace(its_hand, wild=tiles(text))


def refused(played: UncheckedDeal) -> set[tuple[str, str]]:
    """The pointers and message keys of the faults of an illegal deal, or hand alone."""
    found = legal_hand(played) if played.alone else legal_deal(played)
    assert isinstance(found, list)
    return {(pointer(fault), fault.message_key) for fault in found}


@pytest.mark.parametrize("ruleset", PLAYED)
def test_a_wild_tile_counts_as_the_tile_that_it_stands_for(ruleset: str) -> None:
    plain, goulash = (score(alone(ruleset, each, WON, "west")) for each in (GOULASH, wild("2s5z")))
    assert goulash.items == tuple(item for item in plain.items if item.rule.id != "no-chow")
    assert (goulash.points, goulash.doubles) == (plain.points, plain.doubles - 1)


@pytest.mark.parametrize("ruleset", PLAYED)
def test_wild_tiles_are_free_of_the_four_of_a_kind(ruleset: str) -> None:
    discards = "22s555z"
    assert faults(alone(ruleset, wild("2s5z"), WON, "west", discards=discards)) == set()
    assert {code for _, code in faults(alone(ruleset, GOULASH, WON, "west", discards=discards))} == {
        "too-many-of-a-tile"
    }


@pytest.mark.parametrize(
    ("its_hand", "at", "sentence"),
    [
        (wild("3s"), "/hand/wild", "not-in-hand"),
        (wild("22s"), "/hand/wild", "concealed"),
        (wild("55z"), "/hand/wild", "concealed"),
        (wild("77m"), "/hand/wild", "pung"),
        (wild("999p"), "/hand/wild", "kong"),
        (wild("2s5z7m99p"), "/hand/wild", "deal"),
        (hand("222s55z", "777m", "456p", kongs=["9999p"], wild="2s"), "/hand/exposed/1", "chow"),
    ],
    ids=[
        "not in the hand",
        "two in a pung",
        "a pair of blanks",
        "in a claimed pung",
        "three in a kong",
        "five",
        "chow",
    ],
)
@pytest.mark.parametrize("ruleset", PLAYED)
def test_an_illegal_use_of_wild_tiles_is_refused(ruleset: str, its_hand: Hand, at: str, sentence: str) -> None:
    assert (at, f"wrong-wild-tile.{sentence}") in refused(alone(ruleset, its_hand, WON, "west"))


def test_two_blanks_in_a_kong_and_four_in_a_deal_are_allowed() -> None:
    assert faults(alone("bmja", wild("2s7m99p"), WON, "west")) == set()


def test_a_concealed_chow_completes_no_hand_in_a_goulash() -> None:
    its_hand = hand("456p55z", "777m", "222s", kongs=["9999p"])
    assert faults(alone("bmja", its_hand, WON, "west")) == set()
    assert ("/hand/concealed", "too-many-chows") in faults(alone("bmja", wild("7m", its_hand), WON, "west"))


@pytest.mark.parametrize("ruleset", ["millington", "western", "nts-2002", "harr-1922"])
def test_a_rulebook_without_goulash_refuses_wild_tiles(ruleset: str) -> None:
    assert ("/hand/wild", "wrong-wild-tile") in refused(alone(ruleset, wild("2s"), WON, "west"))


def test_one_hand_with_a_blank_makes_the_deal_a_goulash_for_all() -> None:
    hands = against("west", GOULASH)
    plain = settle(deal("bmja", "west", WON, hands)).scores[2]
    hands["north"] = wild(NAMES[hands["north"].concealed[0]], hands["north"])
    goulash = settle(deal("bmja", "west", WON, hands)).scores[2]
    assert {item.rule.id for item in plain.items} - {item.rule.id for item in goulash.items} == {"no-chow"}


def test_all_hands_together_have_at_most_four_blanks() -> None:
    hands = against("west", wild("2s7m9p"))
    for seat in ("south", "north"):
        hands[seat] = wild(NAMES[hands[seat].concealed[0]], hands[seat])
    found = refused(deal("bmja", "west", WON, hands))
    assert found == {(f"/hands/{seat}/wild", "wrong-wild-tile.deal") for seat in ("south", "west", "north")}


def test_blanks_stand_in_special_hands() -> None:
    wonders = hand("19m19p19s12345677z", wild="1m7z")
    result = score(alone("bmja", wonders, won("wall", "1m"), "west"))
    assert (result.limit_hands, result.score) == (("thirteen-unique-wonders",), 1000)


def test_five_alike_are_a_pung_and_a_pair() -> None:
    its_hand = hand("22222s", "777m", "444p", kongs=["9999p"], wild="2s")
    sets = score(alone("bmja", its_hand, won("wall", "2s"), "west")).arrangement.sets
    assert [each.text for each in sets if each.text.endswith("s")] == ["22s", "222s"]


@pytest.mark.parametrize(
    ("its_hand", "tile", "rule"),
    [
        (hand("22222s", "444s", "666s", "888s", wild="2s"), "2s", "imperial-jade"),
        (hand("22222s", "444s", "666s", "888s", wild="22s"), "2s", "imperial-jade"),
        (hand("222222s88s", "444s", "666s", wild="22s"), "8s", "imperial-jade"),
        (hand("222s88s", "444s", "666s", kongs=["2222s"], wild="222s"), "2s", "imperial-jade"),
        (hand("11111s", "999s", "999m", "111m", wild="1s"), "1s", "heads-and-tails"),
        (hand("111111s99s11m99m11p", wild="11s"), "1s", "all-pair-honours"),
    ],
    ids=["pung and pair", "two blanks", "two pungs", "kong and pung", "ones and nines", "three pairs"],
)
@pytest.mark.parametrize(("ruleset", "claimed_set"), [("bmja", 1000), ("outside-the-box", 500)])
def test_more_than_four_alike_make_a_special_hand(
    ruleset: str, claimed_set: int, its_hand: Hand, tile: str, rule: str
) -> None:
    """A pung has one blank at most, a pair one, a kong two; `outside-the-box` halves a hand with a claimed set."""
    result = score(alone(ruleset, its_hand, won("wall", tile), "west"))
    assert (result.limit_hands, result.score) == ((rule,), claimed_set if its_hand.exposed else 500)


@pytest.mark.parametrize(
    "its_hand",
    [hand("11111s99999s11m99m", wild="1s9s"), hand("1111s8s", "999s", "999m", "111m", wild="1s")],
    ids=["odd numbers are no pairs", "a tile too many for a pung and no pair"],
)
@pytest.mark.parametrize("ruleset", PLAYED)
def test_more_than_four_alike_may_be_incomplete(ruleset: str, its_hand: Hand) -> None:
    found = faults(alone(ruleset, its_hand, won("wall", "1s"), "west"))
    assert found == {("/hand/concealed", "incomplete-hand")}


@pytest.mark.parametrize(("ruleset", "waiting", "count"), [("bmja", 400, 10), ("outside-the-box", 200, 10)])
def test_four_alike_wait_for_a_fifth_if_one_is_a_blank(ruleset: str, waiting: int, count: int) -> None:
    """Two and more points a pung; without a blank among them, in a goulash too, there is no fifth tile to wait for."""
    green = hand("2222s", "444s", "666s", "888s")
    hands = against("west", green) | {"east": hand("55z", "222z", "333z", "444z", "666z")}
    hands["north"] = wild(NAMES[hands["north"].concealed[0]], hands["north"])
    for west, expected in ((wild("2s", green), waiting), (green, count)):
        settled = settle(deal(ruleset, "east", won("wall", "5z"), hands | {"west": west}))
        assert settled.scores[2].score == expected


@pytest.mark.parametrize("ruleset", PLAYED)
def test_four_winds_with_a_blank_wait_for_a_fifth_to_be_winds_only(ruleset: str) -> None:
    winds = hand("1111z", "222z", "333z", "444z", wild="1z")
    assert score(alone(ruleset, winds, seat="west")).score == 400


def test_too_many_alike_over_all_sets_are_refused_and_never_crash() -> None:
    for text, tile in (("11m2222s55z", "1m"), ("2222s5577z", "2s")):
        found = faults(alone("western", hand(text, "222s", "222s"), won("wall", tile), "west"))
        assert ("/hand/concealed", "too-many-of-a-tile") in found


@pytest.mark.parametrize("text", ["22222222222222s", "2222222s", "222222222s55z"])
@pytest.mark.parametrize("blanks", ["2s", "2222s", "22222s", "2" * 14 + "s"])
def test_many_alike_are_refused_and_never_crash(text: str, blanks: str) -> None:
    assert faults(alone("bmja", hand(text, wild=blanks), won("wall", "2s"), "west"))


def test_waits_count_what_is_unseen_without_the_blanks() -> None:
    its_hand = hand("222s5z", "777m", "444p", kongs=["9999p"], wild="5z")
    waits = find_waits(legal_alone(alone("bmja", its_hand, seat="west")))
    assert {NAMES[wait.tile]: wait.unseen for wait in waits} == {"5z": 4}
