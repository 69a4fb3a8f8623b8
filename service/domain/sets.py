"""Sets of tiles: chows, pungs, kongs and pairs, each made once and shared."""

from dataclasses import dataclass, replace
from enum import StrEnum
from operator import attrgetter
from typing import Final

from service.domain.tiles import CHARACTERS, FIRST_WIND, HEADS, HONOURS, PLAYING_TILES, TRAITS, Tile, Tiles, write


class Shape(StrEnum):
    """What a set is. `THIRTEEN_HEADS` is the one hand that has no sets."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    PAIR = "pair"
    THIRTEEN_HEADS = "thirteen-heads"


Worth = int
"""What the points of a set hang on, see `worth_of`; a bit, so that those of a hand can stand together."""
_SHAPES: Final = tuple(Shape)
HONOUR_PAIR, HONOUR_PUNG, NEXT_SIGN = (1 << 4 * len(_SHAPES) + bit for bit in range(3))
"""Signs that a set gives beside its worth: a pair, or a pung or kong, of winds or dragons. The rest are the view's."""


def worth_of(shape: Shape, *, exposed: bool, heads: bool) -> Worth:
    """The worth of a set of this shape, exposed or concealed, of heads or not."""
    return 1 << 4 * _SHAPES.index(shape) + 2 * exposed + heads


def _any(shape: Shape) -> int:
    return sum(worth_of(shape, exposed=exposed, heads=heads) for exposed in (False, True) for heads in (False, True))


ANY_CHOW, ANY_KONG, ANY_PAIR = (_any(shape) for shape in (Shape.CHOW, Shape.KONG, Shape.PAIR))
"""Every worth that a chow, a kong or a pair can have."""


@dataclass(frozen=True, slots=True, eq=False)
class Set:
    """A chow, pung, kong or pair, `exposed` where a claimed tile completed it; made once, so compared by identity."""

    shape: Shape
    tiles: Tiles
    exposed: bool
    tile: Tile
    """The set's tile; a chow's lowest."""
    traits: int
    """The bits of `tiles.TRAITS` of all its tiles."""
    worth: Worth
    signs: int
    """The bits that the set gives a hand: its worth, and whether it is one of honours that may score."""
    text: str
    """The tiles in the notation."""
    closed_at: Tiles = ()
    """A chow's tiles that nothing else could stand for while the other two wait: its middle, and its only open end."""
    continued_by: Tiles = ()
    """The tiles that would make a chow a run of four."""

    def __repr__(self) -> str:
        return f"<{'exposed' if self.exposed else 'concealed'} {self.shape} {self.text}>"


BY_TILES: Final = attrgetter("tiles")
"""The order in which sets are told."""


def _set(shape: Shape, tiles: Tiles, exposed: bool) -> Set:
    traits = 0
    for tile in tiles:
        traits |= TRAITS[tile]
    worth = worth_of(shape, exposed=exposed, heads=HEADS.issuperset(tiles))
    signs = worth
    if traits == HONOURS:
        signs |= HONOUR_PAIR if shape is Shape.PAIR else HONOUR_PUNG
    return Set(shape, tiles, exposed, tiles[0], traits, worth, signs, write(tiles))


def _chow(tile: Tile, exposed: bool) -> Set:
    low, middle, high = tiles = (tile, tile + 1, tile + 2)
    starts_suit, ends_suit = low % 9 == 0, high % 9 == 8
    closed_at = (middle, *([high] if starts_suit else ()), *([low] if ends_suit else ()))
    continued_by = (*(() if starts_suit else [low - 1]), *(() if ends_suit else [high + 1]))
    return replace(_set(Shape.CHOW, tiles, exposed), closed_at=closed_at, continued_by=continued_by)


def _starts_a_chow(tile: Tile) -> bool:
    return tile < FIRST_WIND and tile % 9 < 7


def _all_sets(exposed: bool) -> dict[Tiles, Set]:
    chows = [_chow(tile, exposed) for tile in PLAYING_TILES if _starts_a_chow(tile)]
    alike = [
        _set(shape, (tile,) * size, exposed)
        for shape, size in ((Shape.PAIR, 2), (Shape.PUNG, 3), (Shape.KONG, 4))
        for tile in PLAYING_TILES
    ]
    return {each.tiles: each for each in chows + alike}


EXPOSED: Final = _all_sets(exposed=True)
"""Every exposed set by its tiles."""
CONCEALED: Final = _all_sets(exposed=False)
"""Every concealed set by its tiles."""

CHOWS: Final = tuple(CONCEALED.get((tile, tile + 1, tile + 2)) for tile in PLAYING_TILES)
"""The concealed chow that starts at each tile, or None."""
PUNGS: Final = tuple(CONCEALED[(tile,) * 3] for tile in PLAYING_TILES)
PAIRS: Final = tuple(CONCEALED[(tile,) * 2] for tile in PLAYING_TILES)

_NO_SETS: Final = worth_of(Shape.THIRTEEN_HEADS, exposed=False, heads=True)
THIRTEEN_HEADS: Final = Set(Shape.THIRTEEN_HEADS, (), False, 0, CHARACTERS, _NO_SETS, _NO_SETS, "")
"""Stands for the whole hand of thirteen heads in an arrangement."""


def set_of(tiles: Tiles, *, exposed: bool) -> Set | None:
    """The set of these sorted tiles; None where they are no set (or a pair only)."""
    found = (EXPOSED if exposed else CONCEALED).get(tiles)
    return found if found is not None and found.shape is not Shape.PAIR else None
