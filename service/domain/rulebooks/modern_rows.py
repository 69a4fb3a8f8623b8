"""Rows that the rulebooks of today share: the common core of classical scoring as it is played now."""

from dataclasses import replace
from typing import Final

from service.domain.rulebook import conditions as conditions
from service.domain.rulebook import special_hands as special
from service.domain.rulebook.model import (
    WHOLE_LIMIT,
    AppliesTo,
    BoundCondition,
    Cite,
    Option,
    ScoringRule,
    SettlementRule,
    SettlingRows,
    Sitting,
    at,
)
from service.domain.rulebooks import rows
from service.domain.rulebooks.rows import no_limit_by_default

_WINNER: Final = AppliesTo.WINNER
_LIMIT_TEXT: Final = "The most that a hand scores; East's double comes after it"


def sets_and_pairs(source: Cite) -> tuple[ScoringRule, ...]:
    """Points of pungs, kongs and pairs, the same in every rulebook of today."""
    tables = (*rows.EXPOSED_PUNGS, *rows.CONCEALED_PUNGS, *rows.KONGS)
    pairs = (rows.PAIR_OF_DRAGONS, rows.PAIR_OF_OWN_WIND, rows.PAIR_OF_ROUND_WIND)
    return at(source, *tables, *pairs)


def bonus_tiles(source: Cite) -> ScoringRule:
    """Four points for each flower and season."""
    return replace(rows.BONUS_TILE, source=source, bonus=True)


def honour_sets(source: Cite) -> tuple[ScoringRule, ...]:
    """Doubles for pungs and kongs of dragons, own wind and the wind of the round."""
    round_wind = ScoringRule(
        id="pung-of-round-wind",
        text="Pung or kong of the wind of the round",
        looks_for=conditions.PUNG_OF_ROUND_WIND,
        doubles=1,
        source=source,
    )
    return (*at(source, rows.PUNG_OF_DRAGONS, rows.PUNG_OF_OWN_WIND), round_wind)


def double(
    name: str,
    text: str,
    bound: BoundCondition,
    source: Cite,
    doubles: int = 1,
    *,
    applies_to: AppliesTo = _WINNER,
    aliases: tuple[str, ...] = (),
    interpretation: str | None = None,
    concept: str | None = None,
) -> ScoringRule:
    """A row that doubles, mostly for the winner alone."""
    return ScoringRule(
        id=name,
        text=text,
        looks_for=bound,
        doubles=doubles,
        applies_to=applies_to,
        source=source,
        aliases=aliases,
        interpretation=interpretation,
        concept=concept,
    )


def limit_hand(
    name: str,
    text: str,
    bound: BoundCondition,
    source: Cite,
    *,
    aliases: tuple[str, ...] = (),
    interpretation: str | None = None,
    percent: int = WHOLE_LIMIT,
    concept: str | None = None,
) -> ScoringRule:
    """A winner's hand that scores the limit, or a share of it."""
    return ScoringRule(
        id=name,
        text=text,
        looks_for=bound,
        limit_percent=percent,
        applies_to=_WINNER,
        source=source,
        aliases=aliases,
        interpretation=interpretation,
        concept=concept,
    )


def mah_jong(source: Cite) -> ScoringRule:
    """Twenty points for Mah-Jong."""
    return rows.MAH_JONG.at(source)


def last_tile(source: Cite) -> ScoringRule:
    """A double for the last tile of the wall."""
    return double("last-tile", "Won on the last tile that may be drawn from the wall", conditions.LAST_TILE, source)


def last_discard(source: Cite) -> ScoringRule:
    """A double for the discard after the last tile of the wall."""
    bound = special.CIRCUMSTANCE(circumstance="last_discard")
    return double("last-discard", "Won on the discard after the last tile of the wall", bound, source)


def robbed_kong(source: Cite) -> ScoringRule:
    """A double for robbing a kong."""
    return double("robbed-kong", "Won by robbing a kong", conditions.ROBBED_KONG, source)


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


# Settling

_SILENT: Final = (
    "The source names no seats for fewer than four: two sit as East and South, three as East, South and West."
)


def settling_rows(source: Cite) -> SettlingRows:
    """The rows that settle a deal in the rulebooks of today."""
    return SettlingRows(
        seats=SettlementRule(
            id="fewer-players",
            text="Two or three play in the same way as four, and those settle who play",
            source=source,
            interpretation=_SILENT,
            assumed=True,
        ),
        winner=SettlementRule(
            id="winner-collects",
            text="The winner collects the whole of his score from each other player, whatever they hold",
            source=source,
        ),
        losers=SettlementRule(
            id="others-settle",
            text="The others settle with each other, pair by pair: the lower pays the higher the difference",
            source=source,
        ),
        east=SettlementRule(id="east-double", text="Whatever East pays or is paid is doubled", source=source),
        limit=SettlementRule(
            id="limit-cuts",
            text="The limit cuts the score of every hand; East's double comes after it",
            source=source,
            interpretation="A hand that did not win is cut too, before the difference is taken, so that nobody pays "
            "more than the limit, or twice the limit to or from East.",
        ),
        next_east=SettlementRule(
            id="next-east",
            text="East stays East while he wins; when he loses, the player to his right, who was South, is East",
            source=source,
        ),
        drawn_deal=SettlementRule(
            id="drawn-deal", text="In a drawn deal nobody pays, and East stays East", source=source
        ),
    )


def rounds(source: Cite) -> Sitting:
    """Four rounds are a set."""
    return Sitting(
        settlement_rule=SettlementRule(
            id="rounds-and-sets",
            text="When the last player to be East has lost the deal, the next wind's round begins with the first East; "
            "four rounds are a set",
            source=source,
            interpretation="A sitting has no end of its own: where the table agreed on no number of sets, each set is "
            "followed by the next.",
        ),
        rounds=True,
    )
