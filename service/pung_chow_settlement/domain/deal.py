"""A deal that has ended: the hands, the winner and the win."""

from enum import StrEnum
from typing import Final, NamedTuple

from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.seats import BySeat, Seat
from pung_chow_settlement.domain.tiles import Tile, Tiles


class WinSource(StrEnum):
    """The source of the winning tile."""

    WALL = "wall"
    LOOSE_TILE = "loose-tile"
    DISCARD = "discard"
    ROBBED_KONG = "robbed-kong"
    ORIGINAL_HAND = "original-hand"
    """East's fourteen tiles as dealt: there is no winning tile."""


CLAIMED: Final = frozenset({WinSource.DISCARD, WinSource.ROBBED_KONG})
_PLAIN: Final = frozenset({WinSource.WALL, WinSource.DISCARD})


class Win(NamedTuple):
    """How the winner completed the hand. `tile` is None for an original hand, `discarder` if nothing was claimed."""

    source: WinSource
    tile: Tile | None = None
    discarder: Seat | None = None
    circumstances: int = 0
    """Bits of `pung_chow_settlement.domain.circumstances`."""
    consecutive_wins: int = 1
    """East's wins in a row, this one included."""
    discarder_excused: bool | None = None
    """The players' decision on a dangerous discard; None if the service decides."""
    dangerous_discard_by: Seat | None = None
    """Who is liable for a dangerous discard that was claimed during play, as the players state it."""
    stand_in: Tile | None = None
    """The actual winning tile, if it stands in for `tile` in a pair; found by the legality check."""

    @property
    def actual_tile(self) -> Tile | None:
        """The winning tile itself, also if it stands in for another."""
        return self.tile if self.stand_in is None else self.stand_in

    @property
    def is_special(self) -> bool:
        """True if it is more than a plain win on a tile from the wall or a discard."""
        return bool(self.circumstances) or self.consecutive_wins > 1 or self.source not in _PLAIN

    @property
    def claimed(self) -> bool:
        """True if it was won on another player's tile."""
        return self.source in CLAIMED


class Deal(NamedTuple):
    """A whole deal. `winner` and `win` are None in a drawn deal."""

    hands: BySeat[Hand]
    round_wind: Seat
    winner: Seat | None = None
    win: Win | None = None
    discards: Tiles = ()
    """The discard pile, as far as it is known, without a claimed winning tile."""
    wins_before: int = 0
    """East's wins in a row before a drawn deal; those before a win are known from it."""
    goulash: bool = False
    """True if it is a goulash: the table says so, or a hand has wild tiles."""

    @property
    def run(self) -> int:
        """East's wins in a row before the deal."""
        return self.wins_before if self.win is None else self.win.consecutive_wins - 1
