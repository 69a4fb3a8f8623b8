"""The shapes of a complete hand: four sets and a pair, and those that have a way of their own.

Each is a record with its way to divide the concealed tiles, its distance from complete and the tiles that it may wait
for; a rulebook lists those that it plays. Other shapes than four sets and a pair are of fourteen concealed tiles, or
layouts.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Final

from service.domain.deal import Win
from service.domain.decompose import Counts, Decomposition, can_be_decomposed, completing, count, decompositions
from service.domain.hand import HAND_TILES, Hand
from service.domain.layouts.match import Layouts, Lying, Matcher, lying_of
from service.domain.sets import PAIRS
from service.domain.tiles import FIRST_WIND, MAJORS, MOST_COPIES, PLAYING_TILES, WINDS, Tile, Tiles
from service.domain.tiles_missing import most_kept

ALL_TILES: Final = HAND_TILES + 1
"""Tiles of a complete hand without kongs."""
HAND_PAIRS: Final = ALL_TILES // 2
_SHAPES_KEPT: Final = 1024
"""Shapes of layouts that are kept, one for each layout that is ready."""
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
    """The key of the layout that it is; empty where it is none."""


# Four sets and a pair


FOUR_SETS: Final = WinShape(
    id="four-sets",
    text="Four sets and a pair",
    decompose=lambda hand, concealed: decompositions(concealed, hand.sets_to_make),
    complete=lambda hand, concealed: len(concealed) == 3 * hand.sets_to_make + 2 and can_be_decomposed(concealed),
    tiles_missing=lambda hand: 3 * hand.sets_to_make + 2 - most_kept(count(hand.concealed), hand.sets_to_make),
    waits=lambda hand, concealed: completing(concealed),
)


# Shapes of fourteen concealed tiles


def _of_fourteen(
    name: str,
    text: str,
    *,
    is_complete: Callable[[Tiles], bool],
    kept: Callable[[Counts], int],
    candidates: Callable[[Tiles], Iterable[Tile]],
    sets: Callable[[Tiles], Decomposition] | None = None,
) -> WinShape:
    """A shape without declared sets: whether fourteen tiles are it, the most tiles that it can use of some, and at a
    quick look the tiles that may complete thirteen."""

    def complete(hand: Hand, concealed: Tiles) -> bool:
        return len(concealed) == ALL_TILES and not hand.declared and is_complete(concealed)

    def decompose(hand: Hand, concealed: Tiles) -> list[Decomposition]:
        if not complete(hand, concealed):
            return []
        return [() if sets is None else sets(tuple(sorted(concealed)))]

    def waits(_: Hand, concealed: Tiles) -> list[Tile]:
        if len(concealed) != HAND_TILES:
            return []
        return [tile for tile in candidates(concealed) if is_complete((*concealed, tile))]

    def tiles_missing(hand: Hand) -> int:
        return ALL_TILES if hand.declared else ALL_TILES - kept(count(hand.concealed))

    return WinShape(
        id=name,
        text=text,
        decompose=decompose,
        complete=complete,
        tiles_missing=tiles_missing,
        waits=waits,
        has_sets=sets is not None,
    )


def _is_thirteen_majors(concealed: Tiles) -> bool:
    return MAJORS.issuperset(concealed) and len(set(concealed)) == len(MAJORS)


def _majors_kept(counts: Counts) -> int:
    held = [counts[tile] for tile in MAJORS if counts[tile]]
    return len(held) + any(copies > 1 for copies in held)


THIRTEEN_MAJORS: Final = _of_fourteen(
    "thirteen-heads",
    "Thirteen heads: one of each head, one of them twice",
    is_complete=_is_thirteen_majors,
    kept=_majors_kept,
    candidates=lambda concealed: MAJORS if MAJORS.issuperset(concealed) else (),
)


def _pairs_of(concealed: Tiles) -> Decomposition:
    return tuple(PAIRS[tile] for tile in concealed[::2])


def pairs_of(name: str, text: str, *, kinds: Iterable[Tile], different: bool, has_sets: bool = False) -> WinShape:
    """Seven pairs of these kinds; where they need not be different, four alike are two pairs."""
    allowed = frozenset(kinds)

    def is_complete(concealed: Tiles) -> bool:
        if not allowed.issuperset(concealed):
            return False
        tiles = sorted(concealed)
        return tiles[::2] == tiles[1::2] and not (different and len(set(tiles)) < HAND_PAIRS)

    def kept(counts: Counts) -> int:
        most = MOST_COPIES // 2 if not different else 1
        gains = [min(2, max(0, counts[tile] - 2 * pair)) for tile in allowed for pair in range(most)]
        return sum(sorted(gains)[-HAND_PAIRS:])

    def candidates(concealed: Tiles) -> Iterable[Tile]:
        single = [tile for tile, copies in Counter(concealed).items() if copies % 2]
        return single if len(single) == 1 else ()

    sets = _pairs_of if has_sets else None
    return _of_fourteen(name, text, is_complete=is_complete, kept=kept, candidates=candidates, sets=sets)


SEVEN_PAIRS: Final = pairs_of("seven-pairs", "Seven pairs", kinds=PLAYING_TILES, different=False, has_sets=True)
PAIRS_OF_MAJORS: Final = pairs_of(
    "pairs-of-heads", "Seven different pairs of ones, nines, winds and dragons", kinds=MAJORS, different=True
)
SEVEN_PAIRS_OF_MAJORS: Final = pairs_of(
    "seven-pairs-of-heads", "Seven pairs of ones, nines, winds and dragons", kinds=MAJORS, different=False
)


# Knitting: the same numbers in several suits

_SUITS: Final = 3
_NUMBERS: Final = 9
_BY_SUIT: Final = tuple(slice(suit * _NUMBERS, (suit + 1) * _NUMBERS) for suit in range(_SUITS))


def _is_knit(concealed: Tiles, *, suits: int, rows: int) -> bool:
    """Whether the tiles are of so many suits and fill so many rows, each of one number in one tile of a suit or more.

    Where the tiles are as many as the rows need except one or none, each number is in as many rows as the suit has of
    it that has most.
    """
    if max(concealed) >= FIRST_WIND:
        return False
    counts = count(concealed)
    by_suit = [counts[suit] for suit in _BY_SUIT]
    return sum(map(any, by_suit)) == suits and sum(map(max, *by_suit)) == rows


def _candidates_to_knit(*, suits: int, rows: int) -> Callable[[Tiles], Iterable[Tile]]:
    return lambda concealed: range(FIRST_WIND) if _is_knit(concealed, suits=suits, rows=rows) else ()


def _most_of(gains: Iterable[int], number: int) -> int:
    """The sum of so many of the greatest."""
    return sum(sorted(gains, reverse=True)[:number])


def _knitted_kept(counts: Counts) -> int:
    return max(_knitted_of(counts, suits) for suits in combinations(range(_SUITS), 2))


def _knitted_of(counts: Counts, suits: Sequence[int]) -> int:
    """The most tiles that seven pairs of these suits can use: of one number, the next uses no more than the last."""
    gains = [
        sum(counts[suit * _NUMBERS + number] > copy for suit in suits)
        for number in range(_NUMBERS)
        for copy in range(MOST_COPIES)
    ]
    return _most_of(gains, HAND_PAIRS)


KNITTING: Final = _of_fourteen(
    "knitting",
    "Seven pairs, each of one number in two suits, the same two",
    is_complete=lambda concealed: _is_knit(concealed, suits=2, rows=HAND_PAIRS),
    kept=_knitted_kept,
    candidates=_candidates_to_knit(suits=2, rows=HAND_PAIRS),
)
HAND_TRIPLES: Final = 4


def _pairs_in_two_suits() -> list[tuple[Tile, Tile]]:
    return [
        (one * _NUMBERS + number, other * _NUMBERS + number)
        for number in range(_NUMBERS)
        for one, other in combinations(range(_SUITS), 2)
    ]


_PAIRS_IN_TWO_SUITS: Final = _pairs_in_two_suits()


def _triples_kept(counts: Counts) -> int:
    return max(_triples_beside(counts, pair) for pair in _PAIRS_IN_TWO_SUITS)


def _triples_beside(counts: Counts, pair: tuple[Tile, Tile]) -> int:
    """The most tiles that this pair and four triples can use: of one number, the next uses no more than the last."""
    kept = sum([min(1, counts[tile]) for tile in pair])
    gains = [
        sum([counts[suit * _NUMBERS + number] - (suit * _NUMBERS + number in pair) > copy for suit in range(_SUITS)])
        for number in range(_NUMBERS)
        for copy in range(MOST_COPIES)
    ]
    return kept + _most_of(gains, HAND_TRIPLES)


TRIPLE_KNITTING: Final = _of_fourteen(
    "triple-knitting",
    "Four sets, each of one number in all three suits, and a pair of one number in two suits",
    is_complete=lambda concealed: _is_knit(concealed, suits=3, rows=HAND_TRIPLES + 1),
    kept=_triples_kept,
    candidates=_candidates_to_knit(suits=3, rows=HAND_TRIPLES + 1),
)


# Shapes that are a few hands


def _one_of(name: str, text: str, hands: Iterable[Iterable[Tile]]) -> WinShape:
    """A shape that is one of some hands of fourteen tiles."""
    goals = tuple(tuple(sorted(hand)) for hand in hands)
    known = frozenset(goals)
    counted = tuple(tuple((tile, goal.count(tile)) for tile in set(goal)) for goal in goals)

    lacking: dict[Tiles, list[Tile]] = {}
    for goal in goals:
        for tile in set(goal):
            place = goal.index(tile)
            lacking.setdefault(goal[:place] + goal[place + 1 :], []).append(tile)

    def kept(counts: Counts) -> int:
        return max(sum([min(counts[tile], copies) for tile, copies in goal]) for goal in counted)

    return _of_fourteen(
        name,
        text,
        is_complete=lambda concealed: tuple(sorted(concealed)) in known,
        kept=kept,
        candidates=lambda concealed: lacking.get(concealed, ()),
    )


def _suit(suit: int) -> range:
    return range(suit * _NUMBERS, (suit + 1) * _NUMBERS)


SNAKE_WITH_WINDS: Final = _one_of(
    "snake-with-winds",
    "One to nine of one suit, its one twice, and one of each wind",
    [(_suit(suit)[0], *_suit(suit), *WINDS) for suit in range(_SUITS)],
)


def _gates(suit: int) -> list[tuple[Tile, ...]]:
    ones, *middle, nines = _suit(suit)
    return [(ones, ones, ones, *middle, twice, nines, nines, nines) for twice in middle]


def _claimed_for_an_end(_: Hand, win: Win) -> bool:
    return not win.claimed or win.tile in MAJORS


GATES: Final = replace(
    _one_of(
        "gates",
        "Three ones, three nines and two to eight of one suit, one of these twice",
        [hand for suit in range(_SUITS) for hand in _gates(suit)],
    ),
    may_be_won=_claimed_for_an_end,
)


@lru_cache(_SHAPES_KEPT)
def of_layout(matcher: Matcher) -> WinShape:
    """The shape that is a layout."""

    def lying(hand: Hand, concealed: Tiles) -> Lying:
        return lying_of(hand, tuple(sorted(concealed)))

    def waits(hand: Hand, concealed: Tiles) -> list[Tile]:
        return matcher.waits(lying(hand, concealed))

    def tiles_missing(hand: Hand) -> int:
        lacking = matcher.lacking(lying(hand, hand.concealed))
        return ALL_TILES if lacking is None else lacking

    return WinShape(
        id=LAYOUT,
        text="A hand that a layout tells",
        decompose=lambda hand, concealed: [()] if matcher.is_complete(lying(hand, concealed)) else [],
        complete=lambda hand, concealed: matcher.is_complete(lying(hand, concealed)),
        tiles_missing=tiles_missing,
        waits=waits,
        has_sets=False,
        may_be_won=lambda hand, win: matcher.may_win(lying(hand, hand.concealed), win),
        layout=matcher.key,
    )


class LayoutShapes:
    """Layouts that are looked for together, so that a hand which is none of them is dismissed at once."""

    def __init__(self, matchers: Iterable[Matcher], *, awaited: bool) -> None:
        self._layouts = Layouts(matchers)
        self._shapes = {matcher.key: of_layout(matcher) for matcher in self._layouts.matchers}
        self.awaited = awaited
        """Whether some rule pays a hand that waits for one of them."""

    def complete(self, hand: Hand, concealed: Tiles) -> list[WinShape]:
        """Those that the hand completes."""
        return [self._shapes[matcher.key] for matcher in self._layouts.complete(lying_of(hand, concealed))]

    def waits(self, hand: Hand, concealed: Tiles) -> list[tuple[WinShape, list[Tile]]]:
        """Those that one tile more would complete, each with such tiles."""
        found = self._layouts.waits(lying_of(hand, concealed))
        return [(self._shapes[matcher.key], tiles) for matcher, tiles in found]

    def tiles_missing(self, hand: Hand) -> int:
        """How many tiles the hand lacks of the nearest of them."""
        return self._layouts.lacking(lying_of(hand, hand.concealed))


NO_LAYOUTS: Final = LayoutShapes((), awaited=False)
ALL: Final = (
    FOUR_SETS,
    THIRTEEN_MAJORS,
    SEVEN_PAIRS,
    PAIRS_OF_MAJORS,
    SEVEN_PAIRS_OF_MAJORS,
    KNITTING,
    TRIPLE_KNITTING,
    SNAKE_WITH_WINDS,
    GATES,
)
"""Every shape that a rulebook can play."""
