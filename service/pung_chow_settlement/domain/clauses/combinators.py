"""Conditions that combine others: all of them hold, at least one does, or one does not."""

from collections.abc import Mapping
from typing import Final

from pung_chow_settlement.domain.clauses.clause import (
    BoundCondition,
    Clauses,
    Condition,
    Reason,
    Requirement,
    all_of,
    any_of,
    not_,
    reason,
    reworded,
    with_parameters,
)


def _with_path(place: str, part: Requirement) -> Requirement:
    """The part with its path in the rule as a fact of each of its reasons."""

    def says(own: Reason) -> Reason:
        facts = dict(own.facts)
        inner = f"/{facts.pop('part')}" if "part" in facts else ""
        return own._replace(facts=(*facts.items(), ("part", place + inner)))

    return part._replace(clauses=reworded(part.clauses, says))


def _all_hold(*parts: Requirement) -> Clauses:
    return all_of([_with_path(f"{ALL_OF.id}/{index}", part).clauses for index, part in enumerate(parts)])


def _any_holds(*parts: Requirement) -> Clauses:
    return (any_of([_with_path(f"{ANY_OF.id}/{index}", part) for index, part in enumerate(parts)]),)


def _none_holds(part: Requirement) -> Clauses:
    why = reason("part-holds", part=NOT.id, finder=part.name)
    return (not_(part, lambda _: why),)


ALL_OF: Final = with_parameters("all_of", "All of these conditions hold", _all_hold, winner_only=False)
ANY_OF: Final = with_parameters("any_of", "At least one of these conditions holds", _any_holds, winner_only=False)
NOT: Final = with_parameters("not", "This condition does not hold", _none_holds, winner_only=False)
COMBINING: Final[Mapping[str, Condition]] = {each.id: each for each in (ALL_OF, ANY_OF, NOT)}
"""Not in the catalogue, since each is a member of a rule."""


def of_parts(condition: Condition, *parts: BoundCondition) -> BoundCondition:
    """A combined condition."""
    return BoundCondition(condition, (), parts)
