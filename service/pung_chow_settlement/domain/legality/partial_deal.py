"""A deal as far as it could be parsed, and where its request has what is judged."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from pung_chow_settlement.domain.arrangements import DecompositionsByShape, WinConditions
from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.faults import Path
from pung_chow_settlement.domain.hand import Hand, HandCount
from pung_chow_settlement.domain.hand_context import HandContext
from pung_chow_settlement.domain.layouts.match import CountedHand
from pung_chow_settlement.domain.layouts.steps import Steps
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.seats import EAST, SEAT_NAMES, Seat
from pung_chow_settlement.domain.tiles import Tiles


def hand_of_seat(seat: Seat) -> Path:
    """The path of the hand of a seat in a deal."""
    return ("hands", SEAT_NAMES[seat])


SETS_ON_THE_TABLE: Final = frozenset({"exposed", "claimed_kongs", "concealed_kongs"})
"""The members of a hand for its sets on the table."""
PLAYING_TILES_AT: Final = SETS_ON_THE_TABLE | {"concealed"}
"""The members for all of its tiles except flowers and seasons."""
ALL_BUT_BONUS: Final = PLAYING_TILES_AT | {"dead", "partial"}
"""The members that determine the number of these tiles."""
Unread = Mapping[str, frozenset[int]]
"""The members of a hand that could not be parsed; the indices are of sets, in members that have several."""
ALL_READ: Final[Unread] = MappingProxyType({})


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
    """Whether a hand may be marked as `dead` or `partial`."""


class Known(NamedTuple):
    """How much of a deal is known."""

    winner: bool = True
    """False if the winner could not be parsed."""
    others: bool = True
    """False if only one hand is given: checks that need the others are skipped."""
    unread: Mapping[Seat, Unread] = MappingProxyType({})
    """The members that could not be parsed, by hand."""


class PartialDeal(NamedTuple):
    """A deal as far as it could be parsed."""

    hands: Mapping[Seat, Hand]
    """The hands, each as far as it could be parsed."""
    seats: tuple[Seat, ...] | None
    """The seats in play, including those whose hand could not be parsed; None if unknown."""
    winner: Seat | None
    win: Win | None
    round_wind: Seat | None
    discards: Tiles
    compiled: CompiledRulebook | None
    steps: Steps
    """What comparing its hands with layouts may cost."""
    at: RequestPaths = RequestPaths()
    known: Known = Known()
    counted: Mapping[Seat, HandCount] = MappingProxyType({})
    """Hands given by the players' count: checks that need their tiles are skipped."""
    wins_before: int = 0
    """East's wins in a row before a drawn deal."""
    drawn: bool = False
    """Whether a hand that did not win has a tile more than a waiting one, which is still to be discarded."""

    def knows(self, seat: Seat | None, members: frozenset[str]) -> bool:
        """Whether these members of a hand were parsed or are absent."""
        if seat is None or seat not in self.hands:
            return False
        unread = self.known.unread
        return not unread or members.isdisjoint(unread.get(seat, ALL_READ))

    def counted_hand(self, seat: Seat) -> CountedHand:
        """A hand as it is compared with shapes and layouts."""
        return CountedHand(self.hands[seat], self.steps)

    @property
    def winners_hand(self) -> Hand | None:
        """The winner's hand, as far as it could be parsed."""
        return None if self.winner is None else self.hands.get(self.winner)


def context_of(
    partial: PartialDeal, seat: Seat, win: Win | None, complete: DecompositionsByShape | None
) -> HandContext:
    """A hand of a deal whose rulebook and round wind are known."""
    assert partial.round_wind is not None, "the round wind is known"
    hand, table, wind, seen = partial.hands[seat], tuple(partial.hands.values()), partial.round_wind, partial.discards
    return HandContext(hand, seat, wind, win, table, seen, win_conditions_of(partial, seat), partial.steps, complete)


def win_conditions_of(partial: PartialDeal, seat: Seat) -> WinConditions:
    """The win conditions of a seat."""
    assert partial.compiled is not None, "win conditions need a rulebook"
    return partial.compiled.win_conditions_at(seat, partial.round_wind or EAST)
