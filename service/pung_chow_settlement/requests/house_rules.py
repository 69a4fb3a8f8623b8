"""Parse house rules of a request or a file and apply them to a rulebook, or report every fault at once."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar, Final, cast

import orjson
from marshmallow import ValidationError, validates_schema

from pung_chow_settlement.domain.clauses.condition_parser import MAX_PARTS, has_layout
from pung_chow_settlement.domain.faults import SHOWN, Facts, Fault
from pung_chow_settlement.domain.rulebook.amend.of_rules import BESIDE_A_SCORE
from pung_chow_settlement.domain.rulebook.amend.of_settlement import DEFAULT_BOOLEAN, DEFAULT_INTEGER
from pung_chow_settlement.domain.rulebook.amend.patch import HOUSE, OWN, Patch, Unresolved
from pung_chow_settlement.domain.rulebook.amend.resolve import resolve
from pung_chow_settlement.domain.rulebook.compiled_rulebook import PlayableRulebook
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.rulebook.rules import LIMIT, Cite, Worth
from pung_chow_settlement.domain.rulebook.settlement_sentences import SETTLEMENT_MEMBERS
from pung_chow_settlement.requests.options import read_option
from pung_chow_settlement.rulebooks import Rulebooks
from pung_chow_settlement.schemas.fields import (
    MAX_FAULTS,
    MISSING,
    Boolean,
    ChoiceField,
    Dict,
    Json,
    Length,
    Message,
    Nested,
    Raw,
    Schema,
    String,
    is_unset,
    load,
    nearest,
)
from pung_chow_settlement.schemas.sections import (
    MAX_CHANGES,
    MAX_NAME,
    MAX_TEXT,
    NAME,
    ByHeads,
    ChangedList,
    FalseMahjongPenaltySchema,
    FineSchema,
    LegalitySchema,
    RuleSchema,
    SettlementTermsSchema,
    settlement_members,
)
from pung_chow_settlement.schemas.worth import valueless_rules

_KEPT: Final = 64
"""Resolved house rules in the cache; a table sends the same ones all evening.

Without, a deal with house rules takes 18 times as long."""
_KEPT_WITH_LAYOUTS: Final = 8
"""The same for house rules with layouts, which take up to two megabytes each."""
_KEPT_OPTIONS: Final = 4
"""Compiled forms in the cache for the same house rules with different options: without, a deal takes twice as long."""
_KEPT_FACTS: Final = 64
"""Combinations of facts in the cache of each rule table of such forms."""
_FORMS_KEPT: Final = 4
"""Forms of house rules in the cache, for as many values of rulebooks: a service has one."""
_PATH: Final = ("house_rules",)


_NOT_COUNTED: Final = Message("unexpected-member.not-counted")
_OF_THE_OTHER: Final = Message("unexpected-member.penalty")
_TWO_DEFAULTS: Final = Message("unexpected-member.two-defaults")
_LIMIT_IS_AN_OPTION: Final = Message("unknown-member.limit")
_OWN_NAME: Final = Message("unknown-member.own-rule", {"most": MAX_NAME})


class CountedSchema(Schema):
    """A change of what may also be left out, by null or, for clients that cannot send null, by `counts`."""

    counts = Boolean()

    def load(self, data: Any) -> Any:  # type: ignore[override] # as that of `Schema`
        """Validate a change; None if it leaves out what it changes."""
        read = super().load(data)
        return read if read.pop("counts", True) else None

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _alone(self, _: Any, sent: Any, **__: Any) -> None:
        if isinstance(sent, dict) and sent.get("counts") is False:
            beside = self.present(sent) - {"counts"}
            if beside:
                raise ValidationError({name: [_NOT_COUNTED] for name in beside})


class RuleChangeSchema(CountedSchema, RuleSchema):
    """A change of a rule, or a new rule."""

    example = '{"points": 10}'
    meant: ClassVar[Mapping[str, str]] = {"limit": "limit_share"}

    ruleset = Raw()
    """`house_rules_form` puts the choice of some rulebooks in place of it."""


class LegalityChangeSchema(LegalitySchema):
    """Requirements of a win, as a table has them."""

    one_suit_only = Boolean()
    winner_shows = ChangedList(Raw(), MAX_PARTS)
    goulash = Boolean()


class PenaltyChangeSchema(CountedSchema):
    """A change of a penalty."""

    name: ClassVar[str]
    others: ClassVar[AbstractSet[str]]
    """The members of the other penalty; those that are not set count as absent."""

    def load(self, data: Any) -> Any:  # type: ignore[override] # as that of `Schema`
        """Validate the change; clients that know one form of both penalties send what they did not set."""
        if not isinstance(data, dict):
            return super().load(data)
        return super().load(
            {name: each for name, each in data.items() if name not in self.others or not is_unset(each)}
        )

    def unknown_member(self, name: str, sent: Mapping[str, Any]) -> Message:
        """The message of a member that is not known, or that the other penalty has."""
        if name in self.others:
            return _OF_THE_OTHER.format(penalty=self.name, member=name)
        return super().unknown_member(name, sent)


class FalseMahjongChangeSchema(PenaltyChangeSchema, FalseMahjongPenaltySchema):
    """The payment for a false Mah-Jong."""

    name = "false-mahjong"
    others = frozenset({"by_heads"})


class WashedTilesChangeSchema(PenaltyChangeSchema):
    """The payment for washed tiles."""

    name = "washed-tiles"
    others = frozenset(FalseMahjongPenaltySchema().members)

    by_heads = ByHeads()

    @validates_schema(pass_original=True, skip_on_field_errors=False)
    def _with_heads(self, read: Any, sent: Any, **__: Any) -> None:
        if read.get("counts", True) and "by_heads" not in self.present(sent):
            raise ValidationError([MISSING], "by_heads")


class PenaltyChangesSchema(Schema):
    """Payments without a winner."""

    false_mahjong = Nested(FalseMahjongChangeSchema, allow_none=True, data_key="false-mahjong")
    washed_tiles = Nested(WashedTilesChangeSchema, allow_none=True, data_key="washed-tiles")


class FineChangeSchema(CountedSchema, FineSchema):
    """A change of a fine, or a new one."""


class OptionChangeSchema(Schema):
    """Another default of an option."""

    example = '{"default_integer": 500}'

    default_integer = Raw()
    default_boolean = Raw()

    @validates_schema(skip_on_field_errors=False)
    def _one_default(self, read: dict[str, Any], *_: Any, **__: Any) -> None:
        if not read:
            raise ValidationError([MISSING], DEFAULT_INTEGER)
        if len(read) > 1:
            raise ValidationError([_TWO_DEFAULTS], DEFAULT_BOOLEAN)


class Changes(Dict):
    """Changes by id; the id of a table's own rule or fine is valid in responses and pointers."""

    def __init__(self, schema: type[Schema]) -> None:
        super().__init__(values=Nested(schema, allow_none=True), validate=Length(0, MAX_CHANGES))

    def wrong_names(self, names: Iterable[str]) -> Json:
        """The messages of ids of own rules that are not valid."""
        own = [name for name in names if name.startswith(OWN)]
        return {
            name: [_OWN_NAME.format(member=name[SHOWN])]
            for name in own
            if name == OWN or len(name) > MAX_NAME or not NAME.issuperset(name.removeprefix(OWN))
        }


class HouseRulesSchema(Schema):
    """House rules."""

    title = String(validate=Length(1, MAX_TEXT))
    base_rules = ChoiceField({"kept": True, "left-out": False})
    rules = Changes(RuleChangeSchema)
    settlement = Nested(SettlementTermsSchema)
    legality = Nested(LegalityChangeSchema)
    penalties = Nested(PenaltyChangesSchema)
    fines = Changes(FineChangeSchema)
    options = Dict(values=Nested(OptionChangeSchema), validate=Length(0, MAX_CHANGES))

    def unknown_member(self, name: str, sent: Mapping[str, Any]) -> Message:
        """The message of a member that is not known, or that belongs to the options."""
        if name == LIMIT:
            return _LIMIT_IS_AN_OPTION.format(member=name)
        return super().unknown_member(name, sent)


@lru_cache(_FORMS_KEPT)
def house_rules_form(rulebooks: Rulebooks) -> Schema:
    """The form of house rules that can name one of these rulebooks."""
    ruleset: dict[str, Any] = {"ruleset": ChoiceField(rulebooks.library.rulebooks)}
    change = cast("type[Schema]", RuleChangeSchema.from_dict(ruleset, name=RuleChangeSchema.__name__))
    return cast("Schema", HouseRulesSchema.from_dict({"rules": Changes(change)}, name=HouseRulesSchema.__name__)())


def apply_house_rules(
    rulebooks: Rulebooks, base: PlayableRulebook, given: Mapping[str, Any], faults: list[Fault]
) -> PlayableRulebook | None:
    """The rulebook with the house rules of a request applied; None, with faults added to `faults`, if they have any."""
    try:
        written = orjson.dumps(given, option=orjson.OPT_SORT_KEYS)
        kept = _with_layouts if b'"layout"' in written and _has_layouts(given) else _without_layouts
        found = kept(rulebooks, base.rulebook.id, written)
    except orjson.JSONEncodeError:  # a number beyond 64 bits, which is a fault
        found = _built(rulebooks, base.rulebook, given)
    if isinstance(found, PlayableRulebook):
        return found
    faults += [fault.prefixed(_PATH) for fault in found]
    return None


def _has_layouts(given: Mapping[str, Any]) -> bool:
    rules = given.get("rules")
    return isinstance(rules, dict) and any(map(has_layout, rules.values()))


def _parsed(rulebooks: Rulebooks, base: str, given: bytes) -> PlayableRulebook | list[Fault]:
    """The rulebook with these house rules, or their faults; cached by content, as a batch can repeat wrong ones too."""
    return _built(rulebooks, rulebooks.by_id[base].rulebook, orjson.loads(given))


def _built(rulebooks: Rulebooks, base: Rulebook, given: Mapping[str, Any]) -> PlayableRulebook | list[Fault]:
    try:
        rulebook = resolved(rulebooks, base, given)
    except Unresolved as unresolved:
        return unresolved.faults[:MAX_FAULTS]
    return PlayableRulebook(rulebook, rulebooks.library.candidates, _KEPT_OPTIONS, _KEPT_FACTS)


_without_layouts = lru_cache(_KEPT)(_parsed)
_with_layouts = lru_cache(_KEPT_WITH_LAYOUTS)(_parsed)


def resolved(rulebooks: Rulebooks, base: Rulebook, given: object, cite: Cite = HOUSE) -> Rulebook:
    """The base with these house rules applied; changed rules cite a book, with pages that begin with its root.

    Raises Unresolved with every fault of their form or, if it is right, with every fault of applying them.
    """
    data, faults = _well_formed(rulebooks, given)
    if faults:
        raise Unresolved(faults)
    patch = _patch(rulebooks, base, data, faults)
    try:
        rulebook = resolve(base, patch, rulebooks.library, nearest, cite)
    except Unresolved as unresolved:
        faults += [_as_sent(fault, given) for fault in unresolved.faults]
    faults += valueless_rules(patch["rules"], faults)
    if faults:
        raise Unresolved(faults)
    return rulebook


def _as_sent(fault: Fault, given: Any) -> Fault:
    """The fault at its place in the house rules, where a layout may be a text, without members."""
    value = given
    for place, step in enumerate(fault.path):
        if isinstance(value, str):
            return fault._replace(path=(*fault.path[:place], *fault.path[place + 1 :]))
        has_it = step in value if isinstance(value, dict) else isinstance(value, list) and step in range(len(value))
        value = value[step] if has_it else None
    return fault


def form_faults(rulebooks: Rulebooks, given: object) -> list[Fault]:
    """The faults of the form of house rules, whatever rulebook they change."""
    return _well_formed(rulebooks, given)[1]


def _well_formed(rulebooks: Rulebooks, given: object) -> tuple[dict[str, Any], list[Fault]]:
    data, faults = load(house_rules_form(rulebooks), given)
    return data, faults + _too_many(data)


def _patch(rulebooks: Rulebooks, base: Rulebook, data: Mapping[str, Any], faults: list[Fault]) -> Patch:
    """House rules of the right form as a patch; adds the faults that they have beside this base to `faults`."""
    penalties = _penalties(data.get("penalties", {}))
    faults += _without_amount(base, penalties)
    return {
        **data,
        "rules": {name: _change(name, change) for name, change in data.get("rules", {}).items()},
        "settlement": _settlement(data.get("settlement", {})),
        "penalties": penalties,
        "fines": data.get("fines", {}),
        "options": _options(rulebooks, base, data.get("options", {}), faults),
    }


def _too_many(data: Mapping[str, Any]) -> list[Fault]:
    """A fault if all sections together have too many changes."""
    parts = [data.get(part, {}) for part in ("rules", "settlement", "legality", "penalties", "fines", "options")]
    given = sum(map(len, parts))
    if given <= MAX_CHANGES:
        return []
    facts: Facts = {"given": given, "least": 0, "most": MAX_CHANGES}
    return [Fault("too-many-items", (), facts=facts)]


def _change(name: str, data: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The change of a rule."""
    if data is None:
        return None
    change = dict(data)
    if "ruleset" in change:
        change["ruleset"] = change["ruleset"].id
    if "only_beside" in change:
        change["only_beside"] = _beside(name, change["only_beside"])
    _replace_worth(change)
    return change


def _beside(name: str, given: Sequence[str]) -> tuple[str, ...] | None:
    """The rules beside which alone a rule counts, without itself; None for an empty list, which lifts this."""
    return tuple([each for each in given if each != name]) if given else None


def _replace_worth(members: dict[str, Any]) -> None:
    """Change the members so that a given share of the limit replaces a fixed score, or the other way round."""
    if "score" in members:
        members.setdefault("limit_percent", 0)
        members |= dict.fromkeys(BESIDE_A_SCORE, 0)  # nothing counts beside it
    elif "limit_percent" in members:
        members["score"] = None
    waiting = members.get("waiting")
    if waiting is not None and not (isinstance(waiting, Worth) and any(waiting)):
        members["waiting"] = None


def _settlement(data: Mapping[str, Any]) -> dict[str, Any]:
    """The members of `SettlementTerms`; what a member has for nothing takes it away."""
    read = settlement_members(data)
    return {name: None if value == SETTLEMENT_MEMBERS[name].none_word else value for name, value in read.items()}


def _penalties(data: Mapping[str, Any]) -> dict[str, Any]:
    read = dict(data)
    members = read.get("false_mahjong")
    if members and "by_callers" not in members and not members.keys().isdisjoint(("to_each", "shared")):
        read["false_mahjong"] = {**members, "by_callers": {}}  # several callers go with the rulebook's own amount
    if read.get("washed_tiles"):
        read["washed_tiles"] = read["washed_tiles"].get("by_heads") or None
    return read


def _without_amount(base: Rulebook, penalties: Mapping[str, Any]) -> list[Fault]:
    """A fault of a false Mah-Jong that the rulebook has no penalty for, without what it costs."""
    members = penalties.get("false_mahjong")
    if members is None or "to_each" in members or base.false_mahjong is not None:
        return []
    return [Fault("missing-member", ("penalties", "false-mahjong", "points"), sentence="penalty")]


def _options(rulebooks: Rulebooks, base: Rulebook, data: Mapping[str, Any], faults: list[Fault]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    known = {option.name for option in base.options}
    settable = replace(base, options=tuple([option.for_house_rules() for option in base.options]))
    for name, change in data.items():
        member, value = next(iter(change.items()), ("", None))
        if member:
            path = ("options", name, member) if name in known else ("options", name)
            option, wrong = read_option(rulebooks.library, name, value, settable, path)
            faults += wrong
            if not wrong:
                read[name] = option
    return read
