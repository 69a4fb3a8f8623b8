"""Matching hands with layouts: complete or not, how many tiles are lacking, what it waits for, what may win it.

One look goes through the kinds once, as `service.domain.distance` does; a state is the slots that are still to be filled
and the tiles that those begun still need. It stops where more tiles are lacking, or left over, than may be.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from service.domain.deal import Win
from service.domain.hand import Hand
from service.domain.layouts.compile import HAND, Form, Option, Plan, Slot, constant_mask, tiles_in
from service.domain.layouts.model import Completes, Exposed, FromWall, What
from service.domain.seats import Seat
from service.domain.sets import Kind, Set
from service.domain.tiles import FIRST_WIND, MOST_COPIES, PLAYING_TILES, Tile, Tiles

_KINDS: Final = len(PLAYING_TILES)
_BITS: Final = 4
"""Bits for each kind: as many ones as there are tiles of it, or the number of slots of a sort that are left."""
_ONES: Final = tuple((1 << copies) - 1 for copies in range(MOST_COPIES + 1))
_COUNT_BITS: Final = 3
"""Bits for how many of a kind are still needed."""
_NEEDED: Final = (1 << _COUNT_BITS) - 1
_LACKING: Final = 64
"""What a lacking tile counts in the value of a state, and a tile that is left over counts one."""
_PLANS_KEPT: Final = 4096
_BY_SUIT: Final = tuple(PLAYING_TILES)
_BY_NUMBER: Final = tuple(sorted(PLAYING_TILES, key=lambda tile: (tile >= FIRST_WIND, tile % 9, tile)))
"""The kinds in an order in which the tiles of a group lie close together, where it is of several suits."""
_MIXED: Final = (What.MIXED_PAIR, What.MIXED_TRIPLE, What.MIXED_CHOW)
_ACCEPTS: Final = {
    Kind.CHOW: (What.CHOW, What.SET),
    Kind.PUNG: (What.PUNG, What.PUNG_OR_KONG, What.SET),
    Kind.KONG: (What.KONG, What.PUNG_OR_KONG, What.SET),
}
"""The slots that a set on the table can fill."""
_FILLS: Final = {
    **{what: (what,) for what in What},
    What.PUNG: (What.PUNG, What.PUNG_OR_KONG, What.SET),
    What.PUNG_OR_KONG: (What.PUNG, What.PUNG_OR_KONG, What.SET),
    What.CHOW: (What.CHOW, What.SET),
    What.PAIR: (What.PAIR, What.MIXED_PAIR),
}
"""The slots that are meant by what a winning tile must complete."""
Start = tuple[int, int]
"""How many of each slot are left, four bits each; and the tiles that are needed beside them, by place in the order."""
Choice = tuple[int, int, int]
"""What can begin at a kind: how many of it that takes, the slots then left, and the tiles needed of later kinds."""


class Lying(NamedTuple):
    """What is looked at: the concealed tiles by kind, and how many of each a hand may have beside its sets."""

    held: tuple[int, ...]
    room: tuple[int, ...]
    ones: int
    """The concealed tiles, four bits for each kind, as many ones as tiles."""


def _lying(concealed: Iterable[Tile], declared: Iterable[Set]) -> Lying:
    held, room = [0] * _KINDS, [MOST_COPIES] * _KINDS
    for tile in concealed:
        held[tile] += 1
    for each in declared:
        for tile in each.tiles:
            room[tile] -= 1
    return Lying(tuple(held), tuple(room), ones_of(held))


def ones_of(counts: Iterable[int]) -> int:
    """Counts by kind as one integer."""
    ones = 0
    for tile, count in enumerate(counts):
        ones |= _ONES[min(count, MOST_COPIES)] << tile * _BITS
    return ones


class Search:
    """A plan, made ready to be looked for: the order of the kinds, what can begin at each, what the plan needs."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.slots = plan.slots
        self.order = _BY_NUMBER if any(slot.what in _MIXED for slot, _ in plan.slots) else _BY_SUIT
        self._place = [self.order.index(tile) for tile in PLAYING_TILES]
        self._begins = self._all_that_begins()
        self._last = [max(self._place[option[0]] for option in self._sorted(slot)) for slot, _ in plan.slots]
        self._kept: dict[int, tuple[Choice, ...]] = {}
        self.fixed = [plan.fixed.count(tile) for tile in PLAYING_TILES]
        self.fixed_ones = ones_of(self.fixed)
        self.most_ones = ones_of(self._most())

    def _sorted(self, slot: Slot) -> list[Option]:
        """The options of a slot, their tiles in the order of the look."""
        return [tuple(sorted(option, key=self._place.__getitem__)) for option in slot.options]

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

    def _most(self) -> list[int]:
        """The most of each kind that the plan can use."""
        most = [*self.fixed]
        for slot, times in self.slots:
            for tile in PLAYING_TILES:
                most[tile] += max((option.count(tile) for option in slot.options), default=0) * times
        return most

    # Beginning

    def begin(self, declared: tuple[Set, ...]) -> list[tuple[int, ...]]:
        """How many of each slot may be left when these sets have filled theirs; none where a set has no place."""
        found = {tuple(times for _, times in self.slots)}
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

    def fewest_lacking(self, left: tuple[int, ...], lying: Lying, most: int) -> int | None:
        """How many tiles these lack to be the plan; None where they are more than so many."""
        size = sum(self.fixed) + sum(_tiles(slot) * times for (slot, _), times in zip(self.slots, left, strict=True))
        held = lying.ones.bit_count()
        least = size - (lying.ones & self.most_ones).bit_count()
        least = max(least, (self.fixed_ones & ~lying.ones).bit_count(), size - held)
        for lacking in range(least, most + 1):
            if self._reaches(left, lying, lacking, held + lacking - size):
                return lacking
        return None

    def _reaches(self, left: tuple[int, ...], lying: Lying, lacking: int, over: int) -> bool:
        """Whether the plan is there with at most so many tiles lacking, and so many left over."""
        begun, needed = 0, 0
        for number, times in enumerate(left):
            begun |= times << number * _BITS
        for place, tile in enumerate(self.order):
            needed |= self.fixed[tile] << place * _COUNT_BITS
        states = {(begun, needed): 0}
        for place, tile in enumerate(self.order):
            states = self._after(place, states, lying.held[tile], lying.room[tile], lacking, over)
            if not states:
                return False
        return True

    def _after(
        self, place: int, states: dict[Start, int], held: int, room: int, lacking: int, over: int
    ) -> dict[Start, int]:
        after: dict[Start, int] = {}
        for (begun, needed), value in states.items():
            need = needed & _NEEDED
            needed >>= _COUNT_BITS
            spare = min(room, held + lacking - value // _LACKING) - need
            for copies, left, later in self._choices(place, begun):
                if copies > spare:
                    break
                more = need + copies - held
                now = value + (more * _LACKING if more > 0 else -more)
                if now % _LACKING <= over:
                    state = (left, needed + later)
                    if now < after.get(state, 1 << 20):
                        after[state] = now
        return after

    def _choices(self, place: int, begun: int) -> tuple[Choice, ...]:
        """Everything that can begin at this place, the fewest tiles first; kept, for there is little of it."""
        key = begun << 6 | place
        found = self._kept.get(key)
        if found is None:
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
        return {choice for choice in choices if self._can_go_on(choice[1], place) and _fit(choice[2])}

    def _can_go_on(self, left: int, place: int) -> bool:
        """Whether every slot that is left has an option that begins later."""
        return all(last > place or not left >> number * _BITS & 15 for number, last in enumerate(self._last))


def _fit(needed: int) -> bool:
    while needed:
        if needed & _NEEDED > MOST_COPIES:
            return False
        needed >>= _COUNT_BITS
    return True


def _tiles(slot: Slot) -> int:
    return 4 if slot.what is What.KONG else slot.size


def _fits(slot: Slot, tiles: Tiles) -> bool:
    return all(slot.mask >> tile & 1 for tile in tiles)


@lru_cache(maxsize=_PLANS_KEPT)
def search_for(plan: Plan) -> Search:
    """A plan made ready; the same plan stands in many layouts."""
    return Search(plan)


# Hands


def may_lie(form: Form, hand: Hand) -> bool:
    """Whether the sets on the table may have been claimed."""
    exposed = form.layout.exposed
    if exposed is Exposed.NEVER or form.layout.from_wall is FromWall.EVERY:
        return not hand.claimed
    return exposed is not Exposed.KONGS or not hand.exposed


def is_complete(form: Form, hand: Hand, concealed: Tiles) -> bool:
    """Whether these concealed tiles complete the hand."""
    return len(concealed) == 3 * hand.sets_to_make + 2 and lacking(form, hand, concealed, 0) is not None


def lacking(form: Form, hand: Hand, concealed: Tiles, most: int = HAND) -> int | None:
    """How many tiles the hand lacks, at least; None where it can never be this one, or lacks more than so many.

    A kong that must be one counts four tiles until it is declared.
    """
    if not may_lie(form, hand):
        return None
    return _lacking(form, _lying(concealed, hand.declared), hand.declared, most)


def _lacking(form: Form, lying: Lying, declared: tuple[Set, ...], most: int) -> int | None:
    found: int | None = None
    for plan in form.plans:
        search = search_for(plan)
        if len(declared) * 3 + (lying.ones & search.most_ones).bit_count() + most < HAND:
            continue
        for left in search.begin(declared):
            lacks = search.fewest_lacking(left, lying, most)
            if lacks is not None:
                found, most = lacks, lacks - 1
    return found


def waits(form: Form, hand: Hand, concealed: Tiles) -> list[Tile]:
    """The tiles that would complete the hand, one tile short."""
    if len(concealed) != 3 * hand.sets_to_make + 1 or lacking(form, hand, concealed, 1) != 1:
        return []
    return [
        tile
        for tile in PLAYING_TILES
        if hand.tiles.count(tile) < MOST_COPIES and is_complete(form, hand, (*concealed, tile))
    ]


# The winning tile


def may_win(form: Form, hand: Hand, win: Win, own: Seat, round_wind: Seat) -> bool:
    """Whether a complete hand may have been won so."""
    layout = form.layout
    if win.claimed and layout.from_wall is not FromWall.NOTHING:
        return False
    asked = [layout.winning, layout.claimed] if win.claimed else [layout.winning]
    groups = [each for each in asked if each.groups]
    if not all(_is_of(each, win.tile, own, round_wind) for each in asked if each.kinds):
        return False
    return not groups or any(_completes(form, hand, tile, groups) for tile in _won_on(hand, win))


def _won_on(hand: Hand, win: Win) -> Iterable[Tile]:
    """The winning tile; any of the hand, where it was complete as dealt."""
    return set(hand.concealed) if win.tile is None else (win.tile,)


def _is_of(completes: Completes, tile: Tile | None, own: Seat, round_wind: Seat) -> bool:
    return tile is None or bool(constant_mask(completes.kinds, own, round_wind) >> tile & 1)


def _completes(form: Form, hand: Hand, tile: Tile, asked: list[Completes]) -> bool:
    """Whether the tile can stand in a group of each of these sorts, the hand being complete."""
    allowed = set(What).intersection(*[{what for each in one.groups for what in _FILLS[each]} for one in asked])
    return any(
        search.fewest_lacking(rest, _lying(_minus(hand.concealed, option), hand.declared), 0) == 0
        for search in map(search_for, form.plans)
        for left in search.begin(hand.declared)
        for number, (slot, _) in enumerate(search.slots)
        if left[number] and slot.what in allowed
        for option in slot.options
        if tile in option and _holds(hand.concealed, option)
        for rest in [search.less(left, number)]
    )


def _holds(tiles: Tiles, option: Option) -> bool:
    return all(tiles.count(tile) >= option.count(tile) for tile in option)


def _minus(tiles: Tiles, option: Option) -> Tiles:
    rest = [*tiles]
    for tile in option:
        rest.remove(tile)
    return tuple(rest)


def kinds_of(mask: int) -> list[Tile]:
    """The kinds of a mask."""
    return tiles_in(mask)
