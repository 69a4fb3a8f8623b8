"""A layout as text, as a rule has it; parsing and compiling it, with caches."""

from functools import lru_cache
from typing import Final, NamedTuple

from pung_chow_settlement.domain.faults import Facts, Fault
from pung_chow_settlement.domain.hand import COMPLETE_TILES
from pung_chow_settlement.domain.layouts.compile import CompiledLayout, bracketed, compile_layout
from pung_chow_settlement.domain.layouts.grammar import parse, parse_completes, write, write_completes
from pung_chow_settlement.domain.layouts.match import Matcher
from pung_chow_settlement.domain.layouts.model import Completes, Exposed, FromWall, Layout
from pung_chow_settlement.domain.seats import SEATS, Seat

_READ_KEPT: Final = 2048
"""Parsed layouts in the cache: without, a request with a known layout takes 1.1 to 1.2 of the time."""
_KEPT: Final = 128
"""Matchers in the cache, of up to half a megabyte each; one for each seat and round if the layout depends on them.

Without, a request with a known layout takes 1.2 to 1.3 of the time."""
_SEAT_WORDS: Final = ("own wind", "round wind")
"""Words that mean another wind in each seat or round."""


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


class ParsedLayout(NamedTuple):
    """The result of parsing a layout."""

    layout: Layout | None
    """None if it could not be parsed."""
    faults: tuple[Fault, ...]
    """Its faults, each with the path of the wrong member."""
    by_seat: bool = False
    """Whether it depends on the player's seat or the wind of the round."""

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
    return ParsedLayout(layout, (), any(word in words for word in _SEAT_WORDS))


@lru_cache(_KEPT)
def _matcher(written: LayoutSpec, own: Seat, round_wind: Seat) -> Matcher | Fault:
    layout = parsed(written).layout
    assert layout is not None, "a layout with faults has no matcher"
    compiled, faults = compile_layout(layout, own, round_wind)
    return faults[0] if compiled is None else Matcher(compiled, written.key)


def matcher(written: LayoutSpec, own: Seat, round_wind: Seat) -> Matcher | None:
    """The matcher for a seat and a round; None if the layout is impossible there (pungs of two equal winds)."""
    found = _matcher(written, own, round_wind) if parsed(written).by_seat else _matcher(written, Seat.EAST, Seat.EAST)
    return found if isinstance(found, Matcher) else None


def checked(written: LayoutSpec) -> tuple[CompiledLayout | None, list[Fault]]:
    """The layout compiled for the first seat and round in which it is possible; or its faults.

    Each alternative must be part of a hand, and each limit be met by a winning tile, in some seat and round.
    """
    result = parsed(written)
    if result.layout is None:
        return None, [*result.faults]
    places = [(own, wind) for own in SEATS for wind in SEATS] if result.by_seat else [(Seat.EAST, Seat.EAST)]
    standard, possible, faults = result.written, [], []
    for own, wind in places:
        found = _matcher(standard, own, wind)
        if isinstance(found, Fault):
            faults.append(found.prefixed(("tiles",)))
        else:
            possible.append(found.compiled)
            if not found.compiled.unused:
                return found.compiled, []
    meant = bracketed(result.layout)
    if not possible:
        return None, [fault if meant is None else fault._replace(suggestion=meant) for fault in faults[:1]]
    unused = [each for each in possible[0].unused if all(each in other.unused for other in possible)]
    if not unused:
        return possible[0], []
    facts: Facts = {"alternative": unused[0].text, "most": COMPLETE_TILES} if unused[0].text else {}
    return None, [Fault("impossible-layout", (unused[0].member,), meant, facts, unused[0].sentence)]
