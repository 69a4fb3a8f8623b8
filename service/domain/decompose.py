"""Decompositions of concealed tiles into sets and a pair, without duplicates.

Tiles are counts (a list by tile), since their order does not matter. For the lowest tile left, the pung, the pair
and the chows that start with it are chosen together.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from service.domain.sets import CHOWS, PAIRS, PUNGS, Set
from service.domain.tiles import COPIES, FIRST_WIND, MOST_COPIES, PLAYING_TILES, Tile, Tiles

Decomposition = tuple[Set, ...]
Counts = list[int]

_MOST_ALIKE: Final = 9
"""Alike tiles of a hand: four, as many blanks in a goulash, and one that may count as a place to win."""
_CHOICES: Final = tuple(
    tuple(
        (pungs, pairs, held - 3 * pungs - 2 * pairs)
        for pungs in (3, 2, 1, 0)
        for pairs in (1, 0)
        if held and 0 <= held - 3 * pungs - 2 * pairs <= MOST_COPIES
    )
    for held in range(_MOST_ALIKE + 1)
)
"""By how many of the lowest tile are left: the pungs, pairs and chows that it can start."""


class Start(NamedTuple):
    """One way to use up the lowest tile left."""

    sets: Decomposition
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
    """The number of each tile, indexed by tile."""
    counts = [0] * len(COPIES)
    for tile in tiles:
        counts[tile] += 1
    return counts


def decompositions(concealed: Tiles, sets: int) -> list[Decomposition]:
    """Every decomposition of the tiles into this number of sets and one pair; empty if there is none."""
    found: list[Decomposition] = []
    if len(concealed) == 3 * sets + 2:
        _decompose(count(concealed), sorted(set(concealed)), 0, (), 1, found)
    return found


def can_be_decomposed(concealed: Tiles) -> bool:
    """Whether the tiles make sets and at most one pair."""
    return _decomposes(count(concealed), sorted(set(concealed)), 0, 1)


_LACKS_ONE: Final = ([0, 0, 0, 1], [0, 0, 2, 2])
"""Tiles of the suits and the honours, modulo three and sorted, if one more tile can make all sets and a pair."""
_PARTS: Final = ((0, 9), (9, 18), (18, 27), (27, 34))
"""Where the suits and the honours start and end."""


def completing(concealed: Tiles) -> list[Tile]:
    """The tiles any one of which would make these sets and one pair, searched suit by suit, then among the honours."""
    parts: list[list[Tile]] = [[], [], [], []]
    for tile in concealed:
        parts[tile // 9].append(tile)
    over = [len(part) % 3 for part in parts]
    if sorted(over) not in _LACKS_ONE:
        return []
    counts = count(concealed)
    decomposed = [  # one tile beyond sets cannot be divided
        left != 1 and (not part or _decomposes(counts, sorted(set(part)), 0, 1))
        for part, left in zip(parts, over, strict=True)
    ]
    return [
        tile
        for place, part in enumerate(parts)
        if over[place] and all(decomposed[:place] + decomposed[place + 1 :])
        for tile in _fillers(part, counts, *_PARTS[place])
        if _decomposes_with(tile, part, counts)
    ]


def _fillers(part: Sequence[Tile], counts: Counts, start: Tile, end: Tile) -> Iterable[Tile]:
    """The tiles of a suit, or the honours, that can make a set or a pair with some of these tiles."""
    if start == FIRST_WIND:
        return set(part)
    fitting = range(start, end)
    if len(part) % 3 == 2:  # all of it becomes sets: the numbers of a chow, and of a pung, sum to a multiple of three
        fitting = range(start + -sum(part) % 3, end, 3)
    return [tile for tile in fitting if counts[tile] or _makes_a_chow(tile, counts)]


def _makes_a_chow(tile: Tile, counts: Counts) -> bool:
    """Whether two neighbours of it are there. It ignores the ends of suits, which only adds candidates to try."""
    if counts[tile + 1]:
        return bool(counts[tile + 2] or counts[tile - 1])
    return bool(counts[tile - 1] and counts[tile - 2])


def _decomposes_with(tile: Tile, part: Sequence[Tile], counts: Counts) -> bool:
    counts[tile] += 1
    decomposes = _decomposes(counts, sorted({*part, tile}), 0, 1)
    counts[tile] -= 1
    return decomposes


def _decomposes(counts: Counts, kinds: list[Tile], place: int, pairs_left: int) -> bool:
    """Whether the tiles left, from this place in `kinds` on, make sets and at most `pairs_left` pairs."""
    while place < len(kinds) and not counts[kinds[place]]:
        place += 1
    if place == len(kinds):
        return True
    tile = kinds[place]
    for _, pairs, chows in _STARTS[tile][counts[tile]]:
        if pairs <= pairs_left and counts[tile + 1] >= chows and counts[tile + 2] >= chows:
            counts[tile + 1] -= chows
            counts[tile + 2] -= chows
            decomposes = _decomposes(counts, kinds, place + 1, pairs_left - pairs)
            counts[tile + 1] += chows
            counts[tile + 2] += chows
            if decomposes:
                return True
    return False


def _decompose(
    counts: Counts, kinds: list[Tile], place: int, made: Decomposition, pairs_left: int, found: list[Decomposition]
) -> None:
    """Continue with the kinds of tiles that may be left, in order, from this place."""
    while place < len(kinds) and not counts[kinds[place]]:
        place += 1
    if place == len(kinds):
        found.append(made)
        return
    tile = kinds[place]
    after = place + 1
    for sets, pairs, chows in _STARTS[tile][counts[tile]]:
        if pairs > pairs_left:
            continue
        if not chows:
            _decompose(counts, kinds, after, made + sets, pairs_left - pairs, found)
        elif counts[tile + 1] >= chows and counts[tile + 2] >= chows:
            counts[tile + 1] -= chows
            counts[tile + 2] -= chows
            _decompose(counts, kinds, after, made + sets, pairs_left - pairs, found)
            counts[tile + 1] += chows
            counts[tile + 2] += chows
