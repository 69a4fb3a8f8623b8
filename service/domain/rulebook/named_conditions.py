"""Conditions that `named.toml` puts together of others: all parts must hold, and the first that fails says why."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from service.domain.arranged_hand import ArrangedHand
from service.domain.layouts.named import CONDITIONS as ROWS
from service.domain.rulebook import conditions, more_conditions
from service.domain.rulebook.combined import all_of
from service.domain.rulebook.conditions import TRUTH
from service.domain.rulebook.model import BoundCondition, Check, Condition, Look, Parameter, Reason
from service.domain.rulebook.reasons import first_of, why_not


class Part(NamedTuple):
    """A condition, and sentences that say why it fails instead of its own."""

    bound: BoundCondition
    says: Mapping[str, str]


Parts = tuple[Part, ...]
_NO_PARAMETERS: Final = ("find", "says")


def conditions_of(*modules: Any) -> dict[str, Condition]:
    """The conditions that stand in some modules, by id."""
    values = [value for module in modules for value in vars(module).values()]
    found = [each.condition if isinstance(each, BoundCondition) else each for each in values]
    return {each.id: each for each in found if isinstance(each, Condition)}


PLAIN: Final[Mapping[str, Condition]] = conditions_of(conditions, more_conditions)
"""The conditions that are Python."""


def _bound(rows: Iterable[Mapping[str, Any]]) -> Parts:
    return tuple([Part(PLAIN[row["find"]](**_parameters(row)), _sentences(row.get("says", {}))) for row in rows])


def _sentences(says: Mapping[str, str]) -> dict[str, str]:
    return {f"why.{name}": f"why.{other}" for name, other in says.items()}


def _parameters(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in _NO_PARAMETERS}


def _look(parts: Parts) -> Look:
    """What looks for all parts; one part alone keeps its own evidence."""
    looks = [part.bound.under({}) for part in parts]
    return looks[0] if len(looks) == 1 else all_of(looks)


def _why_not(parts: Parts) -> Check:
    return first_of(*[_saying(why_not(part.bound, {}), part.says) for part in parts])


def _saying(check: Check, says: Mapping[str, str]) -> Check:
    """The same check with other sentences, of the same facts."""
    if not says:
        return check

    def otherwise(arranged: ArrangedHand) -> Reason | None:
        reason = check(arranged)
        return None if reason is None else reason._replace(key=says.get(reason.key, reason.key))

    return otherwise


def _condition(name: str, row: Mapping[str, Any]) -> Condition:
    truth: str = row.get("truth", "")
    named: dict[bool | None, str] = {None: "all_of"} if not truth else {True: "yes", False: "no"}
    ways = {value: _bound(row[name]) for value, name in named.items()}
    every = [part for parts in ways.values() for part in parts]

    def asked(make: Callable[[Parts], Any]) -> Callable[..., Any]:
        return lambda **values: make(ways[values.get(truth)])

    return Condition(
        id=name,
        text=row["text"],
        make=asked(lambda parts: _look(parts)[1]),
        where=asked(lambda parts: _look(parts)[0]),
        parameters={} if not truth else {truth: Parameter(text=row["about"], choices=TRUTH)},
        winner_only=any(part.bound.condition.winner_only for part in every),
        win_members=asked(lambda parts: tuple([member for part in parts for member in part.bound.win_members])),
        reason=asked(_why_not),
    )


CONDITIONS: Final[Mapping[str, Condition]] = {
    **PLAIN,
    **{name: _condition(name, row) for name, row in ROWS.items()},
}
"""Everything that a rule can look for, by id."""
