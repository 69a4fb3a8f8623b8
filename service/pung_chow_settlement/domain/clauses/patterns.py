"""Conditions of whole hands: a shape, a hand with a name, a layout, or a hand that is one tile short."""

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Final

from pung_chow_settlement.domain.clauses.clause import (
    FAR,
    BoundCondition,
    Clauses,
    Condition,
    FactFilter,
    OptionRef,
    Parameter,
    Reason,
    Requirement,
    Value,
    judged,
    none,
    reason,
    requirement,
    some,
    with_parameters,
    within,
)
from pung_chow_settlement.domain.clauses.combinators import NOT
from pung_chow_settlement.domain.clauses.of_claims import nothing_claimed
from pung_chow_settlement.domain.clauses.of_hands import GIVEN
from pung_chow_settlement.domain.clauses.of_sets import is_a
from pung_chow_settlement.domain.faults import Named
from pung_chow_settlement.domain.hand import COMPLETE_TILES, Hand
from pung_chow_settlement.domain.hand_context import ArrangedHand, HandContext
from pung_chow_settlement.domain.layouts.compile import Slot
from pung_chow_settlement.domain.layouts.match import Matcher
from pung_chow_settlement.domain.layouts.named import NAMED
from pung_chow_settlement.domain.layouts.parts import GroupKind
from pung_chow_settlement.domain.layouts.spec import ReadLayout, matcher
from pung_chow_settlement.domain.layouts.steps import TooManyStepsError
from pung_chow_settlement.domain.sets import EXPOSED, PAIRS, SETS, Feature, Kind
from pung_chow_settlement.domain.shapes import ALL as SHAPES
from pung_chow_settlement.domain.shapes import BY_ID as SHAPES_BY_ID
from pung_chow_settlement.domain.shapes import FOUR_SETS, OF_A_LAYOUT
from pung_chow_settlement.domain.tiles import FIRST_WIND, write

_MADE_OF_SETS: Final = int(Feature.MADE_OF_SETS)
_ANY_CHOW: Final = int(Feature.ANY_CHOW)
_OTHERWISE: Final = reason("arranged-otherwise", 2)
"""The tiles are there, but the hand is arranged otherwise."""


def _short(lacks: int) -> Reason:
    return reason("tiles-short", lacks, lacks=lacks)


def _not_by_this_tile(context: HandContext) -> Reason:
    tile = context.won_on
    return _OTHERWISE if tile is None else reason("not-by-this-tile", 2, tile=write([tile]))


# A shape


def _shape(*, shape: str) -> Clauses:
    required = SHAPES_BY_ID[shape]

    def why(arranged: ArrangedHand) -> Reason:
        context = arranged.context
        hand = context.hand
        lacks = required.tiles_missing(context.counted_hand())
        if lacks == COMPLETE_TILES and hand.declared:
            return is_a(hand.declared[0], lacks)
        if lacks:
            return _short(lacks)
        may_win = context.win is None or required.may_be_won(context.counted_hand(), context.win)
        return _OTHERWISE if may_win else _not_by_this_tile(context)

    if required is FOUR_SETS:
        return (some(Feature.MADE_OF_SETS, why),)
    return (judged(lambda arranged: arranged.shape.id == shape, why, FactFilter(none_of=_MADE_OF_SETS)),)


SHAPE: Final[Condition] = with_parameters(
    "shape",
    "The hand is complete in this special shape",
    _shape,
    shape=Parameter(text="the shape", choices=tuple([shape.id for shape in SHAPES])),
)


def shape_of(bound: BoundCondition) -> Value | OptionRef | None:
    """The id of the shape that a condition asks for; None if it asks for none."""
    return dict(bound.values)["shape"] if bound.definition is SHAPE else None


# A hand with a name


def _named_hand(*, hand: str) -> Clauses:
    """Match the sets if the hand has only sets and pairs, else the tiles and the winning tile."""
    found = NAMED[hand].matcher

    def is_it(arranged: ArrangedHand) -> bool:
        context = arranged.context
        if not found.fits_each_set(context.hand.declared):
            return False
        key = (hand, *arranged.sets) if found.of_sets else (hand,)
        if key not in context.named:
            context.named[key] = matches(arranged)
        return context.named[key]

    def matches(arranged: ArrangedHand) -> bool:
        counted = arranged.context.counted_hand()
        if found.of_sets:
            return found.is_made_of(counted, arranged.sets)
        return found.is_complete(counted) and found.may_win(counted, arranged.winning)

    def why(arranged: ArrangedHand) -> Reason:
        return _not_named(found, arranged.context)

    asked = within(found.kinds)
    if not found.of_sets:
        return (judged(is_it, why, asked),)
    return some(Feature.MADE_OF_SETS, why), judged(
        is_it, why, asked._replace(none_of=0 if found.has_chows else _ANY_CHOW)
    )


def _not_named(found: Matcher, context: HandContext) -> Reason:
    """Why a hand is not the one with a name."""
    wrong = found.unfit_set(context.hand)
    if wrong is not None:
        return is_a(wrong)
    missing = found.required_missing(context.counted_hand())
    if missing:
        return reason("missing-tiles", len(missing), tiles=write(missing))
    lacks = found.tiles_missing(context.counted_hand())
    if lacks:
        return _short(lacks)
    return _OTHERWISE if found.of_sets else _not_by_this_tile(context)


NAMED_HAND: Final[Condition] = with_parameters(
    "named-hand",
    "The hand is this one",
    _named_hand,
    hand=Parameter(text="the hand", choices=tuple(NAMED)),
)


def _waiting_for(*, hand: str) -> Clauses:
    found, shape = NAMED[hand].matcher, SHAPES_BY_ID.get(hand)
    not_waiting = reason("not-waiting-for", 2, hand=Named(hand, NAMED[hand].text or hand))

    def waits(arranged: ArrangedHand) -> bool:
        context = arranged.context
        return context.waits_for(found) and context.win_conditions.plays(shape)

    def why(arranged: ArrangedHand) -> Reason:
        return not_waiting if _is_one_short(arranged) else _NOT_ONE_SHORT

    some_threes = tuple([each for each in _THREES if _has_two(found, each)])
    asked = within(found.kinds)._replace(any_of=some_threes, none_of=_not_on_its_table(found))
    return GIVEN, _NOT_WON, judged(waits, why, asked)


def _not_on_its_table(found: Matcher) -> int:
    """The kinds of sets, as features, of which this hand has none on the table."""
    claimed = [EXPOSED[each.tiles] for each in SETS]
    kongs = [each for each in SETS if each.kind is Kind.KONG]
    hands = [Hand((), exposed=(each,)) for each in claimed]
    hands += [Hand((), claimed_kongs=(each,)) for each in claimed if each.kind is Kind.KONG]
    hands += [Hand((), concealed_kongs=(kong,)) for kong in kongs]
    others = its_own = 0
    for hand in hands:
        (shown,) = hand.declared
        if found.allows_claimed_sets(hand) and found.fits_each_set(hand.declared):
            its_own |= shown.set_kind
        else:
            others |= shown.set_kind
    return others & ~its_own


_THREES: Final = (int(Feature.ANY_KONG), int(Feature.HONOUR_PUNG), int(Feature.ANY_PUNG))
_KINDS_OF_THREES: Final = (GroupKind.PUNG, GroupKind.PUNG_OR_KONG, GroupKind.KONG)
_SUITED: Final = (1 << FIRST_WIND) - 1


def _has_two(found: Matcher, feature: int) -> bool:
    """True if two groups or more of this hand have a feature, so that it has one of them while it lacks a tile."""

    def has_it(slot: Slot) -> bool:
        if feature == Feature.ANY_KONG:
            return slot.kind is GroupKind.KONG
        return slot.kind in _KINDS_OF_THREES and not (feature == Feature.HONOUR_PUNG and slot.mask & _SUITED)

    return all(sum([times for slot, times in plan.slots if has_it(slot)]) > 1 for plan in found.compiled.plans)


def _is_one_short(arranged: ArrangedHand) -> bool:
    hand = arranged.context.hand
    return not hand.dead and not hand.excess_tiles


_NOT_ONE_SHORT: Final = reason("not-one-short", 2)
_NOT_WON: Final = none(Feature.WON, lambda _: _NOT_ONE_SHORT)
WAITING_FOR: Final[Condition] = with_parameters(
    "waiting-for",
    "A losing hand is one tile short of this hand; all four of the tile may lie on the table",
    _waiting_for,
    winner_only=False,
    hand=Parameter(text="the hand that it waits for", choices=tuple(NAMED)),
)


def named_hand(bound: BoundCondition) -> str | None:
    """The id of the named hand that a condition looks for, by a parameter, by its id or by a layout; None if none."""
    if bound.definition is LAYOUT:
        return _NAMED_BY_LAYOUT.get(bound.layout)
    if bound.definition in (SHAPE, NAMED_HAND):
        found = str(*bound.values_under({}).values())
    else:
        found = "" if bound.values or bound.parts else bound.definition.id
    return found if found in NAMED else None


def hand_waited_for(bound: BoundCondition) -> str | None:
    """The id of the hand for which `waiting-for` waits, whatever its parameters say."""
    by_id = bound.definition.id if bound.definition.id in NAMED else None
    return named_hand(bound) or by_id


_NAMED_BY_LAYOUT: Final[dict[ReadLayout | None, str]] = {each.layout: each.id for each in NAMED.values()}


# A layout


def _layout(layout: ReadLayout) -> Clauses:
    key = layout.key
    is_it = judged(
        lambda arranged: key in arranged.layouts, lambda arranged: _why_no(layout, arranged), _SOME_LAYOUT.asked
    )
    return (is_it,)


_SOME_LAYOUT: Final = some(Feature.LAYOUT, lambda _: _FAR_SHORT)
_UNCLAIMED: Final = requirement(Named("nothing-claimed", ""), nothing_claimed(claimed_kongs=False))
_NEAR: Final = 1
"""The most missing tiles that are counted: a search for more takes long, and the number helps nobody."""
_FAR_SHORT: Final[Reason] = reason("tiles-far", FAR, most=_NEAR)


def _why_no(layout: ReadLayout, arranged: ArrangedHand) -> Reason:
    """How many tiles are missing from a layout, if few; of a hand that cannot become it, what was claimed."""
    context = arranged.context
    found = matcher(layout, context.seat, context.round_wind)
    possible = found is not None and found.allows_claimed_sets(context.hand)
    if found is not None and possible:
        missing = _tiles_missing(found, context)
        if missing is None:
            return _FAR_SHORT
        if missing:
            return _short(missing)
    claimed = _UNCLAIMED.why_not(arranged)
    if claimed is not None:
        return claimed
    return _not_by_this_tile(context) if possible else _FAR_SHORT


def _tiles_missing(layout: Matcher, context: HandContext) -> int | None:
    """The number of tiles missing from a layout; None if more than `_NEAR`, or too costly to count."""
    try:
        return layout.tiles_missing(context.counted_hand(), _NEAR)
    except TooManyStepsError:
        return None


LAYOUT: Final[Condition] = with_parameters("layout", OF_A_LAYOUT, _layout)
"""The condition of a rule with a layout; not in the catalogue, since rules state it in their member `layout`."""


def is_arranged_as(layout: ReadLayout, arranged: ArrangedHand) -> bool:
    """True if the sets of an arrangement, the winning tile in its place, are those of a layout of four sets and a pair.

    A layout of other groups, and a hand that has no sets in this arrangement, is not asked for them.
    """
    context = arranged.context
    found = matcher(layout, context.seat, context.round_wind)
    if found is None or context.win is None or not found.of_four_sets or not arranged.sets:
        return True
    key = (layout.key, arranged.won, *arranged.sets)
    if key not in context.named:
        made = found.is_made_of(context.counted_hand(), arranged.sets)
        context.named[key] = made and found.is_won_with(arranged.won, arranged.sets, context.win)
    return context.named[key]


def in_arrangement(whole: Requirement, layout: ReadLayout) -> Requirement:
    """The same, that of a layout, of hands that are arranged as it is."""
    arranged_so = judged(lambda arranged: is_arranged_as(layout, arranged), lambda _: _OTHERWISE)
    return requirement(whole.name, (*whole.clauses, arranged_so))


def of_rule(layout: ReadLayout) -> BoundCondition:
    """The condition of a rule with this layout."""
    return BoundCondition(LAYOUT, layout=layout)


# A layout as a part of another condition


def _layout_part(layout: ReadLayout) -> Clauses:
    key = ("layout", layout.key)

    def is_it(arranged: ArrangedHand) -> bool:
        context = arranged.context
        if key not in context.named:
            context.named[key] = _is_won_by(layout, context)
        return context.named[key] and is_arranged_as(layout, arranged)

    return (judged(is_it, lambda arranged: _why_no(layout, arranged)),)


def _is_won_by(layout: ReadLayout, context: HandContext) -> bool:
    """True if a winner's hand is this layout; it is matched by itself, since layouts in `not` complete no hand."""
    found, hand, win = matcher(layout, context.seat, context.round_wind), context.hand, context.win
    if found is None or win is None or not found.allows_claimed_sets(hand):
        return False
    return found.is_complete(context.counted_hand()) and found.may_win(context.counted_hand(), win)


LAYOUT_PART: Final = replace(LAYOUT, clauses=_layout_part)


def as_part(layout: ReadLayout) -> BoundCondition:
    """The condition of a part with this layout."""
    return BoundCondition(LAYOUT_PART, layout=layout)


def layouts_in(bound: BoundCondition, *, completing: bool = False) -> Iterator[ReadLayout]:
    """The layouts of a condition and its parts; with `completing`, without those that must not hold."""
    if bound.layout is not None:
        yield bound.layout
    if not (completing and bound.definition is NOT):
        for part in bound.parts:
            yield from layouts_in(part, completing=completing)


# One tile short, and claimed or not


def one_tile_short(bound: BoundCondition, whole: Requirement) -> Requirement:
    """The requirement of hands that wait for a condition: one more tile, drawn, would fulfil `whole`, its own."""
    if bound.layout is not None:
        return requirement(whole.name, _layout(bound.layout))
    hand = named_hand(bound)
    if hand is not None and (hand in SHAPES_BY_ID or _is_of_pungs(NAMED[hand].matcher, whole)):
        return requirement(whole.name, _waiting_for(hand=hand))
    four_sets, judged_by_tiles = not whole.asked.none_of & _MADE_OF_SETS, not whole.asked.traits & 1
    of_each_tile = [clause for clause in whole.clauses if clause.of_each_tile]

    def waits(arranged: ArrangedHand) -> bool:
        if not all(each.judges is None or each.judges(arranged) for each in of_each_tile):
            return False
        context = arranged.context
        others = [shape.has_sets for shape in context.win_conditions.shapes if shape is not FOUR_SETS]
        found = context.completed(four_sets=four_sets, others=any(others) if judged_by_tiles else bool(others))
        return any(whole.evidence(each) for each in found)

    one_short = judged(_is_one_short, lambda _: _NOT_ONE_SHORT)
    completes = judged(waits, lambda _: _NOT_ONE_SHORT, whole.asked.one_tile_short)
    return requirement(whole.name, (one_short, GIVEN, replace(completes, near=not four_sets)))


_OF_PAIRS: Final = reduce(or_, [pair.features for pair in PAIRS])
"""The features that a hand of pairs can have."""


def _is_of_pungs(found: Matcher, whole: Requirement) -> bool:
    """True if the sets of a hand with a name are pungs and kongs, and its condition is fulfilled by four sets only."""
    return found.of_sets and not found.has_chows and any(not each & _OF_PAIRS for each in whole.asked.any_of)


def if_claimed(whole: Requirement, layout: ReadLayout, *, claimed: bool) -> Requirement:
    """The requirement of a layout, restricted to hands with a claimed set (`claimed`) or to hands without one."""

    def by_claims(arranged: ArrangedHand) -> bool:
        return _has_claimed_set(layout, arranged.context) is claimed

    return requirement(whole.name, (*whole.clauses, judged(by_claims, lambda _: _OTHERWISE)))


def _has_claimed_set(layout: ReadLayout, context: HandContext) -> bool:
    """True if a set was claimed: before the winning tile, or a pung with it."""
    hand, win = context.hand, context.win
    if hand.claimed or win is None or win.tile is None or not win.claimed:
        return bool(hand.claimed)
    found = matcher(layout, context.seat, context.round_wind)
    return found is not None and found.completes_pung(context.counted_hand(), win.tile)


ALL: Final = (
    SHAPE,
    NAMED_HAND,
    WAITING_FOR,
)
"""Those of the catalogue."""
