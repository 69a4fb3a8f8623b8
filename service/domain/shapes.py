"""The shapes of a complete hand: four sets and a pair, and those that have a way of their own.

Each is a record with its way to divide the concealed tiles, its distance from complete and the tiles that it may wait
for; a rulebook lists those that it plays. The shapes other than four sets and a pair are of fourteen concealed tiles.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from service.domain.distance import most_kept
from service.domain.divide import Counts, Division, can_be_divided, count, divisions
from service.domain.hand import HAND_TILES, Hand
from service.domain.sets import PAIRS
from service.domain.tiles import FIRST_WIND, HEADS, MOST_COPIES, PLAYING_TILES, Tile, Tiles

ALL_TILES: Final = HAND_TILES + 1
"""Tiles of a complete hand without kongs."""
HAND_PAIRS: Final = ALL_TILES // 2


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WinShape:
    """One way in which a hand can be complete."""

    id: str
    text: str
    divide: Callable[[Hand, Tiles], list[Division]]
    """Every division of the concealed tiles into sets, one without sets where the shape has none; none: incomplete."""
    complete: Callable[[Hand, Tiles], bool]
    """Whether there is a division."""
    distance: Callable[[Hand], int]
    """The fewest concealed tiles to exchange before the hand is complete."""
    candidates: Callable[[Tiles], Iterable[Tile]]
    """The tiles that may complete a hand that lacks one."""
    has_sets: bool = True
    """Whether its rules look at sets, pairs and all tiles together."""


# Four sets and a pair


def _neighbours(concealed: Tiles) -> set[Tile]:
    """The tiles that can make a set or a pair with one of these."""
    near = set(concealed)
    for tile in concealed:
        if tile < FIRST_WIND:
            start = tile // 9 * 9
            near.update(range(max(start, tile - 2), min(start + 9, tile + 3)))
    return near


FOUR_SETS: Final = WinShape(
    id="four-sets",
    text="Four sets and a pair",
    divide=lambda hand, concealed: divisions(concealed, hand.sets_to_make),
    complete=lambda hand, concealed: len(concealed) == 3 * hand.sets_to_make + 2 and can_be_divided(concealed),
    distance=lambda hand: 3 * hand.sets_to_make + 2 - most_kept(count(hand.concealed), hand.sets_to_make),
    candidates=_neighbours,
)


# Shapes of fourteen concealed tiles


def _of_fourteen(
    name: str,
    text: str,
    *,
    is_complete: Callable[[Tiles], bool],
    kept: Callable[[Counts], int],
    candidates: Callable[[Tiles], Iterable[Tile]] = lambda _: PLAYING_TILES,
    sets: Callable[[Tiles], Division] | None = None,
) -> WinShape:
    """A shape without declared sets: whether fourteen tiles are it, and the most tiles that it can use of some."""

    def complete(hand: Hand, concealed: Tiles) -> bool:
        return len(concealed) == ALL_TILES and not hand.declared and is_complete(concealed)

    def divide(hand: Hand, concealed: Tiles) -> list[Division]:
        if not complete(hand, concealed):
            return []
        return [() if sets is None else sets(tuple(sorted(concealed)))]

    def distance(hand: Hand) -> int:
        return ALL_TILES if hand.declared else ALL_TILES - kept(count(hand.concealed))

    return WinShape(
        id=name,
        text=text,
        divide=divide,
        complete=complete,
        distance=distance,
        candidates=candidates,
        has_sets=sets is not None,
    )


def _is_thirteen_heads(concealed: Tiles) -> bool:
    return HEADS.issuperset(concealed) and len(set(concealed)) == len(HEADS)


def _heads_kept(counts: Counts) -> int:
    held = [counts[tile] for tile in HEADS if counts[tile]]
    return len(held) + any(copies > 1 for copies in held)


THIRTEEN_HEADS: Final = _of_fourteen(
    "thirteen-heads",
    "Thirteen heads: one of each head, one of them twice",
    is_complete=_is_thirteen_heads,
    kept=_heads_kept,
    candidates=lambda concealed: HEADS if len(concealed) == len(HEADS) else (),
)


def _pairs_of(concealed: Tiles) -> Division:
    return tuple(PAIRS[tile] for tile in concealed[::2])


def pairs_of(name: str, text: str, *, kinds: Iterable[Tile], different: bool) -> WinShape:
    """Seven pairs of these kinds; unless they must be different, four alike are two pairs."""
    allowed = frozenset(kinds)

    def is_complete(concealed: Tiles) -> bool:
        tiles = sorted(concealed)
        in_pairs = tiles[::2] == tiles[1::2] and allowed.issuperset(tiles)
        return in_pairs and not (different and len(set(tiles)) < HAND_PAIRS)

    def kept(counts: Counts) -> int:
        most = MOST_COPIES // 2 if not different else 1
        gains = [min(2, max(0, counts[tile] - 2 * pair)) for tile in allowed for pair in range(most)]
        return sum(sorted(gains)[-HAND_PAIRS:])

    return _of_fourteen(name, text, is_complete=is_complete, kept=kept, sets=_pairs_of)


SEVEN_PAIRS: Final = pairs_of("seven-pairs", "Seven pairs", kinds=PLAYING_TILES, different=False)
