"""The rulebook and the options that a body names."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from marshmallow import ValidationError

from service.domain import rulebook as rulebooks
from service.domain.faults import Fault
from service.domain.rulebook.model import Option, OptionValue, Rulebook
from service.domain.rulebook.terms import Compiled, Terms
from service.reading.fields import MOST_FAULTS, NULL, fact, nearest, refuse, shown, whole
from service.reading.refusals import Refused

Body = Mapping[str, Any]
Note = Callable[[str], object]
"""Is given the id of each rulebook that is read, also where the body is refused for something else."""
_OPTIONS: Final = {option.name: option for each in rulebooks.ALL for option in each.options}
"""The options of all rulebooks by name."""
_NULL_MEANS = {option.name for each in rulebooks.ALL for option in each.options if option.nullable}
"""The options of which null is a value in some rulebook; of the others it is as good as none."""


def unnoted(_: str) -> None:
    """Note nothing."""


def terms_of(data: Body, faults: list[Fault], note: Note) -> Terms | None:
    """The terms that a body names, where its rulebook is known; faults of the options are added.

    Raises Refused where the body goes by another revision of the rulebook.
    """
    named: Compiled | None = data.get("ruleset")
    rulebook = None if named is None else named.rulebook
    if rulebook is not None:
        note(rulebook.id)
        _check_revision(rulebook, data.get("revision"))
    given: dict[str, Any] = data.get("options", {})
    read: dict[str, OptionValue] = {}
    for name, value in given.items():
        if len(faults) >= MOST_FAULTS:
            break
        if value is None and name in _OPTIONS and name not in _NULL_MEANS:
            continue
        try:
            read[name] = _option(name, value, rulebook)
        except ValidationError as error:
            faults.extend(fault._replace(path=("options", name)) for fault in cast("list[Fault]", error.messages))
    return None if named is None else named.under(read)


def _check_revision(rulebook: Rulebook, asked: int | None) -> None:
    if asked is not None and asked != rulebook.revision:
        detail = f"{rulebook.id} is at revision {rulebook.revision} here; the request goes by revision {asked}"
        raise Refused("other-revision", detail, ruleset=rulebook.id, revision=rulebook.revision, asked=asked)


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
