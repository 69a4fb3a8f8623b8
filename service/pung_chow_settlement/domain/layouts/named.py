"""The named hands of `named.toml`: layouts that rulebooks, house rules and conditions refer to by name."""

import tomllib
from importlib.resources import files
from typing import Any, Final, NamedTuple

from pung_chow_settlement.domain.layouts.match import Matcher
from pung_chow_settlement.domain.layouts.spec import LayoutSpec, ReadLayout, matcher, read
from pung_chow_settlement.domain.seats import Seat
from pung_chow_settlement.domain.tiles import parse as parse_tiles


class NamedHand(NamedTuple):
    """A hand with a name."""

    id: str
    text: str
    sent: LayoutSpec
    """As the file has it."""
    layout: ReadLayout
    matcher: Matcher
    shape: bool
    """True if a rulebook can list it among its shapes."""
    pairs: bool
    """True if rules look at its tiles as pairs."""


def _named(name: str, row: dict[str, Any]) -> NamedHand:
    text, shape, pairs = row.pop("text", ""), row.pop("shape", False), row.pop("pairs", False)
    layout = read(**row)
    found = matcher(layout, Seat.EAST, Seat.EAST)
    assert found is not None, f"{name}: is impossible"
    return NamedHand(name, text, LayoutSpec(**row), layout, found, shape, pairs)


_TABLE: Final = tomllib.loads((files("pung_chow_settlement.domain.layouts") / "named.toml").read_text(encoding="utf-8"))
NAMED: Final = {name: _named(name, row) for name, row in _TABLE["hands"].items()}
"""Hands by id, in the order of the file."""
TILES: Final = {name: frozenset(parse_tiles(tiles)[0]) for name, tiles in _TABLE["tiles"].items()}
"""Named sets of kinds of tiles."""
CONDITIONS: Final[dict[str, dict[str, Any]]] = _TABLE["conditions"]
"""Named conditions that combine others, as the file has them."""
