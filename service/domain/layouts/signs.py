"""The signs of a hand that waits for a layout: what a glance at its tiles and sets must show, found from the layout.

They only spare work: whether a hand waits is found by matching it.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from service.domain.layouts.compile import Plan, Slot
from service.domain.layouts.match import Matcher
from service.domain.layouts.model import What
from service.domain.sets import Feature, features_of
from service.domain.tiles import FIRST_WIND, TRAIT_BITS, TRAITS, Tile

_BITS: Final = tuple(1 << bit for bit in range(TRAIT_BITS))
_SOME: Final = 2
"""So many of something in a whole hand leave one in a hand that lacks a tile."""
_PUNGS: Final = (What.PUNG, What.PUNG_OR_KONG, What.KONG)


class Signs(NamedTuple):
    """What a hand that waits for a layout shows."""

    where: Feature
    """The features of which it has one."""
    traits: tuple[bool, ...]
    """By the traits of all its tiles together, whether it may wait."""


def signs_of(matcher: Matcher) -> Signs:
    """What a hand must show that lacks one tile of this layout."""
    plans = matcher.form.plans
    bounds = [(_needed(plan), _possible(plan)) for plan in plans]
    traits = [any(needed & ~each == 0 and each & ~possible == 0 for needed, possible in bounds) for each in _ALL_TRAITS]
    traits[0] = False  # the tiles are not all known
    return Signs(_where(plans, traits), tuple(traits))


_ALL_TRAITS: Final = range(1 << TRAIT_BITS)


def _where(plans: Iterable[Plan], traits: list[bool]) -> Feature:
    if all(_sets_of(plan, (What.KONG,), 0) >= _SOME for plan in plans):
        return Feature.ANY_KONG
    found = [features_of(each) for each in _ALL_TRAITS if traits[each]]
    if found and all(found):
        where = Feature(0)
        for each in found:
            where |= Feature(each)
        return where
    return Feature.HONOUR_PUNG if all(_sets_of(plan, _PUNGS, FIRST_WIND) >= _SOME for plan in plans) else Feature.ALWAYS


def _sets_of(plan: Plan, whats: tuple[What, ...], first: Tile) -> int:
    """How many groups of these sorts it has whose tiles can only be such, or later ones."""
    return sum([times for slot, times in plan.slots if slot.what in whats and not slot.mask & ((1 << first) - 1)])


def _possible(plan: Plan) -> int:
    """The traits that its tiles can have together."""
    tiles = [*plan.fixed, *[tile for slot, _ in plan.slots for option in slot.options for tile in option]]
    return sum([bit for bit in _BITS if any(TRAITS[tile] & bit for tile in tiles)])


def _needed(plan: Plan) -> int:
    """The traits that its tiles have together, whichever is lacking."""
    return sum([bit for bit in _BITS if _tiles_with(plan, bit) >= _SOME])


def _tiles_with(plan: Plan, bit: int) -> int:
    """At least so many of its tiles have a trait."""
    fixed = sum([bool(TRAITS[tile] & bit) for tile in plan.fixed])
    return fixed + sum([times * _fewest_with(slot, bit) for slot, times in plan.slots])


def _fewest_with(slot: Slot, bit: int) -> int:
    return min([sum([bool(TRAITS[tile] & bit) for tile in option]) for option in slot.options], default=0)
