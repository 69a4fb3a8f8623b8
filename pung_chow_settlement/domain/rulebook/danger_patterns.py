"""Danger patterns: sets on the table that make a discard dangerous, and the other tiles that are as dangerous."""

from collections.abc import Callable, Mapping
from typing import Final

from pung_chow_settlement.domain.arranged_hand import ArrangedHand
from pung_chow_settlement.domain.clauses import of_hands, of_sets
from pung_chow_settlement.domain.clauses.of_sets import PUNG_OR_KONG
from pung_chow_settlement.domain.layouts.named import TILES
from pung_chow_settlement.domain.rulebook.model import DangerPattern
from pung_chow_settlement.domain.sets import Kind
from pung_chow_settlement.domain.tiles import DRAGONS, FIRST_WIND, MAJORS, WINDS, Tile, Tiles

_one_suit: Final = of_hands.ONE_SUIT().under({}).evidence
_majors_only: Final = of_hands.MAJORS_ONLY().under({}).evidence
_honours_only: Final = of_hands.HONOURS_ONLY().under({}).evidence
_ones_and_nines: Final = of_hands.ONES_AND_NINES().under({}).evidence
_three_dragons: Final = of_sets.SETS_OF_HONOURS(of="dragons", sets=3, pair=False).under({}).evidence
_little_dragons: Final = of_sets.SETS_OF_HONOURS(of="dragons", sets=2, pair=True).under({}).evidence
_four_winds: Final = of_sets.SETS_OF_HONOURS(of="winds", sets=4, pair=False).under({}).evidence
_little_winds: Final = of_sets.SETS_OF_HONOURS(of="winds", sets=3, pair=True).under({}).evidence
_green: Final = of_hands.ONLY_TILES(tiles="green", chows=True).under({}).evidence


def _shown(arranged: ArrangedHand) -> Tiles:
    return sum((each.tiles for each in arranged.context.hand.declared), ())


def _shown_pungs(arranged: ArrangedHand, tiles: range) -> int:
    return sum(each.tile in tiles for each in arranged.context.hand.declared)


def nine_of_a_suit_shown(arranged: ArrangedHand) -> bool:
    """Nine or more tiles of one suit on the table, and the winning hand is of that suit only."""
    return bool(_one_suit(arranged)) and len(_shown(arranged)) >= 9


def three_pungs_of_a_suit_shown(arranged: ArrangedHand) -> bool:
    """Three pungs or kongs of one suit on the table, and the winning hand is of that suit only."""
    return bool(_one_suit(arranged)) and sum(each.kind in PUNG_OR_KONG for each in arranged.context.hand.declared) >= 3


def nine_majors_shown(arranged: ArrangedHand) -> bool:
    """Nine or more majors on the table, and the winning hand has only majors."""
    return bool(_majors_only(arranged)) and len(_shown(arranged)) >= 9


def third_dragon_discarded(arranged: ArrangedHand) -> bool:
    """Sets of two dragons on the table, and the discard completed the set of the third."""
    won = arranged.won
    third = won is not None and won.kind is Kind.PUNG and won.tile in DRAGONS
    return third and _shown_pungs(arranged, DRAGONS) == 2


def fourth_wind_discarded(arranged: ArrangedHand) -> bool:
    """Sets of three winds on the table, and the discard was the fourth wind."""
    return arranged.winning.tile in WINDS and _shown_pungs(arranged, WINDS) == 3


def same_suit(tile: Tile, discard: Tile) -> bool:
    """Whether the tile is of the discard's suit."""
    return tile < FIRST_WIND and tile // 9 == discard // 9


def is_major(tile: Tile, _: Tile) -> bool:
    """Whether the tile is a major, like the discard."""
    return tile in MAJORS


def same_tile(tile: Tile, discard: Tile) -> bool:
    """Whether the tile is the same as the discard."""
    return tile == discard


WARNINGS: Final[tuple[DangerPattern, ...]] = (
    DangerPattern(id="suit", text="a hand of one suit", served=_one_suit, would_serve=same_suit),
    DangerPattern(
        id="dragons",
        text="sets of two dragons and a pair of the third, or of all three",
        served=lambda arranged: _little_dragons(arranged) or _three_dragons(arranged),
        would_serve=lambda tile, _: tile in DRAGONS,
    ),
    DangerPattern(
        id="winds",
        text="sets of three winds and a pair of the fourth, or of all four",
        served=lambda arranged: _little_winds(arranged) or _four_winds(arranged),
        would_serve=lambda tile, _: tile in WINDS,
    ),
    DangerPattern(
        id="honours",
        text="a hand of honours",
        served=_honours_only,
        would_serve=lambda tile, _: tile >= FIRST_WIND,
    ),
    DangerPattern(
        id="terminals",
        text="a hand of ones and nines",
        served=_ones_and_nines,
        would_serve=lambda tile, _: tile in MAJORS and tile < FIRST_WIND,
    ),
    DangerPattern(
        id="green",
        text="a hand of green tiles",
        served=_green,
        would_serve=lambda tile, _: tile in TILES["green"],
    ),
)
"""Danger patterns by the winning hand, which the sets on the table gave warning of."""


SERVED: Final[Mapping[str, Callable[[ArrangedHand], object]]] = {
    "nine-of-a-suit-shown": nine_of_a_suit_shown,
    "three-pungs-of-a-suit-shown": three_pungs_of_a_suit_shown,
    "nine-majors-shown": nine_majors_shown,
    "third-dragon-discarded": third_dragon_discarded,
    "fourth-wind-discarded": fourth_wind_discarded,
}
"""By id: whether the discard completed the hand of the pattern."""
WOULD_SERVE: Final[Mapping[str, Callable[[Tile, Tile], bool]]] = {
    "same-suit": same_suit,
    "is-major": is_major,
    "same-tile": same_tile,
}
"""By id: whether another tile (first argument) would have served as well as the discard (second)."""
