"""The second scorer against the examples that the books print."""

from collections import Counter
from itertools import combinations_with_replacement
from random import Random

import pytest

from tests.support.cases import Case, cases_of, written
from tests.support.oracle import brute, deals
from tests.support.oracle.tiles import Tiles


@pytest.mark.parametrize("case", cases_of("worked-hands"), ids=lambda case: case["name"])
def test_a_worked_hand_counts_what_the_book_prints(case: Case) -> None:
    body = case["body"]
    request = {**body, "winner": body["seat"], "hands": {body["seat"]: body["hand"]}}
    result = brute.score_hand(request, body["seat"])
    assert {f"/hand/{name}": result[name] for name in ("points", "doubles", "uncapped_score")} == case["expect"]


@pytest.mark.parametrize(("seat", "doubles"), [("south", 1), ("east", 2)])
def test_the_third_hand_of_the_pamphlet_is_doubled_in_easts_round(seat: str, doubles: int) -> None:
    win = {"source": "discard", "tile": "4m", "discarder": "north"}
    hands = {seat: {"concealed": "456m222p999s77z", "exposed": ["111z"]}}
    request = {"ruleset": "pamphlet", "round_wind": "east", "winner": seat, "win": win, "hands": hands}
    assert brute.score_hand(request, seat)["doubles"] == doubles


@pytest.mark.parametrize("deal", cases_of("worked-deals"), ids=lambda deal: deal["name"])
def test_a_worked_deal_settles_as_the_book_prints(deal: Case) -> None:
    request = deal["body"]
    scores = {f"/hands/{seat}/score": brute.score_hand(request, seat)["score"] for seat in request["hands"]}
    payments = written(brute.settle(request)["payments"])
    assert {**scores, "/settlement/payments": payments} == deal["expect"]


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
