"""Finders of limit hands, and of the layouts on the table that make a discard dangerous."""

from service.domain.arrange import count
from service.domain.deal import CLAIMED
from service.domain.rulebook.finders import NOTHING, PUNG_OR_KONG, heads_only, one_suit, when
from service.domain.rulebook.model import Evidence, asked_where
from service.domain.sets import ANY_KONG, HONOUR_PUNG, THIRTEEN_HEADS, Shape
from service.domain.tiles import DRAGONS, FIRST_WIND, HEADS, WINDS, Tile, Tiles
from service.domain.view import ONE_SUIT_OR_HEADS, View

# Limit hands


@asked_where(THIRTEEN_HEADS.signs)
def thirteen_heads(view: View) -> Evidence:
    """One of each head, one of them twice."""
    return when(view.sets[0].shape is Shape.THIRTEEN_HEADS)


def _has_pungs(view: View, tiles: range, least: int) -> bool:
    return sum(each.tile in tiles for each in view.sets if each.signs & HONOUR_PUNG) >= least


@asked_where(HONOUR_PUNG)
def four_winds(view: View) -> Evidence:
    """Sets of all four winds."""
    return when(_has_pungs(view, WINDS, 4))


@asked_where(HONOUR_PUNG)
def three_winds_and_pair(view: View) -> Evidence:
    """Sets of three winds and a pair of the fourth, in a complete hand or not."""
    if not _has_pungs(view, WINDS, 3):
        return NOTHING
    return when(any(view.at.hand.concealed.count(wind) == 2 for wind in WINDS))


@asked_where(HONOUR_PUNG)
def three_dragons(view: View) -> Evidence:
    """Sets of all three dragons."""
    return when(_has_pungs(view, DRAGONS, 3))


@asked_where(ANY_KONG)
def four_kongs(view: View) -> Evidence:
    """Four kongs."""
    return when(view.at.hand.kongs == 4)


def nothing_claimed(view: View) -> Evidence:
    """Four sets and a pair made without a claimed tile, the last one drawn."""
    return when(view.made_of_sets and not view.at.hand.exposed and view.winning.source not in CLAIMED)


def concealed_pungs(view: View) -> Evidence:
    """Four concealed pungs or kongs: the last tile was drawn, or completed the pair."""
    concealed = sum(each.shape in PUNG_OR_KONG and not each.exposed for each in view.sets)
    return when(concealed == 4)


_NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


@asked_where(ONE_SUIT_OR_HEADS)
def nine_gates(view: View) -> Evidence:
    """The thirteen tiles before the winning tile are 1112345678999 of one suit, concealed."""
    hand = view.at.hand
    if not one_suit(view) or hand.declared:
        return NOTHING
    start = hand.concealed[0] // 9 * 9
    held = count(hand.concealed)[start : start + 9]
    over = [start + place for place in range(9) if held[place] > _NINE_GATES[place]]
    gates = len(over) == 1 and all(have >= need for have, need in zip(held, _NINE_GATES, strict=True))
    return when(gates and view.winning.tile in (over[0], None))


# Layouts that make a discard dangerous


def _shown(view: View) -> Tiles:
    return sum((each.tiles for each in view.at.hand.declared), ())


def _shown_pungs(view: View, tiles: range) -> int:
    return sum(each.tile in tiles for each in view.at.hand.declared)


def nine_of_a_suit_shown(view: View) -> bool:
    """Nine or more tiles of one suit on the table, and the hand won is of that one suit."""
    return bool(one_suit(view)) and len(_shown(view)) >= 9


def three_pungs_of_a_suit_shown(view: View) -> bool:
    """Three pungs or kongs of one suit on the table, and the hand won is of that one suit."""
    return bool(one_suit(view)) and sum(each.shape in PUNG_OR_KONG for each in view.at.hand.declared) >= 3


def nine_heads_shown(view: View) -> bool:
    """Nine or more heads on the table, and the hand won is entirely heads."""
    return bool(heads_only(view)) and len(_shown(view)) >= 9


def third_dragon_discarded(view: View) -> bool:
    """Sets of two dragons on the table, and the discard completed the set of the third."""
    won = view.won
    third = won is not None and won.shape is Shape.PUNG and won.tile in DRAGONS
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
