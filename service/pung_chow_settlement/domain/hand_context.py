"""What conditions are asked of: one hand in one arrangement, and its facts as bits."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final

from pung_chow_settlement.domain.arrangements import (
    Arrangement,
    DecompositionsByShape,
    WaitsByShape,
    WinConditions,
    arrangements,
    decomposed,
    reach,
    waits,
    waits_within,
)
from pung_chow_settlement.domain.circumstances import BITS
from pung_chow_settlement.domain.deal import Win, WinSource
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.layouts.match import CountedHand, Matcher
from pung_chow_settlement.domain.layouts.steps import Steps
from pung_chow_settlement.domain.seats import Seat
from pung_chow_settlement.domain.sets import FIRST_CIRCUMSTANCE, Feature, Kind, Set
from pung_chow_settlement.domain.sets_and_pair import Decomposition
from pung_chow_settlement.domain.shapes import FOUR_SETS, Pattern, split_shapes
from pung_chow_settlement.domain.tiles import COPIES, TRAITS, Tile, Tiles


@dataclass(slots=True, eq=False)
class HandContext:
    """A hand in its deal: seat, winds, win, other hands, discards; the same in every arrangement.

    Without slots, a deal takes 1.01 of the instructions.
    """

    hand: Hand
    seat: Seat
    round_wind: Seat
    win: Win | None
    """None if the hand did not win."""
    table: tuple[Hand, ...]
    """All known hands, including this one."""
    discards: Tiles
    win_conditions: WinConditions
    """What completes a hand in this seat and round."""
    steps: Steps
    """What comparing it with layouts may cost."""
    complete: DecompositionsByShape | None = None
    """The decompositions of the hand, if they were computed before."""
    known_waits: list[Tile] | None = None
    """What `waits` returns, if it was computed before."""
    named: dict[tuple[object, ...], bool] = field(default_factory=dict, init=False)
    """True if it is a named hand or a layout, by its name or key and, if these decide, the sets."""

    # What follows from them: computed when it is first asked for, and kept; a copy does not have it.
    _shown: Tiles | None = field(default=None, init=False)
    _reached: WaitsByShape | None = field(default=None, init=False)
    _waits: list[Tile] | None = field(default=None, init=False)
    _arrangements: list[Arrangement] | None = field(default=None, init=False)
    _first_arranged: "ArrangedHand | None" = field(default=None, init=False)
    _counted_hand: CountedHand | None = field(default=None, init=False)
    _layouts: frozenset[str] | None = field(default=None, init=False)
    _near_shapes: WaitsByShape | None = field(default=None, init=False)
    _completed_in_four_sets: "list[ArrangedHand] | None" = field(default=None, init=False)
    _completed_in_other_shapes: "list[ArrangedHand] | None" = field(default=None, init=False)

    def with_hand(self, hand: Hand, win: Win | None) -> "HandContext":
        """The same player in the same deal with another hand."""
        wind, table, seen, conditions = self.round_wind, self.table, self.discards, self.win_conditions
        return HandContext(hand, self.seat, wind, win, table, seen, conditions, self.steps)

    def unseen(self, tile: Tile) -> int:
        """The number of a tile that is neither on the table nor in this hand, its winning tile included."""
        hand = self.hand
        wild = hand.wild.count(tile) - _declared_wild_tiles(hand, tile)
        return COPIES[tile] - self.on_the_table(tile) - hand.concealed.count(tile) + wild

    def on_the_table(self, tile: Tile) -> int:
        """The number of a tile that all players can see: discards and declared sets."""
        if self._shown is None:
            declared = [each.tiles for hand in self.table for each in hand.declared]
            self._shown = tuple(chain(self.discards, *declared))
        return self._shown.count(tile) - sum([_declared_wild_tiles(hand, tile) for hand in self.table if hand.wild])

    @property
    def won_on(self) -> Tile | None:
        """The winning tile; None if there is none, or no win."""
        return None if self.win is None else self.win.tile

    @property
    def before(self) -> Tiles:
        """The concealed tiles without the winning one."""
        concealed, won_on = self.hand.concealed, self.won_on
        if won_on is None:
            return concealed
        place = concealed.index(won_on)
        return concealed[:place] + concealed[place + 1 :]

    def waits(self) -> list[Tile]:
        """The tiles that complete the hand, without its winning tile if it won."""
        if self.known_waits is not None:
            return self.known_waits
        if self._waits is None:
            counted, conditions = self.counted_hand(), self.win_conditions
            if self.win is None:
                self._waits = waits_within(self.reach(), counted, conditions)
            else:
                self._waits = waits(counted.with_hand(self.hand.with_concealed(self.before)), conditions)
        return self._waits

    def reach(self) -> WaitsByShape:
        """The shapes that the hand is one tile short of, each with the tiles that complete it."""
        if self._reached is None:
            self._reached = reach(self.counted_hand(), self.win_conditions)
        return self._reached

    def decompositions(self) -> DecompositionsByShape:
        """Every decomposition of a complete hand, by shape."""
        if self.complete is None:
            self.complete = decomposed(self.counted_hand(), self.win_conditions)
        return self.complete

    def arrangements(self) -> list[Arrangement]:
        """Every arrangement of a winner's hand."""
        assert self.win is not None, "only a winner's hand is arranged"
        if self._arrangements is None:
            self._arrangements = arrangements(self.counted_hand(), self.win, self.win_conditions, self.decompositions())
        return self._arrangements

    def first_arranged(self) -> "ArrangedHand | None":
        """A winner's hand in its first arrangement; None if it has none."""
        if self._first_arranged is None and self.arrangements():
            self._first_arranged = arranged_hand(self, self.arrangements()[0], traits_of(self.hand))
        return self._first_arranged

    def near_shapes(self) -> WaitsByShape:
        """Of the shapes that are played, the layouts that the hand is one tile short of."""
        if self._near_shapes is None:
            _, named = split_shapes(self.win_conditions.shapes)
            self._near_shapes = named.waits(self.counted_hand()) if named is not None and self.is_one_short() else []
        return self._near_shapes

    def near_four_sets(self) -> WaitsByShape:
        """Four sets and a pair, if that is played and the hand is one tile short of it."""
        if not self.win_conditions.plays(FOUR_SETS) or not self.is_one_short():
            return []
        tiles = FOUR_SETS.waits(self.counted_hand())
        return [(FOUR_SETS, tiles)] if tiles else []

    def is_one_short(self) -> bool:
        """True if it is a whole hand that did not win, so that one more tile may complete it."""
        hand = self.hand
        return self.win is None and not (hand.dead or hand.partial or hand.excess_tiles)

    def completed(self, *, four_sets: bool, others: bool) -> "list[ArrangedHand]":
        """Every arrangement in which one more tile, drawn, completes a hand that did not win; not by a rule's layout.

        Arrangements in four sets and a pair only if `four_sets`, those in the other shapes only if `others`.
        """
        if four_sets and self._completed_in_four_sets is None:
            self._completed_in_four_sets = _completed(self, self.near_four_sets())
        if others and self._completed_in_other_shapes is None:
            self._completed_in_other_shapes = _completed(self, self.near_shapes())
        in_four_sets, in_others = self._completed_in_four_sets or [], self._completed_in_other_shapes or []
        return (in_four_sets if four_sets else []) + (in_others if others else [])

    def counted_hand(self) -> CountedHand:
        """The hand as `Matcher` takes it."""
        if self._counted_hand is None:
            self._counted_hand = CountedHand(self.hand, self.steps)
        return self._counted_hand

    def waits_for(self, matcher: Matcher) -> bool:
        """True if a tile drawn from the wall, unless the hand has all four of it, completes this layout with a name."""
        tiles = matcher.waits(self.counted_hand())
        if not tiles or not self.is_one_short():
            return False
        if not matcher.restricts_winning_tile:
            return True
        return any(matcher.may_win(self.counted_hand().with_tile(tile), Win(WinSource.WALL, tile)) for tile in tiles)

    def layouts(self) -> frozenset[str]:
        """The layouts by which the hand won or, if it did not win, for which it waits."""
        if self._layouts is None:
            self._layouts = frozenset(self._layouts_waited_for() if self.win is None else self._won_layouts(self.win))
        return self._layouts

    def _won_layouts(self, win: Win) -> Iterator[str]:
        for shape, _ in self.decompositions():
            if shape.layout and shape.may_be_won(self.counted_hand(), win):
                yield shape.layout

    def _layouts_waited_for(self) -> Iterator[str]:
        """Layouts that a tile drawn from the wall completes, unless the hand has all four of that tile."""
        hand, layouts = self.hand, self.win_conditions.layouts
        if layouts is None or not layouts.count_if_waiting or hand.dead or hand.partial or hand.excess_tiles > 0:
            return
        counted = self.counted_hand()
        for shape, tiles in layouts.waits(counted):
            if any(shape.may_be_won(counted.with_tile(tile), Win(WinSource.WALL, tile)) for tile in tiles):
                yield shape.layout


def _declared_wild_tiles(hand: Hand, tile: Tile) -> int:
    """The number of wild tiles that stand for a tile in sets on the table: as many as possible."""
    return min(hand.wild.count(tile), sum([each.tiles.count(tile) for each in hand.declared])) if hand.wild else 0


@dataclass(slots=True)
class ArrangedHand:
    """A hand context in one arrangement: the argument of every predicate."""

    context: HandContext
    sets: Sequence[Set]
    """All sets and pairs; of a hand that did not win, those it has."""
    won: Set | None
    """The set that the winning tile completed."""
    decomposition: Decomposition
    """The winner's concealed tiles as sets, before the winning tile was placed."""
    shape: Pattern
    """The shape of a winner's hand; four sets and a pair for other hands."""
    facts: int
    """Its traits (none if it is not judged as a whole: partial, or in a shape without sets), its features (`Feature`)
    and the circumstances of the win, as bits."""
    layouts: frozenset[str]
    """The layouts by which the hand won or, if it did not win, for which it waits."""

    @property
    def winning(self) -> Win:
        """How the hand won. Call it for winners only."""
        win = self.context.win
        assert win is not None, "a rule of winners is evaluated for winners only"
        return win


# Plain integers: bit operations on members of IntFlag are slow. Without these aliases, here and in scoring.py, a
# request takes 10 to 12 % longer (python -m tools.bench, Python 3.11).
_BONUS: Final = int(Feature.BONUS)
_LAYOUT: Final = int(Feature.LAYOUT)
_WON: Final = int(Feature.WON)
_MADE_OF_SETS: Final = int(Feature.MADE_OF_SETS)
_COMPLETED: Final = {Kind.PAIR: int(Feature.COMPLETED_PAIR), Kind.CHOW: int(Feature.COMPLETED_CHOW)}
_FROM: Final = {each: int(Feature[each.name]) for each in WinSource}
FACTS_OF_WINS: Final = _WON | sum(_FROM.values()) | sum(BITS.values()) << FIRST_CIRCUMSTANCE
"""The facts that follow from how a hand was won, whatever its tiles are."""
NO_LAYOUTS: Final[frozenset[str]] = frozenset()


def arranged_hand(context: HandContext, arrangement: Arrangement, traits: int) -> ArrangedHand:
    """The hand in an arrangement, with its facts; `traits` from `traits_of`."""
    sets, won, decomposition, shape = arrangement
    facts = traits if shape.has_sets else 0
    for each in sets:
        facts |= each.features
    if context.hand.bonus:
        facts |= _BONUS
    if context.win is not None:
        facts |= facts_of(context.win, won)
        if shape is FOUR_SETS:
            facts |= _MADE_OF_SETS
    layouts = NO_LAYOUTS if context.win_conditions.layouts is None else context.layouts()
    if layouts:
        facts |= _LAYOUT
    return ArrangedHand(context, sets, won, decomposition, shape, facts, layouts)


def facts_of(win: Win, won: Set | None) -> int:
    """The facts of a win that completed this set."""
    facts = _WON | _FROM[win.source] | win.circumstances << FIRST_CIRCUMSTANCE
    return facts if won is None else facts | _COMPLETED.get(won.kind, 0)


def traits_of(hand: Hand) -> int:
    """The bits of `tiles.TRAITS` of all tiles; 0 if not all tiles are known."""
    traits = 0
    if not hand.partial:
        for tile in hand.concealed:
            traits |= TRAITS[tile]
        for each in hand.declared:
            traits |= each.traits
    return traits


def _completed(context: HandContext, reached: WaitsByShape) -> list[ArrangedHand]:
    found: list[ArrangedHand] = []
    for tile in sorted({tile for _, tiles in reached for tile in tiles}):
        if context.hand.real.count(tile) < COPIES[tile]:
            shapes = tuple([shape for shape, tiles in reached if tile in tiles])
            conditions = context.win_conditions._replace(layouts=None, shapes=shapes)
            found += _completed_by(replace(context, win_conditions=conditions), tile)
    return found


def _completed_by(context: HandContext, tile: Tile) -> list[ArrangedHand]:
    hand = context.hand.with_tile(tile)
    win = Win(WinSource.WALL, tile)
    won = context.with_hand(hand, win)
    traits = traits_of(hand)
    found = arrangements(won.counted_hand(), win, context.win_conditions)
    return [arranged_hand(won, arrangement, traits) for arrangement in found]
