"""Prefilters of layouts: cheap conditions that every hand meets which is a layout, or one tile short of it.

Only hands that meet them are matched.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Final, NamedTuple

from service.domain.layouts.compile import HAND, Plan, Slot, most_kinds, tiles_in, used_by
from service.domain.layouts.match import Matcher
from service.domain.layouts.model import GroupKind
from service.domain.sets import Feature
from service.domain.tiles import ANY_SUIT, FIRST_WIND, MOST_COPIES, SIMPLES, TERMINALS, TRAIT_BITS, TRAITS, Tile, Tiles

_ALL_TRAITS: Final = tuple(
    [each for each in range(1, 1 << TRAIT_BITS) if bool(each & ANY_SUIT) == bool(each & (SIMPLES | TERMINALS))]
)
"""Every combination of traits that the tiles of a hand can have."""
NO_MATCH: Final = -1
"""Fewer kinds of tiles than any hand has."""
_NO_MATCHES: Final = (NO_MATCH,) * (1 << TRAIT_BITS)
_KEPT: Final = 512
"""Layouts whose prefilters are cached, complete or one tile short."""
_TWO: Final = 2
"""Two groups of a kind in a complete hand leave at least one in a hand that is one tile short."""
_PUNGS: Final = (GroupKind.PUNG, GroupKind.PUNG_OR_KONG, GroupKind.KONG)


def most_kinds_of(matchers: Iterable[Matcher], missing: int) -> tuple[int, ...]:
    """By the traits of a hand: the most kinds of concealed tiles with which it can be `missing` tiles short of one of
    these layouts; `NO_MATCH` if it cannot be.
    """
    return tuple(map(max, zip(_NO_MATCHES, *[_most_kinds_of(each, missing) for each in matchers], strict=True)))


@lru_cache(_KEPT)
def _most_kinds_of(matcher: Matcher, missing: int) -> tuple[int, ...]:
    return _most_kinds(matcher.compiled.plans, missing)


def _most_kinds(plans: Iterable[Plan], missing: int) -> tuple[int, ...]:
    most = [NO_MATCH] * (1 << TRAIT_BITS)
    for plan in plans:
        needed, possible, kinds = _traits_needed(plan, missing + 1), _traits_possible(plan), most_kinds(plan)
        for each in _ALL_TRAITS:
            if not (needed & ~each or each & ~possible):
                most[each] = max(most[each], kinds)
    return tuple(most)


def may_match(concealed: Tiles, most_kinds: tuple[int, ...]) -> bool:
    """Whether a hand without sets on the table passes the prefilter that `most_kinds_of` returned."""
    kinds, traits = {*concealed}, 0
    for tile in kinds:
        traits |= TRAITS[tile]
    return len(kinds) <= most_kinds[traits]


class Prefilter(NamedTuple):
    """Conditions that every hand of a layout, or every one that is short of it, meets."""

    features: int
    """Each of these hands has at least one of these features; 0: nothing is known of them."""
    most_kinds: tuple[int, ...]
    """By the traits of all its tiles, the most kinds of them; `NO_MATCH` if it cannot have these."""
    fewest_kinds: int
    """The fewest kinds of its concealed tiles, plus one for each set on the table."""


def prefilter_of(matcher: Matcher, missing: int) -> Prefilter:
    """The prefilter of hands that are this many tiles short of the layout."""
    plans = matcher.compiled.plans
    fewest = min([len({*plan.fixed}) for plan in plans])
    return Prefilter(_features(plans), most_kinds_of([matcher], missing), fewest - missing)


def _features(plans: Sequence[Plan]) -> int:
    if all(_sets_of(plan, (GroupKind.KONG,), 0) >= _TWO for plan in plans):
        return int(Feature.ANY_KONG)
    return int(Feature.HONOUR_PUNG) if all(_sets_of(plan, _PUNGS, FIRST_WIND) >= _TWO for plan in plans) else 0


def _sets_of(plan: Plan, kinds: tuple[GroupKind, ...], first: Tile) -> int:
    """The number of groups of these kinds that have no tile before `first`."""
    return sum([times for slot, times in plan.slots if slot.kind in kinds and not slot.mask & ((1 << first) - 1)])


def _traits_possible(plan: Plan) -> int:
    """The traits that its tiles can have."""
    return reduce(or_, [TRAITS[tile] for tile in tiles_in(used_by(plan))], 0)


def _traits_needed(plan: Plan, least: int) -> int:
    """The traits that at least this many of its tiles have."""
    used = tiles_in(used_by(plan))
    return sum([1 << trait for trait in range(TRAIT_BITS) if _tiles_with(plan, trait, used) >= least])


def _tiles_with(plan: Plan, trait: int, used: list[Tile]) -> int:
    """A lower bound of its tiles with this trait; `used` are the kinds that it can have."""
    others = MOST_COPIES * sum([not TRAITS[tile] >> trait & 1 for tile in used])
    fixed = _with_trait(plan.fixed, trait)
    return max(HAND - others, fixed + sum([times * _fewest_of_slot(slot)[trait] for slot, times in plan.slots]))


@lru_cache(_KEPT)
def _fewest_of_slot(slot: Slot) -> tuple[int, ...]:
    """By trait, the fewest tiles with it in an option of the slot."""
    options = slot.options
    return tuple([min([_with_trait(each, trait) for each in options], default=0) for trait in range(TRAIT_BITS)])


def _with_trait(tiles: Tiles, trait: int) -> int:
    return sum([TRAITS[tile] >> trait & 1 for tile in tiles])
