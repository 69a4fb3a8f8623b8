"""Faults of a win: the winning tile, discarder, liability, a robbed kong, circumstances, an original call."""

from collections.abc import Iterator, Mapping
from typing import Final

from pung_chow_settlement.domain.arrangements import reach
from pung_chow_settlement.domain.circumstances import BITS, TableState, held, without_a_turn
from pung_chow_settlement.domain.deal import CLAIMED, Win, WinSource
from pung_chow_settlement.domain.faults import Facts, Fault, Path
from pung_chow_settlement.domain.hand import SET_TILES, Hand
from pung_chow_settlement.domain.legality.partial_deal import (
    PLAYING_TILES_AT,
    SETS_ON_THE_TABLE,
    PartialDeal,
    win_conditions_of,
)
from pung_chow_settlement.domain.legality.tiles import has_too_many, real_concealed
from pung_chow_settlement.domain.rulebook.settlement_terms import DangerousDiscard
from pung_chow_settlement.domain.seats import EAST, SEAT_NAMES, Seat
from pung_chow_settlement.domain.sets import Kind
from pung_chow_settlement.domain.tiles import COPIES, NAMES, Tile

_CONCEALED: Final = frozenset({"concealed"})
_EXPOSED: Final = frozenset({"exposed"})
_CLAIMED_SETS: Final = frozenset({"exposed", "claimed_kongs"})
_LOOSE_TILES_AT: Final = SETS_ON_THE_TABLE | {"bonus"}
"""The members of a hand with kongs, flowers and seasons, for which loose tiles are drawn."""


def original_call_faults(partial: PartialDeal, seat: Seat, hand: Hand) -> Iterator[Fault]:
    """Faults of the original call of a hand; a winner's is a member of the win."""
    path, code = (*partial.at.hand(seat), "original_call"), "original-call-impossible"
    if seat is partial.winner:
        yield Fault("unexpected-member", path, sentence="winners-call")
    elif hand.claimed:
        yield Fault(code, path, sentence="hand")
    elif partial.win is not None and partial.win.source is WinSource.ORIGINAL_HAND:
        yield Fault(code, path, sentence="original-hand")
    elif partial.win is not None and seat is not EAST and partial.win.circumstances & BITS["first_discard"]:
        yield Fault(code, path, sentence="only-east")
    elif partial.win is not None and seat in without_a_turn(_table(partial, partial.win)):
        yield Fault(code, path, sentence="no-turn")
    elif not _may_wait(partial, seat, hand):
        yield Fault(code, path, sentence="not-waiting")


def _may_wait(partial: PartialDeal, seat: Seat, hand: Hand) -> bool:
    """Whether a hand that did not win is one tile short, or unknown; the limit of chows is ignored."""
    compiled = partial.compiled
    if compiled is None or hand.dead or hand.partial or hand.excess_tiles or not partial.knows(seat, PLAYING_TILES_AT):
        return True
    if has_too_many(real_concealed(hand)) or (partial.round_wind is None and compiled.by_seat is not None):
        return True
    return bool(reach(partial.counted_hand(seat), win_conditions_of(partial, seat)))


def winner_faults(partial: PartialDeal) -> Iterator[Fault]:
    """A fault of a winner who does not play."""
    if partial.winner is not None and partial.seats is not None and partial.winner not in partial.seats:
        yield _no_hand(partial.winner, ("winner",))


def _no_hand(seat: Seat, path: Path) -> Fault:
    name = SEAT_NAMES[seat]
    return Fault("seat-not-playing", path, facts={"seat": name}, sentence="deal")


def win_faults(partial: PartialDeal, win: Win) -> Iterator[Fault]:
    """Faults of how the hand was won."""
    yield from _winning_tile(partial, win)
    yield from _discarder(partial, win)
    if win.source is WinSource.ROBBED_KONG and win.actual_tile is not None:
        yield from _robbed_kong(partial, win.discarder, win.actual_tile)
    if win.is_special:
        yield from _circumstances(partial, win)
    if win.dangerous_discard_by is not None:
        yield from _liable(partial, win, win.dangerous_discard_by)
    if partial.winner in partial.counted and win.source is not WinSource.ORIGINAL_HAND:
        yield from _danger_of_a_count(partial, win)
    if win.source is WinSource.ORIGINAL_HAND:
        yield from _original_hand(partial, win)


def _winning_tile(partial: PartialDeal, win: Win) -> Iterator[Fault]:
    path, hand = ("win", "tile"), partial.winners_hand
    if win.source is WinSource.ORIGINAL_HAND:
        if win.tile is not None:
            yield Fault("unexpected-member", path, sentence="winning-tile")
    elif win.tile is None:
        if partial.winner not in partial.counted and (partial.known.winner or not partial.counted):
            yield Fault("missing-member", path, sentence="winning-tile")
    elif hand is not None and win.tile not in hand.concealed and partial.knows(partial.winner, _CONCEALED):
        yield Fault("winning-tile-not-in-hand", path, facts={"tile": NAMES[win.tile]})


def _discarder(partial: PartialDeal, win: Win) -> Iterator[Fault]:
    path, source = ("win", partial.at.discarder), {"source": str(win.source)}
    if win.source not in CLAIMED:
        if win.discarder is not None:
            yield Fault("unexpected-member", path, facts=source, sentence="discarder")
    elif win.discarder is None:
        if partial.known.others:
            yield Fault("missing-member", path, facts=source, sentence="discarder")
    elif win.discarder is partial.winner:
        yield Fault("discarder-is-winner", path)
    elif partial.seats is not None and win.discarder not in partial.seats:
        yield _no_hand(win.discarder, path)


def _liable(partial: PartialDeal, win: Win, liable: Seat) -> Iterator[Fault]:
    path = ("win", partial.at.liable)
    if liable is partial.winner:
        yield Fault("discarder-is-winner", path, sentence="liable")
    elif partial.seats is not None and liable not in partial.seats:
        yield _no_hand(liable, path)
    elif _nobody_is_liable(partial, win, liable):
        yield Fault("dangerous-discard-impossible", path)


def _danger_of_a_count(partial: PartialDeal, win: Win) -> Iterator[Fault]:
    """Faults of what the players say of a dangerous discard, used as it is if the winner's hand is counted."""
    liable, excused = win.dangerous_discard_by, win.discarder_excused
    at, excused_at = ("win", partial.at.liable), ("win", "discarder_excused")
    if partial.compiled is None:
        return
    penalty = partial.compiled.settlement.danger
    if penalty is None:
        facts: Facts = {"ruleset": partial.compiled.rulebook.id}
        told = [path for path, given in ((at, liable), (excused_at, excused)) if given is not None]
        yield from (Fault("unexpected-member", path, facts=facts, sentence="danger") for path in told)
    elif win.source is not WinSource.DISCARD:
        if excused is not None:
            yield Fault("unexpected-member", excused_at, sentence="excused")
        if liable is not None and not penalty.during_play:
            yield Fault("dangerous-discard-impossible", at, sentence="winning-tile")
    elif liable is not None and win.discarder is not None:
        yield from _liable_beside(penalty, at, excused_at, discarded=liable is win.discarder, excused=excused)


def _liable_beside(
    penalty: DangerousDiscard, at: Path, excused_at: Path, *, discarded: bool, excused: bool | None
) -> Iterator[Fault]:
    """Faults of who is liable, beside whether the discarder of the winning tile is excused."""
    if not discarded and not penalty.during_play:
        yield Fault("dangerous-discard-impossible", at, sentence="winning-tile")
    elif excused is discarded:
        yield Fault("unexpected-member", excused_at, sentence="liable-already")


def _nobody_is_liable(partial: PartialDeal, win: Win, liable: Seat) -> bool:
    """Whether the winner certainly claimed no discard of that player, neither for a set nor to win."""
    hand = partial.winners_hand
    if win.source is WinSource.ORIGINAL_HAND or (win.source is WinSource.DISCARD and win.discarder in (liable, None)):
        return False  # `_original_hand` reports every member that it excludes
    return hand is not None and not hand.claimed and partial.knows(partial.winner, _CLAIMED_SETS)


def _robbed_kong(partial: PartialDeal, discarder: Seat | None, tile: Tile) -> Iterator[Fault]:
    path, name = ("win", "source"), NAMES[tile]
    if discarder is None or discarder not in partial.hands or discarder is partial.winner:
        held = _number_seen(partial, tile) if _hand_is_missing(partial, discarder) else 0
        if held > COPIES[tile] - SET_TILES:
            yield Fault("no-pung-to-rob", path, facts={"tile": name, "held": held}, sentence="seen")
    elif partial.winner not in partial.counted and not _leaves_three(partial, discarder, tile):
        yield Fault("no-pung-to-rob", path, facts={"seat": SEAT_NAMES[discarder], "tile": name})


def _hand_is_missing(partial: PartialDeal, robbed: Seat | None) -> bool:
    """Whether the hand of the robbed player is certainly not given."""
    return not partial.known.others or (robbed is not partial.winner and robbed in (partial.seats or ()))


def _number_seen(partial: PartialDeal, tile: Tile) -> int:
    """The number of a tile in the given hands, without wild tiles, and in the discards."""
    return partial.discards.count(tile) + sum(hand.real.count(tile) for hand in partial.hands.values())


def _leaves_three(partial: PartialDeal, discarder: Seat, tile: Tile) -> bool:
    """Whether a player may have three of a tile left after a kong of it was robbed."""
    hand = partial.hands[discarder]
    if any(each.kind is Kind.PUNG and each.tile == tile for each in hand.exposed):
        return True
    if not partial.knows(discarder, _EXPOSED):
        return True
    three_concealed = hand.concealed.count(tile) == SET_TILES or not partial.knows(discarder, _CONCEALED)
    return three_concealed and _robs_concealed(partial)


def _robs_concealed(partial: PartialDeal) -> bool:
    """Whether the winner may rob a concealed kong, which leaves three concealed tiles in the robbed hand."""
    winner = partial.winner
    if winner is None or partial.compiled is None or not partial.knows(winner, PLAYING_TILES_AT):
        return True  # unknown
    counted = partial.counted_hand(winner)
    return any(shape.complete(counted) for shape in partial.compiled.rulebook.robs_concealed)


def _circumstances(partial: PartialDeal, win: Win) -> Iterator[Fault]:
    hand = partial.winners_hand
    for circumstance in held(win):
        if reasons := circumstance.reasons(_table(partial, win)):
            facts = {"source": str(win.source), "reasons": reasons}
            yield Fault(circumstance.code, ("win", circumstance.member), facts=facts)
    if win.consecutive_wins > 1 and partial.winner not in (EAST, None):
        yield Fault("consecutive-wins-not-east", ("win", "consecutive_wins"))
    if (
        win.source is WinSource.LOOSE_TILE
        and partial.knows(partial.winner, _LOOSE_TILES_AT)
        and not _may_be_loose(hand)
    ):
        yield Fault("loose-tile-impossible", ("win", "source"))


def _may_be_loose(hand: Hand | None) -> bool:
    """Whether the hand has a kong, a flower or a season, for which loose tiles are drawn."""
    return hand is not None and bool(hand.kongs or hand.bonus)


def _table(partial: PartialDeal, win: Win) -> TableState:
    whole = {seat: hand for seat, hand in partial.hands.items() if partial.knows(seat, SETS_ON_THE_TABLE)}
    return TableState(partial.hands, whole, partial.winner, win, partial.discards, _all_known(partial, whole))


def _all_known(partial: PartialDeal, whole: Mapping[Seat, Hand]) -> bool:
    """Whether every set of every player is known."""
    if not partial.known.others or partial.seats is None:
        return False
    return all(seat in whole and not (whole[seat].partial or whole[seat].dead) for seat in partial.seats)


def _original_hand(partial: PartialDeal, win: Win) -> Iterator[Fault]:
    code, path = "original-hand-impossible", ("win", "source")
    if partial.winner not in (EAST, None):
        yield Fault(code, path, sentence="not-east")
    for seat, hand in partial.hands.items():
        yield from _not_as_dealt(partial, hand, seat)
    if partial.discards:
        yield Fault(code, path, sentence="discards")
    flags = [each.member for each in held(win) if WinSource.ORIGINAL_HAND in each.sources]
    if win.discarder_excused:
        flags.append("discarder_excused")
    if win.dangerous_discard_by is not None:
        flags.append("dangerous_discard_by")
    for flag in flags:
        yield Fault(code, ("win", flag), facts={"member": flag}, sentence="flag")


def _not_as_dealt(partial: PartialDeal, hand: Hand, seat: Seat) -> Iterator[Fault]:
    """Faults of sets that a hand cannot have before the first discard."""
    won, allowed = seat is partial.winner, partial.compiled is None or partial.compiled.rulebook.dealt_kongs
    code, path, facts = "original-hand-impossible", ("win", "source"), {"seat": SEAT_NAMES[seat]}
    if hand.claimed:
        yield Fault(code, path, facts=facts, sentence="exposed")
    elif hand.kongs and won and not allowed:
        yield Fault(code, path, sentence="kong")
    elif hand.kongs and not won:
        yield Fault(code, path, facts=facts, sentence="kong-of-another")
