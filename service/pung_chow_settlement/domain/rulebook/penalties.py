"""What is paid without a winner: washed tiles, a false Mah-Jong, fines."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from pung_chow_settlement.domain.rulebook.members import Member, member
from pung_chow_settlement.domain.rulebook.rules import Percent, SettlementRule


@dataclass(frozen=True, slots=True, kw_only=True)
class WashedTiles:
    """Calling off the deal with many different terminals and honours."""

    settlement_rule: SettlementRule
    points: Mapping[int, int]
    """Points from each other player, by the number of different terminals and honours."""


@dataclass(frozen=True, slots=True)
class PercentOfLimit:
    """A share of the limit, in per cent."""

    percent: Percent


@dataclass(frozen=True, slots=True, kw_only=True)
class FalseMahjong:
    """Calling Mah-Jong with a hand that is not complete."""

    settlement_rule: SettlementRule
    to_each: int | PercentOfLimit
    """The payment to each of the others, in points or as a share of the limit."""
    shared: bool = False
    east_doubles: bool
    exposed_only: bool = False
    passes_the_deal: bool = False
    taken_back: bool = False
    by_callers: Mapping[int, int] = field(default_factory=dict)
    """Where several called: the payment of each to each of the others, in points, by the number who called."""

    def pays(self, *, exposed: bool) -> bool:
        """True if a call pays; `exposed`: whether the whole hand was exposed."""
        return exposed or not self.exposed_only


FALSE_MAHJONG_MEMBERS: Final[Mapping[str, Member]] = {
    "shared": member(
        "shared",
        text=(
            "True if the others share that amount, instead of each getting it. Each gets an equal "
            "part, rounded down before East's double: of 100 points each of three gets 33."
        ),
    ),
    "east_doubles": member("east_doubles", text="True if the amount is doubled to and from East."),
    "exposed_only": member("exposed_only", text="True if only a completely exposed hand pays."),
    "passes_the_deal": member("passes_the_deal", text="True if an East who called, and pays, loses the deal."),
    "taken_back": member(
        "taken_back",
        text=(
            "True if a call that does not pay, because no hand was exposed, is taken back and the same deal goes on."
        ),
    ),
}
"""The members of a false Mah-Jong's penalty that files and house rules have, by their fields."""


class FinePaid(StrEnum):
    """Who is paid a fine."""

    EACH = "each"
    """Each of the others the whole of it."""
    SHARED = "shared"
    """The others together, in equal parts, rounded down."""
    ONE = "one"
    """One player, whom the table names."""
    FOR_ALL = "for-all"
    """One player is paid what all would have paid that player for a win with the score that the table names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fine:
    """What a player pays for an act that a table fines."""

    settlement_rule: SettlementRule
    amount: int | PercentOfLimit
    """In points or as a share of the limit; 0 if the call has a score of which all is paid."""
    to: FinePaid = FinePaid.EACH
    east_doubles: bool = False

    @property
    def id(self) -> str:
        """The name of the fine."""
        return self.settlement_rule.id

    @property
    def names_payee(self) -> bool:
        """True if the table names who is paid."""
        return self.to in (FinePaid.ONE, FinePaid.FOR_ALL)


FINE_MEMBERS: Final[Mapping[str, Member]] = {
    "to": member(
        "to",
        text="Who is paid: `each` of the others; the others together in equal parts, rounded down (`shared`); "
        "`one` player, whom the request names; or, `for-all`, one player, who gets what all three would "
        "have paid for a win with `score`.",
    ),
    "east_doubles": member("east_doubles", text="True if the amount is doubled to and from East."),
}
"""The members of a fine that files and house rules have, by their fields."""
