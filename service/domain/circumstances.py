"""What may be told of a win beside its source, as one table: with which sources it goes, and what forbids it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from service.domain.deal import Source, Win
from service.domain.hand import Hand
from service.domain.seats import EAST, Seat
from service.domain.tiles import Tiles

Hands = Mapping[Seat, Hand]


class TableState(NamedTuple):
    """What is known of the table at which somebody has won."""

    hands: Hands
    """The hands, each as far as it could be read."""
    whole: Hands
    """Those of them of which every set could be read: only these show what a hand lacks."""
    winner: Seat | None
    """None where that is not known."""
    win: Win
    discards: Tiles


Reason = tuple[str, str]
"""A stable word for a reason, and the reason in words."""
Forbids = Callable[[TableState], Iterator[Reason]]
"""Every reason why something cannot be true at a table."""


class Circumstance(NamedTuple):
    """One thing that may be told of a win."""

    member: str
    """Its name in a request."""
    text: str
    code: str
    """The fault of telling it where it cannot be."""
    sources: frozenset[Source]
    """Where the winning tile may have come from."""
    needs: str
    """What the sources come to, in words."""
    forbids: Forbids
    when: str = ""
    """What the reasons are told with."""

    def reasons(self, table: TableState) -> Mapping[str, str]:
        """Why it cannot be told of this win, each reason in words by its word; none where it can."""
        source = table.win.source
        wrong_source = {} if source in self.sources else {"source": self.needs.format(source=source)}
        return {**wrong_source, **dict(self.forbids(table))}


def _nothing(table: TableState) -> Iterator[Reason]:
    yield from ()


def _the_deal_has_begun(table: TableState) -> Iterator[Reason]:
    """Reasons why the discard was not East's first."""
    win = table.win
    if win.source is Source.DISCARD and (win.discarder not in (EAST, None) or table.winner is EAST):
        yield "not-east", "it must be East's discard"
    if any(hand.claimed for hand in table.hands.values()):
        yield "exposed-set", "nobody can have an exposed set yet"
    if any(hand.kongs for seat, hand in table.hands.items() if seat is not EAST):
        yield "kong", "nobody but East can have a kong yet"
    if table.discards:
        yield "discards", "nothing can have been discarded before"


def _winner_claimed(table: TableState) -> Iterator[Reason]:
    hand = None if table.winner is None else table.hands.get(table.winner)
    if hand is not None and hand.claimed:
        yield "exposed-set", "a standing hand has no exposed set"


def _called_hand_claimed(table: TableState) -> Iterator[Reason]:
    hand = None if table.winner is None else table.hands.get(table.winner)
    if hand is not None and hand.claimed:
        yield "exposed-set", "a hand that was called with the first discard has claimed no set"


def _fewer_than_two_kongs(table: TableState) -> Iterator[Reason]:
    hand = None if table.winner is None else table.whole.get(table.winner)
    if hand is not None and hand.kongs < _KONG_UPON_KONG:
        yield "two-kongs", "the winner needs two kongs"


_KONG_UPON_KONG: Final = 2
_WALL: Final = frozenset({Source.WALL})
_DISCARD: Final = frozenset({Source.DISCARD})
_LOOSE_TILE: Final = frozenset({Source.LOOSE_TILE})
_ANY: Final = frozenset(Source)
"""An original hand goes with no circumstance at all: legality says so of those that name it here."""

ALL: Final = (
    Circumstance(
        member="last_tile",
        text="Won on the last tile that may be drawn from the wall",
        code="last-tile-not-from-wall",
        sources=_WALL,
        needs="the last tile comes from the wall; the source is {source}",
        forbids=_nothing,
    ),
    Circumstance(
        member="first_discard",
        text="Won on East's first discard, before anybody else has played",
        code="first-discard-impossible",
        sources=_DISCARD,
        needs="it must be East's discard",
        forbids=_the_deal_has_begun,
        when="at the first discard, ",
    ),
    Circumstance(
        member="standing_hand",
        text="The winner declared from the start that the hand was waiting",
        code="standing-hand-impossible",
        sources=_ANY,
        needs="",
        forbids=_winner_claimed,
    ),
    Circumstance(
        member="last_discard",
        text="Won on the discard after the last tile of the wall",
        code="last-discard-impossible",
        sources=_DISCARD,
        needs="the last discard is a discard; the source is {source}",
        forbids=_nothing,
    ),
    Circumstance(
        member="original_call",
        text="The winner declared with the first discard that the hand was waiting, and has not changed it since",
        code="original-call-impossible",
        sources=_ANY,
        needs="",
        forbids=_called_hand_claimed,
    ),
    Circumstance(
        member="kong_upon_kong",
        text="A kong, a kong with its loose tile, and Mah-Jong with the loose tile of the second",
        code="kong-upon-kong-impossible",
        sources=_LOOSE_TILE,
        needs="the winning tile is a loose tile; the source is {source}",
        forbids=_fewer_than_two_kongs,
    ),
)
MEMBERS: Final[tuple[str, ...]] = tuple(each.member for each in ALL)
BITS: Final = {each.member: 1 << place for place, each in enumerate(ALL)}
"""The bit that stands for each circumstance in `Win.circumstances`, by its member."""


def held(win: Win) -> list[Circumstance]:
    """The circumstances that are told of a win."""
    held_bits = win.circumstances
    return [each for each in ALL if held_bits & BITS[each.member]] if held_bits else []
