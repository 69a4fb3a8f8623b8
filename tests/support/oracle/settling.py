"""Who pays whom for a deal, under any terms: written from docs/house-rules.md, docs/payments.md and the rulings."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from typing import Final, NamedTuple

from tests.support.oracle.terms import Terms

EAST: Final = "east"
CLAIMED: Final = ("discard", "robbed-kong")


@dataclass(frozen=True)
class Stake:
    """What a hand brings to the settlement."""

    score: int
    uncapped: int | None = None
    """Before the limit, if that is more; of a limit hand the limit."""
    above: bool = False
    """True if it is paid above the limit."""
    takes_limit: bool = False
    """True if it takes the limit from each other who did not win."""


@dataclass(frozen=True)
class Win:
    """How a deal was won."""

    winner: str
    source: str
    discarder: str | None = None
    liable: str | None = None
    """Who pays for everybody because of a dangerous discard."""


class Payment(NamedTuple):
    """One payment; `difference` and `multiplier` are None if one pays for all."""

    payer: str
    payee: str
    amount: int
    difference: int | None
    multiplier: int | None
    capped: bool
    reason: str


@dataclass(frozen=True)
class Outcome:
    """All payments of a deal; none of zero."""

    payments: tuple[Payment, ...]
    added: dict[str, int] = field(default_factory=dict)
    """Scores that are added to the totals, where nobody pays."""

    def net(self, seats: Iterable[str]) -> dict[str, int]:
        """What each seat gains."""
        result = {seat: self.added.get(seat, 0) for seat in seats}
        for payment in self.payments:
            result[payment.payer] -= payment.amount
            result[payment.payee] += payment.amount
        return result


def settle(terms: Terms, stakes: Mapping[str, Stake], win: Win | None) -> Outcome:
    """All payments, or the scores that are added."""
    if terms.settled_by == "scores":
        return Outcome((), {seat: one.score for seat, one in stakes.items() if one.score and _adds(terms, seat, win)})
    if win is None:
        paid = [*_differences(terms, stakes)] if terms.drawn_deal == "difference" else []
    elif win.liable is not None:
        paid = [_for_all(terms, stakes, win, win.liable, "dangerous-discard")]
    else:
        paid = [*_to_winner(terms, stakes, win), *_among_losers(terms, stakes, win)]
    rounded = [one._replace(amount=terms.payments_rounding.of(one.amount)) for one in paid]
    return Outcome(tuple(one for one in rounded if one.amount))


def _adds(terms: Terms, seat: str, win: Win | None) -> bool:
    if win is None:
        return terms.drawn_deal == "difference"
    return seat == win.winner or terms.losers != "none"


# Factors


def east_factor(terms: Terms, payer: str, payee: str) -> int:
    """How many times East pays or is paid."""
    if payer == EAST:
        return terms.east_pays
    return terms.east_receives if payee == EAST else 1


def winner_factor(terms: Terms, payer: str, win: Win) -> int:
    """How many times the winner's score somebody pays: by how it was won, and East's."""
    if not _counts_as_discard(terms, win):
        times = terms.self_drawn
    elif payer == win.discarder:
        times = terms.discarder_share
    else:
        times = terms.others_share
    return times * east_factor(terms, payer, win.winner)


def _counts_as_discard(terms: Terms, win: Win) -> bool:
    return win.source == "discard" or (win.source == "robbed-kong" and terms.robbed_kong_as == "discard")


# Payments


def _payment(
    terms: Terms, stakes: Mapping[str, Stake], payer: str, payee: str, difference: int, times: int, reason: str
) -> Payment:
    """A payment, capped unless its payee is paid above the limit."""
    caps = terms.limit is not None and not stakes[payee].above
    basis = min(difference, terms.limit) if caps and terms.limit is not None else difference
    return Payment(payer, payee, basis * times, difference, times, basis < difference, reason)


def _winners_score(terms: Terms, stake: Stake) -> tuple[int, bool]:
    """What the winner collects, and whether the limit lowered it."""
    before = stake.score if stake.uncapped is None else stake.uncapped
    after = before if terms.limit is None or stake.above else min(before, terms.limit)
    return after, after < before


def _for_all(terms: Terms, stakes: Mapping[str, Stake], win: Win, payer: str, reason: str) -> Payment:
    """One pays what all would have paid, each by their own factors."""
    each, capped = _winners_score(terms, stakes[win.winner])
    times = sum(winner_factor(terms, seat, win) for seat in stakes if seat != win.winner)
    return Payment(payer, win.winner, each * times, None, None, capped, reason)


def _to_winner(terms: Terms, stakes: Mapping[str, Stake], win: Win) -> Iterator[Payment]:
    if terms.for_all and win.discarder is not None and _counts_as_discard(terms, win):
        yield _for_all(terms, stakes, win, win.discarder, "winner")
        return
    stake = stakes[win.winner]
    score = stake.score if stake.uncapped is None else stake.uncapped
    for seat in stakes:
        if seat != win.winner:
            yield _payment(terms, stakes, seat, win.winner, score, winner_factor(terms, seat, win), "winner")


def _among_losers(terms: Terms, stakes: Mapping[str, Stake], win: Win) -> Iterable[Payment]:
    others = {seat: stake for seat, stake in stakes.items() if seat != win.winner}
    if terms.losers == "none":
        return ()
    return _full_ways(terms, others) if terms.losers == "full-ways" else _differences(terms, others)


def _taken(terms: Terms, stakes: Mapping[str, Stake], one: str, other: str) -> list[Payment] | None:
    """What a limit hand takes from another; None if neither of the two takes it, nothing if both do."""
    takers = [seat for seat in (one, other) if stakes[seat].takes_limit]
    if not takers or terms.limit is None:
        return None
    if len(takers) == 2:
        return []
    payee = takers[0]
    payer = other if payee == one else one
    times = east_factor(terms, payer, payee)
    return [Payment(payer, payee, terms.limit * times, terms.limit, times, False, "loser-limit-hand")]


def _cutting(terms: Terms) -> Terms:
    """The terms of payments between losers: the limit caps them only where it caps payments."""
    return terms if terms.in_full else replace(terms, limit=None)


def _differences(terms: Terms, stakes: Mapping[str, Stake]) -> Iterator[Payment]:
    """The lower pays the higher, pair by pair."""
    for one, other in combinations(stakes, 2):
        limit_hand = _taken(terms, stakes, one, other)
        if limit_hand is not None:
            yield from limit_hand
            continue
        payer, payee = sorted((one, other), key=lambda seat: stakes[seat].score)
        difference = stakes[payee].score - stakes[payer].score
        times = east_factor(terms, payer, payee)
        yield _payment(_cutting(terms), stakes, payer, payee, difference, times, "difference")


def _full_ways(terms: Terms, stakes: Mapping[str, Stake]) -> Iterator[Payment]:
    """Each pays each other the whole score."""
    for payer, payee in permutations(stakes, 2):
        limit_hand = _taken(terms, stakes, payer, payee)
        if limit_hand is not None:
            yield from (one for one in limit_hand if one.payer == payer)
            continue
        times = east_factor(terms, payer, payee)
        yield _payment(_cutting(terms), stakes, payer, payee, stakes[payee].score, times, "difference")
