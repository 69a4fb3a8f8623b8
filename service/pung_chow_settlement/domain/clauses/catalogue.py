"""Every condition that rules can have: those written here, and those of `layouts/named.toml`, which combine them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from pung_chow_settlement.domain.clauses import of_claims, of_hands, of_sets, of_wins, patterns
from pung_chow_settlement.domain.clauses.clause import (
    TRUTH,
    BoundCondition,
    Clauses,
    Condition,
    OptionRef,
    Parameter,
    Reason,
    Value,
    all_of,
    reworded,
    with_parameters,
)
from pung_chow_settlement.domain.layouts.named import CONDITIONS as ROWS

_BY_ID: Final = {each.id: each for module in (of_sets, of_wins, of_hands, of_claims, patterns) for each in module.ALL}

_Row = Mapping[str, Any]
"""A part of a condition of `named.toml`."""


def _parts(rows: Iterable[_Row], values: Mapping[str, Value | OptionRef]) -> Iterator[tuple[_Row, BoundCondition]]:
    """The parts that are asked, given these arguments of the whole."""
    for row in rows:
        if values.get(row.get("if", ""), True) and not values.get(row.get("unless", "")):
            one = _BY_ID[row["find"]]
            yield row, one(**{name: row.get(name, values.get(name)) for name in one.parameters})


def _clauses(row: _Row, part: BoundCondition) -> Clauses:
    """The clauses of a part, with the message keys that it has in place of its own."""
    keys = {f"why.{name}": f"why.{other}" for name, other in row.get("says", {}).items()}

    def says(reason: Reason) -> Reason:
        return reason._replace(key=keys.get(reason.key, reason.key))

    clauses = part.with_options({}).clauses
    return reworded(clauses, says) if keys else clauses


def _named(name: str, text: str, rows: Iterable[_Row], parameters: Mapping[str, str]) -> Condition:
    def clauses(**values: Value) -> Clauses:
        found = [_clauses(row, part) for row, part in _parts(rows, values)]
        return found[0] if len(found) == 1 else all_of(found)

    conditions = [(row, _BY_ID[row["find"]]) for row in rows]
    of_parts = {key: each for row, one in conditions for key, each in one.parameters.items() if key not in row}
    return with_parameters(
        name,
        text,
        clauses,
        winner_only=any(one.winner_only for _, one in conditions),
        win_members=lambda **values: tuple([member for _, part in _parts(rows, values) for member in part.win_members]),
        **of_parts,
        **{key: Parameter(text=about, choices=TRUTH) for key, about in parameters.items()},
    )


CONDITIONS: Final[Mapping[str, Condition]] = {
    **_BY_ID,
    **{name: _named(name, row["text"], row["all_of"], row.get("parameters", {})) for name, row in ROWS.items()},
}
"""The catalogue, by id."""
