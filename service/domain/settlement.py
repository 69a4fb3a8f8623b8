"""Settling: from everybody's score to who pays whom.

Each loser pays the winner, then the losers settle with one another; payments are data (1922 pp. 25-26, 60).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from service.domain.danger import Danger
from service.domain.deal import Source, Win
from service.domain.rulebook.model import LoserLimit, Losers, RobbedKongAs, Settling
from service.domain.rulebook.terms import Terms
from service.domain.scoring import Score
from service.domain.seats import EAST, BySeat, Seat, seats_of


class Reason(StrEnum):
    """Why a payment is made."""

    WINNER = "winner"
    DIFFERENCE = "difference"
    LOSER_LIMIT_HAND = "loser-limit-hand"
    DANGEROUS_DISCARD = "dangerous-discard"
    WASHED_TILES = "washed-tiles"
    FALSE_MAHJONG = "false-mahjong"


class Payment(NamedTuple):
    """One payment, in points: `difference` before the limit cut it, times `multiplier`, which is East's double and the
    payer's share (None: paid for all)."""

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


def settle(
    scores: BySeat[Score], winner: Seat | None, win: Win | None, danger: Danger | None, terms: Terms
) -> Settlement:
    """Settle a deal: nobody pays in a drawn one; a dangerous discard that is not excused pays for all."""
    seats = scores.seats
    if winner is None or win is None:
        return settlement_of(len(seats), ())
    losers = [seat for seat in seats if seat is not winner]
    times = {loser: _share(loser, win, terms.settling) * _east(loser, winner, terms.settling) for loser in losers}
    if danger is not None and not danger.excused:
        return settlement_of(len(seats), [_for_all(scores[winner], winner, danger.discarder, times)], danger)
    collected = _collected(scores[winner])
    payments = [_payment(loser, winner, collected, Reason.WINNER, times[loser], terms.limit) for loser in losers]
    for one, other in combinations(losers, 2):
        payments += _between_losers(scores, one, other, terms)
    return settlement_of(len(seats), payments, danger)


def _east(payer: Seat, payee: Seat, settling: Settling) -> int:
    """How many times is paid where East is one of the two (1922 p.25)."""
    if payer is EAST:
        return settling.east_pays
    return settling.east_receives if payee is EAST else 1


def _share(loser: Seat, win: Win, settling: Settling) -> int:
    """How many times the winner's score a loser pays, East's double left out."""
    robbed = win.source is Source.ROBBED_KONG and settling.robbed_kong_as is RobbedKongAs.SELF_DRAWN
    if win.discarder is None or robbed:
        return settling.self_drawn
    return settling.discarder_share if loser is win.discarder else settling.others_share


def _collected(score: Score) -> int:
    """The winner collects his score, whatever the others hold; a limit hand collects its share of the limit."""
    return score.score if score.limit_percent else score.uncapped_score


def _between_losers(scores: BySeat[Score], one: Seat, other: Seat, terms: Terms) -> Iterator[Payment]:
    """What two who did not win settle with one another."""
    settling, score, others = terms.settling, scores[one], scores[other]
    if settling.losers is Losers.NONE:
        return
    limit_hand = score.limit_percent or others.limit_percent
    if limit_hand and settling.loser_limit is LoserLimit.TAKES_LIMIT and terms.limit is not None:
        yield _takes_limit(scores, one, other, terms.limit, settling)
    elif settling.losers is Losers.FULL_WAYS:
        yield _between(one, other, others.score, Reason.DIFFERENCE, terms)
        yield _between(other, one, score.score, Reason.DIFFERENCE, terms)
    else:
        payer, payee = (one, other) if score.score < others.score else (other, one)
        yield _between(payer, payee, abs(score.score - others.score), Reason.DIFFERENCE, terms)


def _between(payer: Seat, payee: Seat, difference: int, reason: Reason, terms: Terms) -> Payment:
    return _payment(payer, payee, difference, reason, _east(payer, payee, terms.settling), terms.limit)


def _takes_limit(scores: BySeat[Score], one: Seat, other: Seat, limit: int, settling: Settling) -> Payment:
    """A loser's limit hand takes the limit, two of them nothing."""
    payer, payee = (other, one) if scores[one].limit_percent else (one, other)
    both = scores[one].limit_percent and scores[other].limit_percent
    return _payment(payer, payee, 0 if both else limit, Reason.LOSER_LIMIT_HAND, _east(payer, payee, settling), limit)


def _payment(payer: Seat, payee: Seat, difference: int, reason: Reason, times: int, limit: int | None) -> Payment:
    """Cut the difference to the limit, then multiply it."""
    cut = difference if limit is None or difference <= limit else limit
    return Payment(payer, payee, cut * times, reason, difference, times, cut < difference)


def _for_all(score: Score, winner: Seat, discarder: Seat, times: Mapping[Seat, int]) -> Payment:
    """The discarder pays what all would have paid; the limit cut the winner's score only."""
    amount = score.score * sum(times.values())
    return Payment(discarder, winner, amount, Reason.DANGEROUS_DISCARD, None, None, capped=score.capped)
