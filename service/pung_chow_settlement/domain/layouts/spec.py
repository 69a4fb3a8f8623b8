"""A layout as text, as a rule has it; parsing and compiling it, with caches."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Any, Final, NamedTuple

from pung_chow_settlement.domain.faults import Facts, Fault
from pung_chow_settlement.domain.hand import COMPLETE_TILES
from pung_chow_settlement.domain.layouts.compile import (
    MAX_WAYS_OF_ONE,
    TOO_MANY_WAYS,
    CompiledLayout,
    CompileState,
    bracketed,
    compile_layout,
)
from pung_chow_settlement.domain.layouts.grammar import (
    MAX_CHARACTERS,
    parse,
    parse_completes,
    write,
    write_completes,
)
from pung_chow_settlement.domain.layouts.match import Matcher, prepare
from pung_chow_settlement.domain.layouts.parts import Completes, Exposed, FromWall, Layout
from pung_chow_settlement.domain.layouts.steps import TooManyStepsError
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


class Winds(NamedTuple):
    """The winds of a layout."""

    own: bool
    """True if it has the wind of the player's seat."""
    of_round: bool
    """True if it has that of the round."""
    named: tuple[Seat, ...]
    """Those that it names."""

    def place(self, own: Seat, round_wind: Seat) -> Place:
        """The seat and round, with East for what it does not depend on."""
        return own if self.own else Seat.EAST, round_wind if self.of_round else Seat.EAST

    def places(self) -> dict[Place, Place]:
        """By place, the first in which a layout is the same if winds that it does not name change places."""
        first: dict[tuple[Seat | None, Seat | None, bool], Place] = {}
        found: dict[Place, Place] = {}
        for own, wind in product(SEATS if self.own else (Seat.EAST,), SEATS if self.of_round else (Seat.EAST,)):
            both = self.own and self.of_round and own == wind
            kind = own if own in self.named else None, wind if wind in self.named else None, both
            found[own, wind] = first.setdefault(kind, (own, wind))
        return found

    def moved(self, alike: Place, place: Place) -> dict[Seat, Seat]:
        """By wind in one place, that in another which is alike."""
        used = [number for number, each in enumerate((self.own, self.of_round)) if each]
        found = {seat: seat for seat in self.named} | {alike[number]: place[number] for number in used}
        others = [seat for seat in SEATS if seat not in found.values()]
        return found | dict(zip([seat for seat in SEATS if seat not in found], others, strict=True))


@dataclass(frozen=True, slots=True)
class ReadLayout:
    """A layout without faults, kept as it was parsed: its text is shown and compared, and never parsed again."""

    written: LayoutSpec
    """Its standard form: equal layouts have equal texts. As a client wrote it where the standard form is too long."""
    layout: Layout = field(hash=False)
    places: Mapping[Place, Place] = field(compare=False)
    """By seat and round, the one for which it is compiled: the first that is alike but for the names of the winds."""
    winds: Winds = field(compare=False)
    """The winds that it has."""

    @property
    def key(self) -> str:
        """All members as one text, which identifies the layout."""
        return self.written.key

    @property
    def by_seat(self) -> bool:
        """True if it depends on the player's seat or the wind of the round."""
        return len(self.places) > 1


class ParsedLayout(NamedTuple):
    """The result of parsing a layout."""

    read: ReadLayout | None
    """None if it could not be parsed."""
    faults: tuple[Fault, ...]
    """Its faults, each with the path of the wrong member."""


@lru_cache(_READ_KEPT)
def parsed(sent: LayoutSpec) -> ParsedLayout:
    """Parse a layout; the result has the faults of every member."""
    parts, faults = parse(sent.tiles)
    found = [fault.prefixed(("tiles",)) for fault in faults]
    completes = {}
    for name in ("winning", "claimed"):
        text = getattr(sent, name)
        completes[name], faults = parse_completes(text) if text else (Completes(), [])
        found += [fault.prefixed((name,)) for fault in faults]
    if found:
        return ParsedLayout(None, tuple(found))
    layout = Layout(
        parts=parts,
        exposed=Exposed(sent.exposed),
        kongs=sent.kongs,
        from_wall=FromWall(sent.from_wall),
        **completes,
    )
    texts = {"tiles": write(parts), **{name: write_completes(each) for name, each in completes.items()}}
    words = " ".join(texts.values())
    tiles, winning, claimed = [
        text if len(text) <= MAX_CHARACTERS else getattr(sent, name) for name, text in texts.items()
    ]
    written = LayoutSpec(tiles, layout.exposed.value, layout.kongs, layout.from_wall.value, winning, claimed)
    winds = Winds(
        _OWN in words,
        _ROUND in words,
        SEATS if _HONOURS.search(words) else tuple([seat for seat in SEATS if seat.name.lower() in words]),
    )
    return ParsedLayout(ReadLayout(written, layout, winds.places(), winds), ())


def read(tiles: str, **members: Any) -> ReadLayout:
    """A layout of the service's own files, which has no faults."""
    found, faults = parsed(LayoutSpec(tiles, **members))
    assert found is not None, f"{tiles}: {faults}"
    return found


class _Made(NamedTuple):
    """The matcher of a layout for a seat and a round, or its fault; and what that took."""

    matcher: Matcher | Fault
    ways: int


@lru_cache(_KEPT)
def _made(read: ReadLayout, place: Place) -> _Made:
    """The layout compiled for a place, and prepared for it and those that are alike; elsewhere its winds change places.

    What it takes is counted, whatever is in a cache.
    """
    alike = read.places[place]
    if alike != place:
        first, ways = _made(read, alike)
        if isinstance(first, Fault):
            return _Made(first, ways)
        compiled = first.compiled.with_winds(read.winds.moved(alike, place), *place)
        return _Made(Matcher(compiled, read.key), ways)
    work = CompileState()
    found, faults = compile_layout(read.layout, *place, work)
    if found is None:
        return _Made(faults[0], work.ways)
    try:
        prepare(found.plans, [*read.places.values()].count(place), work.steps)
    except TooManyStepsError:
        return _Made(TOO_MANY_WAYS, work.ways)
    return _Made(Matcher(found, read.key), work.ways)


def matcher(read: ReadLayout, own: Seat, round_wind: Seat) -> Matcher | None:
    """The matcher for a seat and a round; None if the layout is impossible there (pungs of two equal winds)."""
    found = _made(read, read.winds.place(own, round_wind)).matcher
    return None if isinstance(found, Fault) else found


class Checked(NamedTuple):
    """A layout compiled for the dearest seat and round in which it is possible, or its faults; and what that took."""

    compiled: CompiledLayout | None
    faults: list[Fault]
    ways: int = 0


def checked(sent: LayoutSpec) -> Checked:
    """Check a layout.

    Each alternative must be part of a hand, and each limit be met by a winning tile, in some seat and round.
    """
    read, wrong = parsed(sent)
    return Checked(None, [*wrong]) if read is None else compiled(read)


def compiled(read: ReadLayout) -> Checked:
    """A layout compiled, if it is possible in some seat and round, and in none too costly."""
    possible, faults, ways = list[CompiledLayout](), list[Fault](), 0
    places = dict.fromkeys(read.places.values())
    for place in places:
        found, cost = _made(read, place)
        ways += cost
        in_all = max(ways, len(places) * cost)  # each place takes about as much
        fault = TOO_MANY_WAYS if in_all > MAX_WAYS_OF_ONE else found if isinstance(found, Fault) else None
        if fault is not None and fault.code == TOO_MANY_WAYS.code:
            return Checked(None, [fault.prefixed(("tiles",))], ways)
        if isinstance(found, Fault):
            faults.append(found.prefixed(("tiles",)))
        else:
            possible.append(found.compiled)
    if possible and not all(each.unused for each in possible):
        return Checked(max(possible, key=lambda each: each.cost), [], ways)
    work = CompileState()
    meant = bracketed(read.layout, work)
    wrong = _faults(possible, faults, meant)
    return Checked(None if wrong else max(possible, key=lambda each: each.cost), wrong, ways + work.ways)


def _faults(possible: list[CompiledLayout], faults: list[Fault], meant: str | None) -> list[Fault]:
    """The first fault of a layout that is impossible everywhere, or what it says in vain wherever it is possible."""
    if not possible:
        return [fault if meant is None else fault._replace(suggestion=meant) for fault in faults[:1]]
    unused = [each for each in possible[0].unused if all(each in other.unused for other in possible)]
    if not unused:
        return []
    facts: Facts = {"alternative": unused[0].text, "most": COMPLETE_TILES} if unused[0].text else {}
    return [Fault("impossible-layout", (unused[0].member,), meant, facts, unused[0].sentence)]
