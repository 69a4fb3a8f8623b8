"""The signs of a hand that is a layout or waits for one: what a glance at its tiles must show, found from the layout.

They only spare work: what a hand is, is found by matching it.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Final, NamedTuple

from service.domain.layouts.compile import HAND, Plan, Slot, most_kinds, tiles_in, used_by
from service.domain.layouts.match import Matcher
from service.domain.layouts.model import What
from service.domain.sets import Feature, features_of
from service.domain.tiles import ANY_SUIT, FIRST_WIND, MOST_COPIES, SIMPLES, TERMINALS, TRAIT_BITS, TRAITS, Tile, Tiles

_ALL_TRAITS: Final = tuple(
    [each for each in range(1, 1 << TRAIT_BITS) if bool(each & ANY_SUIT) == bool(each & (SIMPLES | TERMINALS))]
)
"""What the tiles of a hand can have together."""
_OF_TRAITS: Final = (
    Feature.MAJORS_ONLY,
    Feature.ONE_SUIT,
    Feature.ONE_SUIT_AND_HONOURS,
    Feature.IN_ONE_SUIT,
    Feature.IN_ONE_SUIT | Feature.MAJORS_ONLY,
)
"""Features that the traits of all tiles give, rare ones first."""
NEVER: Final = -1
_NOTHING: Final = (NEVER,) * (1 << TRAIT_BITS)
_KEPT: Final = 512
"""Layouts whose signs are kept, complete or one tile short."""
_SOME: Final = 2
"""So many of something in a whole hand leave one in a hand that lacks a tile."""
_PUNGS: Final = (What.PUNG, What.PUNG_OR_KONG, What.KONG)


def where_of_tiles(tiles: Iterable[Tile]) -> Feature:
    """What a complete hand shows that has only tiles of these kinds."""
    kinds = sum([1 << tile for tile in tiles])
    return _where([Plan((), ((Slot(What.TILE, kinds), HAND),))], 0)


def most_kinds_of(matchers: Iterable[Matcher], lacks: int) -> tuple[int, ...]:
    """By the traits of a hand: of how many kinds its concealed tiles are at most, where it is one of these layouts or
    lacks so many tiles of one; `NEVER` where it can be none.
    """
    return tuple(map(max, zip(_NOTHING, *[_most_kinds_of(each, lacks) for each in matchers], strict=True)))


@lru_cache(_KEPT)
def _most_kinds_of(matcher: Matcher, lacks: int) -> tuple[int, ...]:
    return _most_kinds(matcher.form.plans, lacks)


def _most_kinds(plans: Iterable[Plan], lacks: int) -> tuple[int, ...]:
    most = [NEVER] * (1 << TRAIT_BITS)
    for plan in plans:
        needed, possible, kinds = _needed(plan, lacks + 1), _possible(plan), most_kinds(plan)
        for each in _ALL_TRAITS:
            if not (needed & ~each or each & ~possible):
                most[each] = max(most[each], kinds)
    return tuple(most)


def may_be(concealed: Tiles, most: tuple[int, ...]) -> bool:
    """Whether a hand without sets on the table may be one of some layouts, of which `most_kinds_of` was found."""
    kinds, traits = {*concealed}, 0
    for tile in kinds:
        traits |= TRAITS[tile]
    return len(kinds) <= most[traits]


class Signs(NamedTuple):
    """What a hand that is a layout, or waits for one, shows."""

    where: Feature
    """The features of which it has one."""
    most_kinds: tuple[int, ...]
    """By the traits of all its tiles, of how many kinds they are at most."""
    fewest_kinds: int
    """Of how many kinds its concealed tiles are at least."""


def signs_of(matcher: Matcher, lacks: int) -> Signs:
    """What a hand must show that is this layout, or lacks so many tiles of it."""
    plans = matcher.form.plans
    fewest = min([len({*plan.fixed}) for plan in plans])
    return Signs(_where(plans, lacks), most_kinds_of([matcher], lacks), fewest - lacks)


def _where(plans: Sequence[Plan], lacks: int) -> Feature:
    most = _most_kinds(plans, lacks)
    found = [features_of(each) for each in _ALL_TRAITS if most[each] > NEVER]
    if all(_sets_of(plan, (What.KONG,), 0) >= _SOME for plan in plans):
        return Feature.ANY_KONG
    for where in _OF_TRAITS:
        if all(each & where for each in found):
            return where
    return Feature.HONOUR_PUNG if all(_sets_of(plan, _PUNGS, FIRST_WIND) >= _SOME for plan in plans) else Feature.ALWAYS


def _sets_of(plan: Plan, whats: tuple[What, ...], first: Tile) -> int:
    """How many groups of these sorts it has whose tiles can only be such, or later ones."""
    return sum([times for slot, times in plan.slots if slot.what in whats and not slot.mask & ((1 << first) - 1)])


def _possible(plan: Plan) -> int:
    """The traits that its tiles can have together."""
    return reduce(or_, [TRAITS[tile] for tile in tiles_in(used_by(plan))], 0)


def _needed(plan: Plan, least: int) -> int:
    """The traits of at least so many of its tiles."""
    used = tiles_in(used_by(plan))
    return sum([1 << trait for trait in range(TRAIT_BITS) if _tiles_with(plan, trait, used) >= least])


def _tiles_with(plan: Plan, trait: int, used: list[Tile]) -> int:
    """At least so many of its tiles, which are of these kinds, have a trait."""
    others = MOST_COPIES * sum([not TRAITS[tile] >> trait & 1 for tile in used])
    fixed = _with_trait(plan.fixed, trait)
    return max(HAND - others, fixed + sum([times * _fewest_with(slot)[trait] for slot, times in plan.slots]))


@lru_cache(_KEPT)
def _fewest_with(slot: Slot) -> tuple[int, ...]:
    """By trait, how many tiles have it at least in each way to fill a slot."""
    options = slot.options
    return tuple([min([_with_trait(each, trait) for each in options], default=0) for trait in range(TRAIT_BITS)])


def _with_trait(tiles: Tiles, trait: int) -> int:
    return sum([TRAITS[tile] >> trait & 1 for tile in tiles])
