"""Check that what a table's own rules are worth is something."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pung_chow_settlement.domain.faults import Fault
from pung_chow_settlement.domain.rulebook.amend.patch import OWN, Rules
from pung_chow_settlement.domain.rulebook.model import Rulebook, members_of
from pung_chow_settlement.domain.rulebook.rules import NAMES_OF_RULES, ScoringRule

_MEMBERS: Final = members_of(ScoringRule)
_WORTHS: Final = (*[name for name, member in _MEMBERS.items() if member.is_worth], "halves", "replaces")


def valueless_rules(rules: Rules, others: Sequence[Fault]) -> list[Fault]:
    """A fault for each new rule without other faults that is worth nothing, replaces no rule and is named by none.

    It is at the first worth of 0 that was sent, or at `points` if none was.
    """
    changes = {name: change for name, change in rules.items() if change is not None}
    named = {other for change in changes.values() for member in NAMES_OF_RULES for other in change.get(member) or ()}
    return [
        _without_worth(name, change)
        for name, change in changes.items()
        if name.startswith(OWN) and name not in named
        if not any(change.get(member) for member in _WORTHS) and change.get("score") is None
        if not any(fault.lies_in(("rules", name)) for fault in others)
    ]


def _without_worth(name: str, change: Mapping[str, Any]) -> Fault:
    sent = [member.path for each, member in _MEMBERS.items() if member.is_worth and each in change]
    if sent:
        return Fault("out-of-range", ("rules", name, *sent[0]), sentence="worth")
    return Fault("missing-member", ("rules", name, "points"), sentence="worth")


def shares_without_limit(played: Rulebook, changes: Mapping[str, Any]) -> Iterator[Fault]:
    """A fault for each new rule that is worth a share of the limit, of which none is set, and nothing else.

    A rule that counts only with a limit is none. `changes` are the rules of the house rules as they were sent.
    """
    for rule in played.rules:
        if rule.when_limit or not rule.id.startswith(OWN) or rule.id not in changes:
            continue
        path = ("house_rules", "rules", rule.id)
        if rule.limit_percent and not (rule.points or rule.doubles or rule.bonus_points):
            sent = ("limit_share",) if "limit_share" in changes[rule.id] else ()
            yield Fault("limit-required", (*path, *sent), sentence="share")
        elif rule.waiting and rule.waiting.limit_percent:
            yield Fault("limit-required", (*path, "waiting"), sentence="share")
