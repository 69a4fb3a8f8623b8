"""Parse a rulebook's file into its record: fill in what `from` refers to, and check every member.

A file has the members of house rules, whole: what settles, what may win, the penalties and every rule with its source.
An entry with `from` is the entry of that name in another file, except for the members that it has itself; null removes
a member. docs/adding-a-rulebook.md shows the form.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Final, NamedTuple, TypeVar

from service.domain.faults import Fault
from service.domain.layouts.written import Written, checked, read
from service.domain.rulebook.check import RulebookError
from service.domain.rulebook.combined import COMBINING, Reader
from service.domain.rulebook.danger_patterns import SERVED, WARNINGS, WOULD_SERVE
from service.domain.rulebook.library import CONDITIONS, SHAPES_BY_ID
from service.domain.rulebook.model import (
    EAST_DOUBLE,
    PLAIN_SHARES,
    WHOLE_LIMIT,
    Amount,
    AppliesTo,
    Book,
    BoundCondition,
    Cite,
    DangerousDiscard,
    DangerPattern,
    DrawnDeal,
    FalseMahjong,
    Goulash,
    LimitCuts,
    LoserLimit,
    Losers,
    Option,
    Percent,
    PercentOfLimit,
    RobbedKongAs,
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
from service.domain.rulebook.whole_hands import LAYOUT
from service.domain.shapes import WinShape
from service.domain.stand_ins import StandIn
from service.domain.tiles import NAMES

Json = dict[str, Any]
Value = TypeVar("Value")
TILES: Final = {name: tile for tile, name in enumerate(NAMES)}
FROM: Final = "from"
WHEN_LIMIT: Final = {"with": True, "without": False}
_SHARED: Final = (
    ("books",),
    ("options",),
    ("rules",),
    ("legality",),
    ("settlement",),
    ("settlement", "rules"),
    ("penalties",),
)
"""The sections whose entries may come from another file."""


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
            faults.append(f"{_pointer(path)}/from: {value[FROM]!r} has no such entry in a file before this one")
            return value
        members = {**shared, **value}
        return {name: member for name, member in members.items() if name != FROM and member is not None}
    return _with_shared(value, path, files, faults) if path in _SHARED else value


def _pointer(path: Iterable[str | int]) -> str:
    return "".join(f"/{step}" for step in path)


class _Members:
    """The members of an object, taken one by one; missing members, wrong types and members left over are faults."""

    def __init__(self, data: Any, path: tuple[str | int, ...], faults: list[str]) -> None:
        self.path = path
        self.faults = faults
        self.left: Json = dict(data) if isinstance(data, dict) else {}
        if not isinstance(data, dict):
            self.fault("", "an object is expected")

    @property
    def name(self) -> str:
        """The name of the object itself."""
        return str(self.path[-1])

    def fault(self, name: str, text: str) -> None:
        self.faults.append(f"{_pointer((*self.path, name) if name else self.path) or '/'}: {text}")

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
        """The value of `known` that a member names."""
        named = self.take(name, str, required=default is None)
        if named is None:
            return default
        if named not in known:
            self.fault(name, f"{named!r} is none of {', '.join(known)}")
            return default
        return known[named]

    def names(self, name: str) -> tuple[str, ...]:
        return tuple(self.take(name, list, []))

    def objects(self, name: str) -> "list[tuple[str, _Members]]":
        """The members of an object, each an object itself."""
        inner = self.take(name, dict, {})
        return [(str(key), _Members(value, (*self.path, name, key), self.faults)) for key, value in inner.items()]

    def object(self, name: str) -> "_Members":
        return _Members(self.take(name, dict, {}), (*self.path, name), self.faults)

    def end(self) -> None:
        for name in self.left:
            self.fault(name, "there is no such member here")


def rulebook(data: Json) -> Rulebook:
    """The record of a whole file with shared entries filled in. Raises RulebookError with every fault."""
    faults: list[str] = []
    members = _Members(data, (), faults)
    built = _checked(_rulebook, members)
    if faults or built is None:
        raise RulebookError(str(data.get("id")), faults)
    return built


def _checked(build: Callable[[_Members], Value], members: _Members) -> Value | None:
    """What `build` makes of the members; None, and a fault, if that fails."""
    before = len(members.faults)
    try:
        built = build(members)
    except (AttributeError, KeyError, TypeError, ValueError) as wrong:
        if len(members.faults) == before:
            members.fault("", f"cannot be read: {wrong}")
        return None
    members.end()
    return built


def _rulebook(members: _Members) -> Rulebook:
    legality, settlement, penalties = (members.object(each) for each in ("legality", "settlement", "penalties"))
    options = [_checked(_option, each) for _, each in members.objects("options")]
    rules = [_checked(_rule, each) for _, each in members.objects("rules")]
    settled = _settlement(settlement)
    built = Rulebook(
        id=members.take("id", str, required=True),
        title=members.take("title", str, required=True),
        about=members.take("about", str),
        revision=members.take("revision", int, required=True),
        source=_cite(members),
        books=tuple([_book(name, each) for name, each in members.objects("books")]),
        options=tuple([each for each in options if each]),
        rules=tuple([each for each in rules if each]),
        **_legality(legality),
        **settled,
        **_penalties(penalties),
    )
    for part in (legality, settlement, penalties):
        part.end()
    return built


def _book(name: str, members: _Members) -> Book:
    title, edition, where = (members.take(each, str) for each in ("title", "edition", "where"))
    members.end()
    return Book(name, title, edition=edition, where=where)


def _cite(members: _Members, name: str = "source") -> Cite:
    cited = members.take(name, dict, {}, required=True)
    if len(cited) != 1:
        members.fault(name, "one book and a page are expected: {the-book: 25}")
        return Cite("", "")
    [(book, page)] = cited.items()
    return Cite(str(book), str(page))


# Rules and options


def _rule(members: _Members) -> ScoringRule:
    only = members.take("only_beside", list)
    return ScoringRule(
        id=members.name,
        text=members.take("text", str, required=True),
        looks_for=_looks_for(members),
        source=_cite(members),
        points=_amount(members, "points"),
        doubles=members.take("doubles", int, 0),
        bonus_points=_amount(members, "added"),
        limit_percent=_share(members),
        score=members.take("score", int, 0),
        waiting=_waiting(members),
        bonus=members.take("bonus", bool, False),
        bonus_apart=members.take("bonus_apart", bool, False),
        applies_to=members.one_of("applies_to", _words(AppliesTo), AppliesTo.ALL),
        when_limit=WHEN_LIMIT.get(members.take("when_limit", str, "")),
        replaces=members.names("replaces"),
        spoiled_by=members.names("spoiled_by"),
        only_beside=None if only is None else tuple(only),
        aliases=members.names("aliases"),
        concept=members.take("concept", str),
        interpretation=members.take("interpretation", str),
        assumed=members.take("assumed", bool, False),
    )


def _words(words: Iterable[Any]) -> dict[str, Any]:
    return {each.value: each for each in words}


def _looks_for(members: _Members) -> BoundCondition:
    """A condition with its parameters, or a layout: its tiles alone, or an object with them."""
    if "layout" not in members.left:
        return _bound(members)
    given = members.left.pop("layout")
    written = Written(**given) if isinstance(given, dict) else Written(given)
    form, faults = checked(written)
    for fault in faults:
        members.fault("layout", f"{fault.code} {dict(fault.facts)}")
    return LAYOUT(**read(written).written._asdict()) if form else LAYOUT()


def _share(members: _Members) -> Percent:
    """A share of the limit in per cent, or as an exact fraction: `limit_share: 3/2`."""
    if "limit_share" not in members.left:
        percent: int = members.take("limit_percent", int, 0)
        return percent
    return percent_of(Fraction(str(members.left.pop("limit_share"))) * WHOLE_LIMIT)


def _waiting(members: _Members) -> Worth | None:
    if "waiting" not in members.left:
        return None
    waiting = members.object("waiting")
    paid = Worth(_share(waiting), waiting.take("score", int, 0))
    waiting.end()
    return paid


def _bound(members: _Members) -> BoundCondition:
    """A condition with its parameters, or several combined."""
    stated = {name: members.left.pop(name) for name in _STATED if name in members.left}
    reader = Reader(CONDITIONS, lambda *_: None, options=True)
    found = reader.read(stated, members.path)
    members.faults += [f"{_pointer(fault.path)}: {_said(fault)}" for fault in reader.faults]
    return found or CONDITIONS["mah-jong"]()  # a fault; the others are found too


def _said(fault: Fault) -> str:
    if fault.sentence == "finder":
        return f"{fault.facts['given']!r} is none of {', '.join(CONDITIONS)}"
    return f"{fault.code} {dict(fault.facts)}"


_STATED: Final = ("find", "parameters", *COMBINING)


def _bounds(members: _Members, name: str) -> tuple[BoundCondition, ...]:
    found = members.take(name, list, [])
    each = [_Members(value, (*members.path, name, place), members.faults) for place, value in enumerate(found)]
    return tuple([_bound(one) for one in each])


def _amount(members: _Members, name: str) -> Amount:
    """A number, or a share of an option's value: `{option: limit, divided_by: 2}`."""
    if isinstance(members.left.get(name), dict):
        share = members.object(name)
        amount = ShareOf(share.take("option", str, required=True), share.take("divided_by", int, 1))
        share.end()
        return amount
    number: int = members.take(name, int, 0)
    return number


_KEYS: Final[Mapping[str, Any]] = {"null": None, "true": True, "false": False}


def _option(members: _Members) -> Option:
    by = members.take("default_by", dict)
    choices = members.take("choices", list)
    return Option(
        name=members.name,
        text=members.take("text", str, required=True),
        source=_cite(members),
        default=members.left.pop("default", None),
        default_by=None if by is None else _defaults(by),
        nullable=members.take("nullable", bool, False),
        minimum=members.take("minimum", int),
        maximum=members.take("maximum", int),
        multiple_of=members.take("multiple_of", int),
        choices=None if choices is None else tuple(choices),
        usual=members.names("usual"),  # type: ignore[arg-type]
        requires=_bounds(members, "requires"),
        interpretation=members.take("interpretation", str),
        assumed=members.take("assumed", bool, False),
    )


def _defaults(by: Json) -> tuple[str, dict[Any, Any]]:
    [(other, values)] = by.items()
    return other, {_KEYS.get(key, key): value for key, value in values.items()}


# What may win, what settles, what is paid otherwise


def _settlement_rule(members: _Members) -> SettlementRule:
    return SettlementRule(
        id=members.take("id", str, required=True),
        text=members.take("text", str, required=True),
        source=_cite(members),
        interpretation=members.take("interpretation", str),
        assumed=members.take("assumed", bool, False),
    )


def _row(members: _Members, name: str) -> SettlementRule:
    inner = members.object(name)
    row = _settlement_rule(inner)
    inner.end()
    return row


def _legality(members: _Members) -> Json:
    agreed = [(option, SHAPES_BY_ID[shape]) for option, shape in members.take("shapes_agreed", dict, {}).items()]
    return {
        "shapes": _shapes(members, "shapes"),
        "shapes_agreed": tuple(agreed),
        "robs_concealed": _shapes(members, "robs_concealed"),
        "dealt_kongs": members.take("dealt_kongs", bool, False),
        "winner_shows": _bounds(members, "winner_shows"),
        "least_points": members.take("least_points", int, 0),
        "least_doubles": members.take("least_doubles", int, 0),
        "short_dead_hand_scores": members.take("short_dead_hand_scores", bool, False),
        "dead_hand": _row(members, "dead_hand"),
        "goulash": _goulash(members) if "goulash" in members.left else None,
        "stand_ins": tuple(
            [StandIn(TILES[tile], TILES[of]) for tile, of in members.take("stands_for", dict, {}).items()]
        ),
        **({"most_chows": _amount(members, "chows")} if "chows" in members.left else {}),
    }


def _goulash(members: _Members) -> Goulash:
    inner = members.object("goulash")
    played = Goulash(_settlement_rule(inner), inner.names("without"))
    inner.end()
    return played


def _shapes(members: _Members, name: str) -> tuple[WinShape, ...]:
    return tuple([SHAPES_BY_ID[shape] for shape in members.names(name)])


def _settlement(members: _Members) -> Json:
    rows = members.object("rules")
    sitting = Sitting(settlement_rule=_row(rows, "rounds"), rounds=members.take("rounds", bool, required=True))
    east, discarder = members.object("east"), members.object("discarder")
    settling = Settling(
        rows=_rows(rows),
        losers=members.one_of("losers", _words(Losers), Losers.DIFFERENCE),
        east_pays=east.take("pays", int, EAST_DOUBLE),
        east_receives=east.take("receives", int, EAST_DOUBLE),
        discarder_share=discarder.take("share", int, 1),
        others_share=discarder.take("others_share", int, 1),
        discarder_for_all=discarder.take("for_all", bool, False),
        self_drawn=members.take("self_drawn", int, 1),
        robbed_kong_as=members.one_of("robbed_kong_as", _words(RobbedKongAs), RobbedKongAs.DISCARD),
        limit_cuts=members.one_of("limit_cuts", _words(LimitCuts), LimitCuts.PAYMENT),
        loser_limit=members.one_of("loser_limit", _words(LoserLimit), LoserLimit.SCORE),
        limit_without=members.take("limit_without", int),
        pays_above_limit=members.take("pays_above_limit", bool, False),
        points_rounded_up_to=members.take("points_rounded_up_to", int, 1),
        drawn_deal=members.one_of("drawn_deal", _words(DrawnDeal), DrawnDeal.NOTHING),
        bonus_beside_limit=members.take("bonus_beside_limit", bool, False),
        danger=_danger(members.object("dangerous_discard")) if "dangerous_discard" in members.left else None,
    )
    for part in (rows, east, discarder):
        part.end()
    return {"settling": settling, "sitting": sitting}


class _Slots(NamedTuple):
    """The rules that settle: those that every rulebook has, and optional ones."""

    all: tuple[str, ...] = ("seats", "winner", "losers", "east", "limit", "next_east", "drawn_deal")
    some: tuple[str, ...] = ("loser_limit_hand", "rounding", "robbed_kong")
    cites: tuple[str, ...] = ("east_pays", "east_receives")


_SLOTS: Final = _Slots()


def _rows(members: _Members) -> SettlingRows:
    given = [name for name in (*_SLOTS.all, *_SLOTS.some) if name in _SLOTS.all or name in members.left]
    cited = [name for name in _SLOTS.cites if name in members.left]
    shares = members.object("shares")
    rows: Json = {name: _row(members, name) for name in given}
    cites: Json = {name: _cite(members, name) for name in cited}
    said = {name: _row(shares, name) for name in PLAIN_SHARES if name in shares.left}
    shares.end()
    return SettlingRows(**rows, **cites, shares=said)


def _danger(members: _Members) -> DangerousDiscard:
    named = members.left.get("patterns")
    patterns = WARNINGS if named == "warnings" else tuple([_pattern(*each) for each in members.objects("patterns")])
    members.left.pop("patterns", None)
    danger = DangerousDiscard(
        settlement_rule=_settlement_rule(members),
        patterns=patterns,
        excuses=members.take("excuses", bool, required=True),
        during_play=members.take("during_play", bool, False),
        complete_honours=members.take("complete_honours", int, 2),
    )
    members.end()
    return danger


def _pattern(name: str, members: _Members) -> DangerPattern:
    text, served = members.take("text", str, required=True), members.one_of("served", SERVED)
    pattern = DangerPattern(id=name, text=text, served=served, would_serve=members.one_of("would_serve", WOULD_SERVE))
    members.end()
    return pattern


def _penalties(members: _Members) -> Json:
    penalties: Json = {}
    if "washed-tiles" in members.left:
        washed = members.object("washed-tiles")
        points = washed.take("by_heads", dict, {})
        penalties["washed_tiles"] = WashedTiles(settlement_rule=_settlement_rule(washed), points=points)
        washed.end()
    if "false-mahjong" in members.left:
        called = members.object("false-mahjong")
        penalties["false_mahjong"] = _false_mahjong(called)
        called.end()
    return penalties


def _false_mahjong(members: _Members) -> FalseMahjong:
    percent = members.take("limit_percent", int)
    return FalseMahjong(
        settlement_rule=_settlement_rule(members),
        to_each=members.take("points", int, 0) if percent is None else PercentOfLimit(percent),
        shared=members.take("shared", bool, False),
        east_doubles=members.take("east_doubles", bool, required=True),
        exposed_only=members.take("exposed_only", bool, False),
        passes_the_deal=members.take("passes_the_deal", bool, False),
    )
