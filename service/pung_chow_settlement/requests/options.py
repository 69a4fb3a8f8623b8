"""Parse the options of a rulebook, given by name."""

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import ValidationError

from pung_chow_settlement.domain.clauses.clause import OptionValue
from pung_chow_settlement.domain.faults import SHOWN, Fault, Path
from pung_chow_settlement.domain.rulebook.library import Library
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.schemas.fields import MAX_FAULTS, Message, nearest, parsed
from pung_chow_settlement.schemas.option_values import option_value

_UNKNOWN: Final = Message("unknown-member.option")
WITHOUT_EFFECT: Final = "option-without-effect"
"""The end of the message key of an option on which nothing depends."""
_OTHER_RULEBOOK: Final = Message("option-of-another-ruleset")


def read_options(
    library: Library, given: Mapping[str, Any], rulebook: Rulebook, base: Rulebook, faults: list[Fault]
) -> dict[str, OptionValue]:
    """The given options that can be parsed; adds the faults of others to `faults`. Null counts as absent.

    House rules may have made an option of their base meaningless, which is then refused.
    """
    read: dict[str, OptionValue] = {}
    lost = {option.name for option in base.options} - {option.name for option in rulebook.options}
    for name, value in given.items():
        if len(faults) >= MAX_FAULTS:
            break
        if value is None:
            continue
        if name in lost:
            facts = {"option": name}
            faults.append(Fault("unexpected-member", ("options", name), facts=facts, sentence=WITHOUT_EFFECT))
            continue
        option, wrong = read_option(library, name, value, rulebook, ("options", name))
        faults += wrong
        if not wrong:
            read[name] = option
    return read


def read_option(
    library: Library, name: str, value: object, rulebook: Rulebook, path: Path
) -> tuple[OptionValue | None, list[Fault]]:
    """The value of an option of a rulebook, or its faults at this path."""
    return parsed(lambda given: _option(library, name, given, rulebook), value, path)


def _option(library: Library, name: str, value: object, rulebook: Rulebook) -> OptionValue:
    own = {option.name: option for option in rulebook.options}
    if name in own:
        return option_value(own[name], value)
    if name not in library.options:
        raise ValidationError([_UNKNOWN.format(suggestion=nearest(name, own or library.options), member=name[SHOWN])])
    raise ValidationError([_OTHER_RULEBOOK.format(ruleset=rulebook.id, option=name, known=list(own))])
