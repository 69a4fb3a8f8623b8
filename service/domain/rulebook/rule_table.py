"""A table of rules: what each set earns by itself, and the other rules by the facts of the hands that can have them."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import reduce
from operator import itemgetter, or_
from typing import Final, NamedTuple

from service.domain.arranged_hand import ArrangedHand, HandContext
from service.domain.clauses.clause import FOUND, Asked, Earns, Evidence, Judge, Predicate, Requirement
from service.domain.records import record
from service.domain.rulebook.model import Percent, ScoringRule, SettlementRule
from service.domain.seats import SEATS, Seat
from service.domain.sets import Set
from service.domain.tiles import Tiles

_SETS_BY_FACTS: Final = 8
"""Sets whose earnings are kept, in all seats and rounds, for each combination of facts that is kept."""


@dataclass(frozen=True, slots=True, eq=False)
class CompiledRule:
    """A rule with the options applied."""

    rule: ScoringRule
    id: str
    points: int
    doubles: int
    bonus_points: int
    limit_percent: Percent
    score: int
    has_interactions: bool
    """True if this rule affects, or is affected by, other matched rules."""
    single: bool
    """Whether it gives exactly one of points, doubles and bonus points."""
    special: bool
    """Whether its hand scores a share of the limit or a fixed score, or counts its bonus tiles separately."""

    def with_values(self, points: int, doubles: int, bonus_points: int) -> "CompiledRule":
        """The rule with other values, which depend on the rest of the hand."""
        return replace(self, points=points, doubles=doubles, bonus_points=bonus_points)


Candidate = tuple[Requirement, CompiledRule]
"""What a rule requires of a hand, and the compiled rule."""
Predicates = tuple[tuple[int, Judge | None, Predicate | None, CompiledRule], ...]
"""The rules that hands with some facts can have, each with its place in the table, what must hold besides, and what
finds its evidence (None: it counts once)."""


class Interactions(NamedTuple):
    """The rules of a table that a rule interacts with: sets of rules as bitmasks."""

    replaces: int
    spoiled_by: int
    only_beside: int | None
    """The only rules that may count together with it, including itself; None: all."""


Found = list[tuple[CompiledRule, Evidence]]
"""The rows that apply, with their evidence."""


@record
class Item:
    """One line of a score: either points, doubles, points added after doubling, or a share of the limit."""

    rule: ScoringRule | SettlementRule
    tiles: Tiles
    """The tiles that earned it; empty if no particular tiles did."""
    points: int = 0
    doubles: int = 0
    bonus_points: int = 0
    limit_percent: Percent = 0
    """The share of the limit, in per cent, that the hand scores by it regardless of its count."""


def items_of(row: CompiledRule, tiles: Tiles) -> list[Item]:
    """The items of a rule that applies once: one for each of points, doubles and bonus points that it gives."""
    rule, points, doubles, bonus_points = row.rule, row.points, row.doubles, row.bonus_points
    if row.single:
        return [Item(rule, tiles, points, doubles, bonus_points, 0)]
    items = []
    if points:
        items.append(Item(rule, tiles, points, 0, 0, 0))
    if doubles:
        items.append(Item(rule, tiles, 0, doubles, 0, 0))
    if bonus_points:
        items.append(Item(rule, tiles, 0, 0, bonus_points, 0))
    return items


@dataclass(frozen=True, slots=True, eq=False)
class Earned:
    """What a set earns by itself, in one seat and round."""

    places: tuple[int, ...]
    """The rules that it earns, by their places in the table."""
    points: int
    doubles: int
    bonus_points: int
    items: tuple[tuple[int, Item], ...]
    """The items, each with the place of its rule."""
    has_interactions: bool
    """Whether one of the rules affects, or is affected by, others."""
    tiles: Tiles
    """The tiles of the set."""


class Sums(NamedTuple):
    """What the rules of a hand that did not win give in all."""

    points: int
    doubles: int
    bonus_points: int
    items: tuple[Item, ...]


_place: Final = itemgetter(0)


class Applying(NamedTuple):
    """The rules that apply to a hand, each by itself."""

    earned: list[Earned]
    """What each of its sets earns."""
    others: list[tuple[int, CompiledRule, Evidence]]
    """Rules of more than single sets, each with its place in the table and its evidence."""

    @property
    def interact(self) -> bool:
        """Whether one of them affects, or is affected by, others."""
        of_sets = [each for each in self.earned if each.has_interactions]
        return bool(of_sets or [row for _, row, _ in self.others if row.has_interactions])

    @property
    def evidence(self) -> list[Tiles]:
        """The tiles that earn them."""
        of_sets = [each.tiles for each in self.earned if each.places]
        return of_sets + [tiles for _, _, evidence in self.others for tiles in evidence]

    def sums(self) -> Sums:
        """What they give, if none of them affects others."""
        points = doubles = bonus_points = 0
        items: list[tuple[int, Item]] = []
        for each in self.earned:
            if each.places:
                points += each.points
                doubles += each.doubles
                bonus_points += each.bonus_points
                items += each.items
        for place, row, evidence in self.others:
            times = len(evidence)
            points += row.points * times
            doubles += row.doubles * times
            bonus_points += row.bonus_points * times
            items += [(place, item) for tiles in sorted(evidence) for item in items_of(row, tiles)]
        if len(items) > 1:
            items.sort(key=_place)
        return Sums(points, doubles, bonus_points, tuple([item for _, item in items]))


class RuleTable:
    """Compiled rules in the order of a score's items."""

    def __init__(self, rows: tuple[Candidate, ...], facts_kept: int) -> None:
        self.rows = rows
        self.bits = {row.id: 1 << place for place, (_, row) in enumerate(rows)}
        self.interactions = {row.id: self._interactions(row.rule) for _, row in rows if row.has_interactions}
        self._of_sets: list[tuple[int, Earns, CompiledRule]] = []
        self._candidates: list[tuple[Asked, tuple[int, Judge | None, Predicate | None, CompiledRule]]] = []
        for place, (required, row) in enumerate(rows):
            if required.earns is not None and not row.special:
                self._of_sets.append((place, required.earns, row))
            else:
                self._candidates.append((required.asked, (place, required.judges, required.finds, row)))
        self._asked_bits = reduce(or_, [asked.bits for asked, _ in self._candidates], 0)
        self._facts_kept = facts_kept
        self._by_facts: dict[int, Predicates] = {}
        self._earned: list[dict[Set, Earned]] = [{} for _ in range(len(SEATS) * len(SEATS))]
        self._sets_kept = 0

    def applying_to(self, arranged: ArrangedHand) -> Applying:
        """The rules that apply to a hand, each by itself."""
        context = arranged.context
        earned_here = self._earned[context.seat * len(SEATS) + context.round_wind]
        earned = [earned_here.get(each) or self._earned_by(each, context) for each in arranged.sets]
        others = [
            (place, row, evidence)
            for place, judges, finds, row in self.candidates_for(arranged.facts)
            if (judges is None or judges(arranged)) and (evidence := FOUND if finds is None else finds(arranged))
        ]
        return Applying(earned, others)

    def found(self, applying: Applying) -> Found:
        """The rules that apply, in their order."""
        of_sets: dict[int, list[Tiles]] = {}
        for each in applying.earned:
            for place in each.places:
                if place in of_sets:
                    of_sets[place].append(each.tiles)
                else:
                    of_sets[place] = [each.tiles]
        by_place: dict[int, Evidence] = {**of_sets, **{place: evidence for place, _, evidence in applying.others}}
        rows = self.rows
        return [(rows[place][1], by_place[place]) for place in sorted(by_place)]

    def candidates_for(self, facts: int) -> Predicates:
        """The rules of more than single sets that a hand with these facts can have; cached by the facts that are asked
        for, which are few.
        """
        key = facts & self._asked_bits
        found = self._by_facts.get(key)
        if found is None:
            if len(self._by_facts) >= self._facts_kept:
                self._by_facts.clear()
            found = tuple([candidate for asked, candidate in self._candidates if asked.allows(facts)])
            self._by_facts[key] = found
        return found

    def _earned_by(self, one: Set, context: HandContext) -> Earned:
        """What a set earns by itself; cached."""
        if self._sets_kept >= _SETS_BY_FACTS * self._facts_kept:
            self._sets_kept = 0
            for each in self._earned:
                each.clear()
        self._sets_kept += 1
        earned_here = self._earned[context.seat * len(SEATS) + context.round_wind]
        found = earned_here[one] = self._earned_of(one, context.seat, context.round_wind)
        return found

    def _earned_of(self, one: Set, seat: Seat, round_wind: Seat) -> Earned:
        rows = [(place, row) for place, earns, row in self._of_sets if earns(one, seat, round_wind)]
        return Earned(
            tuple([place for place, _ in rows]),
            sum([row.points for _, row in rows]),
            sum([row.doubles for _, row in rows]),
            sum([row.bonus_points for _, row in rows]),
            tuple([(place, item) for place, row in rows for item in items_of(row, one.tiles)]),
            any(row.has_interactions for _, row in rows),
            one.tiles,
        )

    def _interactions(self, rule: ScoringRule) -> Interactions:
        only = rule.only_beside
        alone = None if only is None else self._set_of((rule.id, *only))
        return Interactions(self._set_of(rule.replaces), self._set_of(rule.spoiled_by), alone)

    def _set_of(self, names: Collection[str]) -> int:
        return sum({self.bits.get(name, 0) for name in names}) if names else 0
