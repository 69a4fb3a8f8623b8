"""The options of a rulebook, as they are given by name."""

from collections.abc import Mapping
from typing import Any, cast

from marshmallow import ValidationError

from service.domain import rulebook as rulebooks
from service.domain.faults import Fault, Path
from service.domain.rulebook.model import Option, OptionValue, Rulebook
from service.reading.fields import MOST_FAULTS, NULL, fact, nearest, refuse, shown, whole

_OPTIONS = {option.name: option for each in rulebooks.ALL for option in each.options}
"""The options of all rulebooks by name."""
_NULL_MEANS = {option.name for each in rulebooks.ALL for option in each.options if option.nullable}
"""The options of which null is a value in some rulebook; of the others it is as good as none."""


def read_options(given: Mapping[str, Any], rulebook: Rulebook | None, faults: list[Fault]) -> dict[str, OptionValue]:
    """The options that are given, as far as they can be read; faults are added."""
    read: dict[str, OptionValue] = {}
    for name, value in given.items():
        if len(faults) >= MOST_FAULTS:
            break
        if value is None and name in _OPTIONS and name not in _NULL_MEANS:
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
    own = _OPTIONS if rulebook is None else {option.name: option for option in rulebook.options}
    if name in own:
        return _value(own[name], value)
    if rulebook is None or name not in _OPTIONS:
        raise refuse("unknown-member", "no such option is known", "option", nearest(name, own), member=name[:40])
    detail = f"{rulebook.id} has no option {name}; it has {', '.join(own)}"
    raise refuse("option-of-another-ruleset", detail, ruleset=rulebook.id, option=name, known=list(own))


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
