"""Settling: from everybody's score to who pays whom.

Each loser pays the winner, then the losers settle with one another; payments are data (1922 pp. 25-26, 60).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from service.domain.danger import Danger
from service.domain.rulebook.model import LIMIT, Options
from service.domain.scoring import Score
from service.domain.seats import EAST, BySeat, Seat, east_doubles, seats_of


class Reason(StrEnum):
    """Why a payment is made."""

    WINNER = "winner"
    DIFFERENCE = "difference"
    LOSER_LIMIT_HAND = "loser-limit-hand"
    DANGEROUS_DISCARD = "dangerous-discard"
    WASHED_TILES = "washed-tiles"
    FALSE_MAHJONG = "false-mahjong"


class Payment(NamedTuple):
    """One payment, in points: `difference` before the limit cut it, times East's `multiplier` (None: paid for all)."""

    payer: Seat
    payee: Seat
    amount: int
    reason: Reason
    difference: int | None
    multiplier: int | None
    capped: bool = False
    """Whether the limit lowered it."""


@dataclass(frozen=True, slots=True, eq=False)
class NextDeal:
    """Where the game stands, as far as one deal can tell: seats as they were in this deal."""

    east_keeps_the_deal: bool

    @property
    def next_east(self) -> Seat:
        """The seat that is East next: the deal passes to East's right."""
        return EAST if self.east_keeps_the_deal else Seat.SOUTH


EAST_KEEPS_THE_DEAL = NextDeal(east_keeps_the_deal=True)
THE_DEAL_PASSES = NextDeal(east_keeps_the_deal=False)


class Settlement(NamedTuple):
    """Who pays whom: payments by payer, then payee, none of zero."""

    seats: tuple[Seat, ...]
    payments: tuple[Payment, ...]
    danger: Danger | None = None

    @property
    def matrix(self) -> BySeat[BySeat[int]]:
        """What each seat (row) receives from each other (column); negative where it pays."""
        rows = [[0] * len(self.seats) for _ in self.seats]
        for payment in self.payments:
            rows[payment.payee][payment.payer] += payment.amount
            rows[payment.payer][payment.payee] -= payment.amount
        return BySeat(map(BySeat, rows))


def settlement_of(players: int, payments: Iterable[Payment], danger: Danger | None = None) -> Settlement:
    """The payments in their order, without those of zero."""
    paid = sorted([each for each in payments if each.amount], key=itemgetter(0, 1))
    return Settlement(seats_of(players), tuple(paid), danger)


def settle(scores: BySeat[Score], winner: Seat | None, danger: Danger | None, options: Options) -> Settlement:
    """Settle a deal: nobody pays in a drawn one; a dangerous discard that is not excused pays for all."""
    seats = scores.seats
    if winner is None:
        return settlement_of(len(seats), ())
    if danger is not None and not danger.excused:
        return settlement_of(len(seats), [_for_all(scores, winner, danger.discarder)], danger)
    limit = options[LIMIT]
    losers = [seat for seat in seats if seat is not winner]
    collected = _collected(scores[winner], limit)
    payments = [_payment(loser, winner, collected, Reason.WINNER, limit) for loser in losers]
    payments += [_between_losers(scores, one, other, limit) for one, other in combinations(losers, 2)]
    return settlement_of(len(seats), payments, danger)


def _collected(score: Score, limit: int | None) -> int:
    """The winner collects his score, whatever the others hold; a limit hand collects the limit."""
    return score.score if limit is not None and score.limit_hands else score.uncapped_score


def _between_losers(scores: BySeat[Score], one: Seat, other: Seat, limit: int | None) -> Payment:
    """The lower pays the higher the difference; a loser's limit hand takes the limit, two of them nothing."""
    score, others = scores[one], scores[other]
    if limit is None or not (score.limit_hands or others.limit_hands):
        payer, payee = (one, other) if score.score < others.score else (other, one)
        return _payment(payer, payee, abs(score.score - others.score), Reason.DIFFERENCE, limit)
    payer, payee = (other, one) if score.limit_hands else (one, other)
    both = score.limit_hands and others.limit_hands
    return _payment(payer, payee, 0 if both else limit, Reason.LOSER_LIMIT_HAND, limit)


def _payment(payer: Seat, payee: Seat, difference: int, reason: Reason, limit: int | None) -> Payment:
    """Cut the difference to the limit, then double where East is one of the two."""
    cut = difference if limit is None or difference <= limit else limit
    multiplier = east_doubles(payer, payee)
    return Payment(payer, payee, cut * multiplier, reason, difference, multiplier, cut < difference)


def _for_all(scores: BySeat[Score], winner: Seat, discarder: Seat) -> Payment:
    """The discarder pays what all would have paid; the limit cut the winner's score only."""
    score = scores[winner]
    shares = sum(east_doubles(winner, seat) for seat in scores.seats if seat is not winner)
    return Payment(discarder, winner, score.score * shares, Reason.DANGEROUS_DISCARD, None, None, capped=score.capped)
