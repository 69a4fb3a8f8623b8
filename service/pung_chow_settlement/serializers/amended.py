"""Serialize house rules: the conditions they can use, and the resulting rulebook."""

from collections.abc import Iterable
from typing import Any, Final

from pung_chow_settlement.domain.clauses.clause import Condition, Options, Parameter
from pung_chow_settlement.domain.rulebook.amend.of_settlement import DEFAULT_INTEGER
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.rulebook.library import Library
from pung_chow_settlement.domain.rulebook.members import Member
from pung_chow_settlement.domain.rulebook.model import Session, members_of
from pung_chow_settlement.domain.rulebook.penalties import FalseMahjong, Fine, FinePaid, PercentOfLimit, WashedTiles
from pung_chow_settlement.domain.rulebook.rules import LIMIT, ScoringRule, Worth, amount_under, layout_of, written_value
from pung_chow_settlement.domain.rulebook.settlement_sentences import SETTLEMENT_MEMBERS
from pung_chow_settlement.domain.rulebook.settlement_terms import DangerousDiscard
from pung_chow_settlement.serializers.languages import JsonObject
from pung_chow_settlement.serializers.rulesets import (
    beside,
    condition,
    house_rules,
    legality,
    ruleset,
    share_text,
    written_layout,
    written_worth,
)
from pung_chow_settlement.texts import Text


def conditions(known: Iterable[Condition]) -> JsonObject:
    """The catalogue of conditions."""
    return {"finders": [_condition(each) for each in sorted(known, key=lambda condition: condition.id)]}


def _condition(one: Condition) -> JsonObject:
    parameters = [_parameter(name, one.parameters[name]) for name in one.parameters]
    return {"id": one.id, "text": Text(one.text), "winner_only": one.winner_only, "parameters": parameters}


def _parameter(name: str, one: Parameter) -> JsonObject:
    described: JsonObject = {"name": name, "text": Text(one.text)}
    if not one.choices:
        return {**described, "type": "integer", "minimum": one.least, "maximum": one.most}
    if isinstance(one.choices[0], bool):
        words = [choice for choice in one.choices if isinstance(choice, str)]
        return {**described, "type": "boolean", **({"choices": words} if words else {})}
    return {**described, "type": "string", "choices": list(one.choices)}


_OF_A_RULE: Final = members_of(ScoringRule)
_OF_THE_SESSION: Final = members_of(Session)


# The resulting rulebook


def resolved(compiled: CompiledRulebook, library: Library) -> JsonObject:
    """A rulebook with house rules applied, also as complete house rules (`table`)."""
    rulebook = compiled.rulebook
    adopted = {} if rulebook.house is None else house_rules(rulebook.house)
    return {**ruleset(compiled), "house_rules": adopted, "table": table(compiled, library)}


def table(compiled: CompiledRulebook, library: Library) -> JsonObject:
    """The whole rulebook with its options applied, as house rules that give the same results on any base."""
    rulebook, options = compiled.rulebook, compiled.options
    title = None if rulebook.house is None else rulebook.house.title
    return {
        **({} if title is None else {"title": title}),
        "base_rules": "left-out",
        "rules": {rule.id: _rule(rule, options, library) for rule in rulebook.rules},
        "settlement": _settlement(compiled, library),
        "legality": legality(compiled),
        "penalties": {
            "false-mahjong": _false_mahjong(rulebook.false_mahjong),
            "washed-tiles": _washed_tiles(rulebook.washed_tiles),
        },
        "fines": {fine.id: _fine(fine) for fine in rulebook.fines},
        "options": {LIMIT: {DEFAULT_INTEGER: written_value(options[LIMIT])}},
    }


def _rule(rule: ScoringRule, options: Options, library: Library) -> JsonObject:
    layout = layout_of(rule)
    found = condition(rule.condition, options) if layout is None else {"layout": written_layout(layout.written)}
    return {
        "text": rule.text,
        **found,
        "points": amount_under(rule.points, options),
        "doubles": rule.doubles,
        "added": amount_under(rule.bonus_points, options),
        **_worth(rule, library),
        **{each.path[0]: _said(each, getattr(rule, name)) for name, each in _OF_A_RULE.items() if not each.is_worth},
        "only_beside": beside(rule),
    }


def _said(member: Member, value: Any) -> Any:
    """The value of a member in the words of house rules."""
    if member.words is not None:
        return next(word for word, meant in member.words.items() if meant == value)
    if member.names_rules:
        return list(value or ())
    return member.none_word if value is None else value


def _worth(rule: ScoringRule, library: Library) -> JsonObject:
    """The worth of a rule and of a hand waiting for it; the latter also if it is nothing, if any rulebook has one."""
    waiting = rule.waiting or (Worth() if rule.id in library.counting_if_waiting else None)
    further = {} if waiting is None else {"waiting": written_worth(waiting)}
    if rule.score is not None:
        return {"score": rule.score, **further}
    return {"limit_share": share_text(rule.limit_percent), **further}


def _settlement(compiled: CompiledRulebook, library: Library) -> JsonObject:
    described: JsonObject = {}
    for name, member in SETTLEMENT_MEMBERS.items():
        value, (first, *more) = _member(compiled, name, member, library), member.path
        if more:
            described.setdefault(first, {})[more[0]] = value
        else:
            described[first] = value
    return described


def _member(compiled: CompiledRulebook, name: str, member: Member, library: Library) -> Any:
    if name == "wins_in_a_row":
        return compiled.turn.wins_in_a_row or 0
    rulebook = compiled.rulebook
    value = getattr(rulebook.session if name in _OF_THE_SESSION else rulebook.settlement, name)
    return _danger(value, library) if isinstance(value, DangerousDiscard) else _said(member, value)


def _danger(danger: DangerousDiscard, library: Library) -> str:
    """The id of the first rulebook with the same dangerous discards."""
    return next(name for name, known in library.dangers.items() if known.judges_as(danger))


def _false_mahjong(penalty: FalseMahjong | None) -> JsonObject | None:
    if penalty is None:
        return None
    paid, members = _paid(penalty.to_each), members_of(FalseMahjong)
    by_callers = {str(callers): points for callers, points in penalty.by_callers.items()}
    return {**paid, **{name: getattr(penalty, name) for name in members}, "by_callers": by_callers}


def _fine(fine: Fine) -> JsonObject:
    text = fine.settlement_rule.text
    own = {"text": text} if isinstance(text, str) else {}  # what the service states, it states again
    paid = {} if fine.to is FinePaid.FOR_ALL else _paid(fine.amount)
    return {**own, **paid, **{name: getattr(fine, name) for name in members_of(Fine)}}


def _paid(amount: int | PercentOfLimit) -> JsonObject:
    return {"limit_share": share_text(amount.percent)} if isinstance(amount, PercentOfLimit) else {"points": amount}


def _washed_tiles(washed: WashedTiles | None) -> JsonObject | None:
    return None if washed is None else {"by_heads": {str(heads): points for heads, points in washed.points.items()}}
