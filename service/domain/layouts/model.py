"""A layout: what a special hand is made of, as it is written, and how it may lie and be won."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, Union

SUITED: Final = "suit"
"""The name of a term that is numbers of a suit."""
SUIT_NAMES: Final[tuple[str, ...]] = ("characters", "circles", "bamboo")
SUIT_LETTERS: Final[tuple[str, ...]] = ("a", "b", "c")
"""Suits of the player's choice, each another one."""
NUMBER_LETTERS: Final[tuple[str, ...]] = ("n", "m")
"""Numbers of the player's choice, each another one."""
ANY_SUIT: Final = "any suit"
EACH_SUIT: Final = "each suit"
DRAGON_OF: Final = "dragon of"
COLOURS: Final = {
    "green": ("bamboo", (2, 3, 4, 6, 8)),
    "red": ("bamboo", (1, 5, 7, 9)),
    "blue": ("circles", (2, 3, 4, 5, 8, 9)),
}
"""The numbers of a colour, and the one suit that has it."""


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
    """Tiles of one suit, one number after another."""
    MIXED_PAIR = "mixed pair"
    """One number in two suits."""
    MIXED_TRIPLE = "mixed triple"
    """One number in all three suits."""
    MIXED_CHOW = "mixed chow"
    """Three numbers, one after another, each of another suit."""
    TWICE = "twice"
    """The second of loose tiles, one of which comes twice."""


class Term(NamedTuple):
    """Some kinds of tiles."""

    name: str
    """`suit` for numbers of a suit; else what the honours are called, or `any`."""
    numbers: tuple[str, ...] = ()
    """`5`, `2-8`, `odd`, `green`, `n` ...; none: all nine."""
    suit: str = ""
    """`a`, `circles`, `any suit`, `each suit`; also the suit whose dragon is meant."""


Kinds = tuple[Term, ...]
"""The kinds of any of these terms; none: every kind."""


class Group(NamedTuple):
    """So many groups of tiles, all tiles of each of these kinds."""

    what: What
    kinds: Kinds = ()
    least: int = 1
    most: int = 1
    different: bool = False
    """Whether no two may be the same."""
    each: bool = False
    """One for every kind, rather than one of any."""
    length: int = 0
    """Tiles of a run."""
    start: str = ""
    """The number that a run starts with, where it is named."""
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
    """One part of some."""

    options: tuple["Part", ...]


class Within(NamedTuple):
    """What a letter may stand for."""

    letter: str
    values: tuple[str, ...]


Part = Union[Group, Loose, Listed, Several, Choice, Within]  # noqa: UP007  # the name stands in its own members


class Exposed(StrEnum):
    """What a player may have claimed for it, before the winning tile."""

    NEVER = "never"
    KONGS = "kongs"
    """Whole kongs only."""
    HALF = "half"
    """Any set that it has, for half its value."""
    FULL = "full"
    """Any set that it has, for its full value."""


class FromWall(StrEnum):
    """What must come from the wall."""

    NOTHING = "nothing"
    LAST = "last"
    """The winning tile."""
    EVERY = "every"
    """Every tile: no set was claimed, the winning tile neither."""


class Completes(NamedTuple):
    """What the winning tile must do: complete one of these groups, or be of these kinds; with neither, anything."""

    groups: tuple[What, ...] = ()
    kinds: Kinds = ()


ANYTHING: Final = Completes()


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A special hand: what it is made of, how it may lie, and what may win it."""

    parts: tuple[Part, ...]
    exposed: Exposed = Exposed.NEVER
    kongs: bool = False
    """Whether a kong may stand for each pung."""
    from_wall: FromWall = FromWall.NOTHING
    winning: Completes = ANYTHING
    claimed: Completes = ANYTHING
    """The same, where the winning tile was claimed."""
