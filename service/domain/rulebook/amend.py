"""House rules: a table's changes to a rulebook as plain records, and the resulting rulebook.

House rules can change or leave out a rule of the base, add a rule of another rulebook, or make a new one from a
condition of the catalogue. They can also change the values of settlement, legality, penalties and option defaults.
If several rulebooks have a rule with the id, and the house rules name no book, the base's rule is used, else that of
the first rulebook that has it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from service.domain.clauses.clause import Agreed, BoundCondition, OptionValue
from service.domain.clauses.joined import COMBINING, NOT, ConditionParser, Nearest, parameter_faults
from service.domain.clauses.of_hands import HONOURS_ONLY, ONE_SUIT, ONE_SUIT_WITH_HONOURS
from service.domain.clauses.patterns import LAYOUT, in_standard_form
from service.domain.faults import Fault, Path
from service.domain.layouts.compile import MOST_WAYS, WAYS_OF_A_REFUSED_LAYOUT, too_many
from service.domain.layouts.written import Written, checked
from service.domain.rulebook import settled_by
from service.domain.rulebook.digests import condition_line, digest_of
from service.domain.rulebook.library import SHAPES_BY_ID, Entry, Library
from service.domain.rulebook.model import (
    LIMIT,
    NAMES_OF_RULES,
    Adopted,
    Amount,
    AppliesTo,
    Book,
    Cite,
    FalseMahjong,
    Goulash,
    Option,
    PercentOfLimit,
    Rulebook,
    ScoringRule,
    SettlementRule,
    Settling,
    ShareOf,
    Sitting,
    WashedTiles,
    columns_of,
    layout_of,
)
from service.domain.shapes import FOUR_SETS, Pattern

OWN: Final = "house:"
"""The prefix of the id of a rule that is in no rulebook."""
UNTITLED: Final = "House rules"
"""The title of house rules without one."""
MOST_FAULTS: Final = 1000
"""After this many faults the remaining names are not checked."""
NOTHING: Final[Mapping[str, Any]] = {}


class RuleChange(NamedTuple):
    """A change of a rule, or a new rule."""

    columns: Mapping[str, Any] = NOTHING
    """Columns of the rule with their new values."""
    book: str | None = None
    """The rulebook that the rule is from; None: the base, else the first rulebook that has it."""
    condition: str | None = None
    """The id of its condition; None: unchanged."""
    parameters: Mapping[str, Any] = NOTHING
    """The given parameters of the condition; others are unchanged."""
    combined: Mapping[str, Any] = NOTHING
    """The members `all_of`, `any_of` and `not` as they were sent: its new condition."""
    layout: Written | None = None
    """Its new layout."""
    layout_is_text: bool = False
    """Whether the layout was given as a text of its tiles, so that faults have no path below it."""
    unread: bool = False
    """Whether a condition or layout was given that could not be parsed."""


class House(NamedTuple):
    """The house rules of a table; everything else is as in the base."""

    title: str | None = None
    rules: Mapping[str, RuleChange | None] = NOTHING
    """Changed rules by id; None removes a rule."""
    base_rules: bool = True
    """Whether rules of the base that are not listed count."""
    settlement: Mapping[str, Any] = NOTHING
    """Columns of `Settling` with their values; `danger` is the rulebook whose dangerous discards apply, or None."""
    legality: Mapping[str, Any] = NOTHING
    """Columns of `Rulebook` with their values, shapes by their ids; `one_suit_only` stands for `winner_shows`."""
    penalties: Mapping[str, Any] = NOTHING
    """Columns of `FalseMahjong` and points of `WashedTiles` by number of different majors; None: no such penalty."""
    options: Mapping[str, OptionValue] = NOTHING
    """Defaults of options."""
    book: str = "house"
    """The book that changed rules cite."""
    root: str = "/house_rules"
    """JSON pointer to the house rules; the pages that changed rules cite begin with it."""

    def cite(self, *path: str) -> Cite:
        """Cite the path of a change."""
        return Cite(self.book, "/".join((self.root, *path)))


class Unresolved(Exception):  # noqa: N818 - named as `Refused` is
    """House rules that cannot be applied; `faults` lists every fault, with paths relative to them."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__(f"{len(faults)} faults")
        self.faults = faults


def resolve(base: Rulebook, house: House, library: Library, nearest: Nearest) -> Rulebook:
    """Return the base with the house rules applied. Raises Unresolved with every fault."""
    table = _Table(base, house, library, nearest)
    rules = table.rules()
    table.check_layouts(rules)
    shapes = table.shapes(rules)
    settling, sitting = table.settling()
    resolved = replace(
        base,
        rules=rules,
        shapes=shapes,
        robs_concealed=table.robbing(shapes),
        settling=settling,
        sitting=sitting,
        options=table.options(settling),
        **table.legality(),
        **table.penalties(),
    )
    if table.faults:
        raise Unresolved(table.faults)
    own = Book(house.book, house.title or UNTITLED)
    books = tuple([book for book in (*base.books, own) if book.id in resolved.cited])
    adopted = Adopted(house.title, digest_of(resolved, library.lines))
    return replace(resolved, about=None, books=books, house=adopted)


class _Table:
    """House rules being applied, and the faults found so far."""

    def __init__(self, base: Rulebook, house: House, library: Library, nearest: Nearest) -> None:
        self.base = base
        self.house = house
        self.library = library
        self.nearest = nearest
        self.own = {rule.id: rule for rule in base.rules}
        self.faults: list[Fault] = []
        self._ways = 0
        """The sum of `CompiledLayout.ways` of the layouts so far."""

    # Rows

    def rules(self) -> tuple[ScoringRule, ...]:
        """The rules that count: the base's in order, then those of other rulebooks in order, then new ones by id."""
        changed = {name: self._row(name, change) for name, change in self.house.rules.items() if change is not None}
        for name, change in self.house.rules.items():
            if change is None and name not in self.own and name not in self.library.first:
                self._unknown_rule(name)
        kept = [
            changed.get(name, rule)
            for name, rule in self.own.items()
            if name in changed or (self.house.base_rules and name not in self.house.rules)
        ]
        new = sorted([rule for name, rule in changed.items() if rule and name not in self.own], key=self._place)
        found = [rule for rule in (*kept, *new) if rule is not None]
        return self._without_unused_names(found)

    def _place(self, rule: ScoringRule) -> tuple[int, str]:
        entry = self.library.first.get(rule.id)
        return (len(self.library.entries) if entry is None else entry.place), rule.id

    def _row(self, name: str, change: RuleChange) -> ScoringRule | None:
        start = None if change.unread else self._start(name, change)
        if start is None:
            return None
        faults = len(self.faults)
        bound = self._bound(name, change, start.looks_for)
        if bound is None or len(self.faults) > faults:
            return None
        row = replace(start, looks_for=bound, source=self.house.cite("rules", name), **change.columns)
        if change.columns or bound is not start.looks_for:
            row = replace(row, interpretation=None, assumed=False)
        if change.condition is not None or bound is not start.looks_for:
            row = replace(row, concept=self.library.concepts.get(condition_line(bound), row.concept))
        if row.applies_to is not AppliesTo.WINNER and row.looks_for.winner_only:
            self._winners_only(name, row)
        return row

    def _start(self, name: str, change: RuleChange) -> ScoringRule | None:
        """The existing rule, or a new one without worth."""
        path = ("rules", name)
        if name.startswith(OWN):
            return self._new(name, change)
        if change.book is not None:
            entry = self.library.entries.get((change.book, name))
            if entry is None:
                known = [rule.id for rule in self.library.rulebooks[change.book].rules]
                near, facts = self.nearest(name, known), {"rule": name[:40], "ruleset": change.book}
                self._fault("unknown-value", (*path, "ruleset"), "rule-of-a-rulebook", near, **facts)
                return None
            return self._imported(entry)
        if name in self.own:
            return self.own[name]
        entry = self.library.first.get(name)
        if entry is None:
            self._unknown_rule(name)
            return None
        return self._imported(entry)

    def _new(self, name: str, change: RuleChange) -> ScoringRule | None:
        path = ("rules", name)
        if change.book is not None:
            self._fault("unexpected-member", (*path, "ruleset"), "ruleset")
        if change.layout is not None:
            text, bound = change.layout.tiles, BoundCondition(LAYOUT)
        elif change.combined:
            combining = COMBINING[next(iter(change.combined))]
            text, bound = combining.text, BoundCondition(combining)
        elif change.condition is None:
            self._fault("missing-member", (*path, "find"), "find")
            return None
        else:
            condition = self.library.conditions.get(change.condition)
            if condition is None:
                self._unknown_condition(path, change.condition)
                return None
            text, bound = condition.text, BoundCondition(condition)
        return ScoringRule(id=name, text=text, looks_for=bound, applies_to=AppliesTo.WINNER, source=self.house.cite())

    def _unknown_rule(self, name: str) -> None:
        """Report an id that no rulebook has, suggesting the rule with this alias or a similar id."""
        known = dict.fromkeys([*self.own, *self.library.first])
        near = self.library.by_alias.get(name.lower()) or self.nearest(name, known)
        self._fault("unknown-member", ("rules", name), "rule", near, member=name[:40])

    def _unknown_condition(self, path: Path, given: str) -> None:
        near = self.nearest(given, self.library.conditions)
        self._fault("unknown-value", (*path, "find"), "finder", near, given=given[:40])

    def _winners_only(self, name: str, row: ScoringRule) -> None:
        condition = row.looks_for.condition.id
        self._fault("winners-only", ("rules", name, "applies_to"), finder=condition)

    def _imported(self, entry: Entry) -> ScoringRule:
        """A rule of another rulebook; options that the base does not have get that rulebook's defaults."""
        rule, own = entry.rule, {option.name for option in self.base.options}
        if not rule.agreed:
            return rule
        defaults = {option.name: option.default for option in entry.rulebook.options}

        def fixed(amount: Amount) -> Amount:
            return amount.under(defaults) if isinstance(amount, ShareOf) and amount.option not in own else amount

        def bound(one: BoundCondition) -> BoundCondition:
            values = {
                name: bool(defaults[value.option]) if isinstance(value, Agreed) and value.option not in own else value
                for name, value in one.values
            }
            return one._replace(values=tuple(values.items()), parts=tuple([bound(part) for part in one.parts]))

        return replace(
            rule,
            points=fixed(rule.points),
            bonus_points=fixed(rule.bonus_points),
            looks_for=bound(rule.looks_for),
        )

    def _bound(self, name: str, change: RuleChange, current: BoundCondition) -> BoundCondition | None:
        path = ("rules", name)
        if change.layout is not None or (current.condition is LAYOUT and change.condition is None):
            return self._layout(path, change, current)
        if change.combined:
            return self._combined(path, change)
        if change.condition is None or change.condition == current.condition.id:
            if not change.parameters and current.condition.parameters.keys() == dict(current.values).keys():
                return current
            condition, values = current.condition, dict(current.values)
        else:
            known = self.library.conditions.get(change.condition)
            if known is None:
                self._unknown_condition(path, change.condition)
                return None
            condition, values = known, {}
        self.faults += parameter_faults(condition, change.parameters, values.keys(), path, self.nearest)
        return condition(**values | dict(change.parameters))

    def _combined(self, path: Path, change: RuleChange) -> BoundCondition | None:
        """The condition of a rule that combines conditions."""
        others = {"find": change.condition, "parameters": change.parameters}
        parser = ConditionParser(self.library.conditions, self.nearest)
        bound = parser.parse({**{name: given for name, given in others.items() if given}, **change.combined}, path)
        self.faults += parser.faults
        return bound

    def _layout(self, path: Path, change: RuleChange, current: BoundCondition) -> BoundCondition | None:
        """The condition of a rule that has a layout, in its standard form."""
        others = {"find": change.condition, "parameters": change.parameters, **change.combined}
        for member, given in others.items():
            if given:
                self._fault("unexpected-member", (*path, member), "layout", member=member)
        if change.layout is None:
            return current
        if self._ways > MOST_WAYS:
            return None
        compiled, faults = checked(change.layout)
        self._ways += compiled.ways if compiled else WAYS_OF_A_REFUSED_LAYOUT
        if self._ways > MOST_WAYS:
            self._fault("layouts-too-costly", ("rules",), "ways", most=MOST_WAYS)
        for fault in faults:
            _, *within = fault.path if change.layout_is_text else ("", *fault.path)
            self.faults.append(fault._replace(path=(*path, "layout", *within)))
        return None if compiled is None else in_standard_form(change.layout)

    def check_layouts(self, rules: Iterable[ScoringRule]) -> None:
        """Report layouts that are too many, or too costly together, for one table."""
        layouts = {layout: rule.id for rule in rules if (layout := layout_of(rule))}
        compiled = {name: found for each, name in layouts.items() if (found := checked(each)[0])}
        self.faults += [fault.prefixed(("rules",)) for fault in too_many(compiled)]

    def _without_unused_names(self, rules: list[ScoringRule]) -> tuple[ScoringRule, ...]:
        """Remove ids of rules that do not count from columns that list rules; report unknown ids."""
        ids = dict.fromkeys([rule.id for rule in rules])
        for name, change in self.house.rules.items():
            if change is not None:
                self._check_names(name, change, ids)
        return tuple([_without_unused(rule, ids) for rule in rules])

    def _check_names(self, name: str, change: RuleChange, ids: Collection[str]) -> None:
        for column in NAMES_OF_RULES:
            for index, other in enumerate(change.columns.get(column) or ()):
                if len(self.faults) >= MOST_FAULTS:
                    return
                if other not in ids and other not in self.library.first and other not in self.house.rules:
                    near = self.library.by_alias.get(other.lower()) or self.nearest(other, [*ids, *self.library.first])
                    path, facts = ("rules", name, column, index), {"given": other[:40]}
                    self._fault("unknown-value", path, "rule", near, **facts)

    # Legality

    def shapes(self, rules: tuple[ScoringRule, ...]) -> tuple[Pattern, ...]:
        """The shapes of a complete hand: those of added rules are added, those without a rule left are removed."""
        base, given = self.base, self.house.legality.get("shapes")
        if given is not None:
            return tuple([shape for name, shape in SHAPES_BY_ID.items() if name in given])
        if rules == base.rules:
            return base.shapes
        before, after = _shapes_of(base.rules), _shapes_of(rules)
        added = _shapes_of(
            rule for rule in rules if rule.id not in self.own or rule.looks_for != self.own[rule.id].looks_for
        )
        kept = tuple([shape for shape in base.shapes if shape.id not in before or shape.id in after])
        return tuple([shape for name, shape in SHAPES_BY_ID.items() if name in added or shape in kept])

    def robbing(self, shapes: tuple[Pattern, ...]) -> tuple[Pattern, ...]:
        """The shapes that may be completed by robbing a concealed kong."""
        given = self.house.legality.get("robs_concealed")
        if given is None:
            return tuple([shape for shape in self.base.robs_concealed if shape in shapes])
        played = {shape.id: shape for shape in shapes}
        for index, name in enumerate(given):
            if name not in played:
                path = ("legality", "robs_concealed", index)
                self._fault("unknown-value", path, "shape-not-played", given=name)
        return tuple([shape for name, shape in played.items() if name in given])

    def legality(self) -> dict[str, Any]:
        """The columns of further requirements of a winner."""
        given: dict[str, Any] = {
            name: value for name, value in self.house.legality.items() if name in _RULEBOOK_COLUMNS
        }
        if "short_dead_hand_scores" in given:
            source = self.house.cite("legality", "short_dead_hand_scores")
            text = _DEAD_HAND[given["short_dead_hand_scores"]]
            given["dead_hand"] = SettlementRule(id=self.base.dead_hand.id, text=text, source=source)
        only = self.house.legality.get("one_suit_only")
        if only is not None:
            given["winner_shows"] = (ONE_SUIT(), ONE_SUIT_WITH_HONOURS(), HONOURS_ONLY()) if only else ()
            given["exposed_chows"] = True  # that an ordinary hand has none is part of what may win
        if "goulash" in self.house.legality:
            given["goulash"] = self._goulash() if self.house.legality["goulash"] else None
        if "most_chows" in given and isinstance(self.base.most_chows, ShareOf):
            del given["most_chows"]  # it becomes the default of the option
        return given

    def _goulash(self) -> Goulash | None:
        """The rulebook's own goulash, or the first of the library."""
        known = self.library.goulash
        if self.base.goulash is not None or known is None:
            return self.base.goulash
        row = replace(known.settlement_rule, source=self.house.cite("legality", "goulash"), interpretation=None)
        return known._replace(settlement_rule=replace(row, assumed=False))

    # Options

    def options(self, settling: Settling) -> tuple[Option, ...]:
        """The base's options with the house rules' defaults, that for the limit with what it cuts."""
        defaults: dict[str, tuple[OptionValue, tuple[str, ...]]] = {
            name: (value, ("options", name, "default")) for name, value in self.house.options.items()
        }
        chows = self.base.most_chows
        if isinstance(chows, ShareOf) and "most_chows" in self.house.legality:
            defaults[chows.option] = (self.house.legality["most_chows"], ("legality", "chows"))
        options = [self._option(option, *defaults.get(option.name, (None, None))) for option in self.base.options]
        before = self.base.settling
        return tuple(
            [settled_by.of_the_limit(each, settling, before) if each.name == LIMIT else each for each in options]
        )

    def _option(self, option: Option, default: OptionValue, path: tuple[str, ...] | None) -> Option:
        if path is None:
            return option
        nullable = option.nullable or default is None
        own = replace(option, default=default, default_by=None, nullable=nullable, source=self.house.cite(*path))
        return replace(own, interpretation=None, assumed=False)

    # Settling

    def settling(self) -> tuple[Settling, Sitting]:
        """The columns of the settlement with the rules to cite, and those of the sitting."""
        given = self.house.settlement
        if given.get("danger") is not None and given["danger"] not in self.library.dangers:
            known = list(self.library.dangers)
            near = self.nearest(given["danger"], known)
            path = ("settlement", "dangerous_discard")
            self._fault("unknown-value", path, "danger", near, given=given["danger"][:40], known=known)
            return self.base.settling, self.base.sitting
        return settled_by.applied(self.base, given, self.library, self.house.cite)

    def penalties(self) -> dict[str, Any]:
        """The penalties, which are paid without a winner."""
        given, amended = self.house.penalties, dict[str, Any]()
        if "false_mahjong" in given:
            amended["false_mahjong"] = self._false_mahjong(given["false_mahjong"])
        if "washed_tiles" in given:
            amended["washed_tiles"] = self._washed_tiles(given["washed_tiles"])
        return amended

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
        heads = f"{min(points)} or more different heads"
        text = f"A player dealt {heads} may call off the deal and collects from each other"
        return WashedTiles(settlement_rule=self._penalty("washed-tiles", text), points=dict(sorted(points.items())))

    def _penalty(self, name: str, text: str) -> SettlementRule:
        return SettlementRule(id=name, text=text, source=self.house.cite("penalties", name))

    def _fault(self, code: str, path: Path, sentence: str = "", near: str | None = None, **facts: Any) -> None:
        self.faults.append(Fault(code, path, near, facts, sentence))


_RULEBOOK_COLUMNS: Final = columns_of(Rulebook)
_BLANK: Final = SettlementRule(id="", text="", source=Cite("", ""))
_DEAD_HAND: Final = {
    False: "A dead hand scores nothing and pays everybody; it cannot win",
    True: "A dead hand cannot win, scores nothing and pays everybody; with too few tiles it still counts like any "
    "other that did not win",
}
"""What a dead hand scores, by `short_dead_hand_scores`."""
_DOUBLED: Final = ("East's part undoubled", "twice to and from East")
"""What a false call pays East, by `east_doubles`."""
_AFTER: Final = (
    "East keeps the deal",
    "an East who called loses the deal",
    "where no hand has been exposed, nothing is paid; East keeps the deal",
    "an East who called loses the deal; where no hand has been exposed, nothing is paid, and East keeps the deal",
)
"""What follows a false call, by `exposed_only`, then by `passes_the_deal`."""
_TAKEN_BACK: Final = "such a call is taken back, and the deal goes on"
"""What follows a call that does not pay, where it is `taken_back`."""
FALSE_CALL_WORDS: Final = (*_DOUBLED, *_AFTER, _TAKEN_BACK)
"""The parts of the text of a false call that catalogues have as words."""


def _of_a_false_call(penalty: FalseMahjong) -> str:
    """The penalty in words."""
    amount = penalty.to_each
    paid = f"{amount.percent} per cent of the limit" if isinstance(amount, PercentOfLimit) else f"{amount} points"
    whom = "to the others together, in equal parts rounded down" if penalty.shared else "to each of the others"
    doubled, after = _DOUBLED[penalty.east_doubles], _AFTER[2 * penalty.exposed_only + penalty.passes_the_deal]
    goes_on = f"; {_TAKEN_BACK}" if penalty.exposed_only and penalty.taken_back else ""
    return f"A player who calls Mah-Jong wrongly pays {paid} {whom}, {doubled}; {after}{goes_on}"


def _without_unused(rule: ScoringRule, ids: Collection[str]) -> ScoringRule:
    """The rule without references to rules that do not count."""
    columns = {name: getattr(rule, name) for name in NAMES_OF_RULES}
    kept: dict[str, Any] = {name: column for name, column in columns.items() if column and not {*column}.issubset(ids)}
    if not kept:
        return rule
    for name, column in kept.items():
        kept[name] = tuple([each for each in column if each in ids])
    return replace(rule, **kept)


def _shapes_of(rules: Iterable[ScoringRule]) -> set[Any]:
    """The ids of the shapes that rules have as conditions, except four sets and a pair, which are always played."""
    return {shape for rule in rules for shape in _shapes_in(rule.looks_for)}


def _shapes_in(bound: BoundCondition) -> Iterator[Any]:
    shape_in = bound.condition.shape_in
    if shape_in is not None:
        yield from [value for name, value in bound.values if name == shape_in and value != FOUR_SETS.id]
    if bound.condition is not NOT:
        for part in bound.parts:
            yield from _shapes_in(part)
