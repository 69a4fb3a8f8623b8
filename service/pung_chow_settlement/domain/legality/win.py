"""Faults of a win: the winning tile, discarder, liability, a robbed kong, circumstances, an original call."""

from collections.abc import Iterator
from functools import reduce
from operator import or_

from pung_chow_settlement.domain.circumstances import ALL, BITS, TableState, held, without_a_turn
from pung_chow_settlement.domain.deal import CLAIMED, Win, WinSource
from pung_chow_settlement.domain.faults import Fault, Path
from pung_chow_settlement.domain.hand import SET_TILES, Hand
from pung_chow_settlement.domain.legality.counts import has_too_many, real_concealed
from pung_chow_settlement.domain.legality.unchecked_deal import UncheckedDeal
from pung_chow_settlement.domain.rulebook.settlement_terms import DangerousDiscard, SettledBy
from pung_chow_settlement.domain.seats import EAST, SEAT_NAMES, Seat
from pung_chow_settlement.domain.sets import Kind
from pung_chow_settlement.domain.tiles import COPIES, NAMES, Tile


def original_call_faults(deal: UncheckedDeal, seat: Seat, hand: Hand) -> Iterator[Fault]:
    """Faults of the original call of a hand; a winner's is a member of the win."""
    path, code, winner, win = (*deal.at.hand(seat), "original_call"), "original-call-impossible", deal.winner, deal.win
    if seat is winner:
        yield Fault("unexpected-member", path, sentence="winners-call")
    elif hand.claimed:
        yield Fault(code, path, sentence="hand")
    elif winner is not None and win is not None and (sentence := _why_no_call(deal, winner, win, seat)):
        yield Fault(code, path, sentence=sentence)
    elif not _may_wait(deal, seat, hand):
        yield Fault(code, path, sentence="not-waiting")


def _why_no_call(deal: UncheckedDeal, winner: Seat, win: Win, seat: Seat) -> str:
    """Why a player had no discard to call with before this win, as the end of a message key; empty if he had one."""
    if win.source is WinSource.ORIGINAL_HAND:
        return "original-hand"
    if seat is not EAST and win.circumstances & BITS["first_discard"]:
        return "only-east"
    return "no-turn" if seat in without_a_turn(_table(deal, winner, win)) else ""


def _may_wait(deal: UncheckedDeal, seat: Seat, hand: Hand) -> bool:
    """True if a hand that did not win is one tile short, or unknown; the limit of chows is ignored."""
    if hand.dead or hand.partial or hand.excess_tiles or has_too_many(real_concealed(hand)):
        return True
    return bool(deal.contexts[seat].reach())


def winner_faults(deal: UncheckedDeal, winner: Seat) -> Iterator[Fault]:
    """A fault of a winner who does not play."""
    if winner not in deal.seats:
        yield _no_hand(winner, ("winner",))


def _no_hand(seat: Seat, path: Path) -> Fault:
    name = SEAT_NAMES[seat]
    return Fault("seat-not-playing", path, facts={"seat": name}, sentence="deal")


def win_faults(deal: UncheckedDeal, winner: Seat, win: Win) -> Iterator[Fault]:
    """Faults of how the hand was won."""
    yield from _winning_tile(deal, winner, win)
    yield from _discarder(deal, winner, win)
    if win.is_special:
        if win.source is WinSource.ROBBED_KONG and win.actual_tile is not None:
            yield from _robbed_kong(deal, winner, win.discarder, win.actual_tile)
        yield from _circumstances(deal, winner, win)
    if win.source is WinSource.ORIGINAL_HAND:
        yield from _original_hand(deal, winner, win)
    else:
        yield from _danger(deal, winner, win)


def _winning_tile(deal: UncheckedDeal, winner: Seat, win: Win) -> Iterator[Fault]:
    path, hand = ("win", "tile"), deal.winners_hand
    if win.source is WinSource.ORIGINAL_HAND:
        if win.tile is not None:
            yield Fault("unexpected-member", path, sentence="winning-tile")
    elif win.tile is None:
        if winner not in deal.counted:
            yield Fault("missing-member", path, sentence="winning-tile")
    elif hand is not None and win.tile not in hand.concealed:
        yield Fault("winning-tile-not-in-hand", path, facts={"tile": NAMES[win.tile]})


def _discarder(deal: UncheckedDeal, winner: Seat, win: Win) -> Iterator[Fault]:
    path, source = ("win", deal.at.discarder), {"source": str(win.source), "member": deal.at.discarder}
    if win.source not in CLAIMED:
        if win.discarder is not None:
            yield Fault("unexpected-member", path, facts=source, sentence="discarder")
    elif win.discarder is None:
        if not deal.alone:
            yield Fault("missing-member", path, facts=source, sentence="discarder")
    elif win.discarder is winner:
        yield Fault("discarder-is-winner", path)
    elif win.discarder not in deal.seats:
        yield _no_hand(win.discarder, path)


def _danger(deal: UncheckedDeal, winner: Seat, win: Win) -> Iterator[Fault]:
    """Faults of what the players say of a dangerous discard."""
    liable, excused, penalty = win.dangerous_discard_by, win.discarder_excused, deal.compiled.settlement.danger
    if penalty is None:
        given = [(deal.at.liable, liable), ("discarder_excused", excused)]
        yield from (_no_danger(deal, ("win", member)) for member, value in given if value is not None)
        return
    wrong = [] if liable is None else [*_liable(deal, winner, win, liable)]
    yield from wrong
    if winner in deal.counted:
        yield from _danger_of_a_count(deal, win, penalty)
    else:
        yield from _danger_of_tiles(deal, win, penalty, None if wrong else liable)


def _danger_of_tiles(deal: UncheckedDeal, win: Win, penalty: DangerousDiscard, liable: Seat | None) -> Iterator[Fault]:
    """Faults of what the players say of a dangerous discard that cannot be, if the winner's tiles are given."""
    discarded = win.source is WinSource.DISCARD
    if liable is not None and not penalty.during_play and not (discarded and win.discarder in (liable, None)):
        yield Fault("dangerous-discard-impossible", ("win", deal.at.liable), sentence="winning-tile")
    if win.discarder_excused is None or win.dangerous_discard_by is not None:
        return
    if not discarded:
        yield Fault("unexpected-member", ("win", "discarder_excused"), sentence="excused")
    elif penalty.during_play:
        facts = {"member": deal.at.liable}
        yield Fault("unexpected-member", ("win", "discarder_excused"), facts=facts, sentence="excused-alone")


def _liable(deal: UncheckedDeal, winner: Seat, win: Win, liable: Seat) -> Iterator[Fault]:
    path = ("win", deal.at.liable)
    if liable is winner:
        yield Fault("discarder-is-winner", path, sentence="liable")
    elif liable not in deal.seats:
        yield _no_hand(liable, path)
    elif _nobody_is_liable(deal, win, liable):
        yield Fault("dangerous-discard-impossible", path)


def _danger_of_a_count(deal: UncheckedDeal, win: Win, penalty: DangerousDiscard) -> Iterator[Fault]:
    """Faults of what the players say of a dangerous discard, used as it is if the winner's hand is counted."""
    liable, excused = win.dangerous_discard_by, win.discarder_excused
    at, excused_at = ("win", deal.at.liable), ("win", "discarder_excused")
    if win.source is not WinSource.DISCARD:
        if excused is not None:
            yield Fault("unexpected-member", excused_at, sentence="excused")
        if liable is not None and not penalty.during_play:
            yield Fault("dangerous-discard-impossible", at, sentence="winning-tile")
    elif liable is not None and win.discarder is not None:
        yield from _liable_beside(penalty, at, excused_at, discarded=liable is win.discarder, excused=excused)


def _no_danger(deal: UncheckedDeal, path: Path) -> Fault:
    """A fault of what is said of a dangerous discard where none costs anything, with the reason."""
    rulebook = deal.compiled.rulebook
    if rulebook.settlement.settled_by is SettledBy.SCORES:
        return Fault("unexpected-member", path, sentence="danger-unpaid")
    return Fault("unexpected-member", path, facts={"ruleset": rulebook.id}, sentence="danger")


def _liable_beside(
    penalty: DangerousDiscard, at: Path, excused_at: Path, *, discarded: bool, excused: bool | None
) -> Iterator[Fault]:
    """Faults of who is liable, beside whether the discarder of the winning tile is excused."""
    if not discarded and not penalty.during_play:
        yield Fault("dangerous-discard-impossible", at, sentence="winning-tile")
    elif excused is discarded:
        yield Fault("unexpected-member", excused_at, sentence="liable-already")


def _nobody_is_liable(deal: UncheckedDeal, win: Win, liable: Seat) -> bool:
    """True if the winner certainly claimed no discard of that player, neither for a set nor to win."""
    hand = deal.winners_hand
    if win.source is WinSource.ORIGINAL_HAND or (win.source is WinSource.DISCARD and win.discarder in (liable, None)):
        return False  # `_original_hand` reports every member that it excludes
    return hand is not None and not hand.claimed


def _robbed_kong(deal: UncheckedDeal, winner: Seat, discarder: Seat | None, tile: Tile) -> Iterator[Fault]:
    path, name = ("win", "source"), NAMES[tile]
    if discarder is None or discarder not in deal.hands or discarder is winner:
        seen = _number_seen(deal, winner, tile) if _hand_is_missing(deal, winner, discarder) else 0
        if seen > COPIES[tile] - SET_TILES:
            yield Fault("no-pung-to-rob", path, facts={"tile": name, "held": seen}, sentence="seen")
    elif not _leaves_three(deal, winner, discarder, tile):
        yield Fault("no-pung-to-rob", path, facts={"seat": SEAT_NAMES[discarder], "tile": name})


def _hand_is_missing(deal: UncheckedDeal, winner: Seat, robbed: Seat | None) -> bool:
    """True if the hand of the robbed player is certainly not given."""
    return deal.alone or (robbed is not winner and robbed in deal.seats)


def _number_seen(deal: UncheckedDeal, winner: Seat, tile: Tile) -> int:
    """The number of a tile in the given hands, without wild tiles, in the discards, and won on by a counted hand."""
    given = deal.discards.count(tile) + sum(hand.real.count(tile) for hand in deal.hands.values())
    return given + (winner in deal.counted and not deal.is_goulash)


def _leaves_three(deal: UncheckedDeal, winner: Seat, discarder: Seat, tile: Tile) -> bool:
    """True if a player may have three of a tile left after a kong of it was robbed."""
    hand = deal.hands[discarder]
    if hand.partial and winner in deal.counted:
        return True  # a concealed kong may have been robbed, and not all tiles are given
    if any(each.kind is Kind.PUNG and each.tile == tile for each in hand.exposed):
        return True
    return hand.concealed.count(tile) == SET_TILES and _robs_concealed(deal, winner)


def _robs_concealed(deal: UncheckedDeal, winner: Seat) -> bool:
    """True if the winner may rob a concealed kong, which leaves three concealed tiles in the robbed hand."""
    if winner not in deal.hands:
        return True  # unknown: the winner does not play, or the hand is counted
    counted = deal.contexts[winner].counted_hand()
    return any(shape.complete(counted) for shape in deal.compiled.rulebook.robs_concealed)


def _circumstances(deal: UncheckedDeal, winner: Seat, win: Win) -> Iterator[Fault]:
    hand = deal.winners_hand
    for circumstance in held(win):
        if reasons := circumstance.reasons(_table(deal, winner, win)):
            facts = {"source": str(win.source), "reasons": reasons}
            yield Fault(circumstance.code, ("win", circumstance.member), facts=facts)
    if win.consecutive_wins > 1 and winner is not EAST:
        yield Fault("consecutive-wins-not-east", ("win", "consecutive_wins"))
    if win.source is WinSource.LOOSE_TILE and hand is not None and not (hand.kongs or hand.bonus):
        yield Fault("loose-tile-impossible", ("win", "source"))  # it is drawn for a kong, a flower or a season


def possible_win(deal: UncheckedDeal, winner: Seat, win: Win) -> Win:
    """The win with each circumstance that is stated or could be."""
    table = _table(deal, winner, win)
    could_be = [BITS[each.member] for each in ALL if not each.reasons(table)]
    return win._replace(circumstances=reduce(or_, could_be, win.circumstances))


def _table(deal: UncheckedDeal, winner: Seat, win: Win) -> TableState:
    return TableState(deal.hands, winner, win, deal.discards, _all_sets_given(deal))


def _all_sets_given(deal: UncheckedDeal) -> bool:
    """True if every set of every player is given."""
    hands = deal.hands
    return not deal.alone and all(
        seat in hands and not (hands[seat].partial or hands[seat].dead) for seat in deal.seats
    )


def _original_hand(deal: UncheckedDeal, winner: Seat, win: Win) -> Iterator[Fault]:
    code, path = "original-hand-impossible", ("win", "source")
    if winner is not EAST:
        yield Fault(code, path, sentence="not-east")
    for seat, hand in deal.hands.items():
        yield from _not_as_dealt(deal, hand, seat)
    if deal.discards:
        yield Fault(code, path, sentence="discards")
    flags = [each.member for each in held(win) if WinSource.ORIGINAL_HAND in each.sources]
    if win.discarder_excused is not None:
        flags.append("discarder_excused")
    if win.dangerous_discard_by is not None:
        flags.append(deal.at.liable)
    for flag in flags:
        yield Fault(code, ("win", flag), facts={"member": flag}, sentence="flag")


def _not_as_dealt(deal: UncheckedDeal, hand: Hand, seat: Seat) -> Iterator[Fault]:
    """Faults of sets that a hand cannot have before the first discard."""
    won, allowed = seat is deal.winner, deal.compiled.rulebook.dealt_kongs
    code, path, facts = "original-hand-impossible", ("win", "source"), {"seat": SEAT_NAMES[seat]}
    if hand.claimed:
        yield Fault(code, path, facts=facts, sentence="exposed")
    elif hand.kongs and won and not allowed:
        yield Fault(code, path, sentence="kong")
    elif hand.kongs and not won:
        yield Fault(code, path, facts=facts, sentence="kong-of-another")
