"""A rulebook with its options, compiled once: what scoring, danger, settling, penalties and legality are given."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from service.domain.arrange import WinConditions
from service.domain.rulebook.model import (
    LIMIT,
    AppliesTo,
    Factor,
    LimitCuts,
    Option,
    Options,
    Predicate,
    Rulebook,
    ScoringRule,
    Settling,
    amount_under,
    factor,
)
from service.domain.seats import EAST, SEATS, Seat
from service.domain.shapes import WinShape

_KEPT: Final = 64
"""Terms of one rulebook that are kept; tables agree on few different options."""
_SIGNS_KEPT: Final = 512
"""Different signs for which a table knows its rows; of three thousand hands, some three hundred differ in theirs."""


@dataclass(frozen=True, slots=True, eq=False)
class CompiledRule:
    """A rule under its options."""

    rule: ScoringRule
    id: str
    points: int
    doubles: int
    bonus_points: int
    limit_percent: int
    has_interactions: bool
    """Whether what else is found bears on this rule, or this rule on what else is found."""
    single: bool
    """Whether it is worth one number alone: points, doubles, or points added."""
    special: bool
    """Whether its hand scores a share of the limit, or counts its bonus tiles apart."""

    def giving(self, points: int, doubles: int, bonus_points: int) -> "CompiledRule":
        """The row where what it gives hangs on the rest of the hand."""
        percent, has_interactions, single, special = (
            self.limit_percent,
            self.has_interactions,
            self.single,
            self.special,
        )
        return CompiledRule(
            self.rule, self.id, points, doubles, bonus_points, percent, has_interactions, single, special
        )


Look = tuple[int, Predicate, CompiledRule]
"""A row with the signs of which a view must have one for it to be looked at, and what looks."""
Looks = Mapping[ScoringRule, Look]
Asked = tuple[tuple[Predicate, CompiledRule], ...]
"""Rows that a view is asked for, and what looks."""


class Beside(NamedTuple):
    """What a row and the others of its table do to each other: sets of rows, each row a bit."""

    replaces: int
    spoiled_by: int
    only_beside: int | None
    """The rows beside which it may stand, itself among them; None: beside all."""


class Table:
    """Rows in the order in which a score is told, and quickly those of them that a view need be asked for."""

    def __init__(self, rows: tuple[Look, ...], features_kept: int) -> None:
        self.rows = rows
        self.bits = {row.id: 1 << place for place, (_, _, row) in enumerate(rows)}
        self.beside = {row.id: self._beside(row.rule) for _, _, row in rows if row.has_interactions}
        self._looks = tuple(
            [(where, (predicate, row)) for where, predicate, row in rows]
        )  # in pairs that all lists share
        self._features_kept = features_kept
        self._by_features: dict[int, Asked] = {}

    def asked(self, features: int) -> Asked:
        """The rows to look for where a view has these signs: few hands differ in them, so they are kept for a while."""
        found = self._by_features.get(features)
        if found is None:
            if len(self._by_features) >= self._features_kept:
                self._by_features.clear()
            found = tuple([look for where, look in self._looks if where & features])
            self._by_features[features] = found
        return found

    def _beside(self, rule: ScoringRule) -> Beside:
        only = rule.only_beside
        alone = None if only is None else self._set_of((rule.id, *only))
        return Beside(self._set_of(rule.replaces), self._set_of(rule.spoiled_by), alone)

    def _set_of(self, names: Iterable[str]) -> int:
        return sum({self.bits.get(name, 0) for name in names})


class CompiledRulebook(NamedTuple):
    """What a deal is played under."""

    rulebook: Rulebook
    options: Options
    limit: int | None
    others_limit: int | None
    """What cuts the score of a hand that did not win."""
    winner: Table
    """The rows that are looked at in a winner's hand, in the order in which a score is told."""
    losers: Table
    win_conditions: WinConditions
    required: tuple[Option, ...]
    """The options that are on and ask something of a winner's hand."""
    settling: Settling
    east: tuple[tuple[Factor | None, ...], ...]
    """How many times a seat pays another, because one of the two is East (1922 p.25); None where once."""
    last_win: ScoringRule | None
    """The row of East's win after which the deal passes."""

    @property
    def limit_hand_score(self) -> int | None:
        """What a limit hand scores at least; None where it scores its count, for want of a limit."""
        return self.settling.limit_without if self.limit is None else self.limit


class RulebookCache:
    """A rulebook at the door: gives its terms by the options, and keeps a few."""

    def __init__(
        self, rulebook: Rulebook, shared: Looks | None = None, kept: int = _KEPT, features_kept: int = _SIGNS_KEPT
    ) -> None:
        self.rulebook = rulebook
        self._shared: Looks = {} if shared is None else shared
        self._most_kept = kept
        self._features_kept = features_kept
        self._kept: dict[tuple[int | None, ...], CompiledRulebook] = {}
        self._plain: CompiledRulebook | None = None

    @property
    def plain(self) -> CompiledRulebook:
        """The terms where no option is given; compiled when they are first asked for."""
        if self._plain is None:
            self._plain = self._compile({option.name: option.default for option in self.rulebook.options})
        return self._plain

    def under(self, given: Options) -> CompiledRulebook:
        """The terms under these options, those that are not given filled in."""
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
        return CompiledRulebook(
            rulebook=rulebook,
            options=options,
            limit=limit,
            others_limit=limit if rulebook.settling.limit_cuts is LimitCuts.HAND else None,
            winner=self._table([rule for rule in rules if rule.applies_to is not AppliesTo.OTHERS], options),
            losers=self._table([rule for rule in rules if rule.applies_to is not AppliesTo.WINNER], options),
            win_conditions=WinConditions(_shapes(rulebook, options), amount_under(rulebook.most_chows, options)),
            required=tuple([option for option in rulebook.options if option.requires and options[option.name]]),
            settling=rulebook.settling,
            east=tuple(tuple(_of_east(payer, payee, rulebook.settling) for payee in SEATS) for payer in SEATS),
            last_win=rulebook.last_win,
        )

    def _table(self, rules: list[ScoringRule], options: Options) -> Table:
        shared = self._shared
        return Table(tuple([shared.get(rule) or look_of(rule, options) for rule in rules]), self._features_kept)


def _of_east(payer: Seat, payee: Seat, settling: Settling) -> Factor | None:
    rows = settling.rows
    if payer is EAST:
        return factor(rows.east, settling.east_pays, rows.east_pays)
    return factor(rows.east, settling.east_receives, rows.east_receives) if payee is EAST else None


def look_of(rule: ScoringRule, options: Options) -> Look:
    """A row with its signs and what looks."""
    where, predicate = rule.looks_for.under(options)
    return int(where), predicate, _row(rule, options)


def looks_of(rules: Iterable[ScoringRule]) -> Looks:
    """Those of some rows that hang on no option, so that tables of several rulebooks may share them."""
    return {rule: look_of(rule, {}) for rule in rules if not rule.agreed}


def _shapes(rulebook: Rulebook, options: Options) -> tuple[WinShape, ...]:
    agreed = [shape for option, shape in rulebook.shapes_agreed if options[option] and shape not in rulebook.shapes]
    return (*rulebook.shapes, *agreed)


def _row(rule: ScoringRule, options: Options) -> CompiledRule:
    special = bool(rule.limit_percent) or rule.bonus_apart
    points, bonus_points = amount_under(rule.points, options), amount_under(rule.bonus_points, options)
    return CompiledRule(
        rule=rule,
        id=rule.id,
        points=points,
        doubles=rule.doubles,
        bonus_points=bonus_points,
        limit_percent=rule.limit_percent,
        has_interactions=special or bool(rule.replaces or rule.spoiled_by) or rule.only_beside is not None,
        single=[bool(points), bool(rule.doubles), bool(bonus_points)].count(True) == 1 and not rule.limit_percent,
        special=special,
    )
