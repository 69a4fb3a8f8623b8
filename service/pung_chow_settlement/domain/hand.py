"""A player's final hand: the sets on the table and the concealed tiles when the deal ends."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from pung_chow_settlement.domain.sets import Kind, Set
from pung_chow_settlement.domain.tiles import Tile, Tiles, without

HAND_TILES: Final = 13
"""Tiles of a hand that has not won, and one more for each kong (1922 p.24)."""
COMPLETE_TILES: Final = HAND_TILES + 1
"""Tiles of a complete hand, without the fourth tiles of kongs."""
SET_TILES: Final = 3
"""Tiles of a set; the fourth tile of a kong is replaced by a loose tile."""
HAND_SETS: Final = 4
"""Sets of a complete hand, in addition to its pair."""
MAX_DEAD_TILES: Final = 18
"""Most tiles of a dead hand, the fourth of each kong not counted."""


class HandCount(NamedTuple):
    """The players' own count of a hand, given instead of its tiles."""

    points: int | None
    """Before doubling, or the whole score; None if only a limit hand, or the hand's rule, is given."""
    doubles: int = 0
    limit_hand: bool = False
    rule_id: str | None = None
    """The id of the rule that says what the hand scores, in place of a count."""
    exposed: bool | None = None
    """True if a set of the hand of this rule was claimed; None if not given."""


@dataclass(slots=True)
class Hand:
    """Final hand of one player, tiles sorted; a winner's `concealed` includes the winning tile, drawn or claimed.

    As a named tuple, whose members are read more slowly, a deal takes 1.02 to 1.03 of the instructions.
    """

    concealed: Tiles
    exposed: tuple[Set, ...] = ()
    claimed_kongs: tuple[Set, ...] = ()
    """Exposed kongs that were claimed whole (three tiles were concealed); not included in `exposed`."""
    concealed_kongs: tuple[Set, ...] = ()
    bonus: Tiles = ()
    dead: bool = False
    """Declared dead: it cannot win and scores nothing, unless the rulebook says otherwise."""
    partial: bool = False
    """True if only the tiles that score are given."""
    counted: HandCount | None = None
    """The players' count, if no tile is given."""
    original_call: bool = False
    """Declared waiting with the first discard and not changed since; of a winner, the win has it instead."""
    wild: Tiles = ()
    """In a goulash: the tiles that its wild tiles stand for."""

    def with_tile(self, tile: Tile) -> "Hand":
        """The hand with one more concealed tile."""
        return self.with_concealed(tuple(sorted((*self.concealed, tile))))

    def with_concealed(self, tiles: Tiles) -> "Hand":
        """The hand with other concealed tiles."""
        return Hand(
            tiles,
            self.exposed,
            self.claimed_kongs,
            self.concealed_kongs,
            self.bonus,
            self.dead,
            self.partial,
            self.counted,
            self.original_call,
            self.wild,
        )

    @property
    def claimed(self) -> tuple[Set, ...]:
        """The sets on the table that a claimed tile completed."""
        return self.exposed + self.claimed_kongs

    @property
    def declared(self) -> tuple[Set, ...]:
        """The sets on the table: exposed ones, then concealed kongs."""
        return self.exposed + self.claimed_kongs + self.concealed_kongs

    @property
    def tiles(self) -> Tiles:
        """Every tile but flowers and seasons."""
        tiles = self.concealed
        for each in self.declared:
            tiles += each.tiles
        return tiles

    @property
    def real(self) -> Tiles:
        """Every tile but flowers, seasons and wild tiles."""
        return without(self.tiles, self.wild) if self.wild else self.tiles

    @property
    def kongs(self) -> int:
        """The number of declared kongs."""
        drawn_or_claimed_whole = len(self.concealed_kongs) + len(self.claimed_kongs)
        return drawn_or_claimed_whole + sum([each.kind is Kind.KONG for each in self.exposed])

    @property
    def full_size(self) -> int:
        """The number of tiles that it must have if it did not win."""
        return HAND_TILES + self.kongs

    @property
    def size(self) -> int:
        """The number of its tiles without flowers and seasons."""
        return self.full_size + self.excess_tiles

    @property
    def excess_tiles(self) -> int:
        """Tiles beyond those of a waiting hand; each set on the table counts as three, also a kong."""
        sets = len(self.exposed) + len(self.claimed_kongs) + len(self.concealed_kongs)
        return len(self.concealed) + SET_TILES * sets - HAND_TILES


def has_wild_tiles(hands: Iterable[Hand]) -> bool:
    """True if a hand names wild tiles, so that the deal is a goulash."""
    for hand in hands:  # noqa: SIM110 - each deal asks three times, and a generator takes twice as long
        if hand.wild:
            return True
    return False
