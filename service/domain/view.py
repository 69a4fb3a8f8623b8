"""What a rule looks at: one hand, seen in one arrangement, with the circumstances that some rulebook cares for."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from service.domain.arrange import Arrangement, Division, waits
from service.domain.deal import DRAWN, Win
from service.domain.hand import HAND_SETS, Hand
from service.domain.seats import Seat
from service.domain.sets import NEXT_SIGN, Set, Shape
from service.domain.tiles import (
    ANY_SUIT,
    BAMBOOS,
    CHARACTERS,
    CIRCLES,
    COPIES,
    SIMPLES,
    TRAIT_BITS,
    TRAITS,
    Tile,
    Tiles,
)


class Situation(NamedTuple):
    """A hand and what surrounds it; the same in every arrangement."""

    hand: Hand
    seat: Seat
    round_wind: Seat
    win: Win | None
    """None where the hand did not win."""
    table: tuple[Hand, ...]
    """All hands that are known, this one too."""
    discards: Tiles

    def unseen(self, tile: Tile) -> int:
        """How many of a tile lie neither on the table nor in this hand, the winning tile included."""
        seen = self.hand.concealed.count(tile) + self.discards.count(tile)
        seen += sum(each.tiles.count(tile) for hand in self.table for each in hand.declared)
        return COPIES[tile] - seen


@lru_cache(16)  # the arrangements of one hand ask for it one after another
def won_on_the_last_piece(at: Situation) -> bool:
    """Whether, of all the pieces that would have completed the hand, only the winning one was unseen."""
    if at.win is None or at.win.tile is None or at.unseen(at.win.tile):
        return False
    place = at.hand.concealed.index(at.win.tile)
    waiting = at.hand.concealed[:place] + at.hand.concealed[place + 1 :]
    return not any(at.unseen(tile) for tile in waits(at.hand, waiting, thirteen_heads=False))


class View(NamedTuple):
    """A situation in one arrangement: what every finder is given."""

    at: Situation
    sets: Sequence[Set]
    """All sets and pairs; of a hand that did not win, those that it has."""
    won: Set | None
    """The set that the winning tile completed."""
    division: Division
    """The winner's concealed tiles as sets, before the winning tile was placed."""
    traits: int
    """The bits of `tiles.TRAITS` of all tiles; 0 where the hand is not judged as a whole (partial; thirteen heads)."""
    signs: int
    """Bits that tell at a glance which rules need not be looked at, see `ALWAYS` and those after it."""

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

# The signs of a view, beside those of its sets
ALWAYS: Final = NEXT_SIGN
"""Every view has it."""
BONUS: Final = NEXT_SIGN << 1
"""There are flowers or seasons."""
ONE_SUIT_OR_HEADS: Final = NEXT_SIGN << 2
"""All tiles are honours or of one suit, or none is a simple."""
COMPLETED_PAIR: Final = NEXT_SIGN << 3
"""The winning tile completed the pair."""
COMPLETED_CHOW: Final = NEXT_SIGN << 4
"""The winning tile completed a chow."""
SPECIAL_WIN: Final = NEXT_SIGN << 5
"""More is told of the win than a tile from the wall or a discard."""
_COMPLETED: Final = {Shape.PAIR: COMPLETED_PAIR, Shape.CHOW: COMPLETED_CHOW}


def _sign_by(traits: int) -> int:
    one_suit = traits & ANY_SUIT in (0, CHARACTERS, CIRCLES, BAMBOOS)
    return ONE_SUIT_OR_HEADS if traits and (one_suit or not traits & SIMPLES) else 0


_SIGN_BY_TRAITS: Final = tuple(_sign_by(traits) for traits in range(1 << TRAIT_BITS))


def view_of(at: Situation, arrangement: Arrangement, traits: int) -> View:
    """See a hand in an arrangement; `traits` are those of `traits_of`, the same in every arrangement."""
    sets = arrangement.sets
    if sets and sets[0].shape is Shape.THIRTEEN_HEADS:
        traits = 0
    signs = ALWAYS | _SIGN_BY_TRAITS[traits]
    for each in sets:
        signs |= each.signs
    if at.hand.bonus:
        signs |= BONUS
    if at.win is not None:
        signs |= _signs_of(at.win, arrangement.won)
    return View(at, sets, arrangement.won, arrangement.division, traits, signs)


def _signs_of(win: Win, won: Set | None) -> int:
    signs = 0 if won is None else _COMPLETED.get(won.shape, 0)
    return signs | SPECIAL_WIN if win.is_special else signs


def traits_of(hand: Hand) -> int:
    """The bits of all tiles together; 0 where not all are known."""
    traits = 0
    if not hand.partial:
        for tile in hand.concealed:
            traits |= TRAITS[tile]
        for each in hand.declared:
            traits |= each.traits
    return traits
