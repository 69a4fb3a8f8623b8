"""Settlement: compute who pays whom from all scores.

Each loser pays the winner, then the losers settle with one another (1922 pp. 25-26, 60). Amounts are points.

East wins 40, which each loser pays twice; South has 20, and collects the differences from those with 8:

>>> from pung_chow_settlement.domain.hand import HandCount
>>> from pung_chow_settlement.domain.table_counts import score_counted
>>> from pung_chow_settlement.rulebooks import BUILT_IN
>>> rules = next(iter(BUILT_IN.by_id.values())).default
>>> scores = BySeat([score_counted(HandCount(points), rules, won=points == 40) for points in (40, 20, 8, 8)])
>>> settled = settle(scores, EAST, Win(WinSource.WALL), danger=None, compiled=rules)
>>> [(each.payer.name, each.payee.name, each.amount) for each in settled.payments]
[('SOUTH', 'EAST', 80), ('WEST', 'EAST', 80), ('WEST', 'SOUTH', 12), ('NORTH', 'EAST', 80), ('NORTH', 'SOUTH', 12)]
>>> settled.net
{'east': 240, 'south': -56, 'west': -92, 'north': -92}
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from math import prod
from operator import attrgetter
from typing import Final, NamedTuple

from pung_chow_settlement.domain.danger import Danger
from pung_chow_settlement.domain.deal import Win, WinSource
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.rulebook.rates import Rate, counts_as_discard
from pung_chow_settlement.domain.rulebook.rules import ScoringRule, SettlementRule
from pung_chow_settlement.domain.rulebook.settlement_terms import (
    DrawnDeal,
    Factor,
    LimitCuts,
    Losers,
    SettledBy,
)
from pung_chow_settlement.domain.scoring import MadeBy, Score
from pung_chow_settlement.domain.seats import EAST, MAX_PLAYERS, SEAT_NAMES, BySeat, Seat, seats_of
from pung_chow_settlement.domain.turns import Outcome, outcome_of, passes_after, turn_after


class PaidFor(StrEnum):
    """What a payment is made for."""

    WINNER = "winner"
    DIFFERENCE = "difference"
    LOSER_LIMIT_HAND = "loser-limit-hand"
    DANGEROUS_DISCARD = "dangerous-discard"
    WASHED_TILES = "washed-tiles"
    FALSE_MAHJONG = "false-mahjong"
    FINE = "fine"


class PaidShare(NamedTuple):
    """What a player would have paid for whom another pays: `amount` = min(`difference`, limit) x `multiplier`."""

    payer: Seat
    amount: int
    difference: int
    multiplier: int
    factors: tuple[Factor, ...]


@dataclass(slots=True)
class Payment:
    """One payment: `amount` = min(`difference`, limit) x `multiplier` (the product of the factors) + `rounded`.

    Difference and multiplier are None for a dangerous discard.
    """

    payer: Seat
    payee: Seat
    amount: int
    reason: PaidFor
    difference: int | None
    multiplier: int | None
    rows: tuple[SettlementRule, ...]
    """The rule by which it is paid, then those that changed its amount: the factors' rules, the limit."""
    capped: bool = False
    """True if the limit lowered it."""
    factors: tuple[Factor, ...] = ()
    shares: tuple[PaidShare, ...] = ()
    """The shares that add up to it, before it is rounded, if one player pays for all."""
    rounded: int = 0
    """What rounding gave to it; negative if it took."""


class AddedScore(NamedTuple):
    """A score that is added to a player's total, where nobody pays."""

    seat: Seat
    amount: int
    row: SettlementRule


class NextDeal(NamedTuple):
    """Who is East after a deal, as far as one deal decides it; seats are those of this deal."""

    east_keeps_the_deal: bool
    row: ScoringRule | SettlementRule
    """The rule that decides it."""
    goulash: bool = False
    """True if the next deal is a goulash, since nobody won."""

    @property
    def next_east(self) -> Seat:
        """The seat that is East next; the deal passes to East's right."""
        return EAST if self.east_keeps_the_deal else Seat.SOUTH


def next_deal(winner: Seat | None, run: int, compiled: CompiledRulebook, *, goulash: bool = False) -> NextDeal:
    """Who is East after a deal, or a goulash, that this seat, or nobody (None), won.

    `run` is how many deals East had won in a row before it.
    """
    rows, outcome = compiled.settlement.rows, outcome_of(winner)
    follows = winner is None and compiled.rulebook.goulash is not None
    if passes_after(outcome, compiled.turn, goulash=goulash):
        assert rows.after_goulash is not None, "a rulebook whose deal passes after a goulash has its row"
        return NextDeal(False, rows.after_goulash, follows)
    row = rows.drawn_deal if winner is None else rows.next_east
    return next_after(outcome, run, row, compiled)._replace(goulash=follows)


def next_after(outcome: Outcome, run: int, row: SettlementRule, compiled: CompiledRulebook) -> NextDeal:
    """Who is East after a deal with this outcome, by this rule or by that of East's last win in a row."""
    turn = turn_after(outcome, run, compiled.turn)
    return NextDeal(turn.stays, compiled.last_win if turn.full else row)


_NOTHING: Final = [dict.fromkeys(SEAT_NAMES[:players], 0) for players in range(MAX_PLAYERS + 1)]
"""A row of the matrix without payments, by the number of players."""


class Settlement(NamedTuple):
    """Who pays whom: payments by payer, then payee, none of zero."""

    seats: tuple[Seat, ...]
    payments: tuple[Payment, ...]
    danger: Danger | None = None
    added: tuple[AddedScore, ...] = ()
    """Scores that are only added up, of players in the order of the seats, none of zero."""

    @property
    def net(self) -> dict[str, int]:
        """What the total of each seat changes by, by seat names."""
        net = _NOTHING[len(self.seats)].copy()
        for paid in self.payments:
            net[SEAT_NAMES[paid.payee]] += paid.amount
            net[SEAT_NAMES[paid.payer]] -= paid.amount
        for each in self.added:
            net[SEAT_NAMES[each.seat]] += each.amount
        return net

    @property
    def matrix(self) -> dict[str, dict[str, int]]:
        """What each seat (row) receives from each other (column), by seat names; negative if it pays."""
        nothing = _NOTHING[len(self.seats)]
        rows = {name: nothing.copy() for name in nothing}
        for payment in self.payments:
            payer, payee = SEAT_NAMES[payment.payer], SEAT_NAMES[payment.payee]
            rows[payee][payer] += payment.amount
            rows[payer][payee] -= payment.amount
        return rows


_BY_SEATS: Final = attrgetter("payer", "payee")


def settlement_of(players: int, payments: Iterable[Payment], danger: Danger | None = None) -> Settlement:
    """A settlement of these payments, in order, without those of zero."""
    paid = sorted([payment for payment in payments if payment.amount], key=_BY_SEATS)
    return Settlement(seats_of(players), tuple(paid), danger)


class PaymentKind(NamedTuple):
    """What payments of one kind have in common."""

    reason: PaidFor
    row: SettlementRule
    limit: int | None
    """What cuts an amount before it is multiplied; None: nothing does."""
    limit_row: SettlementRule

    def of(self, score: Score, compiled: CompiledRulebook) -> "PaymentKind":
        """The same for what this hand is paid: in full, if the table pays hands above the limit and it is one."""
        above = self.limit is not None and compiled.settlement.pays_above_limit and score.is_paid_in_full(self.limit)
        return self._replace(limit=None) if above else self

    def payment(self, payer: Seat, payee: Seat, difference: int, rate: Rate) -> Payment:
        """A payment of the difference, cut to the limit, at this rate."""
        limit, rows = self.limit, (self.row, *rate.rows)
        if limit is None or difference <= limit:
            amount, capped = difference, False
        else:
            amount, capped, rows = limit, True, (*rows, self.limit_row)
        times = rate.times
        return Payment(payer, payee, amount * times, self.reason, difference, times, rows, capped, rate.factors, ())


def settle(
    scores: BySeat[Score], winner: Seat | None, win: Win | None, danger: Danger | None, compiled: CompiledRulebook
) -> Settlement:
    """Settle a deal, won or drawn; an unexcused discarder of a dangerous tile pays for all."""
    if compiled.settlement.settled_by is SettledBy.SCORES:
        return Settlement(scores.seats, (), added=tuple(_added(scores, winner, compiled)))
    if winner is None or win is None:
        return settlement_of(len(scores), _rounded(_drawn(scores, compiled), compiled))
    terms, limit, score = compiled.settlement, compiled.limit, scores[winner]
    rows, losers = terms.rows, [seat for seat in scores.seats if seat is not winner]
    if terms.pays_above_limit and limit is not None:
        limit = max(limit, score.score)
    rates = compiled.rates.to_winner(losers, winner, win, terms)
    if danger is not None and not danger.excused:
        assert terms.danger is not None
        kind = PaymentKind(PaidFor.DANGEROUS_DISCARD, terms.danger.settlement_rule, limit, rows.limit)
        whole = max(score.score, score.uncapped_score)
        paid = _for_all(danger.discarder, whole, _from_each(rates, winner, whole, kind))
        paid = replace(paid, difference=None, multiplier=None)
        return settlement_of(len(scores), _rounded([paid], compiled), danger)
    collected = score.score if score.made_by is MadeBy.SHARE else score.uncapped_score
    if terms.discarder_for_all and counts_as_discard(win, terms):
        assert win.discarder is not None, "a discard has its discarder"
        kind = PaymentKind(PaidFor.WINNER, rows.shares["discarder_for_all"], limit, rows.limit)
        payments = [_for_all(win.discarder, collected, _from_each(rates, winner, collected, kind))]
    else:
        payments = _from_each(rates, winner, collected, PaymentKind(PaidFor.WINNER, rows.winner, limit, rows.limit))
    if terms.losers is not Losers.NONE:
        payments += _among_losers(scores, losers, compiled)
    return settlement_of(len(scores), _rounded(payments, compiled), danger)


def _added(scores: BySeat[Score], winner: Seat | None, compiled: CompiledRulebook) -> Iterator[AddedScore]:
    """The scores that are added to totals: the winner's, and those of the others where they settle."""
    terms, rows = compiled.settlement, compiled.settlement.rows
    counts = terms.drawn_deal is DrawnDeal.DIFFERENCE if winner is None else terms.losers is not Losers.NONE
    row = rows.drawn_deal if winner is None else rows.losers
    for seat, score in scores.of():
        if score.score and (counts or seat is winner):
            yield AddedScore(seat, score.score, rows.winner if seat is winner else row)


def _rounded(payments: list[Payment], compiled: CompiledRulebook) -> list[Payment]:
    """The payments as the table rounds them, each once."""
    row = compiled.settlement.rows.rounded_payments
    rounding = None if row is None else compiled.settlement.rounding_in("rounded_payments")
    if rounding is None or row is None:
        return payments
    changes = [(payment, rounding.change(payment.amount)) for payment in payments]
    return [
        replace(each, amount=each.amount + change, rounded=change, rows=(*each.rows, row)) if change else each
        for each, change in changes
    ]


def _from_each(rates: Sequence[tuple[Seat, Rate]], winner: Seat, amount: int, kind: PaymentKind) -> list[Payment]:
    """What each loser pays the winner."""
    return [kind.payment(loser, winner, amount, rate) for loser, rate in rates]


def fine_for_all(
    between: tuple[Seat, Seat], score: int, seats: Sequence[Seat], row: SettlementRule, compiled: CompiledRulebook
) -> Payment:
    """What a payer, who is fined, pays a payee for all: as the discarder of the tile by which he won this score."""
    (payer, payee), terms = between, compiled.settlement
    win = Win(WinSource.DISCARD, discarder=payer)
    losers = [seat for seat in seats if seat is not payee]
    rates = compiled.rates.to_winner(losers, payee, win, terms)
    kind = PaymentKind(PaidFor.FINE, row, compiled.limit, terms.rows.limit)
    return _for_all(payer, score, _from_each(rates, payee, score, kind))


def _for_all(payer: Seat, difference: int, by_each: Sequence[Payment]) -> Payment:
    """The payment of one player for all losers: the sum of what each would have paid of this difference."""
    paid = [one for one in by_each if one.amount]
    first, rows = by_each[0], tuple(dict.fromkeys([row for one in paid for row in one.rows]))
    times = [prod([factor.times for factor in one.factors]) for one in paid]
    shares = tuple(
        [PaidShare(one.payer, one.amount, difference, by, one.factors) for one, by in zip(paid, times, strict=True)]
    )
    return Payment(
        payer=payer,
        payee=first.payee,
        amount=sum([share.amount for share in shares]),
        reason=first.reason,
        difference=first.difference,
        multiplier=sum([share.multiplier for share in shares]),
        rows=rows or first.rows[:1],
        capped=any(one.capped for one in paid),
        shares=shares,
    )


def _drawn(scores: BySeat[Score], compiled: CompiledRulebook) -> list[Payment]:
    """The payments of a drawn deal."""
    if compiled.settlement.drawn_deal is DrawnDeal.NOTHING:
        return []
    kind = _of_differences(compiled.settlement.rows.drawn_deal, compiled)
    pairs = combinations(scores.seats, 2)
    return [each for pair in pairs for each in _between(scores, pair, kind, compiled, full_ways=False)]


def _of_differences(row: SettlementRule, compiled: CompiledRulebook) -> PaymentKind:
    """The kind of differences; where the limit cuts every hand, their scores are cut already."""
    limit = None if compiled.settlement.limit_cuts is LimitCuts.HAND else compiled.limit
    return PaymentKind(PaidFor.DIFFERENCE, row, limit, compiled.settlement.rows.limit)


def _difference(
    scores: BySeat[Score], one: Seat, other: Seat, kind: PaymentKind, compiled: CompiledRulebook
) -> Payment:
    """The lower of two scores pays the higher the difference."""
    payer, payee = (one, other) if scores[one].score < scores[other].score else (other, one)
    difference = scores[payee].score - scores[payer].score
    rate = compiled.rates.among_losers.of(payer, payee)
    return kind.of(scores[payee], compiled).payment(payer, payee, difference, rate)


def _among_losers(scores: BySeat[Score], losers: Sequence[Seat], compiled: CompiledRulebook) -> list[Payment]:
    """The payments between any two losers."""
    terms = compiled.settlement
    kind, full_ways = _of_differences(terms.rows.losers, compiled), terms.losers is Losers.FULL_WAYS
    pairs = combinations(losers, 2)
    return [each for pair in pairs for each in _between(scores, pair, kind, compiled, full_ways=full_ways)]


def _between(
    scores: BySeat[Score], pair: tuple[Seat, Seat], kind: PaymentKind, compiled: CompiledRulebook, *, full_ways: bool
) -> list[Payment]:
    """What two losers settle: the limit for a hand that takes it, each other's scores, or the difference."""
    (one, other), rates = pair, compiled.rates.among_losers
    if scores[one].takes_limit or scores[other].takes_limit:
        return [_takes_limit(scores, one, other, compiled)]
    if full_ways:
        return [
            kind.of(scores[other], compiled).payment(one, other, scores[other].score, rates.of(one, other)),
            kind.of(scores[one], compiled).payment(other, one, scores[one].score, rates.of(other, one)),
        ]
    return [_difference(scores, one, other, kind, compiled)]


def _takes_limit(scores: BySeat[Score], one: Seat, other: Seat, compiled: CompiledRulebook) -> Payment:
    """The payment of the limit for a loser's limit hand; 0 between two such hands."""
    row, limit = compiled.settlement.rows.loser_limit_hand, compiled.limit
    assert row is not None, "a rulebook whose losers' limit hands take the limit has its row"
    assert limit is not None
    payer, payee = (other, one) if scores[one].takes_limit else (one, other)
    both = scores[one].takes_limit and scores[other].takes_limit
    kind = PaymentKind(PaidFor.LOSER_LIMIT_HAND, row, limit, compiled.settlement.rows.limit)
    return kind.payment(payer, payee, 0 if both else limit, compiled.rates.among_losers.of(payer, payee))
