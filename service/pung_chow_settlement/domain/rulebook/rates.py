"""Rates: how many times, and under which rules, one seat pays another; made once for a rulebook under its options."""

from collections.abc import Iterable
from math import prod
from typing import NamedTuple

from pung_chow_settlement.domain.deal import Win, WinSource
from pung_chow_settlement.domain.rulebook.rules import SettlementRule
from pung_chow_settlement.domain.rulebook.settlement_terms import Factor, RobbedKongAs, SettlementTerms, factor
from pung_chow_settlement.domain.seats import EAST, Seat


class Rate(NamedTuple):
    """How an amount is paid: multiplied by the factors, whose product is `times`."""

    factors: tuple[Factor, ...]
    times: int
    rows: tuple[SettlementRule, ...]
    """The rules of the factors, and the one that decides which factor it is."""


class Rates(NamedTuple):
    """The rates of players who have the same part in a deal, which differ by East's double alone."""

    east_pays: Rate
    east_is_paid: Rate
    others: Rate

    def of(self, payer: Seat, payee: Seat) -> Rate:
        """The rate by which one seat pays another."""
        if payer is EAST:
            return self.east_pays
        return self.east_is_paid if payee is EAST else self.others


class PaymentRates(NamedTuple):
    """All rates of a rulebook, by the part that the payer has in the deal."""

    among_losers: Rates
    """He pays another loser, or the deal is drawn."""
    self_drawn: Rates
    """He pays a winner whose tile nobody discarded."""
    robbed: Rates
    """He pays a winner who robbed a kong, where that counts as drawn."""
    discarder: Rates
    others: Rates
    """He pays a winner whose tile another discarded."""

    def to_winner(
        self, losers: Iterable[Seat], winner: Seat, win: Win, terms: SettlementTerms
    ) -> list[tuple[Seat, Rate]]:
        """The rate at which each loser pays the winner."""
        if counts_as_discard(win, terms):
            of_discarder, of_others = self.discarder, self.others
        else:
            of_discarder = of_others = self.robbed if win.source is WinSource.ROBBED_KONG else self.self_drawn
        return [(loser, (of_discarder if loser is win.discarder else of_others).of(loser, winner)) for loser in losers]


def payment_rates(terms: SettlementTerms) -> PaymentRates:
    """The rates of a rulebook."""
    rows = terms.rows
    robbed = () if rows.robbed_kong is None or terms.self_drawn == 1 else (rows.robbed_kong,)
    return PaymentRates(
        among_losers=_rates(terms),
        self_drawn=_rates(terms, "self_drawn"),
        robbed=_rates(terms, "self_drawn", *robbed),
        discarder=_rates(terms, "discarder_share"),
        others=_rates(terms, "others_share"),
    )


def _rates(terms: SettlementTerms, member: str | None = None, *deciding: SettlementRule) -> Rates:
    """The rates of payers whose share is in this member."""
    rows, times = terms.rows, 1 if member is None else getattr(terms, member)
    share = None if member is None or times == 1 else factor(rows.shares[member], times)

    def rate(east: Factor | None) -> Rate:
        factors = tuple([each for each in (share, east) if each is not None])
        return Rate(factors, prod([each.times for each in factors]), (*[each.row for each in factors], *deciding))

    return Rates(
        east_pays=rate(factor(rows.east, terms.east_pays, rows.east_pays)),
        east_is_paid=rate(factor(rows.east, terms.east_receives, rows.east_receives)),
        others=rate(None),
    )


def counts_as_discard(win: Win, terms: SettlementTerms) -> bool:
    """True if the winner is paid as for a discard."""
    if win.discarder is None:
        return False
    return win.source is not WinSource.ROBBED_KONG or terms.robbed_kong_as is not RobbedKongAs.SELF_DRAWN
