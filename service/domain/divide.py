"""Dividing concealed tiles into sets and a pair: every division, each found once.

Tiles are counted (a list by tile), since a division cares for numbers only. At the lowest tile left, the pung, the pair
and the chows that it starts are chosen together.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from service.domain.sets import CHOWS, PAIRS, PUNGS, Set
from service.domain.tiles import COPIES, FIRST_WIND, PLAYING_TILES, Tile, Tiles

Division = tuple[Set, ...]
Counts = list[int]

_ALL: Final = -1
_CHOICES: Final = (
    (),
    ((0, 0, 1),),
    ((0, 1, 0), (0, 0, 2)),
    ((1, 0, 0), (0, 1, 1), (0, 0, 3)),
    ((1, 0, 1), (0, 1, 2), (0, 0, 4)),
    ((1, 1, 0), (1, 0, 2), (0, 1, 3)),
)
"""By how many of the lowest tile are left: the pungs, pairs and chows that it can start.

Five are no legal hand, but a tile that its holder has four times may count as a place to win.
"""


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


def count(tiles: Iterable[Tile]) -> Counts:
    """How many of each kind, by tile."""
    counts = [0] * len(COPIES)
    for tile in tiles:
        counts[tile] += 1
    return counts


def divisions(concealed: Tiles, sets: int) -> list[Division]:
    """Every division of the tiles into so many sets and one pair; none where they make no complete hand."""
    return _divided(concealed, _ALL) if len(concealed) == 3 * sets + 2 else []


def can_be_divided(concealed: Tiles) -> bool:
    """Whether the tiles make sets and at most one pair."""
    return bool(_divided(concealed, 1))


_LACKS_ONE: Final = ([0, 0, 0, 1], [0, 0, 2, 2])
"""What the suits and the honours have over sets, where one tile more can make all of it sets and a pair."""


def completing(concealed: Tiles) -> list[Tile]:
    """The tiles that would make these sets and one pair, each looked for in its own suit or among the honours."""
    parts: list[list[Tile]] = [[], [], [], []]
    for tile in concealed:
        parts[tile // 9].append(tile)
    over = [len(part) % 3 for part in parts]
    if sorted(over) not in _LACKS_ONE:
        return []
    counts = count(concealed)
    kinds = [sorted(set(part)) for part in parts]
    if not all(left or _divides(counts, part) for part, left in zip(kinds, over, strict=True)):
        return []
    lacking = [part for part, left in zip(kinds, over, strict=True) if left]
    return [
        tile
        for part in lacking
        if all(_divides(counts, other) for other in lacking if other is not part)
        for tile in _neighbours(part)
        if _divides_with(tile, counts, part)
    ]


def _divides(counts: Counts, kinds: list[Tile]) -> bool:
    """Whether all of these kinds make sets and at most one pair."""
    found: list[Division] = []
    _divide(counts, kinds, 0, (), 1, 1, found)
    return bool(found)


def _divides_with(tile: Tile, counts: Counts, kinds: list[Tile]) -> bool:
    counts[tile] += 1
    divides = _divides(counts, kinds if counts[tile] > 1 else sorted([*kinds, tile]))
    counts[tile] -= 1
    return divides


def _neighbours(tiles: Sequence[Tile]) -> set[Tile]:
    """The tiles that can make a set or a pair with one of these."""
    near = set(tiles)
    for tile in tiles:
        if tile < FIRST_WIND:
            start = tile // 9 * 9
            near.update(range(max(start, tile - 2), min(start + 9, tile + 3)))
    return near


def _divided(concealed: Tiles, most: int) -> list[Division]:
    found: list[Division] = []
    _divide(count(concealed), sorted(set(concealed)), 0, (), 1, most, found)
    return found


def _divide(
    counts: Counts, kinds: list[Tile], place: int, made: Division, pairs_left: int, most: int, found: list[Division]
) -> None:
    """Go on with the kinds of tiles that may be left, in order, from this place of them."""
    while place < len(kinds) and not counts[kinds[place]]:
        place += 1
    if place == len(kinds):
        found.append(made)
        return
    tile = kinds[place]
    after = place + 1
    for sets, pairs, chows in _STARTS[tile][counts[tile]]:
        if pairs > pairs_left or len(found) == most:
            continue
        if not chows:
            _divide(counts, kinds, after, made + sets, pairs_left - pairs, most, found)
        elif counts[tile + 1] >= chows and counts[tile + 2] >= chows:
            counts[tile + 1] -= chows
            counts[tile + 2] -= chows
            _divide(counts, kinds, after, made + sets, pairs_left - pairs, most, found)
            counts[tile + 1] += chows
            counts[tile + 2] += chows
