"""Rows that both editions of the game with a limit share (1922 Part Two; 1923 pp. 106-125)."""

from dataclasses import replace
from typing import Final

from service.domain.rulebook import conditions as conditions
from service.domain.rulebook import danger_patterns
from service.domain.rulebook.model import (
    AppliesTo,
    Cite,
    DangerousDiscard,
    DangerPattern,
    FalseMahjong,
    Option,
    PercentOfLimit,
    ScoringRule,
    SettlementRule,
    ShareOf,
    WashedTiles,
)
from service.domain.rulebooks import rows
from service.domain.rulebooks.sources import HARR_1922

_BONUSES: Final = HARR_1922(62)
_VALUES: Final = HARR_1922(65)
_HONOURS: Final = HARR_1922(67)
_WINNER: Final = AppliesTo.WINNER

MAHJONG_POINTS: Final = "mahjong_points"

# Points

MAH_JONG: Final = replace(rows.MAH_JONG, points=ShareOf(MAHJONG_POINTS), source=_VALUES)
NO_OTHER_SCORE: Final = rows.NO_OTHER_SCORE.at(_VALUES, "Only points spoil it, doubles do not.")
PAIR_OF_OWN_AND_ROUND_WIND: Final = ScoringRule(
    id="pair-of-own-and-round-wind",
    text="Pair of own wind in its own round",
    looks_for=conditions.PAIR_OF_OWN_AND_ROUND_WIND,
    points=4,
    replaces=("pair-of-own-wind", "pair-of-round-wind"),
    source=_VALUES,
    interpretation="A winner's pair that was complete before the winning tile came counts so too (example 8).",
)
PAIRS: Final = (
    replace(rows.PAIR_OF_DRAGONS, source=_VALUES),
    replace(rows.PAIR_OF_OWN_WIND, source=_VALUES),
    rows.PAIR_OF_ROUND_WIND,
    PAIR_OF_OWN_AND_ROUND_WIND,
)
_COMPLETE_BEFORE: Final = tuple(rule.id for rule in PAIRS)
_RUN_OF_FOUR: Final = (
    "A pair beside a concealed chow that it continues was a run of four: it is no pair that the winning tile "
    "completed, and scores as one that was complete before. The letter of the explanation ('if the pair is from 2 to "
    "8 and if he pungs one of them') would give it points; the picture of example 3, 5-6-7-8 won on the 8, decided, "
    "whose 16 has none."
)


def _completed_pair(*, heads: bool, claimed: bool, points: int) -> ScoringRule:
    of, how = "heads" if heads else "simples", "claimed" if claimed else "drawn"
    return ScoringRule(
        id=f"completed-pair-of-{of}-{how}",
        concept=f"completed-pair-of-{of}",
        text=f"Pair of {of}, {how} to complete the hand",
        looks_for=conditions.COMPLETED_PAIR(heads=heads, claimed=claimed),
        points=points,
        applies_to=_WINNER,
        replaces=_COMPLETE_BEFORE,
        source=_VALUES,
        interpretation=_RUN_OF_FOUR,
    )


def _completed_own_pair(*, claimed: bool, points: int) -> ScoringRule:
    how = "claimed" if claimed else "drawn"
    return ScoringRule(
        id=f"completed-pair-of-own-and-round-wind-{how}",
        text=f"Pair of own wind in its own round, {how} to complete the hand",
        looks_for=conditions.COMPLETED_PAIR_OF_OWN_AND_ROUND_WIND(claimed=claimed),
        points=points,
        applies_to=_WINNER,
        replaces=(*_COMPLETE_BEFORE, f"completed-pair-of-heads-{how}"),
        source=_VALUES,
    )


def completed_chow(*, one_filler: bool, claimed: bool, points: int, source: Cite) -> ScoringRule:
    """Points for the chow that the winning tile completed."""
    how = "claimed" if claimed else "drawn"
    return ScoringRule(
        id=f"completed-chow-{'one-place' if one_filler else 'open'}-{how}",
        text=f"Chow {'in the middle or at its only open end' if one_filler else 'open at both ends'}, {how} to "
        f"complete the hand",
        looks_for=conditions.COMPLETED_CHOW(one_filler=one_filler, claimed=claimed),
        points=points,
        applies_to=_WINNER,
        source=source,
    )


COMPLETED_PAIRS: Final = (
    _completed_pair(heads=False, claimed=True, points=2),
    _completed_pair(heads=False, claimed=False, points=4),
    _completed_pair(heads=True, claimed=True, points=4),
    _completed_pair(heads=True, claimed=False, points=6),
    _completed_own_pair(claimed=True, points=6),
    _completed_own_pair(claimed=False, points=8),
)
COMPLETED_CHOWS: Final = (
    completed_chow(one_filler=True, claimed=True, points=2, source=_VALUES),
    completed_chow(one_filler=True, claimed=False, points=4, source=_VALUES),
)
SETS: Final = tuple(
    replace(rule, source=_VALUES) for rule in (*rows.EXPOSED_PUNGS, *rows.CONCEALED_PUNGS_BY_OUTCOME, *rows.KONGS)
)

# Doubles

PUNG_OF_OWN_AND_ROUND_WIND: Final = ScoringRule(
    id="pung-of-own-and-round-wind",
    text="Pung or kong of own wind in its own round",
    looks_for=conditions.PUNG_OF_OWN_AND_ROUND_WIND,
    doubles=2,
    replaces=("pung-of-own-wind",),
    source=_HONOURS,
)
PUNGS: Final = (
    replace(rows.PUNG_OF_OWN_WIND, source=_HONOURS),
    PUNG_OF_OWN_AND_ROUND_WIND,
    replace(rows.PUNG_OF_DRAGONS, source=_HONOURS),
)
ONE_SUIT_WITH_HONOURS: Final = replace(
    rows.ONE_SUIT_WITH_HONOURS,
    applies_to=_WINNER,
    source=_HONOURS,
    interpretation="Example 4 leaves this double out and prints 384: by the rule it is 768, and as East he collects "
    "1,536 from each, before the limit.",
)
NO_CHOW: Final = replace(rows.NO_CHOW, points=0, doubles=1, source=_HONOURS)
ONE_SUIT: Final = replace(rows.ONE_SUIT, applies_to=_WINNER, source=_HONOURS, interpretation=None)
LAST_TILE: Final = rows.LAST_TILE
LOOSE_TILE: Final = replace(rows.LOOSE_TILE, points=0, doubles=1, source=_BONUSES)
FOURTH_OF_OWN_PUNG: Final = ScoringRule(
    id="fourth-of-own-pung",
    text="Won with the fourth tile of the winner's own exposed pung",
    looks_for=conditions.FOURTH_OF_OWN_PUNG,
    doubles=1,
    applies_to=_WINNER,
    source=_BONUSES,
)
WHOLE_HANDS: Final = (ONE_SUIT_WITH_HONOURS, NO_CHOW, ONE_SUIT, LAST_TILE, LOOSE_TILE)

# Settling

_BEFORE: Final = "The deal is called off before it is played; a complete original hand of East comes first."


def options(source: Cite) -> tuple[Option, ...]:
    """The limit, which follows the points for Mah-Jong, and those points."""
    ten, twenty = 10, 20
    points = Option(
        name=MAHJONG_POINTS,
        text="Points for Mah-Jong, usually 10 or 20",
        source=source,
        default=ten,
        minimum=0,
        maximum=1000,
        usual=(ten, twenty),
        interpretation="'Generally 10 points unless specially agreed upon' (1922 p. 62): any whole number up to 1,000 "
        "can be agreed on; the page on the limit has games with 20 too.",
    )
    limit = replace(
        rows.no_limit_by_default(source),
        default=300,
        default_by=(MAHJONG_POINTS, {ten: 300, twenty: 400}),
        nullable=False,
        interpretation="A game with limit hands needs a limit, so there is always one: usually 300 with 10 points for "
        "Mah-Jong, and 400 with 20. With any other number, of which the page says nothing, it is 300 unless agreed.",
        assumed=True,
    )
    return limit, points


def dangerous_discard(source: Cite) -> DangerousDiscard:
    """The penalty for giving a win that the table could see coming."""
    return DangerousDiscard(
        settlement_rule=SettlementRule(
            id="dangerous-discard",
            text="A player who discards the winning tile of a hand that its exposed sets gave away pays for all, "
            "unless excused",
            source=source,
            interpretation="Doubling honours are counted by this rulebook's doubles for the discarder's hand as "
            "it stands, flowers left "
            "out, or as the tile would complete it. All other scores are cancelled.",
        ),
        patterns=(
            DangerPattern(
                id="a",
                text="nine or more tiles of one suit on the table, and the hand won is of that one suit",
                served=danger_patterns.nine_of_a_suit_shown,
                would_serve=danger_patterns.same_suit,
            ),
            DangerPattern(
                id="b",
                text="nine or more heads on the table, and the hand won is all heads",
                served=danger_patterns.nine_majors_shown,
                would_serve=danger_patterns.is_major,
            ),
            DangerPattern(
                id="c",
                text="sets of two dragons on the table, and the discard completed the set of the third",
                served=danger_patterns.third_dragon_discarded,
                would_serve=danger_patterns.same_tile,
            ),
            DangerPattern(
                id="d",
                text="sets of three winds on the table, and the discard was the fourth wind",
                served=danger_patterns.fourth_wind_discarded,
                would_serve=danger_patterns.same_tile,
            ),
        ),
        excuses=True,
    )


def washed_tiles(source: Cite) -> WashedTiles:
    """Calling off the deal with nine or more different heads."""
    return WashedTiles(
        settlement_rule=SettlementRule(
            id="washed-tiles",
            text="A player dealt nine or more different heads may call off the deal and collects from each other "
            "player",
            source=source,
            interpretation=f"{_BEFORE} East neither pays nor collects double, and keeps the deal; the limit does not "
            "cut it. A flower dealt is one of the thirteen (East fourteen) tiles; where flowers had been replaced "
            "before the call, the thirteen are the playing tiles: both are accepted.",
        ),
        points={9: 50, 10: 70, 11: 100, 12: 150, 13: 200},
    )


def false_mahjong(source: Cite) -> FalseMahjong:
    """Calling Mah-Jong with an incomplete hand."""
    return FalseMahjong(
        settlement_rule=SettlementRule(
            id="false-mahjong",
            text="A player who calls Mah-Jong with an incomplete hand pays each of the others half the limit, "
            "the whole limit to or from East",
            source=source,
            interpretation="Who is East next is not said: East keeps the deal.",
            assumed=True,
        ),
        to_each=PercentOfLimit(50),
        east_doubles=True,
    )
