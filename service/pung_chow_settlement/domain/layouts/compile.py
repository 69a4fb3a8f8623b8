"""Compile a layout into plans: each has fixed tiles, and slots that can be filled in several ways.

Each value of a letter, of a choice and of a variable count gives a separate plan; everything else that is variable is
a slot with options. So plans are few: 'four chows and a pair of one suit' is three plans of two slots, not 5,000.
A mask is an integer with a bit for each kind of tile.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache, partial, reduce
from itertools import accumulate, combinations, permutations, product
from math import comb
from operator import and_, or_
from typing import Final, NamedTuple

from pung_chow_settlement.domain.faults import NO_FACTS, Facts, Fault
from pung_chow_settlement.domain.hand import COMPLETE_TILES
from pung_chow_settlement.domain.layouts.grammar import write
from pung_chow_settlement.domain.layouts.parts import (
    ANY_SUIT,
    ANYTHING,
    COLOURS,
    DRAGON_OF,
    EACH_SUIT,
    NUMBER_LETTERS,
    SUIT_LETTERS,
    SUIT_NAMES,
    SUITED,
    Bonus,
    Completes,
    Exposed,
    FromWall,
    Group,
    GroupKind,
    Kinds,
    Layout,
    Listed,
    Loose,
    OneOf,
    Part,
    RefusedError,
    Several,
    Term,
    Within,
    completed_by,
)
from pung_chow_settlement.domain.layouts.steps import Steps, TooManyStepsError
from pung_chow_settlement.domain.seats import Seat
from pung_chow_settlement.domain.tiles import (
    DRAGONS,
    FIRST_DRAGON,
    FIRST_WIND,
    MAX_COPIES,
    PLAYING_TILES,
    WINDS,
    Tile,
    Tiles,
)

MAX_PLANS: Final = 128
MAX_WAYS: Final = 700
"""Most ways (see `CompileState`) of all layouts of a table, refused ones too; one takes up to 0.1 ms."""
MAX_WAYS_OF_ONE: Final = 300
"""Most ways of one layout, to compile it and to prepare its plans, in all seats and rounds."""
MAX_COST: Final = 10_000
"""The greatest cost of all plans of a layout; see `cost_of`."""
MAX_LAYOUTS: Final = 100
"""Most layouts of one table."""
MAX_COST_TOGETHER: Final = 20_000
"""The greatest cost of all layouts of one table."""
_STEPS_OF_A_WAY: Final = 250
"""Steps that cost as much as one way."""
_PAIR_STEPS: Final = 12
"""Steps counted for a pair of plans that is combined."""
_PART_STEPS: Final = 60
"""Steps counted for the plans of a part, for the values of its letters."""
_BINDING_STEPS: Final = 75
"""Steps counted for a binding of the letters that leads to hands."""
_PLAN_STEPS: Final = 60
"""Steps counted for a plan, besides what it takes to find whether it is possible."""
_OPTION_STEPS: Final = 2
"""Steps counted for an option that is tried in a slot."""
_SIZE_STEPS: Final = 10
"""Steps counted for a part, where brackets are looked for that make a hand of it."""
SUM_BITS: Final = 8
"""Bits for the number of tiles of each kind, where the numbers of several slots are added in one integer."""
_KINDS: Final = len(PLAYING_TILES)
_NUMBERS: Final = 9
EVERY_KIND: Final = (1 << _KINDS) - 1
_GROUPS_KEPT: Final = 32
"""Kinds of groups whose options are cached: all there are. Without, a request with a new layout takes longer."""
_SLOTS_KEPT: Final = 1024
"""Slots whose options, and their usage, are cached: without, a request with a new layout takes a tenth longer."""
_DRAGON_OF: Final = (FIRST_DRAGON + 2, FIRST_DRAGON, FIRST_DRAGON + 1)
"""The dragon of characters is red, of circles white, of bamboo green."""
_KONG_SLOTS: Final = frozenset({GroupKind.KONG, GroupKind.PUNG_OR_KONG, GroupKind.SET})
_CHOW_SLOTS: Final = frozenset({GroupKind.CHOW, GroupKind.MIXED_CHOW, GroupKind.SET})
_PUNG_SLOTS: Final = _KONG_SLOTS | {GroupKind.PUNG}
_EXPOSED_SLOTS: Final = {
    Exposed.KONGS: _KONG_SLOTS,
    Exposed.CHOWS: _CHOW_SLOTS,
    Exposed.PUNGS: _PUNG_SLOTS,
    Exposed.HALF: _CHOW_SLOTS | _PUNG_SLOTS,
    Exposed.FULL: _CHOW_SLOTS | _PUNG_SLOTS,
}
"""`exposed` lets sets of these groups lie on the table."""
Option = Tiles
"""Tiles that fill a slot, sorted."""


class Usage(NamedTuple):
    """The tiles of each kind that the options of a slot use."""

    used: int
    """A mask: the kinds that some option has a tile of."""
    most: int
    """The most tiles of each kind in an option, packed as in `SUM_BITS`."""
    least: int
    """The fewest tiles of each kind in an option, packed likewise."""
    counts: tuple[int, ...]
    """The number of tiles of each kind in each option; see `_counts`."""
    bits: int
    """The bits of the kinds that some option has a tile of."""


class Slot(NamedTuple):
    """A group whose tiles are not fixed."""

    kind: GroupKind
    mask: int
    """The kinds of tiles that it may have."""
    different: bool = False
    """True if no two slots like this may have the same tiles."""
    length: int = 0
    """Tiles of a run; 0 for other groups."""

    @property
    def options(self) -> tuple[Option, ...]:
        """Every way to fill it."""
        return _options(self.kind, self.mask, self.length)

    @property
    def usage(self) -> Usage:
        """The tiles that its options use."""
        return _usage(self.kind, self.mask, self.length)

    @property
    def size(self) -> int:
        """The number of its tiles, without the fourth tile of a kong."""
        return self.length or _SIZES[self.kind]


Slots = tuple[tuple[Slot, int], ...]
"""Different slots, and the number of each."""


class Plan(NamedTuple):
    """One variant of a layout: tiles that it must have, and slots."""

    fixed: Tiles
    slots: Slots
    bonus: int = 0
    """The flowers and seasons, as a mask, one of which it has in place of a tile; 0 if it has none."""

    def with_tiles(self, other: Mapping[Tile, Tile]) -> "Plan":
        """The same of other tiles."""
        fixed = tuple(sorted([other.get(tile, tile) for tile in self.fixed]))
        masks = [slot._replace(mask=_with_bits(slot.mask, other)) for slot, _ in self.slots]
        slots = tuple(sorted(zip(masks, [times for _, times in self.slots], strict=True)))
        return Plan(fixed, slots, self.bonus)


Plans = dict[Plan, int]
"""Plans, each with the alternatives that it was made of, as a mask; see `CompileState.alternative`."""


class UnreachablePart(NamedTuple):
    """What a layout says in vain: an alternative that is part of no hand, or a limit that no winning tile can meet."""

    member: str
    sentence: str
    text: str
    """The alternative; empty for a limit."""


class CompiledLayout(NamedTuple):
    """Every plan of a layout, for one seat and round."""

    layout: Layout
    plans: tuple[Plan, ...]
    cost: int
    """The sum of `cost_of` over the plans."""
    own: Seat
    round_wind: Seat
    unused: tuple[UnreachablePart, ...]

    def mask(self, kinds: Kinds) -> int:
        """The mask of the kinds that a winning tile must be, which have no letters."""
        return _mask_without_letters(kinds, self.own, self.round_wind)

    def with_winds(self, winds: Mapping[Seat, Seat], own: Seat, round_wind: Seat) -> "CompiledLayout":
        """The same in another seat and round, where each wind is another."""
        if all(wind is other for wind, other in winds.items()):
            return self
        tiles = {FIRST_WIND + wind: FIRST_WIND + other for wind, other in winds.items()}
        plans = tuple([plan.with_tiles(tiles) for plan in self.plans])
        return self._replace(plans=plans, own=own, round_wind=round_wind)


class CompileState:
    """What was done to compile one layout: the steps that it took, and the alternatives that were met."""

    def __init__(self) -> None:
        self.steps = Steps()
        self.steps.begin(MAX_WAYS_OF_ONE * _STEPS_OF_A_WAY)
        self.alternatives: dict[tuple[Part, Part], int] = {}
        """By a part with alternatives, and one of them: its bit."""

    @property
    def ways(self) -> int:
        """What it cost: its steps, in hundreds of microseconds or so."""
        return MAX_WAYS_OF_ONE - self.steps.left // _STEPS_OF_A_WAY

    def combine(self, pairs: int) -> None:
        """Count pairs of plans."""
        self.steps.take(_PAIR_STEPS * pairs)

    def alternative(self, part: Part, option: Part) -> int:
        """The bit of one of the alternatives of a part."""
        return self.alternatives.setdefault((part, option), 1 << len(self.alternatives))


class _Bindings(NamedTuple):
    """The values of letters and words in one variant."""

    suits: Mapping[str, int]
    numbers: Mapping[str, int]
    own: Seat
    round_wind: Seat
    kongs: bool
    work: CompileState
    each: int = 0
    """The suit that `each suit` stands for."""

    def value(self, letter: str) -> int | None:
        """The value of a letter."""
        return self.suits.get(letter, self.numbers.get(letter))


TOO_MANY_WAYS: Final = Fault("layout-too-costly", (), None, {"most": MAX_PLANS}, "ways")


def _refused(code: str, sentence: str, facts: Facts) -> RefusedError:
    return RefusedError(Fault(code, (), None, facts, sentence))


def compile_layout(
    layout: Layout, own: Seat, round_wind: Seat, work: CompileState | None = None
) -> tuple[CompiledLayout | None, list[Fault]]:
    """The layout compiled for a seat and round; or the fault by which it is impossible or too costly.

    What was done is counted in `work`.
    """
    try:
        return _compile(layout, own, round_wind, CompileState() if work is None else work), []
    except RefusedError as refused:
        return None, [refused.fault]
    except TooManyStepsError:
        return None, [TOO_MANY_WAYS]


def _compile(layout: Layout, own: Seat, round_wind: Seat, work: CompileState) -> CompiledLayout:
    _check_letters(layout.parts)
    plans: Plans = {}
    joined = _Parts(layout.parts)
    for bindings in _all_bindings(layout, own, round_wind, work):
        complete = joined.complete(bindings)
        for plan, alternatives in complete.items():
            plans[plan] = plans.get(plan, 0) | alternatives
        work.steps.take(_BINDING_STEPS if complete else _PAIR_STEPS)
        _check_count(plans)
    if not plans:
        raise _wrong_size(joined.sizes)
    work.steps.take(_PLAN_STEPS * len(plans))
    real = {plan: alternatives for plan, alternatives in plans.items() if is_possible(plan, work.steps)}
    if not real:
        raise _refused("impossible-layout", "too-many-of-a-tile", {"most": MAX_COPIES})
    cost = sum(cost_of(plan) for plan in real)
    if cost > MAX_COST:
        raise _refused("layout-too-costly", "steps", {"most": MAX_COST, "cost": cost})
    unused = tuple(_unused(layout, real, own, round_wind, work))
    return CompiledLayout(layout, (*real,), cost, own, round_wind, unused)


Values = tuple[int | None, ...]
"""The values of some letters."""
Sizes = frozenset[int]
"""Numbers of tiles, none more than a hand has."""


class _Parts:
    """The parts of a layout; what they are for the same values of their letters is found once."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self._parts = [part for part in parts if not isinstance(part, Within)]
        used = [{*_letters([part])} for part in self._parts]
        self._letters = [[letter for letter in (*SUIT_LETTERS, *NUMBER_LETTERS) if letter in each] for each in used]
        self._plans: dict[tuple[int, Values], tuple[Plans, Sizes]] = {}
        self._rests: dict[tuple[Sizes, ...], list[Sizes]] = {}
        self._joined: dict[tuple[tuple[Values, ...], Sizes], Plans] = {}
        """The plans of the first parts, by the values of their letters and the numbers of tiles of those after them."""
        self.sizes: set[int] = set()
        """The numbers of tiles of the layout so far, none more than a hand has."""

    def complete(self, bindings: _Bindings) -> Plans:
        """Every combination of plans of all parts that has the tiles of a hand."""
        values = [tuple([bindings.value(letter) for letter in letters]) for letters in self._letters]
        bindings.work.combine(1)
        own = [self._plans_of(number, each, bindings) for number, each in enumerate(values)]
        all_of, *rests = self._rests_of(tuple([sizes for _, sizes in own]))
        self.sizes |= all_of
        if COMPLETE_TILES not in all_of:
            return {}
        plans: Plans = {_EMPTY: 0}
        for number, rest in enumerate(rests):
            key = tuple(values[: number + 1]), rest
            if key not in self._joined:
                self._joined[key] = _combine_all(plans, own[number][0], bindings.work, rest)
            plans = self._joined[key]
        return plans

    def _plans_of(self, number: int, values: Values, bindings: _Bindings) -> tuple[Plans, Sizes]:
        found = self._plans.get((number, values))
        if found is None:
            plans = _plans_of(self._parts[number], bindings)
            found = self._plans[number, values] = plans, frozenset([_size(plan) for plan in plans])
        return found

    def _rests_of(self, sizes: tuple[Sizes, ...]) -> list[Sizes]:
        found = self._rests.get(sizes)
        if found is None:
            found = self._rests[sizes] = [*accumulate(reversed(sizes), _sums, initial=frozenset([0]))][::-1]
        return found


def _sums(some: Sizes, others: Sizes) -> Sizes:
    return frozenset([one + other for one in some for other in others if one + other <= COMPLETE_TILES])


def _unused(layout: Layout, plans: Plans, own: Seat, round_wind: Seat, work: CompileState) -> Iterator[UnreachablePart]:
    """The alternatives that no plan has, or none that can be won; and the limits that exclude every winning tile."""

    def can_win(plan: Plan, limits: Sequence[Completes]) -> bool:
        groups = completed_by(limits)
        masks = [_mask_without_letters(limit.kinds, own, round_wind) for limit in limits]
        kinds = reduce(and_, masks, used_by(plan))
        if groups is None:
            return bool(kinds)
        return any(slot.usage.used & kinds for slot, _ in plan.slots if slot.kind in groups)

    yield from _without_effect(layout, {slot.kind for plan in plans for slot, _ in plan.slots})
    won = [plan for plan in plans if can_win(plan, [layout.winning])]
    numbers = any(plan.fixed for plan in plans)
    if not won:
        yield UnreachablePart("winning", "not-won-loose" if numbers and layout.winning.groups else "not-won", "")
    elif not any(can_win(plan, [layout.winning, layout.claimed]) for plan in won):
        yield UnreachablePart("claimed", "not-won-loose" if numbers and layout.claimed.groups else "not-won", "")
    made, winning = (reduce(or_, [plans[plan] for plan in some], 0) for some in (plans, won))
    for (part, option), bit in work.alternatives.items():
        if not made & bit:
            yield UnreachablePart("tiles", "alternative" if isinstance(part, OneOf) else "numbers", write((option,)))
        elif won and not winning & bit:
            yield UnreachablePart("tiles", "alternative-not-won", write((option,)))


def _without_effect(layout: Layout, slots: AbstractSet[GroupKind]) -> Iterator[UnreachablePart]:
    """The members beside the tiles that change nothing, for a layout with slots of these kinds."""
    if layout.exposed is not Exposed.NEVER:
        if layout.from_wall is FromWall.EVERY:
            yield UnreachablePart("exposed", "from-wall", "")
        elif slots.isdisjoint(_EXPOSED_SLOTS[layout.exposed]):
            yield UnreachablePart("exposed", "not-exposed", "")
    if layout.claimed != ANYTHING and layout.from_wall is not FromWall.NOTHING:
        yield UnreachablePart("claimed", "from-wall", "")
    if layout.kongs and GroupKind.PUNG_OR_KONG not in slots:
        yield UnreachablePart("kongs", "no-pung", "")


def bracketed(layout: Layout, work: CompileState) -> str | None:
    """The layout with brackets around an `or` and its neighbours, so that each alternative makes a hand; None: none do.

    `pung of wind, pair of dragon or pung of dragon, pair of wind` is meant as two pairs of groups. None, too, if the
    steps do not suffice to find out: then nothing is suggested.
    """
    try:
        return _bracketed(layout, work)
    except TooManyStepsError:
        return None


def _bracketed(layout: Layout, work: CompileState) -> str | None:
    parts, bindings = layout.parts, next(_all_bindings(layout, Seat.EAST, Seat.EAST, work), None)
    if bindings is None or len(parts) > COMPLETE_TILES:
        return None
    known: dict[Part, Sizes] = {}
    for place, part in enumerate(parts):
        if isinstance(part, OneOf):
            spans = product(range(place + 1), range(len(parts) - place))
            for before, after in sorted(spans, key=sum)[1:]:
                start, end = place - before, place + 1 + after
                options: list[tuple[Part, ...]] = [(option,) for option in part.options]
                options[0], options[-1] = (*parts[start:place], *options[0]), (*options[-1], *parts[place + 1 : end])
                whole = [(*parts[:start], *option, *parts[end:]) for option in options]
                if all(COMPLETE_TILES in _sizes(each, bindings, known) for each in whole):
                    choice = OneOf(tuple([Several(option) if len(option) > 1 else option[0] for option in options]))
                    return write((*parts[:start], choice, *parts[end:]))
    return None


def _sizes(parts: tuple[Part, ...], bindings: _Bindings, known: dict[Part, Sizes]) -> Sizes:
    """The numbers of tiles that these parts can have together."""
    bindings.work.steps.take(_SIZE_STEPS * len(parts))
    for part in parts:
        if part not in known:
            known[part] = _sizes_of(part, bindings)
    return reduce(_sums, [known[part] for part in parts], frozenset([0]))


def _sizes_of(part: Part, bindings: _Bindings) -> Sizes:
    try:
        return frozenset([_size(plan) for plan in _plans_of(part, bindings)])
    except RefusedError:
        return frozenset()


def too_many(layouts: Mapping[str, CompiledLayout]) -> list[Fault]:
    """A fault if these are too many layouts for one table, or their cost is too great; it names the dearest."""
    cost = sum([compiled.cost for compiled in layouts.values()])
    if len(layouts) > MAX_LAYOUTS:
        return [Fault("layouts-too-costly", (), None, {"most": MAX_LAYOUTS, "layouts": len(layouts)}, "number")]
    if cost > MAX_COST_TOGETHER:
        dearest = max(layouts, key=lambda name: layouts[name].cost)
        facts: Facts = {"most": MAX_COST_TOGETHER, "cost": cost, "dearest": dearest, "steps": layouts[dearest].cost}
        return [Fault("layouts-too-costly", (), None, facts, "steps")]
    return []


def _wrong_size(sizes: set[int]) -> RefusedError:
    if not sizes:
        return _refused("impossible-layout", "too-many-tiles", {"most": COMPLETE_TILES})
    tiles = ", ".join(map(str, sorted(sizes)))
    return _refused("impossible-layout", "too-few-tiles", {"sizes": tiles, "most": COMPLETE_TILES})


def _check_count(plans: Plans) -> None:
    if len(plans) > MAX_PLANS:
        raise RefusedError(TOO_MANY_WAYS)


# Letters


def _letters(parts: Iterable[Part]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Several):
            yield from _letters(part.parts)
        elif isinstance(part, OneOf):
            yield from _letters(part.options)
        elif isinstance(part, Loose):
            yield from part.suits
        elif isinstance(part, Group):
            yield part.start
            yield from _letters_of(part.tile_kinds)
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


def _all_bindings(layout: Layout, own: Seat, round_wind: Seat, work: CompileState) -> Iterator[_Bindings]:
    """Every combination of values of the letters."""
    used = set(_letters(layout.parts))
    limits = {part.letter: part.values for part in layout.parts if isinstance(part, Within)}
    suits, numbers = ([letter for letter in letters if letter in used] for letters in (SUIT_LETTERS, NUMBER_LETTERS))
    for chosen in permutations(range(len(SUIT_NAMES)), len(suits)):
        of_suits = dict(zip(suits, chosen, strict=True))
        if any(SUIT_NAMES[suit] not in limits.get(letter, SUIT_NAMES) for letter, suit in of_suits.items()):
            continue
        for picked in permutations(range(1, _NUMBERS + 1), len(numbers)):
            of_numbers = dict(zip(numbers, picked, strict=True))
            if all(number in _allowed(limits.get(letter, ())) for letter, number in of_numbers.items()):
                yield _Bindings(of_suits, of_numbers, own, round_wind, layout.kongs, work)


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


def _suits_of(suit: str, bindings: _Bindings) -> list[int]:
    if suit == ANY_SUIT:
        return [*range(len(SUIT_NAMES))]
    if suit == EACH_SUIT:
        return [bindings.each]
    return [SUIT_NAMES.index(suit) if suit in SUIT_NAMES else bindings.suits[suit]]


def _mask_of(kinds: Kinds, bindings: _Bindings) -> int:
    if not kinds:
        return EVERY_KIND
    return _mask(tile for term in kinds for tile in _kinds_of(term, bindings))


def _mask_without_letters(kinds: Kinds, own: Seat, round_wind: Seat) -> int:
    return _mask_of(kinds, _Bindings({}, {}, own, round_wind, kongs=False, work=CompileState()))


def _mask(tiles: Iterable[Tile]) -> int:
    return sum({1 << tile for tile in tiles})


def _with_bits(mask: int, other: Mapping[Tile, Tile]) -> int:
    """The mask of other kinds in place of some."""
    found = mask & ~_mask(other)
    for tile, by in other.items():
        found |= (mask >> tile & 1) << by
    return found


def tiles_in(mask: int) -> list[Tile]:
    """The kinds of a mask, in order."""
    tiles = []
    while mask:
        lowest = mask & -mask
        tiles.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tiles


def _kinds_of(term: Term, bindings: _Bindings) -> Iterable[Tile]:
    if term.name == SUITED:
        words = term.numbers or (f"1-{_NUMBERS}",)
        numbers = {number for word in words for number in _numbers_of(word, bindings.numbers)}
        return [suit * _NUMBERS + number - 1 for suit in _suits_of(term.suit, bindings) for number in numbers]
    if term.name == DRAGON_OF:
        return [_DRAGON_OF[suit] for suit in _suits_of(term.suit, bindings)]
    if term.name in ("own wind", "round wind"):
        return [FIRST_WIND + (bindings.own if term.name == "own wind" else bindings.round_wind)]
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
    **dict.fromkeys(GroupKind, 3),
    **dict.fromkeys((GroupKind.TILE, GroupKind.TWICE), 1),
    **dict.fromkeys((GroupKind.PAIR, GroupKind.MIXED_PAIR), 2),
}
"""Tiles of a group, without the fourth tile of a kong."""
_CAN_DIFFER: Final = (GroupKind.TILE, GroupKind.PAIR, GroupKind.MIXED_PAIR, GroupKind.MIXED_TRIPLE)
_ALIKE: Final = {**{kind: size for kind, size in _SIZES.items() if kind is not GroupKind.CHOW}, GroupKind.KONG: 4}


@lru_cache(_SLOTS_KEPT)
def _options(kind: GroupKind, mask: int, length: int) -> tuple[Option, ...]:
    others = ~mask
    return tuple([option for option, kinds in _all_options(kind, length) if not kinds & others])


@lru_cache(_SLOTS_KEPT)
def _usage(kind: GroupKind, mask: int, length: int) -> Usage:
    options = _options(kind, mask, length)
    used = _mask(tile for option in options for tile in option)
    most = least = 0
    for tile in tiles_in(used):
        counts = [option.count(tile) for option in options]
        most |= max(counts) << tile * SUM_BITS
        least |= min(counts) << tile * SUM_BITS
    return Usage(used, most, least, tuple(map(_counts, options)), _counts(tiles_in(used)) * _ALL_BITS)


@lru_cache(_GROUPS_KEPT)
def _all_options(kind: GroupKind, length: int) -> tuple[tuple[Option, int], ...]:
    """Every option of a group of any kinds, each with the mask of its kinds."""
    return tuple([(option, _mask(option)) for option in _options_of_any(kind, length)])


def _options_of_any(kind: GroupKind, length: int) -> tuple[Option, ...]:
    if kind in (GroupKind.CHOW, GroupKind.RUN):
        return tuple(_runs(length or 3))
    if kind is GroupKind.MIXED_PAIR:
        return tuple(sorted(pair for triple in _triples() for pair in combinations(triple, 2)))
    if kind is GroupKind.MIXED_TRIPLE:
        return tuple(_triples())
    if kind is GroupKind.MIXED_CHOW:
        return tuple(_mixed_chows())
    alike = tuple((tile,) * _ALIKE[kind] for tile in PLAYING_TILES)
    return alike + tuple(_runs(3)) if kind is GroupKind.SET else alike


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


_EMPTY: Final = Plan((), ())
_ANY_SIZE: Final[Sizes] = frozenset(range(COMPLETE_TILES + 1))


def _plans_of_all(parts: tuple[Part, ...], bindings: _Bindings) -> Plans:
    """Every combination of plans of all these parts, without those of too many tiles."""
    found: Plans = {_EMPTY: 0}
    for part in parts:
        if not isinstance(part, Within):
            found = _combine_all(found, _plans_of(part, bindings), bindings.work)
    return found


def _combine_all(some: Plans, others: Plans, work: CompileState, rests: Sizes = _ANY_SIZE) -> Plans:
    """Every pair of plans combined that is a hand with as many tiles more as one of `rests`."""
    found: Plans = {}
    work.combine(len(some) * len(others))
    sized = [(other, of_other, _size(other)) for other, of_other in others.items()]
    for one, of_one in some.items():
        left = COMPLETE_TILES - _size(one)
        for other, of_other, size in sized:
            if left - size in rests:
                plan = _combine(one, other)
                found[plan] = found.get(plan, 0) | of_one | of_other
                _check_count(found)
    return found


def _combine(one: Plan, other: Plan) -> Plan:
    slots = dict(one.slots)
    for slot, times in other.slots:
        slots[slot] = slots.get(slot, 0) + times
    if one.bonus and other.bonus:
        raise _refused("impossible-layout", "two-pictures", NO_FACTS)
    return Plan(tuple(sorted(one.fixed + other.fixed)), tuple(sorted(slots.items())), one.bonus | other.bonus)


def _size(plan: Plan) -> int:
    return len(plan.fixed) + bool(plan.bonus) + sum(slot.size * times for slot, times in plan.slots)


def _plans_of(part: Part, bindings: _Bindings) -> Plans:
    bindings.work.steps.take(_PART_STEPS)
    if isinstance(part, OneOf):
        return _one_of(part, part.options, bindings)
    if isinstance(part, Loose) and len(part.numbers) * len(part.suits) > 1:
        each = [Loose((numbers,), (suit,), part.twice) for numbers, suit in product(part.numbers, part.suits)]
        return _one_of(part, each, bindings)
    if isinstance(part, Within):
        return {_EMPTY: 0}
    if isinstance(part, Bonus):
        return {Plan((), (), _mask(part.tiles)): 0}
    plain = _plans_without_twice(part, bindings)
    return plain if part.twice is None else _with_twice(plain, part.twice, bindings)


def _one_of(part: Part, options: Iterable[Part], bindings: _Bindings) -> Plans:
    """The plans of the alternatives of a part."""
    found: Plans = {}
    for option in options:
        bit = bindings.work.alternative(part, option)
        for plan, alternatives in _plans_of(option, bindings).items():
            found[plan] = found.get(plan, 0) | alternatives | bit
    return found


def _plans_without_twice(part: Group | Loose | Listed | Several, bindings: _Bindings) -> Plans:
    if isinstance(part, Several):
        return _plans_of_all(part.parts, bindings)
    if isinstance(part, Listed):
        return {Plan(part.tiles, ()): 0}
    if isinstance(part, Loose):
        (numbers,), (suit,) = part.numbers, part.suits
        return _for_suits([suit], bindings, partial(_of_suit, numbers, suit))
    return _groups(part, bindings)


def _with_twice(plans: Plans, kinds: Kinds, bindings: _Bindings) -> Plans:
    """The plans, each with a slot for one more of one of its tiles."""
    if any(plan.slots or not plan.fixed for plan in plans):
        raise _refused("impossible-layout", "twice", NO_FACTS)
    mask = _mask_of(kinds, bindings)
    twice = {plan: Plan((), ((Slot(GroupKind.TWICE, _mask(plan.fixed) & mask), 1),)) for plan in plans}
    return {_combine(plan, twice[plan]): alternatives for plan, alternatives in plans.items()}


def _of_suit(numbers: tuple[int, ...], suit: str, bindings: _Bindings) -> Plans:
    suits = _suits_of(suit, bindings)
    return {Plan(tuple([each * _NUMBERS + number - 1 for number in numbers]), ()): 0 for each in suits}


def _for_suits(suits: Iterable[str], bindings: _Bindings, plans_of: Callable[[_Bindings], Plans]) -> Plans:
    """The plans; if `each suit` is among the suits, those of all three suits combined."""
    if EACH_SUIT not in suits:
        return plans_of(bindings)
    found: Plans = {_EMPTY: 0}
    for suit in range(len(SUIT_NAMES)):
        found = _combine_all(found, plans_of(bindings._replace(each=suit)), bindings.work)
    return found


def _groups(group: Group, bindings: _Bindings) -> Plans:
    if group.different and group.kind not in _CAN_DIFFER:
        raise _refused("impossible-layout", "different", {"what": group.kind.value})
    return _for_suits([term.suit for term in group.tile_kinds], bindings, partial(_groups_of, group))


def _groups_of(group: Group, bindings: _Bindings) -> Plans:
    mask = _mask_of(group.tile_kinds, bindings)
    kind = GroupKind.PUNG_OR_KONG if group.kind is GroupKind.PUNG and bindings.kongs else group.kind
    if group.each and kind is GroupKind.TILE:
        return {Plan(tuple(tile for tile in tiles_in(mask) for _ in range(times)), ()): 0 for times in _times(group)}
    slots = [Slot(kind, 1 << tile) for tile in tiles_in(mask)] if group.each else [_slot(group, kind, mask, bindings)]
    return {
        Plan((), tuple(sorted((slot, times) for slot in slots if times))): 0
        for times in _times(group)
        if all(slot.options or not times for slot in slots)
    }


def _slot(group: Group, kind: GroupKind, mask: int, bindings: _Bindings) -> Slot:
    if group.start:
        first = [number - 1 for number in _numbers_of(group.start, bindings.numbers)]
        mask &= _mask(
            suit * _NUMBERS + number + step
            for suit in range(len(SUIT_NAMES))
            for number in first
            for step in range(min(group.length, _NUMBERS - number))
        )
    return Slot(kind, mask, group.different and group.most > 1, group.length)


def _times(group: Group) -> range:
    return range(group.least, group.most + 1)


# Possible plans, and their cost


_COUNT_BITS: Final = 4
"""Bits of the number of tiles of each kind, in one integer."""
_ALL_BITS: Final = (1 << _COUNT_BITS) - 1
_EACH: Final = sum(1 << tile * _COUNT_BITS for tile in PLAYING_TILES)
_UP_TO_FULL: Final = _EACH * (8 - 1 - MAX_COPIES)
"""Added to the numbers of tiles, it sets the highest bit of those above four."""
_ABOVE_FULL: Final = _EACH * 8


class _ToFill(NamedTuple):
    """A slot, prepared to be filled."""

    options: tuple[int, ...]
    """The number of tiles of each kind in each option."""
    different: bool
    again: bool
    """True if the slot before it is equal, so that its options come no earlier."""
    rest: int
    """The bits of the kinds that it and the slots after it can have."""


def _to_fill(plan: Plan) -> list[_ToFill]:
    """The slots of a plan, those with the fewest options first."""
    found, rest = list[_ToFill](), 0
    for _, slot, times in sorted([(len(slot.options), slot, times) for slot, times in plan.slots], reverse=True):
        usage = slot.usage
        rest |= usage.bits
        found += [_ToFill(usage.counts, slot.different, number + 1 < times, rest) for number in range(times)]
    return found[::-1]


def is_possible(plan: Plan, steps: Steps) -> bool:
    """True if four tiles of each kind suffice for the plan. Raises TooManyStepsError if that takes long to find out."""
    if any(plan.fixed.count(tile) > MAX_COPIES for tile in plan.fixed):
        return False
    slots = _to_fill(plan)
    failed: set[tuple[int, int, int]] = set()

    def can_fill(place: int, first: int, counts: int) -> bool:
        """True if the slots from this place on can be filled, the first with options from `first` on."""
        if place == len(slots):
            return True
        options, different, _, rest = slots[place]
        key = place, first, counts & rest
        if key in failed:
            return False
        again = place + 1 < len(slots) and slots[place + 1].again
        for number in range(first, len(options)):
            after = counts + options[number]
            fits = not (after + _UP_TO_FULL) & _ABOVE_FULL
            if fits and can_fill(place + 1, number + different if again else 0, after):
                return True
        steps.take(_OPTION_STEPS * (len(options) - first + 1))
        failed.add(key)
        return False

    return can_fill(0, 0, _counts(plan.fixed))


def _counts(tiles: Iterable[Tile]) -> int:
    """The number of tiles of each kind, in one integer."""
    return sum([1 << tile * _COUNT_BITS for tile in tiles])


def used_by(plan: Plan) -> int:
    """The mask of the kinds that the plan can have tiles of."""
    used = _mask(plan.fixed)
    for slot, _ in plan.slots:
        used |= slot.usage.used
    return used


def most_kinds(plan: Plan) -> int:
    """The most kinds of tiles that a hand of the plan can have."""
    slots = [times * max([len({*option}) for option in slot.options], default=0) for slot, times in plan.slots]
    return len({*plan.fixed}) + sum(slots)


def cost_of(plan: Plan) -> int:
    """An upper bound of the states of a search at one kind: the product of those of the slots."""
    states = 1
    for slot, times in plan.slots:
        if len(slot.options) > 1:
            states *= _states(slot, times)
    return states


def _states(slot: Slot, times: int) -> int:
    """The number of states of this many equal slots; each is empty, filled or waiting for one of its later tiles."""
    waiting = {
        GroupKind.CHOW: 2,
        GroupKind.SET: 2,
        GroupKind.RUN: max(1, slot.length - 1),
        GroupKind.MIXED_PAIR: 2,
        GroupKind.MIXED_TRIPLE: 2,
        GroupKind.MIXED_CHOW: 12,
    }.get(slot.kind, 0)
    return comb(times + waiting + 1, times)
