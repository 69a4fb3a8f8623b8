"""Parse query parameters by the fields of bodies; a refusal reports all of their faults at once."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from flask import request

from pung_chow_settlement.api.incoming import rulebooks
from pung_chow_settlement.domain.faults import SHOWN, Fault, in_order
from pung_chow_settlement.domain.rulebook.compiled_rulebook import PlayableRulebook
from pung_chow_settlement.requests.refusals import MAX_ERRORS, Refused
from pung_chow_settlement.schemas.fields import ChoiceField, Field, Message, nearest, parsed

FLAG: Final = ChoiceField({"true": True, "false": False, "1": True, "0": False})
"""True or false, in words or as 1 and 0."""
_MISSING: Final = Message("missing-member.query")
_UNKNOWN: Final = Message("unknown-member.query")
_UNKNOWN_RULESET: Final = Message("unknown-value.ruleset")
_SEVERAL: Final = Message("too-many-items")


def query(known: Mapping[str, Field[Any]] = MappingProxyType({}), required: Iterable[str] = ()) -> dict[str, Any]:
    """The values of the parameters in the query, by name or attribute. Raises Refused with every fault."""
    if not request.query_string and not required:
        return {}
    given = request.args.to_dict(flat=False)
    values: dict[str, Any] = {}
    faults = [_MISSING.at((name,)) for name in required if name not in given]
    for name, texts in given.items():
        value, wrong = _value(name, texts, known)
        faults += wrong
        if not wrong:
            values[known[name].attribute or name] = value
        if len(faults) == MAX_ERRORS:
            break
    if faults:
        raise Refused("invalid-parameters", in_order(faults), number=len(faults))
    return values


def _value(name: str, texts: list[str], known: Mapping[str, Field[Any]]) -> tuple[Any, list[Fault]]:
    if name not in known:
        shown = name[SHOWN]
        unknown = _UNKNOWN.format(member=shown, known=list(known), suggestion=nearest(name, known))
        return None, [unknown.at((shown,))]
    if len(texts) > 1:
        return None, [_SEVERAL.format(given=len(texts), least=0, most=1).at((name,))]
    return parsed(known[name].deserialize, texts[0], path=(name,))


def ruleset_field() -> ChoiceField[PlayableRulebook]:
    """The id of a rulebook that this application plays."""
    return ChoiceField(rulebooks().by_id, error_messages={"unknown": _UNKNOWN_RULESET})


def ruleset_in_path(text: str) -> PlayableRulebook:
    """The rulebook of an id in a path. Raises Refused."""
    found, faults = parsed(ruleset_field().deserialize, text, path=("ruleset",))
    if found is None:
        facts = faults[0].facts
        raise Refused("unknown-ruleset", faults, given=facts["given"], known=facts["known"])
    return found
