"""Fields of tile strings: the notation in, tiles and sets out."""

from collections.abc import Sequence
from typing import Any, Final, cast

from marshmallow import ValidationError

from service.domain.faults import Fault
from service.domain.sets import EXPOSED, Kind, Set, set_of
from service.domain.tiles import BONUS_TILES, NAMES, PLAYING_TILES, NotationFault, Tile, Tiles, parse, write
from service.reading.fields import MOST_CHARACTERS, Strict, refuse

MOST_FAULTS: Final = 8
"""The most faults that are told of one string."""


def _tiles(value: object) -> Tiles:
    if type(value) is not str:
        raise refuse("wrong-type", "a string of tiles is expected here, such as 123m55z", "tiles")
    if len(value) > MOST_CHARACTERS:
        detail = f"{len(value)} characters; {MOST_CHARACTERS} are the most"
        raise refuse("too-long", detail, "tiles", given=len(value), most=MOST_CHARACTERS)
    tiles, faults = parse(value)
    if faults:
        raise ValidationError(cast("list[Any]", _first_faults(faults)))
    return tiles


def _first_faults(faults: list[NotationFault]) -> list[Fault]:
    """The first faults of a string; a string of nonsense is not answered by a book."""
    first = [Fault(code, (), detail, None, facts, key) for code, detail, facts, key in faults[:MOST_FAULTS]]
    if more := len(faults) - len(first):
        last = first[-1]
        first[-1] = last._replace(
            detail=f"{last.detail}; {more} more faults in this string",
            facts={**last.facts, "more": more},
            sentence=f"{last.sentence}-and-more" if last.sentence else "and-more",
        )
    return first


class PlayingTiles(Strict[Tiles]):
    """Any tiles but flowers and seasons."""

    def _read(self, value: Any) -> Tiles:
        tiles = _tiles(value)
        if tiles and tiles[-1] in BONUS_TILES:
            strange = write(tile for tile in tiles if tile in BONUS_TILES)
            detail = f"{strange}: flowers and seasons stand in bonus and nowhere else"
            raise refuse("bonus-tile-misplaced", detail, tiles=strange)
        return tiles


class OneTile(PlayingTiles):
    """One single tile, not a flower or season. Read as a tuple of one."""

    def _read(self, value: Any) -> Tiles:
        tiles = _ONE_AS_WRITTEN.get(value) if type(value) is str else None
        if tiles is None:
            tiles = super()._read(value)
        if len(tiles) != 1:
            raise refuse("not-one-tile", f"one tile is expected here, not {len(tiles)}", given=len(tiles))
        return tiles


class BonusTiles(Strict[Tiles]):
    """Flowers and seasons."""

    def _read(self, value: Any) -> Tiles:
        tiles = _tiles(value)
        if tiles and tiles[0] not in BONUS_TILES:
            strange = write(tile for tile in tiles if tile not in BONUS_TILES)
            detail = f"{strange}: only flowers (1f-4f) and seasons (1y-4y) stand here"
            raise refuse("not-a-bonus-tile", detail, tiles=strange)
        return tiles


class OneSet(Strict[Set]):
    """The tiles of an exposed set."""

    def _read(self, value: Any) -> Set:
        found = EXPOSED_AS_WRITTEN.get(value) if type(value) is str else None
        if found is None:
            tiles = _tiles(value)
            found = set_of(tiles, exposed=True)
            if found is None:
                raise refuse("not-a-set", f"{_written(tiles)} is no chow, pung or kong", tiles=write(tiles))
        return found


class OneKong(Strict[Set]):
    """The tiles of a kong that was drawn or claimed whole."""

    def __init__(self, *, exposed: bool, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.exposed = exposed

    def _read(self, value: Any) -> Set:
        tiles = _tiles(value)
        found = set_of(tiles, exposed=self.exposed)
        if found is None or found.kind is not Kind.KONG:
            raise refuse("not-a-kong", f"{_written(tiles)} is no kong: four of one tile are", tiles=write(tiles))
        return found


def _written(tiles: Sequence[Tile]) -> str:
    return write(tiles) if tiles else "an empty string"


_ONE_AS_WRITTEN: Final[dict[str, Tiles]] = {NAMES[tile]: (tile,) for tile in PLAYING_TILES}
"""The single tiles, so that they need no parsing."""
EXPOSED_AS_WRITTEN: Final = {each.text: each for each in EXPOSED.values() if each.kind is not Kind.PAIR}
"""The exposed sets in their usual writing, so that they need no parsing."""
