"""Arranging tiles: from concealed tiles to every division into sets and a pair, and every place of the winning tile.

Tiles are counted (a list by tile), since a division cares for numbers only. Each division is found once: at the lowest
tile left, the pung, the pair and the chows that it starts are chosen together.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from service.domain.deal import Win
from service.domain.hand import Hand
from service.domain.sets import BY_TILES, CHOWS, EXPOSED, PAIRS, PUNGS, THIRTEEN_HEADS, Set, Shape
from service.domain.tiles import COPIES, FIRST_WIND, HEADS, PLAYING_TILES, Tile, Tiles

Division = tuple[Set, ...]
Counts = list[int]

_ALL: Final = -1
_CHOICES: Final = (
    (),
    ((0, 0, 1),),
    ((0, 1, 0), (0, 0, 2)),
    ((1, 0, 0), (0, 1, 1), (0, 0, 3)),
    ((1, 0, 1), (0, 1, 2), (0, 0, 4)),
)
"""By how many of the lowest tile are left: the pungs, pairs and chows that it can start."""


class Start(NamedTuple):
    """One way to use up the lowest tile left."""

    sets: Division
    pairs: int
    chows: int


def _starts_of(tile: Tile, held: int) -> tuple[Start, ...]:
    chow = CHOWS[tile]
    return tuple(
        Start((PUNGS[tile],) * pungs + (PAIRS[tile],) * pairs + (() if chow is None else (chow,) * chows), pairs, chows)
        for pungs, pairs, chows in _CHOICES[held]
        if not (chows and chow is None)
    )


_STARTS: Final = tuple(tuple(_starts_of(tile, held) for held in range(len(_CHOICES))) for tile in PLAYING_TILES)
"""By tile and how many of it are left: every way to use them up."""


class Arrangement(NamedTuple):
    """One way to see a complete hand."""

    sets: tuple[Set, ...]
    """All sets and the pair, in the order of their tiles; the one that a claimed tile completed is exposed."""
    won: Set | None
    """The member of `sets` that the winning tile completed; None in an original hand and in thirteen heads."""
    division: Division
    """The concealed tiles as sets, before the winning tile was placed."""


def count(tiles: Iterable[Tile]) -> Counts:
    """How many of each kind, by tile."""
    counts = [0] * len(COPIES)
    for tile in tiles:
        counts[tile] += 1
    return counts


def divisions(concealed: Tiles, sets: int) -> list[Division]:
    """Every division of the tiles into so many sets and one pair; none where they make no complete hand."""
    return _divided(concealed, _ALL) if len(concealed) == 3 * sets + 2 else []


def _divided(concealed: Tiles, most: int) -> list[Division]:
    found: list[Division] = []
    _divide(count(concealed), sorted(set(concealed)), (), 1, most, found)
    return found


def _divide(
    counts: Counts, kinds: list[Tile], made: Division, pairs_left: int, most: int, found: list[Division]
) -> None:
    """Go on with the kinds of tiles that may be left, in order."""
    left = [tile for tile in kinds if counts[tile]]
    if not left:
        found.append(made)
        return
    tile, *after = left
    for sets, pairs, chows in _STARTS[tile][counts[tile]]:
        if pairs > pairs_left or len(found) == most:
            continue
        if not chows:
            _divide(counts, after, made + sets, pairs_left - pairs, most, found)
        elif counts[tile + 1] >= chows and counts[tile + 2] >= chows:
            counts[tile + 1] -= chows
            counts[tile + 2] -= chows
            _divide(counts, after, made + sets, pairs_left - pairs, most, found)
            counts[tile + 1] += chows
            counts[tile + 2] += chows


def is_thirteen_heads(concealed: Tiles) -> bool:
    """One of each head, one of them twice (1922 p.62)."""
    return len(concealed) == len(HEADS) + 1 and HEADS.issuperset(concealed) and len(set(concealed)) == len(HEADS)


def is_complete(hand: Hand, concealed: Tiles, *, thirteen_heads: bool) -> bool:
    """Whether these concealed tiles complete the hand; `thirteen_heads` where the rulebook has that hand."""
    if len(concealed) != 3 * hand.open_sets + 2:
        return False
    return _makes_a_hand(concealed, thirteen_heads=thirteen_heads)


def _makes_a_hand(concealed: Tiles, *, thirteen_heads: bool) -> bool:
    return bool(_divided(concealed, 1)) or (thirteen_heads and is_thirteen_heads(concealed))


def waits(hand: Hand, concealed: Tiles, *, thirteen_heads: bool) -> list[Tile]:
    """The tiles that would complete the hand, one tile short; a tile of which it holds all four is no wait."""
    if len(concealed) != 3 * hand.open_sets + 1:
        return []
    held = count(hand.tiles)
    return [
        tile
        for tile in _near(concealed, thirteen_heads=thirteen_heads)
        if held[tile] < COPIES[tile] and _makes_a_hand((*concealed, tile), thirteen_heads=thirteen_heads)
    ]


def _near(concealed: Tiles, *, thirteen_heads: bool) -> list[Tile]:
    """The tiles that can make a set or a pair with one of these, and the heads where thirteen of them count."""
    near = set(HEADS) if thirteen_heads and len(concealed) == len(HEADS) else set()
    for tile in concealed:
        near.add(tile)
        if tile < FIRST_WIND:
            start = tile // 9 * 9
            near.update(range(max(start, tile - 2), min(start + 9, tile + 3)))
    return sorted(near)


def arrangements(hand: Hand, win: Win) -> list[Arrangement]:
    """Every arrangement of a complete hand, the preferred one of equals first.

    Preferred: the fewest chows, then the sets that come first in the order of the tiles, then the first that can hold
    the winning tile.
    """
    found = divisions(hand.concealed, hand.open_sets)
    if not found:
        return [Arrangement((THIRTEEN_HEADS,), None, ())]
    declared = hand.declared
    ordered = [(sorted(declared + division, key=BY_TILES), division) for division in found]
    if len(ordered) > 1:
        ordered.sort(key=_preference)
    return [placed for sets, division in ordered for placed in _placements(sets, division, win)]


def _preference(candidate: tuple[list[Set], Division]) -> tuple[int, list[Tiles]]:
    sets, _ = candidate
    return sum(each.shape is Shape.CHOW for each in sets), [each.tiles for each in sets]


def _placements(sets: list[Set], division: Division, win: Win) -> list[Arrangement]:
    """One arrangement for each different set that the winning tile can have completed."""
    if win.tile is None:
        return [Arrangement(tuple(sets), None, division)]
    placed: list[Arrangement] = []
    before: Set | None = None
    for place, each in enumerate(sets):
        if win.tile in each.tiles and not each.exposed and each is not before:
            won = EXPOSED[each.tiles] if win.claimed else each
            placed.append(Arrangement((*sets[:place], won, *sets[place + 1 :]), won, division))
            before = each
    return placed
