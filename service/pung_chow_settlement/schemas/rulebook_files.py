"""Parse a rulebook's file to its record: fill in entries that `from` refers to, and validate every member.

A file has all members of house rules: settlement, legality, penalties and every rule with its source. An entry with
`from` is the entry of that name in another file, with its own members replacing those of that entry; null removes a
member. docs/adding-a-rulebook.md shows the form.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING as NO_DEFAULT
from dataclasses import fields, replace
from typing import Any, Final, cast

from marshmallow import ValidationError, post_load, validates_schema

from pung_chow_settlement.domain.clauses.clause import BoundCondition, OptionValue
from pung_chow_settlement.domain.clauses.combinators import COMBINING, NOT
from pung_chow_settlement.domain.clauses.condition_parser import MAX_LEVELS, MAX_PARTS, ConditionParser
from pung_chow_settlement.domain.clauses.patterns import as_part, of_rule
from pung_chow_settlement.domain.faults import SHOWN, Fault, pointer
from pung_chow_settlement.domain.hand import HAND_SETS
from pung_chow_settlement.domain.layouts.spec import LayoutSpec, checked, parsed
from pung_chow_settlement.domain.rulebook.amend.patch import CONDITION_MEMBERS, amended
from pung_chow_settlement.domain.rulebook.check import RulebookError
from pung_chow_settlement.domain.rulebook.danger_patterns import AS_DANGEROUS, PATTERNS, WARNINGS
from pung_chow_settlement.domain.rulebook.library import CONDITIONS, SHAPES_BY_ID
from pung_chow_settlement.domain.rulebook.members import MAX_ADDED, MAX_POINTS
from pung_chow_settlement.domain.rulebook.model import Goulash, Rulebook, Session, members_of
from pung_chow_settlement.domain.rulebook.penalties import FalseMahjong, Fine, WashedTiles
from pung_chow_settlement.domain.rulebook.rules import (
    AppliesTo,
    Book,
    Cite,
    Option,
    ScoringRule,
    SettlementRule,
    ShareOf,
)
from pung_chow_settlement.domain.rulebook.settlement_terms import (
    PLAIN_SHARES,
    DangerousDiscard,
    DangerPattern,
    SettlementSources,
    SettlementTerms,
)
from pung_chow_settlement.schemas.fields import (
    UNKNOWN,
    Boolean,
    ChoiceField,
    Dict,
    Field,
    Integer,
    Json,
    Length,
    List,
    Message,
    Nested,
    Range,
    Raw,
    Schema,
    String,
    load,
    nearest,
    or_null,
)
from pung_chow_settlement.schemas.layouts import Conditions, LayoutOrText
from pung_chow_settlement.schemas.option_values import option_value
from pung_chow_settlement.schemas.sections import (
    MAX_CHANGES,
    MAX_NAME,
    MAX_TERMINALS_AND_HONOURS,
    MAX_TEXT,
    ByHeads,
    FalseMahjongPenaltySchema,
    FineSchema,
    Id,
    LegalitySchema,
    RuleSchema,
    SettlementTermsSchema,
    settlement_members,
)
from pung_chow_settlement.texts import english

MAX_ENTRIES: Final = 1000
"""Most entries of a section."""
MAX_SENTENCES: Final = 2000
"""Most characters of a text or an interpretation."""
MAX_NUMBER: Final = 10**9
"""The greatest number of an option or a revision."""
_NUMBERS: Final = Range(0, MAX_NUMBER)
_BESIDE_A_LAYOUT: Final = Message("unexpected-member.layout")
_CONDITION_OR_LAYOUT: Final = {"find", "layout", *COMBINING}
FROM: Final = "from"
COMMON: Final = "common"
"""The file of texts and conditions that several books have."""
_HEADING: Final = re.compile(r"([a-z0-9-]+) (.+)")
_DOUBLES: Final = re.compile(r"([0-9]{1,2}) doubles?")
WORTH: Final = {each.path[0] for each in members_of(ScoringRule).values() if each.is_worth}
"""The members that say what a rule is worth; those that are stated under a heading are all of it."""


class Filled(dict[str, Any]):
    """A file's value with shared entries filled in, and the headings under which rules stand in it."""

    headings: Mapping[str, str]


def filled_in(data: Json, files: Mapping[str, Json]) -> Filled:
    """A file's value with shared entries filled in from `files`. Raises RulebookError."""
    faults: list[str] = []
    without, headings = _without_headings(data, faults)
    filled = Filled(_filled_in(_FILE, without, (), files, faults))
    filled.headings = headings
    if faults:
        raise RulebookError(str(data.get("id")), faults)
    return filled


def _without_headings(data: Json, faults: list[str]) -> tuple[Json, dict[str, str]]:
    """The value with the rules that stand under a heading, a book and its page, as ordinary entries."""
    given = data.get("rules")
    if not isinstance(given, dict):
        return data, {}
    rules: Json = {}
    headings: dict[str, str] = {}
    for name, value in given.items():
        heading = _HEADING.fullmatch(name) if isinstance(value, dict) else None
        under = {rule: _under(heading, entry) for rule, entry in value.items()} if heading else {name: value}
        faults += [f"{pointer(('rules', name))}: the rule {rule} stands twice" for rule in under if rule in rules]
        headings |= dict.fromkeys(under, name) if heading else {}
        rules |= under
    return {**data, "rules": rules}, headings


def _under(heading: re.Match[str], entry: Any) -> Any:
    """The entry of a rule under a heading: what it is worth there, text and condition are those of `common` files."""
    book, page = heading.groups()
    doubles = _DOUBLES.fullmatch(entry) if isinstance(entry, str) else None
    if doubles:
        entry = {"doubles": int(doubles[1])}
    elif type(entry) is int:
        entry = {"points": entry}
    elif not isinstance(entry, dict):
        return entry
    source = entry.get("source", page)
    cited = source if isinstance(source, dict) else {book: source}
    if FROM not in entry and "text" in entry and not _CONDITION_OR_LAYOUT.isdisjoint(entry):
        return {**entry, "source": cited}
    stated = dict.fromkeys(WORTH) if not WORTH.isdisjoint(entry) else {}
    return {FROM: COMMON, **stated, **entry, "source": cited}


def _filled_in(field: Any, value: Any, path: tuple[str, ...], files: Mapping[str, Json], faults: list[str]) -> Any:
    """The value of a field, with what `from` names in an entry of it."""
    if not isinstance(value, dict):
        return value
    if isinstance(field, Dict) and field.value_field is not None:
        inner = dict.fromkeys(value, field.value_field)
    elif isinstance(field, Nested):
        inner = cast("Schema", field.schema).members
        if isinstance(field.schema, FileEntrySchema) and FROM in value:
            return _with_entry(value, path, files, faults)
    else:
        return value
    return {name: _filled_in(inner.get(name), each, (*path, name), files, faults) for name, each in value.items()}


def _with_entry(value: Json, path: tuple[str, ...], files: Mapping[str, Json], faults: list[str]) -> Json:
    shared: Any = files.get(str(value[FROM]))
    for step in path:
        shared = shared.get(step) if isinstance(shared, dict) else None
    if not isinstance(shared, dict):
        faults.append(f"{pointer((*path, FROM))}: {value[FROM]!r} has no such entry in a file before this one")
        return value
    return amended(shared, {**value, FROM: None})


# Fields


class CiteField(Field[Cite]):
    """A book and its page: `{the-book: 6}`."""

    default_error_messages = {"invalid": Message("wrong-type.cite")}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Cite:
        if not isinstance(value, dict) or len(value) != 1:
            raise self.make_error("invalid")
        [(book, page)] = value.items()
        page = int(page) if type(page) is float and page.is_integer() else page
        if type(page) not in (int, str):
            raise self.make_error("invalid")
        return Cite(book, str(page))

    def described(self, _: Json) -> Json:
        """An object with one member."""
        one = {"type": "object", "minProperties": 1, "maxProperties": 1}
        return {**one, "additionalProperties": {"type": ["string", "integer"]}}


class ShareOfSchema(Schema):
    """A share of an option's value: `{option: limit, divided_by: 2}`."""

    option = String(required=True)
    divided_by = Integer(validate=Range(1, MAX_POINTS))

    @post_load
    def _share(self, data: Json, **_: Any) -> ShareOf:
        return ShareOf(**data)


class AmountField(Field[int | ShareOf]):
    """A number, or a share of an option's value."""

    share = ShareOfSchema()

    def __init__(self, most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.number = Integer(validate=Range(0, most))

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        return self.share.load(value) if isinstance(value, dict) else self.number.deserialize(value)

    def described(self, defs: Json) -> Json:
        """A number, or an object."""
        return {"anyOf": [self.number.described(defs), self.share.reference(defs)]}


class ConditionField(Field[BoundCondition]):
    """A condition with its parameters, or a combined one."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        parser = ConditionParser(CONDITIONS, nearest, of_layout=_layout_part, options=True)
        found = parser.parse(value, ())
        if parser.faults:
            raise ValidationError(_messages(parser.faults))
        return found

    def described(self, defs: Json) -> Json:
        """A reference to a condition."""
        reference = {"$ref": "#/$defs/Condition"}
        several = {"type": "array", "minItems": 1, "maxItems": MAX_PARTS, "items": reference}
        defs["Condition"] = {
            "type": "object",
            "title": f"A condition: one of find, {', '.join(COMBINING)}; {MAX_PARTS} at most in {MAX_LEVELS} levels",
            "additionalProperties": False,
            "properties": {
                "find": {"type": "string", "description": "a condition of GET /v1/finders"},
                "parameters": {"type": "object"},
                "layout": LayoutOrText().described(defs),
                **{name: reference if name == NOT.id else several for name in COMBINING},
            },
            "oneOf": [{"required": [name]} for name in ("find", *COMBINING, "layout")],
        }
        return reference


def _layout_part(layout: LayoutSpec) -> tuple[BoundCondition | None, list[Fault]]:
    read, (compiled, faults, _) = parsed(layout).read, checked(layout)
    return None if read is None or compiled is None else as_part(read), faults


class ConditionMember(Conditions):
    """A member of a rule's condition, which is parsed with the others."""

    def described(self, defs: Json) -> Json:
        """A reference to the member of a condition."""
        return {"$ref": f"{ConditionField().described(defs)['$ref']}/properties/{self.data_key or self.name}"}


class DefaultField(Raw):
    """The value of an option."""

    def described(self, _: Json) -> Json:
        """A number or a boolean."""
        return {"type": ["integer", "boolean"]}


class NamedEntries(Dict):
    """Entries by name, each parsed to a record that has its name."""

    def __init__(self, schema: type[Schema], make: Callable[..., Any]) -> None:
        super().__init__(values=Nested(schema), validate=Length(0, MAX_ENTRIES))
        self.make = make

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        made, errors = [], {}
        for name, members in super()._deserialize(value, attr, data, **kwargs).items():
            try:
                made.append(self.make(name, **members))
            except ValidationError as error:
                errors[name] = error.messages
        if errors:
            raise ValidationError(errors)
        return tuple(made)


def _messages(faults: Iterable[Fault]) -> Any:
    """Faults as the nested messages of marshmallow."""
    nested: dict[Any, Any] = {}
    for fault in faults:
        message = Message(fault.message_key, fault.facts, fault.suggestion)
        if not fault.path:
            return [message]
        at = nested
        for step in fault.path[:-1]:
            at = at.setdefault(step, {})
        at[fault.path[-1]] = [message]
    return nested


# Sections


class FileEntrySchema(Schema):
    """An entry, which may name that of another file."""

    def described(self, defs: Json) -> Json:
        """Nothing is required of an entry that names another; each member may be taken away by null."""
        written = super().described(defs)
        required = written.pop("required", [])
        members = {name: or_null(each) for name, each in written["properties"].items()}
        text = "the file whose entry of this name it is, but for the members given here; null takes a member away"
        shared = {FROM: {"type": "string", "description": text}}
        return {**written, "properties": {**shared, **members}, "anyOf": [{"required": [FROM]}, {"required": required}]}


class StatedSchema(FileEntrySchema):
    """The members of every rule and option: text, source and interpretation."""

    text = String(validate=Length(1, MAX_SENTENCES), required=True)
    source = CiteField(required=True)
    interpretation = String(validate=Length(1, MAX_SENTENCES))
    assumed = Boolean()


class RowSchema(StatedSchema):
    """A rule that settles."""

    id = Id(required=True)

    @post_load
    def _row(self, data: Json, **_: Any) -> Any:
        return SettlementRule(**data)


def _with_row(data: Json) -> Json:
    """The members, those of the rule that settles apart."""
    row = {name: data.pop(name) for name in RowSchema().members if name in data}
    return {"settlement_rule": SettlementRule(**row), **data}


class BookSchema(FileEntrySchema):
    """A book."""

    title = String(validate=Length(1, MAX_TEXT), required=True)
    edition = String(validate=Length(1, MAX_SENTENCES))
    where = String(validate=Length(1, MAX_SENTENCES))


class FileRuleSchema(RuleSchema, StatedSchema):
    """A rule that scores."""

    text = String(validate=Length(1, MAX_SENTENCES), required=True)
    find = ConditionMember()
    parameters = ConditionMember()
    all_of = ConditionMember()
    any_of = ConditionMember()
    not_ = ConditionMember(data_key="not", attribute="not")
    layout = LayoutOrText()
    points = AmountField(MAX_POINTS)
    added = AmountField(MAX_ADDED, attribute="bonus_points")
    concept = String(validate=Length(1, MAX_NAME))
    aliases = List(String(validate=Length(1, MAX_TEXT)), validate=Length(0, MAX_CHANGES))

    @validates_schema(skip_on_field_errors=False)
    def _condition_or_layout(self, read: Json, sent: Json, *_: Any, **__: Any) -> None:
        given = {name: read.pop(name) for name in CONDITION_MEMBERS if name in read}
        if sent.get("layout") is not None:
            layout = read.pop("layout", None)
            if given:
                raise ValidationError({name: [_BESIDE_A_LAYOUT.format(member=name)] for name in given})
            read["condition"] = layout and _of_layout(layout, isinstance(sent["layout"], str))
            return
        if any(sent.get(name) is not None and name not in given for name in CONDITION_MEMBERS):
            return  # it could not be read
        try:
            read["condition"] = ConditionField().deserialize(given)
        except ValidationError as error:
            at = {"_schema": next(iter(given), "find")}  # what is too large is so by its first member
            raise ValidationError({at.get(k, k): v for k, v in error.normalized_messages().items()}) from None  # type: ignore[no-untyped-call]

    @post_load
    def _members(self, data: Json, **_: Any) -> Json:
        winner = {"applies_to": AppliesTo.WINNER} if data["condition"].winner_only else {}
        return winner | data


def _of_layout(layout: LayoutSpec, is_text: bool) -> BoundCondition:
    """The condition of a layout. Raises ValidationError for what cannot be read."""
    read, faults = parsed(layout).read, checked(layout).faults
    if read is None or faults:
        within = [fault._replace(path=()) if is_text else fault for fault in faults]
        raise ValidationError({"layout": _messages(within)})
    return of_rule(read)


class OptionSchema(StatedSchema):
    """An option."""

    default = DefaultField()
    default_by = Dict(values=Dict(values=DefaultField(), validate=Length(1, MAX_CHANGES)), validate=Length(1, 1))
    unlimited = Boolean()
    minimum = Integer(validate=_NUMBERS)
    maximum = Integer(validate=_NUMBERS)
    multiple_of = Integer(validate=Range(1, MAX_NUMBER))
    choices = List(Integer(validate=_NUMBERS), validate=Length(1, MAX_CHANGES))
    usual = List(Integer(validate=_NUMBERS), validate=Length(0, MAX_CHANGES))
    requires = List(ConditionField(), validate=Length(0, MAX_CHANGES))


_WORDS: Final[Mapping[str, OptionValue]] = {"true": True, "false": False}
"""The values of options that names stand for, besides numbers; in JSON every name is a text."""


def _option(name: str, default: Any = None, default_by: Json | None = None, **members: Any) -> Option:
    """The option. Raises ValidationError for a default that a request could not give."""
    option = Option(name=name, default=default if isinstance(default, bool) else None, **members)
    errors: Json = {}
    try:
        option = option if default is None else replace(option, default=option_value(option, default))
    except ValidationError as error:
        errors["default"] = error.messages
    for other, values in (default_by or {}).items():
        by: dict[OptionValue, OptionValue] = {}
        for key, value in values.items():
            try:
                if key not in _WORDS and not (key.isascii() and key.isdecimal() and int(key) <= MAX_NUMBER):
                    raise ValidationError([UNKNOWN.format(member=key[SHOWN])])
                by[_WORDS[key] if key in _WORDS else int(key)] = option_value(option, value)
            except ValidationError as error:
                errors.setdefault("default_by", {}).setdefault(other, {})[key] = error.messages
        option = replace(option, default_by=(other, by))
    if errors:
        raise ValidationError(errors)
    return option


class GoulashSchema(RowSchema):
    """A deal with wild tiles."""

    without = List(String(validate=Length(1, MAX_NAME)), validate=Length(0, MAX_CHANGES))

    @post_load
    def _row(self, data: Json, **_: Any) -> Any:
        return Goulash(**{"without": (), **_with_row(data)})


class FileLegalitySchema(LegalitySchema):
    """What may win."""

    chows = AmountField(HAND_SETS, attribute="most_chows")
    shapes_agreed = Dict(values=ChoiceField(SHAPES_BY_ID), validate=Length(0, len(SHAPES_BY_ID)))
    winner_shows = List(ConditionField(), validate=Length(0, MAX_CHANGES))
    dead_hand = Nested(RowSchema, required=True)
    goulash = Nested(GoulashSchema)

    @post_load
    def _members(self, data: Json, **_: Any) -> Json:
        for name in ("shapes", "robs_concealed"):
            data[name] = tuple([SHAPES_BY_ID[shape] for shape in data.get(name, ())])
        data["shapes_agreed"] = tuple(data.get("shapes_agreed", {}).items())
        return data


SharesSchema: Final = Schema.from_dict({name: Nested(RowSchema) for name in PLAIN_SHARES}, name="SharesSchema")
_OTHERWISE: Final = {"shares": Nested(SharesSchema), "east_pays": CiteField(), "east_receives": CiteField()}
_ROWS: Final = {
    field.name: Nested(RowSchema, required=field.default is NO_DEFAULT) for field in fields(SettlementSources)
}
RowsSchema: Final = Schema.from_dict(
    {**_ROWS, **_OTHERWISE, "rounds": Nested(RowSchema, required=True)}, name="RowsSchema"
)
"""The rules that settle, and that of the session."""


class PatternSchema(Schema):
    """Sets on the table that make a discard dangerous."""

    served = ChoiceField({pattern.id: pattern for pattern in PATTERNS}, required=True)
    text = String(validate=Length(1, MAX_SENTENCES))
    would_serve = ChoiceField(AS_DANGEROUS, attribute="as_dangerous")


WARNING: Final = "warnings"


class PatternsField(Field[tuple[DangerPattern, ...]]):
    """Patterns, or `warnings`: the usual ones."""

    each = NamedEntries(
        PatternSchema, lambda name, served, **members: replace(served, id=name, pattern=served.id, **members)
    )

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        return WARNINGS if value == WARNING else self.each.deserialize(value)

    def described(self, defs: Json) -> Json:
        """Patterns by name, or the word for the usual ones."""
        return {"anyOf": [{"const": WARNING}, self.each.described(defs)]}


class DangerSchema(RowSchema):
    """The penalty for a dangerous discard."""

    patterns = PatternsField()
    excuses = Boolean(required=True)
    special_only = Boolean()
    during_play = Boolean()
    complete_honours = Integer(validate=Range(0, MAX_TERMINALS_AND_HONOURS))

    @post_load
    def _row(self, data: Json, **_: Any) -> Any:
        return DangerousDiscard(**{"patterns": (), **_with_row(data)})


class FileSettlementSchema(SettlementTermsSchema):
    """How a deal is settled."""

    dangerous_discard = Nested(DangerSchema, attribute="danger")
    rounds = Boolean(required=True)
    rules = Nested(RowsSchema, required=True)

    @post_load
    def _records(self, data: Json, **_: Any) -> Json:
        rows = data.pop("rules")
        members = {name: data.pop(name) for name in ("rounds", "rounds_of_three") if name in data}
        session = Session(settlement_rule=rows.pop("rounds"), **members)
        return {
            "settlement": SettlementTerms(rows=SettlementSources(**rows), **settlement_members(data)),
            "session": session,
        }


class FileFalseMahjongSchema(FalseMahjongPenaltySchema, RowSchema):
    """The penalty for a false Mah-Jong."""

    east_doubles = Boolean(required=True)

    @post_load
    def _row(self, data: Json, **_: Any) -> Any:
        return FalseMahjong(**{"to_each": 0, **_with_row(data)})


class FileFineSchema(FineSchema, StatedSchema):
    """A fine."""

    text = String(validate=Length(1, MAX_SENTENCES), required=True)


def _fine(name: str, **members: Any) -> Fine:
    return Fine(**{"amount": 0, **_with_row({"id": name, **members})})


class WashedTilesPenaltySchema(RowSchema):
    """The payment for washed tiles."""

    by_heads = ByHeads(attribute="points", required=True)

    @post_load
    def _row(self, data: Json, **_: Any) -> Any:
        return WashedTiles(**_with_row(data))


class FilePenaltiesSchema(Schema):
    """Payments without a winner."""

    washed_tiles = Nested(WashedTilesPenaltySchema, data_key="washed-tiles")
    false_mahjong = Nested(FileFalseMahjongSchema, data_key="false-mahjong")


class RulesField(NamedEntries):
    """Rules by id; in a file they may stand under a heading with their worth."""

    def described(self, defs: Json) -> Json:
        """Rules, or headings with rules, of which a number or some doubles may be all."""
        rules = super().described(defs)
        rule = defs[rules["additionalProperties"]["$ref"].rpartition("/")[2]]
        page = {"type": ["string", "integer"], "description": "another page of the book"}
        members = {**rule["properties"], "source": {"anyOf": [rule["properties"]["source"], page]}}
        defs["RuleUnderHeading"] = {key: each for key, each in rule.items() if key != "anyOf"} | {
            "title": f"What a rule is worth on the page; text and condition are those of {COMMON}.yaml",
            "properties": members,
        }
        points = {"type": "integer", "minimum": 0, "maximum": MAX_POINTS}
        doubles = {"type": "string", "pattern": f"^{_DOUBLES.pattern}$"}
        stated = {"anyOf": [points, doubles, {"$ref": "#/$defs/RuleUnderHeading"}]}
        heading = {"type": "object", "title": "A book and its page", "additionalProperties": stated}
        return {**rules, "patternProperties": {f"^{_HEADING.pattern}$": heading}}


class RulebookSchema(Schema):
    """A rulebook."""

    id = Id(required=True)
    title = String(validate=Length(1, MAX_TEXT), required=True)
    about = String(validate=Length(1, MAX_TEXT))
    revision = Integer(validate=Range(1, MAX_NUMBER), required=True)
    source = CiteField(required=True)
    books = NamedEntries(BookSchema, Book)
    options = NamedEntries(OptionSchema, _option)
    rules = RulesField(FileRuleSchema, lambda name, **members: ScoringRule(id=name, **members))
    legality = Nested(FileLegalitySchema, required=True)
    settlement = Nested(FileSettlementSchema, required=True)
    penalties = Nested(FilePenaltiesSchema)
    fines = NamedEntries(FileFineSchema, _fine)

    @post_load
    def _rulebook(self, data: Json, **_: Any) -> Any:
        sections = [data.pop(name, {}) for name in ("legality", "settlement", "penalties")]
        members = {member: value for section in sections for member, value in section.items()}
        return Rulebook(**{"books": (), "options": (), "rules": (), **data, **members})


_FORM: Final = RulebookSchema()
_FILE: Final = Nested(_FORM)


def json_schema() -> Json:
    """The JSON Schema of a file."""
    defs: Json = {}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "description": "One rulebook as a file: docs/adding-a-rulebook.md describes the form.",
        **_FORM.described(defs),
        "$defs": dict(sorted(defs.items())),
    }


def rulebook(data: Json) -> Rulebook:
    """The record of a whole file with shared entries filled in. Raises RulebookError with every fault."""
    built, faults = load(_FORM, data)
    if faults:
        headings = data.headings if isinstance(data, Filled) else {}
        raise RulebookError(str(data.get("id")), [format_fault(_as_written(fault, headings)) for fault in faults])
    return cast("Rulebook", built)


def _as_written(fault: Fault, headings: Mapping[str, str]) -> Fault:
    """The fault at its place in the file, where a rule may stand under a heading."""
    section, *within = fault.path or ("",)
    if section != "rules" or not within or within[0] not in headings:
        return fault
    return fault._replace(path=(section, headings[str(within[0])], *within))


def format_fault(fault: Fault) -> str:
    """A fault with its pointer, for an operator."""
    is_said = fault.suggestion is None or fault.suggestion == fault.facts.get("meant")
    suggestion = "" if is_said else f": did you mean {fault.suggestion}?"
    return f"{pointer(fault.path) or '/'} {fault.code}: {english(fault.message_key, fault.facts)}{suggestion}"
