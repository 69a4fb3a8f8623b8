"""Danger patterns: sets on the table that make a discard dangerous, and the other tiles that are as dangerous."""

from collections.abc import Collection, Mapping
from typing import Final

from pung_chow_settlement.domain.clauses.clause import BoundCondition, Predicate
from pung_chow_settlement.domain.clauses.combinators import ANY_OF, of_parts
from pung_chow_settlement.domain.clauses.of_hands import (
    HONOURS_ONLY,
    ONE_SUIT,
    ONES_AND_NINES,
    ONLY_TILES,
    TERMINALS_AND_HONOURS_ONLY,
)
from pung_chow_settlement.domain.clauses.of_sets import PUNG_OR_KONG, SETS_OF_HONOURS
from pung_chow_settlement.domain.hand_context import ArrangedHand
from pung_chow_settlement.domain.layouts.named import TILES
from pung_chow_settlement.domain.rulebook.settlement_terms import AsDangerous, DangerPattern
from pung_chow_settlement.domain.sets import Kind
from pung_chow_settlement.domain.tiles import DRAGONS, FIRST_WIND, PLAYING_TILES, TERMINALS_AND_HONOURS, WINDS

_EACH: Final = len(PLAYING_TILES)
_SUITS: Final = PLAYING_TILES[:9], PLAYING_TILES[9:18], PLAYING_TILES[18:FIRST_WIND]
_HONOURS: Final = PLAYING_TILES[FIRST_WIND:]
_TERMINALS: Final = TERMINALS_AND_HONOURS.difference(_HONOURS)
_SAME_SUIT: Final[AsDangerous] = (*[suit for suit in _SUITS for _ in suit], *[()] * len(_HONOURS))
_SAME_TILE: Final[AsDangerous] = tuple([(tile,) for tile in PLAYING_TILES])
AS_DANGEROUS: Final[Mapping[str, AsDangerous]] = {
    "same-suit": _SAME_SUIT,
    "is-major": (TERMINALS_AND_HONOURS,) * _EACH,
    "same-tile": _SAME_TILE,
}
"""By the word that files have for it."""


def _won(bound: BoundCondition) -> Predicate:
    return bound.with_options({}).evidence


def _three_shown(bound: BoundCondition, kinds: Collection[Kind] = tuple(Kind)) -> Predicate:
    """Three sets of these kinds, which have nine tiles or more, are on the table, and the condition holds."""
    won = _won(bound)
    return lambda arranged: won(arranged) and sum([each.kind in kinds for each in arranged.context.hand.declared]) >= 3


def _shown(arranged: ArrangedHand, tiles: range) -> int:
    return sum([each.tile in tiles for each in arranged.context.hand.declared])


def _third_dragon(arranged: ArrangedHand) -> bool:
    won = arranged.won
    completed = won is not None and won.kind is Kind.PUNG and won.tile in DRAGONS
    return completed and _shown(arranged, DRAGONS) == 2


def _fourth_wind(arranged: ArrangedHand) -> bool:
    return arranged.winning.tile in WINDS and _shown(arranged, WINDS) == 3


PATTERNS: Final = (
    DangerPattern(
        "nine-of-a-suit-shown",
        "nine or more tiles of one suit on the table, and the hand won is of that one suit",
        _three_shown(ONE_SUIT()),
        _SAME_SUIT,
    ),
    DangerPattern(
        "three-pungs-of-a-suit-shown",
        "three pungs or kongs of one suit on the table, and the hand won is of that one suit",
        _three_shown(ONE_SUIT(), PUNG_OR_KONG),
        _SAME_SUIT,
    ),
    DangerPattern(
        "three-sets-of-ones-and-nines-shown",
        "three pungs or kongs of ones and nines on the table, and the hand won is of ones and nines",
        _three_shown(ONES_AND_NINES()),
        (_TERMINALS,) * _EACH,
    ),
    DangerPattern(
        "nine-majors-shown",
        "nine or more heads on the table, and the hand won is all heads",
        _three_shown(TERMINALS_AND_HONOURS_ONLY()),
        (TERMINALS_AND_HONOURS,) * _EACH,
    ),
    DangerPattern(
        "third-dragon-discarded",
        "sets of two dragons on the table, and the discard completed the set of the third",
        _third_dragon,
        _SAME_TILE,
    ),
    DangerPattern(
        "fourth-wind-discarded",
        "sets of three winds on the table, and the discard was the fourth wind",
        _fourth_wind,
        _SAME_TILE,
    ),
)
"""Patterns that a rulebook names; it may give one another text, or take `as_dangerous` of another."""
_DRAGONS: Final = [SETS_OF_HONOURS(of="dragons", sets=2, pair=True), SETS_OF_HONOURS(of="dragons", sets=3, pair=False)]
_GREEN: Final = ONLY_TILES(tiles="green", chows=True)
_WINDS: Final = [SETS_OF_HONOURS(of="winds", sets=3, pair=True), SETS_OF_HONOURS(of="winds", sets=4, pair=False)]
WARNINGS: Final = (
    DangerPattern("suit", "a hand of one suit", _won(ONE_SUIT()), _SAME_SUIT),
    DangerPattern(
        "dragons",
        "sets of two dragons and a pair of the third, or of all three",
        _won(of_parts(ANY_OF, *_DRAGONS)),
        (DRAGONS,) * _EACH,
    ),
    DangerPattern(
        "winds",
        "sets of three winds and a pair of the fourth, or of all four",
        _won(of_parts(ANY_OF, *_WINDS)),
        (WINDS,) * _EACH,
    ),
    DangerPattern("honours", "a hand of honours", _won(HONOURS_ONLY()), (_HONOURS,) * _EACH),
    DangerPattern("terminals", "a hand of ones and nines", _won(ONES_AND_NINES()), (_TERMINALS,) * _EACH),
    DangerPattern("green", "a hand of green tiles", _won(_GREEN), (TILES["green"],) * _EACH),
)
"""Danger patterns by the winning hand, which the sets on the table gave warning of."""
