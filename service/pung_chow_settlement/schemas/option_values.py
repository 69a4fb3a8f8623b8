"""Parse the value of an option."""

from collections.abc import Mapping
from typing import Final

from marshmallow import ValidationError

from pung_chow_settlement.domain.clauses.clause import OptionValue
from pung_chow_settlement.domain.rulebook.rules import LIMIT, Option
from pung_chow_settlement.schemas.fields import Boolean, Integer, Message, fact

_NO_LIMIT: Final = Message("null-not-allowed.limit")
_NO_VALUE: Final = Message("null-not-allowed.option")
_OUT_OF_RANGE: Final = Message("out-of-range.option")
_FIELDS: Final[Mapping[tuple[bool, bool], Boolean | Integer]] = {
    (boolean, nullable): (Boolean if boolean else Integer)(allow_none=nullable)
    for boolean in (False, True)
    for nullable in (False, True)
}
"""The fields of options, by whether boolean and nullable; built once, since building one takes ten microseconds."""


def option_value(option: Option, given: object) -> OptionValue:
    """The value of an option. Raises ValidationError if it is of another type or out of range."""
    if given is None and not option.nullable and not option.is_boolean:
        refused = _NO_LIMIT if option.name == LIMIT else _NO_VALUE
        raise ValidationError([refused.format(option=option.name, accepted=option.range_text)])
    value = _FIELDS[option.is_boolean, option.nullable].deserialize(given)
    if value is not None and not option.is_boolean and not option.accepts(value):
        facts = {"given": fact(value), "option": option.name, "accepted": option.range_text}
        raise ValidationError([_OUT_OF_RANGE.format(**facts)])
    return value
