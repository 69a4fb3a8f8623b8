"""The shapes of a complete hand: four sets and a pair, and layouts, those that have a name and those of rules.

A pattern decomposes a hand, finds the tiles that complete it and counts those that are missing. A rulebook lists the
shapes, patterns with a name, that it plays.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.hand import COMPLETE_TILES, HAND_SETS
from pung_chow_settlement.domain.layouts.compile import EVERY_KIND, Plan, Slot
from pung_chow_settlement.domain.layouts.match import CountedHand, Layouts, Matcher, Search
from pung_chow_settlement.domain.layouts.named import NAMED
from pung_chow_settlement.domain.layouts.parts import GroupKind
from pung_chow_settlement.domain.sets import PAIRS
from pung_chow_settlement.domain.sets_and_pair import (
    Decomposition,
    can_be_decomposed,
    completing,
    decompositions,
)
from pung_chow_settlement.domain.tiles import Tile, Tiles

_TABLES_KEPT: Final = 64
"""Lists of shapes in the cache: those of the rulebooks, and the last ones that some hand was one tile short of.

Without, deals and waits of bmja take 1.05 to 1.08 of the time."""
LAYOUT: Final = "layout"
"""The id of a shape that is a layout."""
OF_A_LAYOUT: Final = "A hand of a layout"
"""Its text."""


class Pattern:
    """One way in which a hand can be complete: four sets and a pair, or a layout."""

    def __init__(
        self, name: str, text: str, *, has_sets: bool, matcher: Matcher | None = None, layout: str = ""
    ) -> None:
        self.id = name
        self.text = text
        self.has_sets = has_sets
        """True if rules look at its sets and pairs, and at the traits of all its tiles."""
        self.matcher = matcher
        """The matcher of the layout; None if it is no layout."""
        self.layout = layout
        """The key of the layout, if it is that of a rule; else empty."""

    def decompose(self, counted: CountedHand) -> list[Decomposition]:
        """Every decomposition of the concealed tiles: of a layout one, its pairs or nothing; none if incomplete."""
        raise NotImplementedError

    def complete(self, counted: CountedHand) -> bool:
        """True if there is a decomposition."""
        return bool(self.decompose(counted))

    def waits(self, counted: CountedHand) -> list[Tile]:
        """The tiles that complete a hand which is one tile short."""
        raise NotImplementedError

    def tiles_missing(self, counted: CountedHand) -> int:
        """The fewest concealed tiles to exchange before the hand is complete."""
        raise NotImplementedError

    def may_be_won(self, counted: CountedHand, win: Win) -> bool:
        """True if a complete hand may have won this way."""
        return self.matcher is None or self.matcher.may_win(counted, win)


_SETS_AND_PAIR: Final = Search(
    Plan((), ((Slot(GroupKind.SET, EVERY_KIND), HAND_SETS), (Slot(GroupKind.PAIR, EVERY_KIND), 1)))
)


class _FourSets(Pattern):
    """Four sets and a pair."""

    def decompose(self, counted: CountedHand) -> list[Decomposition]:
        return decompositions(counted.concealed, HAND_SETS - counted.declared)

    def complete(self, counted: CountedHand) -> bool:
        return not counted.size_short and can_be_decomposed(counted.concealed)

    def waits(self, counted: CountedHand) -> list[Tile]:
        return completing(counted.concealed)

    def tiles_missing(self, counted: CountedHand) -> int:
        missing = _SETS_AND_PAIR.tiles_missing(counted, COMPLETE_TILES)
        return COMPLETE_TILES if missing is None else missing


class _OfLayout(Pattern):
    """The hands that match a layout."""

    def __init__(self, matcher: Matcher, *, name: str, text: str, pairs: bool = False, layout: str = "") -> None:
        super().__init__(name, text, has_sets=pairs, matcher=matcher, layout=layout)
        self._matches = matcher

    def decompose(self, counted: CountedHand) -> list[Decomposition]:
        return [sets_of(self.has_sets, counted.concealed)] if self._matches.is_complete(counted) else []

    def waits(self, counted: CountedHand) -> list[Tile]:
        return self._matches.waits(counted)

    def tiles_missing(self, counted: CountedHand) -> int:
        missing = self._matches.tiles_missing(counted)
        return COMPLETE_TILES if missing is None else missing


FOUR_SETS: Final[Pattern] = _FourSets("four-sets", "Four sets and a pair", has_sets=True)


def sets_of(pairs: bool, concealed: Tiles) -> Decomposition:
    """The decomposition of a complete layout: its pairs if `pairs`, else empty."""
    return tuple([PAIRS[tile] for tile in sorted(concealed)[::2]]) if pairs else ()


def of_layout(matcher: Matcher) -> Pattern:
    """The pattern of the layout of a rule."""
    return _OfLayout(matcher, name=LAYOUT, text=OF_A_LAYOUT, layout=matcher.key)


class LayoutShapes(Layouts[Pattern]):
    """Layouts that are matched together, each with its shape."""

    def __init__(self, shapes: Iterable[Pattern], *, count_if_waiting: bool = False) -> None:
        super().__init__({shape.matcher: shape for shape in shapes if shape.matcher is not None})
        self.count_if_waiting = count_if_waiting
        """True if some rule counts for a hand that waits for one of them."""


@lru_cache(_TABLES_KEPT)
def layouts_of(shapes: tuple[Pattern, ...]) -> LayoutShapes:
    """Layouts of rules, matched together; apart from the shapes, since one of them may have the same layout. Cached."""
    return LayoutShapes(shapes)


ALL: Final[tuple[Pattern, ...]] = (
    FOUR_SETS,
    *(_OfLayout(each.matcher, name=each.id, text=each.text, pairs=each.pairs) for each in NAMED.values() if each.shape),
)
"""Every shape that a rulebook can play."""
BY_ID: Final = {shape.id: shape for shape in ALL}


class SplitShapes(NamedTuple):
    """Shapes of one list: whether four sets and a pair is one, and layouts, which are matched together."""

    four_sets: bool
    layouts: LayoutShapes | None


@lru_cache(_TABLES_KEPT)
def split_shapes(shapes: tuple[Pattern, ...]) -> SplitShapes:
    """A list of shapes, split into layouts and four sets and a pair; cached."""
    layouts = [shape for shape in shapes if shape.matcher is not None]
    return SplitShapes(FOUR_SETS in shapes, LayoutShapes(layouts) if layouts else None)
