"""Compile a layout into plans: each has fixed tiles, and slots that can be filled in several ways.

A letter, a choice or a variable count makes several plans; everything else that is free stays in a slot, as a set of
options. This keeps plans small: 'four chows and a pair of one suit' is three plans of two slots, not 5,000 hands.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import combinations, permutations, product
from math import comb
from typing import Final, NamedTuple

from service.domain.faults import NO_FACTS, Facts, Fault
from service.domain.layouts.model import (
    ANY_SUIT,
    COLOURS,
    DRAGON_OF,
    EACH_SUIT,
    NUMBER_LETTERS,
    SUIT_LETTERS,
    SUIT_NAMES,
    SUITED,
    Choice,
    Group,
    Kinds,
    Layout,
    Listed,
    Loose,
    Part,
    RefusedError,
    Several,
    Term,
    What,
    Within,
)
from service.domain.seats import Seat
from service.domain.tiles import DRAGONS, FIRST_DRAGON, FIRST_WIND, MOST_COPIES, PLAYING_TILES, WINDS, Tile, Tiles

HAND: Final = 14
"""Tiles of a complete hand, without the fourth tiles of kongs."""
MOST_PLANS: Final = 128
MOST_WAYS: Final = 600
"""Most ways to read all layouts that a table brings; preparing one takes up to a third of a millisecond."""
WAYS_OF_A_REFUSED_LAYOUT: Final = 100
"""For how many ways one counts that is refused, since it may have been read in as many before."""
MOST_COST: Final = 10_000
"""The greatest cost of all plans of a layout; see `cost_of`."""
MOST_LAYOUTS: Final = 100
"""Most layouts of one table."""
MOST_COST_TOGETHER: Final = 20_000
"""The greatest cost of all layouts of one table."""
_MOST_JOINED: Final = 10_000
"""Most parts that are combined to find the plans."""
_KINDS: Final = len(PLAYING_TILES)
_NUMBERS: Final = 9
_ALL: Final = (1 << _KINDS) - 1
_BITS: Final = 4
"""Bits for each kind when tiles are counted in one integer: one bit set for each tile."""
_SLOTS_KEPT: Final = 1024
"""Slots whose options, and what these use, are kept."""
_DRAGON_OF: Final = (FIRST_DRAGON + 2, FIRST_DRAGON, FIRST_DRAGON + 1)
"""The dragon of characters is red, of circles white, of bamboo green."""
Option = Tiles
"""Tiles that fill a slot, sorted."""


class Extent(NamedTuple):
    """What the ways to fill a slot use of each kind of tile."""

    used: int
    """A bit for each kind of which some way has a tile."""
    single: int
    """A bit for each kind of which some way has one tile only."""
    most: tuple[int, ...]
    """By kind, how many tiles of it a way has at most."""
    least: tuple[int, ...]
    """By kind, how many tiles of it each way has at least."""


class Slot(NamedTuple):
    """A group whose tiles are not fixed: what it is, and the kinds that its tiles may be."""

    what: What
    mask: int
    """A bit for each kind."""
    different: bool = False
    length: int = 0

    @property
    def options(self) -> tuple[Option, ...]:
        """Every way to fill it."""
        return _options(self.what, self.mask, self.length)

    @property
    def extent(self) -> Extent:
        """What the ways to fill it use."""
        return _extent(self.what, self.mask, self.length)

    @property
    def size(self) -> int:
        """The number of its tiles, without the fourth tile of a kong."""
        return self.length or _SIZES[self.what]


Slots = tuple[tuple[Slot, int], ...]
"""Slots, and how many of each."""


class Plan(NamedTuple):
    """One variant of a layout: tiles that it must have, and slots."""

    fixed: Tiles
    slots: Slots


class Form(NamedTuple):
    """A compiled layout: every plan, and its other conditions."""

    layout: Layout
    plans: tuple[Plan, ...]
    ways: int
    """How many ways there were to read it; several of them may be the same plan."""
    cost: int
    """An upper bound of the steps of one search."""
    own: Seat
    round_wind: Seat

    def mask(self, kinds: Kinds) -> int:
        """The kinds of the conditions beside the tiles, which have no letters."""
        return _mask_of(kinds, _Meant({}, {}, self.own, self.round_wind, kongs=False, work=_Work()))


class _Work:
    """How many parts were combined for one layout."""

    def __init__(self) -> None:
        self.joined = 0


class _Meant(NamedTuple):
    """What letters and words stand for in one variant."""

    suits: Mapping[str, int]
    numbers: Mapping[str, int]
    own: Seat
    round_wind: Seat
    kongs: bool
    work: _Work
    each: int = 0
    """The suit of `each suit`."""


def _refused(code: str, sentence: str, facts: Facts) -> RefusedError:
    return RefusedError(Fault(code, (), None, facts, sentence))


def compiled(layout: Layout, own: Seat, round_wind: Seat) -> tuple[Form | None, list[Fault]]:
    """The plans of a layout in this seat and round; or why it is never a hand of fourteen tiles, or costs too much."""
    try:
        return _compiled(layout, own, round_wind), []
    except RefusedError as refused:
        return None, [refused.fault]


def _compiled(layout: Layout, own: Seat, round_wind: Seat) -> Form:
    _check_letters(layout.parts)
    plans: dict[Plan, None] = {}
    sizes: set[int] = set()
    readings = 0
    for meant in _readings(layout, own, round_wind):
        readings += 1
        for plan in _all_of(layout.parts, meant):
            sizes.add(_size(plan))
            if _size(plan) == HAND:
                plans[plan] = None
        _check_ways(len(plans), MOST_PLANS)
    if not plans:
        raise _wrong_size(sizes)
    real = tuple(plan for plan in plans if can_be_laid(plan))
    if not real:
        raise _refused("impossible-layout", "too-many-of-a-tile", {"most": MOST_COPIES})
    cost = sum(cost_of(plan) for plan in real)
    if cost > MOST_COST:
        raise _refused("layout-too-costly", "steps", {"most": MOST_COST, "cost": cost})
    return Form(layout, real, max(readings, len(plans)), cost, own, round_wind)


def too_many(forms: Sequence[Form]) -> list[Fault]:
    """A fault if the layouts together cost more than a table's may."""
    cost = sum([form.cost for form in forms])
    if len(forms) > MOST_LAYOUTS:
        return [Fault("layouts-too-costly", (), None, {"most": MOST_LAYOUTS, "layouts": len(forms)}, "number")]
    if cost > MOST_COST_TOGETHER:
        return [Fault("layouts-too-costly", (), None, {"most": MOST_COST_TOGETHER, "cost": cost}, "steps")]
    return []


def _wrong_size(sizes: set[int]) -> RefusedError:
    if not sizes:
        return _refused("impossible-layout", "too-many-tiles", {"most": HAND})
    tiles = ", ".join(map(str, sorted(sizes)))
    return _refused("impossible-layout", "too-few-tiles", {"sizes": tiles, "most": HAND})


def _check_ways(ways: int, most: int) -> None:
    if ways > most:
        raise _refused("layout-too-costly", "ways", {"most": MOST_PLANS})


# Letters


def _letters(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Several):
            yield from _letters(part.parts)
        elif isinstance(part, Choice):
            yield from _letters(part.options)
        elif isinstance(part, Loose):
            yield from part.suits
        elif isinstance(part, Group):
            yield part.start
            yield from _letters_of(part.kinds)
        if isinstance(part, Several | Loose | Listed | Group):
            yield from _letters_of(part.twice or ())


def _letters_of(kinds: Kinds) -> Iterator[str]:
    for term in kinds:
        yield term.suit
        yield from term.numbers


def _check_letters(parts: tuple[Part, ...]) -> None:
    used = set(_letters(parts))
    for part in parts:
        if isinstance(part, Within) and part.letter not in used:
            raise _refused("impossible-layout", "letter", {"letter": part.letter})


def _readings(layout: Layout, own: Seat, round_wind: Seat) -> Iterator[_Meant]:
    """Every combination of meanings of the letters."""
    used = set(_letters(layout.parts))
    limits = {part.letter: part.values for part in layout.parts if isinstance(part, Within)}
    work = _Work()
    suits, numbers = ([each for each in letters if each in used] for letters in (SUIT_LETTERS, NUMBER_LETTERS))
    for chosen in permutations(range(len(SUIT_NAMES)), len(suits)):
        of_suits = dict(zip(suits, chosen, strict=True))
        if any(SUIT_NAMES[suit] not in limits.get(letter, SUIT_NAMES) for letter, suit in of_suits.items()):
            continue
        for picked in permutations(range(1, _NUMBERS + 1), len(numbers)):
            of_numbers = dict(zip(numbers, picked, strict=True))
            if all(number in _allowed(limits.get(letter, ())) for letter, number in of_numbers.items()):
                yield _Meant(of_suits, of_numbers, own, round_wind, layout.kongs, work)


def _allowed(words: tuple[str, ...]) -> frozenset[int]:
    if not words:
        return frozenset(range(1, _NUMBERS + 1))
    return frozenset(number for word in words for number in _numbers_of(word, {}))


def _numbers_of(word: str, letters: Mapping[str, int]) -> Iterable[int]:
    if word in letters:
        return [letters[word]]
    if word in COLOURS:
        return COLOURS[word][1]
    if word in ("odd", "even"):
        return range(1 if word == "odd" else 2, _NUMBERS + 1, 2)
    first, _, last = word.partition("-")
    return range(int(first), int(last or first) + 1) if first.isdigit() else ()


# Kinds


def _suits_of(suit: str, meant: _Meant) -> list[int]:
    if suit == ANY_SUIT:
        return [*range(len(SUIT_NAMES))]
    if suit == EACH_SUIT:
        return [meant.each]
    return [SUIT_NAMES.index(suit) if suit in SUIT_NAMES else meant.suits[suit]]


def _mask_of(kinds: Kinds, meant: _Meant) -> int:
    if not kinds:
        return _ALL
    return _mask(tile for term in kinds for tile in _kinds_of(term, meant))


def _mask(tiles: Iterable[Tile]) -> int:
    return sum({1 << tile for tile in tiles})


def tiles_in(mask: int) -> list[Tile]:
    """The kinds of a mask, in order."""
    return [tile for tile in PLAYING_TILES if mask >> tile & 1]


def _kinds_of(term: Term, meant: _Meant) -> Iterable[Tile]:
    if term.name == SUITED:
        words = term.numbers or (f"1-{_NUMBERS}",)
        numbers = {number for word in words for number in _numbers_of(word, meant.numbers)}
        return [suit * _NUMBERS + number - 1 for suit in _suits_of(term.suit, meant) for number in numbers]
    if term.name == DRAGON_OF:
        return [_DRAGON_OF[suit] for suit in _suits_of(term.suit, meant)]
    if term.name in ("own wind", "round wind"):
        return [FIRST_WIND + (meant.own if term.name == "own wind" else meant.round_wind)]
    return _HONOURS[term.name]


_HONOURS: Final[Mapping[str, Iterable[Tile]]] = {
    "any": PLAYING_TILES,
    "honour": (*WINDS, *DRAGONS),
    "wind": WINDS,
    "dragon": DRAGONS,
    **{name: (tile,) for name, tile in zip(("east", "south", "west", "north"), WINDS, strict=True)},
    **{f"{name} dragon": (tile,) for name, tile in zip(("white", "green", "red"), DRAGONS, strict=True)},
}


# Options


_SIZES: Final = {
    **dict.fromkeys((What.TILE, What.TWICE), 1),
    **dict.fromkeys((What.PAIR, What.MIXED_PAIR), 2),
    **dict.fromkeys((What.PUNG, What.KONG, What.PUNG_OR_KONG, What.CHOW, What.SET, What.RUN), 3),
    **dict.fromkeys((What.MIXED_CHOW, What.MIXED_TRIPLE), 3),
}
"""Tiles of a group, without the fourth tile of a kong."""
_ALIKE: Final = {**{what: size for what, size in _SIZES.items() if what is not What.CHOW}, What.KONG: 4}


@lru_cache(_SLOTS_KEPT)
def _options(what: What, mask: int, length: int) -> tuple[Option, ...]:
    return tuple(option for option in _every(what, length) if not _mask(option) & ~mask)


@lru_cache(_SLOTS_KEPT)
def _extent(what: What, mask: int, length: int) -> Extent:
    options = _options(what, mask, length)
    counts = [[option.count(tile) for option in options] for tile in PLAYING_TILES]
    return Extent(
        _mask(tile for option in options for tile in option),
        sum([1 << tile for tile, each in enumerate(counts) if 1 in each]),
        tuple([max(each, default=0) for each in counts]),
        tuple([min(each, default=0) for each in counts]),
    )


@cache
def _every(what: What, length: int) -> tuple[Option, ...]:
    if what in (What.CHOW, What.RUN):
        return tuple(_runs(length or 3))
    if what is What.MIXED_PAIR:
        return tuple(sorted(pair for triple in _triples() for pair in combinations(triple, 2)))
    if what is What.MIXED_TRIPLE:
        return tuple(_triples())
    if what is What.MIXED_CHOW:
        return tuple(_mixed_chows())
    alike = tuple((tile,) * _ALIKE[what] for tile in PLAYING_TILES)
    return alike + tuple(_runs(3)) if what is What.SET else alike


def _runs(length: int) -> Iterator[Option]:
    for tile in range(FIRST_WIND):
        if tile % _NUMBERS + length <= _NUMBERS:
            yield tuple(range(tile, tile + length))


def _triples() -> Iterator[Option]:
    for number in range(_NUMBERS):
        yield number, number + _NUMBERS, number + 2 * _NUMBERS


def _mixed_chows() -> Iterator[Option]:
    for first in range(_NUMBERS - 2):
        for suits in permutations(range(len(SUIT_NAMES))):
            yield tuple(sorted(suit * _NUMBERS + first + step for step, suit in enumerate(suits)))


# Parts


_NONE: Final = Plan((), ())


def _all_of(parts: tuple[Part, ...], meant: _Meant) -> list[Plan]:
    """Every way to have all of these parts, without those of too many tiles."""
    found = [_NONE]
    for part in parts:
        if not isinstance(part, Within):
            found = _joined(found, _ways(part, meant), meant.work)
    return found


def _joined(some: list[Plan], others: list[Plan], work: _Work) -> list[Plan]:
    """Every pair of plans combined, without duplicates and without those of more tiles than a hand has."""
    found: dict[Plan, None] = {}
    work.joined += len(some) * len(others)
    _check_ways(work.joined, _MOST_JOINED)
    for one, other in product(some, others):
        if _size(one) + _size(other) <= HAND:
            found[_join(one, other)] = None
            _check_ways(len(found), MOST_PLANS)
    return [*found]


def _join(one: Plan, other: Plan) -> Plan:
    slots = dict(one.slots)
    for slot, times in other.slots:
        slots[slot] = slots.get(slot, 0) + times
    return Plan(tuple(sorted(one.fixed + other.fixed)), tuple(sorted(slots.items())))


def _size(plan: Plan) -> int:
    return len(plan.fixed) + sum(slot.size * times for slot, times in plan.slots)


def _ways(part: Part, meant: _Meant) -> list[Plan]:
    if isinstance(part, Choice):
        return [plan for option in part.options for plan in _ways(option, meant)]
    if isinstance(part, Within):
        return [_NONE]
    plain = _plain_ways(part, meant)
    return plain if part.twice is None else [_twice(plan, part.twice, meant) for plan in plain]


def _plain_ways(part: Group | Loose | Listed | Several, meant: _Meant) -> list[Plan]:
    if isinstance(part, Several):
        return _all_of(part.parts, meant)
    if isinstance(part, Listed):
        return [Plan(part.tiles, ())]
    if isinstance(part, Loose):
        return _loose(part, meant)
    return _groups(part, meant)


def _twice(plan: Plan, kinds: Kinds, meant: _Meant) -> Plan:
    """The plan with one of its tiles occurring once more."""
    if plan.slots or not plan.fixed:
        raise _refused("impossible-layout", "twice", NO_FACTS)
    return _join(plan, Plan((), ((Slot(What.TWICE, _mask(plan.fixed) & _mask_of(kinds, meant)), 1),)))


def _loose(part: Loose, meant: _Meant) -> list[Plan]:
    return [
        plan
        for numbers, suit in product(part.numbers, part.suits)
        for plan in _over_suits([suit], meant, partial(_of_suit, numbers, suit))
    ]


def _of_suit(numbers: tuple[int, ...], suit: str, meant: _Meant) -> list[Plan]:
    return [Plan(tuple([each * _NUMBERS + number - 1 for number in numbers]), ()) for each in _suits_of(suit, meant)]


def _over_suits(suits: Iterable[str], meant: _Meant, ways: Callable[[_Meant], list[Plan]]) -> list[Plan]:
    """The ways; for `each suit`, those of all three suits combined."""
    if EACH_SUIT not in suits:
        return ways(meant)
    found = [_NONE]
    for suit in range(len(SUIT_NAMES)):
        found = _joined(found, ways(meant._replace(each=suit)), meant.work)
    return found


def _groups(group: Group, meant: _Meant) -> list[Plan]:
    if group.different and group.what not in (What.TILE, What.PAIR, What.MIXED_PAIR, What.MIXED_TRIPLE):
        raise _refused("impossible-layout", "different", {"what": group.what.value})
    return _over_suits([term.suit for term in group.kinds], meant, partial(_of_kinds, group))


def _of_kinds(group: Group, meant: _Meant) -> list[Plan]:
    mask = _mask_of(group.kinds, meant)
    what = What.PUNG_OR_KONG if group.what is What.PUNG and meant.kongs else group.what
    if group.each and what is What.TILE:
        return [Plan(tuple(tile for tile in tiles_in(mask) for _ in range(times)), ()) for times in _times(group)]
    slots = [Slot(what, 1 << tile) for tile in tiles_in(mask)] if group.each else [_slot(group, what, mask, meant)]
    return [
        Plan((), tuple(sorted((slot, times) for slot in slots if times)))
        for times in _times(group)
        if all(slot.options or not times for slot in slots)
    ]


def _slot(group: Group, what: What, mask: int, meant: _Meant) -> Slot:
    if group.start:
        first = [number - 1 for number in _numbers_of(group.start, meant.numbers)]
        mask &= _mask(
            suit * _NUMBERS + number + step
            for suit in range(len(SUIT_NAMES))
            for number in first
            for step in range(min(group.length, _NUMBERS - number))
        )
    return Slot(what, mask, group.different and group.most > 1, group.length)


def _times(group: Group) -> range:
    return range(group.least, group.most + 1)


# What can be


def can_be_laid(plan: Plan) -> bool:
    """Whether the 136 tiles of a set suffice for the plan."""
    counts = [0] * _KINDS
    for tile in plan.fixed:
        counts[tile] += 1
    wanted = [slot for slot, times in plan.slots for _ in range(times)]
    wanted.sort(key=lambda slot: (len(slot.options), slot))
    return max(counts) <= MOST_COPIES and _laid(wanted, 0, 0, counts)


def _laid(wanted: list[Slot], place: int, first: int, counts: list[int]) -> bool:
    """Whether the slots from this place on can be filled; equal slots take their options in order."""
    if place == len(wanted):
        return True
    slot = wanted[place]
    options = slot.options
    for number in range(first, len(options)):
        if all(counts[tile] + options[number].count(tile) <= MOST_COPIES for tile in options[number]):
            _add(counts, options[number], 1)
            same = place + 1 < len(wanted) and wanted[place + 1] == slot
            laid = _laid(wanted, place + 1, (number + slot.different) if same else 0, counts)
            _add(counts, options[number], -1)
            if laid:
                return True
    return False


def _add(counts: list[int], tiles: Tiles, times: int) -> None:
    for tile in tiles:
        counts[tile] += times


def used_by(plan: Plan) -> int:
    """The kinds of which it can have tiles, a bit for each."""
    used = _mask(plan.fixed)
    for slot, _ in plan.slots:
        used |= slot.extent.used
    return used


def most_kinds(plan: Plan) -> int:
    """Of how many kinds its tiles are at most."""
    slots = [times * max([len({*option}) for option in slot.options], default=0) for slot, times in plan.slots]
    return len({*plan.fixed}) + sum(slots)


def cost_of(plan: Plan) -> int:
    """An upper bound of the steps of a search: the ways to fill the slots partly, times the kinds."""
    states = 1
    for slot, times in plan.slots:
        if len(slot.options) > 1:
            states *= _states(slot, times)
    return states


def _states(slot: Slot, times: int) -> int:
    """In how many states this number of one slot can be: not begun, filled, or waiting for later tiles."""
    waiting = {
        What.CHOW: 2,
        What.SET: 2,
        What.RUN: max(1, slot.length - 1),
        What.MIXED_PAIR: 2,
        What.MIXED_TRIPLE: 2,
        What.MIXED_CHOW: 12,
    }.get(slot.what, 0)
    return comb(times + waiting + 1, times)
