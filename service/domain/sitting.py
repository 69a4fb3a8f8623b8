"""A sitting: who is East and which wind's round is played, deal after deal (1922 pp. 13, 57-60; 1923 pp. 12, 107-109).

Players are numbered in seat order, the first East first. East stays East while he wins or nobody does; when he loses,
or has won as often in a row as the rulebook lets him, the deal passes to the player who was South. When the last of
them has lost it, the round ends; four rounds are a set, after which the next begins, unless the table has played as
many as it agreed on. A rulebook may know no rounds: there the deal passes on without end, and the wind of the round,
which scores nothing, only counts how often it went round.
"""

from dataclasses import dataclass, replace
from enum import Enum

from service.domain.seats import EAST, SEATS, BySeat, Seat, seats_of


class Outcome(Enum):
    """What a deal means for East."""

    EAST_WON = "east won"
    EAST_LOST = "east lost"
    NOBODY_WON = "nobody won"
    """A drawn deal, washed tiles or a wrong call that leaves East the deal: East stays, but his run of wins ends."""


def outcome_of(winner: Seat | None) -> Outcome:
    """The outcome of a deal that this seat won."""
    if winner is None:
        return Outcome.NOBODY_WON
    return Outcome.EAST_WON if winner is EAST else Outcome.EAST_LOST


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the game stands before a deal."""

    players: int
    has_rounds: bool = True
    """Whether the rulebook knows rounds and sets."""
    sets: int | None = None
    """Sets that the table agreed on; None: none agreed."""
    most_wins: int | None = None
    """East's wins in a row after which the deal passes; None: he stays as long as he wins."""
    east: int = 0
    """The player who is East."""
    rounds: int = 0
    """Rounds that have ended, in all sets."""
    deals: int = 0
    """Deals of this set that have ended, or of the sitting where there are no sets."""
    run: int = 0
    """East's wins in a row so far."""
    round_over: bool = False
    """Whether the deal before this one ended a round."""

    @property
    def over(self) -> bool:
        """As many sets have been played as were agreed on."""
        return self.sets is not None and self.rounds == self.sets * len(SEATS)

    @property
    def round_wind(self) -> Seat | None:
        """The wind of the round; None once the sitting is over."""
        return None if self.over else SEATS[self.rounds % len(SEATS)]

    @property
    def set_number(self) -> int | None:
        """Which set is played, from 1; None where there is none, or no more."""
        return self.rounds // len(SEATS) + 1 if self.has_rounds and not self.over else None

    @property
    def round_number(self) -> int | None:
        """Which round of the set is played, from 1; None where there is none, or no more."""
        return self.rounds % len(SEATS) + 1 if self.has_rounds and not self.over else None

    @property
    def seating(self) -> BySeat[int]:
        """The player at each seat."""
        return BySeat((self.east + seat) % self.players for seat in seats_of(self.players))

    def seat_of(self, player: int) -> Seat:
        """The seat of a player."""
        return SEATS[(player - self.east) % self.players]

    def after(self, outcome: Outcome) -> "Standing":
        """Where the game stands after a deal."""
        stays = replace(self, deals=self.deals + 1, run=0, round_over=False)
        if outcome is Outcome.EAST_WON and self.run + 1 != self.most_wins:
            return replace(stays, run=self.run + 1)
        if outcome is Outcome.NOBODY_WON:
            return stays
        if self.east < self.players - 1:
            return replace(stays, east=self.east + 1)
        return replace(stays, east=0, rounds=self.rounds + 1, round_over=True)._beginning_a_set()

    def _beginning_a_set(self) -> "Standing":
        """The deals of a set are counted from its first."""
        begins = self.has_rounds and self.rounds % len(SEATS) == 0 and not self.over
        return replace(self, deals=0) if begins else self
