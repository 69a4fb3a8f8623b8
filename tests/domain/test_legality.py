"""Which deals could have happened: cases with their faults, and legal deals of which one tile is changed."""

import copy
import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from support.amounts import amount
from support.contract import CONTRACT
from support.fuzz import bodies, drawn
from support.fuzz.bodies import Json
from support.oracle import brute, deals
from support.oracle.brute import KINDS, parse, written
from tests.conftest import DATA

CASES: list[Json] = json.loads((DATA / "faults_of_deals.json").read_text())["cases"]
CODES = set(CONTRACT["components"]["schemas"]["FaultCode"]["x-extensible-enum"])
Faults = set[tuple[str, str]]


def expected(case: Json) -> Faults:
    return {(pointer, code) for pointer, code in case["faults"]}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_has_these_faults_and_no_other(case: Json) -> None:
    answer = bodies.ask(case["path"], case["body"])
    assert (answer.status, set(answer.faults)) == (422 if case["faults"] else 200, expected(case))
    assert {code for _, code in expected(case)} <= CODES


@pytest.mark.parametrize("case", [case for case in CASES if case.get("every_way")], ids=lambda case: case["id"])
def test_batch_file_and_sheet_have_the_faults_of_a_settlement(case: Json) -> None:
    on_a_sheet = {(pointer.replace("discarder", "discarding_player"), code) for pointer, code in expected(case)}
    for way, ask in bodies.WAYS.items():
        assert set(ask([case["body"]])[0].faults) == (on_a_sheet if way == "scoresheet" else expected(case)), way


# Legal deals of which one tile is changed

SEEDS = st.integers(0, 2**32 - 1)
some = settings(max_examples=amount(300, 5000), deadline=None)


def places(deal: Json) -> dict[str, str]:
    """Every string of playing tiles of a deal but the winning tile, by its pointer."""
    found = {"/discards": deal.get("discards", "")}
    for seat, hand in deal["hands"].items():
        found[f"/hands/{seat}/concealed"] = hand["concealed"]
        for name in ("exposed", "claimed_kongs", "concealed_kongs"):
            found |= {f"/hands/{seat}/{name}/{at}": each for at, each in enumerate(hand.get(name, ()))}
    return found


def too_many(deal: Json) -> Faults:
    """Where five or more of a kind lie, by counting."""
    tiles = {pointer: parse(text) for pointer, text in places(deal).items()}
    all_tiles = Counter(tile for held in tiles.values() for tile in held)
    five = {tile for tile, count in all_tiles.items() if count > 4}
    return {(pointer, "too-many-of-a-tile") for pointer, held in tiles.items() if five & set(held)}


def legal(ruleset: str, seed: int) -> tuple[Random, Json]:
    """A legal deal whose legality depends on nothing but its tiles' numbers and the winner's hand."""
    rng = Random(seed)
    deal = drawn.legal_deal(rng, ruleset)
    assume(deal.get("win", {}).get("source") != "robbed-kong")
    assume(not any(hand.get("partial") for hand in deal["hands"].values()))
    return rng, deal


def replaced(rng: Random, deal: Json, seat: str, kinds: Any = KINDS) -> Json:
    """A copy in which one standing tile of a hand is another one; never the winning tile."""
    new = copy.deepcopy(deal)
    tiles = list(parse(new["hands"][seat]["concealed"]))
    winning = deal["win"].get("tile") if seat == deal["winner"] else None
    places = [at for at, tile in enumerate(tiles) if tile != winning]
    assume(places)
    tiles[rng.choice(places)] = rng.choice(kinds)
    new["hands"][seat]["concealed"] = written(tiles)
    return new


def losers(deal: Json) -> list[str]:
    return [seat for seat, hand in deal["hands"].items() if seat != deal["winner"] and not hand.get("dead")]


@some
@given(st.sampled_from(drawn.RULESETS), SEEDS, st.booleans())
def test_another_tile_in_a_hand_that_did_not_win_is_refused_for_five_of_a_kind_only(
    ruleset: str, seed: int, common: bool
) -> None:
    rng, deal = legal(ruleset, seed)
    assume(losers(deal))
    held = [tile for text in places(deal).values() for tile in parse(text)]
    new = replaced(rng, deal, rng.choice(losers(deal)), held if common else KINDS)
    answer = bodies.ask(bodies.SETTLE, new)
    assert (answer.status, set(answer.faults)) == (422 if too_many(new) else 200, too_many(new))


@some
@given(st.sampled_from(drawn.RULESETS), SEEDS, st.booleans())
def test_a_tile_too_few_or_too_many_is_refused_where_it_is(ruleset: str, seed: int, fewer: bool) -> None:
    rng, deal = legal(ruleset, seed)
    assume(losers(deal))
    seat, standing = rng.choice(losers(deal)), ""
    tiles = parse(deal["hands"][seat]["concealed"])
    standing = written(tiles[1:] if fewer else [*tiles, rng.choice(KINDS)])
    new = {**deal, "hands": {**deal["hands"], seat: {**deal["hands"][seat], "concealed": standing}}}
    assume(not too_many(new))
    answer = bodies.ask(bodies.SETTLE, new)
    assert set(answer.faults) == {(f"/hands/{seat}/concealed", "wrong-number-of-tiles")}


@some
@given(st.sampled_from(deals.RULESETS), SEEDS)
@example("harr-1923-limit", 0)
def test_a_winners_hand_is_complete_where_trying_every_decomposition_finds_one(ruleset: str, seed: int) -> None:
    rng, deal = legal(ruleset, seed)
    assume(deal["winner"] and not deal.get("options", {}).get("cleared_hands"))
    near = [brute.next_tile(tile, step) for tile in parse(deal["hands"][deal["winner"]]["concealed"])
            for step in range(-2, 3) if tile[1] in "mps" and 1 <= int(tile[0]) + step <= 9]  # fmt: skip
    new = replaced(rng, deal, deal["winner"], near or KINDS)
    assume(not too_many(new))
    case = brute.case_of(new, deal["winner"])
    answer = bodies.ask(bodies.SETTLE, new)
    if brute.ways_complete(case, case.concealed):
        assert answer.status == 200, answer
    else:
        assert set(answer.faults) == {(f"/hands/{deal['winner']}/concealed", "incomplete-hand")}
