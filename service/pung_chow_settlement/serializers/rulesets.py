"""Rulebooks, their rules and what cites them to JSON objects."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from pung_chow_settlement.domain.clauses.clause import BoundCondition, Options
from pung_chow_settlement.domain.clauses.combinators import NOT
from pung_chow_settlement.domain.clauses.of_hands import are_cleared
from pung_chow_settlement.domain.layouts.spec import LayoutSpec
from pung_chow_settlement.domain.rulebook.amend.of_settlement import DEFAULT_BOOLEAN, DEFAULT_INTEGER
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.rulebook.model import HouseRulesInfo, Rulebook, members_of
from pung_chow_settlement.domain.rulebook.rules import (
    NAMES_OF_RULES,
    WHEN_LIMIT,
    WHOLE_LIMIT,
    Amount,
    Book,
    Cite,
    Option,
    Percent,
    ScoringRule,
    SettlementRule,
    ShareOf,
    Worth,
    layout_of,
    written_value,
)
from pung_chow_settlement.domain.statements import Statement
from pung_chow_settlement.domain.tiles import NAMES
from pung_chow_settlement.serializers.languages import JsonObject, marked
from pung_chow_settlement.texts import Text

BOUNDS: Final = ("minimum", "maximum", "multiple_of")
"""The bounds of an option that is a number."""
WHEN_LIMIT_WORDS: Final = {meant: word for word, meant in WHEN_LIMIT.items()}
"""The words for when a rule counts, by what they mean."""


def source(cite: Cite) -> JsonObject:
    """A book and its page."""
    return {"book": cite.book, "page": cite.page}


def played_by(compiled: CompiledRulebook) -> JsonObject:
    """The rulebook with all of its options, which every response repeats."""
    rulebook = compiled.rulebook
    played = {
        "ruleset": rulebook.id,
        "revision": rulebook.revision,
        "digest": compiled.digest,
        "options": {name: written_value(value) for name, value in compiled.options.items()},
    }
    return played if rulebook.house is None else {**played, "house_rules": house_rules(rulebook.house)}


def house_rules(adopted: HouseRulesInfo) -> JsonObject:
    """The house rules: their title, if they have one."""
    return {} if adopted.title is None else {"title": adopted.title}


def row(one: ScoringRule | SettlementRule) -> JsonObject:
    """The id and source of a rule."""
    return {"rule": one.id, "source": source(one.source)}


def summary(rulebook: Rulebook) -> JsonObject:
    """A summary of a rulebook: its data without its rules."""
    return {
        "id": rulebook.id,
        "revision": rulebook.revision,
        "title": Text(rulebook.title),
        **({} if rulebook.about is None else {"about": Text(rulebook.about)}),
        "source": source(rulebook.source),
        "books": [book(each) for each in rulebook.books],
        "options": [option(each) for each in rulebook.options],
        "looks_at": list(rulebook.looks_at),
        "entry_types": list(rulebook.entries),
    }


def book(one: Book) -> JsonObject:
    """A book; with its edition and location, unless it is the rules of a table or an operator."""
    more = {"edition": one.edition, "where": one.where}
    return {"id": one.id, "title": Text(one.title), **{name: text for name, text in more.items() if text is not None}}


def ruleset(compiled: CompiledRulebook) -> JsonObject:
    """A whole rulebook as data."""
    rulebook = compiled.rulebook
    return {
        **summary(rulebook),
        "digest": compiled.digest,
        "legality": legality(compiled),
        "rules": [rule(each) for each in rulebook.rules],
        "settling": [settlement_rule(each, values) for each, values in rulebook.settlement_rules],
    }


def legality(compiled: CompiledRulebook) -> JsonObject:
    """What may win under these options, as house rules say it."""
    rulebook, options = compiled.rulebook, compiled.options
    cleared = any(option.requires and options[option.name] for option in rulebook.options)
    members = [(each, getattr(rulebook, name)) for name, each in members_of(Rulebook).items()]
    numbers = {each.path[0]: value for each, value in members if each.most}
    flags = {each.path[0]: value for each, value in members if not each.most}
    numbers["chows"] = compiled.win_conditions.most_chows  # an option can say so
    flags["stands_for"] = {NAMES[each.tile]: NAMES[each.stands_for] for each in rulebook.stand_ins}
    return {
        **numbers,
        "one_suit_only": cleared or are_cleared(rulebook.winner_shows),
        **_winner_shows(rulebook, options),
        "shapes": [shape.id for shape in compiled.win_conditions.shapes],
        "robs_concealed": [shape.id for shape in rulebook.robs_concealed],
        **flags,
        "goulash": rulebook.goulash is not None,
    }


def _winner_shows(rulebook: Rulebook, options: Options) -> JsonObject:
    """The conditions of which a winner must meet one, if they are others than those of `one_suit_only`."""
    shows = rulebook.winner_shows
    return {} if not shows or are_cleared(shows) else {"winner_shows": [condition(each, options) for each in shows]}


def condition(bound: BoundCondition, options: Options) -> JsonObject:
    """The condition of a rule: `find` with `parameters`, or a combining member with its parts."""
    parts = [condition(part, options) for part in bound.parts]
    if parts:
        return {bound.definition.id: parts[0] if bound.definition is NOT else parts}
    if bound.layout is not None:
        return {"layout": written_layout(bound.layout.written)}
    return {"find": bound.definition.id, "parameters": bound.values_under(options)}


def option(one: Option) -> JsonObject:
    """An option, as data."""
    return {
        "name": one.name,
        "text": marked(one.text),
        "type": "boolean" if one.is_boolean else "integer",
        "unlimited": one.unlimited,
        (DEFAULT_BOOLEAN if one.is_boolean else DEFAULT_INTEGER): written_value(one.default),
        **_default_by(one),
        **{name: bound for name in BOUNDS if (bound := getattr(one, name)) is not None},
        **({} if one.choices is None else {"choices": list(one.choices)}),
        "usual": list(one.usual),
        **_cited(one),
    }


def _cited(one: ScoringRule | SettlementRule | Option) -> JsonObject:
    """The page of a row, and how it is interpreted."""
    interpretation = {} if one.interpretation is None else {"interpretation": marked(one.interpretation)}
    return {"source": source(one.source), **interpretation, "assumed": one.assumed}


def _default_by(option: Option) -> JsonObject:
    if option.default_by is None:
        return {}
    name, defaults = option.default_by
    values = [{"value": value, "default": written_value(default)} for value, default in defaults.items()]
    return {"default_by": {"option": name, "values": values}}


def rule(one: ScoringRule) -> JsonObject:
    """A rule that scores, as data."""
    layout = layout_of(one)
    return {
        "id": one.id,
        "concept": one.concept_or_id,
        "text": Text(one.text, one.source.book),
        "applies_to": one.applies_to,
        "points": _fixed(one.points),
        "doubles": one.doubles,
        "added": _fixed(one.bonus_points),
        **_share(points=one.points, added=one.bonus_points),
        "limit_hand": one.limit_hand,
        **limit_share(one.limit_percent),
        **({} if one.score is None else {"score": one.score}),
        **({} if one.waiting is None else {"waiting": written_worth(one.waiting)}),
        **({} if layout is None else {"layout": {**written_layout(layout.written), "exposed": layout.written.exposed}}),
        **({} if one.when_limit is None else {"when_limit": WHEN_LIMIT_WORDS[one.when_limit]}),
        **{name: list(getattr(one, name) or ()) for name in NAMES_OF_RULES if getattr(one, name) is not None},
        **({} if one.only_beside is None else {"only_beside": beside(one)}),
        **{flag: True for flag in ("halves", "count_if_more") if getattr(one, flag)},
        "aliases": list(one.aliases),
        **_cited(one),
    }


def beside(one: ScoringRule) -> list[str]:
    """The rules beside which alone a rule counts; if there is none, itself. Empty where it counts beside all."""
    return [] if one.only_beside is None else list(one.only_beside) or [one.id]


def limit_share(percent: Percent) -> JsonObject:
    """A share of the limit as the text of an exact fraction, `1/8`; empty for none."""
    return {"limit_share": share_text(percent)} if percent else {}


def share_text(percent: Percent) -> str:
    """The text of a share of the limit: `1` for 100 per cent, `1/8` for 12.5."""
    return str(Fraction(percent) / WHOLE_LIMIT)


def written_worth(one: Worth) -> JsonObject:
    """A worth: a score in points, doubles, or a share of the limit as a fraction."""
    if one.score or one.doubles:
        return {"score": one.score} if one.score else {"doubles": one.doubles}
    return {"limit_share": share_text(one.limit_percent)}


def written_layout(layout: LayoutSpec) -> JsonObject:
    """A layout with all of its members."""
    plain = LayoutSpec(layout.tiles)._asdict()
    return {name: value for name, value in layout._asdict().items() if name == "tiles" or value != plain[name]}


def _fixed(amount: Amount) -> int:
    return amount if isinstance(amount, int) else 0


def _share(**amounts: Amount) -> JsonObject:
    """The option that determines a number of the rule, and the name of that number; empty if there is none."""
    for gives, share in amounts.items():
        if isinstance(share, ShareOf):
            return {"option": {"name": share.option, "divided_by": share.divided_by, "gives": gives}}
    return {}


def settlement_rule(one: SettlementRule, values: Mapping[Statement, int]) -> JsonObject:
    """A rule that settles, with its numbers, as data."""
    return {
        "id": one.id,
        "text": marked(one.text),
        "values": [{"of": marked(of), "points": points} for of, points in values.items()],
        **_cited(one),
    }
