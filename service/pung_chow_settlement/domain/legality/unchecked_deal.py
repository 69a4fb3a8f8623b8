"""A deal before its legality is checked, and the paths of its parts in the request."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pung_chow_settlement.domain.arrangements import WinConditions
from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.faults import Path
from pung_chow_settlement.domain.hand import Hand, HandCount, has_wild_tiles
from pung_chow_settlement.domain.hand_context import HandContext
from pung_chow_settlement.domain.layouts.match import CountedHand
from pung_chow_settlement.domain.layouts.steps import Steps
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.seats import SEAT_NAMES, Seat
from pung_chow_settlement.domain.tiles import Tiles


def hand_of_seat(seat: Seat) -> Path:
    """The path of the hand of a seat in a deal."""
    return ("hands", SEAT_NAMES[seat])


class RequestPaths(NamedTuple):
    """Where a request has what is judged."""

    hand: Callable[[Seat], Path] = hand_of_seat
    discarder: str = "discarder"
    """The member of the win with the discarder."""
    liable: str = "dangerous_discard_by"
    """The member of the win with the player who is liable for a dangerous discard."""
    seen: str = "discards"
    """The member with the tiles that are face up outside the hands."""
    may_be_marked: bool = True
    """True if a hand may be marked as `dead` or `partial`."""


_OF_A_DEAL: Final = RequestPaths()


@dataclass(slots=True, eq=False)
class UncheckedDeal:
    """A deal, or one hand of it, whose form is right."""

    hands: Mapping[Seat, Hand]
    seats: tuple[Seat, ...]
    """The seats in play."""
    winner: Seat | None
    win: Win | None
    """None exactly if there is no winner."""
    round_wind: Seat
    discards: Tiles
    compiled: CompiledRulebook
    steps: Steps
    """What comparing its hands with layouts may cost."""
    goulash: bool | None = None
    """True if the table says that it is a goulash; None if its wild tiles say it."""
    at: RequestPaths = _OF_A_DEAL
    alone: bool = False
    """True if only one hand is given: checks that need the others are skipped."""
    known_contexts: Mapping[Seat, HandContext] | None = None
    """What `contexts` returns, if it was made before."""
    counted: Mapping[Seat, HandCount] = field(default_factory=dict)
    """Hands given by the players' count: checks that need their tiles are skipped."""
    wins_before: int = 0
    """East's wins in a row before a drawn deal."""
    drawn: bool = False
    """True if a hand that did not win has a tile more than a waiting one, which is still to be discarded."""
    _contexts: Mapping[Seat, HandContext] | None = field(default=None, init=False)

    @property
    def contexts(self) -> Mapping[Seat, HandContext]:
        """The hands in their deal, each with what follows from it; scoring goes on with them.

        Made when they are first asked for, of the deal as it is played: a copy of a deal, made to give it them, would
        take 1.01 of the time of a request.
        """
        if self._contexts is None:
            self._contexts = contexts_of(self) if self.known_contexts is None else self.known_contexts
        return self._contexts

    def counted_hand(self, seat: Seat) -> CountedHand:
        """A hand as it is compared with shapes and layouts."""
        return CountedHand(self.hands[seat], self.steps)

    def has_bonus_in_place(self, seat: Seat, hand: Hand) -> bool:
        """True if the hand is one tile smaller than others, since a flower or season takes the place of a tile."""
        if not hand.bonus or hand.excess_tiles != (self.drawn or seat is self.winner) - 1:
            return False
        layouts = win_conditions_of(self, seat).layouts
        return layouts is not None and any(layouts.bonus >> tile & 1 for tile in hand.bonus)

    @property
    def is_goulash(self) -> bool:
        """True if it is a goulash: the table says so, or a hand has wild tiles."""
        return has_wild_tiles(self.hands.values()) if self.goulash is None else self.goulash

    @property
    def winners_hand(self) -> Hand | None:
        """The winner's hand; None if there is no winner, or one whose tiles are not given."""
        return None if self.winner is None else self.hands.get(self.winner)


def contexts_of(deal: UncheckedDeal) -> dict[Seat, HandContext]:
    """The context of each hand of a deal."""
    table, wind, seen, steps = tuple(deal.hands.values()), deal.round_wind, deal.discards, deal.steps
    winner, win, conditions_at = deal.winner, deal.win, deal.compiled.win_conditions_at
    return {
        seat: HandContext(
            hand, seat, wind, win if seat is winner else None, table, seen, conditions_at(seat, wind), steps
        )
        for seat, hand in deal.hands.items()
    }


def win_conditions_of(deal: UncheckedDeal, seat: Seat) -> WinConditions:
    """The win conditions of a seat."""
    return deal.compiled.win_conditions_at(seat, deal.round_wind)
