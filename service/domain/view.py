"""What a rule looks at: one hand, seen in one arrangement, with the circumstances that some rulebook cares for."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from service.domain.arrange import Arrangement, Division
from service.domain.deal import DRAWN, Win
from service.domain.hand import HAND_SETS, Hand
from service.domain.seats import Seat
from service.domain.sets import Set, Shape, Worth
from service.domain.tiles import TRAITS, Tiles


class Situation(NamedTuple):
    """A hand and what surrounds it; the same in every arrangement."""

    hand: Hand
    seat: Seat
    round_wind: Seat
    win: Win | None
    """None where the hand did not win."""
    others: Sequence[Hand]
    """The other players' hands, as far as they are known."""
    discards: Tiles


class View(NamedTuple):
    """A situation in one arrangement: what every finder is given."""

    at: Situation
    sets: Sequence[Set]
    """All sets and pairs; of a hand that did not win, those that it has."""
    by_worth: dict[Worth, list[Tiles]]
    """The tiles of the sets, by what their points hang on."""
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
    return View(at, sets, _by_worth(sets), arrangement.won, arrangement.division, traits)


def traits_of(hand: Hand) -> int:
    """The bits of all tiles together; 0 where not all are known."""
    traits = 0
    if not hand.partial:
        for tile in hand.concealed:
            traits |= TRAITS[tile]
        for each in hand.declared:
            traits |= each.traits
    return traits


def _by_worth(sets: Sequence[Set]) -> dict[Worth, list[Tiles]]:
    groups: dict[Worth, list[Tiles]] = {}
    for each in sets:
        if each.worth in groups:
            groups[each.worth].append(each.tiles)
        else:
            groups[each.worth] = [each.tiles]
    return groups
