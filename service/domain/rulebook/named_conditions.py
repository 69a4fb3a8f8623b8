"""The conditions of `named.toml`: all of their parts must hold, and the first that fails gives the reason."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from service.domain.arranged_hand import ArrangedHand
from service.domain.layouts.named import CONDITIONS as ROWS
from service.domain.rulebook import conditions, more_conditions
from service.domain.rulebook.combined import all_of
from service.domain.rulebook.conditions import TRUTH
from service.domain.rulebook.model import BoundCondition, Check, Condition, FilteredPredicate, Parameter, Reason
from service.domain.rulebook.reasons import first_of, why_not


class Part(NamedTuple):
    """A part of a condition, and the message keys of reasons that replace its own."""

    bound: BoundCondition
    says: Mapping[str, str]


Parts = tuple[Part, ...]
_NO_PARAMETERS: Final = ("find", "says")


def conditions_of(*modules: Any) -> dict[str, Condition]:
    """The conditions that some modules define, by id."""
    values = [value for module in modules for value in vars(module).values()]
    found = [each.condition if isinstance(each, BoundCondition) else each for each in values]
    return {each.id: each for each in found if isinstance(each, Condition)}


PLAIN: Final[Mapping[str, Condition]] = conditions_of(conditions, more_conditions)
"""The conditions that are defined in Python."""


def _bound(rows: Iterable[Mapping[str, Any]]) -> Parts:
    return tuple([Part(PLAIN[row["find"]](**_parameters(row)), _sentences(row.get("says", {}))) for row in rows])


def _sentences(says: Mapping[str, str]) -> dict[str, str]:
    return {f"why.{name}": f"why.{other}" for name, other in says.items()}


def _parameters(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in _NO_PARAMETERS}


def _combined(parts: Parts) -> FilteredPredicate:
    """The predicate that all parts hold; a single part keeps its own evidence."""
    predicates = [part.bound.under({}) for part in parts]
    return predicates[0] if len(predicates) == 1 else all_of(predicates)


def _why_not(parts: Parts) -> Check:
    return first_of(*[_reworded(why_not(part.bound, {}), part.says) for part in parts])


def _reworded(check: Check, says: Mapping[str, str]) -> Check:
    """The check with other message keys for the same facts."""
    if not says:
        return check

    def reworded(arranged: ArrangedHand) -> Reason | None:
        reason = check(arranged)
        return None if reason is None else reason._replace(key=says.get(reason.key, reason.key))

    return reworded


def _condition(name: str, row: Mapping[str, Any]) -> Condition:
    parameter: str = row.get("truth", "")
    sections: dict[bool | None, str] = {None: "all_of"} if not parameter else {True: "yes", False: "no"}
    variants = {value: _bound(row[name]) for value, name in sections.items()}
    all_parts = [part for parts in variants.values() for part in parts]

    def of_variant(make: Callable[[Parts], Any]) -> Callable[..., Any]:
        return lambda **values: make(variants[values.get(parameter)])

    return Condition(
        id=name,
        text=row["text"],
        make=of_variant(lambda parts: _combined(parts)[1]),
        where=of_variant(lambda parts: _combined(parts)[0]),
        parameters={} if not parameter else {parameter: Parameter(text=row["about"], choices=TRUTH)},
        winner_only=any(part.bound.condition.winner_only for part in all_parts),
        win_members=of_variant(lambda parts: tuple([member for part in parts for member in part.bound.win_members])),
        reason=of_variant(_why_not),
    )


CONDITIONS: Final[Mapping[str, Condition]] = {
    **PLAIN,
    **{name: _condition(name, row) for name, row in ROWS.items()},
}
"""Every condition of the catalogue, by id."""
