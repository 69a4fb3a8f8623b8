"""Every field with a range or a length accepts its bounds and refuses one more, in requests, house rules and files.

The values are made of the declarations, so a new field is tried as it is declared. That the declarations are those of
the contract is what tests/api/test_contract.py shows.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import pytest

from pung_chow_settlement.api.game import OPERATIONS
from pung_chow_settlement.requests import forms
from pung_chow_settlement.requests.house_rules import house_rules_form
from pung_chow_settlement.requests.own_rulebooks import HeadSchema
from pung_chow_settlement.rulebooks import BUILT_IN
from pung_chow_settlement.schemas.fields import (
    MAX_CHARACTERS,
    ByType,
    Dict,
    Digits,
    Field,
    Keyed,
    Length,
    List,
    Range,
    Schema,
    load,
    parsed,
)
from pung_chow_settlement.schemas.layouts import LayoutField, ShareField
from pung_chow_settlement.schemas.rulebook_files import AmountField, RulebookSchema
from pung_chow_settlement.schemas.sections import MAX_NAME, Id
from pung_chow_settlement.schemas.tile_fields import TileString

OUT_OF_BOUNDS: Final = {"out-of-range", "too-long", "too-few-items", "too-many-items"}
FORMS: Final[dict[str, Any]] = {
    **vars(forms.forms(BUILT_IN)),
    **{f"{name} entry": form for name, form in forms.ENTRIES.items()},
    "batch": forms.BATCH,
    "house rules": house_rules_form(BUILT_IN),
    "rulebook": RulebookSchema(),
    "own rulebook": HeadSchema(),
}
"""All that a client or an operator sends, by name."""


class Bounded(NamedTuple):
    """A member of a form, with values at its bounds and values one beyond them."""

    form: str
    schema: Schema
    path: tuple[Any, ...]
    at: list[Any]
    beyond: list[Any]


def values(field: Any) -> tuple[list[Any], list[Any]]:
    """Values at the bounds of a field and values one beyond them; both empty if it has none."""
    if isinstance(field, AmountField):
        return values(field.number)
    if isinstance(field, ShareField):
        finer = [f"{field.most * part}/{part}" for part in (2, 71)]
        return ["0", str(field.most), *finer], [str(field.most + 1), f"{field.most * 71 + 1}/71"]
    if isinstance(field, TileString):
        return [" " * MAX_CHARACTERS], [" " * (MAX_CHARACTERS + 1)]
    if isinstance(field, Id):
        return ["a", "a" * MAX_NAME], []  # what is longer is no id
    length: Any = getattr(field, "length", None)
    length = length or next((validator for validator in field.validators if isinstance(validator, Length)), None)
    if length:
        least, most = length.min or 0, length.max
        beyond = [most + 1, *([least - 1] if least else [])]
        return [made(field, least), made(field, most)], [made(field, number) for number in beyond]
    limits: Any = next((validator for validator in field.validators if isinstance(validator, Range)), None)
    return ([limits.min, limits.max], [limits.min - 1, limits.max + 1]) if limits else ([], [])


def made(field: Any, number: int) -> Any:
    """A list, an object or a text of so many elements; they are wrong in themselves, which is another fault."""
    if isinstance(field, List):
        return [None] * number
    return {str(each): None for each in range(number)} if isinstance(field, Dict) else "x" * number


def inner(field: Any) -> list[Any]:
    """The schemas and fields within a field."""
    if isinstance(field, LayoutField | AmountField):
        return [getattr(field, "schema", None) or getattr(field, "share", None)]
    found = [getattr(field, name, None) for name in ("schema", "inner", "value_field")]
    return [each for each in found if isinstance(each, Schema | Field | ByType)]


def schemas(part: Any, seen: set[int]) -> Iterator[Schema]:
    """A schema and all within it, each once."""
    if id(part) in seen:
        return
    seen.add(id(part))
    if isinstance(part, Schema):
        yield part
        parts = [*part.members.values()]
    else:
        parts = inner(part)
    for each in parts:
        yield from schemas(each, seen)


SEEN: Final[set[int]] = set()
ALL: Final = [(form, schema) for form, root in FORMS.items() for schema in schemas(root, SEEN)]


def bounded(form: str, schema: Schema, name: str, field: Any) -> Iterator[Bounded]:
    """A member, and what is within its list or object, if they have bounds."""
    at, beyond = values(field)
    if at:
        yield Bounded(form, schema, (name,), at, [value for value in beyond if not field.is_absent(value)])
    element = getattr(field, "inner", None) or getattr(field, "value_field", None)
    at, beyond = values(element) if element else ([], [])
    if at:
        path, wrap = wrapped(field)
        yield Bounded(form, schema, (name, path), [*map(wrap, at)], [*map(wrap, beyond)])


def wrapped(field: Any) -> tuple[Any, Callable[[Any], Any]]:
    """The place of an element of a list or an object, and what makes one of an element."""
    if isinstance(field, List):
        return 0, lambda value: [value] * max(1, field.length.min or 0)
    key = next(iter(field.names)) if isinstance(field, Keyed) else "x"
    return key, lambda value: {key: value}


BOUNDED: Final = [
    each
    for form, schema in ALL
    for name, field in schema.members.items()
    for each in bounded(form, schema, name, field)
]


def faults(each: Bounded, value: Any) -> list[str]:
    """The faults of a member's bounds, at the member itself."""
    found = load(each.schema, {each.path[0]: value})[1]
    return [fault.code for fault in found if fault.path == each.path and fault.code in OUT_OF_BOUNDS]


@pytest.mark.parametrize("each", BOUNDED, ids=lambda each: f"{type(each.schema).__name__}-{each.path}")
def test_a_member_accepts_its_bounds_and_refuses_one_more(each: Bounded) -> None:
    assert [value for value in each.at if faults(each, value)] == [], each.form
    assert [value for value in each.beyond if not faults(each, value)] == [], each.form


@pytest.mark.parametrize(
    ("field", "operation"),
    [
        (field, operation.id)
        for operation in OPERATIONS
        for field in operation.parameters.values()
        if isinstance(field, Digits)
    ],
)
def test_a_number_of_a_query_accepts_its_bounds_and_refuses_one_more(field: Digits, operation: str) -> None:
    at, beyond = (field.least, field.most), (field.least - 1, field.most + 1)
    assert [parsed(field.deserialize, str(number), ()) for number in at] == [(number, []) for number in at], operation
    assert [fault.code for number in beyond for fault in parsed(field.deserialize, str(number), ())[1]] == [
        *("out-of-range", "out-of-range")
    ]


def test_every_kind_of_field_that_refuses_by_a_bound_is_tried() -> None:
    """A field of ours that has its own message of a bound is one that `values` knows."""
    codes = {
        type(field)
        for _, schema in ALL
        for field in schema.members.values()
        for message in field.error_messages.values()
        if str(message).partition(".")[0] in OUT_OF_BOUNDS and values(field) == ([], [])
    }
    assert codes == set()
    assert len(BOUNDED) > 150
