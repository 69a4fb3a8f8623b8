"""Match hands against layouts: is a hand complete, which tiles complete it, how many are missing, how may it win.

Bits: tiles are an integer with four bits for each kind. As many of the four are set as there are tiles of the kind,
from the lowest: three are 0b0111. So `a & ~b` are the tiles of `a` that `b` lacks, and `bit_count()` counts tiles.
More than four of a kind, as a hand with wild tiles may have, have the bits of four; a search goes by their number.
Packed: several small numbers (of slots, or of tiles by suit or kind) are one integer with four bits for each.

A search for hands that are complete, or one tile short, gives the lowest tile that is left to a slot which can use it,
until every tile is used. How far other hands are from a plan is found by filling its slots one after another.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, reduce
from operator import itemgetter, or_
from typing import Final, Generic, NamedTuple, TypeVar

from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.goulash import WILD_TILES
from pung_chow_settlement.domain.hand import COMPLETE_TILES, HAND_SETS, MAX_DEAD_TILES, SET_TILES, Hand
from pung_chow_settlement.domain.layouts.compile import (
    SUM_BITS,
    CompiledLayout,
    Plan,
    Slot,
    Slots,
    most_kinds,
    tiles_in,
    used_by,
)
from pung_chow_settlement.domain.layouts.parts import (
    ANYTHING,
    SLOTS_OF_GROUP,
    Completes,
    Exposed,
    FromWall,
    GroupKind,
    completed_by,
)
from pung_chow_settlement.domain.layouts.steps import Steps
from pung_chow_settlement.domain.sets import CONCEALED, EXPOSED, SETS, Kind, Set
from pung_chow_settlement.domain.tiles import MAX_COPIES, PLAYING_TILES, Tile, Tiles

_KINDS: Final = len(PLAYING_TILES)
_BITS: Final = 4
"""Bits for each kind of tile, and for each packed number."""
_MAX_WITH_WILD_TILES: Final = MAX_COPIES + WILD_TILES
"""The most tiles of a kind in a hand with wild tiles."""
_ALL_COPIES: Final = (1 << MAX_COPIES) - 1
"""The bits of four tiles of one kind."""
_NEXT_BIT: Final = tuple(
    [tuple([1 << tile * _BITS + copies for tile in PLAYING_TILES]) for copies in range(MAX_COPIES)]
    + [(0,) * len(PLAYING_TILES)] * (MAX_DEAD_TILES - MAX_COPIES)
)
"""By the copies already counted, and kind: the bit of one more copy; 0 beyond four."""
_PLANS_KEPT: Final = 512
_BOUNDS_KEPT: Final = 64
"""Lower bounds that are cached of a plan: without, a deal with 18 special hands takes 1.05 of the time."""
_CANDIDATES_KEPT: Final = 512
"""Lists of candidate plans that are cached, by the tiles of each suit: the key of a prefilter.

Without the cache, a deal with 36 special hands took 1.15 of the time; without the prefilter one with 82 took 1.37."""
_SEARCH_STEPS: Final = 60
"""Steps counted for preparing a plan for searching."""
_SUMS_OF_A_STEP: Final = 4
"""Numbers of tiles by suit that are added in the time of a step."""
_STATE_STEPS: Final = 6
"""Steps counted for a state of a search."""
_PLACEMENT_STEPS: Final = 4
"""Steps counted for trying an option in a slot."""
_ROOM_BITS: Final = (1 << _KINDS * _BITS) - 1
_SUIT_UNIT: Final = tuple(1 << tile // 9 * _BITS for tile in PLAYING_TILES)
"""By kind: one tile of its suit, or one honour, as a packed number."""
_SUIT_UNITS: Final = tuple(sorted(set(_SUIT_UNIT)))
_SLOTS_OF_SET: Final = {
    Kind.CHOW: (GroupKind.CHOW, GroupKind.SET),
    Kind.PUNG: (GroupKind.PUNG, GroupKind.PUNG_OR_KONG, GroupKind.SET),
    Kind.KONG: (GroupKind.KONG, GroupKind.PUNG_OR_KONG, GroupKind.SET),
    Kind.PAIR: (GroupKind.PAIR,),
}
"""The slots that a set on the table, or a set or pair of an arrangement, can fill."""
_SET_SLOTS: Final = frozenset([kind for each in _SLOTS_OF_SET.values() for kind in each if kind is not GroupKind.PAIR])
_KINDS_OF_GROUP: Final = {
    GroupKind.CHOW: (Kind.CHOW,),
    GroupKind.PUNG: (Kind.PUNG,),
    GroupKind.PUNG_OR_KONG: (Kind.PUNG,),
    GroupKind.SET: (Kind.CHOW, Kind.PUNG),
    GroupKind.PAIR: (Kind.PAIR,),
}
"""The kinds of sets that the winning tile completes, by the group of a layout that it must complete."""
OptionBits = tuple[int, int, int, int, int]
"""What an option takes of a pool: the bits of its tiles, the same bits above, where room must be, and how many of
each kind; then the bits of other kinds, and those of its own kinds that can be left.
"""
NearestOptions = list[tuple[int, OptionBits]]
"""Options, each with the number of its tiles that are missing; the fewest first."""


class CountedHand:
    """A hand as counts and bits, prepared once for all layouts, and the steps that searches for them may take.

    What few of them need is computed when asked for.
    """

    __slots__ = (
        *("_pool", "_suit_counts", "_tile_counts"),
        *("bonus", "concealed", "declared", "hand", "kinds", "sets", "size_short", "steps"),
    )

    def __init__(self, hand: Hand, steps: Steps) -> None:
        concealed = hand.concealed
        self.hand = hand
        self.sets = hand.declared
        """The sets on the table."""
        self.concealed = concealed
        self.steps = steps
        self.declared = len(self.sets)
        """The number of sets on the table."""
        self.kinds = len({*concealed})
        """The number of kinds among the concealed tiles."""
        self.size_short = 3 * (HAND_SETS - self.declared) + 2 - len(concealed)
        """The size of a complete hand less the number of concealed tiles."""
        self.bonus = sum([1 << tile for tile in hand.bonus]) if hand.bonus else 0
        """Its flowers and seasons, as a mask."""
        self._suit_counts: int | None = None
        self._tile_counts: _TileCounts | None = None
        self._pool: _TilePool | None = None

    def with_hand(self, hand: Hand) -> "CountedHand":
        """Another hand, whose searches take the same steps."""
        return CountedHand(hand, self.steps)

    def with_bonus_in_place(self) -> "CountedHand":
        """The hand where a flower or season takes the place of a tile."""
        other = self.with_hand(self.hand)
        other.size_short -= 1
        return other

    def with_tile(self, tile: Tile) -> "CountedHand":
        """The hand with one more concealed tile."""
        return self.with_hand(self.hand.with_tile(tile))

    @property
    def suit_counts(self) -> int:
        """The number of tiles of each suit and of honours, packed; a kong counts as three tiles."""
        if self._suit_counts is None:
            tiles = [*self.concealed]
            for each in self.sets:
                tiles += each.tiles[:3]
            self._suit_counts = _suit_counts_of(tiles)
        return self._suit_counts

    @property
    def tile_counts(self) -> "_TileCounts":
        """Its tiles, counted."""
        if self._tile_counts is None:
            self._tile_counts = _count(self)
        return self._tile_counts

    @property
    def bits(self) -> int:
        """The concealed tiles."""
        return self.tile_counts.bits

    @property
    def all_bits(self) -> int:
        """The concealed tiles and those of the sets on the table."""
        return self.tile_counts.all_bits

    @property
    def pool(self) -> "_TilePool":
        """Its tiles, to fill slots with."""
        if self._pool is None:
            self._pool = _TilePool(self)
        return self._pool


class _TileCounts(NamedTuple):
    """The tiles of a `CountedHand`; `bits` and `all_bits` as there."""

    bits: int
    all_bits: int
    room: int
    """The bits of the most tiles that can be concealed: four of each kind, less those of the sets on the table."""


def _count(counted: CountedHand) -> _TileCounts:
    held, bits = [0] * _KINDS, 0
    for tile in counted.concealed:
        copies = held[tile]
        held[tile] = copies + 1
        bits |= _NEXT_BIT[copies][tile]
    all_bits, room = bits, _ROOM_BITS
    for each in counted.sets:
        needs, _, copies, of_others, of_own = _BITS_OF_SET[each]
        all_bits |= all_bits << copies & _ROOM_BITS & ~of_others | needs
        room = room & of_others | room >> copies & of_own
    return _TileCounts(bits, all_bits, room)


def _bits_of(counts: Iterable[int], width: int) -> int:
    """The bits of these counts by kind, with so many bits for each."""
    unary = [(1 << max(0, min(count, width))) - 1 for count in counts]
    return sum([bits << tile * width for tile, bits in enumerate(unary)])


def _bits_with_wild_tiles(counted: CountedHand) -> tuple[int, int]:
    """The concealed tiles, and the most that can be: four of each kind and the wild tiles, less those on the table."""
    declared, wild = [tile for each in counted.sets for tile in each.tiles], counted.hand.wild
    held = [counted.concealed.count(tile) for tile in PLAYING_TILES]
    room = [MAX_COPIES + wild.count(tile) - declared.count(tile) for tile in PLAYING_TILES]
    return _bits_of(held, _MAX_WITH_WILD_TILES), _bits_of(room, _MAX_WITH_WILD_TILES)


class _TilePool:
    """The tiles that slots are filled with."""

    __slots__ = ("_nearest", "_steps", "bits", "width")

    def __init__(self, counted: CountedHand) -> None:
        self.width = _MAX_WITH_WILD_TILES if counted.hand.wild else _BITS
        """Bits for each kind."""
        counts = counted.tile_counts
        concealed, room = _bits_with_wild_tiles(counted) if counted.hand.wild else (counts.bits, counts.room)
        self.bits = concealed | room << _KINDS * self.width
        """The bits of the concealed tiles and, above them, of the most that can be concealed."""
        self._steps = counted.steps
        self._nearest: dict[Slot, NearestOptions] = {}

    def nearest_options(self, slot: Slot) -> NearestOptions:
        """The options of a slot for which there is room, those that lack the fewest tiles first; computed once."""
        found = self._nearest.get(slot)
        if found is None:
            options, absent = _bits_of_options(slot, self.width), ~self.bits
            self._steps.take(_PLACEMENT_STEPS * len(options))
            found = [((needs[0] & absent).bit_count(), needs) for needs in options if not needs[1] & absent]
            found.sort(key=itemgetter(0))
            self._nearest[slot] = found
        return found


class Search:
    """A plan, prepared for searching: its kinds in order, the options that begin at each, the tiles required."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.slots = plan.slots
        self.bonus = plan.bonus
        self.kinds = tuple(tiles_in(used_by(plan)))
        self._fixed_suits = _suit_counts_of(plan.fixed)
        self.suits_of_slots = tuple([(_suit_counts_of_slot(slot), times) for slot, times in plan.slots])
        """What each slot can have of each suit, and the number of such slots."""
        self._suit_sums = suit_sums(self.suits_of_slots)
        self.most_kinds = most_kinds(plan)
        self._missing_by_suit: dict[int, int] = {}
        self._fixed_by_width = {_BITS: _bits_of_fixed(plan.fixed, _BITS)}
        self._last_first = range(len(plan.slots) - 1, -1, -1)
        self._all_slots = tuple([times for _, times in plan.slots])
        fixed = sum([1 << tile * SUM_BITS for tile in plan.fixed])
        usages = [(slot.usage, times) for slot, times in plan.slots]
        self.allowed = _unary(fixed + sum([usage.most * times for usage, times in usages]))
        """The bits of the tiles that it can use at most."""
        self.unusable = ~self.allowed
        self._kongs = [number for number, (slot, _) in enumerate(plan.slots) if slot.kind is GroupKind.KONG]
        self._least_kongs = sum([plan.slots[number][1] for number in self._kongs])
        self.most_declared = sum([times for slot, times in plan.slots if slot.kind in _SET_SLOTS])
        self.required = _unary(fixed + sum([usage.least * times for usage, times in usages]))
        """The bits of the tiles that every hand of it has, concealed or on the table."""

    def has_suits(self, suit_counts: Iterable[int]) -> bool:
        """True if a complete hand of the plan can have one of these `CountedHand.suit_counts`."""
        fixed = self._fixed_suits
        return not self._suit_sums.isdisjoint([counts - fixed for counts in suit_counts])

    def _fixed_bits(self, width: int) -> list[OptionBits]:
        """The fixed tiles for a pool of this width; computed once."""
        found = self._fixed_by_width.get(width)
        if found is None:
            found = self._fixed_by_width[width] = _bits_of_fixed(self.plan.fixed, width)
        return found

    def has_bonus(self, counted: CountedHand) -> bool:
        """True if the plan has no flower or season, or the hand one of its."""
        return not self.bonus or bool(self.bonus & counted.bonus)

    def can_use(self, counted: CountedHand) -> bool:
        """True if it has room for as many kinds and sets on the table, needs no more kongs than are there, and no other
        flower or season.
        """
        declared = counted.declared
        if not self.has_bonus(counted) or declared > self.most_declared or counted.kinds > self.most_kinds - declared:
            return False
        return not self._kongs or counted.hand.kongs >= self._least_kongs

    def fewest_missing_by_suit(self, counted: CountedHand) -> int:
        """A lower bound of the missing tiles, from the number of tiles of each suit; cached."""
        key = counted.suit_counts
        found = self._missing_by_suit.get(key)
        if found is None:
            if len(self._missing_by_suit) >= _BOUNDS_KEPT:
                self._missing_by_suit.clear()
            counted.steps.take(len(self._suit_sums))
            fixed = self._fixed_suits
            found = min([_missing_of_suits(fixed + needed, key) for needed in self._suit_sums])
            self._missing_by_suit[key] = found
        return found

    # Sets on the table

    def slots_left(self, declared: tuple[Set, ...]) -> list[tuple[int, ...]]:
        """The slots that can be left, as counts by slot, once these sets have filled some; empty if a set fits none."""
        if not declared:
            return [self._all_slots]
        found = {self._all_slots}
        for each in declared:
            found = {left for before in found for left in self._with_set_placed(before, each)}
        return sorted(found)

    def _with_set_placed(self, left: tuple[int, ...], declared: Set) -> Iterator[tuple[int, ...]]:
        for number, (slot, _) in enumerate(self.slots):
            if left[number] and _can_fill(slot, declared):
                yield self.without_slot(left, number)

    def without_slot(self, left: tuple[int, ...], number: int) -> tuple[int, ...]:
        """The counts with one fewer of the slot of this number."""
        return (*left[:number], left[number] - 1, *left[number + 1 :])

    # Tiles that are missing

    def is_complete(self, counted: CountedHand) -> bool:
        """True if the hand, of which the plan can use every tile, is complete."""
        return bool(self._completing(counted, counted.pool.bits, self.slots_left(counted.sets), 0))

    def completing(self, counted: CountedHand) -> int:
        """The kinds, as a mask, of which one tile completes a hand that is one short, each tile of it usable."""
        return self._completing(counted, counted.pool.bits, self.slots_left(counted.sets), 1)

    def is_complete_with(self, tile: Tile, allowed: frozenset[GroupKind], counted: CountedHand) -> bool:
        """True if the hand is complete with this tile in a slot of one of these kinds."""
        pool = counted.pool
        fitting = [
            (number, option)
            for number, (slot, _) in enumerate(self.slots)
            if slot.kind in allowed
            for option in _options_by_kind(slot, pool.width)[tile]
            if not option[0] & ~pool.bits
        ]
        left = self.slots_left(counted.sets) if fitting else []
        for number, (_, _, count, of_others, of_own) in fitting:
            others = [self.without_slot(each, number) for each in left if each[number]]
            rest = pool.bits & of_others | pool.bits >> count & of_own
            if self._completing(counted, rest, others, 0):
                return True
        return False

    def _completing(self, counted: CountedHand, bits: int, left: Iterable[tuple[int, ...]], missing: int) -> int:
        """The kinds, as a mask, of which so many tiles, one or none, fill slots left and the fixed tiles (none: 1)."""
        width, rest, kinds = counted.pool.width, bits, 0
        for needs, with_room, count, of_others, of_own in self._fixed_bits(width):
            absent = needs & ~rest
            if with_room & ~rest or absent.bit_count() > missing:
                return 0
            if absent:
                kinds, missing = 1 << (absent.bit_length() - 1) // width, 0
            rest = rest & of_others | rest >> count & of_own
        cover = _Cover(self.slots, width, counted.steps)
        found = 0
        for each in left:
            if not (self._kongs and any(each[number] for number in self._kongs)):  # a kong is declared
                found |= cover.completing(each, rest, missing)
        return kinds if kinds and found else found

    def tiles_missing(self, counted: CountedHand, most: int) -> int | None:
        """The number of tiles that are missing; None if more than `most`, or if a set on the table does not fit."""
        bounded = most < COMPLETE_TILES and counted.size_short >= 0
        if bounded and self.fewest_missing_by_suit(counted) > most:
            return None
        found: int | None = None
        for left in self.slots_left(counted.sets):
            missing = self._fewest_missing(left, counted, most)
            if missing is not None:
                found, most = missing, missing - 1
        return found

    def _fewest_missing(self, left: tuple[int, ...], counted: CountedHand, most: int) -> int | None:
        """The number of tiles that are missing from the slots left and the fixed tiles; None if more than `most`."""
        counted.steps.take(_STATE_STEPS)
        pool, fixed = counted.pool, 0
        rest = pool.bits
        for needs, with_room, count, of_others, of_own in self._fixed_bits(pool.width):
            if with_room & ~rest:
                return None
            fixed += (needs & ~rest).bit_count()
            rest = rest & of_others | rest >> count & of_own
        open_slots: list[_OpenSlot] = []
        others = 0
        for number in self._last_first:
            times = left[number]
            if times:
                slot = self.slots[number][0]
                options = pool.nearest_options(slot)
                if not options:
                    return None
                open_slots.append(_OpenSlot(times, slot.different, options, others))
                others += times * options[0][0]
        if fixed + others > most:
            return None
        if not open_slots:
            return fixed
        enough = max(fixed + others, counted.size_short + (counted.bits & self.unusable).bit_count())
        filling = _Filling(open_slots, most, enough, counted.steps)
        filling.fill(len(open_slots) - 1, open_slots[-1].times, 0, fixed, rest)
        return filling.fewest if filling.fewest <= most else None


Taken = frozenset[tuple[int, int]]
"""Options, by their slot and tiles, that slots with different tiles must not have again."""


class _Cover:
    """Gives each concealed tile to a slot; equal states are searched once."""

    __slots__ = ("_concealed", "_known", "_options", "_slots", "_steps", "_width")

    def __init__(self, slots: Slots, width: int, steps: Steps) -> None:
        self._slots = slots
        self._options = [_options_by_kind(slot, width) for slot, _ in slots]
        self._width = width
        self._concealed = (1 << _KINDS * width) - 1
        self._steps = steps
        self._known: dict[tuple[tuple[int, ...], int, int, Taken], int] = {}

    def completing(self, left: tuple[int, ...], rest: int, missing: int, taken: Taken = frozenset()) -> int:
        """The kinds, as a mask, of which so many tiles fill the slots left with the rest; 1 for none, else 0."""
        concealed = rest & self._concealed
        if not concealed:
            return self._one_more(left, rest, taken) if missing else int(not any(left))
        key = left, rest, missing, taken
        found = self._known.get(key)
        if found is None:
            kind = ((concealed & -concealed).bit_length() - 1) // self._width
            found = self._known[key] = self._with_kind(kind, left, rest, missing, taken)
        return found

    def _with_kind(self, kind: Tile, left: tuple[int, ...], rest: int, missing: int, taken: Taken) -> int:
        """The same where a tile of this kind, the lowest, is given to a slot."""
        found, absent, tried = 0, ~rest, 1
        for number, times in enumerate(left):
            if not times:
                continue
            options, different = self._options[number][kind], self._slots[number][0].different
            tried += len(options)
            for needs, with_room, count, of_others, of_own in options:
                lacking = needs & absent
                short = lacking.bit_count()
                if short > missing or with_room & absent or (different and (number, needs) in taken):
                    continue
                fewer = (*left[:number], times - 1, *left[number + 1 :])
                after = rest & of_others | rest >> count & of_own
                more = self.completing(fewer, after, missing - short, taken | {(number, needs)} if different else taken)
                if more:
                    found |= 1 << (lacking.bit_length() - 1) // self._width if short else more
        self._steps.take(_STATE_STEPS + _PLACEMENT_STEPS * tried)
        return found

    def _one_more(self, left: tuple[int, ...], rest: int, taken: Taken) -> int:
        """The kinds of which one tile fills the only slot that is left."""
        if sum(left) != 1:
            return 0
        number = left.index(1)
        slot = self._slots[number][0]
        if slot.size != 1:
            return 0
        of_slot = _bits_of_options(slot, self._width)
        fitting = [needs for needs, room, *_ in of_slot if not room & ~rest and (number, needs) not in taken]
        return sum([1 << (needs.bit_length() - 1) // self._width for needs in fitting])


class _OpenSlot(NamedTuple):
    """A slot to fill."""

    times: int
    different: bool
    options: NearestOptions
    others: int
    """The fewest tiles that the slots miss which are filled after it."""


class _Filling:
    """Fills the slots of a plan one after another with every option that may lead to fewer missing tiles than known.

    Options miss together at least the sum of what each misses alone.
    """

    __slots__ = ("_enough", "_open", "_steps", "fewest")

    def __init__(self, open_slots: list[_OpenSlot], most: int, enough: int, steps: Steps) -> None:
        self._open = open_slots
        self.fewest = most + 1
        """The fewest tiles that are missing on a way so far."""
        self._enough = enough
        """A way that misses no more than this ends it."""
        self._steps = steps

    def fill(self, number: int, times: int, first: int, missing: int, rest: int) -> None:
        """Fill the slot of this number so many times, with options from the first on, and then those of lower ones.

        So many tiles are missing already, and the bits of the rest of the pool are left.
        """
        _, different, options, others = self._open[number]
        absent, more = ~rest, times - 1
        place, known = first, missing + others
        for place in range(first, len(options)):
            least, (needs, with_room, count, of_others, of_own) = options[place]
            all_others = known + more * least
            if all_others + least >= self.fewest:
                break
            lacks = (needs & absent).bit_count()
            if all_others + lacks >= self.fewest or with_room & absent:
                continue
            if more:
                left = rest & of_others | rest >> count & of_own
                self.fill(number, more, place + different, missing + lacks, left)
            elif number:
                left = rest & of_others | rest >> count & of_own
                self.fill(number - 1, self._open[number - 1].times, 0, missing + lacks, left)
            else:
                self.fewest = missing + lacks
            if self.fewest <= self._enough:
                break
        self._steps.take(_PLACEMENT_STEPS * (place - first + 1))


@lru_cache(maxsize=_PLANS_KEPT)
def _bits_of_options(slot: Slot, width: int) -> list[OptionBits]:
    """The options of a slot, for a pool of this width; each has equally many tiles of all its kinds.

    Cached: without, to say what a hand lacks of 84 layouts takes twice as long.
    """
    return [_option_bits({*option}, option.count(option[0]), width) for option in slot.options]


@lru_cache(maxsize=_PLANS_KEPT)
def _options_by_kind(slot: Slot, width: int) -> list[list[OptionBits]]:
    """By kind, the options of a slot that have a tile of it.

    Cached: without, a deal with special hands takes 1.06 to 2.05 of the instructions.
    """
    both = [*zip(slot.options, _bits_of_options(slot, width), strict=True)]
    return [[bits for option, bits in both if tile in option] for tile in PLAYING_TILES]


def _can_fill(slot: Slot, declared: Set) -> bool:
    """True if a set on the table can fill a slot."""
    return not _MASK_OF_SET[declared] & ~slot.mask and slot.kind in _SLOTS_OF_SET[declared.kind]


def _bits_of_fixed(fixed: Tiles, width: int) -> list[OptionBits]:
    """The fixed tiles of a plan, for a pool of this width; kinds that it has equally many of stand together."""
    by_count: dict[int, list[Tile]] = {}
    for tile in sorted({*fixed}):
        by_count.setdefault(fixed.count(tile), []).append(tile)
    return [_option_bits(tiles, count, width) for count, tiles in by_count.items()]


def _option_bits(tiles: Iterable[Tile], count: int, width: int) -> OptionBits:
    """So many tiles of each of these kinds, for a pool of this width."""
    size = _KINDS * width
    kinds = sum([1 << tile * width for tile in tiles])
    needs, both = kinds * ((1 << count) - 1), kinds | kinds << size
    of_others = ((1 << 2 * size) - 1) & ~(both * ((1 << width) - 1))
    return needs, needs << size, count, of_others, both * ((1 << width - count) - 1)


_ALL_SETS: Final = (*CONCEALED.values(), *EXPOSED.values())
_BITS_OF_SET: Final = {each: _option_bits({*each.tiles}, each.tiles.count(each.tile), _BITS) for each in _ALL_SETS}
"""What each set on the table takes of a pool without wild tiles.

By counting their tiles instead, a deal with special hands takes 1.04 to 1.09 of the instructions.
"""
_MASK_OF_SET: Final = {each: sum({1 << tile for tile in each.tiles}) for each in _ALL_SETS}
"""The kinds of the tiles of each set, as a mask: without, a deal of western takes 1.01 of the instructions."""


def _unary(counts: int) -> int:
    """The bits of packed numbers of tiles by kind (`SUM_BITS`): a hexadecimal digit has those of one kind."""
    return int(counts.to_bytes(_KINDS, "little").translate(_UNARY_DIGITS)[::-1], 16)


_UNARY_DIGITS: Final = bytes([ord("0137"[count] if count < MAX_COPIES else "f") for count in range(1 << SUM_BITS)])


SuitsOfSlots = tuple[tuple[frozenset[int], int], ...]
"""What each slot of a plan can have of each suit, packed, and how many such slots there are."""


@lru_cache(maxsize=_PLANS_KEPT)
def suit_sums(suits: SuitsOfSlots) -> frozenset[int]:
    """The numbers of tiles of each suit, packed, that these slots can have together; 680 at most.

    Cached, since the plans of a layout have few different ones, of some kilobytes, and begin with the same slots.
    """
    if not suits:
        return frozenset([0])
    some, _ = suits[-1]
    return frozenset([one + more for one in suit_sums(_without_last(suits)) for more in some])


def _without_last(suits: SuitsOfSlots) -> SuitsOfSlots:
    some, times = suits[-1]
    return (*suits[:-1], (some, times - 1)) if times > 1 else suits[:-1]


@lru_cache(maxsize=_PLANS_KEPT)
def _suit_counts_of_slot(slot: Slot) -> frozenset[int]:
    return frozenset([_suit_counts_of(option if slot.length else option[:3]) for option in slot.options])


@lru_cache(maxsize=_PLANS_KEPT)
def search_for(plan: Plan) -> Search:
    """The prepared plan; cached, since many layouts have the same plan.

    Without, the first deals of six rulebooks take 1.11 of the instructions.
    """
    return Search(plan)


def prepare(plans: Iterable[Plan], places: int, steps: Steps) -> None:
    """Prepare plans for searching, in so many seats and rounds. Raises TooManyStepsError if that takes too many steps.

    Equal numbers of tiles by suit are added once.
    """
    known: set[SuitsOfSlots] = {()}
    for plan in plans:
        steps.take(_SEARCH_STEPS * places)
        suits = search_for(plan).suits_of_slots
        while suits not in known:
            known.add(suits)
            some, _ = suits[-1]
            suits = _without_last(suits)
            steps.take(1 + len(suit_sums(suits)) * len(some) // _SUMS_OF_A_STEP)


# Hands


class Matcher:
    """A layout, prepared for comparison with hands."""

    def __init__(self, compiled: CompiledLayout, key: str = "") -> None:
        self.compiled = compiled
        self.key = key
        """The text that identifies the layout."""
        self.layout = compiled.layout
        winning, claimed = compiled.layout.winning, compiled.layout.claimed
        self._allowed = {False: completed_by([winning]), True: completed_by([winning, claimed])}
        self.bonus = reduce(or_, [plan.bonus for plan in compiled.plans], 0)
        """The flowers and seasons, as a mask, that may be one of its tiles."""
        self.restricts_winning_tile = compiled.layout.winning != ANYTHING
        """True if the layout limits the winning tile of every win, claimed or drawn."""
        self.searches = [search_for(plan) for plan in compiled.plans]
        self.kinds = [search.kinds for search in self.searches]
        """The kinds of tiles that each of its plans can have."""
        self._bounds = [(search.required, search.unusable, search, 0) for search in self.searches]
        self._sets: frozenset[Tiles] | None = None
        self._alone: Layouts[Matcher] | None = None
        self.has_sets = any(slot.kind in _SET_SLOTS for plan in compiled.plans for slot, _ in plan.slots)
        """True if it has a group that can be a set on the table."""
        self.has_chows = any(slot.kind in _SLOTS_OF_SET[Kind.CHOW] for plan in compiled.plans for slot, _ in plan.slots)
        """True if it has a group that can be a chow."""
        self.of_sets = all(
            not plan.fixed and all(slot.kind in _SET_SLOTS or slot.kind is GroupKind.PAIR for slot, _ in plan.slots)
            for plan in compiled.plans
        )
        """True if it has only sets and pairs."""
        self.of_four_sets = self.of_sets and all(
            sum([times for slot, times in plan.slots if slot.kind in _SET_SLOTS]) == HAND_SETS
            for plan in compiled.plans
        )
        """True if it is four sets and a pair, so that an arrangement of a hand is this layout or is not."""

    @property
    def alone(self) -> "Layouts[Matcher]":
        """A table of this layout only; made once."""
        if self._alone is None:
            self._alone = Layouts({self: self})
        return self._alone

    def is_complete(self, counted: CountedHand) -> bool:
        """True if the hand is complete."""
        return bool(self.alone.complete(counted))

    def waits(self, counted: CountedHand) -> list[Tile]:
        """The tiles that complete a hand which is one tile short."""
        if not self.bonus and (counted.size_short != 1 or not self.alone.near(counted)):
            return []
        if not self.fits_each_set(counted.sets):
            return []
        found = self.alone.waits(counted)
        return found[0][1] if found else []

    def fits_each_set(self, declared: Sequence[Set]) -> bool:
        """True if each of these sets on the table, regardless of the others, is one that the layout can have."""
        own = self._sets or self._own_sets()
        for each in declared:  # noqa: SIM110 - a generator takes twice as long
            if each.tiles not in own:
                return False
        return True

    def _own_sets(self) -> frozenset[Tiles]:
        """The tiles of all sets that the layout can have; computed once."""
        if self._sets is None:
            slots = {slot for plan in self.compiled.plans for slot, _ in plan.slots if slot.kind in _SET_SLOTS}
            own = [each.tiles for slot in slots for each in SETS if _can_fill(slot, each)]
            self._sets = frozenset(own)
        return self._sets

    def unfit_set(self, hand: Hand) -> Set | None:
        """The first set on the table that the layout cannot have, regardless of the others."""
        return next((each for each in hand.declared if not self.fits_each_set((each,))), None)

    def required_missing(self, counted: CountedHand) -> list[Tile]:
        """The kinds of the missing tiles that are required by the plan with the fewest of them."""
        missing = [required & ~counted.all_bits for required, _, _, _ in self._bounds]
        nearest = min(missing, key=int.bit_count)
        return [tile for tile in PLAYING_TILES if nearest >> tile * _BITS & _ALL_COPIES]

    def is_made_of(self, counted: CountedHand, sets: Sequence[Set]) -> bool:
        """True if these sets and pairs, the whole hand, are those of the layout."""
        absent = ~counted.all_bits
        for required, _, search, _ in self._bounds:
            if not required & absent and any(not any(left) for left in search.slots_left(tuple(sets))):
                return True
        return False

    def is_won_with(self, won: Set | None, sets: Sequence[Set], win: Win) -> bool:
        """True if the winning tile may complete this set of a hand; of one complete as dealt, one of all its sets."""
        limits = [self.layout.winning, self.layout.claimed] if win.claimed else [self.layout.winning]
        kinds = {each.kind for each in (sets if won is None else (won,))}
        return all(
            any(kinds.intersection(_KINDS_OF_GROUP.get(group, ())) for group in limit.groups)
            for limit in limits
            if limit.groups
        )

    def tiles_missing(self, counted: CountedHand, most: int = COMPLETE_TILES) -> int | None:
        """The number of tiles missing; None if the hand can never become this layout, or misses more than `most`.

        A required kong counts as four missing tiles until it is declared.
        """
        found = self.alone.nearest(counted, most)
        return None if found is None else found[0]

    def allows_claimed_sets(self, hand: Hand) -> bool:
        """True if the layout allows the claimed sets on the table."""
        if not (hand.exposed or hand.claimed_kongs):
            return True
        exposed = self.layout.exposed
        if exposed is Exposed.NEVER or self.layout.from_wall is FromWall.EVERY:
            return False
        if exposed in (Exposed.CHOWS, Exposed.PUNGS):
            return all((each.kind is Kind.CHOW) is (exposed is Exposed.CHOWS) for each in hand.claimed)
        return exposed is not Exposed.KONGS or not hand.exposed

    # The winning tile

    def may_win(self, counted: CountedHand, win: Win) -> bool:
        """True if the layout allows a complete hand to win this way."""
        if not self.may_win_by(win):
            return False
        allowed = self._allowed[win.claimed]
        if allowed is None:
            return True
        won_on = set(counted.concealed) if win.tile is None else {win.tile}  # complete as dealt: any tile
        return any(self._completes(counted, tile, allowed) for tile in won_on)

    def may_win_by(self, win: Win) -> bool:
        """True if the layout allows some hand to win from this source and, if it is known, on this tile."""
        if win.claimed and self.layout.from_wall is not FromWall.NOTHING:
            return False
        limits = [self.layout.winning, self.layout.claimed] if win.claimed else [self.layout.winning]
        return all(self._has_kind(limit, win.tile) for limit in limits if limit.kinds)

    def completes_pung(self, counted: CountedHand, tile: Tile) -> bool:
        """True if a tile of a complete hand, of which it has just three concealed, makes a pung with the others."""
        if counted.concealed.count(tile) != SET_TILES:
            return False
        return self._completes(counted, tile, frozenset(SLOTS_OF_GROUP[GroupKind.PUNG]))

    def _has_kind(self, completes: Completes, tile: Tile | None) -> bool:
        return tile is None or bool(self.compiled.mask(completes.kinds) >> tile & 1)

    def _completes(self, counted: CountedHand, tile: Tile, allowed: frozenset[GroupKind]) -> bool:
        """True if the tile, in a complete hand, can be part of one of these groups."""
        for required, excluded, search, _ in self._bounds:
            if counted.bits & excluded or required & ~counted.all_bits:
                continue
            if not search.has_bonus(counted):
                continue
            if search.is_complete_with(tile, allowed, counted):
                return True
        return False


def _nearest_first(bounds: "Sequence[Bound]", counted: CountedHand, most: int) -> list[tuple[int, int]]:
    """The plans that may miss at most so many tiles: a lower bound of them and the plan's place; the lowest first."""
    bits, all_bits, _ = counted.tile_counts
    absent, short = ~all_bits, counted.size_short
    found = []
    near = [place for place, each in enumerate(bounds) if (bits & each[1]).bit_count() <= most - short]
    for place in near:
        required, excluded, _, _ = bounds[place]
        least = max(short + (bits & excluded).bit_count(), (required & absent).bit_count())
        if least <= most:
            found.append((least, place))
    return sorted(found)


# Many layouts


Bound = tuple[int, int, Search, int]
"""The required tiles of a plan, those that it cannot use, the prepared plan, and the number of its layout."""


def _suit_counts_of(tiles: Sequence[Tile]) -> int:
    return sum([_SUIT_UNIT[tile] for tile in tiles])


def _missing_of_suits(needed: int, held: int) -> int:
    """The sum over suits and honours of the tiles needed beyond those held, both packed."""
    mask = (1 << _BITS) - 1
    return sum([max(0, (needed // unit & mask) - (held // unit & mask)) for unit in _SUIT_UNITS])


T = TypeVar("T")


class Layouts(Generic[T]):
    """Several layouts matched together: the number of tiles of each suit excludes most plans before a search.

    What it finds are the values of its matchers.
    """

    def __init__(self, named: Mapping[Matcher, T], *, with_bonus: bool = False) -> None:
        self.matchers = tuple(named)
        self._named = tuple(named.values())
        self._bounds = [
            (search.required, search.unusable, search, number)
            for number, matcher in enumerate(self.matchers)
            for search in matcher.searches
            if bool(search.bonus) is with_bonus
        ]
        self.bonus = reduce(or_, [matcher.bonus for matcher in self.matchers], 0)
        """The flowers and seasons, as a mask, that may be one of the tiles of some layout."""
        self._with_bonus = Layouts(named, with_bonus=True) if self.bonus and not with_bonus else None
        """The plans of thirteen tiles and a flower or season; None if there are none."""
        self._by_suit_counts: dict[tuple[int, int, int], list[Bound]] = {}
        self._has_sets = any(matcher.has_sets for matcher in self.matchers)

    def allow(self, hand: Hand) -> bool:
        """True if the hand has no sets on the table, or some layout has sets; a prefilter."""
        return self._has_sets or not hand.declared

    def complete(self, counted: CountedHand) -> list[T]:
        """The layouts that the hand completes, in their order."""
        if self._with_bonus is not None and counted.size_short == 1:
            return self._with_bonus.complete(counted.with_bonus_in_place())
        if counted.size_short or not self.allow(counted.hand):
            return []
        found: dict[int, bool] = {}
        for number, search in self._candidates(counted):
            if number not in found and search.is_complete(counted):
                found[number] = True
        return [self._named[number] for number in found]

    def nearest(self, counted: CountedHand, most: int) -> tuple[int, T] | None:
        """The fewest tiles missing from a layout, and the first such layout; None if more than `most` are missing."""
        found = self._nearest(counted, most)
        if self._with_bonus is None or counted.size_short <= 0 or not counted.bonus & self.bonus:
            return found
        nearer = self._with_bonus.nearest(counted.with_bonus_in_place(), most if found is None else found[0] - 1)
        return nearer or found

    def _nearest(self, counted: CountedHand, most: int) -> tuple[int, T] | None:
        fewest, first = most + 1, 0
        if not self.allow(counted.hand):
            return None
        for least, place in _nearest_first(self._bounds, counted, most):
            if least > fewest:
                break
            _, _, search, number = self._bounds[place]
            enough = fewest - (number >= first)
            if (
                least <= enough
                and search.has_bonus(counted)
                and self.matchers[number].allows_claimed_sets(counted.hand)
            ):
                missing = search.tiles_missing(counted, enough)
                if missing is not None:
                    fewest, first = missing, number
        return (fewest, self._named[first]) if fewest <= most else None

    def waits(self, counted: CountedHand) -> list[tuple[T, list[Tile]]]:
        """The layouts that are one tile short, in their order, each with the tiles that complete it."""
        if self._with_bonus is not None and counted.size_short == 2:
            return self._with_bonus.waits(counted.with_bonus_in_place())
        if counted.size_short != 1 or not self.allow(counted.hand):
            return []
        found: dict[int, int] = {}
        for number, search in self._candidates(counted):
            tiles = search.completing(counted)
            if tiles:
                found[number] = found.get(number, 0) | tiles
        return [(self._named[number], tiles_in(tiles)) for number, tiles in found.items()]

    def _candidates(self, counted: CountedHand) -> Iterator[tuple[int, Search]]:
        """The plans to search for a complete hand, or one that is one tile short, each with its layout's number."""
        near = self.near(counted)
        if not near:
            return
        bits, all_bits, _ = counted.tile_counts
        absent, short = ~all_bits, counted.size_short
        for required, excluded, search, number in near:
            if bits & excluded or (required & absent).bit_count() > short or not search.can_use(counted):
                continue
            if self.matchers[number].allows_claimed_sets(counted.hand):
                yield number, search

    def near(self, counted: CountedHand) -> list[Bound]:
        """The plans with room for its sets on the table, and as many tiles of each suit as it has, or one more if it is
        one short; cached.
        """
        key = counted.suit_counts, counted.size_short, counted.declared
        found = self._by_suit_counts.get(key)
        if found is None:
            if len(self._by_suit_counts) >= _CANDIDATES_KEPT:
                self._by_suit_counts.clear()
            counts, short, declared = key
            roomy = [bound for bound in self._bounds if declared <= bound[2].most_declared]
            complete = [counts + unit for unit in _SUIT_UNITS] if short else [counts]
            near = [each for each in roomy if each[2].has_suits(complete)]
            found = self._by_suit_counts[key] = near
        return found
