"""Arranging a hand: every way to see it complete by the shapes that a rulebook plays, and the tiles it waits for."""

from typing import Final, NamedTuple

from service.domain.deal import Win
from service.domain.divide import Division
from service.domain.hand import HAND_SETS, Hand
from service.domain.records import make
from service.domain.sets import BY_TILES, EXPOSED, Kind, Set
from service.domain.shapes import FOUR_SETS, WinShape
from service.domain.tiles import COPIES, Tile, Tiles


class Ways(NamedTuple):
    """The ways in which a hand can be complete."""

    shapes: tuple[WinShape, ...]
    most_chows: int = HAND_SETS
    """Chows that four sets and a pair may hold."""


class Arrangement(NamedTuple):
    """One way to see a complete hand, or what a hand that did not win has."""

    sets: tuple[Set, ...]
    """All sets and pairs, in the order of their tiles; the one that a claimed tile completed is exposed."""
    won: Set | None
    """The member of `sets` that the winning tile completed; None in an original hand and in a shape without sets."""
    division: Division
    """The concealed tiles as sets, before the winning tile was placed."""
    shape: WinShape = FOUR_SETS


NO_SETS: Final = Arrangement((), None, ())
Reach = list[tuple[WinShape, list[Tile]]]
"""Shapes that a hand lacks one tile of, each with the tiles that complete it."""
Divided = list[tuple[WinShape, list[Division]]]
"""The shapes that a hand is complete by, each with every division."""


def is_complete(hand: Hand, concealed: Tiles, ways: Ways) -> bool:
    """Whether these concealed tiles complete the hand, whatever its chows."""
    return any(shape.complete(hand, concealed) for shape in ways.shapes)


def distance(hand: Hand, ways: Ways) -> int:
    """How many of the concealed tiles must be exchanged before the hand is complete (0: it is)."""
    return min(shape.distance(hand) for shape in ways.shapes)


def reach(hand: Hand, concealed: Tiles, ways: Ways) -> Reach:
    """The shapes that one tile more would complete, each with such tiles."""
    if len(concealed) != 3 * hand.sets_to_make + 1:
        return []
    return [(shape, tiles) for shape in ways.shapes if (tiles := shape.waits(concealed))]


def waits(hand: Hand, concealed: Tiles, ways: Ways) -> list[Tile]:
    """The tiles that would complete the hand, one tile short; a tile of which it holds all four is no wait."""
    return waits_within(reach(hand, concealed, ways), hand, concealed, ways)


def waits_within(reached: Reach, hand: Hand, concealed: Tiles, ways: Ways) -> list[Tile]:
    """The tiles that complete the hand, of those that complete a shape."""
    if not reached:
        return []
    held = hand.tiles
    found = {
        tile
        for shape, tiles in reached
        for tile in tiles
        if held.count(tile) < COPIES[tile] and _with_few_chows(hand, (*concealed, tile), shape, ways)
    }
    return sorted(found)


def _with_few_chows(hand: Hand, completed: Tiles, shape: WinShape, ways: Ways) -> bool:
    """Whether these complete the hand with no more chows than are allowed."""
    if ways.most_chows == HAND_SETS or not shape.has_sets:
        return True
    return any(has_few_chows(hand.declared + division, ways) for division in shape.divide(hand, completed))


def has_few_chows(sets: tuple[Set, ...], ways: Ways) -> bool:
    """Whether so many chows are allowed."""
    return sum([each.kind is Kind.CHOW for each in sets]) <= ways.most_chows


def divided(hand: Hand, ways: Ways) -> Divided:
    """Every way in which the hand is complete, however it was won."""
    concealed = hand.concealed
    return [(shape, divisions) for shape in ways.shapes if (divisions := shape.divide(hand, concealed))]


def arrangements(hand: Hand, win: Win, ways: Ways, complete: Divided | None = None) -> list[Arrangement]:
    """Every arrangement of a complete hand, shape by shape, the preferred one of equals first; `complete` where the
    hand has been divided already.

    Preferred: the fewest chows, then the sets that come first in the order of the tiles, then the first that can hold
    the winning tile.
    """
    found: list[Arrangement] = []
    for shape, divisions in divided(hand, ways) if complete is None else complete:
        if shape.may_be_won(win):
            found += _arranged(hand, win, shape, divisions, ways)
    return found


def _arranged(hand: Hand, win: Win, shape: WinShape, divisions: list[Division], ways: Ways) -> list[Arrangement]:
    if not shape.has_sets:
        return [NO_SETS._replace(shape=shape)]
    declared = hand.declared
    if ways.most_chows < HAND_SETS:
        divisions = [division for division in divisions if has_few_chows(declared + division, ways)]
    ordered = [(sorted(declared + division, key=BY_TILES), division) for division in divisions]
    if len(ordered) > 1:
        ordered.sort(key=_preference)
    return [placed for sets, division in ordered for placed in _placements(sets, division, win, shape)]


def _preference(candidate: tuple[list[Set], Division]) -> tuple[int, list[Tiles]]:
    sets, _ = candidate
    return sum(each.kind is Kind.CHOW for each in sets), [each.tiles for each in sets]


def _placements(sets: list[Set], division: Division, win: Win, shape: WinShape) -> list[Arrangement]:
    """One arrangement for each different set that the winning tile can have completed."""
    if win.tile is None:
        return [Arrangement(tuple(sets), None, division, shape)]
    placed: list[Arrangement] = []
    before: Set | None = None
    for place, each in enumerate(sets):
        if win.tile in each.tiles and not each.exposed and each is not before:
            won = EXPOSED[each.tiles] if win.claimed else each
            placed.append(make(Arrangement, ((*sets[:place], won, *sets[place + 1 :]), won, division, shape)))
            before = each
    return placed
