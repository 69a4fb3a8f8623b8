"""Parse query parameters; a refusal reports all of their faults at once."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from flask import request

from service import rulebooks
from service.domain.faults import Facts, Fault, in_order
from service.domain.rulebook.model import Rulebook
from service.forms.fields import nearest
from service.requests.refusals import MOST_ERRORS, Refused

Reader = Callable[[str, str], Any]
"""Parses the text of a parameter (name, text) to its value. Raises Wrong."""
FLAGS: Final = {"true": True, "false": False, "1": True, "0": False}
_LONGEST_SHOWN: Final = 40
_UNKNOWN_RULESET: Final = "unknown-value.ruleset"


class Wrong(Exception):  # noqa: N818 - a fault of the request, not an error of the program
    """A parameter with a fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message_key)
        self.fault = fault


def query(known: Mapping[str, Reader] = MappingProxyType({}), required: Iterable[str] = ()) -> dict[str, Any]:
    """The values of the parameters in the query. Raises Refused with every fault."""
    if not request.query_string and not required:
        return {}
    given = request.args.to_dict(flat=False)
    values: dict[str, Any] = {}
    faults = [_missing(name) for name in required if name not in given]
    for name, texts in given.items():
        try:
            values[name] = _value(name, texts, known)
        except Wrong as wrong:
            faults.append(wrong.fault)
        if len(faults) == MOST_ERRORS:
            break
    if faults:
        raise _refusal(in_order(faults))
    return values


def _missing(name: str) -> Fault:
    return Fault("missing-member", (name,), sentence="query")


def _value(name: str, texts: list[str], known: Mapping[str, Reader]) -> Any:
    if name not in known:
        shown = name[:_LONGEST_SHOWN]
        facts = {"member": shown, "known": list(known)}
        raise Wrong(Fault("unknown-member", (shown,), nearest(name, known), facts, "query"))
    if len(texts) > 1:
        counts: Facts = {"given": len(texts), "least": 0, "most": 1}
        raise Wrong(Fault("too-many-items", (name,), facts=counts))
    return known[name](name, texts[0])


def _refusal(faults: list[Fault]) -> Refused:
    """The refusal of a query: `unknown-ruleset` if that is its only kind of fault."""
    if all(fault.message_key == _UNKNOWN_RULESET for fault in faults):
        return _unknown_ruleset(faults)
    number = len(faults)
    return Refused("unknown-parameter", faults, number=number)


# Kinds of parameters


def flag(name: str, text: str) -> bool:
    """True or false, in words or as 1 and 0."""
    if text in FLAGS:
        return FLAGS[text]
    given, known = text[:_LONGEST_SHOWN], list(FLAGS)
    raise Wrong(Fault("unknown-value", (name,), nearest(text, known), {"given": given, "known": known}))


def number(least: int, most: int) -> Reader:
    """A whole number within these bounds."""

    def read(name: str, text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= len(str(most)) and least <= int(text) <= most:
            return int(text)
        given = text[:_LONGEST_SHOWN]
        facts: Facts = {"given": given, "least": least, "most": most}
        raise Wrong(Fault("out-of-range", (name,), facts=facts, sentence="query"))

    return read


def ruleset(name: str, text: str) -> Rulebook:
    """The rulebook of an id."""
    if text in rulebooks.BY_ID:
        return rulebooks.BY_ID[text].rulebook
    given, known = text[:_LONGEST_SHOWN], list(rulebooks.BY_ID)
    facts = {"given": given, "known": known}
    raise Wrong(Fault("unknown-value", (name,), nearest(text, known), facts, "ruleset"))


def ruleset_in_path(text: str) -> Rulebook:
    """The rulebook of an id in a path. Raises Refused."""
    try:
        return ruleset("ruleset", text)
    except Wrong as wrong:
        raise _unknown_ruleset([wrong.fault]) from None


def _unknown_ruleset(faults: list[Fault]) -> Refused:
    facts = faults[0].facts
    return Refused("unknown-ruleset", faults, given=facts["given"], known=facts["known"])
