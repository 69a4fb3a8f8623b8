"""Settlement: compute who pays whom from all scores.

Each loser pays the winner, then the losers settle with one another (1922 pp. 25-26, 60). Amounts are points.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from itertools import combinations
from math import prod
from operator import attrgetter
from typing import Final, NamedTuple

from service.domain.danger import Danger
from service.domain.deal import Source, Win
from service.domain.records import record
from service.domain.rulebook.compiled_rulebook import CompiledRulebook
from service.domain.rulebook.model import (
    WHOLE_LIMIT,
    DrawnDeal,
    Factor,
    LimitCuts,
    LoserLimit,
    Losers,
    RobbedKongAs,
    ScoringRule,
    SettlementRule,
    Settling,
    factor,
)
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


class Share(NamedTuple):
    """What a player would have paid for whom another pays: `difference`, cut to the limit, times the factors."""

    payer: Seat
    amount: int
    difference: int
    multiplier: int
    factors: tuple[Factor, ...]


@record
class Payment:
    """One payment: `difference`, cut to the limit, times `multiplier`, the product of the factors; both are None for a
    dangerous discard."""

    payer: Seat
    payee: Seat
    amount: int
    reason: Reason
    difference: int | None
    multiplier: int | None
    rows: tuple[SettlementRule, ...]
    """The rule by which it is paid, then those that changed its amount: the factors' rules, the limit."""
    capped: bool = False
    """Whether the limit lowered it."""
    factors: tuple[Factor, ...] = ()
    shares: tuple[Share, ...] = ()
    """The shares that add up to it, if one player pays for all."""


class NextDeal(NamedTuple):
    """Whether East stays East, as far as one deal decides it; seats are those of this deal."""

    east_keeps_the_deal: bool
    row: ScoringRule | SettlementRule
    """The rule that decides it."""

    @property
    def next_east(self) -> Seat:
        """The seat that is East next; the deal passes to East's right."""
        return EAST if self.east_keeps_the_deal else Seat.SOUTH


def next_deal(winner: Seat | None, win: Win | None, compiled: CompiledRulebook) -> NextDeal:
    """Who is East after a deal; `winner` and `win` are None if nobody won."""
    rows = compiled.settling.rows
    if winner is None or win is None:
        return NextDeal(True, rows.drawn_deal)
    last = compiled.last_win
    if winner is EAST and last is not None and win.consecutive_wins == last.passes_after:
        return NextDeal(False, last)
    return NextDeal(winner is EAST, rows.next_east)


_NOTHING: Final = [dict.fromkeys(SEAT_NAMES[:players], 0) for players in range(MOST_PLAYERS + 1)]
"""A row of the matrix without payments, by the number of players."""


class Settlement(NamedTuple):
    """Who pays whom: payments by payer, then payee, none of zero."""

    seats: tuple[Seat, ...]
    payments: tuple[Payment, ...]
    danger: Danger | None = None

    @property
    def matrix(self) -> dict[str, dict[str, int]]:
        """What each seat (row) receives from each other (column), by seat names; negative if it pays."""
        nothing = _NOTHING[len(self.seats)]
        rows = {name: nothing.copy() for name in nothing}
        for each in self.payments:
            payer, payee = SEAT_NAMES[each.payer], SEAT_NAMES[each.payee]
            rows[payee][payer] += each.amount
            rows[payer][payee] -= each.amount
        return rows


def settlement_of(players: int, payments: Iterable[Payment], danger: Danger | None = None) -> Settlement:
    """A settlement of these payments, in order, without those of zero."""
    paid = sorted([each for each in payments if each.amount], key=attrgetter("payer", "payee"))
    return Settlement(seats_of(players), tuple(paid), danger)


def settle(
    scores: BySeat[Score], winner: Seat | None, win: Win | None, danger: Danger | None, compiled: CompiledRulebook
) -> Settlement:
    """Settle a deal, won or drawn; an unexcused discarder of a dangerous tile pays for all."""
    seats = scores.seats
    if winner is None or win is None:
        return settlement_of(len(seats), _drawn(scores, compiled))
    losers = [seat for seat in seats if seat is not winner]
    settling, collected = compiled.settling, _collected(scores[winner])
    limit = compiled.limit
    if settling.pays_above_limit and limit is not None:
        limit = max(limit, scores[winner].score)
    shares = {loser: _share(loser, win, settling) for loser in losers}
    if danger is not None and not danger.excused:
        assert settling.danger is not None
        whole, row = max(scores[winner].score, scores[winner].uncapped_score), settling.danger.settlement_rule
        paid = _for_all(danger.discarder, winner, whole, shares, row, compiled, limit)
        paid = replace(paid, reason=Reason.DANGEROUS_DISCARD, difference=None, multiplier=None)
        return settlement_of(len(seats), [paid], danger)
    if settling.discarder_for_all and _is_discard(win, settling):
        assert win.discarder is not None, "a discard has its discarder"
        row = settling.rows.shares["discarder_for_all"]
        payments = [_for_all(win.discarder, winner, collected, shares, row, compiled, limit)]
    else:
        row = settling.rows.winner
        payments = [
            _payment(loser, winner, collected, Reason.WINNER, row, compiled, limit, *shares[loser]) for loser in losers
        ]
    if settling.losers is not Losers.NONE:
        for one, other in combinations(losers, 2):
            payments += _between_losers(scores, one, other, compiled)
    return settlement_of(len(seats), payments, danger)


def _drawn(scores: BySeat[Score], compiled: CompiledRulebook) -> list[Payment]:
    """The payments of a drawn deal."""
    if compiled.settling.drawn_deal is DrawnDeal.NOTHING:
        return []
    row = compiled.settling.rows.drawn_deal
    return [_difference(scores, one, other, row, compiled) for one, other in combinations(scores.seats, 2)]


def _difference(
    scores: BySeat[Score], one: Seat, other: Seat, row: SettlementRule, compiled: CompiledRulebook
) -> Payment:
    """The lower of two scores pays the higher the difference."""
    payer, payee = (one, other) if scores[one].score < scores[other].score else (other, one)
    difference = scores[payee].score - scores[payer].score
    return _payment(payer, payee, difference, Reason.DIFFERENCE, row, compiled, _limit_of_differences(compiled))


def _limit_of_differences(compiled: CompiledRulebook) -> int | None:
    """What cuts a difference between losers; None if the limit cuts every hand, since their scores are cut already."""
    return None if compiled.settling.limit_cuts is LimitCuts.HAND else compiled.limit


class Times(NamedTuple):
    """The factor by which a loser pays the winner, without East's double (None: 1), and further rules behind it."""

    share: Factor | None
    changed: tuple[SettlementRule, ...] = ()


_ONCE: Final = Times(None)


def _share(loser: Seat, win: Win, settling: Settling) -> Times:
    """The factor by which a loser pays the winner's score, which depends on who discarded the winning tile."""
    rows = settling.rows
    if not rows.shares:
        return _ONCE
    if not _is_discard(win, settling):
        column = "self_drawn"
    else:
        column = "discarder_share" if loser is win.discarder else "others_share"
    times = getattr(settling, column)
    if times == 1:
        return _ONCE
    robbed = rows.robbed_kong if win.source is Source.ROBBED_KONG and column == "self_drawn" else None
    return Times(factor(rows.shares[column], times), () if robbed is None else (robbed,))


def _is_discard(win: Win, settling: Settling) -> bool:
    """Whether the shares treat the win as one on a discard."""
    robbed = win.source is Source.ROBBED_KONG and settling.robbed_kong_as is RobbedKongAs.SELF_DRAWN
    return win.discarder is not None and not robbed


def _collected(score: Score) -> int:
    """What the winner collects from each loser: his uncapped score, or his score if it is a share of the limit."""
    return score.score if score.limit_percent else score.uncapped_score


def _between_losers(scores: BySeat[Score], one: Seat, other: Seat, compiled: CompiledRulebook) -> tuple[Payment, ...]:
    """The payments between two losers."""
    settling, score, other_score = compiled.settling, scores[one], scores[other]
    limit_hand = _is_limit_hand(score) or _is_limit_hand(other_score)
    if limit_hand and settling.loser_limit is LoserLimit.TAKES_LIMIT and compiled.limit is not None:
        return (_takes_limit(scores, one, other, compiled.limit, compiled),)
    reason, row = Reason.DIFFERENCE, settling.rows.losers
    if settling.losers is Losers.FULL_WAYS:
        return (
            _payment(one, other, other_score.score, reason, row, compiled, _limit_of_differences(compiled)),
            _payment(other, one, score.score, reason, row, compiled, _limit_of_differences(compiled)),
        )
    return (_difference(scores, one, other, row, compiled),)


def _is_limit_hand(score: Score) -> bool:
    """Whether the hand scores the whole limit, not a share of it."""
    return score.limit_percent == WHOLE_LIMIT


def _takes_limit(scores: BySeat[Score], one: Seat, other: Seat, limit: int, compiled: CompiledRulebook) -> Payment:
    """The payment of the limit for a loser's limit hand; 0 between two such hands."""
    payer, payee = (other, one) if _is_limit_hand(scores[one]) else (one, other)
    both = _is_limit_hand(scores[one]) and _is_limit_hand(scores[other])
    row = compiled.settling.rows.loser_limit_hand
    assert row is not None, "a rulebook whose losers' limit hands take the limit has its row"
    return _payment(payer, payee, 0 if both else limit, Reason.LOSER_LIMIT_HAND, row, compiled, limit)


def _payment(
    payer: Seat,
    payee: Seat,
    difference: int,
    reason: Reason,
    row: SettlementRule,
    compiled: CompiledRulebook,
    limit: int | None,
    share: Factor | None = None,
    changed: tuple[SettlementRule, ...] = (),
) -> Payment:
    """Cut the difference to the limit, then multiply it by the payer's share and East's double."""
    east = compiled.east[payer][payee]
    if share is None and east is None and (limit is None or difference <= limit):
        return Payment(payer, payee, difference, reason, difference, 1, (row,), False, (), ())
    factors = tuple([each for each in (share, east) if each is not None])
    cut, times = _cut(difference, limit), prod([each.times for each in factors])
    rows = (row, *[each.row for each in factors], *changed)
    if cut < difference:
        rows = (*rows, compiled.settling.rows.limit)
    return Payment(payer, payee, cut * times, reason, difference, times, rows, cut < difference, factors, ())


def _cut(amount: int, limit: int | None) -> int:
    return amount if limit is None or amount <= limit else limit


def _for_all(
    payer: Seat,
    winner: Seat,
    collected: int,
    shares: Mapping[Seat, Times],
    row: SettlementRule,
    compiled: CompiledRulebook,
    limit: int | None,
) -> Payment:
    """The payment of one player for all losers: the sum of what each would have paid."""
    each = [_payment(loser, winner, collected, Reason.WINNER, row, compiled, limit, *shares[loser]) for loser in shares]
    paid = [one for one in each if one.amount]
    rows = tuple(dict.fromkeys([changed for one in paid for changed in one.rows]))
    parts = [Share(one.payer, one.amount, collected, prod([f.times for f in one.factors]), one.factors) for one in paid]
    amount, times = sum([part.amount for part in parts]), sum([part.multiplier for part in parts])
    capped = any(one.capped for one in paid)
    return Payment(payer, winner, amount, Reason.WINNER, collected, times, rows or (row,), capped, (), tuple(parts))
