"""Records of a layout: the parts of a special hand, how it may be exposed, and how it may be won."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from pung_chow_settlement.domain.faults import Fault

SUITED: Final = "suit"
"""The name of a term of numbered tiles."""
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
"""By colour: the one suit that has tiles of it, and their numbers."""


class RefusedError(Exception):
    """A layout that cannot be parsed, is never a hand or costs too much; `fault` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message_key)
        self.fault = fault


class GroupKind(StrEnum):
    """The kinds of groups of tiles, by their words in the language of layouts."""

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
    """A second copy of one of some fixed tiles."""


class Term(NamedTuple):
    """A term for kinds of tiles: numbers of a suit, or honours."""

    name: str
    """`suit` for numbers of a suit; else `any` or the name of honours."""
    numbers: tuple[str, ...] = ()
    """`5`, `2-8`, `odd`, `green`, `n` ...; empty: all nine."""
    suit: str = ""
    """`a`, `circles`, `any suit`, `each suit`; of `dragon of`, the suit that it belongs to."""


Kinds = tuple[Term, ...]
"""The kinds of any of these terms; empty: every kind."""


class Group(NamedTuple):
    """From `least` to `most` groups of one kind."""

    kind: GroupKind
    tile_kinds: Kinds = ()
    """The kinds of tiles that they may have."""
    least: int = 1
    most: int = 1
    different: bool = False
    """True if no two may have the same tiles."""
    each: bool = False
    """True if there is a group for every kind of tile, rather than one of any kind."""
    length: int = 0
    """Tiles of a run; 0 for other groups."""
    start: str = ""
    """The number that a run starts with; empty if any."""
    twice: Kinds | None = None
    """The kinds of the tile that comes twice (`()`: any kind); None if none does."""


class Loose(NamedTuple):
    """Tiles given by numbers: one of these lists of numbers, in one of these suits."""

    numbers: tuple[tuple[int, ...], ...]
    suits: tuple[str, ...]
    twice: Kinds | None = None


class Listed(NamedTuple):
    """Tiles given in the notation of hands (`123m44z`)."""

    tiles: tuple[int, ...]
    twice: Kinds | None = None


class Several(NamedTuple):
    """Parts in brackets: all of them."""

    parts: tuple["Part", ...]
    twice: Kinds | None = None


class OneOf(NamedTuple):
    """Parts joined by `or`: one of them."""

    options: tuple["Part", ...]


class Bonus(NamedTuple):
    """A flower or season, one of these; the other parts are the thirteen playing tiles of the hand."""

    tiles: tuple[int, ...]


class Within(NamedTuple):
    """The values that a letter may have (`a in circles/bamboo`)."""

    letter: str
    values: tuple[str, ...]


Part = Group | Loose | Listed | Several | OneOf | Bonus | Within


class Exposed(StrEnum):
    """The sets that may have been claimed before the winning tile."""

    NEVER = "never"
    KONGS = "kongs"
    """Whole kongs only."""
    CHOWS = "chows"
    """Chows only."""
    PUNGS = "pungs"
    """Pungs and whole kongs only."""
    HALF = "half"
    """Any of its sets, for half its value."""
    FULL = "full"
    """Any of its sets, for its full value."""


class FromWall(StrEnum):
    """The tiles that must come from the wall."""

    NOTHING = "nothing"
    LAST = "last"
    """The winning tile."""
    EVERY = "every"
    """Every tile: neither a set nor the winning tile was claimed."""


class Completes(NamedTuple):
    """What the winning tile must complete (one of these groups) or be (one of these kinds); both empty: no limit."""

    groups: tuple[GroupKind, ...] = ()
    kinds: Kinds = ()


ANYTHING: Final = Completes()
SLOTS_OF_GROUP: Final = {
    **{kind: (kind,) for kind in GroupKind},
    GroupKind.PUNG: (GroupKind.PUNG, GroupKind.PUNG_OR_KONG, GroupKind.SET),
    GroupKind.PUNG_OR_KONG: (GroupKind.PUNG, GroupKind.PUNG_OR_KONG, GroupKind.SET),
    GroupKind.KONG: (),
    GroupKind.CHOW: (GroupKind.CHOW, GroupKind.SET),
    GroupKind.PAIR: (GroupKind.PAIR, GroupKind.MIXED_PAIR),
}
"""By a group that the winning tile must complete: the groups of a layout that count as one; no tile wins on a kong."""


def completed_by(limits: Iterable[Completes]) -> frozenset[GroupKind] | None:
    """The groups of a layout that a winning tile within all these limits may complete; None: any."""
    groups = [limit.groups for limit in limits if limit.groups]
    every = [frozenset([kind for each in some for kind in SLOTS_OF_GROUP[each]]) for some in groups]
    return frozenset(GroupKind).intersection(*every) if every else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A special hand: its parts, how it may be exposed, and what may win it."""

    parts: tuple[Part, ...]
    exposed: Exposed = Exposed.NEVER
    kongs: bool = False
    """True if each pung may be a kong."""
    from_wall: FromWall = FromWall.NOTHING
    winning: Completes = ANYTHING
    claimed: Completes = ANYTHING
    """A further limit if the winning tile was claimed."""
