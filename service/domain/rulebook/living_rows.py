"""Rows that the rulebooks of today share: the common core of classical scoring as it is played now."""

from dataclasses import replace
from typing import Final

from service.domain.rulebook import catalogue as find
from service.domain.rulebook import rows
from service.domain.rulebook import special_hands as special
from service.domain.rulebook.model import WHOLE_LIMIT, AppliesTo, Cite, Option, Rule, Sought, at
from service.domain.rulebook.rows import no_limit_by_default

_WINNER: Final = AppliesTo.WINNER
_LIMIT_TEXT: Final = "The most that a hand scores; East's double comes after it"


def sets_and_pairs(source: Cite) -> tuple[Rule, ...]:
    """Points of pungs, kongs and pairs, the same in every rulebook of today."""
    tables = (*rows.EXPOSED_PUNGS, *rows.CONCEALED_PUNGS, *rows.KONGS)
    pairs = (rows.PAIR_OF_DRAGONS, rows.PAIR_OF_OWN_WIND, rows.PAIR_OF_ROUND_WIND)
    return at(source, *tables, *pairs)


def bonus_tiles(source: Cite) -> Rule:
    """Four points for each flower and season."""
    return replace(rows.BONUS_TILE, source=source, bonus=True)


def honour_sets(source: Cite) -> tuple[Rule, ...]:
    """Doubles for pungs and kongs of dragons, own wind and the wind of the round."""
    round_wind = Rule(
        id="pung-of-round-wind",
        text="Pung or kong of the wind of the round",
        find=find.PUNG_OF_ROUND_WIND,
        doubles=1,
        source=source,
    )
    return (*at(source, rows.PUNG_OF_DRAGONS, rows.PUNG_OF_OWN_WIND), round_wind)


def double(
    name: str,
    text: str,
    sought: Sought,
    source: Cite,
    doubles: int = 1,
    *,
    applies_to: AppliesTo = _WINNER,
    aliases: tuple[str, ...] = (),
    interpretation: str | None = None,
) -> Rule:
    """A row that doubles, mostly for the winner alone."""
    return Rule(
        id=name,
        text=text,
        find=sought,
        doubles=doubles,
        applies_to=applies_to,
        source=source,
        aliases=aliases,
        interpretation=interpretation,
    )


def limit_hand(
    name: str,
    text: str,
    sought: Sought,
    source: Cite,
    *,
    aliases: tuple[str, ...] = (),
    interpretation: str | None = None,
    percent: int = WHOLE_LIMIT,
) -> Rule:
    """A winner's hand that scores the limit, or a share of it."""
    return Rule(
        id=name,
        text=text,
        find=sought,
        limit_percent=percent,
        applies_to=_WINNER,
        source=source,
        aliases=aliases,
        interpretation=interpretation,
    )


def mah_jong(source: Cite) -> Rule:
    """Twenty points for Mah-Jong."""
    return rows.MAH_JONG.at(source)


def last_tile(source: Cite) -> Rule:
    """A double for the last tile of the wall."""
    return double("last-tile", "Won on the last tile that may be drawn from the wall", find.LAST_TILE, source)


def last_discard(source: Cite) -> Rule:
    """A double for the discard after the last tile of the wall."""
    sought = special.CIRCUMSTANCE(circumstance="last_discard")
    return double("last-discard", "Won on the discard after the last tile of the wall", sought, source)


def robbed_kong(source: Cite) -> Rule:
    """A double for robbing a kong."""
    return double("robbed-kong", "Won by robbing a kong", find.ROBBED_KONG, source)


def limit(
    source: Cite, default: int, *, nullable: bool, multiple_of: int = 2, interpretation: str | None = None
) -> Option:
    """The limit of a hand."""
    option = no_limit_by_default(source)
    return replace(
        option,
        text=_LIMIT_TEXT,
        default=default,
        nullable=nullable,
        multiple_of=multiple_of,
        interpretation=interpretation,
    )


def switch(name: str, text: str, source: Cite, interpretation: str | None = None) -> Option:
    """An option that is off unless the players agree on it."""
    return Option(name=name, text=text, source=source, default=False, interpretation=interpretation)
