"""Conditions on whole hands: the hand is a layout, or did not win and is one tile short of a condition."""

from typing import Final

from service.domain.arranged_hand import ArrangedHand, HandContext, completed
from service.domain.layouts.grammar import MOST_CHARACTERS
from service.domain.layouts.match import Matcher
from service.domain.layouts.model import Exposed, FromWall
from service.domain.layouts.steps import TooManyStepsError
from service.domain.layouts.written import Written, matcher, parsed
from service.domain.rulebook.conditions import FOUND, NOTHING, TRUTH, when
from service.domain.rulebook.model import (
    BoundCondition,
    Check,
    Condition,
    Evidence,
    Parameter,
    Predicate,
    Reason,
    ScoringRule,
    Value,
)
from service.domain.rulebook.reasons import FAR, because, first_of, nothing_claimed
from service.domain.sets import Feature


def _text(text: str) -> Parameter:
    return Parameter(text=text, characters=MOST_CHARACTERS)


def _layout(**members: Value) -> Predicate:
    key = written_in(members).key
    return lambda arranged: FOUND if key in arranged.layouts else NOTHING


def written_in(members: dict[str, Value]) -> Written:
    """The layout in the members of a rule."""
    return Written(**members)  # type: ignore[arg-type]


def _tiles_short(**members: Value) -> Check:
    """Check how many tiles are missing from the layout, if few; of a hand that cannot become it, what was claimed."""
    written = written_in(members)

    def check(arranged: ArrangedHand) -> Reason | None:
        context = arranged.context
        found = matcher(written, context.seat, context.round_wind)
        if found is None or not found.allows_claimed_sets(context.hand):
            return None
        missing = _tiles_missing(found, context)
        return _FAR_SHORT if missing is None else _SHORT.get(missing)

    return first_of(check, nothing_claimed(claimed_kongs=False))


_NEAR: Final = 1
"""The most missing tiles that are counted: a search for more takes long, and the number helps nobody."""
_SHORT: Final = {missing: because("tiles-short", missing, lacks=missing) for missing in range(1, _NEAR + 1)}
_FAR_SHORT: Final = because("tiles-far", FAR, most=_NEAR)


def _tiles_missing(layout: Matcher, context: HandContext) -> int | None:
    """The number of tiles missing from a layout; None if more than `_NEAR`, or too costly to count."""
    try:
        return layout.tiles_missing(context.prepared(), _NEAR)
    except TooManyStepsError:
        return None


LAYOUT: Final[Condition] = Condition(
    id="layout",
    text="The hand is what a layout tells",
    make=_layout,
    where=lambda **_: Feature.LAYOUT,
    parameters={
        "tiles": _text("what it is made of"),
        "exposed": Parameter(text="what may have been claimed", choices=tuple(each.value for each in Exposed)),
        "kongs": Parameter(text="whether a kong may stand for each pung", choices=TRUTH),
        "from_wall": Parameter(text="what must come from the wall", choices=tuple(each.value for each in FromWall)),
        "winning": _text("what the winning tile must complete or be"),
        "claimed": _text("the same, where it was claimed"),
    },
    winner_only=True,
    reason=_tiles_short,
)
"""The condition of a rule with a layout; not in the catalogue, since rules state it in their member `layout`."""


def in_standard_form(written: Written) -> BoundCondition:
    """The condition of a rule with this layout, which has no faults."""
    return LAYOUT(**parsed(written).written._asdict())


def layout_of(rule: ScoringRule) -> Written | None:
    """The layout of a rule; None if it has a condition."""
    bound = rule.looks_for
    return written_in(dict(bound.values)) if bound.condition is LAYOUT else None  # type: ignore[arg-type]


def is_halved(rule: ScoringRule) -> bool:
    """Whether a hand with a claimed set scores half of the rule."""
    layout = layout_of(rule)
    return layout is not None and layout.exposed == Exposed.HALF.value


def waits_for(bound: BoundCondition, where: Feature, predicate: Predicate) -> tuple[Feature, Predicate]:
    """The features and the predicate of hands that wait for a condition: one more tile, drawn, would fulfil it.

    `where` and `predicate` are those of the condition itself.
    """
    if bound.condition is LAYOUT:
        return Feature.LAYOUT, predicate
    four_sets = where != Feature.OTHER_SHAPE

    def waits(arranged: ArrangedHand) -> Evidence:
        hand = arranged.context.hand
        if not arranged.traits or hand.dead or hand.excess_tiles:
            return NOTHING
        return when(any(predicate(each) for each in completed(arranged.context, four_sets=four_sets)))

    return _ONE_TILE_SHORT.get(where, Feature.ALWAYS), waits


_ONE_TILE_SHORT: Final = {
    Feature.MAJORS_ONLY: Feature.MAJORS_ONLY,
    Feature.HONOUR_PUNG: Feature.HONOUR_PAIR | Feature.HONOUR_PUNG,
}
"""By a feature of complete hands: those of which a hand one tile short must have one."""


def when_claimed(rule: ScoringRule, predicate: Predicate, *, claimed: bool) -> Predicate:
    """The predicate of a rule with a layout, restricted to hands with a claimed set, or to those without."""

    def restricted(arranged: ArrangedHand) -> Evidence:
        found = predicate(arranged)
        return found if found and _has_claimed_set(rule, arranged.context) is claimed else NOTHING

    return restricted


def _has_claimed_set(rule: ScoringRule, context: HandContext) -> bool:
    """Whether a set was claimed: before the winning tile, or a pung with it."""
    hand, win = context.hand, context.win
    if hand.claimed or win is None or win.tile is None or not win.claimed:
        return bool(hand.claimed)
    written = layout_of(rule)
    found = None if written is None else matcher(written, context.seat, context.round_wind)
    return found is not None and found.completes_pung(hand, win.tile)
