"""Legal deals with one tile changed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from pung_chow_settlement.domain.deal import WinSource
from pung_chow_settlement.domain.legality.unchecked_deal import UncheckedDeal
from pung_chow_settlement.domain.seats import SEAT_NAMES, Seat
from pung_chow_settlement.domain.tiles import FIRST_WIND, PLAYING_TILES, Tile, Tiles, write
from tests.domain.builders import deal_of, faults
from tests.support.amounts import amount
from tests.support.oracle import brute, deals, modern_deals

Json = dict[str, Any]
RULESETS = (*deals.RULESETS, *modern_deals.BOOKS)
Faults = set[tuple[str, str]]


SEEDS = st.integers(0, 2**32 - 1)
some = settings(max_examples=amount(300, 5000), deadline=None)


def legal_request(rng: Random, ruleset: str) -> Json:
    """A legal deal whose legality depends only on the numbers of tiles and on the winner's hand."""
    if ruleset in modern_deals.BOOKS:
        request = modern_deals.deal(ruleset, rng.randrange(2**32))
    else:
        request = deals.deal(rng, ruleset, players=rng.choice((2, 3, 4, 4, 4)))
    assume(request.get("win", {}).get("source") != WinSource.ROBBED_KONG)
    assume(not any(hand.get("partial") for hand in request["hands"].values()))
    return request


def places(played: UncheckedDeal) -> dict[str, Tiles]:
    """All playing tiles of a deal, by their pointers."""
    found = {"/discards": played.discards}
    for seat, hand in played.hands.items():
        at = f"/hands/{SEAT_NAMES[seat]}"
        found[f"{at}/concealed"] = hand.concealed
        for name in ("exposed", "claimed_kongs", "concealed_kongs"):
            found |= {f"{at}/{name}/{number}": each.tiles for number, each in enumerate(getattr(hand, name))}
    return found


def too_many(played: UncheckedDeal) -> Faults:
    """The faults for five or more of a kind, by counting."""
    held = places(played)
    counts = Counter(tile for tiles in held.values() for tile in tiles)
    five = {tile for tile, count in counts.items() if count > 4}
    return {(pointer, "too-many-of-a-tile") for pointer, tiles in held.items() if five & set(tiles)}


def with_concealed(played: UncheckedDeal, seat: Seat, concealed: Sequence[Tile]) -> UncheckedDeal:
    hand = played.hands[seat].with_concealed(tuple(sorted(concealed)))
    return replace(played, hands={**played.hands, seat: hand})


def replaced(rng: Random, played: UncheckedDeal, seat: Seat, kinds: Sequence[Tile]) -> UncheckedDeal:
    """The deal with one concealed tile of a hand replaced, except the winning tile."""
    tiles = [*played.hands[seat].concealed]
    winning = played.win.tile if played.win is not None and seat is played.winner else None
    free = [at for at, tile in enumerate(tiles) if tile != winning]
    assume(free)
    tiles[rng.choice(free)] = rng.choice(kinds)
    return with_concealed(played, seat, tiles)


def a_loser(rng: Random, played: UncheckedDeal) -> Seat:
    losers = [seat for seat, hand in played.hands.items() if seat is not played.winner and not hand.dead]
    assume(losers)
    return rng.choice(losers)


@some
@given(st.sampled_from(RULESETS), SEEDS, st.booleans())
def test_another_tile_in_a_losing_hand_is_refused_only_for_five_of_a_kind(
    ruleset: str, seed: int, common: bool
) -> None:
    rng = Random(seed)
    played = deal_of(legal_request(rng, ruleset))
    held = [tile for tiles in places(played).values() for tile in tiles]
    new = replaced(rng, played, a_loser(rng, played), held if common else PLAYING_TILES)
    called = {(f"/hands/{name}/original_call", "original-call-impossible") for name in SEAT_NAMES}  # may not wait now
    assert faults(new) - called == too_many(new)


@some
@given(st.sampled_from(RULESETS), SEEDS, st.booleans())
def test_a_tile_too_few_or_too_many_is_refused_at_its_hand(ruleset: str, seed: int, fewer: bool) -> None:
    rng = Random(seed)
    played = deal_of(legal_request(rng, ruleset))
    seat = a_loser(rng, played)
    tiles = played.hands[seat].concealed
    new = with_concealed(played, seat, tiles[1:] if fewer else [*tiles, rng.choice(PLAYING_TILES)])
    assume(not too_many(new))
    assert faults(new) == {(f"/hands/{SEAT_NAMES[seat]}/concealed", "wrong-number-of-tiles")}


@some
@given(st.sampled_from(deals.RULESETS), SEEDS)
@example("harr-1923-limit", 0)
def test_a_winners_hand_is_complete_if_brute_force_finds_a_decomposition(ruleset: str, seed: int) -> None:
    rng = Random(seed)
    request = legal_request(rng, ruleset)
    assume(request["winner"] and not request.get("options", {}).get("cleared_hands"))
    played = deal_of(request)
    assert played.winner is not None
    near = [tile + step for tile in played.hands[played.winner].concealed
            for step in range(-2, 3) if tile < FIRST_WIND and 0 <= tile % 9 + step < 9]  # fmt: skip
    new = replaced(rng, played, played.winner, near or PLAYING_TILES)
    assume(not too_many(new))
    name = request["winner"]
    hand = {**request["hands"][name], "concealed": write(new.hands[played.winner].concealed)}
    case = brute.case_of({**request, "hands": {**request["hands"], name: hand}}, name)
    incomplete = {(f"/hands/{name}/concealed", "incomplete-hand")}
    assert faults(new) == (set() if brute.completing_decompositions(case, case.concealed) else incomplete)
