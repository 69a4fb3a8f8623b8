"""The second scorer against the examples that the books print."""

import json
from collections import Counter
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

import pytest

from support.oracle import brute, deals
from support.oracle.tiles import Tiles

DATA = Path(__file__).parents[1] / "data"
HANDS = json.loads((DATA / "worked_hands.json").read_text())["hands"]
DEALS = json.loads((DATA / "worked_deals.json").read_text())["deals"]
PRINTED = [hand for hand in HANDS if hand["win"]]

# The pamphlet states neither the win nor the bonus points: a win that fits, and the bonus points that it adds.
PAMPHLET_WINS: dict[str, tuple[str, int]] = {
    "pamphlet-1": ("4p", 10),  # no scoring value
    "pamphlet-2": ("1m", 0),
    "pamphlet-3": ("4m", 0),
    "pamphlet-4": ("2p", 0),
    "pamphlet-5": ("7s", 12),  # no chows, only possible piece
    "pamphlet-6": ("8m", 12),  # no chows, only possible piece
}


def request_of(entry: dict[str, Any], **more: Any) -> dict[str, Any]:
    base = {key: entry[key] for key in ("ruleset", "round_wind", "win")}
    return {**base, "winner": entry["seat"], "hands": {entry["seat"]: entry["hand"]}, **more}


def one_hand(ruleset: str, seat: str, hand: dict[str, Any], win: dict[str, Any], **more: Any) -> dict[str, Any]:
    request = {"ruleset": ruleset, "round_wind": "east", "winner": seat, "win": win, "hands": {seat: hand}, **more}
    return brute.score_hand(request, seat)


def discard(tile: str, discarder: str = "east", **more: Any) -> dict[str, Any]:
    return {"tile": tile, "source": "discard", "discarder": discarder, **more}


def amounts(request: dict[str, Any]) -> dict[tuple[str, str], int]:
    return {(entry["payer"], entry["payee"]): entry["amount"] for entry in brute.settle(request)["payments"]}


@pytest.mark.parametrize("entry", PRINTED, ids=lambda entry: entry["id"])
def test_a_worked_hand_counts_what_the_book_prints(entry: dict[str, Any]) -> None:
    result = brute.score_hand(request_of(entry), entry["seat"])
    counted = result["points"], result["doubles"], result["uncapped_score"]
    assert counted == (entry["points"], entry["doubles"], entry["score"])


@pytest.mark.parametrize("entry", [hand for hand in HANDS if not hand["win"]], ids=lambda entry: entry["id"])
def test_a_pamphlet_hand_agrees_without_its_bonus_points(entry: dict[str, Any]) -> None:
    tile, bonus_points = PAMPHLET_WINS[entry["id"]]
    result = brute.score_hand(request_of(entry, win=discard(tile)), entry["seat"])
    assert (result["points"] - bonus_points, result["doubles"]) == (entry["points"], entry["doubles"])


@pytest.mark.parametrize(("seat", "doubles"), [("south", 1), ("east", 2)])
def test_the_third_pamphlet_hand_is_doubled_in_easts_round(seat: str, doubles: int) -> None:
    hand = next(hand for hand in HANDS if hand["id"] == "pamphlet-3")["hand"]
    assert one_hand("pamphlet", seat, hand, discard("4m", "north"))["doubles"] == doubles


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal["id"])
def test_a_worked_deal_settles_as_the_book_prints(deal: dict[str, Any]) -> None:
    request = deal["request"]
    assert {seat: brute.score_hand(request, seat)["score"] for seat in request["hands"]} == deal["scores"]
    assert amounts(request) == {(entry["payer"], entry["payee"]): entry["amount"] for entry in deal["payments"]}


def test_every_decomposition_of_a_suit_is_found() -> None:
    """Compared with every combination of four sets and a pair of one suit."""
    tiles = deals.of_suit("m")
    parts = [*deals.shapes("pung", tiles), *deals.shapes("chow", tiles)]
    every: dict[Tiles, set[tuple[Tiles, ...]]] = {}
    for sets in combinations_with_replacement(parts, 4):
        for pair in deals.shapes("pung", tiles):
            decomposition = tuple(sorted((pair[:2], *sets), key=brute.set_order))
            every.setdefault(tuple(sorted(sum(decomposition, ()))), set()).add(decomposition)
    ambiguous = [hand for hand, several in every.items() if len(several) > 2 and max(Counter(hand).values()) <= 4]
    assert len(ambiguous) > 100
    assert all(brute.decompositions(hand) == every[hand] for hand in ambiguous)


def test_the_generated_deals_reach_every_rare_case() -> None:
    rng = Random(1922)
    limit_hands: dict[str, set[str]] = {ruleset: set() for ruleset in deals.RULESETS}
    seen: Counter[str] = Counter()
    rare = ["loser-limit-hand", "dangerous-discard", "robbed-kong", "loose-tile", "original-hand", "first_discard"]
    excuses = [f"{letter} {excused}" for letter in "abcd" for excused in (True, False)]
    required = {*rare, *excuses, "drawn", "last_tile", "standing_hand"}
    all_limit_hands = {ruleset: set(names) for ruleset, names in brute.LIMIT_HANDS.items()}
    for ruleset in deals.RULESETS * 400:
        if required <= seen.keys() and limit_hands == all_limit_hands:
            return
        request = deals.deal(rng, ruleset)
        settled = brute.settle(request)
        for seat in request["hands"]:
            limit_hands[ruleset].update(brute.score_hand(request, seat)["limit_hands"])
        danger = settled.get("dangerous_discard")
        seen.update(f"{letter} {danger['excused']}" for letter in danger["letters"]) if danger else None
        seen.update(entry["reason"] for entry in settled["payments"])
        seen.update([request["win"]["source"]] if request["winner"] else ["drawn"])
        seen.update(flag for flag in request.get("win", {}) if flag != "tile")
    assert limit_hands == all_limit_hands
    assert required <= seen.keys(), seen
