"""The digest of a rulebook, of everything that affects results: equal digests mean equal results.

Texts, titles, pages and the order of rules have no effect and are left out.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from pung_chow_settlement.domain.clauses.clause import BoundCondition, OptionRef
from pung_chow_settlement.domain.rulebook.model import Rulebook, members_of
from pung_chow_settlement.domain.rulebook.penalties import FalseMahjong, PercentOfLimit
from pung_chow_settlement.domain.rulebook.rules import Amount, Option, ScoringRule, ShareOf
from pung_chow_settlement.domain.rulebook.settlement_terms import DangerousDiscard, DangerPattern, SettlementTerms
from pung_chow_settlement.domain.seats import SEATS

Lines = Mapping[ScoringRule, str]
"""The line of each rule in the digest."""
_DIGITS: Final = 32
_PATTERNS_KEPT: Final = 64
"""Lines of danger patterns in the cache: the rulebooks have fewer."""


def _is_later(record: Any, name: str) -> bool:
    member = members_of(record).get(name)
    return member is not None and member.added_later


_LATER: Final[Mapping[type, Mapping[str, Any]]] = {
    record: {each.name: each.default for each in fields(record) if _is_later(record, each.name)}
    for record in (ScoringRule, FalseMahjong, Rulebook)
}
_NO_DOUBLES: Final = ", doubles=0"
"""What digests lacked at first of the worth of a waiting hand."""
_SETTLING: Final = [
    (each.name, each.default if _is_later(SettlementTerms, each.name) else ...)
    for each in fields(SettlementTerms)
    if each.name not in ("rows", "danger")
]
"""The members of the settlement, each with the default at which it is left out (`...`: never)."""


def digest_of(rulebook: Rulebook, lines: Lines) -> str:
    """The digest of a rulebook; `lines` has the lines of shared rules, computed once."""
    rows = sorted([lines.get(rule) or line_of(rule) for rule in rulebook.rules])
    text = "\n".join([*rows, *_settles(rulebook), *_legality(rulebook), *_options(rulebook.options)])
    return sha256(text.encode()).hexdigest()[:_DIGITS]


def line_of(rule: ScoringRule) -> str:
    """The line of a rule in the digest."""
    only_beside = None if rule.only_beside is None else sorted(rule.only_beside)
    numbers = (_amount(rule.points), rule.doubles, _amount(rule.bonus_points), rule.limit_percent)
    counts = (str(rule.applies_to), rule.when_limit, rule.bonus, rule.counts_bonus_separately)
    names = (sorted(rule.replaces), sorted(rule.spoiled_by), only_beside)
    fixed = f" {rule.score} {rule.waiting}".replace(_NO_DOUBLES, "") if rule.score or rule.waiting else ""
    return f"rule {rule.id} {condition_line(rule.condition)} {numbers} {counts} {names}{fixed}{_added_later(rule)}"


def _added_later(record: ScoringRule | FalseMahjong | Rulebook) -> str:
    """The members that digests lacked at first, where they are not at their defaults."""
    found = [(name, getattr(record, name), default) for name, default in _LATER[type(record)].items()]
    return "".join([f" {name} {value}" for name, value, default in found if value != default])


def condition_line(bound: BoundCondition) -> str:
    """The line of a condition in the digest."""
    if bound.parts:
        return f"{bound.condition.id} [{', '.join([condition_line(part) for part in bound.parts])}]"
    values = {name: f"option {value.option}" if isinstance(value, OptionRef) else value for name, value in bound.values}
    return f"{bound.condition.id} {sorted(values.items())}"


def _amount(amount: Amount) -> str:
    return f"{amount.option} / {amount.divided_by}" if isinstance(amount, ShareOf) else str(amount)


def _settles(rulebook: Rulebook) -> Iterable[str]:
    settling = rulebook.settling
    for name, left_out in _SETTLING:
        value = getattr(settling, name)
        if value != left_out:
            yield f"settling {name} {value}"
    yield f"danger {_danger(settling.danger)}"
    yield f"rounds {rulebook.sitting.rounds}"
    if rulebook.sitting.rounds_of_three != len(SEATS):
        yield f"rounds of three {rulebook.sitting.rounds_of_three}"
    washed = rulebook.washed_tiles
    yield f"washed {None if washed is None else sorted(washed.points.items())}"
    yield f"false {_false_mahjong(rulebook.false_mahjong)}"
    for fine in sorted(rulebook.fines, key=lambda fine: fine.id):
        yield f"fine {fine.id} {_paid(fine.amount)} {fine.to} {fine.east_doubles}"


def _danger(danger: DangerousDiscard | None) -> str:
    if danger is None:
        return "none"
    patterns = [_pattern(each) for each in danger.patterns]
    special = " special" if danger.special_only else ""
    return f"{danger.excuses} {danger.during_play} {danger.complete_honours} {patterns}{special}"


@lru_cache(_PATTERNS_KEPT)
def _pattern(pattern: DangerPattern) -> str:
    """A danger pattern: its id, what makes a discard dangerous, and the tiles that would have been as dangerous."""
    return f"{pattern.id} {pattern.pattern or pattern.id} {[sorted(tiles) for tiles in pattern.as_dangerous]}"


def _false_mahjong(penalty: FalseMahjong | None) -> str:
    if penalty is None:
        return "none"
    amount = _paid(penalty.to_each)
    flags = f"{penalty.shared} {penalty.east_doubles} {penalty.exposed_only} {penalty.passes_the_deal}"
    several = f" {sorted(penalty.by_callers.items())}" if penalty.by_callers else ""
    return f"{amount} {flags}{several}{' taken back' if penalty.taken_back else ''}{_added_later(penalty)}"


def _paid(amount: int | PercentOfLimit) -> str:
    return f"{amount.percent} per cent" if isinstance(amount, PercentOfLimit) else str(amount)


def _legality(rulebook: Rulebook) -> Iterable[str]:
    yield f"shapes {sorted([shape.id for shape in rulebook.shapes])}"
    yield f"agreed {sorted([(option, shape.id) for option, shape in rulebook.shapes_agreed])}"
    yield f"robs {sorted([shape.id for shape in rulebook.robs_concealed])}"
    yield f"dealt kongs {rulebook.dealt_kongs}"
    yield f"chows {_amount(rulebook.most_chows)}"
    yield f"shows {sorted([condition_line(each) for each in rulebook.winner_shows])}"
    yield f"least {rulebook.least_points} {rulebook.least_doubles}"
    if not rulebook.exposed_chows:
        yield "no exposed chows"
    if rulebook.goulash is not None:
        yield f"goulash {sorted(rulebook.goulash.without)}"
    if rulebook.stand_ins:
        yield f"stand-ins {sorted(rulebook.stand_ins)}"
    yield f"short {rulebook.short_dead_hand_scores}{_added_later(rulebook)}"


def _options(options: Iterable[Option]) -> Iterable[str]:
    for option in options:
        by = None if option.default_by is None else (option.default_by[0], sorted(option.default_by[1].items()))
        accepts = (option.nullable, option.minimum, option.maximum, option.multiple_of, option.choices)
        requires = sorted([condition_line(each) for each in option.requires])
        yield f"option {option.name} {option.default} {by} {accepts} {requires}"
