"""The digest of a rulebook, of everything that affects results: equal digests mean equal results.

Texts, titles, pages and the order of rules have no effect and are left out. So is what a record has by default: a
member that is new changes no digest of a rulebook that does not use it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from pung_chow_settlement.domain.clauses.clause import BoundCondition, OptionRef
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.rulebook.rules import ScoringRule, SettlementRule
from pung_chow_settlement.domain.rulebook.settlement_terms import DangerPattern, SettlementSources
from pung_chow_settlement.domain.shapes import Pattern

Lines = Mapping[ScoringRule, str]
"""The line of each rule in the digest."""
_DIGITS: Final = 32
_PATTERNS_KEPT: Final = 64
"""Lines of danger patterns in the cache: the rulebooks have fewer, and each takes 0.1 milliseconds to make."""
_NO_EFFECT: Final = {
    *("title", "about", "text", "source", "books", "revision", "house", "interpretation", "assumed"),
    *("aliases", "concept", "usual"),
}
"""The members that affect no result."""
_SOURCES: Final = (SettlementRule, SettlementSources)
"""What settlement cites, which affects no result either."""


def digest_of(rulebook: Rulebook, lines: Lines) -> str:
    """The digest of a rulebook; `lines` has the lines of shared rules, computed once."""
    rules = sorted([lines.get(rule) or line_of(rule) for rule in rulebook.rules])
    others = {name: value for name, value in _members(rulebook) if name not in ("id", "rules", "fines")}
    text = "\n".join([*rules, *_written(others | {"fines": {each.id: each for each in rulebook.fines}})])
    return sha256(text.encode()).hexdigest()[:_DIGITS]


def line_of(rule: ScoringRule) -> str:
    """The line of a rule in the digest."""
    return f"rule {_line(rule)}"


def condition_line(bound: BoundCondition) -> str:
    """The line of a condition in the digest."""
    if bound.parts:
        return f"{bound.definition.id} [{', '.join([condition_line(part) for part in bound.parts])}]"
    if bound.layout is not None:
        return f"{bound.definition.id} {sorted(bound.layout.written._asdict().items())}"
    values = {name: f"option {value.option}" if isinstance(value, OptionRef) else value for name, value in bound.values}
    return f"{bound.definition.id} {sorted(values.items())}"


def _line(value: Any) -> str:
    """A value, or a record by the members that are not at their defaults; lists are in no order."""
    if isinstance(value, BoundCondition):
        return condition_line(value)
    if isinstance(value, Pattern):
        return value.id
    if isinstance(value, DangerPattern):
        return _pattern(value)
    if is_dataclass(value) or hasattr(value, "_fields"):
        return f"{{{', '.join(_written(dict(_members(value))))}}}"
    if isinstance(value, Mapping):
        return f"{{{', '.join(_written(value))}}}"
    return f"[{', '.join(sorted(map(_line, value)))}]" if isinstance(value, tuple) else str(value)


@lru_cache(_PATTERNS_KEPT)
def _pattern(pattern: DangerPattern) -> str:
    """A danger pattern: its id, what makes a discard dangerous, and the tiles that would have been as dangerous."""
    return f"{pattern.id} {pattern.pattern or pattern.id} {[sorted(tiles) for tiles in pattern.as_dangerous]}"


def _written(members: Mapping[Any, Any]) -> list[str]:
    return sorted([f"{name}: {_line(value)}" for name, value in members.items()])


def _members(record: Any) -> Iterator[tuple[str, Any]]:
    """The members of a record that affect results and are not at their defaults."""
    for name, default in _defaults(record):
        value = getattr(record, name)
        if name not in _NO_EFFECT and not isinstance(value, _SOURCES) and value != default:
            yield name, value


def _defaults(record: Any) -> Iterable[tuple[str, Any]]:
    """The members of a record, each with its default (MISSING: none)."""
    if is_dataclass(record):
        return [(each.name, _default(each)) for each in fields(record)]
    return [(name, record._field_defaults.get(name, MISSING)) for name in record._fields]


def _default(of: Field[Any]) -> Any:
    return of.default if of.default_factory is MISSING else of.default_factory()
