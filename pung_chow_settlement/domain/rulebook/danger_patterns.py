"""Danger patterns: sets on the table that make a discard dangerous, and the other tiles that are as dangerous."""

from collections.abc import Mapping
from typing import Final

from pung_chow_settlement.domain.arranged_hand import ArrangedHand
from pung_chow_settlement.domain.clauses.clause import BoundCondition, Judge
from pung_chow_settlement.domain.clauses.joined import ANY_OF, of_parts
from pung_chow_settlement.domain.clauses.of_hands import HONOURS_ONLY, MAJORS_ONLY, ONE_SUIT, ONES_AND_NINES, ONLY_TILES
from pung_chow_settlement.domain.clauses.of_sets import PUNG_OR_KONG, SETS_OF_HONOURS
from pung_chow_settlement.domain.layouts.named import TILES
from pung_chow_settlement.domain.rulebook.model import AsDangerous, DangerPattern
from pung_chow_settlement.domain.sets import Kind, Set
from pung_chow_settlement.domain.tiles import DRAGONS, FIRST_WIND, MAJORS, PLAYING_TILES, WINDS

_EACH: Final = len(PLAYING_TILES)
_SUITS: Final = PLAYING_TILES[:9], PLAYING_TILES[9:18], PLAYING_TILES[18:FIRST_WIND]
_HONOURS: Final = PLAYING_TILES[FIRST_WIND:]
_SAME_SUIT: Final[AsDangerous] = (*[suit for suit in _SUITS for _ in suit], *[()] * len(_HONOURS))
AS_DANGEROUS: Final[Mapping[str, AsDangerous]] = {
    "same-suit": _SAME_SUIT,
    "is-major": (MAJORS,) * _EACH,
    "same-tile": tuple([(tile,) for tile in PLAYING_TILES]),
}
"""By the word that files have for it."""


def _won(bound: BoundCondition) -> Judge:
    return bound.under({}).evidence


def _shown(arranged: ArrangedHand) -> tuple[Set, ...]:
    return arranged.context.hand.declared


def _shown_of(arranged: ArrangedHand, tiles: range) -> int:
    return sum([each.tile in tiles for each in _shown(arranged)])


def _completed_dragons(arranged: ArrangedHand) -> bool:
    won = arranged.won
    return won is not None and won.kind is Kind.PUNG and won.tile in DRAGONS


_one_suit: Final = _won(ONE_SUIT())
_majors: Final = _won(MAJORS_ONLY())
_NINE_TILES: Final = 3
"""The sets that have nine tiles or more: two kongs have eight."""
PATTERNS: Final = (
    DangerPattern(
        id="nine-of-a-suit-shown",
        text="nine or more tiles of one suit on the table, and the hand won is of that one suit",
        served=lambda arranged: _one_suit(arranged) and len(_shown(arranged)) >= _NINE_TILES,
        as_dangerous=_SAME_SUIT,
    ),
    DangerPattern(
        id="three-pungs-of-a-suit-shown",
        text="three pungs or kongs of one suit on the table, and the hand won is of that one suit",
        served=lambda arranged: (
            _one_suit(arranged) and sum([each.kind in PUNG_OR_KONG for each in _shown(arranged)]) >= 3
        ),
        as_dangerous=_SAME_SUIT,
    ),
    DangerPattern(
        id="nine-majors-shown",
        text="nine or more heads on the table, and the hand won is all heads",
        served=lambda arranged: _majors(arranged) and len(_shown(arranged)) >= _NINE_TILES,
        as_dangerous=AS_DANGEROUS["is-major"],
    ),
    DangerPattern(
        id="third-dragon-discarded",
        text="sets of two dragons on the table, and the discard completed the set of the third",
        served=lambda arranged: _completed_dragons(arranged) and _shown_of(arranged, DRAGONS) == 2,
        as_dangerous=AS_DANGEROUS["same-tile"],
    ),
    DangerPattern(
        id="fourth-wind-discarded",
        text="sets of three winds on the table, and the discard was the fourth wind",
        served=lambda arranged: arranged.winning.tile in WINDS and _shown_of(arranged, WINDS) == 3,
        as_dangerous=AS_DANGEROUS["same-tile"],
    ),
)
"""Patterns that a rulebook names; it may give one another text, or take `as_dangerous` of another."""
_THREE_DRAGONS: Final = SETS_OF_HONOURS(of="dragons", sets=3, pair=False)
_LITTLE_DRAGONS: Final = SETS_OF_HONOURS(of="dragons", sets=2, pair=True)
_FOUR_WINDS: Final = SETS_OF_HONOURS(of="winds", sets=4, pair=False)
_LITTLE_WINDS: Final = SETS_OF_HONOURS(of="winds", sets=3, pair=True)
WARNINGS: Final = (
    DangerPattern(id="suit", text="a hand of one suit", served=_one_suit, as_dangerous=_SAME_SUIT),
    DangerPattern(
        id="dragons",
        text="sets of two dragons and a pair of the third, or of all three",
        served=_won(of_parts(ANY_OF, _LITTLE_DRAGONS, _THREE_DRAGONS)),
        as_dangerous=(DRAGONS,) * _EACH,
    ),
    DangerPattern(
        id="winds",
        text="sets of three winds and a pair of the fourth, or of all four",
        served=_won(of_parts(ANY_OF, _LITTLE_WINDS, _FOUR_WINDS)),
        as_dangerous=(WINDS,) * _EACH,
    ),
    DangerPattern(
        id="honours", text="a hand of honours", served=_won(HONOURS_ONLY()), as_dangerous=(_HONOURS,) * _EACH
    ),
    DangerPattern(
        id="terminals",
        text="a hand of ones and nines",
        served=_won(ONES_AND_NINES()),
        as_dangerous=(MAJORS.difference(_HONOURS),) * _EACH,
    ),
    DangerPattern(
        id="green",
        text="a hand of green tiles",
        served=_won(ONLY_TILES(tiles="green", chows=True)),
        as_dangerous=(TILES["green"],) * _EACH,
    ),
)
"""Danger patterns by the winning hand, which the sets on the table gave warning of."""
