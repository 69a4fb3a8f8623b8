"""A rulebook with its options applied, compiled once for scoring, danger, settlement, penalties and legality."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from operator import is_
from typing import Any, Final

from pung_chow_settlement.domain.arrangements import WinConditions
from pung_chow_settlement.domain.clauses.clause import BoundCondition, Options, Requirement
from pung_chow_settlement.domain.clauses.of_hands import with_pictures
from pung_chow_settlement.domain.clauses.patterns import if_claimed, in_arrangement, one_tile_short
from pung_chow_settlement.domain.layouts.spec import ReadLayout, matcher
from pung_chow_settlement.domain.rulebook.digests import digest_of
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.rulebook.rates import PaymentRates, payment_rates
from pung_chow_settlement.domain.rulebook.rule_table import CompiledRule, RuleTable, TableRow
from pung_chow_settlement.domain.rulebook.rules import (
    LIMIT,
    NAMES_OF_RULES,
    AppliesTo,
    Option,
    ScoringRule,
    SettlementRule,
    Worth,
    amount_under,
    is_halved,
    layout_of,
    part_layouts,
)
from pung_chow_settlement.domain.rulebook.settlement_terms import (
    HandRounding,
    LimitCuts,
    LoserLimit,
    SettlementTerms,
    TurnRules,
    last_win_in,
)
from pung_chow_settlement.domain.seats import EAST, Seat
from pung_chow_settlement.domain.shapes import LayoutShapes, Pattern, of_layout

_OPTIONS_KEPT: Final = 64
"""Most compiled forms of one rulebook in the cache; players use few combinations of options.

Without, a deal with options takes twice as long."""
_FACTS_KEPT: Final = 512
"""Combinations of facts in the cache of a rule table: without, one with many special hands takes 1.12 of the time."""


Candidates = Mapping[ScoringRule, tuple[TableRow, ...]]
MakeCandidates = Callable[[ScoringRule, Options], tuple[TableRow, ...]]


@dataclass(slots=True)
class CompiledRulebook:
    """A rulebook with its options applied, ready for scoring and settling."""

    rulebook: Rulebook
    options: Options
    limit: int | None
    losers_limit: int | None
    """The limit of the score of a hand that did not win; None if there is none."""
    winner: RuleTable
    """The rules for a winner's hand, in the order of a score's items."""
    losers: RuleTable
    win_conditions: WinConditions
    by_seat: Callable[[Seat, Seat], WinConditions] | None
    """The win conditions by seat and round wind; None unless a layout depends on them.

    Cached: without, a deal with such layouts takes 1.006 of the instructions.
    """
    required: tuple[Option, ...]
    """The options that are on and require something of a winner's hand."""
    by_parts: tuple[ScoringRule, ...]
    """The rules of which a layout is a part; a hand that such a layout alone completes wins by such a rule only."""
    settlement: SettlementTerms
    rounding: HandRounding | None
    rates: PaymentRates
    """How many times one seat pays another."""
    turn: TurnRules
    """What ends East's turn."""
    last_win: ScoringRule | SettlementRule
    """The rule that says after how many wins in a row the deal passes."""
    goulash: "Callable[[], CompiledRulebook] | None"
    """Compiles it for a goulash, with wild tiles; None if it has no goulash.

    Cached: without, a deal with wild tiles takes twice the instructions.
    """
    requirement_of: Callable[[ScoringRule], Requirement]
    """What the condition of a rule requires; computed once for each.

    Cached: without, an explained deal takes 1.08 to 1.22 of the instructions.
    """

    _digest: str = field(default="", init=False)

    @property
    def digest(self) -> str:
        """The digest of everything that affects results; made when it is first asked for."""
        self._digest = self._digest or digest_of(self.rulebook, self.options)
        return self._digest

    @property
    def is_of_a_goulash(self) -> bool:
        """True if it is compiled for a goulash."""
        return self.rulebook.goulash is not None and self.goulash is None

    @property
    def left_out(self) -> tuple[str, ...]:
        """Ids of rules that do not count because the deal is a goulash."""
        return () if self.rulebook.goulash is None or not self.is_of_a_goulash else self.rulebook.goulash.without

    @property
    def of_a_goulash(self) -> "CompiledRulebook":
        """The form for a goulash; this one if the rulebook plays none."""
        return self if self.goulash is None else self.goulash()

    def limit_of(self, *, won: bool) -> int | None:
        """The limit of the score of a hand; None if there is none."""
        return self.limit if won else self.losers_limit

    def win_conditions_at(self, seat: Seat, round_wind: Seat) -> WinConditions:
        """The win conditions in this seat and round."""
        return self.win_conditions if self.by_seat is None else self.by_seat(seat, round_wind)

    @property
    def losers_take_limit(self) -> bool:
        """True if a losing limit hand takes the limit from each other loser where they settle; else its score settles.

        There must be a limit to take. `Score.takes_limit` says whether a hand is such a limit hand.
        """
        return self.settlement.loser_limit is LoserLimit.TAKES_LIMIT and self.limit is not None

    @property
    def limit_hand_score(self) -> int | None:
        """The least that a limit hand scores, in points; None if it scores its count, there being no limit."""
        return self.settlement.limit_without if self.limit is None else self.limit


def _with_its_pictures(rulebook: Rulebook) -> Rulebook:
    """The rulebook whose conditions know whose the flowers of its set of tiles are."""
    pictures = rulebook.settlement.pictures
    rules = tuple([_bound(rule, with_pictures(rule.condition, pictures)) for rule in rulebook.rules])
    shows = tuple([with_pictures(bound, pictures) for bound in rulebook.winner_shows])
    known = [*rulebook.rules, *rulebook.winner_shows]
    if all(map(is_, (*rules, *shows), known)):
        return rulebook
    return replace(rulebook, rules=rules, winner_shows=shows)


def _bound(rule: ScoringRule, condition: BoundCondition) -> ScoringRule:
    return rule if condition is rule.condition else replace(rule, condition=condition)


class LayoutTable:
    """The compiled layouts of some rules, for each seat and round if they depend on them."""

    def __init__(self, layouts: tuple[ReadLayout, ...], count_if_waiting: bool) -> None:
        self._layouts = layouts
        self._count_if_waiting = count_if_waiting
        self._ready: dict[tuple[Seat, Seat], LayoutShapes] = {}
        self.by_seat = any(layout.by_seat for layout in layouts)

    def at(self, seat: Seat, round_wind: Seat) -> LayoutShapes | None:
        """The layouts in this seat and round; None if no rule has a layout."""
        if not self._layouts:
            return None
        place = (seat, round_wind) if self.by_seat else (EAST, EAST)
        if place not in self._ready:
            shapes = [of_layout(found) for layout in self._layouts if (found := matcher(layout, *place))]
            self._ready[place] = LayoutShapes(shapes, count_if_waiting=self._count_if_waiting)
        return self._ready[place]


class PlayableRulebook:
    """The compiled forms of one rulebook by options; the cache is cleared when it is full."""

    def __init__(
        self,
        rulebook: Rulebook,
        shared: Candidates | None = None,
        kept: int = _OPTIONS_KEPT,
        facts_kept: int = _FACTS_KEPT,
    ) -> None:
        self.rulebook = _with_its_pictures(rulebook)
        self._shared: Candidates = {} if shared is None else shared
        self._most_kept = kept
        self._facts_kept = facts_kept
        self._kept: dict[tuple[int | None, ...], CompiledRulebook] = {}
        self._plain: CompiledRulebook | None = None
        self._own: dict[ScoringRule, tuple[TableRow, ...]] = {}
        self._waiting: dict[ScoringRule, tuple[TableRow, ...]] = {}
        self._layouts: dict[bool, LayoutTable] = {}

    @property
    def default(self) -> CompiledRulebook:
        """The rulebook with its default options; compiled on first use."""
        if self._plain is None:
            self._plain = self._compile(self._options({}))
        return self._plain

    def with_options(self, given: Options) -> CompiledRulebook:
        """The rulebook compiled with these options; missing ones get their defaults."""
        if not given:
            return self.default
        options = self._options(given)
        key = tuple(options.values())
        compiled = self._kept.get(key)
        if compiled is None:
            if len(self._kept) >= self._most_kept:
                self._kept.clear()
            compiled = self._kept[key] = self._compile(options)
        return compiled

    def _options(self, given: Options) -> Options:
        """Every option: as given, or at its default, which can follow from the value or the default of another."""
        known = {option.name: given.get(option.name, option.default) for option in self.rulebook.options}
        return {option.name: given.get(option.name, option.default_under(known)) for option in self.rulebook.options}

    def _compile(self, options: Options, *, goulash: bool = False) -> CompiledRulebook:
        rulebook = self.rulebook
        limit = options[LIMIT]
        rules = [rule for rule in rulebook.rules if rule.when_limit in (None, limit is not None)]
        shapes, most_chows = _shapes(rulebook, options), amount_under(rulebook.most_chows, options)
        if goulash and rulebook.goulash is not None:
            rules, most_chows = [rule for rule in rules if rule.id not in rulebook.goulash.without], 0
        layouts = self._layouts_of(rules, has_limit=limit is not None)
        agreed = rulebook.settlement.wins_in_a_row
        by_rule = last_win_in(rules) if agreed is None else None
        wins = agreed or None if by_rule is None else by_rule.passes_after

        @cache
        def conditions(seat: Seat, round_wind: Seat) -> WinConditions:
            return WinConditions(shapes, most_chows, layouts.at(seat, round_wind))

        return CompiledRulebook(
            rulebook=rulebook,
            options=options,
            limit=limit,
            losers_limit=limit if rulebook.settlement.limit_cuts is LimitCuts.HAND else None,
            winner=self._table([rule for rule in rules if rule.applies_to is not AppliesTo.OTHERS], options),
            losers=self._losers(rules, options, has_shares=(limit, rulebook.settlement.limit_without) != (None, None)),
            win_conditions=conditions(EAST, EAST),
            by_seat=conditions if layouts.by_seat else None,
            required=tuple([option for option in rulebook.options if option.requires and options[option.name]]),
            by_parts=tuple([rule for rule in rules if part_layouts(rule)]),
            settlement=rulebook.settlement,
            rounding=rulebook.settlement.rounding,
            rates=payment_rates(rulebook.settlement),
            turn=TurnRules(wins, rulebook.settlement.after_draw, rulebook.settlement.after_goulash),
            last_win=rulebook.settlement.rows.next_east if by_rule is None else by_rule,
            goulash=None
            if goulash or rulebook.goulash is None
            else cache(lambda: self._compile(options, goulash=True)),
            requirement_of=cache(lambda rule: rule.condition.with_options(options)),
        )

    def _table(self, rules: list[ScoringRule], options: Options) -> RuleTable:
        return RuleTable(tuple(self._candidates_of(rules, options)), self._facts_kept)

    def _losers(self, rules: list[ScoringRule], options: Options, *, has_shares: bool) -> RuleTable:
        """The table of a hand that did not win; `has_shares`: whether a share of the limit is worth anything."""
        rows = self._candidates_of([rule for rule in rules if rule.applies_to is not AppliesTo.WINNER], options)
        waiting = [rule for rule in rules if (worth := rule.waiting) and (has_shares or worth.score or worth.doubles)]
        rows += [
            candidate for rule in waiting for candidate in self._kept_candidates(self._waiting, _waiting, rule, options)
        ]
        return RuleTable(tuple(rows), self._facts_kept)

    def _candidates_of(self, rules: list[ScoringRule], options: Options) -> list[TableRow]:
        found: list[TableRow] = []
        for rule in rules:
            found += self._shared.get(rule) or self._kept_candidates(self._own, candidate_of, rule, options)
        return found

    def _kept_candidates(
        self, kept: dict[ScoringRule, tuple[TableRow, ...]], make: MakeCandidates, rule: ScoringRule, options: Options
    ) -> tuple[TableRow, ...]:
        """The candidates of a rule, cached if it depends on no option."""
        found = kept.get(rule)
        if found is None:
            found = make(rule, options)
            if not rule.agreed:
                kept[rule] = found
        return found

    def _layouts_of(self, rules: list[ScoringRule], *, has_limit: bool) -> LayoutTable:
        if has_limit not in self._layouts:
            whole = [layout for rule in rules if (layout := layout_of(rule))]
            layouts = tuple(dict.fromkeys([*whole, *[each for rule in rules for each in part_layouts(rule)]]))
            self._layouts[has_limit] = LayoutTable(layouts, any(rule.waiting and layout_of(rule) for rule in rules))
        return self._layouts[has_limit]


def candidate_of(rule: ScoringRule, options: Options) -> tuple[TableRow, ...]:
    """The candidate of a rule; two if it counts half for a hand with a claimed set."""
    required, row = rule.condition.with_options(options), _row(rule, options)
    layout, adds = layout_of(rule), bool(row.points or row.doubles or row.bonus_points)
    if layout is not None and (adds or not (row.limit_percent or row.score is not None)):
        required = in_arrangement(required, layout)
    if not is_halved(rule):
        return ((required, row),)
    value, score = Worth(row.limit_percent).half, None if row.score is None else row.score // 2
    half = replace(
        row,
        points=row.points // 2,
        bonus_points=row.bonus_points // 2,
        limit_percent=value.limit_percent,
        score=score,
    )
    return _by_claims(required, row, half)


def _by_claims(required: Requirement, whole: CompiledRule, half: CompiledRule) -> tuple[TableRow, ...]:
    written = layout_of(whole.rule)
    assert written is not None, "only a layout is halved"
    unclaimed, claimed = [if_claimed(required, written, claimed=claimed) for claimed in (False, True)]
    return (unclaimed, whole), (claimed, half)


def _waiting(rule: ScoringRule, options: Options) -> tuple[TableRow, ...]:
    """The candidate of a rule for hands that did not win and wait for it; what gives no doubles interacts with none."""
    value = rule.waiting or Worth()
    required = one_tile_short(rule.condition, rule.condition.with_options(options))
    interactions = {} if value.doubles else _NO_INTERACTIONS
    alone = replace(rule, is_waiting_row=True, points=0, bonus_points=0, halves=False, **interactions)
    named = f"{rule.id} waiting"
    worths = [{**each._asdict(), "score": each.score or None} for each in (value, value.half)]
    row, half = (replace(_row(replace(alone, **worth), options), id=named) for worth in worths)
    return _by_claims(required, row, half) if is_halved(rule) else ((required, row),)


_NO_INTERACTIONS: Final[Mapping[str, Any]] = {
    **{each.name: each.default for each in fields(ScoringRule) if each.name in NAMES_OF_RULES},
    "counts_bonus_separately": False,
}
"""Members of a rule without interactions."""


def candidates_of(rules: Iterable[ScoringRule]) -> Candidates:
    """Candidates of the rules without options; rulebooks share them."""
    return {rule: candidate_of(rule, {}) for rule in rules if not rule.agreed}


def _shapes(rulebook: Rulebook, options: Options) -> tuple[Pattern, ...]:
    agreed = [shape for option, shape in rulebook.shapes_agreed if options[option] and shape not in rulebook.shapes]
    return (*rulebook.shapes, *agreed)


def _row(rule: ScoringRule, options: Options) -> CompiledRule:
    whole = bool(rule.limit_percent or rule.score is not None)
    points, bonus_points = amount_under(rule.points, options), amount_under(rule.bonus_points, options)
    return CompiledRule(
        rule=rule,
        id=rule.id,
        points=points,
        doubles=rule.doubles,
        bonus_points=bonus_points,
        limit_percent=rule.limit_percent,
        score=rule.score,
        single=[bool(points), bool(rule.doubles), bool(bonus_points)].count(True) == 1 and not whole,
        special=whole or rule.counts_bonus_separately or rule.halves,
    )
