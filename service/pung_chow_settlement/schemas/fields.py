"""marshmallow's fields and validators with this service's messages; strict: `"3"` is no number, `1` no boolean.

A message has its key and its facts; `load` converts the messages of a schema to faults. What a field accepts it also
writes as a JSON Schema (`described`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeVar, cast

import marshmallow
from marshmallow import ValidationError, fields, validate
from rapidfuzz.fuzz import ratio
from rapidfuzz.process import extractOne

from pung_chow_settlement.domain.faults import NO_FACTS, SHOWN, Facts, Fault, Path

T = TypeVar("T")
Json = dict[str, Any]

MAX_CHARACTERS: Final = 400
"""The longest tile string: enough for every tile of the set, separated by spaces."""
MAX_FAULTS: Final = 1000
"""After this many faults the rest of a body is skipped."""
_MAX_SLIP: Final = 40
_ALIKE: Final = 60
_SYNONYMS: Final[Mapping[str, str]] = {"all": "each", "everybody": "each", "nobody": "none"}
"""Words that mean the same as one of a list, by the word that a client may send."""
_LONG: Final = 10**20
_UNREADABLE: Final = 2**53
"""From here on, programs that parse numbers as floating point lose precision."""


def nearest(given: str, known: Iterable[str]) -> str | None:
    """The known word that is most like a misspelt one; None if none is."""
    if len(given) > _MAX_SLIP:
        return None
    found = extractOne(given.lower(), list(known), scorer=ratio, score_cutoff=_ALIKE)
    return None if found is None else str(found[0])


def shown(number: int) -> str:
    """A number as text for a sentence in any language, shortened if it has too many digits."""
    if abs(number) < _LONG:
        return str(number)
    return "≥ 10^20" if number > 0 else "≤ -10^20"


def fact(number: int) -> int | str:
    """A number as a fact: as text if other programs cannot parse it exactly."""
    return number if abs(number) < _UNREADABLE else shown(number)


# Messages


class Message(str):
    """The key of an error message with its facts and a suggestion.

    `Field.make_error` of marshmallow calls `format` with the facts of an error.
    """

    __slots__ = ("facts", "suggestion")
    facts: Facts
    suggestion: str | None

    def __new__(cls, key: str, facts: Facts = NO_FACTS, suggestion: str | None = None) -> "Message":
        """A message by its key: the code of its fault and, after a dot, the variant of its sentence."""
        message = super().__new__(cls, key)
        message.facts, message.suggestion = facts, suggestion
        return message

    def format(self, *args: object, **facts: Any) -> "Message":
        """The message with these facts and, if given, a suggestion; `input`, the sent value, is dropped."""
        suggestion, _ = facts.pop("suggestion", None), facts.pop("input", None)
        return Message(self, {**self.facts, **facts}, suggestion)

    def at(self, path: Path) -> Fault:
        """The fault at a path."""
        code, _, sentence = str(self).partition(".")
        facts = {"member": str(path[-1]), **self.facts} if code == MISSING else self.facts
        return Fault(code, path, self.suggestion, facts, sentence)


MISSING: Final = Message("missing-member")
NULL: Final = Message("null-not-allowed")
UNKNOWN: Final = Message("unknown-member")
NOT_AN_OBJECT: Final = Message("wrong-type.object")
_SUCH_AS: Final = Message("wrong-type.object-such-as")
_OUT_OF_RANGE: Final = Message("out-of-range")
_TOO_SHORT: Final = Message("out-of-range.characters")
_TOO_LONG: Final = Message("too-long")
_TOO_FEW: Final = Message("too-few-items")
_TOO_MANY: Final = Message("too-many-items")


def load(schema: "Schema | ByType", body: Any) -> tuple[dict[str, Any], list[Fault]]:
    """Validate a body: returns the members that could be read, and every fault of its form."""
    try:
        return schema.load(body), []
    except ValidationError as error:
        return dict(error.valid_data or {}), list(_faults(error.messages, ()))


def parsed(read: Callable[[Any], T], given: Any, path: Path) -> tuple[T | None, list[Fault]]:
    """What a field reads at a path, or its faults there."""
    try:
        return read(given), []
    except ValidationError as error:
        return None, list(_faults(error.messages, path))


def _faults(messages: Any, path: Path) -> Iterator[Fault]:
    """Marshmallow's nested messages as a flat list."""
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from _faults(inner, (*path, key))
    else:
        yield from (message.at(path) for message in messages)


def _number(messages: Any) -> int:
    """The number of faults in these messages."""
    return sum(map(_number, messages.values())) if isinstance(messages, dict) else len(messages)


# Validators


class Range(validate.Range):
    """A range of numbers, both ends included."""

    def __call__(self, value: Any) -> Any:
        """The value, if it is in the range."""
        if not self.min <= value <= self.max:
            raise ValidationError(_OUT_OF_RANGE.format(given=fact(value), least=self.min, most=fact(self.max)))
        return value


class Length(validate.Length):
    """A range of the length of a string, a list or an object, both ends included."""

    def __call__(self, value: Any) -> Any:
        """The value, if its length is in the range."""
        given, least, most = len(value), self.min or 0, self.max or 0
        if not least <= given <= most:
            too_long, too_short = (_TOO_LONG, _TOO_SHORT) if isinstance(value, str) else (_TOO_MANY, _TOO_FEW)
            message = too_long if given > most else too_short
            raise ValidationError(message.format(given=given, least=least, most=most))
        return value


def or_null(written: Json) -> Json:
    """The JSON Schema with null accepted too."""
    return (
        {"anyOf": [written, {"type": "null"}]}
        if written and {"type": "null"} not in written.get("anyOf", ())
        else written
    )


# Fields


class Field(fields.Field[T]):
    """Base of all fields: their messages, and the values that count as absent."""

    default_error_messages = {"required": MISSING, "null": NULL}
    empty: ClassVar[object] = None

    def is_absent(self, value: object) -> bool:
        """True if an optional member with this value counts as absent: null, an empty `List` or `Dict`."""
        return (value is None or value == self.empty) and not self.required and not self.allow_none

    def described(self, _: Json) -> Json:
        """A JSON Schema of what the field accepts, or of more; adds the schemas that it refers to (`$defs`)."""
        return {}

    def described_member(self, defs: Json) -> Json:
        """The JSON Schema of a member, with the values that count as absent."""
        written = self.described(defs) | {key: text for key, text in self.metadata.items() if key == "description"}
        return or_null(written) if self.is_absent(None) else written

    def bounds(self, least: str, most: str) -> Json:
        """The bounds of a range or a length, under these names."""
        limits = [validator for validator in self.validators if isinstance(validator, (Range, Length))]
        return {least: limits[0].min, most: limits[0].max} if limits else {}


class Raw(Field[Any], fields.Raw):
    """A value that is parsed elsewhere."""


class String(Field[str], fields.String):
    """A string."""

    default_error_messages = {"invalid": Message("wrong-type.string")}

    def described(self, _: Json) -> Json:
        """A string."""
        return {"type": "string", **self.bounds("minLength", "maxLength")}


class Boolean(Field[bool], fields.Boolean):
    """True or false; marshmallow's own field accepts 1, since it equals True."""

    default_error_messages = {"invalid": Message("wrong-type.boolean")}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if value is True or value is False:
            return value
        raise self.make_error("invalid")

    def described(self, _: Json) -> Json:
        """A boolean."""
        return {"type": "boolean"}


class Integer(Field[int], fields.Integer):
    """An integer as in JSON: strict, but 3.0 is one."""

    default_error_messages = {"invalid": Message("wrong-type.whole-number")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strict=True, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        whole = int(value) if type(value) is float and value.is_integer() else value
        return super()._deserialize(whole, attr, data, **kwargs)

    def described(self, _: Json) -> Json:
        """A whole number."""
        return {"type": "integer", **self.bounds("minimum", "maximum")}


class Digits(Field[int]):
    """A whole number within bounds, as text."""

    default_error_messages = {"range": Message("out-of-range.query")}

    def __init__(self, least: int, most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.least, self.most = least, most

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        is_short = value.isascii() and value.isdigit() and len(value) <= len(str(self.most))
        if not is_short or not self.least <= int(value) <= self.most:
            raise self.make_error("range", given=value[SHOWN], least=self.least, most=self.most)
        return int(value)


def _meant(given: str, known: Sequence[str]) -> str | None:
    """The word that a client meant: a synonym, or the nearest one, unless that only has this word as a part."""
    synonym = _SYNONYMS.get(given, "")
    if synonym in known:
        return synonym
    found = nearest(given, known)
    return None if found is not None and given in found.split("-") else found


class ChoiceField(Field[T]):
    """One of several words, parsed to the value of the word; a fault suggests the nearest word."""

    default_error_messages = {
        "invalid": Message("wrong-type.one-of"),
        "unknown": Message("unknown-value"),
    }

    def __init__(self, values: Mapping[str, T], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.values = values

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> T:
        if not isinstance(value, str):
            raise self.make_error("invalid", known=list(self.values))
        if value not in self.values:
            known = list(self.values)
            raise self.make_error("unknown", given=value[SHOWN], known=known, suggestion=_meant(value, known))
        return self.values[value]

    def described(self, _: Json) -> Json:
        """One of the words."""
        return {"enum": list(self.values)}


class Enum(ChoiceField[StrEnum]):
    """A member of an enumeration by its value."""

    def __init__(self, enum: type[StrEnum], **kwargs: Any) -> None:
        super().__init__({str(member): member for member in enum}, **kwargs)


class Nested(Field[Any], fields.Nested):
    """An object with a schema of its own."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        return self.schema.load(value)  # faster than marshmallow's own

    def described(self, defs: Json) -> Json:
        """A reference to the schema's own."""
        return cast("Schema", self.schema).reference(defs)


class Dict(Field[dict[str, Any]], fields.Dict):
    """An object with names of the client's choice; members are not validated if they are too many or too few."""

    default_error_messages = {"invalid": NOT_AN_OBJECT}
    empty: ClassVar[object] = {}

    def __init__(self, *, validate: Length | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if (validate is None) != (self.value_field is None):
            raise TypeError("a length needs a field of values, and these a length")
        self.length = validate

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if not isinstance(value, dict):
            raise self.make_error("invalid")
        if self.value_field is None or self.length is None:
            return value
        self.length(value)
        read, errors = _read_each(self.value_field, value.items())
        errors = self.wrong_names(read) | errors
        if errors:
            raise ValidationError(errors)
        return read

    def wrong_names(self, _: Mapping[str, Any]) -> Json:
        """The messages of names that cannot be, beside the values that were read."""
        return {}

    def described(self, defs: Json) -> Json:
        """An object with values of one kind."""
        if self.length is None:
            return {"type": "object"}
        lengths = {"minProperties": self.length.min, "maxProperties": self.length.max}
        return {
            "type": "object",
            **lengths,
            "additionalProperties": cast("Field[Any]", self.value_field).described(defs),
        }


class List(Field[Any], fields.List[Any]):
    """A list, parsed to a tuple; items are not validated if they are too many or too few."""

    default_error_messages = {"invalid": Message("wrong-type.list")}
    empty: ClassVar[object] = []

    def __init__(self, inner: Field[Any], *, validate: Length, **kwargs: Any) -> None:
        super().__init__(inner, **kwargs)
        self.length = validate

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        self.length(value)
        read, errors = _read_each(self.inner, enumerate(value))
        if errors:
            raise ValidationError(errors)
        return tuple(read.values())

    def described(self, defs: Json) -> Json:
        """A list of values of one kind."""
        items = cast("Field[Any]", self.inner).described(defs)
        return {"type": "array", "maxItems": self.length.max, "items": items}  # an empty one may be absent


class Keyed(Dict):
    """An object whose names are known, parsed to what they stand for, in the order of the known ones."""

    def __init__(
        self, names: Mapping[str, Any], *, values: Field[Any], unknown: Message = UNKNOWN, **kwargs: Any
    ) -> None:
        super().__init__(values=values, validate=Length(0, len(names)), **kwargs)
        self.names = names
        self.unknown = unknown

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        return self._known(super()._deserialize(value, attr, data, **kwargs))

    def _known(self, read: Mapping[str, Any]) -> dict[Any, Any]:
        return {meant: read[name] for name, meant in self.names.items() if name in read}

    def wrong_names(self, read: Mapping[str, Any]) -> Json:
        """The messages of names that are not known, and of those that are missing."""
        errors: Json = {name: [MISSING] for name in self.missing(self._known(read))}
        for name in read:
            if name not in self.names:
                near = nearest(name, self.names) if self.unknown is UNKNOWN else None
                errors[name] = [self.unknown.format(member=name[SHOWN], suggestion=near)]
        return errors

    def missing(self, _: Mapping[Any, Any]) -> Iterable[str]:
        """The names that are required beside those that were read."""
        return ()

    def described(self, defs: Json) -> Json:
        """An object with these names."""
        inner = cast("Field[Any]", self.value_field).described(defs)
        return {"type": "object", "propertyNames": {"enum": list(self.names)}, "additionalProperties": inner}


def _reader(field: fields.Field[Any]) -> Callable[..., Any]:
    """The function that parses a value other than null, without steps of `Field.deserialize` that it does not need."""
    return field.deserialize if field.validators or field.pre_load or field.post_load else field._deserialize


def _read_each(inner: fields.Field[Any], items: Iterable[tuple[Any, Any]]) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """The items that can be read, and the messages of the others, up to MAX_FAULTS."""
    read, errors, left = {}, {}, MAX_FAULTS
    reader = _reader(inner)
    for key, item in items:
        try:
            read[key] = inner.deserialize(item) if item is None else reader(item, None, None)
        except ValidationError as error:
            errors[key] = error.messages
            left -= _number(error.messages)
            if left <= 0:
                break
    return read, errors


_UNKNOWN_MEMBER: Final[tuple[str, Any, Any]] = ("", None, None)


def is_unset(value: object) -> bool:
    """True if a client sends it for a member that was not set: null, an empty list or an empty object."""
    return value is None or value in ([], {})


class ByType(Field[dict[str, Any]]):
    """An object whose member `type` selects its schema; members of others that are null or empty count as absent."""

    default_error_messages = {
        "invalid": NOT_AN_OBJECT,
        "unknown": Message("unknown-value.one-of"),
    }

    def __init__(self, schemas: "Mapping[str, Schema]", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.schemas = schemas
        self.members = {member for schema in schemas.values() for member in schema.members}
        self.type = ChoiceField(schemas, required=True)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if not isinstance(value, dict):
            raise self.make_error("invalid")
        try:
            schema = self._schema(value.get("type", marshmallow.missing))
        except ValidationError as error:
            raise ValidationError(self._unknown(value) | error.normalized_messages()) from error  # type: ignore[no-untyped-call]
        others = self.members - schema.members.keys()
        empty = {name for name in others & value.keys() if is_unset(value[name])}
        return schema.load({name: each for name, each in value.items() if name not in empty} if empty else value)

    def load(self, value: Any) -> dict[str, Any]:
        """Validate an object. Raises ValidationError with every message, and the members that could be read."""
        read: dict[str, Any] = self.deserialize(value)
        return read

    def _unknown(self, value: dict[str, Any]) -> dict[str, Any]:
        """The messages of members that no type has."""
        unknown = [name for name in value if name not in self.members][:MAX_FAULTS]
        return {name: [UNKNOWN.format(member=name[SHOWN], suggestion=nearest(name, self.members))] for name in unknown}

    def _schema(self, kind: Any) -> "Schema":
        try:
            if isinstance(kind, str) and kind not in self.schemas:
                known = list(self.schemas)
                raise self.make_error("unknown", known=known, given=kind[SHOWN], suggestion=nearest(kind, known))
            return cast("Schema", self.type.deserialize(kind))
        except ValidationError as error:
            raise ValidationError({"type": error.messages}) from error


class Schema(marshmallow.Schema):
    """An object without unknown members: each is a fault.

    `load` is faster than marshmallow's own: it reads the members that were sent instead of all possible ones, skips
    the steps of `Field.deserialize` that a field does not need, and ends at MAX_FAULTS. The README's deal takes 40 us
    instead of 155 us, of a request's 300 us. Only what the schemas here use is supported, the hooks `post_load` and
    `validates_schema`; `pre_load`, `validates`, `load_default`, `many`, `partial` or another `unknown` raise TypeError.
    """

    error_messages = {"type": NOT_AN_OBJECT, "unknown": UNKNOWN}
    example: ClassVar[str] = ""
    """A short object, for the message of a value that is not an object."""
    meant: ClassVar[Mapping[str, str]] = {}
    """By a name that clients send, the member that means it, where a nearer one means something else."""

    def __init_subclass__(cls) -> None:
        """Inherit the fields of `Meta.include`, not the option: it would put them in place of those of a subclass."""
        super().__init_subclass__()
        if "Meta" not in vars(cls):
            cls.Meta = Schema.Meta  # type: ignore[misc]

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        unsupported = [name for name in ("pre_load", "validates") if self._hooks[name]]
        unsupported += [
            name for name, field in self.load_fields.items() if field.load_default is not marshmallow.missing
        ]
        if unsupported or self.many or self.partial or self.unknown != marshmallow.RAISE:
            raise TypeError(f"{type(self).__name__}.load does not support what it is asked to")
        self._checks = [getattr(self, name) for name, *_ in self._hooks["validates_schema"]]
        self._builders = [getattr(self, name) for name, *_ in self._hooks["post_load"]]
        self.members: dict[str, Any] = {field.data_key or name: field for name, field in self.load_fields.items()}
        self._renamed = {name: field.data_key for name, field in self.load_fields.items() if field.data_key}
        """By a field's name, which other bodies use for the same, the member here: `winner`, `winning_player`."""
        self.required = [name for name, field in self.members.items() if field.required]
        self._readers = {
            name: (field.attribute or field.name, field, _reader(field)) for name, field in self.members.items()
        }

    def load(self, data: Any) -> Any:  # type: ignore[override] # what else marshmallow's takes is not supported
        """Validate an object. Raises ValidationError with every message, and the members that could be read."""
        if not isinstance(data, dict):
            raise ValidationError([self._not_an_object()])
        read, errors = self._read(data)
        for check in self._checks:
            try:
                check(read, data)
            except ValidationError as error:
                errors |= error.normalized_messages()  # type: ignore[no-untyped-call] # replaces the message of its field
        if errors:
            raise ValidationError(errors, valid_data=read)
        for build in self._builders:
            read = build(read)
        return read

    def _read(self, data: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        readers, read, errors, left = self._readers, {}, {}, MAX_FAULTS
        for name, value in data.items():
            attribute, field, reader = readers.get(name, _UNKNOWN_MEMBER)
            if not value and field and field.is_absent(value):
                continue
            try:
                if field is None:
                    raise ValidationError([self.unknown_member(name, data)])
                read[attribute] = field.deserialize(value) if value is None else reader(value, name, data)
            except ValidationError as error:
                errors[name] = error.messages
                left -= _number(error.messages)
                if left <= 0:
                    break
        errors.update({name: [MISSING] for name in self.required if name not in data})
        return read, errors

    def _not_an_object(self) -> Message:
        return _SUCH_AS.format(example=self.example) if self.example else NOT_AN_OBJECT

    def unknown_member(self, name: str, _: Mapping[str, Any]) -> Message:
        """The message of a member of an object that the schema does not know."""
        meant = self.meant.get(name) or self._renamed.get(name) or nearest(name, self.members)
        return UNKNOWN.format(member=name[SHOWN], suggestion=meant)

    def present(self, sent: Mapping[str, Any]) -> set[str]:
        """The known members that were sent, without those that count as absent."""
        return {name for name in sent if name in self.members and not self.members[name].is_absent(sent[name])}

    def reference(self, defs: Json) -> Json:
        """A reference to the JSON Schema of the object, which is added to `defs`."""
        name = type(self).__name__.removesuffix("Schema")
        if name not in defs:
            defs[name] = {}  # its place, before those that it refers to
            defs[name].update(self.described(defs))
        return {"$ref": f"#/$defs/{name}"}

    def described(self, defs: Json) -> Json:
        """The JSON Schema of the object."""
        title = (type(self).__doc__ or "").partition("\n")[0].rstrip(".")
        members = {name: field.described_member(defs) for name, field in self.members.items()}
        required = {"required": self.required} if self.required else {}
        return {"type": "object", "title": title, "additionalProperties": False, "properties": members, **required}
