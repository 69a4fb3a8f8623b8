"""A rulebook under its options, compiled once and used by scoring, danger, settlement, penalties and legality."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, NamedTuple

from service.domain.arrange import WinConditions
from service.domain.layouts.written import Written, matcher, read
from service.domain.rulebook.model import (
    LIMIT,
    AppliesTo,
    Check,
    Factor,
    LimitCuts,
    Option,
    Options,
    Percent,
    Predicate,
    Rulebook,
    ScoringRule,
    Settling,
    Worth,
    amount_under,
    factor,
)
from service.domain.rulebook.whole_hands import is_halved, layout_of, waits_for, when_claimed
from service.domain.seats import EAST, SEATS, Seat
from service.domain.shapes import LayoutShapes, WinShape, of_layout

_OPTIONS_KEPT: Final = 64
"""Most compiled forms of one rulebook in the cache; players use few combinations of options."""
_FEATURES_KEPT: Final = 512
"""Feature sets cached for each table; three thousand hands have some three hundred different ones."""


@dataclass(frozen=True, slots=True, eq=False)
class CompiledRule:
    """A rule under its options."""

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
    """Whether it is worth one number alone: points, doubles, or points added."""
    special: bool
    """Whether its hand scores a share of the limit or so many points in all, or counts its bonus tiles apart."""

    def giving(self, points: int, doubles: int, bonus_points: int) -> "CompiledRule":
        """The row where what it gives hangs on the rest of the hand."""
        return replace(self, points=points, doubles=doubles, bonus_points=bonus_points)


Candidate = tuple[int, Predicate, CompiledRule]
"""A row with the signs of which a view must have one for it to be looked at, and what looks."""
Candidates = Mapping[ScoringRule, tuple[Candidate, ...]]
MakeCandidates = Callable[[ScoringRule, Options], tuple[Candidate, ...]]
Predicates = tuple[tuple[Predicate, CompiledRule], ...]
"""Predicates to call, each with its row."""


class Beside(NamedTuple):
    """What a row and the others of its table do to each other: sets of rows, each row a bit."""

    replaces: int
    spoiled_by: int
    only_beside: int | None
    """The rows beside which it may stand, itself among them; None: beside all."""


class RuleTable:
    """Rows in the order of a score's items, with an index by features."""

    def __init__(self, rows: tuple[Candidate, ...], features_kept: int) -> None:
        self.rows = rows
        self.bits = {row.id: 1 << place for place, (_, _, row) in enumerate(rows)}
        self.beside = {row.id: self._beside(row.rule) for _, _, row in rows if row.has_interactions}
        self._candidates = tuple(
            [(where, (predicate, row)) for where, predicate, row in rows]
        )  # in pairs that all lists share
        self._features_kept = features_kept
        self._by_features: dict[int, Predicates] = {}

    def candidates_for(self, features: int) -> Predicates:
        """The rows that a hand with these features can have; cached, as few hands differ in them."""
        found = self._by_features.get(features)
        if found is None:
            if len(self._by_features) >= self._features_kept:
                self._by_features.clear()
            found = tuple([candidate for where, candidate in self._candidates if where & features])
            self._by_features[features] = found
        return found

    def _beside(self, rule: ScoringRule) -> Beside:
        only = rule.only_beside
        alone = None if only is None else self._set_of((rule.id, *only))
        return Beside(self._set_of(rule.replaces), self._set_of(rule.spoiled_by), alone)

    def _set_of(self, names: Iterable[str]) -> int:
        return sum({self.bits.get(name, 0) for name in names})


class CompiledRulebook(NamedTuple):
    """A rulebook with its options applied, ready for scoring and settling."""

    rulebook: Rulebook
    options: Options
    limit: int | None
    losers_limit: int | None
    """What cuts the score of a hand that did not win."""
    winner: RuleTable
    """The rows for a winner's hand, in the order of a score's items."""
    losers: RuleTable
    win_conditions: WinConditions
    seated: Callable[[Seat, Seat], WinConditions] | None
    """What completes a hand by its seat and the round wind, where a layout hangs on them."""
    required: tuple[Option, ...]
    """The options that are on and ask something of a winner's hand."""
    settling: Settling
    east: tuple[tuple[Factor | None, ...], ...]
    """How many times a seat pays another, because one of the two is East (1922 p.25); None if once."""
    last_win: ScoringRule | None
    """The row of East's win after which the deal passes."""
    checks: dict[str, Check]
    """The checks that find why a rule's condition does not hold; only those that were needed."""

    def win_conditions_at(self, seat: Seat, round_wind: Seat) -> WinConditions:
        """What completes a hand in this seat and round."""
        return self.win_conditions if self.seated is None else self.seated(seat, round_wind)

    @property
    def limit_hand_score(self) -> int | None:
        """What a limit hand scores at least; None if it scores its count, because there is no limit."""
        return self.settling.limit_without if self.limit is None else self.limit


class LayoutTable:
    """The layouts of some rules, made ready for each seat and round where they hang on them."""

    def __init__(self, layouts: tuple[Written, ...], awaited: bool) -> None:
        self._layouts = layouts
        self._awaited = awaited
        self._ready: dict[tuple[Seat, Seat], LayoutShapes] = {}
        self.seated = any(read(each).seated for each in layouts)

    def at(self, seat: Seat, round_wind: Seat) -> LayoutShapes | None:
        """The layouts of a hand in this seat and round; None where there are none at all."""
        if not self._layouts:
            return None
        place = (seat, round_wind) if self.seated else (EAST, EAST)
        if place not in self._ready:
            shapes = [of_layout(found) for each in self._layouts if (found := matcher(each, *place))]
            self._ready[place] = LayoutShapes(shapes, awaited=self._awaited)
        return self._ready[place]


class RulebookCache:
    """The compiled forms of one rulebook by options; the cache is cleared when it is full."""

    def __init__(
        self,
        rulebook: Rulebook,
        shared: Candidates | None = None,
        kept: int = _OPTIONS_KEPT,
        features_kept: int = _FEATURES_KEPT,
    ) -> None:
        self.rulebook = rulebook
        self._shared: Candidates = {} if shared is None else shared
        self._most_kept = kept
        self._features_kept = features_kept
        self._kept: dict[tuple[int | None, ...], CompiledRulebook] = {}
        self._plain: CompiledRulebook | None = None
        self._own: dict[ScoringRule, tuple[Candidate, ...]] = {}
        self._waiting: dict[ScoringRule, tuple[Candidate, ...]] = {}
        self._layouts: dict[bool, LayoutTable] = {}

    @property
    def plain(self) -> CompiledRulebook:
        """The rulebook with its default options; compiled on first use."""
        if self._plain is None:
            self._plain = self._compile({option.name: option.default for option in self.rulebook.options})
        return self._plain

    def under(self, given: Options) -> CompiledRulebook:
        """The rulebook under these options; defaults stand for those that are not given."""
        if not given:
            return self.plain
        options = {option.name: given.get(option.name, option.default_under(given)) for option in self.rulebook.options}
        key = tuple(options.values())
        compiled = self._kept.get(key)
        if compiled is None:
            if len(self._kept) >= self._most_kept:
                self._kept.clear()
            compiled = self._kept[key] = self._compile(options)
        return compiled

    def _compile(self, options: Options) -> CompiledRulebook:
        rulebook = self.rulebook
        limit = options[LIMIT]
        rules = [rule for rule in rulebook.rules if rule.when_limit in (None, limit is not None)]
        shapes, most_chows = _shapes(rulebook, options), amount_under(rulebook.most_chows, options)
        layouts = self._layouts_of(rules, has_limit=limit is not None)

        @cache
        def conditions(seat: Seat, round_wind: Seat) -> WinConditions:
            return WinConditions(shapes, most_chows, layouts.at(seat, round_wind))

        return CompiledRulebook(
            rulebook=rulebook,
            options=options,
            limit=limit,
            losers_limit=limit if rulebook.settling.limit_cuts is LimitCuts.HAND else None,
            winner=self._table([rule for rule in rules if rule.applies_to is not AppliesTo.OTHERS], options),
            losers=self._losers(rules, options),
            win_conditions=conditions(EAST, EAST),
            seated=conditions if layouts.seated else None,
            required=tuple([option for option in rulebook.options if option.requires and options[option.name]]),
            settling=rulebook.settling,
            east=tuple(tuple(_of_east(payer, payee, rulebook.settling) for payee in SEATS) for payer in SEATS),
            last_win=rulebook.last_win,
            checks={},
        )

    def _table(self, rules: list[ScoringRule], options: Options) -> RuleTable:
        return RuleTable(tuple(self._candidates_of(rules, options)), self._features_kept)

    def _losers(self, rules: list[ScoringRule], options: Options) -> RuleTable:
        rows = self._candidates_of([rule for rule in rules if rule.applies_to is not AppliesTo.WINNER], options)
        waiting = [rule for rule in rules if rule.waiting]
        rows += [look for rule in waiting for look in self._kept_candidates(self._waiting, _waiting, rule, options)]
        return RuleTable(tuple(rows), self._features_kept)

    def _candidates_of(self, rules: list[ScoringRule], options: Options) -> list[Candidate]:
        found: list[Candidate] = []
        for rule in rules:
            found += self._shared.get(rule) or self._kept_candidates(self._own, candidate_of, rule, options)
        return found

    def _kept_candidates(
        self, kept: dict[ScoringRule, tuple[Candidate, ...]], make: MakeCandidates, rule: ScoringRule, options: Options
    ) -> tuple[Candidate, ...]:
        """What looks for a rule, made once where it hangs on no option."""
        if rule.agreed:
            return make(rule, options)
        if rule not in kept:
            kept[rule] = make(rule, options)
        return kept[rule]

    def _layouts_of(self, rules: list[ScoringRule], *, has_limit: bool) -> LayoutTable:
        if has_limit not in self._layouts:
            layouts = tuple(dict.fromkeys([layout for rule in rules if (layout := layout_of(rule))]))
            self._layouts[has_limit] = LayoutTable(layouts, any(rule.waiting and layout_of(rule) for rule in rules))
        return self._layouts[has_limit]


def _of_east(payer: Seat, payee: Seat, settling: Settling) -> Factor | None:
    rows = settling.rows
    if payer is EAST:
        return factor(rows.east, settling.east_pays, rows.east_pays)
    return factor(rows.east, settling.east_receives, rows.east_receives) if payee is EAST else None


def candidate_of(rule: ScoringRule, options: Options) -> tuple[Candidate, ...]:
    """A row with its signs and what looks; two where it is worth half to a hand with a claimed set."""
    where, predicate = rule.looks_for.under(options)
    row = _row(rule, options)
    if not is_halved(rule):
        return ((int(where), predicate, row),)
    value = Worth(row.limit_percent, row.score).half
    half = replace(row, points=row.points // 2, bonus_points=row.bonus_points // 2, **value._asdict())
    return _by_claims(int(where), predicate, row, half)


def _by_claims(where: int, predicate: Predicate, whole: CompiledRule, half: CompiledRule) -> tuple[Candidate, ...]:
    unclaimed, claimed = when_claimed(predicate, claimed=False), when_claimed(predicate, claimed=True)
    return (where, unclaimed, whole), (where, claimed, half)


def _waiting(rule: ScoringRule, options: Options) -> tuple[Candidate, ...]:
    """What a rule gives a hand that did not win and waits for it; beside other rules it does nothing."""
    value = rule.waiting or Worth()
    where, predicate = waits_for(rule.looks_for, rule.looks_for.under(options)[1])
    alone = replace(rule, lacks_one=True, points=0, doubles=0, bonus_points=0, bonus_apart=False, **_ALONE)
    row, half = (_worth(replace(alone, **each._asdict()), options) for each in (value, value.half))
    return _by_claims(int(where), predicate, row, half) if is_halved(rule) else ((int(where), predicate, row),)


def _worth(rule: ScoringRule, options: Options) -> CompiledRule:
    return replace(_row(rule, options), id=f"{rule.id} waiting")


_ALONE: Final[Mapping[str, Any]] = {"replaces": (), "spoiled_by": (), "only_beside": None}
"""Columns of a row that has nothing to do with the others."""


def candidates_of(rules: Iterable[ScoringRule]) -> Candidates:
    """Candidates of the rows without options; tables of several rulebooks share them."""
    return {rule: candidate_of(rule, {}) for rule in rules if not rule.agreed}


def _shapes(rulebook: Rulebook, options: Options) -> tuple[WinShape, ...]:
    agreed = [shape for option, shape in rulebook.shapes_agreed if options[option] and shape not in rulebook.shapes]
    return (*rulebook.shapes, *agreed)


def _row(rule: ScoringRule, options: Options) -> CompiledRule:
    whole = bool(rule.limit_percent or rule.score)
    special = whole or rule.bonus_apart
    points, bonus_points = amount_under(rule.points, options), amount_under(rule.bonus_points, options)
    return CompiledRule(
        rule=rule,
        id=rule.id,
        points=points,
        doubles=rule.doubles,
        bonus_points=bonus_points,
        limit_percent=rule.limit_percent,
        score=rule.score,
        has_interactions=special or bool(rule.replaces or rule.spoiled_by) or rule.only_beside is not None,
        single=[bool(points), bool(rule.doubles), bool(bonus_points)].count(True) == 1 and not whole,
        special=special,
    )
