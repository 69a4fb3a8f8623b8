"""Records of a layout: the parts of a special hand, how it may be exposed, and how it may be won."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, Union

from service.domain.faults import Fault

SUITED: Final = "suit"
"""The name of a term that has numbers of a suit."""
SUIT_NAMES: Final[tuple[str, ...]] = ("characters", "circles", "bamboo")
SUIT_LETTERS: Final[tuple[str, ...]] = ("a", "b", "c")
"""Letters for suits of the player's choice, all different."""
NUMBER_LETTERS: Final[tuple[str, ...]] = ("n", "m")
"""Letters for numbers of the player's choice, all different."""
ANY_SUIT: Final = "any suit"
EACH_SUIT: Final = "each suit"
DRAGON_OF: Final = "dragon of"
COLOURS: Final = {
    "green": ("bamboo", (2, 3, 4, 6, 8)),
    "red": ("bamboo", (1, 5, 7, 9)),
    "blue": ("circles", (2, 3, 4, 5, 8, 9)),
}
"""The numbers and the one suit that a colour stands for."""


class RefusedError(Exception):
    """A layout that cannot be parsed, can never be a hand or costs too much, and why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message_key)
        self.fault = fault


class What(StrEnum):
    """What a group is."""

    TILE = "tile"
    PAIR = "pair"
    PUNG = "pung"
    KONG = "kong"
    PUNG_OR_KONG = "p/k"
    CHOW = "chow"
    SET = "set"
    """A chow, a pung or a kong."""
    RUN = "run"
    """Tiles of one suit with consecutive numbers."""
    MIXED_PAIR = "mixed pair"
    """One number in two suits."""
    MIXED_TRIPLE = "mixed triple"
    """One number in all three suits."""
    MIXED_CHOW = "mixed chow"
    """Three consecutive numbers, each in another suit."""
    TWICE = "twice"
    """The second of loose tiles, one of which comes twice."""


class Term(NamedTuple):
    """Some kinds of tiles."""

    name: str
    """`suit` for numbers of a suit; else the name of the honours, or `any`."""
    numbers: tuple[str, ...] = ()
    """`5`, `2-8`, `odd`, `green`, `n` ...; none: all nine."""
    suit: str = ""
    """`a`, `circles`, `any suit`, `each suit`; also the suit whose dragon is meant."""


Kinds = tuple[Term, ...]
"""The kinds of any of these terms; none: every kind."""


class Group(NamedTuple):
    """A number of groups of tiles, each of tiles of these kinds."""

    what: What
    kinds: Kinds = ()
    least: int = 1
    most: int = 1
    different: bool = False
    """Whether all groups must differ."""
    each: bool = False
    """Whether it is one group for every kind, rather than one of any kind."""
    length: int = 0
    """Tiles of a run."""
    start: str = ""
    """The number that a run starts with; empty if any."""
    twice: Kinds | None = None
    """The kinds of which one comes twice (`()`: any); None where none does."""


class Loose(NamedTuple):
    """Tiles given by numbers: one of some lists of numbers, in one of some suits."""

    numbers: tuple[tuple[int, ...], ...]
    suits: tuple[str, ...]
    twice: Kinds | None = None


class Listed(NamedTuple):
    """Tiles given in the notation."""

    tiles: tuple[int, ...]
    twice: Kinds | None = None


class Several(NamedTuple):
    """Parts that belong together."""

    parts: tuple["Part", ...]
    twice: Kinds | None = None


class Choice(NamedTuple):
    """One of several parts."""

    options: tuple["Part", ...]


class Within(NamedTuple):
    """What a letter may stand for."""

    letter: str
    values: tuple[str, ...]


Part = Union[Group, Loose, Listed, Several, Choice, Within]  # noqa: UP007  # the name stands in its own members


class Exposed(StrEnum):
    """What may have been claimed for the layout before the winning tile."""

    NEVER = "never"
    KONGS = "kongs"
    """Whole kongs only."""
    HALF = "half"
    """Any of its sets, for half its value."""
    FULL = "full"
    """Any of its sets, for its full value."""


class FromWall(StrEnum):
    """What must come from the wall."""

    NOTHING = "nothing"
    LAST = "last"
    """The winning tile."""
    EVERY = "every"
    """Every tile: neither a set nor the winning tile was claimed."""


class Completes(NamedTuple):
    """What the winning tile must complete (one of these groups) or be (one of these kinds); both empty: anything."""

    groups: tuple[What, ...] = ()
    kinds: Kinds = ()


ANYTHING: Final = Completes()


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A special hand: its parts, how it may be exposed, and what may win it."""

    parts: tuple[Part, ...]
    exposed: Exposed = Exposed.NEVER
    kongs: bool = False
    """Whether a kong may stand for each pung."""
    from_wall: FromWall = FromWall.NOTHING
    winning: Completes = ANYTHING
    claimed: Completes = ANYTHING
    """The same, if the winning tile was claimed."""
