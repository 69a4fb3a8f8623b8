"""Strict, lean marshmallow fields: JSON values in, the domain's values out, faults instead of messages.

Nothing is coerced: `"3"` is no number and `1` is no truth. A fault's path is the place of the field; `load` turns
marshmallow's nested messages into a flat list.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, ClassVar, Final, TypeVar, cast

from marshmallow import ValidationError
from marshmallow.fields import Field
from marshmallow.schema import Schema
from rapidfuzz.fuzz import ratio
from rapidfuzz.process import extractOne

from service.domain.faults import Fact, Fault, Path

T = TypeVar("T")

MISSING: Final = Fault("missing-member", (), "this member is required")
NULL: Final = Fault("null-not-allowed", (), "null is not accepted here")
UNKNOWN: Final = Fault("unknown-member", (), "no such member is known here")
NOT_AN_OBJECT: Final = Fault("wrong-type", (), "an object is expected here", sentence="object")
MOST_CHARACTERS: Final = 400
"""The longest tile string: every tile of the set, written one by one with blanks, fits."""
MOST_FAULTS: Final = 1000
"""Where so many faults have been found, the rest of a body is not read."""
_LONGEST_SLIP: Final = 40
_ALIKE: Final = 60
_TOO_LONG: Final = 10**20
_UNREADABLE: Final = 2**53
"""From here on programs that know only floating point read another number."""


def nearest(given: str, known: Iterable[str]) -> str | None:
    """The known word that a slip of the pen may have meant."""
    if len(given) > _LONGEST_SLIP:
        return None
    found = extractOne(given.lower(), list(known), scorer=ratio, score_cutoff=_ALIKE)
    return None if found is None else str(found[0])


def refuse(code: str, detail: str, sentence: str = "", suggestion: str | None = None, **facts: Fact) -> ValidationError:
    """The exception that tells one fault at the place of the field."""
    return ValidationError([Fault(code, (), detail, suggestion, facts, sentence)])


_MESSAGES: Final[dict[str, str | list[Any] | dict[Any, Any]]] = {"required": [MISSING], "null": [NULL]}


class Strict(Field[T]):
    """A field that tells faults."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(error_messages=_MESSAGES, **kwargs)

    def __deepcopy__(self, memo: Any) -> "Strict[T]":
        """Itself: schemas may share a field that knows nothing of them."""
        return self

    def _read(self, value: Any) -> T:
        """Read a value that is not null: what a schema here calls."""
        raise NotImplementedError

    def reads_as_absent(self, value: Any) -> bool:
        """Whether an optional member with this value is as good as none: null, where null is no value of its own."""
        return value is None and not self.required and not self.allow_none

    # marshmallow's own way in leads to the same place.
    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> T:
        return self._read(value)


class Object(Strict[dict[str, Any]]):
    """An object with a schema of its own."""

    def __init__(self, schema: "Strictly", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.members = schema.read

    def _read(self, value: Any) -> dict[str, Any]:
        return self.members(value)


class AnyObject(Strict[dict[str, Any]]):
    """An object that is read elsewhere."""

    def _read(self, value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise ValidationError([NOT_AN_OBJECT])
        return value


class Anything(Strict[Any]):
    """A value that is read elsewhere."""

    def _read(self, value: Any) -> Any:
        return value


class Text(Strict[str]):
    """A string of bounded length."""

    def __init__(self, least: int = 0, most: int = MOST_CHARACTERS, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.least = least
        self.most = most

    def _read(self, value: Any) -> str:
        if type(value) is not str:
            raise refuse("wrong-type", "a string is expected here", "string")
        given, least, most = len(value), self.least, self.most
        if not least <= given <= most:
            detail = f"{given} characters; {least} to {most} are accepted"
            if given > most:
                raise refuse("too-long", detail, given=given, least=least, most=most)
            raise refuse("out-of-range", detail, "characters", given=given, least=least, most=most)
        return value


class Flag(Strict[bool]):
    """True or false."""

    def _read(self, value: Any) -> bool:
        if value is True or value is False:
            return value
        raise refuse("wrong-type", "true or false is expected here", "boolean")


def whole(value: object) -> int:
    """A whole number as JSON has it: 3.0 is one, true and "3" are none."""
    if type(value) is int:
        return value
    if type(value) is float and value.is_integer():
        return int(value)
    raise refuse("wrong-type", "a whole number is expected here", "whole-number")


def shown(number: int) -> str:
    """A number as a sentence shows it: not with thousands of digits."""
    return str(number) if abs(number) < _TOO_LONG else "the number"


def fact(number: int) -> int | str:
    """A number as a fact: as text where it has more digits than other programs read."""
    return number if abs(number) < _UNREADABLE else shown(number)


class Whole(Strict[int]):
    """A whole number within bounds."""

    def __init__(self, least: int, most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.least = least
        self.most = most

    def _read(self, value: Any) -> int:
        number, least, most = whole(value), self.least, self.most
        if not least <= number <= most:
            detail = f"{shown(number)} is out of range: {least} to {most}"
            raise refuse("out-of-range", detail, given=fact(number), least=least, most=most)
        return number


class OneOf(Strict[T]):
    """One of some words, each standing for a value."""

    def __init__(self, values: Mapping[str, T], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.values = values

    def _read(self, value: Any) -> T:
        if type(value) is not str:
            raise ValidationError([_not_one_of(self.values)])
        if value not in self.values:
            given, known = value[:40], list(self.values)
            detail = f"{given!r} is not known here; known are {', '.join(known)}"
            raise refuse("unknown-value", detail, suggestion=nearest(value, known), given=given, known=known)
        return self.values[value]


def _not_one_of(values: Iterable[str]) -> Fault:
    known = list(values)
    detail = f"one of {', '.join(known)} is expected here"
    return Fault("wrong-type", (), detail, facts={"known": known}, sentence="one-of")


def words(kind: type[StrEnum]) -> dict[str, Any]:
    """The words of an enumeration."""
    return {str(member): member for member in kind}


class Listed(Strict[tuple[T, ...]]):
    """A list, read as a tuple; one of a wrong length is not looked into."""

    def __init__(self, inner: Strict[T], least: int, most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.inner = inner
        self.least = least
        self.most = most

    def reads_as_absent(self, value: Any) -> bool:
        """Null, or an empty list."""
        return not self.required and (value is None or (type(value) is list and not value))

    def _read(self, value: Any) -> tuple[T, ...]:
        if type(value) is not list:
            raise refuse("wrong-type", "a list is expected here", "list")
        given, least, most = len(value), self.least, self.most
        if not least <= given <= most:
            code = "too-many-items" if given > most else "too-few-items"
            raise refuse(code, f"{given} given; {least} to {most} are accepted", given=given, least=least, most=most)
        inner = self.inner
        faults: dict[int, Any] = {}
        left = MOST_FAULTS
        read: list[Any] = []
        for index, item in enumerate(value):
            try:
                read.append(inner.deserialize(None) if item is None else inner._read(item))
            except ValidationError as error:
                faults[index] = error.messages
                read.append(error.valid_data)
                left -= _number(error.messages)
                if left <= 0:
                    break
        if faults:
            raise ValidationError(cast("dict[str, Any]", faults), valid_data=read)
        return tuple(read)


# From nested messages to faults


class Strictly(Schema):
    """A closed object: an unknown member is a fault.

    Reads by going over the members that were sent, each read by its field, rather than over all that could be: a body
    has few of them, and this is a third of marshmallow's own time. Nothing here has marshmallow's hooks or validators.
    """

    by_table: ClassVar[Mapping[str, Strict[Any]]] = {}
    """Members that a table of the game names, with their fields."""

    def __init__(self) -> None:
        super().__init__()
        members = {**self.load_fields, **self.by_table}.items()
        self.known = {
            field.data_key or name: (field.attribute or name, field, field._read)
            for name, field in cast("Iterable[tuple[str, Strict[Any]]]", members)
        }
        self.needed = [name for name, (_, field, _) in self.known.items() if field.required]
        self.lacking = self._missing  # found once, not at each object, as the members' readers above

    def load(self, data: Any, **_: Any) -> dict[str, Any]:  # noqa: D102 - marshmallow's own way in
        return self.read(data)

    def read(self, data: Any) -> dict[str, Any]:  # noqa: C901 - every member of every body passes here, in one loop
        """Read an object. Raises ValidationError with every fault and what could be read."""
        if type(data) is not dict:
            raise ValidationError([NOT_AN_OBJECT], valid_data={})
        known = self.known
        read: dict[str, Any] = {}
        faults: dict[str, Any] = {}
        left = MOST_FAULTS
        for name, value in data.items():
            member = known.get(name)
            if member is not None:
                attribute, field, read_value = member
                if not value and field.reads_as_absent(value):
                    continue
                try:
                    read[attribute] = field.deserialize(None) if value is None else read_value(value)
                    continue
                except ValidationError as error:
                    faults[name] = error.messages
                    if error.valid_data is not None:
                        read[attribute] = error.valid_data
            else:
                faults[name] = [UNKNOWN._replace(suggestion=nearest(name, known), facts={"member": name[:40]})]
            left -= _number(faults[name])
            if left <= 0:
                break
        missing = self.lacking(data)
        if missing or faults:
            faults |= missing
            raise ValidationError(faults, valid_data=read)
        return read

    def _missing(self, data: dict[str, Any]) -> dict[str, Any]:
        return {name: [MISSING] for name in self.needed if name not in data}


class ByType(Strict[dict[str, Any]]):
    """An object whose member `type` tells its schema."""

    def __init__(self, schemas: "Mapping[str, Strictly]", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.schemas = schemas

    def _read(self, value: Any) -> dict[str, Any]:
        if type(value) is not dict:
            raise ValidationError([NOT_AN_OBJECT])
        kind = value.get("type")
        schema = self.schemas.get(kind) if type(kind) is str else None
        if schema is None:
            raise ValidationError({"type": [self._wrong_type(value)]})
        return schema.read(value)

    def _wrong_type(self, value: Mapping[str, Any]) -> Fault:
        kind = value.get("type")
        if "type" not in value:
            return MISSING
        if kind is None:
            return NULL
        expected = _not_one_of(self.schemas)
        if type(kind) is not str:
            return expected
        facts = {**expected.facts, "given": kind[:40]}
        return expected._replace(code="unknown-value", suggestion=nearest(kind, self.schemas), facts=facts)


def load(schema: Strictly, body: object) -> tuple[dict[str, Any], list[Fault]]:
    """Read a body: what could be read of it, and every fault of its form."""
    try:
        return schema.read(body), []
    except ValidationError as error:
        valid = error.valid_data if isinstance(error.valid_data, dict) else {}
        return valid, list(_faults(error.messages, ()))


def _number(messages: Any) -> int:
    """How many faults these messages hold."""
    return sum(map(_number, messages.values())) if isinstance(messages, dict) else len(messages)


def _faults(messages: Any, path: Path) -> Iterator[Fault]:
    """Marshmallow's nested messages as a flat list."""
    if isinstance(messages, dict):
        for key, inner in messages.items():
            yield from _faults(inner, (*path, key))
    else:
        yield from (fault._replace(path=path) for fault in messages)
