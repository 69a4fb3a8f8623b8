"""Arrangements: every way in which a hand is complete under a rulebook's shapes, and the tiles that it waits for.

The package `layouts` defines its words, with one hand worked through. A tile may complete either of two sets, which
score differently; then each gives an arrangement:

>>> from pung_chow_settlement.domain.deal import WinSource
>>> from pung_chow_settlement.domain.layouts.steps import Steps
>>> from pung_chow_settlement.domain.tiles import parse, write
>>> tiles, _ = parse("33345m 678p 222s 66z")
>>> hand, played = Hand(tiles), WinConditions(shapes=(FOUR_SETS,))
>>> write(waits(CountedHand(hand, Steps()), played))
'36m6z'
>>> drawn = tiles[0]
>>> complete = CountedHand(hand.with_tile(drawn), Steps())
>>> [each.won.text for each in arrangements(complete, Win(WinSource.WALL, tile=drawn), played)]
['333m', '345m']
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.hand import COMPLETE_TILES, HAND_SETS, Hand
from pung_chow_settlement.domain.layouts.match import CountedHand
from pung_chow_settlement.domain.sets import BY_TILES, EXPOSED, Kind, Set
from pung_chow_settlement.domain.sets_and_pair import Decomposition
from pung_chow_settlement.domain.shapes import (
    FOUR_SETS,
    LayoutShapes,
    Pattern,
    layouts_of,
    sets_of,
    split_shapes,
)
from pung_chow_settlement.domain.tiles import COPIES, Tile, Tiles, without


class WinConditions(NamedTuple):
    """The shapes of a complete hand, and the most chows that it may have."""

    shapes: tuple[Pattern, ...]
    most_chows: int = HAND_SETS
    """The most chows in four sets and a pair."""
    layouts: LayoutShapes | None = None
    """The layouts of rules, in addition to the shapes; None if there are none."""

    def plays(self, shape: Pattern | None) -> bool:
        """True if a hand of this shape is complete; None stands for four sets and a pair."""
        return (FOUR_SETS if shape is None else shape) in self.shapes

    def only(self, shapes: tuple[Pattern, ...]) -> "WinConditions":
        """The same win conditions with these shapes only, which may include layouts of rules."""
        if self.layouts is None:
            return self._replace(shapes=shapes)
        named = tuple([shape for shape in shapes if not shape.layout])
        of_rules = tuple([shape for shape in shapes if shape.layout])
        return self._replace(shapes=named, layouts=layouts_of(of_rules))


class Arrangement(NamedTuple):
    """The sets of a complete hand, with the winning tile placed; or the sets of a hand that did not win."""

    sets: tuple[Set, ...]
    """All sets and pairs, in the order of their tiles; a set completed by a claimed tile is exposed."""
    won: Set | None
    """The member of `sets` that the winning tile completed; None in an original hand and in a shape without sets."""
    decomposition: Decomposition
    """The concealed tiles as sets, before the winning tile was placed."""
    shape: Pattern = FOUR_SETS


_CHOW: Final = Kind.CHOW
NO_SETS: Final = Arrangement((), None, ())
WaitsByShape = list[tuple[Pattern, list[Tile]]]
"""The shapes that a hand is one tile short of, each with the tiles that complete it."""
DecompositionsByShape = list[tuple[Pattern, list[Decomposition]]]
"""The shapes that complete a hand, each with every decomposition."""


def is_complete(counted: CountedHand, win_conditions: WinConditions) -> bool:
    """True if the hand is complete, regardless of the number of chows."""
    four_sets, named = split_shapes(win_conditions.shapes)
    if four_sets and FOUR_SETS.complete(counted):
        return True
    return any(each is not None and each.complete(counted) for each in (named, win_conditions.layouts))


class Nearest(NamedTuple):
    """What an incomplete hand comes nearest to; both a layout and four sets if they are as near."""

    short: int
    """The fewest concealed tiles to exchange."""
    four_sets: bool
    layout: Pattern | None

    def completing(self, counted: CountedHand) -> list[Tile]:
        """The tiles that complete the layout in place of one of the hand, which is one tile short of it."""
        layout = self.layout
        if layout is None or self.short != 1:
            return []
        hand = counted.hand
        rests = {without(hand.concealed, (tile,)) for tile in hand.concealed}
        short = [counted.with_hand(hand.with_concealed(rest)) for rest in rests]
        return sorted({tile for each in short for tile in layout.waits(each)})


def nearest(counted: CountedHand, win_conditions: WinConditions) -> Nearest:
    """What an incomplete hand comes nearest to."""
    four_sets, named = split_shapes(win_conditions.shapes)
    least = FOUR_SETS.tiles_missing(counted) if four_sets else COMPLETE_TILES
    short, layout = least, None
    for layouts in (named, win_conditions.layouts):
        found = None if layouts is None else layouts.nearest(counted, short - (layout is not None))
        if found is not None:
            short, layout = found
    return Nearest(short, least == short < COMPLETE_TILES, layout)


def reach(counted: CountedHand, win_conditions: WinConditions) -> WaitsByShape:
    """The shapes that the hand is one tile short of, each with the tiles that complete it."""
    four_sets, named = split_shapes(win_conditions.shapes)
    one_short = counted.size_short == 1
    reached = [(FOUR_SETS, tiles)] if four_sets and one_short and (tiles := FOUR_SETS.waits(counted)) else []
    for each in (named, win_conditions.layouts):
        if each is not None:
            reached += each.waits(counted)
    return reached


def waits(counted: CountedHand, win_conditions: WinConditions) -> list[Tile]:
    """The tiles that complete a hand which is one tile short, except tiles that it has all four of."""
    return waits_within(reach(counted, win_conditions), counted, win_conditions)


def waits_within(reached: WaitsByShape, counted: CountedHand, win_conditions: WinConditions) -> list[Tile]:
    """Of the tiles that complete a shape, those that the hand does not have all of and the limit of chows allows."""
    if not reached:
        return []
    held = counted.hand.real
    found = {tile for _, tiles in reached for tile in tiles}
    if win_conditions.most_chows < HAND_SETS:
        found = {
            tile for shape, tiles in reached for tile in tiles if _with_few_chows(counted, tile, shape, win_conditions)
        }
    return sorted([tile for tile in found if held.count(tile) < COPIES[tile]])


def _with_few_chows(counted: CountedHand, tile: Tile, shape: Pattern, win_conditions: WinConditions) -> bool:
    """True if some decomposition of the hand with this tile has no more chows than allowed."""
    return not shape.has_sets or any(
        has_few_chows(counted.sets + decomposition, win_conditions)
        for decomposition in shape.decompose(counted.with_tile(tile))
    )


def has_few_chows(sets: tuple[Set, ...], win_conditions: WinConditions) -> bool:
    """True if the sets have no more chows than allowed."""
    return _chows_among(sets) <= win_conditions.most_chows


def _chows_among(sets: Sequence[Set]) -> int:
    return sum([each.kind is _CHOW for each in sets])


def decomposed(counted: CountedHand, win_conditions: WinConditions) -> DecompositionsByShape:
    """Every decomposition of a complete hand, by shape, regardless of how it was won."""
    four_sets, named = split_shapes(win_conditions.shapes)
    complete = [(FOUR_SETS, found)] if four_sets and (found := FOUR_SETS.decompose(counted)) else []
    for each in (named, win_conditions.layouts):
        if each is not None:
            complete += [(shape, [sets_of(shape.has_sets, counted.concealed)]) for shape in each.complete(counted)]
    return complete


def arrangements(
    counted: CountedHand, win: Win, win_conditions: WinConditions, complete: DecompositionsByShape | None = None
) -> list[Arrangement]:
    """Every arrangement of a complete hand, by shape.

    Within a shape in this order: the fewest chows, then the sets in the order of their tiles, then the first set that
    can have the winning tile. `complete` has the decompositions of the hand, if they were computed before.
    """
    found: list[Arrangement] = []
    for shape, decompositions in decomposed(counted, win_conditions) if complete is None else complete:
        if shape.layout and found and not _is_another(shape, found, counted):
            continue
        if shape.may_be_won(counted, win):
            found += _arranged(counted.hand, win, shape, decompositions, win_conditions)
    if win.stand_in is not None:
        return [each for each in found if each.won is not None and each.won.kind is Kind.PAIR]
    return found


def _is_another(layout: Pattern, found: Sequence[Arrangement], counted: CountedHand) -> bool:
    """True if a layout of four sets and a pair is none of these arrangements; other layouts count in any of them."""
    matcher = layout.matcher
    if matcher is None or not matcher.of_four_sets:
        return False
    return not any(not each.sets or matcher.is_made_of(counted, each.sets) for each in found)


def _arranged(
    hand: Hand, win: Win, shape: Pattern, decompositions: list[Decomposition], win_conditions: WinConditions
) -> list[Arrangement]:
    if not shape.has_sets:
        return [Arrangement((), None, (), shape)]
    declared = hand.declared
    if win_conditions.most_chows < HAND_SETS:
        decompositions = [
            decomposition for decomposition in decompositions if has_few_chows(declared + decomposition, win_conditions)
        ]
    ordered = [(sorted(declared + decomposition, key=BY_TILES), decomposition) for decomposition in decompositions]
    if len(ordered) > 1:
        ordered.sort(key=_preference)
    return [placed for sets, decomposition in ordered for placed in _placements(sets, decomposition, win, shape)]


def _preference(candidate: tuple[list[Set], Decomposition]) -> tuple[int, list[Tiles]]:
    sets, _ = candidate
    return _chows_among(sets), [each.tiles for each in sets]


def _placements(sets: list[Set], decomposition: Decomposition, win: Win, shape: Pattern) -> list[Arrangement]:
    """One arrangement for each different set that the winning tile may have completed."""
    tile = win.tile
    if tile is None:
        return [Arrangement(tuple(sets), None, decomposition, shape)]
    placed: list[Arrangement] = []
    before: Set | None = None
    for place, each in enumerate(sets):
        if tile in each.tiles and not each.exposed and each is not before:
            won = EXPOSED[each.tiles] if win.claimed else each
            placed.append(Arrangement((*sets[:place], won, *sets[place + 1 :]), won, decomposition, shape))
            before = each
    return placed


# Stand-ins: a winning tile that replaces another one in a pair (the bird of the NTS)


class StandIn(NamedTuple):
    """A tile that can win as if it were another one, completing the pair of that one."""

    tile: Tile
    stands_for: Tile


def played_as(
    counted: CountedHand, win: Win, stand_ins: Iterable[StandIn], win_conditions: WinConditions
) -> tuple[Hand, Win] | None:
    """The hand and the win with the winning tile replaced by the one that it stands for; None if it stands for none.

    It stands for another only if that completes the hand and the hand is not complete without it.
    """
    hand = counted.hand
    for each in stand_ins:
        if win.tile != each.tile or each.tile not in hand.concealed:
            continue
        played, played_win = replaced(hand, each), win._replace(tile=each.stands_for, stand_in=each.tile)
        completed = arrangements(counted.with_hand(played), played_win, win_conditions)
        if completed and not is_complete(counted, win_conditions):
            return played, played_win
    return None


def replaced(hand: Hand, stand_in: StandIn) -> Hand:
    """The hand with one copy of the stand-in replaced by the tile that it stands for."""
    concealed = [*hand.concealed]
    concealed[concealed.index(stand_in.tile)] = stand_in.stands_for
    return hand.with_concealed(tuple(sorted(concealed)))
