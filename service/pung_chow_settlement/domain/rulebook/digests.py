"""The digest of a rulebook under some options, of everything that affects results: equal digests mean equal results.

What a table agreed on is part of it, the limit too, so that the whole table has the same digest on every rulebook.
Texts, titles, pages and the order of rules have no effect and are left out. So is what a record has by default: a
member that is new changes no digest of a rulebook that does not use it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from pung_chow_settlement.domain.clauses.clause import BoundCondition, OptionRef, Options
from pung_chow_settlement.domain.clauses.of_hands import CLEARED
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.rulebook.rules import LIMIT, ScoringRule, SettlementRule, amount_under
from pung_chow_settlement.domain.rulebook.settlement_terms import DangerPattern, SettlementSources, last_win_in
from pung_chow_settlement.domain.shapes import Pattern

_DIGITS: Final = 32
_PATTERNS_KEPT: Final = 64
"""Lines of danger patterns in the cache: the rulebooks have fewer, and each takes 0.1 milliseconds to make."""
_NO_EFFECT: Final = {
    *("title", "about", "text", "source", "books", "revision", "house", "interpretation", "assumed"),
    *("aliases", "concept", "usual"),
}
"""The members that affect no result."""
_APART: Final = ("id", "rules", "fines", "options", "session")
"""The members of a rulebook that its digest has in another form."""
_SOURCES: Final = (SettlementRule, SettlementSources)
"""What settlement cites, which affects no result either."""


def digest_of(rulebook: Rulebook, options: Options) -> str:
    """The digest of a rulebook under all of its options."""
    played = _under(rulebook, options)
    rules = sorted([f"rule {_rule(rule, options)}" for rule in played.rules])
    members = {name: value for name, value in _members(played) if name not in _APART}
    apart: dict[str, Any] = {"fines": {fine.id: fine for fine in played.fines}, "limit": options[LIMIT]}
    apart["sitting"] = played.session  # under the word that digests began with, so that they stay as they are
    return sha256("\n".join([*rules, *_written(members | apart)]).encode()).hexdigest()[:_DIGITS]


def _under(rulebook: Rulebook, options: Options) -> Rulebook:
    """The rulebook with what depends on an option as this option has it."""
    counting = [rule for rule in rulebook.rules if rule.when_limit in (None, options[LIMIT] is not None)]
    agreed, by_rule = rulebook.settlement.wins_in_a_row, last_win_in(counting)
    wins = (by_rule.passes_after if by_rule else None) if agreed is None else agreed or None
    requires = any(option.requires and options[option.name] for option in rulebook.options)
    return replace(
        rulebook,
        settlement=replace(rulebook.settlement, wins_in_a_row=wins),
        most_chows=amount_under(rulebook.most_chows, options),
        shapes=(*rulebook.shapes, *[shape for name, shape in rulebook.shapes_agreed if options[name]]),
        shapes_agreed=(),
        winner_shows=CLEARED if requires else rulebook.winner_shows,
    )


def _rule(rule: ScoringRule, options: Options) -> str:
    """The line of a rule, with its numbers and its condition as the options have them."""
    members = dict(_members(rule)) | {"condition": condition_line(rule.condition, options)}
    if rule.agreed:
        numbers = {name: amount_under(getattr(rule, name), options) for name in ("points", "bonus_points")}
        members = {name: value for name, value in members.items() if name not in numbers}
        members |= {name: number for name, number in numbers.items() if number}
    return f"{{{', '.join(_written(members))}}}"


def condition_line(bound: BoundCondition, options: Options | None = None) -> str:
    """The line of a condition in the digest, under these options or for all."""
    if bound.parts:
        return f"{bound.definition.id} [{', '.join([condition_line(part, options) for part in bound.parts])}]"
    if bound.layout is not None:
        return f"{bound.definition.id} {sorted(bound.layout.written._asdict().items())}"
    if options is not None:
        return f"{bound.definition.id} {sorted(bound.values_under(options).items())}"
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
        return [(field.name, _default(field)) for field in fields(record)]
    return [(name, record._field_defaults.get(name, MISSING)) for name in record._fields]


def _default(of: Field[Any]) -> Any:
    return of.default if of.default_factory is MISSING else of.default_factory()
