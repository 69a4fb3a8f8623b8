"""A layout as text, as a rule has it; parsing and compiling it, with caches."""

import re
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from pung_chow_settlement.domain.faults import Facts, Fault
from pung_chow_settlement.domain.hand import COMPLETE_TILES
from pung_chow_settlement.domain.layouts.compile import (
    MAX_WAYS,
    TOO_MANY_WAYS,
    CompiledLayout,
    CompileState,
    bracketed,
    compile_layout,
)
from pung_chow_settlement.domain.layouts.grammar import parse, parse_completes, write, write_completes
from pung_chow_settlement.domain.layouts.match import Matcher
from pung_chow_settlement.domain.layouts.model import Completes, Exposed, FromWall, Layout
from pung_chow_settlement.domain.seats import SEATS, Seat

_READ_KEPT: Final = 2048
"""Parsed layouts in the cache: without, a request with a known layout takes 1.1 to 1.2 of the time."""
_KEPT: Final = 128
"""Matchers in the cache, of up to half a megabyte each; one for each seat and round if the layout depends on them.

Without, a request with a known layout takes 1.2 to 1.3 of the time."""
_OWN: Final = "own wind"
_ROUND: Final = "round wind"
"""Words that mean another wind in each seat, or in each round."""
_HONOURS: Final = re.compile("[1-7]z")
"""Honours in the notation of hands."""


class LayoutSpec(NamedTuple):
    """A layout as text, as the members of a rule state it."""

    tiles: str
    exposed: str = Exposed.NEVER.value
    kongs: bool = False
    from_wall: str = FromWall.NOTHING.value
    winning: str = ""
    claimed: str = ""

    @property
    def key(self) -> str:
        """All members as one text, which identifies the layout."""
        return " | ".join(map(str, self))


Place = tuple[Seat, Seat]
"""A player's seat, and the wind of the round."""


class ParsedLayout(NamedTuple):
    """The result of parsing a layout."""

    layout: Layout | None
    """None if it could not be parsed."""
    faults: tuple[Fault, ...]
    """Its faults, each with the path of the wrong member."""
    by_seat: bool = False
    """Whether it depends on the player's seat or the wind of the round."""
    places: tuple[Place, ...] = ()
    """The seats and rounds in which it may differ: one for all that are alike but for the names of the winds."""

    @property
    def written(self) -> LayoutSpec:
        """The layout in its standard form: equal layouts have equal texts."""
        layout = self.layout
        assert layout is not None, "a layout with faults has no standard form"
        return LayoutSpec(
            write(layout.parts),
            layout.exposed.value,
            layout.kongs,
            layout.from_wall.value,
            write_completes(layout.winning),
            write_completes(layout.claimed),
        )


@lru_cache(_READ_KEPT)
def parsed(written: LayoutSpec) -> ParsedLayout:
    """Parse a layout; the result has the faults of every member."""
    parts, faults = parse(written.tiles)
    found = [fault.prefixed(("tiles",)) for fault in faults]
    completes = {}
    for name in ("winning", "claimed"):
        text = getattr(written, name)
        completes[name], faults = parse_completes(text) if text else (Completes(), [])
        found += [fault.prefixed((name,)) for fault in faults]
    if found:
        return ParsedLayout(None, tuple(found))
    layout = Layout(
        parts=parts,
        exposed=Exposed(written.exposed),
        kongs=written.kongs,
        from_wall=FromWall(written.from_wall),
        **completes,
    )
    words = " ".join([write(parts), *map(write_completes, completes.values())])
    return ParsedLayout(layout, (), _OWN in words or _ROUND in words, _places(words))


def _places(words: str) -> tuple[Place, ...]:
    """One place for all in which a layout of these words is the same, if winds that it does not name change places."""
    own, of_round = _OWN in words, _ROUND in words
    named = SEATS if _HONOURS.search(words) else [seat for seat in SEATS if seat.name.lower() in words]
    first: dict[tuple[Seat | None, Seat | None, bool], Place] = {}
    for seat, wind in product(SEATS if own else (Seat.EAST,), SEATS if of_round else (Seat.EAST,)):
        kind = (seat if seat in named else None, wind if wind in named else None, own and of_round and seat == wind)
        first.setdefault(kind, (seat, wind))
    return (*first.values(),)


class _Made(NamedTuple):
    """A layout for a seat and a round, or its fault; and what it cost."""

    made: Matcher | Fault
    ways: int


@lru_cache(_KEPT)
def _made(written: LayoutSpec, place: Place) -> _Made:
    layout = parsed(written).layout
    assert layout is not None, "a layout with faults has no matcher"
    work = CompileState()
    compiled, faults = compile_layout(layout, *place, work)
    return _Made(faults[0] if compiled is None else Matcher(compiled, written.key), work.ways)


def matcher(written: LayoutSpec, own: Seat, round_wind: Seat) -> Matcher | None:
    """The matcher for a seat and a round; None if the layout is impossible there (pungs of two equal winds)."""
    found, _ = _made(written, (own, round_wind) if parsed(written).by_seat else (Seat.EAST, Seat.EAST))
    return found if isinstance(found, Matcher) else None


class Checked(NamedTuple):
    """A layout compiled for the first seat and round in which it is possible, or its faults; and what that cost."""

    compiled: CompiledLayout | None
    faults: list[Fault]
    ways: int = 0


def checked(written: LayoutSpec) -> Checked:
    """Check a layout.

    Each alternative must be part of a hand, and each limit be met by a winning tile, in some seat and round.
    """
    result = parsed(written)
    if result.layout is None:
        return Checked(None, [*result.faults])
    standard, possible, faults, ways = result.written, list[CompiledLayout](), list[Fault](), 0
    for place in result.places:
        found, cost = _made(standard, place)
        ways += cost
        if isinstance(found, Fault):
            faults.append(found.prefixed(("tiles",)))
        else:
            possible.append(found.compiled)
            if not found.compiled.unused:
                return Checked(found.compiled, [], ways)
        if ways > MAX_WAYS:
            return Checked(None, [TOO_MANY_WAYS.prefixed(("tiles",))], ways)
    work = CompileState()
    meant = bracketed(result.layout, work)
    wrong = _faults(possible, faults, meant)
    return Checked(None if wrong else possible[0], wrong, ways + work.ways)


def _faults(possible: list[CompiledLayout], faults: list[Fault], meant: str | None) -> list[Fault]:
    """The first fault of a layout that is impossible everywhere, or what it says in vain wherever it is possible."""
    if not possible:
        return [fault if meant is None else fault._replace(suggestion=meant) for fault in faults[:1]]
    unused = [each for each in possible[0].unused if all(each in other.unused for other in possible)]
    if not unused:
        return []
    facts: Facts = {"alternative": unused[0].text, "most": COMPLETE_TILES} if unused[0].text else {}
    return [Fault("impossible-layout", (unused[0].member,), meant, facts, unused[0].sentence)]
