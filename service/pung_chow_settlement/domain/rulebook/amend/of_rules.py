"""The rules that score: changed ones, those of other rulebooks, new ones, and their layouts."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any, Final

from pung_chow_settlement.domain.clauses.clause import BoundCondition, Condition, OptionRef
from pung_chow_settlement.domain.clauses.combinators import COMBINING
from pung_chow_settlement.domain.clauses.condition_parser import (
    LAYOUT_MEMBER,
    ConditionParser,
    exact,
    parameter_faults,
)
from pung_chow_settlement.domain.clauses.patterns import LAYOUT, as_part, layouts_in, of_rule
from pung_chow_settlement.domain.faults import SHOWN, Fault, Path
from pung_chow_settlement.domain.layouts.compile import MAX_WAYS, too_many
from pung_chow_settlement.domain.layouts.spec import LayoutSpec, ReadLayout, checked, compiled, parsed
from pung_chow_settlement.domain.rulebook.amend.patch import (
    CONDITION_MEMBERS,
    MAX_FAULTS,
    OWN,
    Amendment,
    Patch,
    amended,
    members_in,
)
from pung_chow_settlement.domain.rulebook.digests import condition_line
from pung_chow_settlement.domain.rulebook.library import Entry
from pung_chow_settlement.domain.rulebook.rules import (
    MAX_BONUS_APART,
    MAX_ONLY_BESIDE,
    NAMES_OF_RULES,
    RULE_MEMBERS,
    Amount,
    AppliesTo,
    ScoringRule,
    ShareOf,
    is_halved,
    waiting_id,
    waiting_row,
)


class AmendedRules:
    """The rules of the base, and what becomes of them."""

    def __init__(self, amendment: Amendment) -> None:
        self.amendment = amendment
        self.base, self.changes = amendment.base, amendment.changes
        self.library, self.nearest = amendment.library, amendment.nearest
        self.own = self._with_waiting_rows(amendment.base.rules)
        self._ways = 0
        """The ways of the layouts so far, refused ones too."""

    def _with_waiting_rows(self, rules: Iterable[ScoringRule]) -> dict[str, ScoringRule]:
        """Rules by id; what waiting for a hand is worth is one of its own if it is named, or no other rule counts."""
        changes = [change for change in self.changes.values() if change is not None]
        beside = [name for each in changes for member in NAMES_OF_RULES for name in each.get(member) or ()]
        named = {*self.changes, *beside}
        own, rows = dict[str, ScoringRule](), dict[str, ScoringRule]()
        for rule in rules:
            row = waiting_row(rule) if not self.amendment.base_rules or waiting_id(rule) in named else None
            own[rule.id] = rule if row is None else replace(rule, waiting=None)
            if row is not None:
                rows[row.id] = row
        return own | rows

    def rules(self) -> tuple[ScoringRule, ...]:
        """The rules that count: the base's in order, then those of other rulebooks in order, then new ones by id."""
        changed = {name: None if each is None else self._row(name, each) for name, each in self.changes.items()}
        for name, change in self.changes.items():
            if change is None and name not in self.own and name not in self.library.first:
                self._unknown_rule(name)
        rules = amended(self.own if self.amendment.base_rules else dict.fromkeys(self.own), changed)
        new = sorted([rule for name, rule in rules.items() if name not in self.own], key=self._place)
        return self._without_unused_names([*[rule for name, rule in rules.items() if name in self.own], *new])

    def _place(self, rule: ScoringRule) -> tuple[int, str]:
        entry = self.library.first.get(rule.id)
        return (len(self.library.entries) if entry is None else entry.place), rule.id

    def _row(self, name: str, change: Patch) -> ScoringRule | None:
        start = self._start(name, change)
        if start is None:
            return None
        faults = len(self.amendment.faults)
        bound = self._bound(name, change, start.condition)
        if bound is None or len(self.amendment.faults) > faults:
            return None
        members = members_in(change)
        if members.get("waiting") and bound.parts and any(layouts_in(bound)):
            self.amendment.fault("unexpected-member", ("rules", name, "waiting"), "waiting-part")
        other = bound is not start.condition
        if other and "text" not in change and not name.startswith(OWN) and _differ(bound, start.condition):
            self.amendment.fault("missing-member", ("rules", name, "text"), "text")
        as_read: dict[str, Any] = {"interpretation": None, "assumed": False} if members or other else {}
        if "find" in change or other:
            as_read["concept"] = self.library.concepts.get(condition_line(bound), start.concept)
        row = replace(start, condition=bound, source=self.amendment.cite("rules", name), **as_read, **members)
        self._check_worth(name, members, row)
        row = self._with_effect(name, change, row)
        if row.applies_to is not AppliesTo.WINNER and row.condition.winner_only:
            self._winners_only(name, row)
        return row

    def _check_worth(self, name: str, members: Patch, row: ScoringRule) -> None:
        """Report doubles of a layout that is worth half if exposed, and what has no effect along with a score."""
        if is_halved(row) and (row.doubles or (row.waiting and row.waiting.doubles)):
            given = [member for member in ("doubles", "waiting") if members.get(member)] or [LAYOUT_MEMBER]
            self.amendment.fault("unexpected-member", ("rules", name, given[0]), "half-of-doubles")
        for member in BESIDE_A_SCORE if row.score is not None else ():
            if members.get(member):
                self.amendment.fault("unexpected-member", ("rules", name, *RULE_MEMBERS[member].path), "beside-score")

    def _with_effect(self, name: str, change: Patch, row: ScoringRule) -> ScoringRule:
        """The row without what has no effect in it; reports such members that the change has."""
        if not row.count_if_more or row.score is not None or row.limit_percent:
            return row
        if change.get("count_if_more"):
            self.amendment.fault("unexpected-member", ("rules", name, "count_if_more"), "count-if-more")
        return replace(row, count_if_more=False)

    def _start(self, name: str, change: Patch) -> ScoringRule | None:
        """The existing rule, or a new one without worth."""
        if name.startswith(OWN):
            return self._new(name, change)
        book = change.get("ruleset")
        if book is not None and not (book == self.base.id and name in self.own):
            entry = self.library.entries.get((book, name))
            if entry is None:
                known = [rule.id for rule in self.library.rulebooks[book].rules]
                near, facts = self.nearest(name, known), {"rule": name[SHOWN], "ruleset": book}
                self.amendment.fault("unknown-value", ("rules", name, "ruleset"), "rule-of-a-rulebook", near, **facts)
                return None
            return self._imported(entry)
        if name in self.own:
            return self.own[name]
        entry = self.library.first.get(name)
        if entry is None:
            self._unknown_rule(name)
            return None
        return self._imported(entry)

    def _new(self, name: str, change: Patch) -> ScoringRule | None:
        path = ("rules", name)
        if "ruleset" in change:
            self.amendment.fault("unexpected-member", (*path, "ruleset"), "ruleset")
        combining = next((COMBINING[each] for each in COMBINING if each in change), None)
        if LAYOUT_MEMBER in change:
            text, condition = change[LAYOUT_MEMBER].tiles, LAYOUT
        elif combining is None and "find" not in change:
            self.amendment.fault("missing-member", (*path, "find"), "find")
            return None
        else:
            known = combining or self._known(path, change["find"])
            if known is None:
                return None
            text, condition = known.text, known
        bound = BoundCondition(condition)
        return ScoringRule(
            id=name, text=text, condition=bound, applies_to=AppliesTo.WINNER, source=self.amendment.cite()
        )

    def _unknown_rule(self, name: str) -> None:
        """Report an id that no rulebook has, suggesting the rule with this alias or a similar id."""
        known = dict.fromkeys([*self.own, *self.library.first])
        near = self.library.by_alias.get(name.lower()) or self.nearest(name, known)
        self.amendment.fault("unknown-member", ("rules", name), "rule", near, member=name[SHOWN])

    def _known(self, path: Path, given: str) -> Condition | None:
        """The condition of this id; reports an unknown one."""
        known = self.library.conditions.get(given)
        if known is None:
            near = self.nearest(given, self.library.conditions)
            self.amendment.fault("unknown-value", (*path, "find"), "finder", near, given=given[SHOWN])
        return known

    def _winners_only(self, name: str, row: ScoringRule) -> None:
        condition = row.condition.definition.id
        self.amendment.fault("winners-only", ("rules", name, "applies_to"), finder=condition)

    def _imported(self, entry: Entry) -> ScoringRule:
        """A rule of another rulebook; options that the base does not have get that rulebook's defaults.

        What waiting for its hand is worth comes with it unless that can be named as a rule of its own.
        """
        rule, own = entry.rule, {option.name for option in self.base.options}
        if waiting_id(rule) is not None:
            rule = replace(rule, waiting=None)
        if not rule.agreed:
            return rule
        defaults = {option.name: option.default for option in entry.rulebook.options}

        def fixed(amount: Amount) -> Amount:
            return amount.with_options(defaults) if isinstance(amount, ShareOf) and amount.option not in own else amount

        def bound(one: BoundCondition) -> BoundCondition:
            values = {
                name: bool(defaults[value.option])
                if isinstance(value, OptionRef) and value.option not in own
                else value
                for name, value in one.values
            }
            return one._replace(values=tuple(values.items()), parts=tuple([bound(part) for part in one.parts]))

        return replace(
            rule,
            points=fixed(rule.points),
            bonus_points=fixed(rule.bonus_points),
            condition=bound(rule.condition),
        )

    def _bound(self, name: str, change: Patch, current: BoundCondition) -> BoundCondition | None:
        path = ("rules", name)
        find, given = change.get("find"), {each: exact(value) for each, value in change.get("parameters", {}).items()}
        if LAYOUT_MEMBER in change or (current.definition is LAYOUT and find is None):
            return self._layout(path, change, current)
        if not COMBINING.keys().isdisjoint(change):
            return self._combined(path, {**change, "parameters": given})
        if find is None or find == current.definition.id:
            if not given and current.definition.parameters.keys() == dict(current.values).keys():
                return current
            condition, values = current.definition, dict(current.values)
        else:
            known = self._known(path, find)
            if known is None:
                return None
            condition, values = known, {}
        self.amendment.faults += parameter_faults(condition, given, values, path, self.nearest)
        return condition(**values | given)

    def _combined(self, path: Path, change: Patch) -> BoundCondition | None:
        """The condition of a rule that combines conditions."""
        parser = ConditionParser(self.library.conditions, self.nearest, of_layout=self._layout_part)
        given = {
            name: change[name] for name in CONDITION_MEMBERS if name in change and (name in COMBINING or change[name])
        }
        bound = parser.parse(given, path)
        self.amendment.faults += parser.faults
        return bound

    def _layout(self, path: Path, change: Patch, current: BoundCondition) -> BoundCondition | None:
        """The condition of a rule that has a layout, in its standard form."""
        for member in CONDITION_MEMBERS:
            if change.get(member):
                self.amendment.fault("unexpected-member", (*path, member), "layout", member=member)
        layout = change.get(LAYOUT_MEMBER)
        if layout is None:
            return current
        read, faults = self._checked(layout)
        self.amendment.faults += [fault.prefixed((*path, LAYOUT_MEMBER)) for fault in faults]
        return None if read is None else of_rule(read)

    def _layout_part(self, layout: LayoutSpec) -> tuple[BoundCondition | None, list[Fault]]:
        read, faults = self._checked(layout)
        return None if read is None else as_part(read), faults

    def _checked(self, layout: LayoutSpec) -> tuple[ReadLayout | None, list[Fault]]:
        """A layout that is possible and not too costly to be compiled with those before it; or its faults."""
        if self._ways > MAX_WAYS:
            return None, []
        can_be, faults, ways = checked(layout)
        self._ways += ways
        if self._ways > MAX_WAYS:
            self.amendment.fault("layouts-too-costly", ("rules",), "ways", most=MAX_WAYS)
        return None if can_be is None else parsed(layout).read, faults

    def check_choices(self, rules: Sequence[ScoringRule]) -> None:
        """Report too many rules of the kinds with which a hand is scored in several ways."""
        beside = len([rule for rule in rules if rule.only_beside is not None])
        apart = len([rule for rule in rules if rule.counts_bonus_separately])
        for sentence, given, most in (
            ("only-beside", beside, MAX_ONLY_BESIDE),
            ("bonus-apart", apart, MAX_BONUS_APART),
        ):
            if given > most:
                self.amendment.fault("too-many-items", ("rules",), sentence, given=given, least=0, most=most)

    def check_layouts(self, rules: Iterable[ScoringRule]) -> None:
        """Report layouts that are too many, or too costly together, for one table."""
        layouts = {layout: rule.id for rule in rules for layout in layouts_in(rule.condition)}
        made = {name: found for each, name in layouts.items() if (found := compiled(each).compiled)}
        self.amendment.faults += [fault.prefixed(("rules",)) for fault in too_many(made)]

    def _without_unused_names(self, rules: list[ScoringRule]) -> tuple[ScoringRule, ...]:
        """Remove ids of rules that do not count from members that list rules; report unknown ids."""
        ids = dict.fromkeys([rule.id for rule in rules])
        for name, change in self.changes.items():
            if change is not None:
                self._check_names(name, change, ids)
        return tuple([_without_unused(rule, ids) for rule in rules])

    def _check_names(self, name: str, change: Patch, ids: Collection[str]) -> None:
        for member in NAMES_OF_RULES:
            for index, other in enumerate(change.get(member) or ()):
                if len(self.amendment.faults) >= MAX_FAULTS:
                    return
                if member in _EXCLUDING and self._excludes_back(name, other, member):
                    sentence = "names-itself" if other == name else "names-each-other"
                    self.amendment.fault("unknown-value", ("rules", name, member, index), sentence, given=other[SHOWN])
                if other not in ids and other not in self.library.first and other not in self.changes:
                    path, facts = ("rules", name, member, index), {"given": other[SHOWN]}
                    near = self._meant(name, member, other, ids)
                    self.amendment.fault("unknown-value", path, "rule", near, **facts)

    def _meant(self, name: str, member: str, other: str, ids: Collection[str]) -> str | None:
        """The rule that a list of another may have meant; None if it is one that this list refuses."""
        near = self.library.by_alias.get(other.lower()) or self.nearest(other, [*ids, *self.library.first])
        refused = near is not None and member in _EXCLUDING and self._excludes_back(name, near, member)
        return None if refused else near

    def _excludes_back(self, name: str, other: str, member: str) -> bool:
        """True if a rule names itself in a list, or one that names it in the same list."""
        change = self.changes.get(other) or {}
        own = self.own.get(other)
        return other == name or name in (change.get(member) or (() if own is None else getattr(own, member)))


BESIDE_A_SCORE: Final = ("points", "doubles", "bonus_points")
"""The members of a rule that have no effect beside a score."""
_EXCLUDING: Final = ("replaces", "spoiled_by")
"""The members with which a rule excludes other rules, or itself beside them."""
_NAMES_IN: Final = attrgetter(*NAMES_OF_RULES)


def _differ(one: BoundCondition, other: BoundCondition) -> bool:
    """True if two conditions look for different things."""
    return condition_line(one) != condition_line(other)


def _without_unused(rule: ScoringRule, ids: Collection[str]) -> ScoringRule:
    """The rule without references to rules that do not count."""
    members = _NAMES_IN(rule)
    if not any(members):
        return rule
    named = zip(NAMES_OF_RULES, members, strict=True)
    kept: dict[str, Any] = {name: member for name, member in named if member and not {*member}.issubset(ids)}
    if not kept:
        return rule
    for name, member in kept.items():
        kept[name] = tuple([each for each in member if each in ids])
    return replace(rule, **kept)
