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
"""Is given the id of each rulebook that is read, also where the body is refused for something else."""


def unnoted(_: str) -> None:
    """Note nothing."""


def compiled_rulebook(data: Body, faults: list[Fault], note: Note) -> CompiledRulebook | None:
    """The terms that a body names, where its rulebook is known; faults of house rules and options are added.

    Raises Refused where the body goes by another revision of the rulebook.
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
