"""The shapes of a complete hand: four sets and a pair, and layouts, those that have a name and those of rules.

Each is a record with its way to divide the concealed tiles, its distance from complete and the tiles that it may wait
for; a rulebook lists those that it plays.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from service.domain.deal import Win
from service.domain.decompose import Decomposition, can_be_decomposed, completing, count, decompositions
from service.domain.hand import HAND_TILES, Hand
from service.domain.layouts.match import Layouts, Lying, Matcher, lying_of
from service.domain.layouts.named import NAMED
from service.domain.layouts.signs import may_be, most_kinds_of
from service.domain.sets import PAIRS
from service.domain.tiles import Tile, Tiles
from service.domain.tiles_missing import most_kept

ALL_TILES: Final = HAND_TILES + 1
"""Tiles of a complete hand without kongs."""
_SHAPES_KEPT: Final = 256
"""Shapes of layouts that are kept, one for each layout that is ready."""
_TABLES_KEPT: Final = 64
"""Lists of shapes that are kept: those of the rulebooks, and those that hands came near to last."""
LAYOUT: Final = "layout"
"""The id of a shape that is a layout."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class WinShape:
    """One way in which a hand can be complete."""

    id: str
    text: str
    decompose: Callable[[Hand, Tiles], list[Decomposition]]
    """Every decomposition of the concealed tiles (an empty one for a shape without sets); no element if incomplete."""
    complete: Callable[[Hand, Tiles], bool]
    """True if there is a decomposition."""
    tiles_missing: Callable[[Hand], int]
    """The fewest concealed tiles to exchange before the hand is complete."""
    waits: Callable[[Hand, Tiles], list[Tile]]
    """The tiles that complete a hand whose concealed ones lack one."""
    has_sets: bool = True
    """Whether its rules look at sets, pairs and all tiles together."""
    may_be_won: Callable[[Hand, Win], bool] = lambda hand, win: True
    """Whether the winning tile may have come so."""
    layout: str = ""
    """The key of the layout of a rule that it is; empty where it is none."""
    matcher: Matcher | None = None
    """What finds the layout that it is, of a rule or with a name; None where it is none."""


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
    """The tiles of a complete layout as pairs, where rules look at them so."""
    return tuple([PAIRS[tile] for tile in sorted(concealed)[::2]]) if pairs else ()


def _of_matcher(matcher: Matcher, *, name: str, text: str, pairs: bool = False, layout: str = "") -> WinShape:
    """The shape of the hands that a layout tells."""

    def lying(hand: Hand, concealed: Tiles) -> Lying:
        return lying_of(hand, tuple(sorted(concealed)))

    def complete(hand: Hand, concealed: Tiles) -> bool:
        return matcher.is_complete(lying(hand, concealed))

    def waits(hand: Hand, concealed: Tiles) -> list[Tile]:
        return matcher.waits(lying(hand, concealed))

    def tiles_missing(hand: Hand) -> int:
        lacking = matcher.lacking(lying(hand, hand.concealed))
        return ALL_TILES if lacking is None else lacking

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
    """The shape that is a layout of a rule."""
    return _of_matcher(matcher, name=LAYOUT, text="A hand that a layout tells", layout=matcher.key)


class LayoutShapes:
    """Layouts that are looked for together, so that a hand which is none of them is dismissed at once."""

    def __init__(self, shapes: Iterable[WinShape], *, awaited: bool = False) -> None:
        self._shapes = {each.matcher: each for each in shapes if each.matcher is not None}
        self._layouts = Layouts(self._shapes)
        self._complete, self._short = most_kinds_of(self._shapes, 0), most_kinds_of(self._shapes, 1)
        self.awaited = awaited
        """Whether some rule pays a hand that waits for one of them."""

    def decomposed(self, hand: Hand) -> list[tuple[WinShape, list[Decomposition]]]:
        """Those that the hand completes, each with its one decomposition."""
        return [(shape, [sets_of(shape.has_sets, hand.concealed)]) for shape in self.complete(hand, hand.concealed)]

    def complete(self, hand: Hand, concealed: Tiles) -> list[WinShape]:
        """Those that the hand completes."""
        if not self._may_be(hand, concealed, self._complete):
            return []
        return [self._shapes[matcher] for matcher in self._layouts.complete(lying_of(hand, concealed))]

    def waits(self, hand: Hand, concealed: Tiles) -> list[tuple[WinShape, list[Tile]]]:
        """Those that one tile more would complete, each with such tiles."""
        if not self._may_be(hand, concealed, self._short):
            return []
        found = self._layouts.waits(lying_of(hand, concealed))
        return [(self._shapes[matcher], tiles) for matcher, tiles in found]

    def _may_be(self, hand: Hand, concealed: Tiles, most: tuple[int, ...]) -> bool:
        return self._layouts.may_have_sets(hand) if hand.declared else may_be(concealed, most)

    def tiles_missing(self, hand: Hand, most: int) -> int:
        """How many tiles the hand lacks of the nearest of them; `most` if that is no fewer."""
        if not self._layouts.may_have_sets(hand):
            return most
        return self._layouts.lacking(lying_of(hand, hand.concealed), most)


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


class Apart(NamedTuple):
    """Shapes that are looked for one by one, and layouts that are looked for together."""

    plain: tuple[WinShape, ...]
    layouts: LayoutShapes | None


@lru_cache(_TABLES_KEPT)
def apart(shapes: tuple[WinShape, ...]) -> Apart:
    """Shapes as they are looked for."""
    plain = tuple([each for each in shapes if each.matcher is None])
    return Apart(plain, LayoutShapes(shapes) if len(plain) < len(shapes) else None)
