"""East's turn: who is East after a deal, decided here for a single deal and for a session alike (1922 p. 13).

East stays East while he wins or nobody does. When he loses, the deal passes to the player who was South; so it does
when he has won as often in a row as the table allows, and after a drawn deal if the table plays that way.
"""

from enum import Enum
from typing import Final, NamedTuple

from pung_chow_settlement.domain.rulebook.settlement_terms import AfterDraw, AfterGoulash, TurnRules
from pung_chow_settlement.domain.seats import EAST, Seat


class Outcome(Enum):
    """The result of a deal for East."""

    EAST_WON = "east won"
    EAST_LOST = "east lost"
    """Another won, or a false Mah-Jong by East takes the deal from him."""
    DRAWN = "drawn"
    CALLED_OFF = "called off"
    """Washed tiles, or a false Mah-Jong that leaves East the deal: East stays, but his run of wins ends."""
    GOES_ON = "goes on"
    """A call that was taken back, or a fine: the same deal goes on."""


class Turn(NamedTuple):
    """East's turn after a deal."""

    stays: bool
    """True if East stays East."""
    run: int
    """The deals that he has won in a row."""
    full: bool = False
    """True if it ends because he has won as often in a row as the table allows."""


_ENDED: Final = Turn(stays=False, run=0)
_FULL: Final = Turn(stays=False, run=0, full=True)


def outcome_of(winner: Seat | None) -> Outcome:
    """The outcome of a deal that this seat won; None: nobody."""
    if winner is None:
        return Outcome.DRAWN
    return Outcome.EAST_WON if winner is EAST else Outcome.EAST_LOST


def passes_after(outcome: Outcome, rules: TurnRules, *, goulash: bool) -> bool:
    """True if the deal passes because it was a goulash, whoever won it."""
    played = outcome in (Outcome.EAST_WON, Outcome.EAST_LOST, Outcome.DRAWN)
    return goulash and played and rules.after_goulash is AfterGoulash.PASSES


def turn_after(outcome: Outcome, run: int, rules: TurnRules, *, goulash: bool = False) -> Turn:
    """East's turn after a deal, or a goulash, with this outcome, before which he had won so many in a row."""
    if passes_after(outcome, rules, goulash=goulash):
        return _ENDED
    if outcome is Outcome.EAST_LOST:
        return _ENDED
    if outcome is Outcome.EAST_WON:
        return _after_a_win(run + 1, rules)
    if outcome is Outcome.DRAWN:
        return _after_a_draw(run, rules)
    return Turn(stays=True, run=run if outcome is Outcome.GOES_ON else 0)


def _after_a_draw(run: int, rules: TurnRules) -> Turn:
    if rules.after_draw is AfterDraw.COUNTS_AS_WIN:
        return _after_a_win(run + 1, rules)
    if rules.after_draw is AfterDraw.PASSES:
        return _ENDED
    return Turn(stays=True, run=run if rules.after_draw is AfterDraw.KEEPS_RUN else 0)


def _after_a_win(run: int, rules: TurnRules) -> Turn:
    last = rules.wins_in_a_row
    return Turn(stays=True, run=run) if last is None or run < last else _FULL
