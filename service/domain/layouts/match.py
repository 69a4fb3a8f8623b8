"""Match hands with layouts: is it complete, how many tiles are missing, what it waits for, how it may be won.

A search goes through the kinds once, as `service.domain.tiles_missing` does; a state is the slots still to be filled
and the tiles that begun slots still need. States that miss, or leave over, too many tiles are dropped.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from service.domain.deal import Win
from service.domain.hand import MOST_DEAD_TILES, Hand
from service.domain.layouts.compile import HAND, Extent, Form, Option, Plan, Slot, most_kinds, used_by
from service.domain.layouts.model import ANYTHING, Completes, Exposed, FromWall, What
from service.domain.layouts.steps import take
from service.domain.sets import SETS, Kind, Set
from service.domain.tiles import FIRST_WIND, MOST_COPIES, PLAYING_TILES, Tile, Tiles

_KINDS: Final = len(PLAYING_TILES)
_BITS: Final = 4
"""Bits for each kind (one bit set for each tile of it), or for the number of slots of a sort that are left."""
_ONES: Final = tuple((1 << copies) - 1 for copies in range(MOST_COPIES + 1))
_ONE: Final = tuple(
    [tuple([1 << tile * _BITS + copies for tile in PLAYING_TILES]) for copies in range(MOST_COPIES)]
    + [(0,) * len(PLAYING_TILES)] * (MOST_DEAD_TILES - MOST_COPIES)
)
"""By how many of a kind were counted before, and kind: the bit of one more; none beyond four."""
_COUNT_BITS: Final = 4
"""Bits for how many of a kind are still needed."""
_NEEDED: Final = (1 << _COUNT_BITS) - 1
_LACKING: Final = 64
"""What a missing tile adds to the value of a state; a tile left over adds one."""
_MANY: Final = 1 << 20
_PLANS_KEPT: Final = 512
_CHOICES_KEPT: Final = 64
"""Choices cached for a plan, by the slots left and the place; most plans have a few dozen."""
_PARTS_KEPT: Final = 512
"""Lists of plans cached for some layouts, by how many tiles of each suit a hand has."""
_STATE: Final = 2
"""Steps counted for a state, beside one for each choice."""
_NEW: Final = 4
"""Steps that it takes to find a choice."""
_ROOM: Final = (MOST_COPIES,) * _KINDS
_OF_PART: Final = tuple(1 << tile // 9 * _BITS for tile in PLAYING_TILES)
"""One tile of a suit, or one honour, in a count of all four, four bits each."""
_PARTS: Final = tuple(sorted(set(_OF_PART)))
_BY_SUIT: Final = tuple(PLAYING_TILES)
_BY_NUMBER: Final = tuple(sorted(PLAYING_TILES, key=lambda tile: (tile >= FIRST_WIND, tile % 9, tile)))
"""The kinds ordered by number, so that the tiles of a group of several suits lie close together."""
_MIXED: Final = (What.MIXED_PAIR, What.MIXED_TRIPLE, What.MIXED_CHOW)
_ACCEPTS: Final = {
    Kind.CHOW: (What.CHOW, What.SET),
    Kind.PUNG: (What.PUNG, What.PUNG_OR_KONG, What.SET),
    Kind.KONG: (What.KONG, What.PUNG_OR_KONG, What.SET),
    Kind.PAIR: (What.PAIR,),
}
"""The slots that a set on the table, or a set or pair of an arrangement, can fill."""
_SETS: Final = frozenset([what for accepted in _ACCEPTS.values() for what in accepted if what is not What.PAIR])
_FILLS: Final = {
    **{what: (what,) for what in What},
    What.PUNG: (What.PUNG, What.PUNG_OR_KONG, What.SET),
    What.PUNG_OR_KONG: (What.PUNG, What.PUNG_OR_KONG, What.SET),
    What.CHOW: (What.CHOW, What.SET),
    What.PAIR: (What.PAIR, What.MIXED_PAIR),
}
"""The sorts of slots that each group a winning tile must complete stands for."""
COMPLETE: Final = 1 << _KINDS
"""A bit beside those of tiles: no tile is missing."""
Start = tuple[int, int]
"""How many of each slot are left, four bits each; and the other tiles that are needed, by place in the order."""
AtBest = list[list[int]]
"""By slot and place: the fewest tiles that an option misses which begins there or later."""
Choice = tuple[int, int, int]
"""What can begin at a kind: how many of the kind it takes, the slots then left, and the tiles needed of later kinds."""


class Lying(NamedTuple):
    """A hand, prepared for searching."""

    hand: Hand
    concealed: Tiles
    held: tuple[int, ...]
    """The concealed tiles, by kind."""
    room: tuple[int, ...]
    """How many of each kind may be concealed, beside its sets on the table."""
    ones: int
    """The concealed tiles, four bits for each kind, as many ones as tiles."""
    whole: int
    """The same with the tiles of its sets on the table."""
    kinds: int
    """How many kinds there are among the concealed tiles."""
    parts: int
    """How many tiles of each suit and how many honours the hand has, four bits each; three of a set on the table."""

    @property
    def lacks(self) -> int:
        """How many concealed tiles it has less than a complete hand."""
        return 3 * self.hand.sets_to_make + 2 - len(self.concealed)


def lying_of(hand: Hand, concealed: Tiles) -> Lying:
    """The hand with these concealed tiles; made once for all layouts."""
    held, room, ones, parts = [0] * _KINDS, _ROOM, 0, 0
    for tile in concealed:
        copies = held[tile]
        held[tile] = copies + 1
        ones |= _ONE[copies][tile]
        parts += _OF_PART[tile]
    kinds, whole = len({*concealed}), ones
    if hand.declared:
        room, whole = _with_sets(hand.declared, held, ones)
        parts += sum([_parts_of(each.tiles[:3]) for each in hand.declared])
    return Lying(hand, concealed, tuple(held), room, ones, whole, kinds, parts)


def _with_sets(declared: tuple[Set, ...], held: list[int], whole: int) -> tuple[tuple[int, ...], int]:
    """The room beside sets on the table, and the tiles with theirs."""
    room = [*_ROOM]
    for each in declared:
        for tile in each.tiles:
            copies = held[tile] + MOST_COPIES - room[tile]
            room[tile] -= 1
            if copies < MOST_COPIES:
                whole |= 1 << tile * _BITS + copies
    return tuple(room), whole


def ones_of(counts: Iterable[int]) -> int:
    """Counts by kind as one integer."""
    return sum([_ONES[min(count, MOST_COPIES)] << tile * _BITS for tile, count in enumerate(counts)])


class Search:
    """A plan, prepared for searching: the order of the kinds, what can begin at each, what the plan needs."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.slots = plan.slots
        by = _BY_NUMBER if any(slot.what in _MIXED for slot, _ in plan.slots) else _BY_SUIT
        used = used_by(plan)
        self.order = tuple([tile for tile in by if used >> tile & 1])
        self._unused = ~ones_of([MOST_COPIES * (used >> tile & 1) for tile in PLAYING_TILES])
        self._place = {tile: place for place, tile in enumerate(self.order)}
        self._begins: list[list[tuple[int, int, int, int]]] | None = None
        self._lone = [self._is_lone(tile) for tile in self.order]
        self._last = [max(self._place[option[0]] for option in self._sorted(slot)) for slot, _ in plan.slots]
        self._parts: frozenset[int] | None = None
        self._short: frozenset[int] | None = None
        self._most_kinds = most_kinds(plan)
        self._parts_lacking: dict[int, int] = {}
        self._kept: dict[int, tuple[Choice, ...]] = {}
        self.fixed = [plan.fixed.count(tile) for tile in PLAYING_TILES]
        self.fixed_ones = ones_of(self.fixed)
        self._fixed_size = len(plan.fixed)
        self._sizes = [_tiles(slot) for slot, _ in plan.slots]
        self._all_left = tuple([times for _, times in plan.slots])
        self._needed = sum(self.fixed[tile] << place * _COUNT_BITS for place, tile in enumerate(self.order))
        self.most_ones = self._used(lambda extent: extent.most)
        slots = [slot for slot, times in plan.slots for _ in range(times)]
        self._is_loose = len(slots) <= 1 and all(slot.size == 1 for slot in slots)
        """Whether its tiles are known but for one at most."""
        self._is_pairs = not plan.fixed and [(slot.what, slot.different) for slot, _ in plan.slots] == [
            (What.PAIR, False)
        ]
        """Whether it is pairs of the same kinds alone, which may be alike."""
        self.always = self._used(lambda extent: extent.least)
        """What a hand has of each kind, its sets on the table among them."""

    def _sorted(self, slot: Slot) -> list[Option]:
        """The options of a slot, with their tiles in the order of the search."""
        return [tuple(sorted(option, key=self._place.__getitem__)) for option in slot.options]

    def _is_lone(self, tile: Tile) -> bool:
        """Whether one tile of a kind, alone, has a place in it."""
        return tile in self.plan.fixed or any(slot.extent.single >> tile & 1 for slot, _ in self.slots)

    def _all_that_begins(self) -> list[list[tuple[int, int, int, int]]]:
        """By place: the slot, the tiles of that kind, the tiles needed later, and how often at most."""
        begins: list[list[tuple[int, int, int, int]]] = [[] for _ in self.order]
        for number, (slot, _) in enumerate(self.slots):
            for option in self._sorted(slot):
                place = self._place[option[0]]
                later = sum(1 << (self._place[tile] - place - 1) * _COUNT_BITS for tile in option if tile != option[0])
                copies = option.count(option[0])
                begins[place].append((number, copies, later, 1 if slot.different else MOST_COPIES // copies))
        return begins

    def _used(self, of: Callable[[Extent], tuple[int, ...]]) -> int:
        """What the plan uses of each kind, at most or at least by what `of` takes of its slots."""
        counts = [*self.fixed]
        for slot, times in self.slots:
            for tile, count in enumerate(of(slot.extent)):
                counts[tile] += count * times
        return ones_of(counts)

    @property
    def parts(self) -> frozenset[int]:
        """How many tiles of each suit and how many honours it can have, four bits each; computed once."""
        if self._parts is None:
            found = {_parts_of(self.plan.fixed)}
            for slot, times in self.slots:
                some = {_parts_of(option if slot.length else option[:3]) for option in slot.options}
                for _ in range(times):
                    found = {one + more for one in found for more in some}
            self._parts = _one_of(frozenset(found))
        return self._parts

    @property
    def short(self) -> frozenset[int]:
        """The same of what lacks one tile."""
        if self._short is None:
            short = [each - part for each in self.parts for part in _PARTS if each & part * _NEEDED]
            self._short = _one_of(frozenset(short))
        return self._short

    def may_take(self, kinds: int, declared: int) -> bool:
        """Whether tiles of so many kinds can all be used beside so many sets on the table."""
        return kinds <= self._most_kinds - declared

    def parts_lacking(self, lying: Lying) -> int:
        """How many tiles it lacks at least, by how many of each suit and how many honours there are."""
        key = lying.parts
        found = self._parts_lacking.get(key)
        if found is None:
            if len(self._parts_lacking) >= _CHOICES_KEPT:
                self._parts_lacking.clear()
            take(len(self.parts))
            found = self._parts_lacking[key] = min([_short_of(parts, key) for parts in self.parts])
        return found

    # Beginning

    def begin(self, declared: tuple[Set, ...]) -> list[tuple[int, ...]]:
        """How many of each slot may be left after these sets filled theirs; empty if a set fits no slot."""
        if not declared:
            return [self._all_left]
        found = {self._all_left}
        for each in declared:
            found = {left for before in found for left in self._without(before, each)}
        return sorted(found)

    def _without(self, left: tuple[int, ...], declared: Set) -> Iterator[tuple[int, ...]]:
        tiles = declared.tiles[:3]
        for number, (slot, _) in enumerate(self.slots):
            if left[number] and slot.what in _ACCEPTS[declared.kind] and _fits(slot, tiles):
                yield self.less(left, number)

    def less(self, left: tuple[int, ...], number: int) -> tuple[int, ...]:
        """One fewer of this slot."""
        return (*left[:number], left[number] - 1, *left[number + 1 :])

    # Looking

    def looked_at(self, lying: Lying, *, lacks_one: bool) -> int:
        """What `awaited` finds, over every way to place the sets on the table."""
        found = 0
        for left in self.begin(lying.hand.declared):
            found |= self.awaited(left, lying, lacks_one=lacks_one)
        return found

    def spares(self, option: Option, lying: Lying) -> bool:
        """Whether the hand has these tiles beside those that the plan fixes."""
        return all(lying.held[tile] - option.count(tile) >= self.fixed[tile] for tile in option)

    def completed_by(self, options: list[Option], number: int, lying: Lying) -> bool:
        """Whether the hand is complete with one of these options, which it has, in a slot of this number."""
        rests = [lying_of(lying.hand, _minus(lying.concealed, option)) for option in options]
        return any(
            self.awaited(self.less(left, number), rest, lacks_one=False)
            for left in self.begin(lying.hand.declared)
            if left[number]
            for rest in rests
        )

    def awaited(self, left: tuple[int, ...], lying: Lying, *, lacks_one: bool) -> int:
        """Bits of the tiles any one of which completes the plan with none left over; `COMPLETE` if none is missing.

        Each state has the bits of what the ways to it lacked. Kinds that are not held, and that the plan has in pairs
        or pungs only, are passed over.
        """
        if lying.ones & self._unused:
            return 0
        if self._is_pairs:
            return _awaited_of_pairs(lying, lacks_one=lacks_one)
        if self._is_loose:
            return self._awaited_loose(self.slots[0][0].mask if any(left) else 0, lying, lacks_one=lacks_one)
        states, before = {(_packed(left), self._needed): COMPLETE}, 0
        for place, tile in enumerate(self.order):
            held = lying.held[tile]
            if held or (lacks_one and self._lone[place]):
                one_more = 1 << tile if lacks_one and held < lying.room[tile] else 0
                states = self._awaited_after(place, _passed(states, place - before), held, one_more)
                before = place + 1
                if not states:
                    return 0
        return states.get(_FILLED, 0)

    def _awaited_loose(self, mask: int, lying: Lying, *, lacks_one: bool) -> int:
        """The same where the tiles are known but for one at most, which is of these kinds."""
        take(_STATE)
        lacking, over = self.fixed_ones & ~lying.ones, lying.ones & ~self.fixed_ones
        free = 1 << (over.bit_length() - 1) // _BITS if over else 0
        if over.bit_count() > 1 or free & ~mask:
            return 0
        if lacking.bit_count() == lacks_one and bool(over) == bool(mask):
            return 1 << (lacking.bit_length() - 1) // _BITS if lacks_one else COMPLETE
        return self._with_room(mask, lying) if lacks_one and not (lacking or over) else 0

    def _with_room(self, mask: int, lying: Lying) -> int:
        """Of these kinds, those of which the hand can have one more."""
        return sum([1 << tile for tile in self.order if mask >> tile & 1 and lying.held[tile] < lying.room[tile]])

    def _awaited_after(self, place: int, states: dict[Start, int], held: int, one_more: int) -> dict[Start, int]:
        """The states after this place, where so many tiles are held; `one_more` is the bit of one that may lack."""
        after: dict[Start, int] = {}
        steps = 0
        for (begun, needed), lacked in states.items():
            spare = held - (needed & _NEEDED)
            choices = self._choices(place, begun)
            steps += _STATE + len(choices)
            for copies, rest, later in choices:
                if copies == spare:
                    state = (rest, (needed >> _COUNT_BITS) + later)
                    after[state] = after.get(state, 0) | lacked
                elif copies == spare + 1 and one_more and lacked & COMPLETE:
                    state = (rest, (needed >> _COUNT_BITS) + later)
                    after[state] = after.get(state, 0) | one_more
        take(steps)
        return after

    def fewest_lacking(self, left: tuple[int, ...], lying: Lying, most: int) -> int | None:
        """How many tiles are missing from the plan; None if more than `most`."""
        size = self._fixed_size + sum([size * times for size, times in zip(self._sizes, left, strict=True)])
        held = len(lying.concealed)
        least = size - (lying.ones & self.most_ones).bit_count()
        least = max(least, (self.fixed_ones & ~lying.ones).bit_count(), size - held)
        if least > most:
            return None
        at_best = self._at_best(lying)
        least = max(least, sum([times * lacks[0] for times, lacks in zip(left, at_best, strict=True)]))
        used = sum([lying.held[tile] for tile in self.order])
        for lacking in range(least, most + 1):
            if self._reaches(left, lying, at_best, lacking, used + lacking - size):
                return lacking
        return None

    def _reaches(self, left: tuple[int, ...], lying: Lying, at_best: AtBest, lacking: int, over: int) -> bool:
        """Whether the plan can be reached with at most this many tiles missing, and this many left over."""
        states = {(_packed(left), self._needed): 0}
        for place, tile in enumerate(self.order):
            lacks_later = [lacks[place + 1] for lacks in at_best]
            states = self._after(place, states, lying.held[tile], lying.room[tile], lacks_later, lacking, over)
            if not states:
                return False
        return True

    def _after(
        self,
        place: int,
        states: dict[Start, int],
        held: int,
        room: int,
        lacks_later: list[int],
        lacking: int,
        over: int,
    ) -> dict[Start, int]:
        """The states after this place, without those that will miss or leave over too many tiles."""
        after: dict[Start, int] = {}
        later_of: dict[int, int] = {}
        steps = 0
        for (begun, needed), value in states.items():
            need = needed & _NEEDED
            needed >>= _COUNT_BITS
            spare = min(room, held + lacking - value // _LACKING) - need
            steps += _STATE
            for copies, left, more_needed in self._choices(place, begun):
                if copies > spare:
                    break
                steps += 1
                short = need + copies - held
                now = value + (short * _LACKING if short > 0 else -short)
                later = later_of.get(left)
                if later is None:
                    later = later_of[left] = _sum_of(left, lacks_later)
                if now % _LACKING <= over and now // _LACKING + later <= lacking:
                    state = (left, needed + more_needed)
                    if now < after.get(state, _MANY):
                        after[state] = now
        take(steps)
        return after

    def _at_best(self, lying: Lying) -> AtBest:
        return [self._slot_at_best(slot, lying.held) for slot, _ in self.slots]

    def _slot_at_best(self, slot: Slot, held: tuple[int, ...]) -> list[int]:
        lacks = [HAND] * (len(self.order) + 1)
        take(_NEW * len(slot.options))
        for option in slot.options:
            place = min([self._place[tile] for tile in option])
            lacks[place] = min(lacks[place], sum([max(0, option.count(tile) - held[tile]) for tile in {*option}]))
        for place in range(len(self.order) - 1, -1, -1):
            lacks[place] = min(lacks[place], lacks[place + 1])
        return lacks

    def _choices(self, place: int, begun: int) -> tuple[Choice, ...]:
        """Everything that can begin at this place, the fewest tiles first; cached."""
        key = begun << 6 | place
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _CHOICES_KEPT:
                self._kept.clear()
            if self._begins is None:
                self._begins = self._all_that_begins()
            found = self._kept[key] = tuple(sorted(self._begun(self._begins[place], begun, place)))
        return found

    def _begun(self, begins: list[tuple[int, int, int, int]], begun: int, place: int) -> set[Choice]:
        choices = {(0, begun, 0)}
        for number, copies, later, most in begins:
            more = set()
            for used, left, needed in choices:
                times = left >> number * _BITS & (1 << _BITS) - 1
                for one in range(1, min(times, most, (MOST_COPIES - used) // copies) + 1):
                    more.add((used + one * copies, left - (one << number * _BITS), needed + one * later))
            choices |= more
            take(_NEW * len(choices))
        return {choice for choice in choices if self._can_go_on(choice[1], place) and _fit(choice[2])}

    def _can_go_on(self, left: int, place: int) -> bool:
        """Whether every slot that is left has an option that begins later."""
        return all(
            last > place or not left >> number * _BITS & (1 << _BITS) - 1 for number, last in enumerate(self._last)
        )


_FILLED: Final[Start] = (0, 0)


_FIRST_ONES: Final = sum([1 << tile * _BITS for tile in PLAYING_TILES])


def _awaited_of_pairs(lying: Lying, *, lacks_one: bool) -> int:
    """What `Search.awaited` finds of a plan of pairs: the missing tile is the one of which the hand has an odd number.

    More than four tiles of a kind, which a goulash may have, are no pairs of a layout.
    """
    take(_STATE)
    ones = lying.ones
    if ones.bit_count() < len(lying.concealed):
        return 0
    odd = (ones ^ ones >> 1 ^ ones >> 2 ^ ones >> 3) & _FIRST_ONES
    if odd.bit_count() != lacks_one:
        return 0
    return 1 << (odd.bit_length() - 1) // _BITS if lacks_one else COMPLETE


def _passed(states: dict[Start, int], places: int) -> dict[Start, int]:
    """The states after so many places of which nothing is held; those that need something there are left out."""
    if not places:
        return states
    bits = places * _COUNT_BITS
    return {
        (begun, needed >> bits): lacked for (begun, needed), lacked in states.items() if not needed & ((1 << bits) - 1)
    }


def _packed(left: tuple[int, ...]) -> int:
    return sum([times << number * _BITS for number, times in enumerate(left)])


def _sum_of(left: int, lacks: list[int]) -> int:
    """The tiles missing from all slots that are left."""
    return sum([(left >> number * _BITS & (1 << _BITS) - 1) * each for number, each in enumerate(lacks)])


def _fit(needed: int) -> bool:
    while needed:
        if needed & _NEEDED > MOST_COPIES:
            return False
        needed >>= _COUNT_BITS
    return True


def _tiles(slot: Slot) -> int:
    return 4 if slot.what is What.KONG else slot.size


def _fits(slot: Slot, tiles: Tiles) -> bool:
    mask = slot.mask
    return bool(mask >> tiles[0] & mask >> tiles[1] & mask >> tiles[-1] & 1)


@lru_cache(maxsize=_PLANS_KEPT)
def _one_of(equal: frozenset[int]) -> frozenset[int]:
    """The first of equal sets: the plans of a layout have few different ones, of some kilobytes."""
    return equal


@lru_cache(maxsize=_PLANS_KEPT)
def search_for(plan: Plan) -> Search:
    """A prepared plan; cached, since the same plan occurs in many layouts."""
    return Search(plan)


# Hands


class Matcher:
    """A layout, prepared for comparison with hands."""

    def __init__(self, form: Form, key: str = "") -> None:
        self.form = form
        self.key = key
        """The text that identifies the layout."""
        self.layout = form.layout
        winning, claimed = form.layout.winning, form.layout.claimed
        self._allowed = {False: _allowed(winning), True: _allowed(winning, claimed)}
        self.asks_how = form.layout.winning != ANYTHING
        """Whether it matters which tile comes last, however it comes."""
        self.searches = [search_for(plan) for plan in form.plans]
        self._bounds = [(search.always, ~search.most_ones, search) for search in self.searches]
        self._sets: frozenset[Tiles] | None = None
        self.has_sets = any(slot.what in _SETS for plan in form.plans for slot, _ in plan.slots)
        """Whether some of it can lie on the table."""
        self.of_sets = all(
            not plan.fixed and all(slot.what in _SETS or slot.what is What.PAIR for slot, _ in plan.slots)
            for plan in form.plans
        )
        """Whether it is made of sets and pairs alone."""

    def is_complete(self, lying: Lying) -> bool:
        """Whether the tiles complete the hand."""
        if lying.lacks or not self.may_lie(lying.hand):
            return False
        ones, lacking, kinds, declared = lying.ones, ~lying.whole, lying.kinds, len(lying.hand.declared)
        for always, never, search in self._bounds:
            if ones & never or always & lacking or not search.may_take(kinds, declared):
                continue
            if search.looked_at(lying, lacks_one=False):
                return True
        return False

    def waits(self, lying: Lying) -> list[Tile]:
        """The tiles that would complete a hand which is one tile short."""
        if lying.lacks != 1 or not self.may_lie(lying.hand):
            return []
        ones, whole, parts, kinds = lying.ones, lying.whole, lying.parts, lying.kinds
        declared, found = len(lying.hand.declared), 0
        for always, never, search in self._bounds:
            if ones & never or (always & ~whole).bit_count() > 1:
                continue
            if parts in search.short and search.may_take(kinds, declared):
                found |= search.looked_at(lying, lacks_one=True)
        return _tiles_of(found)

    def may_show(self, hand: Hand) -> bool:
        """Whether each of the sets on the table can be one of its own, whatever the others are."""
        return not hand.declared or self._own_sets().issuperset([each.tiles for each in hand.declared])

    def _own_sets(self) -> frozenset[Tiles]:
        """The tiles of all sets that can be one of its own; computed once."""
        if self._sets is None:
            own = [each.tiles for each in SETS if any(search.begin((each,)) for search in self.searches)]
            self._sets = frozenset(own)
        return self._sets

    def misplaced(self, hand: Hand) -> Set | None:
        """A set on the table that is none of its own, whatever the others are."""
        found = (each for each in hand.declared if not any(search.begin((each,)) for search in self.searches))
        return next(found, None)

    def missing(self, lying: Lying) -> list[Tile]:
        """The tiles of the nearest plan that no other could stand for, each kind once, and that the hand lacks."""
        wanted = [always & ~lying.whole for always, _, _ in self._bounds]
        nearest = min(wanted, key=int.bit_count)
        return [tile for tile in PLAYING_TILES if nearest >> tile * _BITS & _ONES[MOST_COPIES]]

    def is_arranged(self, lying: Lying, sets: Sequence[Set]) -> bool:
        """Whether these sets and pairs, which are all of a hand, are just those of the layout."""
        lacking = ~lying.whole
        for always, _, search in self._bounds:
            if not always & lacking and any(not any(left) for left in search.begin(tuple(sets))):
                return True
        return False

    def lacking(self, lying: Lying, most: int = HAND) -> int | None:
        """How many tiles the hand misses; None if it can never be this layout, or misses more than `most`.

        A required kong counts as four missing tiles until it is declared.
        """
        if not self.may_lie(lying.hand):
            return None
        found: int | None = None
        for least, number in sorted(self._least(lying)):
            if least > most:
                break
            search = self.searches[number]
            if lying.lacks >= 0 and search.parts_lacking(lying) > most:
                continue
            for left in search.begin(lying.hand.declared):
                lacks = search.fewest_lacking(left, lying, most)
                if lacks is not None:
                    found, most = lacks, lacks - 1
        return found

    def _least(self, lying: Lying) -> Iterator[tuple[int, int]]:
        """The fewest tiles that each plan can miss, and its number."""
        ones = lying.ones
        size = 3 * lying.hand.sets_to_make + 2
        for number, (always, never, _) in enumerate(self._bounds):
            yield max(size - (ones & ~never).bit_count(), (always & ~lying.whole).bit_count()), number

    def may_lie(self, hand: Hand) -> bool:
        """Whether the layout allows the claimed sets on the table."""
        exposed = self.layout.exposed
        if exposed is Exposed.NEVER or self.layout.from_wall is FromWall.EVERY:
            return not (hand.exposed or hand.claimed_kongs)
        return exposed is not Exposed.KONGS or not hand.exposed

    # The winning tile

    def may_win(self, hand: Hand, win: Win, lying: Lying | None = None) -> bool:
        """Whether a complete hand may have been won so; `lying`, if given, is the hand prepared for searching."""
        if win.claimed and self.layout.from_wall is not FromWall.NOTHING:
            return False
        asked = [self.layout.winning, self.layout.claimed] if win.claimed else [self.layout.winning]
        if not all(self._is_of(each, win.tile) for each in asked if each.kinds):
            return False
        allowed = self._allowed[win.claimed]
        if allowed is None:
            return True
        lying = lying or lying_of(hand, hand.concealed)
        won_on = set(hand.concealed) if win.tile is None else {win.tile}  # any, where it was complete as dealt
        return any(self._completes(lying, tile, allowed) for tile in won_on)

    def _is_of(self, completes: Completes, tile: Tile | None) -> bool:
        return tile is None or bool(self.form.mask(completes.kinds) >> tile & 1)

    def _completes(self, lying: Lying, tile: Tile, allowed: frozenset[What]) -> bool:
        """Whether the tile can stand in a group of each of these sorts, the hand being complete."""
        for always, never, search in self._bounds:
            if lying.ones & never or always & ~lying.whole:
                continue
            for number, (slot, _) in enumerate(search.slots):
                if slot.what in allowed:
                    options = [option for option in slot.options if tile in option and search.spares(option, lying)]
                    if options and search.completed_by(options, number, lying):
                        return True
        return False


def _allowed(*asked: Completes) -> frozenset[What] | None:
    """The groups that a winning tile must complete one of; None where it may be any."""
    groups = [each.groups for each in asked if each.groups]
    every = [frozenset([what for each in some for what in _FILLS[each]]) for some in groups]
    return frozenset(What).intersection(*every) if every else None


def _tiles_of(bits: int) -> list[Tile]:
    return [tile for tile in PLAYING_TILES if bits >> tile & 1] if bits else []


def _minus(tiles: Tiles, option: Option) -> Tiles:
    rest = [*tiles]
    for tile in option:
        rest.remove(tile)
    return tuple(rest)


# Many layouts


Bound = tuple[int, int, Search, int]
"""What a plan must have, what it cannot use, the prepared plan, and the number of its layout."""


def _parts_of(tiles: Tiles) -> int:
    return sum([_OF_PART[tile] for tile in tiles])


def _short_of(parts: int, held: int) -> int:
    """How many tiles are missing of each part, together."""
    mask = (1 << _BITS) - 1
    return sum([max(0, (parts // one & mask) - (held // one & mask)) for one in _PARTS])


class Layouts:
    """Several layouts together: the number of tiles of each suit rules out most plans before a search."""

    def __init__(self, matchers: Iterable[Matcher]) -> None:
        self.matchers = tuple(matchers)
        self._bounds = [
            (search.always, ~search.most_ones, search, number)
            for number, matcher in enumerate(self.matchers)
            for search in matcher.searches
        ]
        self._by_parts: dict[int, list[Bound]] = {}
        self._on_table = any(matcher.has_sets for matcher in self.matchers)

    def may_have_sets(self, hand: Hand) -> bool:
        """Whether a hand with such sets on the table can be one of them, at a glance."""
        return self._on_table or not hand.declared

    def complete(self, lying: Lying) -> list[Matcher]:
        """The layouts that the hand completes, in their order."""
        if lying.lacks:
            return []
        found: dict[int, bool] = {}
        for number, search in self._like(lying):
            if number not in found and search.looked_at(lying, lacks_one=False):
                found[number] = True
        return [self.matchers[number] for number in found]

    def lacking(self, lying: Lying, fewest: int) -> int:
        """How many tiles the hand misses of the nearest layout; `fewest` if that is no fewer."""
        for matcher in self.matchers:
            lacks = matcher.lacking(lying, fewest - 1)
            fewest = fewest if lacks is None else lacks
        return fewest

    def waits(self, lying: Lying) -> list[tuple[Matcher, list[Tile]]]:
        """The layouts that miss one tile, in their order, each with the tiles that would complete it."""
        if lying.lacks != 1:
            return []
        found: dict[int, int] = {}
        for number, search in self._like(lying):
            tiles = search.looked_at(lying, lacks_one=True)
            if tiles:
                found[number] = found.get(number, 0) | tiles
        return [(self.matchers[number], _tiles_of(tiles)) for number, tiles in found.items()]

    def _like(self, lying: Lying) -> Iterator[tuple[int, Search]]:
        """The plans that the hand may be, or lack one tile of where it lacks one, each with its layout's number."""
        ones, whole, kinds, lacks = lying.ones, lying.whole, lying.kinds, lying.lacks
        declared = len(lying.hand.declared)
        for always, never, search, number in self._near(lying):
            if ones & never or (always & ~whole).bit_count() > lacks or not search.may_take(kinds, declared):
                continue
            if self.matchers[number].may_lie(lying.hand):
                yield number, search

    def _near(self, lying: Lying) -> list[Bound]:
        """The plans with the hand's number of tiles of each suit, one more if the hand misses one."""
        key = lying.parts | lying.lacks << 16
        found = self._by_parts.get(key)
        if found is None:
            if len(self._by_parts) >= _PARTS_KEPT:
                self._by_parts.clear()
            parts = key & 0xFFFF
            near = [each for each in self._bounds if parts in (each[2].short if lying.lacks else each[2].parts)]
            found = self._by_parts[key] = near
        return found
