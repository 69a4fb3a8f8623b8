"""Parse a rulebook's file to its record: fill in entries that `from` refers to, and validate every member.

A file has all members of house rules: settlement, legality, penalties and every rule with its source. An entry with
`from` is the entry of that name in another file, with its own members replacing those of that entry; null removes a
member. docs/adding-a-rulebook.md shows the form.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, TypeVar

from service.domain.faults import Fault
from service.domain.layouts.written import Written, checked
from service.domain.rulebook.check import RulebookError
from service.domain.rulebook.combined import COMBINING, ConditionParser
from service.domain.rulebook.danger_patterns import SERVED, WARNINGS, WOULD_SERVE
from service.domain.rulebook.library import CONDITIONS, SHAPES_BY_ID
from service.domain.rulebook.model import (
    PLAIN_SHARES,
    WHEN_LIMIT,
    WHOLE_LIMIT,
    Amount,
    Book,
    BoundCondition,
    Cite,
    DangerousDiscard,
    DangerPattern,
    FalseMahjong,
    Goulash,
    Option,
    Percent,
    PercentOfLimit,
    Rulebook,
    ScoringRule,
    SettlementRule,
    Settling,
    SettlingRows,
    ShareOf,
    Sitting,
    WashedTiles,
    Worth,
    percent_of,
)
from service.domain.rulebook.whole_hands import LAYOUT, in_standard_form
from service.domain.shapes import WinShape
from service.domain.stand_ins import StandIn
from service.domain.tiles import NAMES

Json = dict[str, Any]
Value = TypeVar("Value")
TILES: Final = {name: tile for tile, name in enumerate(NAMES)}
FROM: Final = "from"
_SHARED: Final = (
    ("books",),
    ("options",),
    ("rules",),
    ("legality",),
    ("settlement",),
    ("settlement", "rules"),
    ("penalties",),
)
"""The sections whose entries can be shared by `from`."""


def filled_in(data: Json, files: Mapping[str, Json]) -> Json:
    """A file's value with shared entries filled in from `files`. Raises RulebookError."""
    faults: list[str] = []
    filled = _with_shared(data, (), files, faults)
    if faults:
        raise RulebookError(str(data.get("id")), faults)
    return filled


def _with_shared(data: Json, path: tuple[str, ...], files: Mapping[str, Json], faults: list[str]) -> Json:
    return {
        name: _entry(value, (*path, name), files, faults) if isinstance(value, dict) else value
        for name, value in data.items()
    }


def _entry(value: Json, path: tuple[str, ...], files: Mapping[str, Json], faults: list[str]) -> Json:
    if path[:-1] in _SHARED and FROM in value:
        shared: Any = files.get(str(value[FROM]))
        for step in path:
            shared = shared.get(step) if isinstance(shared, dict) else None
        if shared is None:
            faults.append(f"{pointer((*path, FROM))}: {value[FROM]!r} has no such entry in a file before this one")
            return value
        members = {**shared, **value}
        return {name: member for name, member in members.items() if name != FROM and member is not None}
    return _with_shared(value, path, files, faults) if path in _SHARED else value


def pointer(path: Iterable[str | int]) -> str:
    """A path as a JSON pointer; `/` is the whole."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path) or "/"


class _Members:
    """The members of an object, consumed one by one; missing, wrongly typed and unconsumed members are faults."""

    def __init__(self, data: Any, path: tuple[str | int, ...], faults: list[str]) -> None:
        self.path = path
        self.faults = faults
        self.left: Json = dict(data) if isinstance(data, dict) else {}
        if not isinstance(data, dict):
            self.fault("", "an object is expected")

    @property
    def name(self) -> str:
        """The name of the object: the last step of its path."""
        return str(self.path[-1])

    def fault(self, name: str, text: str) -> None:
        self.faults.append(f"{pointer((*self.path, name) if name else self.path)}: {text}")

    def take(self, name: str, kind: type[Value], default: Value | None = None, *, required: bool = False) -> Any:
        """A member of this type; the default if it is absent or wrong."""
        if name not in self.left:
            if required:
                self.fault(name, "this member is missing")
            return default
        value = self.left.pop(name)
        if type(value) is not kind and not (value is None and default is None):
            self.fault(name, f"{kind.__name__} is expected, not {value!r}")
            return default
        return value

    def one_of(self, name: str, known: Mapping[str, Value], default: Value | None = None) -> Any:
        """The value in `known` of the word in a member."""
        named = self.take(name, str, required=default is None)
        if named is None:
            return default
        if named not in known:
            self.fault(name, f"{named!r} is none of {', '.join(known)}")
            return default
        return known[named]

    def names(self, name: str) -> tuple[str, ...]:
        return tuple(self.take(name, list, []))

    def columns(self, record: type, *same: str, **named: str) -> Json:
        """Columns of a record, typed as their defaults; `named` has the members whose names differ from the column."""
        defaults = {each.name: each.default for each in fields(record)}
        places = {**dict(zip(same, same, strict=True)), **named}
        return {column: self._like(defaults[column], name) for column, name in places.items()}

    def _like(self, default: Any, name: str) -> Any:
        if isinstance(default, tuple):
            return self.names(name)
        if isinstance(default, StrEnum):
            return self.one_of(name, {each.value: each for each in type(default)}, default)
        return self.take(name, type(default), default)

    def built(self, build: "Callable[[_Members], Value]") -> Value | None:
        """The result of `build`, which must consume all members; None, and a fault, if it fails."""
        before = len(self.faults)
        try:
            built = build(self)
        except (AttributeError, KeyError, TypeError, ValueError) as wrong:
            if len(self.faults) == before:
                self.fault("", f"cannot be read: {wrong}")
            return None
        for name in self.left:
            self.fault(name, "there is no such member here")
        return built

    def inner(self, name: str, build: "Callable[[_Members], Value]") -> Any:
        """The result of `build` for the object in a member."""
        return _Members(self.take(name, dict, {}), (*self.path, name), self.faults).built(build)

    def inner_if_any(self, name: str, build: "Callable[[_Members], Value]") -> Any:
        """The same; None if the member is absent."""
        return self.inner(name, build) if name in self.left else None

    def each(self, name: str, build: "Callable[[_Members], Value]") -> tuple[Value, ...]:
        """The results of `build` for the objects in a member, without those that fail."""
        objects = self.take(name, dict, {}).items()
        found = [_Members(value, (*self.path, name, key), self.faults).built(build) for key, value in objects]
        return tuple([each for each in found if each is not None])


def rulebook(data: Json) -> Rulebook:
    """The record of a whole file with shared entries filled in. Raises RulebookError with every fault."""
    faults: list[str] = []
    built = _Members(data, (), faults).built(_rulebook)
    if faults or built is None:
        raise RulebookError(str(data.get("id")), faults)
    return built


def _rulebook(members: _Members) -> Rulebook:
    sections = {"legality": _legality, "settlement": _settlement, "penalties": _penalties}
    columns = [members.inner(name, build) or {} for name, build in sections.items()]
    return Rulebook(
        id=members.take("id", str, required=True),
        title=members.take("title", str, required=True),
        about=members.take("about", str),
        revision=members.take("revision", int, required=True),
        source=_cite(members),
        books=members.each("books", _book),
        options=members.each("options", _option),
        rules=members.each("rules", _rule),
        **{column: value for section in columns for column, value in section.items()},
    )


def _book(members: _Members) -> Book:
    title, edition, where = (members.take(each, str) for each in ("title", "edition", "where"))
    return Book(members.name, title, edition=edition, where=where)


def _cite(members: _Members, name: str = "source") -> Cite:
    cited = members.take(name, dict, {}, required=True)
    if len(cited) != 1:
        members.fault(name, "one book and a page are expected: {the-book: 25}")
        return Cite("", "")
    [(book, page)] = cited.items()
    return Cite(str(book), str(page))


def _stated(members: _Members) -> Json:
    """The members of every rule and option: text, source and interpretation."""
    return {
        "text": members.take("text", str, required=True),
        "source": _cite(members),
        "interpretation": members.take("interpretation", str),
        "assumed": members.take("assumed", bool, False),
    }


# Rules and options


def _rule(members: _Members) -> ScoringRule:
    only = members.take("only_beside", list)
    return ScoringRule(
        id=members.name,
        looks_for=_looks_for(members),
        points=_amount(members, "points"),
        bonus_points=_amount(members, "added"),
        limit_percent=_share(members),
        waiting=members.inner_if_any("waiting", _waiting),
        when_limit=WHEN_LIMIT.get(members.take("when_limit", str, "")),
        only_beside=None if only is None else tuple(only),
        concept=members.take("concept", str),
        **members.columns(ScoringRule, "doubles", "score", "bonus", "bonus_apart", "applies_to"),
        **members.columns(ScoringRule, "replaces", "spoiled_by", "aliases"),
        **_stated(members),
    )


def _looks_for(members: _Members) -> BoundCondition:
    """A condition, or a layout: a text of its tiles, or an object."""
    if "layout" not in members.left:
        return _bound(members)
    given = members.left.pop("layout")
    written = Written(**given) if isinstance(given, dict) else Written(given)
    _, faults = checked(written)
    for fault in faults:
        members.fault("layout", f"{fault.code} {dict(fault.facts)}")
    return LAYOUT() if faults else in_standard_form(written)


def _share(members: _Members) -> Percent:
    """A share of the limit in per cent, or as an exact fraction: `limit_share: 3/2`."""
    if "limit_share" not in members.left:
        percent: int = members.take("limit_percent", int, 0)
        return percent
    return percent_of(Fraction(str(members.left.pop("limit_share"))) * WHOLE_LIMIT)


def _waiting(members: _Members) -> Worth:
    return Worth(_share(members), members.take("score", int, 0))


def _bound(members: _Members) -> BoundCondition:
    """A condition with its parameters, or a combined one."""
    given = {name: members.left.pop(name) for name in _CONDITION_MEMBERS if name in members.left}
    parser = ConditionParser(CONDITIONS, lambda *_: None, options=True)
    found = parser.parse(given, members.path)
    members.faults += [f"{pointer(fault.path)}: {_fault_text(fault)}" for fault in parser.faults]
    return found or CONDITIONS["mah-jong"]()  # a placeholder, so that other faults are found too


def _fault_text(fault: Fault) -> str:
    if fault.sentence == "finder":
        return f"{fault.facts['given']!r} is none of {', '.join(CONDITIONS)}"
    return f"{fault.code} {dict(fault.facts)}"


_CONDITION_MEMBERS: Final = ("find", "parameters", *COMBINING)


def _bounds(members: _Members, name: str) -> tuple[BoundCondition, ...]:
    found = members.take(name, list, [])
    each = [_Members(value, (*members.path, name, place), members.faults) for place, value in enumerate(found)]
    return tuple([_bound(one) for one in each])


def _amount(members: _Members, name: str) -> Amount:
    """A number, or a share of an option's value: `{option: limit, divided_by: 2}`."""
    if isinstance(members.left.get(name), dict):
        share: ShareOf = members.inner(name, _share_of)
        return share
    number: int = members.take(name, int, 0)
    return number


def _share_of(members: _Members) -> ShareOf:
    return ShareOf(members.take("option", str, required=True), members.take("divided_by", int, 1))


_KEYS: Final[Mapping[str, Any]] = {"null": None, "true": True, "false": False}


def _option(members: _Members) -> Option:
    by = members.take("default_by", dict)
    choices = members.take("choices", list)
    return Option(
        name=members.name,
        default=members.left.pop("default", None),
        default_by=None if by is None else _defaults(by),
        minimum=members.take("minimum", int),
        maximum=members.take("maximum", int),
        multiple_of=members.take("multiple_of", int),
        choices=None if choices is None else tuple(choices),
        requires=_bounds(members, "requires"),
        **members.columns(Option, "nullable", "usual"),
        **_stated(members),
    )


def _defaults(by: Json) -> tuple[str, dict[Any, Any]]:
    [(other, values)] = by.items()
    return other, {_KEYS.get(key, key): value for key, value in values.items()}


# Legality, settlement, penalties


def _settlement_rule(members: _Members) -> SettlementRule:
    return SettlementRule(id=members.take("id", str, required=True), **_stated(members))


def _legality(members: _Members) -> Json:
    agreed, stand_ins = (members.take(name, dict, {}) for name in ("shapes_agreed", "stands_for"))
    return {
        "shapes": _shapes(members, "shapes"),
        "shapes_agreed": tuple([(option, SHAPES_BY_ID[shape]) for option, shape in agreed.items()]),
        "robs_concealed": _shapes(members, "robs_concealed"),
        "winner_shows": _bounds(members, "winner_shows"),
        "dead_hand": members.inner("dead_hand", _settlement_rule),
        "goulash": members.inner_if_any("goulash", _goulash),
        "stand_ins": tuple([StandIn(TILES[tile], TILES[of]) for tile, of in stand_ins.items()]),
        **members.columns(Rulebook, "dealt_kongs", "least_points", "least_doubles", "short_dead_hand_scores"),
        **({"most_chows": _amount(members, "chows")} if "chows" in members.left else {}),
    }


def _goulash(members: _Members) -> Goulash:
    return Goulash(_settlement_rule(members), members.names("without"))


def _shapes(members: _Members, name: str) -> tuple[WinShape, ...]:
    return tuple([SHAPES_BY_ID[shape] for shape in members.names(name)])


def _settlement(members: _Members) -> Json:
    rows, rounds = members.inner("rules", _rows)
    settling = Settling(
        rows=rows,
        limit_without=members.take("limit_without", int),
        danger=members.inner_if_any("dangerous_discard", _danger),
        **members.columns(Settling, "losers", "self_drawn", "robbed_kong_as", "drawn_deal"),
        **members.columns(Settling, "limit_cuts", "loser_limit", "pays_above_limit", "bonus_beside_limit"),
        **members.columns(Settling, "points_rounded_up_to"),
        **members.inner("east", _east),
        **members.inner("discarder", _discarder),
    )
    sitting = Sitting(settlement_rule=rounds, rounds=members.take("rounds", bool, required=True))
    return {"settling": settling, "sitting": sitting}


def _east(members: _Members) -> Json:
    return members.columns(Settling, east_pays="pays", east_receives="receives")


def _discarder(members: _Members) -> Json:
    return members.columns(Settling, "others_share", discarder_share="share", discarder_for_all="for_all")


_ALWAYS: Final = ("seats", "winner", "losers", "east", "limit", "next_east", "drawn_deal")
_SOMETIMES: Final = ("loser_limit_hand", "rounding", "robbed_kong")
_CITED: Final = ("east_pays", "east_receives")


def _rows(members: _Members) -> tuple[SettlingRows, SettlementRule]:
    """The settlement rules, and the rule of the sitting."""
    given = [*_ALWAYS, *[name for name in _SOMETIMES if name in members.left]]
    rows: Json = {name: members.inner(name, _settlement_rule) for name in given}
    cites: Json = {name: _cite(members, name) for name in _CITED if name in members.left}
    rounds = members.inner("rounds", _settlement_rule)
    return SettlingRows(**rows, **cites, shares=members.inner("shares", _shares)), rounds


def _shares(members: _Members) -> dict[str, SettlementRule]:
    return {name: members.inner(name, _settlement_rule) for name in PLAIN_SHARES if name in members.left}


def _danger(members: _Members) -> DangerousDiscard:
    warnings = members.left.get("patterns") == "warnings" and members.left.pop("patterns")
    return DangerousDiscard(
        settlement_rule=_settlement_rule(members),
        patterns=WARNINGS if warnings else members.each("patterns", _pattern),
        excuses=members.take("excuses", bool, required=True),
        **members.columns(DangerousDiscard, "during_play", "complete_honours"),
    )


def _pattern(members: _Members) -> DangerPattern:
    return DangerPattern(
        id=members.name,
        text=members.take("text", str, required=True),
        served=members.one_of("served", SERVED),
        would_serve=members.one_of("would_serve", WOULD_SERVE),
    )


def _penalties(members: _Members) -> Json:
    return {
        "washed_tiles": members.inner_if_any("washed-tiles", _washed_tiles),
        "false_mahjong": members.inner_if_any("false-mahjong", _false_mahjong),
    }


def _washed_tiles(members: _Members) -> WashedTiles:
    return WashedTiles(settlement_rule=_settlement_rule(members), points=members.take("by_heads", dict, {}))


def _false_mahjong(members: _Members) -> FalseMahjong:
    percent = members.take("limit_percent", int)
    return FalseMahjong(
        settlement_rule=_settlement_rule(members),
        to_each=members.take("points", int, 0) if percent is None else PercentOfLimit(percent),
        east_doubles=members.take("east_doubles", bool, required=True),
        by_callers=members.take("by_callers", dict, {}),
        **members.columns(FalseMahjong, "shared", "exposed_only", "passes_the_deal", "taken_back"),
    )
