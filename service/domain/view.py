"""What a rule looks at: one hand, seen in one arrangement, with the circumstances that some rulebook cares for."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from service.domain.arrange import Arrangement, Division, waits
from service.domain.deal import DRAWN, Win
from service.domain.hand import HAND_SETS, Hand
from service.domain.seats import Seat
from service.domain.sets import Set, Shape, Worth
from service.domain.tiles import COPIES, HONOURS, TRAITS, Tile, Tiles


@dataclass(frozen=True, eq=False)
class Situation:
    """A hand and what surrounds it; the same in every arrangement."""

    hand: Hand
    seat: Seat
    round_wind: Seat
    win: Win | None
    """None where the hand did not win."""
    table: Sequence[Hand]
    """All hands that are known, this one too."""
    discards: Tiles

    @cached_property
    def won_on_the_last_piece(self) -> bool:
        """Whether, of all the pieces that would have completed the hand, only the winning one was unseen."""
        if self.win is None or self.win.tile is None or self._unseen(self.win.tile):
            return False
        place = self.hand.concealed.index(self.win.tile)
        waiting = self.hand.concealed[:place] + self.hand.concealed[place + 1 :]
        return not any(self._unseen(tile) for tile in waits(self.hand, waiting, thirteen_heads=False))

    def _unseen(self, tile: Tile) -> int:
        """How many of a tile lie neither on the table nor in this hand, the winning tile included."""
        seen = self.hand.concealed.count(tile) + self.discards.count(tile)
        seen += sum(each.tiles.count(tile) for hand in self.table for each in hand.declared)
        return COPIES[tile] - seen


class View(NamedTuple):
    """A situation in one arrangement: what every finder is given."""

    at: Situation
    sets: Sequence[Set]
    """All sets and pairs; of a hand that did not win, those that it has."""
    by_worth: dict[Worth, list[Tiles]]
    """The tiles of the sets, by what their points hang on."""
    honour_pungs: list[Tiles]
    """The tiles of each pung and kong of winds or dragons."""
    honour_pairs: list[Tiles]
    """The tiles of each pair of winds or dragons."""
    won: Set | None
    """The set that the winning tile completed."""
    division: Division
    """The winner's concealed tiles as sets, before the winning tile was placed."""
    traits: int
    """The bits of `tiles.TRAITS` of all tiles; 0 where the hand is not judged as a whole (partial; thirteen heads)."""

    @property
    def winning(self) -> Win:
        """How it won; for finders of winners' rules only."""
        win = self.at.win
        assert win is not None, "a winner's rule is never asked of another hand"
        return win

    @property
    def drawn(self) -> bool:
        """Won on a tile from the wall or a loose tile."""
        return self.winning.source in DRAWN

    @property
    def made_of_sets(self) -> bool:
        """Complete with sets and a pair: not thirteen heads."""
        return len(self.sets) == _COMPLETE


_COMPLETE: Final = HAND_SETS + 1


def view_of(at: Situation, arrangement: Arrangement, traits: int) -> View:
    """See a hand in an arrangement; `traits` are those of `traits_of`, the same in every arrangement."""
    sets = arrangement.sets
    if sets and sets[0].shape is Shape.THIRTEEN_HEADS:
        traits = 0
    by_worth: dict[Worth, list[Tiles]] = {}
    pungs: list[Tiles] = []
    pairs: list[Tiles] = []
    for each in sets:
        by_worth.setdefault(each.worth, []).append(each.tiles)
        if each.traits == HONOURS:
            (pairs if each.shape is Shape.PAIR else pungs).append(each.tiles)
    return View(at, sets, by_worth, pungs, pairs, arrangement.won, arrangement.division, traits)


def traits_of(hand: Hand) -> int:
    """The bits of all tiles together; 0 where not all are known."""
    traits = 0
    if not hand.partial:
        for tile in hand.concealed:
            traits |= TRAITS[tile]
        for each in hand.declared:
            traits |= each.traits
    return traits
