"""A session: who is East, and which round is played, in each deal (1922 pp. 13, 57-60; 1923 pp. 12, 107-109).

Players are numbered in seat order, the first East first. When East's turn ends (`turns`), the deal passes to the player
who was South. When the last player has lost it, the round ends; four rounds are a game. The session ends after the
agreed number of games, if one was agreed. A rulebook without rounds has no games either: the deal passes without end,
and the wind of the round counts how often every player has been East, unless an entry gives another.

Of five players one sits out: the one before East, so that an East who has lost goes out and the one who sat out comes
in as North; or whom the table names.
"""

from dataclasses import dataclass, replace
from typing import Final

from pung_chow_settlement.domain.rulebook.settlement_terms import UNENDING, TurnRules
from pung_chow_settlement.domain.seats import MAX_PLAYERS, SEATS, BySeat, Seat
from pung_chow_settlement.domain.turns import Outcome, turn_after

MAX_OF_A_SESSION: Final = MAX_PLAYERS + 1
"""Most players of a session: four play, and one sits out."""


@dataclass(frozen=True, slots=True)
class SessionState:
    """The state of a session before a deal."""

    players: int
    has_rounds: bool = True
    """True if the rulebook has rounds and games."""
    winds: int = len(SEATS)
    """The rounds of a game."""
    games: int | None = None
    """The agreed number of games; None if none was agreed."""
    turn: TurnRules = UNENDING
    """What ends East's turn."""
    east: int = 0
    """The player who is East."""
    rounds: int = 0
    """Completed rounds, over all games."""
    deals: int = 0
    """Completed deals of this game; of the session if the rulebook has no games."""
    consecutive_wins: int = 0
    """East's wins in a row so far."""
    drawn: bool = False
    """True if nobody won the last deal: where the rulebook plays a goulash, the next deal is one."""
    round_over: bool = False
    """True if the deal before this one ended a round."""
    named_out: int | None = None
    """The player who is said to sit out this deal; None if none is named."""
    named_wind: Seat | None = None
    """The round wind that is given for this deal; only without rounds."""

    @property
    def is_over(self) -> bool:
        """True after the agreed number of games."""
        return self.games is not None and self.rounds == self.games * self.winds

    @property
    def round_wind(self) -> Seat | None:
        """The wind of the round; None once the session is over."""
        if self.named_wind is not None:
            return self.named_wind
        return None if self.is_over else SEATS[self.rounds % self.winds]

    @property
    def game_number(self) -> int | None:
        """Number of the current game, from 1; None without rounds or after the end."""
        return self.rounds // self.winds + 1 if self.has_rounds and not self.is_over else None

    @property
    def round_number(self) -> int | None:
        """Number of the round within the game, from 1; None without rounds or after the end."""
        return self.rounds % self.winds + 1 if self.has_rounds and not self.is_over else None

    @property
    def sits_out(self) -> int | None:
        """The player who sits out, of five; None if all play."""
        if self.players <= MAX_PLAYERS:
            return None
        return (self.east - 1) % self.players if self.named_out is None else self.named_out

    @property
    def seating(self) -> BySeat[int]:
        """The player at each seat."""
        around = [(self.east + place) % self.players for place in range(self.players)]
        out = self.sits_out
        return BySeat(around if out is None else [player for player in around if player != out])

    def seat_of(self, player: int) -> Seat:
        """The seat of a player who plays."""
        return SEATS[self.seating.index(player)]

    def without(self, player: int) -> "SessionState":
        """The state in which this player sits out the deal: if he was to be East, the next one is."""
        seated = self._passed() if player == self.east else self
        return replace(seated, named_out=player)

    def after(self, outcome: Outcome, *, goulash: bool = False) -> "SessionState":
        """The state after a deal, or a goulash."""
        stays, consecutive_wins, _ = turn_after(outcome, self.consecutive_wins, self.turn, goulash=goulash)
        if outcome is Outcome.GOES_ON:
            return replace(self, named_out=None, named_wind=None)
        played = replace(
            self,
            deals=self.deals + 1,
            consecutive_wins=consecutive_wins,
            drawn=outcome is Outcome.DRAWN,
            round_over=False,
            named_out=None,
            named_wind=None,
        )
        return played if stays else played._passed()

    def _passed(self) -> "SessionState":
        """The same with the next player as East, who has not won yet."""
        if self.east < self.players - 1:
            return replace(self, east=self.east + 1, consecutive_wins=0)
        return replace(self, east=0, consecutive_wins=0, rounds=self.rounds + 1, round_over=True)._reset_at_a_game()

    def _reset_at_a_game(self) -> "SessionState":
        """The same with `deals` reset to 0 if a game begins."""
        begins = self.has_rounds and self.rounds % self.winds == 0 and not self.is_over
        return replace(self, deals=0) if begins else self
