"""The options of a rulebook, as they are given by name."""

from collections.abc import Mapping
from typing import Any, Final, cast

from marshmallow import ValidationError

from service.domain import rulebook as rulebooks
from service.domain.faults import Fault, Path
from service.domain.rulebook.model import Option, OptionValue, Rulebook
from service.reading.fields import MOST_FAULTS, NULL, fact, nearest, refuse, shown, whole

_NAMES: Final = tuple(dict.fromkeys(option.name for each in rulebooks.ALL for option in each.options))
_NULL_MEANS = {option.name for each in rulebooks.ALL for option in each.options if option.nullable}
"""The options of which null is a value in some rulebook; of the others it is as good as none."""


def read_options(given: Mapping[str, Any], rulebook: Rulebook | None, faults: list[Fault]) -> dict[str, OptionValue]:
    """The options that are given, as far as they can be read; faults are added."""
    read: dict[str, OptionValue] = {}
    for name, value in given.items():
        if len(faults) >= MOST_FAULTS:
            break
        if value is None and name in _NAMES and name not in _NULL_MEANS:
            continue
        read_option(name, value, rulebook, ("options", name), read, faults)
    return read


def read_option(
    name: str, value: object, rulebook: Rulebook | None, path: Path, read: dict[str, OptionValue], faults: list[Fault]
) -> None:
    """Read one option of a rulebook (None: not known which) into `read`, or add its faults at this path."""
    try:
        read[name] = _option(name, value, rulebook)
    except ValidationError as error:
        faults.extend(fault._replace(path=path) for fault in cast("list[Fault]", error.messages))


def _option(name: str, value: object, rulebook: Rulebook | None) -> OptionValue:
    own = {option.name: option for option in rulebook.options} if rulebook else {}
    if name in own:
        return _value(own[name], value)
    if name not in _NAMES:
        raise refuse(
            "unknown-member", "no such option is known", "option", nearest(name, own or _NAMES), member=name[:40]
        )
    if rulebook is None:
        return _of_any(name, value)
    detail = f"{rulebook.id} has no option {name}; it has {', '.join(own)}"
    raise refuse("option-of-another-ruleset", detail, ruleset=rulebook.id, option=name, known=list(own))


def _of_any(name: str, value: object) -> OptionValue:
    """The value where a rulebook takes it, as it is not known which is meant; else the fault that the first tells."""
    told: ValidationError | None = None
    for option in [option for each in rulebooks.ALL for option in each.options if option.name == name]:
        try:
            return _value(option, value)
        except ValidationError as error:
            told = told or error
    assert told is not None, "a name that is known stands in a rulebook"
    raise told


def _value(option: Option, value: object) -> OptionValue:
    if value is None:
        if not option.nullable:
            raise ValidationError([NULL])
        return None
    if option.is_boolean:
        if not isinstance(value, bool):
            raise refuse("wrong-type", "true or false is expected here", "boolean")
        return value
    number = whole(value)
    if not option.accepts(number):
        detail = f"{shown(number)} is not accepted: {option.range_text}"
        given, accepted = fact(number), option.range_text
        raise refuse("out-of-range", detail, "option", given=given, option=option.name, accepted=accepted)
    return number
