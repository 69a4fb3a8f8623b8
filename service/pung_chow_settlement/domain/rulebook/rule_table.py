"""A table of rules: what each set, and the flowers, earn by themselves; the other rules by the facts of their hands."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain
from operator import itemgetter, or_
from typing import Any, Final, NamedTuple

from pung_chow_settlement.domain.clauses.clause import (
    FOUND,
    Evidence,
    EvidenceFinder,
    OfBonus,
    Predicate,
    Requirement,
    SetPredicate,
)
from pung_chow_settlement.domain.hand_context import ArrangedHand, HandContext
from pung_chow_settlement.domain.rulebook.rules import Percent, ScoringRule, SettlementRule
from pung_chow_settlement.domain.seats import SEATS, Seat
from pung_chow_settlement.domain.sets import Set
from pung_chow_settlement.domain.tiles import MAX_COPIES, Tiles

_SETS_BY_FACTS: Final = 8
"""Sets whose earnings are kept, in all seats and rounds, for each combination of facts that is kept."""


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
    """Whether it gives exactly one of points, doubles and bonus points."""
    special: bool
    """Whether its hand scores a share of the limit or a fixed score, or counts its bonus tiles separately."""
    items: "dict[Tiles, tuple[Item, ...]]" = field(default_factory=dict, init=False)
    """Its items each time that it applies, by the tiles that earn it, if those are no more than a set has; cached.

    Without, deals with special hands take 1.02 to 1.03 of the instructions."""

    def with_values(self, points: int, doubles: int, bonus_points: int) -> "CompiledRule":
        """The rule with other values, which depend on the rest of the hand."""
        kept = self.limit_percent, self.score, self.single, self.special
        return CompiledRule(self.rule, self.id, points, doubles, bonus_points, *kept)


TableRow = tuple[Requirement, CompiledRule]
"""What a rule requires of a hand, and the compiled rule."""
Candidate = tuple[int, int, Predicate | None, EvidenceFinder | None, CompiledRule]
"""A rule that hands with some facts can have: its place in the table, the same as a bit, what must hold besides, and
what finds its evidence (None: it counts once)."""


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
    doubles: int = 0
    bonus_points: int = 0
    limit_percent: Percent = 0
    """The share of the limit, in per cent, that the hand scores by it regardless of its count."""
    rounded: int = 0
    """What rounding took from the points, as a negative number, or gave to the score or took from it."""
    halved: bool = False
    """Whether it halves the score."""
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


@dataclass(frozen=True, slots=True, eq=False)
class MatchedBySet:
    """What a set, or the flowers and seasons of a hand, earn by themselves, in one seat and round."""

    found: tuple[tuple[int, Evidence], ...]
    """The rules that they earn, by their places in the table, with the evidence."""
    places: int
    """The same places as bits."""
    points: int
    doubles: int
    bonus_points: int
    items: tuple[tuple[int, Item], ...]
    """The items, each with the place of its rule."""
    evidence: tuple[Tiles, ...]
    """The evidence of all the rules."""


Sums = tuple[int, int, int]
"""What some rules give in all: points, doubles, and points added after doubling."""


def _sums(found: Found, earned: Sequence[MatchedBySet] = ()) -> Sums:
    """What these rules, and what sets and flowers earn, give in all."""
    points = doubles = bonus_points = 0
    for row, evidence in found:
        times = len(evidence)
        points += row.points * times
        doubles += row.doubles * times
        bonus_points += row.bonus_points * times
    for each in earned:
        if each.found:
            points += each.points
            doubles += each.doubles
            bonus_points += each.bonus_points
    return points, doubles, bonus_points


class MatchedRules(NamedTuple):
    """Rules that give something."""

    rows: Found
    share: Percent = 0
    """The share of the limit that the hand scores; a rule by which it does has one item. 0 if it scores its count."""

    @property
    def evidence(self) -> list[Tiles]:
        """The tiles that earn them."""
        return [tiles for _, evidence in self.rows for tiles in evidence]

    def with_share(self, share: Percent) -> "MatchedRules":
        """The same where the hand scores a share of the limit."""
        return MatchedRules(self.rows, share)

    def sums(self) -> Sums:
        """What they give in all."""
        return _sums(self.rows)

    def items(self) -> tuple[Item, ...]:
        """Their items."""
        return tuple([item for row, evidence in self.rows for item in items_of(row, evidence, self.share)])


NO_RULES: Final = MatchedRules(())


def _item_of_share(row: CompiledRule, evidence: Evidence) -> Item:
    points, doubles, bonus_points = [len(evidence) * each for each in (row.points, row.doubles, row.bonus_points)]
    return Item(row.rule, joined(evidence), points, doubles, bonus_points, row.limit_percent)


def joined(evidence: Evidence) -> Tiles:
    """The tiles of all pieces of evidence."""
    return tuple(chain.from_iterable(sorted(evidence)))


_place: Final = itemgetter(0)


@dataclass(slots=True)
class Matches:
    """The rules that apply to a hand, without those that others exclude."""

    places: int
    """Their places in the table, as bits."""
    earned: list[MatchedBySet]
    """What each of its sets earns, then its flowers and seasons."""
    rows: list[tuple[CompiledRule, Evidence]]
    """The other rules, with their evidence; those of special hands are among them."""
    places_of_rows: list[int]

    @property
    def evidence(self) -> list[Tiles]:
        """The tiles that earn them."""
        earned = [tiles for each in self.earned for tiles in each.evidence]
        return earned + [tiles for _, evidence in self.rows for tiles in evidence]

    def sums(self) -> Sums:
        """What they give in all."""
        return _sums(self.rows, self.earned)

    def items(self) -> tuple[Item, ...]:
        """Their items, in the order of the table."""
        items: list[tuple[int, Item]] = []
        for each in self.earned:
            if each.items:
                items += each.items
        for place, (row, evidence) in zip(self.places_of_rows, self.rows, strict=True):
            for item in items_of(row, evidence):
                items.append((place, item))
        if len(items) > 1:
            items.sort(key=_place)
        return tuple([item for _, item in items])


class RuleTable:
    """Compiled rules in the order of a score's items."""

    def __init__(self, rows: tuple[TableRow, ...], facts_kept: int) -> None:
        self.rows = rows
        self._special = self._giving_points = 0
        self._of_sets: list[tuple[int, int, SetPredicate]] = []
        """The rules that one set earns: the place, the features of such sets, and which they are."""
        self._of_bonus: list[tuple[int, OfBonus]] = []
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
            elif required.earns is not None:
                self._of_sets.append((place, required.asked.any_of[0], required.earns))
                continue
            elif required.of_bonus is not None:
                self._of_bonus.append((place, required.of_bonus))
                continue
            self._candidates.append((required, (place, bit, required.judges, required.finds, row)))
        found = {place: self._interaction(place, places) for place in interacting}
        self._interactions = {place: each for place, each in found.items() if each != _NONE}
        self._excluding = sum([1 << place for place in self._interactions])
        self._asked_bits = reduce(or_, [required.asked_bits for required, _ in self._candidates], 0)
        self._asks_whether_near = any(required.near for required, _ in self._candidates)
        self._facts_kept = facts_kept
        self._by_facts: dict[int, tuple[Candidate, ...]] = {}
        self._earned: list[dict[Set | Tiles, MatchedBySet]] = [{} for _ in range(len(SEATS) * len(SEATS))]
        self._sets_kept = 0

    def matches_of(self, arranged: ArrangedHand) -> Matches:
        """The rules that apply to a hand, without those that others of them exclude."""
        context = arranged.context
        earned_here = self._earned[context.seat * len(SEATS) + context.round_wind]
        earned = [earned_here.get(each) or self._earned_by(each, context) for each in arranged.sets]
        bonus = context.hand.bonus
        if bonus:
            earned.append(earned_here.get(bonus) or self._earned_by(bonus, context))
        rows, places_of_rows, places = [], [], 0
        for place, bit, judges, finds, row in self.candidates_for(arranged):
            if judges is None or judges(arranged):
                evidence = FOUND if finds is None else finds(arranged)
                if evidence:
                    rows.append((row, evidence))
                    places_of_rows.append(place)
                    places |= bit
        for each in earned:
            places |= each.places
        excluded = self._excluded(places) if places & self._excluding else 0
        if excluded:
            earned = [self._without(each, excluded) if each.places & excluded else each for each in earned]
            rows = [each for place, each in zip(places_of_rows, rows, strict=True) if not excluded >> place & 1]
            places_of_rows = [place for place in places_of_rows if not excluded >> place & 1]
        return Matches(places & ~excluded, earned, rows, places_of_rows)

    def is_special(self, matches: Matches) -> bool:
        """Whether one of these rules makes a hand score something else than their sum."""
        return bool(matches.places & self._special)

    def found(self, matches: Matches) -> Found:
        """These rules in their order, each with all its evidence."""
        rows = zip(matches.places_of_rows, matches.rows, strict=True)
        by_place: dict[int, Evidence] = {place: evidence for place, (_, evidence) in rows}
        for each in matches.earned:
            for place, evidence in each.found:
                by_place[place] = [*by_place[place], *evidence] if place in by_place else evidence
        return [(self.rows[place][1], by_place[place]) for place in sorted(by_place)]

    def _excluded(self, held: int) -> int:
        """The rules that others of these exclude: replaced and spoiled ones, then those with `only_beside`."""
        interacting, excluded, rest = [], 0, held & self._excluding
        while rest:
            place = rest.bit_length() - 1
            interacting.append((place, self._interactions[place]))
            rest ^= 1 << place
        for place, each in interacting:
            excluded |= each.replaces
            if each.spoiled_by & held:
                excluded |= 1 << place
        counting = held & self._giving_points & ~excluded
        for place, each in interacting:
            if each.only_beside is not None and counting & ~each.only_beside:
                excluded |= 1 << place
        return excluded

    def candidates_for(self, arranged: ArrangedHand) -> tuple[Candidate, ...]:
        """The rules of more than single sets that a hand with these facts can have; cached by the facts that are asked
        for, which are few.
        """
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

    def _earned_by(self, one: Set | Tiles, context: HandContext) -> MatchedBySet:
        """What a set, or flowers and seasons, earn by themselves; cached."""
        if self._sets_kept >= _SETS_BY_FACTS * self._facts_kept:
            self._sets_kept = 0
            for each in self._earned:
                each.clear()
        self._sets_kept += 1
        earned_here = self._earned[context.seat * len(SEATS) + context.round_wind]
        found = earned_here[one] = self._earned_of(one, context.seat, context.round_wind)
        return found

    def _earned_of(self, one: Set | Tiles, seat: Seat, round_wind: Seat) -> MatchedBySet:
        if isinstance(one, Set):
            tiles, features = (one.tiles,), one.features
            earned = [
                (place, tiles)
                for place, asked, earns in self._of_sets
                if features & asked and earns(one, seat, round_wind)
            ]
            return self._made_of(earned)
        every = [(place, tuple(sorted(finds(one, seat, round_wind)))) for place, finds in self._of_bonus]
        return self._made_of([each for each in every if each[1]])

    def _without(self, earned: MatchedBySet, excluded: int) -> MatchedBySet:
        """The same without some rules."""
        return self._made_of([each for each in earned.found if not excluded >> each[0] & 1])

    def _made_of(self, found: Sequence[tuple[int, Evidence]]) -> MatchedBySet:
        """What these rules give by themselves, each by its place with its evidence."""
        rows = [(self.rows[place][1], evidence) for place, evidence in found]
        items = [(place, items_of(*row)) for (place, _), row in zip(found, rows, strict=True)]
        return MatchedBySet(
            tuple(found),
            sum([1 << place for place, _ in found]),
            *_sums(rows),
            tuple([(place, item) for place, several in items for item in several]),
            tuple([tiles for _, evidence in found for tiles in evidence]),
        )

    def _interaction(self, place: int, places: Mapping[str, int]) -> Interactions:
        """What a rule that interacts with others does; `places` has the places of all rules by id, as bits."""

        def every(names: Collection[str]) -> int:
            return reduce(or_, [places.get(name, 0) for name in names], 0)

        _, row = self.rows[place]
        rule = row.rule
        only = None if rule.only_beside is None else every((row.id, *rule.only_beside))
        # a hand is scored with and without a rule that counts flowers and seasons separately
        return Interactions(0 if rule.counts_bonus_separately else every(rule.replaces), every(rule.spoiled_by), only)
