"""An evening by its entries: who is East, which round, East's run of wins, all totals.

Written from docs/evening.md, docs/api.md and the rulings. `Evening` is the state between two entries.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from tests.support.oracle.settling import Outcome, Payment, Stake, Win, settle
from tests.support.oracle.terms import Rounding, Terms

Json = dict[str, Any]
SEATS: Final = ("east", "south", "west", "north")
FIVE: Final = 5


@dataclass(frozen=True)
class FalseCall:
    """What a false Mah-Jong costs."""

    points: int = 0
    share: Fraction = Fraction(0)
    """Of the limit, if it is not in points."""
    shared: bool = False
    east_doubles: bool = False
    exposed_only: bool = False
    passes_the_deal: bool = False
    taken_back: bool = False
    by_callers: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Fine:
    """What an action costs."""

    to: str
    points: int = 0
    share: Fraction = Fraction(0)
    east_doubles: bool = False


@dataclass
class Evening:
    """Who sits where before the next deal."""

    players: int
    terms: Terms
    east: int = 0
    rounds: int = 0
    """How many rounds are over."""
    run: int = 0
    """How many deals East has won in a row."""
    deals: int = 0
    """How many deals of this game of rounds are over."""
    out: int | None = None
    """Of five players the one whom the next entry names to sit out."""
    is_drawn: bool = False
    """True if nobody won the last deal."""
    round_over: bool = False
    has_rounds: bool | None = None
    """True if the session has rounds, which stays as it began."""

    def __post_init__(self) -> None:
        self.has_rounds = self.terms.rounds if self.has_rounds is None else self.has_rounds

    @property
    def winds(self) -> tuple[str, ...]:
        """The winds of the rounds of a game; three players may leave some out."""
        return SEATS[: self.terms.rounds_of_three] if self.players == 3 and self.has_rounds else SEATS

    @property
    def wind(self) -> str:
        return self.winds[self.rounds % len(self.winds)]

    @property
    def game(self) -> int:
        """The number of the game of rounds."""
        return self.rounds // len(self.winds) + 1

    @property
    def round(self) -> int:
        """The number of the round in its game."""
        return self.rounds % len(self.winds) + 1

    @property
    def seats(self) -> dict[int, str]:
        """The seats of those who play, by number; of five the one sits out who is named, or who sits before East."""
        turns = [*range(self.east, self.players), *range(self.east)]
        if self.players == FIVE:
            turns.remove(self.sits_out if self.sits_out is not None else turns[-1])
        return dict(sorted(zip(turns, SEATS, strict=False)))

    @property
    def sits_out(self) -> int | None:
        if self.players < FIVE:
            return None
        return (self.east - 1) % self.players if self.out is None else self.out

    @property
    def seating(self) -> dict[str, int]:
        return {seat: player for player, seat in sorted(self.seats.items(), key=lambda one: SEATS.index(one[1]))}

    def player(self, seat: str) -> int:
        return self.seating[seat]

    def send_out(self, player: int | None) -> None:
        """Name who sits out the next deal; the deal passes on if it is East's turn."""
        self.out = player
        if player == self.east:
            self._pass()

    def end(self, winner: str | None, *, is_deal: bool = True, is_goulash: bool = False) -> None:
        """A deal that this seat won, or nobody; `is_deal` is false of a deal that a penalty ended."""
        self.round_over = False
        self.deals += 1
        self.is_drawn = is_deal and winner is None
        drawn = self.terms.after_draw if is_deal else "stays"
        if is_goulash and self.terms.after_goulash == "passes":
            self._pass()
        elif winner == "east":
            self._win()
        elif winner is not None or drawn == "passes":
            self._pass()
        elif drawn == "counts-as-win":
            self._win()
        elif drawn == "stays":
            self.run = 0
        self.out = None

    def go_on(self) -> None:
        """An entry after which the same deal goes on."""
        self.round_over = False
        self.out = None

    def _win(self) -> None:
        """A win of East's; so many in a row, or more, end East's turn (ruling 49)."""
        self.run += 1
        if self.terms.wins_in_a_row and self.run >= self.terms.wins_in_a_row:
            self._pass()

    def _pass(self) -> None:
        self.run = 0
        self.east = (self.east + 1) % self.players
        if self.east == 0:
            self.rounds += 1
            self.round_over = True
            if self.has_rounds and self.rounds % len(self.winds) == 0:
                self.deals = 0


# What a penalty costs


def amount_of(terms: Terms, points: int, share: Fraction) -> int:
    """Points, or a share of the limit, rounded down."""
    return points if not share else int((terms.limit or 0) * share)


def false_call(
    terms: Terms, rule: FalseCall, seats: Sequence[str], callers: Sequence[str], *, exposed: bool
) -> Outcome:
    """Each who called pays each who did not."""
    others = [seat for seat in seats if seat not in callers]
    if rule.exposed_only and not exposed:
        return Outcome(())
    if len(callers) > 1:
        each = rule.by_callers[len(callers)]
    else:
        each = amount_of(terms, rule.points, rule.share)
        each = each // len(others) if rule.shared else each
    return _paid([(payer, payee, each) for payer in callers for payee in others], doubled=rule.east_doubles)


def fine(terms: Terms, rule: Fine, seats: Sequence[str], payer: str, payee: str | None, score: int) -> Outcome:
    """What a fine comes to; it is not rounded."""
    others = [seat for seat in seats if seat != payer]
    if rule.to == "for-all":
        assert payee is not None
        stakes = {seat: Stake(score if seat == payee else 0) for seat in seats}
        unrounded = replace(terms, payments_rounding=Rounding(), settled_by="payments")
        return settle(unrounded, stakes, Win(payee, "discard", payer, liable=payer))
    each = amount_of(terms, rule.points, rule.share)
    if rule.to == "shared":
        each //= len(others)
    payees = [payee] if rule.to == "one" and payee is not None else others
    return _paid([(payer, one, each) for one in payees], doubled=rule.east_doubles)


def washed(points: int, seats: Sequence[str], payee: str) -> Outcome:
    """Washed tiles: each other player pays, without East's double."""
    return _paid([(seat, payee, points) for seat in seats if seat != payee], doubled=False)


def _paid(payments: Sequence[tuple[str, str, int]], *, doubled: bool) -> Outcome:
    """Payments, those to and from East doubled if the penalty says so."""
    times = {(payer, payee): 1 + (doubled and "east" in (payer, payee)) for payer, payee, _ in payments}
    return Outcome(
        tuple(
            Payment(payer, payee, each * times[payer, payee], each, times[payer, payee], False, "penalty")
            for payer, payee, each in payments
            if each
        )
    )


# What stands at the end


def standings(totals: Sequence[int]) -> list[tuple[int, int, int]]:
    """Player, total and rank, the best first; equals share a rank."""
    order = sorted(range(len(totals)), key=lambda player: (-totals[player], player))
    return [(player, totals[player], 1 + sum(other > totals[player] for other in totals)) for player in order]
