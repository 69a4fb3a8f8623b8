"""House rules: a table's changes to a rulebook as a merge patch, and the resulting rulebook.

House rules can change or leave out a rule of the base, add a rule of another rulebook, or make a new one from a
condition of the catalogue. They can also change the values of settlement, legality, penalties and option defaults.
If several rulebooks have a rule with the id, and the house rules name no book, the base's rule is used, else that of
the first rulebook that has it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any, Final

from pung_chow_settlement.domain.clauses.clause import BoundCondition, Condition, OptionRef, OptionValue
from pung_chow_settlement.domain.clauses.combinators import COMBINING, NOT
from pung_chow_settlement.domain.clauses.condition_parser import ConditionParser, Nearest, exact, parameter_faults
from pung_chow_settlement.domain.clauses.of_hands import CLEARED
from pung_chow_settlement.domain.clauses.patterns import LAYOUT, SHAPE, as_part, in_standard_form, layouts_in, shape_of
from pung_chow_settlement.domain.faults import SHOWN, Fault, Path
from pung_chow_settlement.domain.layouts.compile import MAX_WAYS, too_many
from pung_chow_settlement.domain.layouts.spec import LayoutSpec, checked
from pung_chow_settlement.domain.rulebook import settlement_sentences
from pung_chow_settlement.domain.rulebook.digests import condition_line, digest_of
from pung_chow_settlement.domain.rulebook.library import SHAPES_BY_ID, Entry, Library
from pung_chow_settlement.domain.rulebook.model import Goulash, HouseRulesInfo, Rulebook, Sitting, members_of
from pung_chow_settlement.domain.rulebook.penalties import FalseMahjong, Fine, FinePaid, PercentOfLimit, WashedTiles
from pung_chow_settlement.domain.rulebook.rules import (
    LIMIT,
    NAMES_OF_RULES,
    Amount,
    AppliesTo,
    Book,
    Cite,
    Option,
    ScoringRule,
    SettlementRule,
    ShareOf,
    is_halved,
    waiting_id,
    waiting_row,
)
from pung_chow_settlement.domain.rulebook.settlement_terms import SettledBy, SettlementTerms, last_win_in
from pung_chow_settlement.domain.seats import SEATS
from pung_chow_settlement.domain.shapes import FOUR_SETS, Pattern
from pung_chow_settlement.domain.statements import RuleText, Statement, joined, statement

OWN: Final = "house:"
"""The prefix of the id of a rule that is in no rulebook."""
UNTITLED: Final = "House rules"
"""The title of house rules without one."""
MAX_FAULTS: Final = 1000
"""After this many faults the remaining names are not checked."""


Patch = Mapping[str, Any]
"""House rules as a merge patch of a rulebook: its sections, with the members that change and their values.

`rules` has changes by id, of members and of what names the condition of a rule; None removes a rule, and a
layout that is None could not be read. Of `settlement`, `danger` is the rulebook whose dangerous discards apply, or
None; of `legality`, shapes are ids, and `one_suit_only` stands for `winner_shows`. `penalties` has the members of
`FalseMahjong`, and the points of `WashedTiles` by number of different terminals and honours; None: no such penalty.
`options` has defaults. `base_rules` is false if the base's other rules do not count.
"""
Rules = Mapping[str, Patch | None]
_SECTIONS: Final = ("settlement", "legality", "penalties", "fines", "options")
_LAYOUT: Final = "layout"
_FIND: Final = ("find", "parameters", *COMBINING)
_CONDITION_OR_LAYOUT: Final = frozenset({*_FIND, _LAYOUT, "ruleset"})


def amended(document: Mapping[str, Any], patch: Patch) -> dict[str, Any]:
    """A document with the members of a merge patch (RFC 7396) in place of its own; null takes a member away."""
    return {name: value for name, value in {**document, **patch}.items() if value is not None}


def members_in(change: Patch) -> dict[str, Any]:
    """The members of a rule that a change has."""
    return {name: value for name, value in change.items() if name not in _CONDITION_OR_LAYOUT}


class Unresolved(Exception):  # noqa: N818 - named as `Refused` is
    """House rules that cannot be applied; `faults` lists every fault, with paths relative to them."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__(f"{len(faults)} faults")
        self.faults = faults


HOUSE: Final = Cite("house", "/house_rules")
"""The book that rules of a house cite, and where its pages begin."""


def resolve(base: Rulebook, patch: Patch, library: Library, nearest: Nearest, cite: Cite = HOUSE) -> Rulebook:
    """Return the base with house rules applied; changed rules cite a book, with pages that begin with its root.

    Raises Unresolved with every fault.
    """
    table = _Amendment(base, patch, library, nearest, cite)
    rules = table.rules()
    table.check_layouts(rules)
    shapes = table.shapes(rules)
    settling, sitting = table.settling(rules)
    legality = table.legality(settling)
    resolved = replace(
        base,
        rules=rules,
        shapes=shapes,
        robs_concealed=table.robbing(shapes),
        settling=settling,
        sitting=sitting,
        options=table.options(settling),
        **legality,
        **table.penalties(),
    )
    if table.faults:
        raise Unresolved(table.faults)
    title, cited = patch.get("title"), resolved.cited
    books = tuple([each for each in (*base.books, Book(cite.book, title or UNTITLED)) if each.id in cited])
    return replace(resolved, about=None, books=books, house=HouseRulesInfo(title, digest_of(resolved, library.lines)))


class _Amendment:
    """House rules being applied, and the faults found so far."""

    def __init__(self, base: Rulebook, patch: Patch, library: Library, nearest: Nearest, root: Cite) -> None:
        self.base = base
        self.base_rules = patch.get("base_rules", True)
        self.changes: Rules = patch.get("rules", {})
        self.given: Mapping[str, Patch] = {name: patch.get(name, {}) for name in _SECTIONS}
        self.root = root
        self.library = library
        self.nearest = nearest
        self.own = self._with_waiting_rows(base.rules)
        self.faults: list[Fault] = []
        self._ways = 0
        """The ways of the layouts so far, refused ones too."""

    def cite(self, *path: str) -> Cite:
        """Cite the path of a change."""
        return Cite(self.root.book, "/".join((self.root.page, *path)))

    # Rows

    def _with_waiting_rows(self, rules: Iterable[ScoringRule]) -> dict[str, ScoringRule]:
        """Rules by id; what waiting for a hand is worth is one of its own if it is named, or no other rule counts."""
        changes = [change for change in self.changes.values() if change is not None]
        beside = [name for each in changes for column in NAMES_OF_RULES for name in each.get(column) or ()]
        named = {*self.changes, *beside}
        own, rows = dict[str, ScoringRule](), dict[str, ScoringRule]()
        for rule in rules:
            row = waiting_row(rule) if not self.base_rules or waiting_id(rule) in named else None
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
        rules = amended(self.own if self.base_rules else dict.fromkeys(self.own), changed)
        new = sorted([rule for name, rule in rules.items() if name not in self.own], key=self._place)
        return self._without_unused_names([*[rule for name, rule in rules.items() if name in self.own], *new])

    def _place(self, rule: ScoringRule) -> tuple[int, str]:
        entry = self.library.first.get(rule.id)
        return (len(self.library.entries) if entry is None else entry.place), rule.id

    def _row(self, name: str, change: Patch) -> ScoringRule | None:
        unread = change.get(_LAYOUT, ...) is None
        start = None if unread else self._start(name, change)
        if start is None:
            return None
        faults = len(self.faults)
        bound = self._bound(name, change, start.condition)
        if bound is None or len(self.faults) > faults:
            return None
        columns = members_in(change)
        if columns.get("waiting") and bound.parts and any(layouts_in(bound)):
            self._fault("unexpected-member", ("rules", name, "waiting"), "waiting-part")
        other = bound is not start.condition
        if other and "text" not in change and not name.startswith(OWN) and _differ(bound, start.condition):
            self._fault("missing-member", ("rules", name, "text"), "text")
        as_read: dict[str, Any] = {"interpretation": None, "assumed": False} if columns or other else {}
        if "find" in change or other:
            as_read["concept"] = self.library.concepts.get(condition_line(bound), start.concept)
        row = replace(start, condition=bound, source=self.cite("rules", name), **as_read, **columns)
        if is_halved(row) and (row.doubles or (row.waiting and row.waiting.doubles)):
            given = [member for member in ("doubles", "waiting") if columns.get(member)] or [_LAYOUT]
            self._fault("unexpected-member", ("rules", name, given[0]), "half-of-doubles")
        row = self._with_effect(name, change, row)
        if row.applies_to is not AppliesTo.WINNER and row.condition.winner_only:
            self._winners_only(name, row)
        return row

    def _with_effect(self, name: str, change: Patch, row: ScoringRule) -> ScoringRule:
        """The row without what has no effect in it; reports such members that the change has."""
        if not row.count_if_more or row.score is not None or row.limit_percent:
            return row
        if change.get("count_if_more"):
            self._fault("unexpected-member", ("rules", name, "count_if_more"), "count-if-more")
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
                self._fault("unknown-value", ("rules", name, "ruleset"), "rule-of-a-rulebook", near, **facts)
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
            self._fault("unexpected-member", (*path, "ruleset"), "ruleset")
        combining = next((COMBINING[each] for each in COMBINING if each in change), None)
        if _LAYOUT in change:
            text, condition = change[_LAYOUT].tiles, LAYOUT
        elif combining is None and "find" not in change:
            self._fault("missing-member", (*path, "find"), "find")
            return None
        else:
            known = combining or self._known(path, change["find"])
            if known is None:
                return None
            text, condition = known.text, known
        bound = BoundCondition(condition)
        return ScoringRule(id=name, text=text, condition=bound, applies_to=AppliesTo.WINNER, source=self.cite())

    def _unknown_rule(self, name: str) -> None:
        """Report an id that no rulebook has, suggesting the rule with this alias or a similar id."""
        known = dict.fromkeys([*self.own, *self.library.first])
        near = self.library.by_alias.get(name.lower()) or self.nearest(name, known)
        self._fault("unknown-member", ("rules", name), "rule", near, member=name[SHOWN])

    def _known(self, path: Path, given: str) -> Condition | None:
        """The condition of this id; reports an unknown one."""
        known = self.library.conditions.get(given)
        if known is None:
            near = self.nearest(given, self.library.conditions)
            self._fault("unknown-value", (*path, "find"), "finder", near, given=given[SHOWN])
        return known

    def _winners_only(self, name: str, row: ScoringRule) -> None:
        condition = row.condition.condition.id
        self._fault("winners-only", ("rules", name, "applies_to"), finder=condition)

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
        if _LAYOUT in change or (current.condition is LAYOUT and find is None):
            return self._layout(path, change, current)
        if not COMBINING.keys().isdisjoint(change):
            return self._combined(path, {**change, "parameters": given})
        if find is None or find == current.condition.id:
            if not given and current.condition.parameters.keys() == dict(current.values).keys():
                return current
            condition, values = current.condition, dict(current.values)
        else:
            known = self._known(path, find)
            if known is None:
                return None
            condition, values = known, {}
        self.faults += parameter_faults(condition, given, values.keys(), path, self.nearest)
        return condition(**values | given)

    def _combined(self, path: Path, change: Patch) -> BoundCondition | None:
        """The condition of a rule that combines conditions."""
        parser = ConditionParser(self.library.conditions, self.nearest, of_layout=self._layout_part)
        given = {name: change[name] for name in _FIND if name in change and (name in COMBINING or change[name])}
        bound = parser.parse(given, path)
        self.faults += parser.faults
        return bound

    def _layout(self, path: Path, change: Patch, current: BoundCondition) -> BoundCondition | None:
        """The condition of a rule that has a layout, in its standard form."""
        for member in _FIND:
            if change.get(member):
                self._fault("unexpected-member", (*path, member), "layout", member=member)
        layout = change.get(_LAYOUT)
        if layout is None:
            return current
        can_be, faults = self._checked(layout)
        self.faults += [fault.prefixed((*path, _LAYOUT)) for fault in faults]
        return in_standard_form(layout) if can_be else None

    def _layout_part(self, layout: LayoutSpec | None) -> tuple[BoundCondition | None, list[Fault]]:
        if layout is None:  # it could not be read
            return None, []
        can_be, faults = self._checked(layout)
        return as_part(layout) if can_be else None, faults

    def _checked(self, layout: LayoutSpec) -> tuple[bool, list[Fault]]:
        """Whether a layout is possible and not too costly to be compiled with those before it, and its faults."""
        if self._ways > MAX_WAYS:
            return False, []
        compiled, faults, ways = checked(layout)
        self._ways += ways
        if self._ways > MAX_WAYS:
            self._fault("layouts-too-costly", ("rules",), "ways", most=MAX_WAYS)
        return compiled is not None, faults

    def check_layouts(self, rules: Iterable[ScoringRule]) -> None:
        """Report layouts that are too many, or too costly together, for one table."""
        layouts = {layout: rule.id for rule in rules for layout in layouts_in(rule.condition)}
        compiled = {name: found for each, name in layouts.items() if (found := checked(each).compiled)}
        self.faults += [fault.prefixed(("rules",)) for fault in too_many(compiled)]

    def _without_unused_names(self, rules: list[ScoringRule]) -> tuple[ScoringRule, ...]:
        """Remove ids of rules that do not count from members that list rules; report unknown ids."""
        ids = dict.fromkeys([rule.id for rule in rules])
        for name, change in self.changes.items():
            if change is not None:
                self._check_names(name, change, ids)
        return tuple([_without_unused(rule, ids) for rule in rules])

    def _check_names(self, name: str, change: Patch, ids: Collection[str]) -> None:
        for column in NAMES_OF_RULES:
            for index, other in enumerate(change.get(column) or ()):
                if len(self.faults) >= MAX_FAULTS:
                    return
                if column in _EXCLUDING and self._excludes_back(name, other, column):
                    sentence = "names-itself" if other == name else "names-each-other"
                    self._fault("unknown-value", ("rules", name, column, index), sentence, given=other[SHOWN])
                if other and other not in ids and other not in self.library.first and other not in self.changes:
                    near = self.library.by_alias.get(other.lower()) or self.nearest(other, [*ids, *self.library.first])
                    path, facts = ("rules", name, column, index), {"given": other[SHOWN]}
                    self._fault("unknown-value", path, "rule", near, **facts)

    def _excludes_back(self, name: str, other: str, column: str) -> bool:
        """Whether a rule names itself in a list, or one that names it in the same list."""
        change = self.changes.get(other) or {}
        own = self.own.get(other)
        return other == name or name in (change.get(column) or (() if own is None else getattr(own, column)))

    # Legality

    def shapes(self, rules: tuple[ScoringRule, ...]) -> tuple[Pattern, ...]:
        """The shapes of a complete hand: those of added rules are added, those without a rule left are removed."""
        base, given = self.base, self.given["legality"].get("shapes")
        if given is not None:
            return tuple([shape for name, shape in SHAPES_BY_ID.items() if name in given])
        if rules == base.rules:
            return base.shapes
        before, after = _shapes_of(base.rules), _shapes_of(rules)
        added = _shapes_of(
            rule for rule in rules if rule.id not in self.own or rule.condition != self.own[rule.id].condition
        )
        kept = tuple([shape for shape in base.shapes if shape.id not in before or shape.id in after])
        return tuple([shape for name, shape in SHAPES_BY_ID.items() if name in added or shape in kept])

    def robbing(self, shapes: tuple[Pattern, ...]) -> tuple[Pattern, ...]:
        """The shapes that may be completed by robbing a concealed kong."""
        given = self.given["legality"].get("robs_concealed")
        if given is None:
            return tuple([shape for shape in self.base.robs_concealed if shape in shapes])
        played = {shape.id: shape for shape in shapes}
        for index, name in enumerate(given):
            if name not in played:
                path = ("legality", "robs_concealed", index)
                self._fault("unknown-value", path, "shape-not-played", given=name)
        return tuple([shape for name, shape in played.items() if name in given])

    def legality(self, settling: SettlementTerms) -> dict[str, Any]:
        """The members of further requirements of a winner."""
        given: dict[str, Any] = {
            name: value for name, value in self.given["legality"].items() if name in _RULEBOOK_COLUMNS
        }
        dead_hand = self._dead_hand(settling)
        if dead_hand is not None:
            given["dead_hand"] = dead_hand
        only = self.given["legality"].get("one_suit_only")
        if only is not None:
            given["winner_shows"] = CLEARED if only else ()
        shows = self.given["legality"].get("winner_shows")
        if shows:
            given["winner_shows"] = self._winner_shows(shows)
        if "winner_shows" in given:
            given.setdefault("exposed_chows", True)  # what may win is said anew
        if "goulash" in self.given["legality"]:
            given["goulash"] = self._goulash() if self.given["legality"]["goulash"] else None
        if "most_chows" in given and isinstance(self.base.most_chows, ShareOf):
            del given["most_chows"]  # it becomes the default of the option
        return given | self._least_instead(replace(self.base, **given))

    def _least_instead(self, amended: Rulebook) -> dict[str, Any]:
        """That the least stands in place of what a winner shows, which has no effect unless both are needed."""
        if not amended.least_instead or amended.shows_or_least:
            return {}
        if self.given["legality"].get("least_instead"):
            self._fault("unexpected-member", ("legality", "least_instead"), "least-instead")
        return {"least_instead": False}

    def _dead_hand(self, settling: SettlementTerms) -> SettlementRule | None:
        """The rule of a dead hand, where its scoring or what is paid for it changes."""
        scores, paid = self.given["legality"].get("short_dead_hand_scores"), settling.settled_by
        if scores is None and paid is self.base.settling.settled_by:
            return None
        place = ("settlement", "settled_by") if scores is None else ("legality", "short_dead_hand_scores")
        short = self.base.short_dead_hand_scores if scores is None else scores
        text = statement(f"dead-hand.{paid}{'-short' if short else ''}")
        return SettlementRule(id=self.base.dead_hand.id, text=text, source=self.cite(*place))

    def _winner_shows(self, conditions: Iterable[Any]) -> tuple[BoundCondition, ...]:
        """The conditions of which a winner must meet one."""
        parser = ConditionParser(self.library.conditions, self.nearest)
        bound = [parser.parse(each, ("legality", "winner_shows", index)) for index, each in enumerate(conditions)]
        self.faults += parser.faults
        return tuple([each for each in bound if each is not None])

    def _goulash(self) -> Goulash | None:
        """The rulebook's own goulash, or the first of the library."""
        known = self.library.goulash
        if self.base.goulash is not None or known is None:
            return self.base.goulash
        row = replace(known.settlement_rule, source=self.cite("legality", "goulash"), interpretation=None)
        return known._replace(settlement_rule=replace(row, assumed=False))

    # Options

    def options(self, settling: SettlementTerms) -> tuple[Option, ...]:
        """The base's options with the house rules' defaults, that for the limit with what it cuts."""
        defaults: dict[str, tuple[OptionValue, tuple[str, ...]]] = {
            name: (value, ("options", name, "default")) for name, value in self.given["options"].items()
        }
        chows = self.base.most_chows
        if isinstance(chows, ShareOf) and "most_chows" in self.given["legality"]:
            defaults[chows.option] = (self.given["legality"]["most_chows"], ("legality", "chows"))
        options = [self._option(option, *defaults.get(option.name, (None, None))) for option in self.base.options]
        before, changed = self.base.settling, LIMIT in defaults
        return tuple(
            [
                settlement_sentences.of_the_limit(each, settling, before, changed=changed)
                if each.name == LIMIT
                else each
                for each in options
            ]
        )

    def _option(self, option: Option, default: OptionValue, path: tuple[str, ...] | None) -> Option:
        if path is None:
            return option
        nullable = option.nullable or default is None
        own = replace(option, default=default, default_by=None, nullable=nullable, source=self.cite(*path))
        return replace(own, interpretation=None, assumed=False)

    # Settling

    def settling(self, rules: Iterable[ScoringRule]) -> tuple[SettlementTerms, Sitting]:
        """The members of the settlement with the rules to cite, and those of the sitting."""
        given = self.given["settlement"]
        if given.get("danger") is not None and given["danger"] not in self.library.dangers:
            known = list(self.library.dangers)
            near = self.nearest(given["danger"], known)
            path = ("settlement", "dangerous_discard")
            self._fault("unknown-value", path, "danger", near, given=given["danger"][SHOWN], known=known)
            return self.base.settling, self.base.sitting
        has_rounds = given.get("rounds", self.base.sitting.rounds)
        if not has_rounds and given.get("rounds_of_three", len(SEATS)) != len(SEATS):
            self._fault("unexpected-member", ("settlement", "rounds_of_three"), "rounds-of-three")
        if given.get("settled_by", self.base.settling.settled_by) is SettledBy.SCORES:
            for name in settlement_sentences.paid_in(given):
                self._fault("unexpected-member", ("settlement", *settlement_sentences.PLACES[name]), "nothing-paid")
        for how, multiple in settlement_sentences.ROUNDINGS.items():
            if how in given and multiple not in given and getattr(self.base.settling, multiple) == 1:
                self._fault("unexpected-member", ("settlement", how), "rounded", member=multiple)
        settling, sitting = settlement_sentences.applied(self.base, given, self.library, self.cite)
        had_limit = any(each.default or each.default_by for each in self.base.options if each.name == LIMIT)
        if had_limit and self.given["options"].get(LIMIT, ...) is None:
            settling = settlement_sentences.with_no_limit(settling)
        last = last_win_in(rules)
        said = 0 if last is None else last.passes_after
        return (replace(settling, wins_in_a_row=None) if settling.wins_in_a_row == said else settling), sitting

    def penalties(self) -> dict[str, Any]:
        """The penalties, which are paid without a winner."""
        given, amended = self.given["penalties"], dict[str, Any]()
        if "false_mahjong" in given:
            amended["false_mahjong"] = self._false_mahjong(given["false_mahjong"])
        if "washed_tiles" in given:
            amended["washed_tiles"] = self._washed_tiles(given["washed_tiles"])
        amended["fines"] = self._fines(self.given["fines"])
        return amended

    def _fines(self, given: Mapping[str, Patch | None]) -> tuple[Fine, ...]:
        """The base's fines as the table has them, if these count, then its own in the order of their names."""
        base = {each.id: each for each in self.base.fines}
        known = {**self.library.fines, **base}
        changed = {
            name: None if change is None else self._fine(name, change, known.get(name))
            for name, change in given.items()
        }
        kept = {name: changed.get(name, each) for name, each in base.items() if self.base_rules or name in changed}
        own = {name: changed[name] for name in sorted(changed.keys() - base.keys())}
        return tuple([each for each in (kept | own).values() if each is not None])

    def _fine(self, name: str, change: Patch, current: Fine | None) -> Fine | None:
        if current is None and not name.startswith(OWN):
            near = self.nearest(name, self.library.fines)
            self._fault("unknown-member", ("fines", name), "own-fine", near, member=name[SHOWN])
            return None
        fine = current or Fine(settlement_rule=_BLANK, amount=0)
        columns = {member: value for member, value in change.items() if member != "text"}
        fine = replace(fine, **columns)
        if fine.to is FinePaid.FOR_ALL and "amount" in change:
            given = "limit_percent" if isinstance(change["amount"], PercentOfLimit) else "points"
            self._fault("unexpected-member", ("fines", name, given), "fine-for-all")
        if fine.to is FinePaid.FOR_ALL:
            fine = replace(fine, amount=0)
        elif "amount" not in change and (current is None or current.to is FinePaid.FOR_ALL):
            self._fault("missing-member", ("fines", name, "points"), "fine")
        text = change.get("text") or _of_a_fine(fine)
        if current is not None and fine == current and "text" not in change:
            text = current.settlement_rule.text
        return replace(fine, settlement_rule=SettlementRule(id=name, text=text, source=self.cite("fines", name)))

    def _false_mahjong(self, columns: Mapping[str, Any] | None) -> FalseMahjong | None:
        if columns is None:
            return None
        current = self.base.false_mahjong
        penalty = FalseMahjong(settlement_rule=_BLANK, to_each=0, east_doubles=False) if current is None else current
        penalty = replace(penalty, **columns)
        return replace(penalty, settlement_rule=self._penalty("false-mahjong", _of_a_false_call(penalty)))

    def _washed_tiles(self, points: Mapping[int, int] | None) -> WashedTiles | None:
        if points is None:
            return None
        text = statement("washed-tiles", heads=min(points))
        return WashedTiles(settlement_rule=self._penalty("washed-tiles", text), points=dict(sorted(points.items())))

    def _penalty(self, name: str, text: RuleText) -> SettlementRule:
        return SettlementRule(id=name, text=text, source=self.cite("penalties", name))

    def _fault(self, code: str, path: Path, sentence: str = "", near: str | None = None, **facts: Any) -> None:
        self.faults.append(Fault(code, path, near, facts, sentence))


BESIDE_A_SCORE: Final = ("points", "doubles", "bonus_points")
"""The members of a rule that have no effect beside a score."""
_EXCLUDING: Final = ("replaces", "spoiled_by")
"""The members by which a rule excludes another, or itself where it is found."""
_RULEBOOK_COLUMNS: Final = members_of(Rulebook)
_BLANK: Final = SettlementRule(id="", text="", source=Cite("", ""))


def _of_a_false_call(penalty: FalseMahjong) -> RuleText:
    """What a false Mah-Jong costs, and what follows it."""
    variant, amount = _amount(penalty.to_each)
    after = f"east-{'loses' if penalty.passes_the_deal else 'keeps'}{'-exposed' if penalty.exposed_only else ''}"
    pays = statement(
        f"false-mahjong.{variant}-{'shared' if penalty.shared else 'each'}",
        amount=amount,
        east=statement(f"false-mahjong.{'doubled' if penalty.east_doubles else 'undoubled'}"),
    )
    back = [statement("false-mahjong.taken-back")] if penalty.exposed_only and penalty.taken_back else []
    return joined(pays, statement(f"false-mahjong.{after}"), *back)


def _of_a_fine(fine: Fine) -> Statement:
    """What a fine is, and to whom."""
    if fine.to is FinePaid.FOR_ALL:
        return statement("fine.for-all")
    variant, amount = _amount(fine.amount)
    return statement(f"fine.{variant}-{fine.to}", amount=amount)


def _amount(amount: int | PercentOfLimit) -> tuple[str, int]:
    """What an amount is of, and the number."""
    return ("percent", amount.percent) if isinstance(amount, PercentOfLimit) else ("points", amount)


_NAMES_IN: Final = attrgetter(*NAMES_OF_RULES)


def _differ(one: BoundCondition, other: BoundCondition) -> bool:
    """Whether two conditions look for different things."""
    return condition_line(one) != condition_line(other)


def _without_unused(rule: ScoringRule, ids: Collection[str]) -> ScoringRule:
    """The rule without references to rules that do not count."""
    columns = _NAMES_IN(rule)
    if not any(columns):
        return rule
    named = zip(NAMES_OF_RULES, columns, strict=True)
    kept: dict[str, Any] = {name: column for name, column in named if column and not {*column}.issubset(ids)}
    if not kept:
        return rule
    for name, column in kept.items():
        kept[name] = tuple([each for each in column if each in ids])
    return replace(rule, **kept)


def _shapes_of(rules: Iterable[ScoringRule]) -> set[Any]:
    """The ids of the shapes that rules have as conditions, except four sets and a pair, which are always played."""
    conditions = [rule.condition for rule in rules]
    may_have = [each for each in conditions if each.parts or each.condition is SHAPE]
    return {shape for each in may_have for shape in _shapes_in(each)}


def _shapes_in(bound: BoundCondition) -> Iterator[Any]:
    shape = shape_of(bound)
    if shape is not None and shape != FOUR_SETS.id:
        yield shape
    if bound.condition is not NOT:
        for part in bound.parts:
            yield from _shapes_in(part)
