"""A table of rules: those that a hand with some facts can have, and what those that apply give."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain
from operator import or_
from typing import Any, Final, NamedTuple

from pung_chow_settlement.domain.clauses.clause import (
    FOUND,
    Evidence,
    EvidenceFinder,
    Predicate,
    Requirement,
)
from pung_chow_settlement.domain.hand_context import ArrangedHand
from pung_chow_settlement.domain.rulebook.rules import Percent, ScoringRule, SettlementRule
from pung_chow_settlement.domain.tiles import MAX_COPIES, Tiles


@dataclass(slots=True, eq=False)
class CompiledRule:
    """A rule with the options applied."""

    rule: ScoringRule
    id: str
    points: int
    doubles: int
    bonus_points: int
    limit_percent: Percent
    score: int | None
    """The fixed score of its hand; None if it gives none."""
    single: bool
    """True if it gives exactly one of points, doubles and bonus points."""
    special: bool
    """True if its hand scores a share of the limit or a fixed score, or counts its bonus tiles separately."""
    items: "dict[Tiles, tuple[Item, ...]]" = field(default_factory=dict, init=False)
    """Its items each time that it applies, by the tiles that earn it, if those are no more than a set has; cached.

    Without, deals with special hands take 1.02 to 1.03 of the instructions."""

    def with_values(self, points: int, doubles: int, bonus_points: int) -> "CompiledRule":
        """The rule with other values, which depend on the rest of the hand."""
        kept = self.limit_percent, self.score, self.single, self.special
        return CompiledRule(self.rule, self.id, points, doubles, bonus_points, *kept)

    def as_bonus_points(self, bonus_points: int) -> "CompiledRule":
        """The rule with these bonus points alone."""
        return CompiledRule(self.rule, self.id, 0, 0, bonus_points, 0, None, True, self.special)


TableRow = tuple[Requirement, CompiledRule]
"""What a rule requires of a hand, and the compiled rule."""
Candidate = tuple[int, Predicate | None, EvidenceFinder | None, CompiledRule]
"""A rule that hands with some facts can have: its place in the table as a bit, what must hold besides, and what finds
its evidence (None: it counts once)."""


class Interactions(NamedTuple):
    """The rules of a table that a rule interacts with: sets of rules as bitmasks."""

    replaces: int
    spoiled_by: int
    only_beside: int | None
    """The only rules that may count together with it, including itself; None: all."""


_NONE: Final = Interactions(0, 0, None)
Found = Sequence[tuple[CompiledRule, Evidence]]
"""The rows that apply, with their evidence."""


@dataclass(slots=True)
class Item:
    """One line of a score: points, doubles or points added after doubling; all of these beside a share of the limit."""

    rule: ScoringRule | SettlementRule
    tiles: Tiles
    """The tiles that earned it; empty if no particular tiles did."""
    points: int = 0
    """Negative only if rounding took points."""
    doubles: int = 0
    bonus_points: int = 0
    limit_percent: Percent = 0
    """The share of the limit, in per cent, that the hand scores by it regardless of its count."""
    rounded: int = 0
    """What rounding gave to the score after doubling; negative if it took."""
    halved: bool = False
    """True if it halves the score."""
    shown: Any = field(default=None, init=False, compare=False, repr=False)
    """How responses show it, kept with it; made when first asked for."""


def items_of(row: CompiledRule, evidence: Evidence, share: Percent = 0) -> tuple[Item, ...]:
    """The items of a rule for each time that it applies: one for each of points, doubles and bonus points.

    A rule that gives the share of the limit which its hand scores has one item.
    """
    if share and row.limit_percent == share:
        return (_item_of_share(row, evidence),)
    if len(evidence) == 1:
        return row.items.get(evidence[0]) or _items_once(row, evidence[0])
    return tuple([item for tiles in sorted(evidence) for item in row.items.get(tiles) or _items_once(row, tiles)])


def _items_once(row: CompiledRule, tiles: Tiles) -> tuple[Item, ...]:
    items = _new_items(row, tiles)
    if len(tiles) <= MAX_COPIES:
        row.items[tiles] = items
    return items


def _new_items(row: CompiledRule, tiles: Tiles) -> tuple[Item, ...]:
    rule, points, doubles, bonus_points = row.rule, row.points, row.doubles, row.bonus_points
    if row.single:
        return (Item(rule, tiles, points, doubles, bonus_points, 0, 0, False),)
    items = []
    if points:
        items.append(Item(rule, tiles, points, 0, 0, 0, 0, False))
    if doubles:
        items.append(Item(rule, tiles, 0, doubles, 0, 0, 0, False))
    if bonus_points:
        items.append(Item(rule, tiles, 0, 0, bonus_points, 0, 0, False))
    if not items and row.score is not None:
        items.append(Item(rule, tiles))
    return tuple(items)


Sums = tuple[int, int, int]
"""What some rules give in all: points, doubles, and points added after doubling."""


class Matches(NamedTuple):
    """The rules that apply to a hand, in the order of the table."""

    rows: Found
    share: Percent = 0
    """The share of the limit that the hand scores; a rule by which it does has one item. 0 if it scores its count."""
    is_special: bool = False
    """True if one of them makes a hand score something else than their sum."""
    others: "tuple[Matches, ...]" = ()
    """What applies in place of these: the greatest score counts.

    Rules with `only_beside` may count one at a time, and rules that count flowers and seasons separately count or not.
    """

    @property
    def evidence(self) -> list[Tiles]:
        """The tiles that earn them."""
        return [tiles for _, evidence in self.rows for tiles in evidence]

    def sums(self) -> Sums:
        """What they give in all."""
        points = doubles = bonus_points = 0
        for row, evidence in self.rows:
            times = len(evidence)
            points += row.points * times
            doubles += row.doubles * times
            bonus_points += row.bonus_points * times
        return points, doubles, bonus_points

    def items(self) -> tuple[Item, ...]:
        """Their items."""
        return tuple([item for row, evidence in self.rows for item in items_of(row, evidence, self.share)])


NO_RULES: Final = Matches(())


def _item_of_share(row: CompiledRule, evidence: Evidence) -> Item:
    points, doubles, bonus_points = [len(evidence) * each for each in (row.points, row.doubles, row.bonus_points)]
    return Item(row.rule, joined(evidence), points, doubles, bonus_points, row.limit_percent)


def joined(evidence: Evidence) -> Tiles:
    """The tiles of all pieces of evidence."""
    return tuple(chain.from_iterable(sorted(evidence)))


def _together(beside: Mapping[int, int], points: int) -> list[int]:
    """The largest sets of these rules that count with one another: none gives points that another does not name.

    They are the maximal cliques; `MAX_ONLY_BESIDE` bounds their number.
    """
    friends = {
        bit: sum([other for other in beside if other != bit and not (points & (bit & ~beside[other] | other & ~only))])
        for bit, only in beside.items()
    }
    return _cliques(0, sum(beside), 0, friends)


def _cliques(clique: int, may_join: int, seen: int, friends: Mapping[int, int]) -> list[int]:
    """The maximal cliques that hold this one, by Bron and Kerbosch."""
    if not may_join:
        return [] if seen else [clique]
    found = []
    for bit, known in friends.items():
        if bit & may_join:
            found += _cliques(clique | bit, may_join & known, seen & known, friends)
            may_join, seen = may_join ^ bit, seen | bit
    return found


def _subsets(bits: int) -> Iterator[int]:
    """Every set of these bits, the empty one first; `MAX_BONUS_APART` bounds their number."""
    some = 0
    while True:
        yield some
        if some == bits:
            return
        some = (some - bits) & bits


class RuleTable:
    """Compiled rules in the order of a score's items."""

    def __init__(self, rows: tuple[TableRow, ...], facts_kept: int) -> None:
        self.rows = rows
        self._special = self._giving_points = self._separate = 0
        self._candidates: list[tuple[Requirement, Candidate]] = []
        places: dict[str, int] = {}
        interacting = []
        for place, (required, row) in enumerate(rows):
            bit, rule = 1 << place, row.rule
            places[row.id] = places.get(row.id, 0) | bit
            if rule.replaces or rule.spoiled_by or rule.only_beside is not None:
                interacting.append(place)
            if row.points:
                self._giving_points |= bit
            if row.special:
                self._special |= bit
            if rule.counts_bonus_separately:
                self._separate |= bit
            self._candidates.append((required, (bit, required.judges, required.finds, row)))
        found = {place: self._interaction(place, places) for place in interacting}
        self._interactions = {place: each for place, each in found.items() if each != _NONE}
        self._excluding = sum([1 << place for place in self._interactions])
        self._choosing = self._excluding | self._separate
        self._asked_bits = reduce(or_, [required.asked_bits for required, _ in self._candidates], 0)
        self._asks_whether_near = any(required.near for required, _ in self._candidates)
        self._facts_kept = facts_kept
        self._by_facts: dict[int, tuple[Candidate, ...]] = {}

    def matches_of(self, arranged: ArrangedHand) -> Matches:
        """The rules that apply to a hand, without those that others of them exclude."""
        rows, bits, held = [], [], 0
        for bit, judges, finds, row in self.candidates_for(arranged):
            if judges is None or judges(arranged):
                evidence = FOUND if finds is None else finds(arranged)
                if evidence:
                    rows.append((row, evidence))
                    bits.append(bit)
                    held |= bit
        if not held & self._choosing:
            return Matches(rows, 0, bool(held & self._special))
        matches, *others = [
            Matches(
                [found for bit, found in zip(bits, rows, strict=True) if not bit & excluded],
                is_special=bool(held & ~excluded & self._special),
            )
            for excluded in self._ways(held)
        ]
        return matches._replace(others=tuple(others)) if others else matches

    def _ways(self, held: int) -> Sequence[int]:
        """The ways to leave rules out: without any, all or some of those that count flowers and seasons separately."""
        return [excluded for left_out in _subsets(held & self._separate) for excluded in self._excluded(held, left_out)]

    def _excluded(self, held: int, left_out: int) -> Sequence[int]:
        """The rules that others of these exclude: replaced and spoiled ones, then those with `only_beside`.

        Several ways if rules with `only_beside` that may count along with the rest do not count with one another. What
        is left out takes nobody's place, but spoils others all the same.
        """
        interacting, excluded, rest = [], left_out, held & self._excluding
        while rest:
            place = rest.bit_length() - 1
            interacting.append((1 << place, self._interactions[place]))
            rest ^= 1 << place
        for bit, each in interacting:
            if not bit & left_out:
                excluded |= each.replaces
            if each.spoiled_by & held:
                excluded |= bit
        beside = {bit: each.only_beside for bit, each in interacting if each.only_beside is not None}
        if not beside:
            return (excluded,)
        points = held & self._giving_points & ~excluded
        others = points & ~sum(beside)
        left = {bit: only for bit, only in beside.items() if not bit & excluded and not others & ~only}
        excluded |= sum(beside) & ~sum(left)
        return [excluded | sum(left) & ~together for together in _together(left, points)]

    def candidates_for(self, arranged: ArrangedHand) -> tuple[Candidate, ...]:
        """The rules that a hand with these facts can have; cached by the facts that are asked for."""
        facts, near = arranged.facts, self._asks_whether_near and bool(arranged.context.near_shapes())
        key = (facts & self._asked_bits) << 1 | near
        found = self._by_facts.get(key)
        if found is None:
            if len(self._by_facts) >= self._facts_kept:
                self._by_facts.clear()
            found = tuple(
                [
                    candidate
                    for required, candidate in self._candidates
                    if required.asked.allows(facts) and near >= required.near
                ]
            )
            self._by_facts[key] = found
        return found

    def _interaction(self, place: int, places: Mapping[str, int]) -> Interactions:
        """What a rule that interacts with others does; `places` has the places of all rules by id, as bits."""

        def every(names: Collection[str]) -> int:
            return reduce(or_, [places.get(name, 0) for name in names], 0)

        _, row = self.rows[place]
        rule = row.rule
        only = None if rule.only_beside is None else every((row.id, *rule.only_beside))
        return Interactions(every(rule.replaces), every(rule.spoiled_by), only)
