"""House rules: from what a request or a file has of them to the rulebook that is played, or to every fault at once."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Any, ClassVar, Final

import orjson
from marshmallow import ValidationError

from service.domain import rulebook as rulebooks
from service.domain.faults import Facts, Fault, Path, together
from service.domain.hand import HAND_SETS
from service.domain.rulebook.house_rules import OWN, House, RuleChange, Unresolved, resolve
from service.domain.rulebook.library import SHAPES_BY_ID
from service.domain.rulebook.model import (
    LIMIT,
    AppliesTo,
    LimitCuts,
    LoserLimit,
    Losers,
    PercentOfLimit,
    RobbedKongAs,
    Rulebook,
)
from service.domain.rulebook.settled_by import PLACES
from service.domain.rulebook.terms import Compiled
from service.reading.fields import (
    MISSING,
    MOST_FAULTS,
    NOT_AN_OBJECT,
    AnyObject,
    Anything,
    Flag,
    Listed,
    Object,
    OneOf,
    Strict,
    Strictly,
    Text,
    Whole,
    load,
    nearest,
    refuse,
    words,
)
from service.reading.options import read_option

MOST_CHANGES: Final = 100
"""Changes of one table."""
MOST_POINTS: Final = 10_000
"""Points of a rule or a penalty."""
MOST_ADDED: Final = 500_000
"""Points of a rule after doubling: one rulebook adds half the limit."""
WHEN_LIMIT: Final = {"with": True, "without": False, "always": None}
"""Whether a rule counts only where a limit is set, only where none is, or always: null would be absent."""
ANY: Final = ("any",)
"""Stands for whatever else counts, in `only_beside`."""
NONE: Final = "none"
"""Stands for no dangerous discard, and in a list for no id: one that is empty is absent."""
MOST_DOUBLES: Final = 13
MOST_TEXT: Final = 200
"""Characters of a title, or of a rule's text."""
MOST_NAME: Final = 64
"""Characters of an id."""
MOST_SHARES: Final = 12
"""Times that a score may be paid."""
MOST_HEADS: Final = 13
"""Different heads that can be washed."""
_KEPT: Final = 64
"""Resolved house rules that are kept; a table sends the same ones all evening."""
_KEPT_OPTIONS: Final = 4
"""Different options of the same house rules whose terms are kept."""
_KEPT_SIGNS: Final = 64
"""Different signs of hands for which such terms know their rows."""
_PATH: Final = ("house_rules",)
NAME: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
"""What the ids of a table's own rules, and of an operator's rulebooks, are written with."""


class Named(Strict[dict[str, Any]]):
    """An object with names of the client's own choice for members, each read by the same field."""

    def __init__(self, inner: Strict[Any], most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.inner = inner
        self.most = most

    def reads_as_absent(self, value: Any) -> bool:
        """Null, where it means nothing; or an empty object."""
        return super().reads_as_absent(value) or value == {}

    def _read(self, value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise ValidationError([NOT_AN_OBJECT])
        if len(value) > self.most:
            given = len(value)
            raise refuse(
                "too-many-items", f"{given} given; 0 to {self.most} are accepted", given=given, least=0, most=self.most
            )
        read: dict[str, Any] = {}
        faults: dict[str, Any] = {}
        for name, each in value.items():
            try:
                read[name] = self.inner.deserialize(None) if each is None else self.inner._read(each)
            except ValidationError as error:
                faults[name] = error.messages
                if error.valid_data is not None:
                    read[name] = error.valid_data
        if faults:
            raise ValidationError(faults, valid_data=read)
        return read


class NewId(Strict[str]):
    """An id of a client's own choice that does not mean something else already."""

    def __init__(self, taken: AbstractSet[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.taken = taken

    def _read(self, value: Any) -> str:
        if type(value) is not str or not 0 < len(value) <= MOST_NAME or not NAME.issuperset(value):
            detail = f"small letters, digits and hyphens are expected here, {MOST_NAME} at most"
            raise refuse("wrong-type", detail, "id", most=MOST_NAME)
        if value in self.taken:
            raise refuse("unknown-value", f"{value} is taken already", "known-id", given=value)
        return value


class Names(Listed[str]):
    """Ids, of which an empty list is absent; `none` alone stands for no id at all."""

    def _read(self, value: Any) -> tuple[str, ...]:
        """One that cannot be read stands as an empty one, so that those after it keep their places."""
        try:
            return () if value == [NONE] else super()._read(value)
        except ValidationError as error:
            if error.valid_data is not None:
                error.valid_data = ["" if each is None else each for each in error.valid_data]
            raise


class RuleChangeSchema(Strictly):
    """What a table has otherwise in a rule, or what a new one is."""

    counts = Flag()
    text = Text(1, MOST_TEXT)
    ruleset = OneOf(rulebooks.LIBRARY.rulebooks)
    find = Text(1, MOST_NAME)
    parameters = AnyObject()
    points = Whole(0, MOST_POINTS)
    doubles = Whole(0, MOST_DOUBLES)
    added = Whole(0, MOST_ADDED)
    limit_percent = Whole(0, 100)
    applies_to = OneOf(words(AppliesTo))
    when_limit = OneOf(WHEN_LIMIT)
    replaces = Names(Text(1, MOST_NAME), 0, MOST_CHANGES)
    spoiled_by = Names(Text(1, MOST_NAME), 0, MOST_CHANGES)
    only_beside = Names(Text(1, MOST_NAME), 0, MOST_CHANGES)
    bonus = Flag()
    bonus_apart = Flag()


class EastSchema(Strictly):
    """What East pays and is paid."""

    pays = Whole(1, MOST_SHARES)
    receives = Whole(1, MOST_SHARES)


class DiscarderSchema(Strictly):
    """What the discarder pays, and the others beside."""

    share = Whole(1, MOST_SHARES)
    others_share = Whole(0, MOST_SHARES)
    for_all = Flag()


class SettlementRulesSchema(Strictly):
    """How a table settles."""

    losers = OneOf(words(Losers))
    east = Object(EastSchema())
    discarder = Object(DiscarderSchema())
    self_drawn = Whole(1, MOST_SHARES)
    robbed_kong_as = OneOf(words(RobbedKongAs))
    limit_cuts = OneOf(words(LimitCuts))
    limit_without = Whole(0, 1_000_000)
    bonus_beside_limit = Flag()
    loser_limit = OneOf(words(LoserLimit))
    dangerous_discard = Text(1, MOST_NAME)
    rounds = Flag()


class LegalitySchema(Strictly):
    """What may win."""

    chows = Whole(0, HAND_SETS, attribute="most_chows")
    least_points = Whole(0, MOST_POINTS)
    least_doubles = Whole(0, MOST_DOUBLES)
    one_suit_only = Flag()
    shapes = Listed(OneOf({name: name for name in SHAPES_BY_ID}), 1, len(SHAPES_BY_ID))
    robs_concealed = Names(OneOf({name: name for name in SHAPES_BY_ID}), 0, len(SHAPES_BY_ID))
    dealt_kongs = Flag()
    short_dead_hand_scores = Flag()


class PenaltyRulesSchema(Strictly):
    """What a wrong call costs, in points or as a share of the limit; or what washing the tiles brings."""

    counts = Flag()
    points = Whole(0, MOST_POINTS)
    limit_percent = Whole(0, 200)
    shared = Flag()
    east_doubles = Flag()
    exposed_only = Flag()
    passes_the_deal = Flag()
    by_heads = Named(Whole(0, MOST_POINTS), MOST_HEADS)


class PenaltiesSchema(Strictly):
    """What is paid without a winner."""

    by_table: ClassVar[Mapping[str, Strict[Any]]] = {
        "false-mahjong": Object(PenaltyRulesSchema(), allow_none=True),
        "washed-tiles": Object(PenaltyRulesSchema(), allow_none=True),
    }


class OptionChangeSchema(Strictly):
    """Another default."""

    default = Anything(required=True, allow_none=True)


class HouseRulesSchema(Strictly):
    """House rules."""

    title = Text(1, MOST_TEXT)
    base_rules = OneOf({"kept": True, "left-out": False})
    rules = Named(Object(RuleChangeSchema(), allow_none=True), MOST_CHANGES)
    settlement = Object(SettlementRulesSchema())
    legality = Object(LegalitySchema())
    penalties = Object(PenaltiesSchema())
    options = Named(Object(OptionChangeSchema()), MOST_CHANGES)


_FORM: Final = HouseRulesSchema()


def adopted(base: Compiled | None, given: Mapping[str, Any], faults: list[Fault]) -> Compiled | None:
    """The rulebook with the house rules of a request applied; None where they cannot be, their faults added."""
    if base is None:
        _, form = load(_FORM, given)
        faults += [fault.beneath(_PATH) for fault in form]
        return None
    try:
        return _kept(base.rulebook.id, orjson.dumps(given, option=orjson.OPT_SORT_KEYS))
    except orjson.JSONEncodeError:  # a number that no house rule can have
        found = _faults_of(base.rulebook, given)
    except Unresolved as unresolved:
        found = unresolved.faults
    faults += [fault.beneath(_PATH) for fault in found[:MOST_FAULTS]]
    return None


@lru_cache(_KEPT)
def _kept(base: str, given: bytes) -> Compiled:
    """The rulebook by its content. Raises Unresolved, which is not kept."""
    rulebook = resolved(rulebooks.BY_ID[base].rulebook, orjson.loads(given))
    return Compiled(rulebook, rulebooks.LIBRARY.looks, _KEPT_OPTIONS, _KEPT_SIGNS)


def _faults_of(base: Rulebook, given: Mapping[str, Any]) -> list[Fault]:
    try:
        resolved(base, given)
    except Unresolved as unresolved:
        return unresolved.faults
    return []


def resolved(base: Rulebook, given: object, book: str = "house", root: str = "/house_rules") -> Rulebook:
    """The base with house rules of this form, which cite this book and pages that begin so.

    Raises Unresolved with every fault.
    """
    house, faults = read_house(base, given)
    try:
        rulebook = resolve(base, house._replace(book=book, root=root), rulebooks.LIBRARY, nearest)
    except Unresolved as unresolved:
        raise Unresolved(together(faults, unresolved.faults)) from None
    if faults:
        raise Unresolved(faults)
    return rulebook


def read_house(base: Rulebook, given: object) -> tuple[House, list[Fault]]:
    """House rules as far as they could be read, and every fault of their form."""
    data, faults = load(_FORM, given)
    faults += _too_many(data)
    penalties = data.get("penalties", {})
    house = House(
        title=data.get("title"),
        rules={name: _change(change) for name, change in data.get("rules", {}).items() if _is_named(name, faults)},
        base_rules=data.get("base_rules", True),
        settlement=_settlement(data.get("settlement", {})),
        legality=data.get("legality", {}),
        penalties=_penalties(penalties, faults),
        options=_options(base, data.get("options", {}), faults),
    )
    return house, faults


def _too_many(data: Mapping[str, Any]) -> list[Fault]:
    """All changes together are bounded, wherever they stand."""
    parts = [data.get(part, {}) for part in ("rules", "settlement", "legality", "penalties", "options")]
    given = sum(map(len, parts))
    if given <= MOST_CHANGES:
        return []
    facts: Facts = {"given": given, "least": 0, "most": MOST_CHANGES}
    return [Fault("too-many-items", (), f"{given} given; 0 to {MOST_CHANGES} are accepted", facts=facts)]


def _is_named(name: str, faults: list[Fault]) -> bool:
    """Whether a new rule is named so that its name can stand in answers and pointers."""
    if not name.startswith(OWN):
        return True
    own = name[len(OWN) :]
    if own and len(name) <= MOST_NAME and NAME.issuperset(own):
        return True
    detail = f"the id of a new rule is {OWN} and small letters, digits and hyphens, {MOST_NAME} characters at most"
    facts: Facts = {"member": name[:40], "most": MOST_NAME}
    faults.append(Fault("unknown-member", ("rules", name), detail, facts=facts, sentence="own-rule"))
    return False


def _is_out(data: Mapping[str, Any] | None) -> bool:
    """Whether a rule or a penalty does not count: null, or that it says so, for languages without null among values."""
    return data is None or not data.get("counts", True)


def _as_tuple(value: Any) -> Any:
    """Names as a tuple, also those that could be read beside some that could not."""
    return tuple(value) if isinstance(value, list) else value


def _change(data: Mapping[str, Any] | None) -> RuleChange | None:
    if _is_out(data):
        return None
    columns = {name: _as_tuple(value) for name, value in (data or {}).items() if name != "counts"}
    book, finder = columns.pop("ruleset", None), columns.pop("find", None)
    parameters = {parameter: _exact(value) for parameter, value in columns.pop("parameters", {}).items()}
    if columns.get("only_beside") == ANY:
        columns["only_beside"] = None
    return RuleChange(columns, None if book is None else book.id, finder, parameters)


def _exact(value: object) -> object:
    """A parameter's value, a whole number also where a client writes 3.0 for it."""
    return int(value) if type(value) is float and value.is_integer() else value


def _settlement(data: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of `Settling`, wherever they stand."""
    read: dict[str, Any] = {}
    for column, (first, *more) in PLACES.items():
        value = data.get(first, ...)
        for step in more:
            value = value.get(step, ...) if isinstance(value, dict) else ...
        if value is not ...:
            read[column] = value
    if read.get("danger") == NONE:
        read["danger"] = None
    if read.get("limit_without") == 0:
        read["limit_without"] = None
    return read


def _penalties(data: Mapping[str, Any], faults: list[Fault]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    if "false-mahjong" in data:
        read["false_mahjong"] = _false_mahjong(data["false-mahjong"], faults)
    if "washed-tiles" in data:
        read["washed_tiles"] = _washed_tiles(data["washed-tiles"], faults)
    return read


def _false_mahjong(data: Mapping[str, Any] | None, faults: list[Fault]) -> dict[str, Any] | None:
    if data is None or _is_out(data):
        return None
    faults += _out_of_place("false-mahjong", data, {"by_heads"})
    columns = {name: value for name, value in data.items() if name not in ("by_heads", "counts")}
    points, percent = columns.pop("points", None), columns.pop("limit_percent", None)
    path = ("penalties", "false-mahjong", "limit_percent")
    if points is not None and percent is not None:
        faults.append(Fault("unexpected-member", path, "points are given: it is one or the other", sentence="points"))
    if points is not None:
        columns["to_each"] = points
    elif percent is not None:
        columns["to_each"] = PercentOfLimit(percent)
    return columns


def _out_of_place(penalty: str, data: Mapping[str, Any], names: AbstractSet[str]) -> list[Fault]:
    """The members that belong to the other penalty."""
    detail, facts = f"{penalty} has no such member", {"penalty": penalty}
    return [
        Fault("unexpected-member", ("penalties", penalty, name), detail, facts=facts, sentence="penalty")
        for name in sorted(names & data.keys())
    ]


def _washed_tiles(data: Mapping[str, Any] | None, faults: list[Fault]) -> dict[int, int] | None:
    if data is None or _is_out(data):
        return None
    path: Path = ("penalties", "washed-tiles", "by_heads")
    faults += _out_of_place("washed-tiles", data, data.keys() - {"by_heads", "counts"})
    if "by_heads" not in data:
        faults.append(MISSING._replace(path=path))
        return None
    data = data["by_heads"]
    numbers = {str(heads): heads for heads in range(1, MOST_HEADS + 1)}
    for name in data:
        if name not in numbers:
            detail = f"a number of heads from 1 to {MOST_HEADS} is expected here"
            facts: Facts = {"member": name[:40], "most": MOST_HEADS}
            faults.append(Fault("unknown-member", (*path, name), detail, facts=facts, sentence="heads"))
    read = {numbers[name]: points for name, points in data.items() if name in numbers}
    if not read:
        return None
    wanted = [str(heads) for heads in range(min(read), MOST_HEADS + 1)]
    faults += [MISSING._replace(path=(*path, heads)) for heads in wanted if heads not in data]
    return read


def _options(base: Rulebook, data: Mapping[str, Any], faults: list[Fault]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for name, change in data.items():
        if "default" not in change:
            continue
        value = change["default"]
        if value is None and name == LIMIT:
            read[name] = None  # no limit, whatever the base has
        else:
            read_option(name, value, base, ("options", name, "default"), read, faults)
    return read
