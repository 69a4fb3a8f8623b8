"""Layouts on the table that make a discard dangerous: whether one was served, and what else would have served it."""

from collections.abc import Callable
from typing import Final

from service.domain.rulebook import catalogue, special_hands
from service.domain.rulebook.catalogue import PUNG_OR_KONG
from service.domain.rulebook.model import Find, Layout, Sought
from service.domain.sets import Kind
from service.domain.tiles import DRAGONS, FIRST_WIND, HEADS, WINDS, Tile, Tiles
from service.domain.view import View


def _find(sought: Sought) -> Find:
    return sought.under({})[1]


_one_suit: Final = _find(catalogue.ONE_SUIT)
_heads_only: Final = _find(catalogue.HEADS_ONLY)
_honours_only: Final = _find(catalogue.HONOURS_ONLY)
_ones_and_nines: Final = _find(catalogue.ONES_AND_NINES)
_three_dragons: Final = _find(catalogue.THREE_DRAGONS)
_little_dragons: Final = _find(special_hands.LITTLE_THREE_DRAGONS)
_four_winds: Final = _find(catalogue.FOUR_WINDS)
_little_winds: Final = _find(catalogue.THREE_WINDS_AND_PAIR)
_green: Final = special_hands.GREEN.make(chows=True)


def _shown(view: View) -> Tiles:
    return sum((each.tiles for each in view.situation.hand.declared), ())


def _shown_pungs(view: View, tiles: range) -> int:
    return sum(each.tile in tiles for each in view.situation.hand.declared)


def nine_of_a_suit_shown(view: View) -> bool:
    """Nine or more tiles of one suit on the table, and the hand won is of that one suit."""
    return bool(_one_suit(view)) and len(_shown(view)) >= 9


def three_pungs_of_a_suit_shown(view: View) -> bool:
    """Three pungs or kongs of one suit on the table, and the hand won is of that one suit."""
    return bool(_one_suit(view)) and sum(each.kind in PUNG_OR_KONG for each in view.situation.hand.declared) >= 3


def nine_heads_shown(view: View) -> bool:
    """Nine or more heads on the table, and the hand won is entirely heads."""
    return bool(_heads_only(view)) and len(_shown(view)) >= 9


def third_dragon_discarded(view: View) -> bool:
    """Sets of two dragons on the table, and the discard completed the set of the third."""
    won = view.won
    third = won is not None and won.kind is Kind.PUNG and won.tile in DRAGONS
    return third and _shown_pungs(view, DRAGONS) == 2


def fourth_wind_discarded(view: View) -> bool:
    """Sets of three winds on the table, and the discard was the fourth wind."""
    return view.winning.tile in WINDS and _shown_pungs(view, WINDS) == 3


def same_suit(tile: Tile, discard: Tile) -> bool:
    """Of the discard's suit."""
    return tile < FIRST_WIND and tile // 9 == discard // 9


def is_head(tile: Tile, _: Tile) -> bool:
    """A head, like the discard."""
    return tile in HEADS


def same_tile(tile: Tile, discard: Tile) -> bool:
    """The very tile of the discard."""
    return tile == discard


def _ends_with(find: Find) -> Callable[[View], bool]:
    return lambda view: bool(find(view))


WARNINGS: Final[tuple[Layout, ...]] = (
    Layout(id="suit", text="a hand of one suit", served=_ends_with(_one_suit), would_serve=same_suit),
    Layout(
        id="dragons",
        text="sets of two dragons and a pair of the third, or of all three",
        served=lambda view: bool(_little_dragons(view) or _three_dragons(view)),
        would_serve=lambda tile, _: tile in DRAGONS,
    ),
    Layout(
        id="winds",
        text="sets of three winds and a pair of the fourth, or of all four",
        served=lambda view: bool(_little_winds(view) or _four_winds(view)),
        would_serve=lambda tile, _: tile in WINDS,
    ),
    Layout(
        id="honours",
        text="a hand of honours",
        served=_ends_with(_honours_only),
        would_serve=lambda tile, _: tile >= FIRST_WIND,
    ),
    Layout(
        id="terminals",
        text="a hand of ones and nines",
        served=_ends_with(_ones_and_nines),
        would_serve=lambda tile, _: tile in HEADS and tile < FIRST_WIND,
    ),
    Layout(
        id="green",
        text="a hand of green tiles",
        served=_ends_with(_green),
        would_serve=lambda tile, _: tile in special_hands.GREEN_TILES,
    ),
)
"""What a hand can end with that gave warning on the table."""
