"""Circumstances that a request can state of a win: the sources that each is possible with, and what excludes it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from pung_chow_settlement.domain.deal import Win, WinSource
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.seats import EAST, Seat
from pung_chow_settlement.domain.tiles import Tiles

Hands = Mapping[Seat, Hand]


class TableState(NamedTuple):
    """A deal that somebody won, as far as its tiles are given."""

    hands: Hands
    winner: Seat
    win: Win
    discards: Tiles
    all_known: bool
    """True if every set of every player is given."""


Forbids = Callable[[TableState], Iterator[str]]
"""Yields each reason that makes a circumstance impossible, as the last part of its message key."""


class Circumstance(NamedTuple):
    """A boolean that a request can state of a win."""

    member: str
    """Its member in a request."""
    text: str
    code: str
    """The code of the fault if it is impossible."""
    sources: frozenset[WinSource]
    """The possible sources of the winning tile."""
    forbids: Forbids

    def reasons(self, table: TableState) -> list[str]:
        """The reasons why it is impossible for this win; empty if it is possible."""
        wrong_source = [] if table.win.source in self.sources else ["source"]
        return [*wrong_source, *self.forbids(table)]


def _nothing(table: TableState) -> Iterator[str]:
    yield from ()


def _nobody_claimed(table: TableState) -> bool:
    """True if it is certain that nobody claimed a set, so that turns were taken in order."""
    return table.all_known and not any(hand.claimed for hand in table.hands.values())


def without_a_turn(table: TableState) -> frozenset[Seat]:
    """The players who certainly had no turn: at the winner's first draw those after him, if nobody claimed a set."""
    winner = table.winner
    if winner is EAST or not table.win.circumstances & BITS["first_draw"]:
        return frozenset()
    return frozenset(seat for seat in table.hands if seat > winner) if _nobody_claimed(table) else frozenset()


def _not_the_first_discard(table: TableState) -> Iterator[str]:
    """Reasons why the discard cannot be East's first."""
    win = table.win
    if win.source is WinSource.DISCARD and (win.discarder not in (EAST, None) or table.winner is EAST):
        yield "not-east"
    if any(hand.claimed for hand in table.hands.values()):
        yield "exposed-set"
    if any(hand.kongs for seat, hand in table.hands.items() if seat is not EAST):
        yield "kong"
    if table.discards:
        yield "discards"
    if win.circumstances & BITS["last_discard"]:
        yield "end-of-wall"


def _winner_claimed(table: TableState) -> Iterator[str]:
    hand = table.hands.get(table.winner)
    if hand is not None and hand.claimed:
        yield "exposed-set"


def _no_original_call(table: TableState) -> Iterator[str]:
    """Reasons why the winner cannot have declared a waiting hand with the first discard, unchanged since."""
    yield from _winner_claimed(table)
    before_any_turn = table.win.circumstances & BITS["first_draw"] and table.winner is not EAST
    if before_any_turn or table.win.circumstances & BITS["first_discard"]:
        yield "no-discard"


def _no_kong_upon_kong(table: TableState) -> Iterator[str]:
    hand = table.hands.get(table.winner)
    if hand is None:
        return
    if hand.kongs < _KONG_UPON_KONG:
        yield "two-kongs"
    elif hand.kongs == len(hand.claimed_kongs):
        yield "claimed-whole"


def _not_the_first_draw(table: TableState) -> Iterator[str]:
    """Reasons why the tile cannot be the first that the winner drew."""
    yield from _winner_claimed(table)
    hand = table.hands.get(table.winner)
    if hand is not None and hand.concealed_kongs and table.winner is not EAST:
        yield "kong"
    if any(table.hands[seat].kongs for seat in without_a_turn(table)):
        yield "kong-of-another"
    if len(table.discards) > (table.winner or len(table.hands)) and _nobody_claimed(table):
        yield "discards"
    if table.win.circumstances & BITS["last_tile"]:
        yield "end-of-wall"


_KONG_UPON_KONG: Final = 2
_WALL: Final = frozenset({WinSource.WALL})
_DISCARD: Final = frozenset({WinSource.DISCARD})
_LOOSE_TILE: Final = frozenset({WinSource.LOOSE_TILE})
_ANY: Final = frozenset(WinSource)
"""Every source. An original hand admits no circumstance; legality reports those whose sources include it."""

ALL: Final = (
    Circumstance(
        member="last_tile",
        text="Won on the last tile that may be drawn from the wall",
        code="last-tile-not-from-wall",
        sources=_WALL,
        forbids=_nothing,
    ),
    Circumstance(
        member="first_discard",
        text="Won on East's first discard, before anybody else has played",
        code="first-discard-impossible",
        sources=_DISCARD,
        forbids=_not_the_first_discard,
    ),
    Circumstance(
        member="standing_hand",
        text="The winner declared from the start that the hand was waiting",
        code="standing-hand-impossible",
        sources=_ANY,
        forbids=_winner_claimed,
    ),
    Circumstance(
        member="last_discard",
        text="Won on the discard after the last tile of the wall",
        code="last-discard-impossible",
        sources=_DISCARD,
        forbids=_nothing,
    ),
    Circumstance(
        member="original_call",
        text="The winner declared with the first discard that the hand was waiting, and has not changed it since",
        code="original-call-impossible",
        sources=_ANY,
        forbids=_no_original_call,
    ),
    Circumstance(
        member="kong_upon_kong",
        text="A kong, a kong with its loose tile, and Mah-Jong with the loose tile of the second",
        code="kong-upon-kong-impossible",
        sources=_LOOSE_TILE,
        forbids=_no_kong_upon_kong,
    ),
    Circumstance(
        member="first_draw",
        text="Won on the first tile that the winner drew from the wall",
        code="first-draw-impossible",
        sources=_WALL,
        forbids=_not_the_first_draw,
    ),
)
MEMBERS: Final[tuple[str, ...]] = tuple(each.member for each in ALL)
BITS: Final = {each.member: 1 << place for place, each in enumerate(ALL)}
"""The bit of each circumstance in `Win.circumstances`, by its member."""


def held(win: Win) -> list[Circumstance]:
    """The circumstances of a win."""
    bits = win.circumstances
    return [each for each in ALL if bits & BITS[each.member]] if bits else []
