"""Fields that parse tile strings to tiles and sets."""

from collections.abc import Mapping
from typing import Any, Final, TypeVar

from marshmallow import ValidationError

from pung_chow_settlement.domain.sets import EXPOSED, Kind, Set, set_of
from pung_chow_settlement.domain.tiles import BONUS_TILES, NotationFault, Tiles, parse, write
from pung_chow_settlement.schemas.fields import MAX_CHARACTERS, Field, Message

T = TypeVar("T")

MAX_FAULTS_OF_A_STRING: Final = 8
"""Most faults that are reported for one string."""


class TileString(Field[T]):
    """Tiles in the notation."""

    default_error_messages = {
        "invalid": Message("wrong-type.tiles"),
        "too_long": Message("too-long.tiles"),
        "bonus": Message("bonus-tile-misplaced"),
        "not_bonus": Message("not-a-bonus-tile"),
        "not_one": Message("not-one-tile"),
        "no_set": Message("not-a-set"),
        "no_kong": Message("not-a-kong"),
    }

    def _tiles(self, value: object) -> Tiles:
        if not isinstance(value, str):
            raise self.make_error("invalid")
        if len(value) > MAX_CHARACTERS:
            raise self.make_error("too_long", given=len(value), most=MAX_CHARACTERS)
        tiles, faults = parse(value)
        if faults:
            raise ValidationError(_first(faults))
        return tiles


def _first(faults: list[NotationFault]) -> list[Any]:
    """The first faults of a string, which may have hundreds."""
    first = [Message(fault.message_key, fault.facts) for fault in faults[:MAX_FAULTS_OF_A_STRING]]
    if more := len(faults) - len(first):
        last = first[-1]
        key = f"{last}-and-more" if "." in last else f"{last}.and-more"
        first[-1] = Message(key, {**last.facts, "more": more})
    return first


class PlayingTiles(TileString[Tiles]):
    """Tiles other than flowers and seasons."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Tiles:
        tiles = self._tiles(value)
        if tiles and tiles[-1] in BONUS_TILES:
            raise self.make_error("bonus", tiles=write(tile for tile in tiles if tile in BONUS_TILES))
        return tiles


class OneTile(PlayingTiles):
    """One tile, not a flower or season."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        tiles = super()._deserialize(value, attr, data, **kwargs)
        if len(tiles) != 1:
            raise self.make_error("not_one", given=len(tiles))
        return tiles[0]


class BonusTiles(TileString[Tiles]):
    """Flowers and seasons."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Tiles:
        tiles = self._tiles(value)
        if tiles and tiles[0] not in BONUS_TILES:
            raise self.make_error("not_bonus", tiles=write(tile for tile in tiles if tile not in BONUS_TILES))
        return tiles


class OneSet(TileString[Set]):
    """The tiles of an exposed set."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Set:
        found = EXPOSED_AS_WRITTEN.get(value) if isinstance(value, str) else None
        if found is None:
            tiles = self._tiles(value)
            found = set_of(tiles, exposed=True)
            if found is None:
                raise self.make_error("no_set", tiles=write(tiles))
        return found


class OneKong(TileString[Set]):
    """The tiles of a kong that was drawn or claimed whole."""

    def __init__(self, *, exposed: bool, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.exposed = exposed

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Set:
        tiles = self._tiles(value)
        found = set_of(tiles, exposed=self.exposed)
        if found is None or found.kind is not Kind.KONG:
            raise self.make_error("no_kong", tiles=write(tiles))
        return found


EXPOSED_AS_WRITTEN: Final = {each.text: each for each in EXPOSED.values() if each.kind is not Kind.PAIR}
"""The exposed sets by their usual text, so that most need no parsing."""
