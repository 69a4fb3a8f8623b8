"""The rulebook, the house rules and the options that a body names."""

from collections.abc import Callable
from typing import Any

from service.domain.faults import Fault
from service.domain.rulebook.compiled_rulebook import CompiledRulebook, RulebookCache
from service.domain.rulebook.model import Rulebook
from service.requests.house_rules import adopted
from service.requests.options import read_options
from service.requests.refusals import Refused

Body = dict[str, Any]
Note = Callable[[str], object]
"""Called with the id of each rulebook that a body names, also if the body is refused for another reason."""


def unnoted(_: str) -> None:
    """Note nothing."""


def compiled_rulebook(data: Body, faults: list[Fault], note: Note) -> CompiledRulebook | None:
    """The compiled rulebook of a body, None if it is unknown; faults of house rules and options are added to `faults`.

    Raises Refused if the body asks for another revision of the rulebook.
    """
    named: RulebookCache | None = data.get("ruleset")
    rulebook = None if named is None else named.rulebook
    if rulebook is not None:
        note(rulebook.id)
        _check_revision(rulebook, data.get("revision"))
    house = data.get("house_rules")
    if house:
        named = adopted(named, house, faults)
        rulebook = rulebook if named is None else named.rulebook
    given = data.get("options", {})
    read = read_options(given, rulebook, faults) if given else {}
    return None if named is None else named.under(read)


def _check_revision(rulebook: Rulebook, asked: int | None) -> None:
    if asked is not None and asked != rulebook.revision:
        raise Refused("other-revision", ruleset=rulebook.id, revision=rulebook.revision, asked=asked)
