"""A layout as a rule states it in words, and its parsed and compiled forms, cached."""

from functools import lru_cache
from typing import Final, NamedTuple

from service.domain.faults import Fault
from service.domain.layouts.compile import Form, compiled
from service.domain.layouts.grammar import parse, parse_completes, write, write_completes
from service.domain.layouts.match import Matcher
from service.domain.layouts.model import Completes, Exposed, FromWall, Layout
from service.domain.seats import SEATS, Seat

_READ_KEPT: Final = 2048
"""Parsed layouts in the cache."""
_KEPT: Final = 128
"""Compiled layouts in the cache, of up to half a megabyte; one for each seat and round if they depend on them."""
_SEATED: Final = ("own wind", "round wind")
"""Words that mean a different wind for each seat and round."""


class Written(NamedTuple):
    """A layout as text, as the members of a rule state it."""

    tiles: str
    exposed: str = Exposed.NEVER.value
    kongs: bool = False
    from_wall: str = FromWall.NOTHING.value
    winning: str = ""
    claimed: str = ""

    @property
    def key(self) -> str:
        """The layout as one text, which identifies it."""
        return " | ".join(map(str, self))


class Read(NamedTuple):
    """A parsed layout."""

    layout: Layout | None
    """None if it could not be parsed."""
    faults: tuple[Fault, ...]
    """The faults, each with the path of the wrong member."""
    seated: bool = False
    """Whether it depends on the player's seat or the wind of the round."""

    @property
    def written(self) -> Written:
        """The layout in its standard form: equal layouts have equal words."""
        layout = self.layout
        assert layout is not None, "only what could be read is written"
        return Written(
            write(layout.parts),
            layout.exposed.value,
            layout.kongs,
            layout.from_wall.value,
            write_completes(layout.winning),
            write_completes(layout.claimed),
        )


@lru_cache(_READ_KEPT)
def read(written: Written) -> Read:
    """Parse a layout, or list what is wrong with each of its members."""
    parts, faults = parse(written.tiles)
    found = [fault.beneath(("tiles",)) for fault in faults]
    asked = {}
    for name in ("winning", "claimed"):
        text = getattr(written, name)
        asked[name], faults = parse_completes(text) if text else (Completes(), [])
        found += [fault.beneath((name,)) for fault in faults]
    if found:
        return Read(None, tuple(found))
    layout = Layout(
        parts=parts,
        exposed=Exposed(written.exposed),
        kongs=written.kongs,
        from_wall=FromWall(written.from_wall),
        **asked,
    )
    words = " ".join([write(parts), *map(write_completes, asked.values())])
    return Read(layout, (), any(word in words for word in _SEATED))


@lru_cache(_KEPT)
def _made(written: Written, own: Seat, round_wind: Seat) -> Matcher | Fault:
    layout = read(written).layout
    assert layout is not None, "what could not be read is refused before"
    form, faults = compiled(layout, own, round_wind)
    return faults[0] if form is None else Matcher(form, written.key)


def matcher(written: Written, own: Seat, round_wind: Seat) -> Matcher | None:
    """The matcher for a seat and a round; None if the layout is impossible there (pungs of two equal winds)."""
    made = _made(written, own, round_wind) if read(written).seated else _made(written, Seat.EAST, Seat.EAST)
    return made if isinstance(made, Matcher) else None


def checked(written: Written) -> tuple[Form | None, list[Fault]]:
    """A layout compiled for the first seat and round in which it is possible; or everything that is wrong with it."""
    parsed = read(written)
    if parsed.layout is None:
        return None, [*parsed.faults]
    places = [(own, wind) for own in SEATS for wind in SEATS] if parsed.seated else [(Seat.EAST, Seat.EAST)]
    standard, faults = parsed.written, []
    for own, wind in places:
        made = _made(standard, own, wind)
        if isinstance(made, Matcher):
            return made.form, []
        faults.append(made.beneath(("tiles",)))
    return None, faults[:1]
