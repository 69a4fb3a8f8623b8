"""Settling: from everybody's score to who pays whom.

Each loser pays the winner, then the losers settle with one another; payments are data (1922 pp. 25-26, 60).
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from itertools import combinations
from operator import itemgetter
from typing import Final, NamedTuple

from service.domain.danger import Danger
from service.domain.deal import Source, Win
from service.domain.records import make
from service.domain.rulebook.model import LoserLimit, Losers, RobbedKongAs, Rule, Rulebook, Ruling, Settling
from service.domain.rulebook.terms import Terms
from service.domain.scoring import Score
from service.domain.seats import EAST, MOST_PLAYERS, SEAT_NAMES, BySeat, Seat, seats_of


class Reason(StrEnum):
    """Why a payment is made."""

    WINNER = "winner"
    DIFFERENCE = "difference"
    LOSER_LIMIT_HAND = "loser-limit-hand"
    DANGEROUS_DISCARD = "dangerous-discard"
    WASHED_TILES = "washed-tiles"
    FALSE_MAHJONG = "false-mahjong"


# Members of enumerations by names of their own: looking them up takes its time, and a deal asks for them often.
_WINNER: Final = Reason.WINNER
_DIFFERENCE: Final = Reason.DIFFERENCE
_NOBODY: Final = Losers.NONE
_FULL_WAYS: Final = Losers.FULL_WAYS
_SELF_DRAWN: Final = RobbedKongAs.SELF_DRAWN


class Payment(NamedTuple):
    """One payment, in points: `difference` before the limit cut it, times `multiplier`, which is East's double and the
    payer's share (None: paid for all)."""

    payer: Seat
    payee: Seat
    amount: int
    reason: Reason
    difference: int | None
    multiplier: int | None
    rows: tuple[Ruling, ...]
    """The row that it comes from, then those that changed its amount: East's double, the limit."""
    capped: bool = False
    """Whether the limit lowered it."""


class NextDeal(NamedTuple):
    """Where the game stands, as far as one deal can tell: seats as they were in this deal."""

    east_keeps_the_deal: bool
    row: Rule | Ruling
    """The row that says so."""

    @property
    def next_east(self) -> Seat:
        """The seat that is East next: the deal passes to East's right."""
        return EAST if self.east_keeps_the_deal else Seat.SOUTH


def next_deal(winner: Seat | None, win: Win | None, rulebook: Rulebook) -> NextDeal:
    """Who is East after a deal that this seat won so, or nobody."""
    rows = rulebook.settling.rows
    if winner is None or win is None:
        return NextDeal(True, rows.drawn_deal)
    last = rulebook.last_win
    if winner is EAST and last is not None and win.consecutive_wins == last.passes_after:
        return NextDeal(False, last)
    return NextDeal(winner is EAST, rows.next_east)


_NOTHING: Final = [dict.fromkeys(SEAT_NAMES[:players], 0) for players in range(MOST_PLAYERS + 1)]
"""What a seat receives from each where nobody pays, by the number of players."""


class Settlement(NamedTuple):
    """Who pays whom: payments by payer, then payee, none of zero."""

    seats: tuple[Seat, ...]
    payments: tuple[Payment, ...]
    danger: Danger | None = None

    @property
    def matrix(self) -> dict[str, dict[str, int]]:
        """What each seat (row) receives from each other (column), by their names; negative where it pays."""
        nothing = _NOTHING[len(self.seats)]
        rows = {name: nothing.copy() for name in nothing}
        for each in self.payments:
            payer, payee, amount, _, _, _, _, _ = each
            one, other = SEAT_NAMES[payer], SEAT_NAMES[payee]
            rows[other][one] += amount
            rows[one][other] -= amount
        return rows


def settlement_of(players: int, payments: Iterable[Payment], danger: Danger | None = None) -> Settlement:
    """The payments in their order, without those of zero."""
    paid = sorted([each for each in payments if each.amount], key=itemgetter(0, 1))
    return Settlement(seats_of(players), tuple(paid), danger)


def settle(
    scores: BySeat[Score], winner: Seat | None, win: Win | None, danger: Danger | None, terms: Terms
) -> Settlement:
    """Settle a deal: nobody pays in a drawn one; a dangerous discard that is not excused pays for all."""
    seats = scores.seats
    if winner is None or win is None:
        return settlement_of(len(seats), ())
    losers = [seat for seat in seats if seat is not winner]
    settling, row = terms.settling, terms.settling.rows.winner
    discarder_share, others_share = _shares(win, settling)
    shares = {loser: discarder_share if loser is win.discarder else others_share for loser in losers}
    if danger is not None and not danger.excused:
        return settlement_of(len(seats), [_for_all(scores[winner], winner, danger, shares, terms)], danger)
    collected = _collected(scores[winner])
    if settling.discarder_for_all and _is_discard(win, settling):
        payments = [_discarder_for_all(win.discarder, winner, collected, shares, terms)]
    else:
        payments = [_payment(loser, winner, collected, _WINNER, row, shares[loser], terms) for loser in losers]
    if settling.losers is not _NOBODY:
        for one, other in combinations(losers, 2):
            payments += _between_losers(scores, one, other, terms)
    return settlement_of(len(seats), payments, danger)


def _shares(win: Win, settling: Settling) -> tuple[int, int]:
    """How many times the winner's score the discarder and the others pay, East's double left out."""
    if _is_discard(win, settling):
        return settling.discarder_share, settling.others_share
    return settling.self_drawn, settling.self_drawn


def _is_discard(win: Win, settling: Settling) -> bool:
    """Whether the tile came from another player, as far as the shares go."""
    robbed = win.source is Source.ROBBED_KONG and settling.robbed_kong_as is _SELF_DRAWN
    return win.discarder is not None and not robbed


def _collected(score: Score) -> int:
    """The winner collects his score, whatever the others hold; a limit hand collects its share of the limit."""
    return score.score if score.limit_percent else score.uncapped_score


def _between_losers(scores: BySeat[Score], one: Seat, other: Seat, terms: Terms) -> tuple[Payment, ...]:
    """What two who did not win settle with one another, where they do."""
    settling, score, others = terms.settling, scores[one], scores[other]
    limit_hand = score.limit_percent or others.limit_percent
    if limit_hand and settling.loser_limit is LoserLimit.TAKES_LIMIT and terms.limit is not None:
        return (_takes_limit(scores, one, other, terms.limit, terms),)
    reason, row = _DIFFERENCE, settling.rows.others
    if settling.losers is _FULL_WAYS:
        return (
            _payment(one, other, others.score, reason, row, 1, terms),
            _payment(other, one, score.score, reason, row, 1, terms),
        )
    payer, payee = (one, other) if score.score < others.score else (other, one)
    return (_payment(payer, payee, abs(score.score - others.score), reason, row, 1, terms),)


def _takes_limit(scores: BySeat[Score], one: Seat, other: Seat, limit: int, terms: Terms) -> Payment:
    """A loser's limit hand takes the limit, two of them nothing."""
    payer, payee = (other, one) if scores[one].limit_percent else (one, other)
    both = scores[one].limit_percent and scores[other].limit_percent
    row = terms.settling.rows.loser_limit_hand
    assert row is not None, "a rulebook whose losers' limit hands take the limit says where that stands"
    return _payment(payer, payee, 0 if both else limit, Reason.LOSER_LIMIT_HAND, row, 1, terms)


def _payment(
    payer: Seat, payee: Seat, difference: int, reason: Reason, row: Ruling, share: int, terms: Terms
) -> Payment:
    """Cut the difference to the limit, then multiply it by the payer's share and East's double."""
    limit, changes = terms.limit, terms.settling.rows
    east = terms.east[payer][payee]
    times = share * east
    rows: tuple[Ruling, ...] = (row,) if east == 1 else (row, changes.east)
    if limit is None or difference <= limit:
        return make(Payment, (payer, payee, difference * times, reason, difference, times, rows, False))
    return Payment(payer, payee, limit * times, reason, difference, times, (*rows, changes.limit), capped=True)


def _discarder_for_all(
    discarder: Seat | None, winner: Seat, collected: int, shares: Mapping[Seat, int], terms: Terms
) -> Payment:
    """The discarder pays what all would have paid, the winner's score cut to the limit."""
    assert discarder is not None, "a discard has its discarder"
    times = sum([shares[loser] * terms.east[loser][winner] for loser in shares])
    rows = terms.settling.rows
    limit = terms.limit
    cut = collected if limit is None else min(collected, limit)
    double = (rows.east,) if any(terms.east[loser][winner] != 1 for loser in shares) else ()
    changes = (rows.winner, *double, *((rows.limit,) if cut < collected else ()))
    return Payment(discarder, winner, cut * times, _WINNER, collected, times, changes, cut < collected)


def _for_all(score: Score, winner: Seat, danger: Danger, shares: Mapping[Seat, int], terms: Terms) -> Payment:
    """The discarder pays what all would have paid; the limit cut the winner's score only."""
    settling = terms.settling
    times = {loser: terms.east[loser][winner] for loser in shares}
    amount = score.score * sum(shares[loser] * times[loser] for loser in shares)
    assert settling.danger is not None
    double = (settling.rows.east,) if any(each != 1 for each in times.values()) else ()
    limit = (settling.rows.limit,) if score.capped else ()
    rows = (settling.danger.ruling, *double, *limit)
    return Payment(danger.discarder, winner, amount, Reason.DANGEROUS_DISCARD, None, None, rows, score.capped)
