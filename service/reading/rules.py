"""The rulebook and the options that a body names."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from marshmallow import ValidationError

from service.domain import rulebook as rulebooks
from service.domain.faults import Fault
from service.domain.rulebook.model import Option, OptionValue, Rulebook
from service.domain.rulebook.terms import Compiled, Terms
from service.reading.fields import nearest, refuse, whole

Body = Mapping[str, Any]
Note = Callable[[str], object]
"""Is given the id of each rulebook that is read, also where the body is refused for something else."""
_OPTIONS: Final = {option.name: option for each in rulebooks.ALL for option in each.options}
"""The options of all rulebooks by name."""


def unnoted(_: str) -> None:
    """Note nothing."""


def terms_of(data: Body, faults: list[Fault], note: Note) -> Terms | None:
    """The terms that a body names, where its rulebook is known; faults of the options are added."""
    named: Compiled | None = data.get("ruleset")
    rulebook = None if named is None else named.rulebook
    if rulebook is not None:
        note(rulebook.id)
    given: dict[str, Any] = data.get("options", {})
    read: dict[str, OptionValue] = {}
    for name, value in given.items():
        try:
            read[name] = _option(name, value, rulebook)
        except ValidationError as error:
            faults.extend(fault._replace(path=("options", name)) for fault in cast("list[Fault]", error.messages))
    return None if named is None else named.under(read)


def _option(name: str, value: object, rulebook: Rulebook | None) -> OptionValue:
    own = _OPTIONS if rulebook is None else {option.name: option for option in rulebook.options}
    if name in own:
        return _value(own[name], value)
    if rulebook is None or name not in _OPTIONS:
        raise refuse("unknown-member", "no such option is known", nearest(name, own))
    raise refuse("option-of-another-ruleset", f"{rulebook.id} has no option {name}; it has {', '.join(own)}")


def _value(option: Option, value: object) -> OptionValue:
    if value is None:
        if not option.nullable:
            raise refuse("null-not-allowed", "null is not accepted here")
        return None
    if option.is_boolean:
        if not isinstance(value, bool):
            raise refuse("wrong-type", "true or false is expected here")
        return value
    number = whole(value)
    if not option.accepts(number):
        raise refuse("out-of-range", f"{number} is not accepted: {option.range_text}")
    return number
