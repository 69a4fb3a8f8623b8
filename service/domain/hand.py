"""A hand as it lies on the table and stands in the rack when the deal ends."""

from typing import Final, NamedTuple

from service.domain.sets import Set, Shape
from service.domain.tiles import Tiles

HAND_TILES: Final = 13
"""Tiles of a hand that waits or plays on, one more for each kong (1922 p.24)."""
SET_TILES: Final = 3
"""Tiles of a set; the fourth of a kong is made up by a loose tile."""
HAND_SETS: Final = 4
"""Sets of a complete hand, beside its pair."""
MOST_DEAD_TILES: Final = 18


class Hand(NamedTuple):
    """Final hand of one player, all tiles sorted; a winner's `concealed` holds the winning tile, claimed or drawn."""

    concealed: Tiles
    exposed: tuple[Set, ...] = ()
    concealed_kongs: tuple[Set, ...] = ()
    bonus: Tiles = ()
    dead: bool = False
    """Declared dead: it cannot win and, but where a rulebook says otherwise, scores nothing."""
    partial: bool = False
    """Only what scores was written down; the other tiles are not known."""

    @property
    def declared(self) -> tuple[Set, ...]:
        """The sets that lie on the table: exposed ones, then concealed kongs."""
        return self.exposed + self.concealed_kongs

    @property
    def tiles(self) -> Tiles:
        """Every tile but flowers and seasons."""
        return sum((each.tiles for each in self.declared), self.concealed)

    @property
    def kongs(self) -> int:
        """How many kongs are declared."""
        return len(self.concealed_kongs) + sum(each.shape is Shape.KONG for each in self.exposed)

    @property
    def full_size(self) -> int:
        """The number of tiles it must hold while it has not won."""
        return HAND_TILES + self.kongs

    @property
    def size(self) -> int:
        """The number of tiles it holds, flowers and seasons left out."""
        return self.full_size + self.surplus

    @property
    def surplus(self) -> int:
        """How many tiles it holds beyond those it must; each set on the table stands for three of them, a kong too."""
        return len(self.concealed) + SET_TILES * (len(self.exposed) + len(self.concealed_kongs)) - HAND_TILES

    @property
    def open_sets(self) -> int:
        """How many sets its concealed tiles have yet to make."""
        return HAND_SETS - len(self.exposed) - len(self.concealed_kongs)
