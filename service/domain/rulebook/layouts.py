"""Layouts on the table that make a discard dangerous: whether one was served, and what else would have served it."""

from service.domain.rulebook.catalogue import HEADS_ONLY, ONE_SUIT, PUNG_OR_KONG
from service.domain.sets import Kind
from service.domain.tiles import DRAGONS, FIRST_WIND, HEADS, WINDS, Tile, Tiles
from service.domain.view import View

_one_suit = ONE_SUIT.find
_heads_only = HEADS_ONLY.find


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
