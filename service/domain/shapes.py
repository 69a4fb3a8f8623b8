"""The shapes of a complete hand: four sets and a pair, and layouts, those that have a name and those of rules.

The record of a shape has the functions that decompose a hand, count its missing tiles and find the tiles that complete
it. A rulebook lists the shapes that it plays.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from service.domain.deal import Win
from service.domain.decompose import Decomposition, can_be_decomposed, completing, count, decompositions
from service.domain.hand import HAND_TILES, Hand
from service.domain.layouts.match import Layouts, Matcher, PreparedHand, prepare
from service.domain.layouts.named import NAMED
from service.domain.sets import PAIRS
from service.domain.tiles import Tile, Tiles
from service.domain.tiles_missing import most_kept

ALL_TILES: Final = HAND_TILES + 1
"""Tiles of a complete hand without kongs."""
_SHAPES_KEPT: Final = 256
"""Shapes of layouts in the cache."""
_TABLES_KEPT: Final = 64
"""Lists of shapes in the cache: those of the rulebooks, and the last ones that some hand was one tile short of."""
LAYOUT: Final = "layout"
"""The id of a shape that is a layout."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WinShape:
    """One way in which a hand can be complete."""

    id: str
    text: str
    decompose: Callable[[Hand, Tiles], list[Decomposition]]
    """Every decomposition of the concealed tiles, an empty one if the shape has no sets; no element if incomplete."""
    complete: Callable[[Hand, Tiles], bool]
    """True if there is a decomposition."""
    tiles_missing: Callable[[Hand], int]
    """The fewest concealed tiles to exchange before the hand is complete."""
    waits: Callable[[Hand, Tiles], list[Tile]]
    """The tiles that complete a hand which is one tile short."""
    has_sets: bool = True
    """Whether rules look at its sets and pairs, and at the traits of all its tiles."""
    may_be_won: Callable[[Hand, Win], bool] = lambda hand, win: True
    """Whether a complete hand may have won this way."""
    layout: str = ""
    """The key of the layout, if it is that of a rule; else empty."""
    matcher: Matcher | None = None
    """The matcher of the layout; None if it is no layout."""


# Four sets and a pair


FOUR_SETS: Final = WinShape(
    id="four-sets",
    text="Four sets and a pair",
    decompose=lambda hand, concealed: decompositions(concealed, hand.sets_to_make),
    complete=lambda hand, concealed: len(concealed) == 3 * hand.sets_to_make + 2 and can_be_decomposed(concealed),
    tiles_missing=lambda hand: 3 * hand.sets_to_make + 2 - most_kept(count(hand.concealed), hand.sets_to_make),
    waits=lambda hand, concealed: completing(concealed),
)


# Layouts


def sets_of(pairs: bool, concealed: Tiles) -> Decomposition:
    """The decomposition of a complete layout: its pairs if `pairs`, else empty."""
    return tuple([PAIRS[tile] for tile in sorted(concealed)[::2]]) if pairs else ()


def _of_matcher(matcher: Matcher, *, name: str, text: str, pairs: bool = False, layout: str = "") -> WinShape:
    """The shape of the hands that match a layout."""

    def sorted_hand(hand: Hand, concealed: Tiles) -> PreparedHand:
        return prepare(hand, tuple(sorted(concealed)))

    def complete(hand: Hand, concealed: Tiles) -> bool:
        return matcher.is_complete(sorted_hand(hand, concealed))

    def waits(hand: Hand, concealed: Tiles) -> list[Tile]:
        return matcher.waits(sorted_hand(hand, concealed))

    def tiles_missing(hand: Hand) -> int:
        missing = matcher.tiles_missing(sorted_hand(hand, hand.concealed))
        return ALL_TILES if missing is None else missing

    return WinShape(
        id=name,
        text=text,
        decompose=lambda hand, concealed: [sets_of(pairs, concealed)] if complete(hand, concealed) else [],
        complete=complete,
        tiles_missing=tiles_missing,
        waits=waits,
        has_sets=pairs,
        may_be_won=lambda hand, win: matcher.may_win(hand, win),
        layout=layout,
        matcher=matcher,
    )


@lru_cache(_SHAPES_KEPT)
def of_layout(matcher: Matcher) -> WinShape:
    """The shape of the layout of a rule; cached."""
    return _of_matcher(matcher, name=LAYOUT, text="A hand that a layout tells", layout=matcher.key)


class LayoutShapes:
    """Layouts that are matched together."""

    def __init__(self, shapes: Iterable[WinShape], *, awaited: bool = False) -> None:
        self._shapes = {each.matcher: each for each in shapes if each.matcher is not None}
        self._layouts = Layouts(self._shapes)
        self.awaited = awaited
        """Whether some rule counts for a hand that waits for one of them."""

    def allow(self, hand: Hand) -> bool:
        """Whether the hand has no sets on the table, or some layout has sets."""
        return self._layouts.allows_declared(hand)

    def complete(self, prepared: PreparedHand) -> list[WinShape]:
        """The shapes that the hand completes."""
        return [self._shapes[matcher] for matcher in self._layouts.complete(prepared)]

    def waits(self, prepared: PreparedHand) -> list[tuple[WinShape, list[Tile]]]:
        """The shapes that the hand is one tile short of, each with the tiles that complete it."""
        return [(self._shapes[matcher], tiles) for matcher, tiles in self._layouts.waits(prepared)]

    def tiles_missing(self, hand: Hand, most: int) -> int:
        """The number of tiles missing from the nearest layout, at most `most`."""
        return self._layouts.tiles_missing(prepare(hand, hand.concealed), most) if self.allow(hand) else most

    def nearest(self, hand: Hand, most: int, otherwise: WinShape | None) -> tuple[int, WinShape | None]:
        """The fewest tiles missing from a layout, at most `most`, and the first such layout; `otherwise` if none is."""
        if not self._layouts.allows_declared(hand):
            return most, otherwise
        prepared, found, least = prepare(hand, hand.concealed), otherwise, most + (otherwise is None)
        for matcher, shape in self._shapes.items():
            missing = matcher.tiles_missing(prepared, least - 1)
            if missing is not None:
                found, least = shape, missing
        return min(least, most), found


ALL_NAMED: Final = Layouts([each.matcher for each in NAMED.values()])
"""Every layout with a name."""
NO_LAYOUTS: Final = LayoutShapes((), awaited=False)
ALL: Final = (
    FOUR_SETS,
    *(
        _of_matcher(each.matcher, name=each.id, text=each.text, pairs=each.pairs)
        for each in NAMED.values()
        if each.shape
    ),
)
"""Every shape that a rulebook can play."""
BY_ID: Final = {shape.id: shape for shape in ALL}


class SplitShapes(NamedTuple):
    """Shapes of one list: those that are tested one by one, and layouts, which are matched together."""

    plain: tuple[WinShape, ...]
    layouts: LayoutShapes | None


@lru_cache(_TABLES_KEPT)
def split_shapes(shapes: tuple[WinShape, ...]) -> SplitShapes:
    """A list of shapes, split into layouts and others; cached."""
    plain = tuple([each for each in shapes if each.matcher is None])
    return SplitShapes(plain, LayoutShapes(shapes) if len(plain) < len(shapes) else None)
