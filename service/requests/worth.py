"""Check that what a table's own rules are worth is something."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from service.domain.faults import Fault
from service.domain.rulebook.amend import OWN
from service.domain.rulebook.model import Rulebook

_WORTHS: Final = ("points", "doubles", "bonus_points", "limit_percent", "limit_share", "score", "waiting")
_NAMES: Final = ("replaces", "spoiled_by", "only_beside")
_SHARES: Final = ("limit_share", "limit_percent")


def worthless(rules: Mapping[str, Mapping[str, Any] | None], form: Sequence[Fault]) -> Iterator[Fault]:
    """A fault for each new rule that is worth nothing, replaces no rule and is named by none.

    `rules` are the changes that could be read, `form` the faults of the others.
    """
    changes = {name: change for name, change in rules.items() if change is not None and change.get("counts", True)}
    named = {other for change in changes.values() for column in _NAMES for other in change.get(column) or ()}
    for name, change in changes.items():
        path = ("rules", name)
        if not name.startswith(OWN) or name in named or change.get("replaces"):
            continue
        if not any(change.get(worth) for worth in _WORTHS) and not any(fault.lies_in(path) for fault in form):
            yield Fault("missing-member", (*path, "points"), sentence="worth")


def shares_without_limit(played: Rulebook, base: Rulebook, changes: Mapping[str, Any]) -> Iterator[Fault]:
    """Faults of shares of the limit where no limit is set: of new rules, of other rulebooks' rules, and of changed worths.

    A rule that counts only with a limit, or has another worth beside its share, is no fault. `changes` are the rules of
    the house rules as they were sent.
    """
    own = {rule.id for rule in base.rules}
    for rule in played.rules:
        change = changes.get(rule.id)
        if not isinstance(change, dict) or rule.when_limit:
            continue
        path = ("house_rules", "rules", rule.id)
        given = [member for member in _SHARES if change.get(member)]
        other = rule.points or rule.doubles or rule.bonus_points
        if rule.limit_percent and not other and (given or rule.id not in own):
            yield Fault("limit-required", (*path, *given[:1]), sentence="share")
        elif rule.waiting and rule.waiting.limit_percent and (change.get("waiting") or rule.id not in own):
            yield Fault("limit-required", (*path, "waiting"), sentence="share")
