"""Compare two rulebooks: rules that only one has, and rules that differ."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

import orjson

from pung_chow_settlement.domain.clauses.patterns import named_hand, shape_of
from pung_chow_settlement.domain.layouts.named import NAMED
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook, PlayableRulebook
from pung_chow_settlement.domain.rulebook.model import Rulebook, members_of
from pung_chow_settlement.domain.rulebook.rules import ScoringRule, ShareOf, layout_of
from pung_chow_settlement.domain.rulebook.settlement_terms import SettlementTerms
from pung_chow_settlement.domain.shapes import Pattern
from pung_chow_settlement.serializers.languages import JsonObject
from pung_chow_settlement.serializers.rulesets import legality, option, rule, settlement_rule
from pung_chow_settlement.texts import Text

_SEVERAL: Final = {"added": ("added", "option")}
"""What responses have of a member of a rule, where that is not its path."""
OF_A_RULE: Final = tuple(
    [name for member in members_of(ScoringRule).values() for name in _SEVERAL.get(member.path[0], member.path)]
)
"""The members of a rule that are compared, which affect results; texts and pages are not."""
_OF_AN_OPTION: Final = (
    "type",
    "unlimited",
    "default_integer",
    "default_boolean",
    "default_by",
    "minimum",
    "maximum",
    "multiple_of",
    "choices",
)
_OF_A_SETTLING_RULE: Final = ("text", "values")
Described = Mapping[str, JsonObject]
"""Serialized rows by name."""


def comparison(one: PlayableRulebook, other: PlayableRulebook) -> JsonObject:
    """The differences between two rulebooks, row by row, in the order of the first, then of the second."""
    a, b = one.rulebook, other.rulebook
    return {
        "a": a.id,
        "b": b.id,
        "rules": list(_rules(a, b)),
        "options": list(_rows("name", _options(a), _options(b), _OF_AN_OPTION)),
        "settling": list(_rows("id", _settlement_rules(a), _settlement_rules(b), _OF_A_SETTLING_RULE)),
        "settlement": list(_settlement(one.default, other.default)),
        "legality": list(_legality(one, other)),
        "shapes": list(_shapes(a, b)),
    }


def _options(book: Rulebook) -> Described:
    return {each.name: option(each) for each in book.options}


def _settlement_rules(book: Rulebook) -> Described:
    return {each.id: settlement_rule(each, values) for each, values in book.settlement_rules}


def _rows(name: str, of_a: Described, of_b: Described, members: tuple[str, ...]) -> Iterator[JsonObject]:
    """Rows that only one has, and rows in which these members differ."""
    for row in dict.fromkeys([*of_a, *of_b]):
        differs = _differing(of_a[row], of_b[row], members) if row in of_a and row in of_b else []
        if differs or row not in of_a or row not in of_b:
            yield {name: row, "differs": differs, **_sides(of_a.get(row), of_b.get(row))}


def _differing(one: JsonObject, other: JsonObject, members: tuple[str, ...]) -> list[str]:
    return [member for member in members if one.get(member) != other.get(member)]


def _sides(of_a: JsonObject | None, of_b: JsonObject | None) -> JsonObject:
    return {side: row for side, row in (("a", of_a), ("b", of_b)) if row is not None}


Pair = tuple[ScoringRule | None, ScoringRule | None]
"""A rule of each rulebook, or of only one."""


def _rules(a: Rulebook, b: Rulebook) -> Iterator[JsonObject]:
    """The rules that only one has and those that differ; rules are matched by concept."""
    of_a, of_b = _by_concept(a), _by_concept(b)
    pairs = [
        pair
        for concept in dict.fromkeys([*of_a, *of_b])
        for pair in _paired(of_a.get(concept, []), of_b.get(concept, []))
    ]
    in_a, in_b = _places(a), _places(b)
    for one, other in sorted(pairs, key=lambda pair: (in_a[pair[0]], in_b[pair[1]])):
        if one is not None and other is not None:
            yield from _changed(one, other)
        elif one is not None:
            yield _of_one(one, of_b, "a")
        elif other is not None:
            yield _of_one(other, of_a, "b")


def _places(book: Rulebook) -> dict[ScoringRule | None, int]:
    """The index of each rule; None, for no rule, is last."""
    return {each: place for place, each in enumerate([*book.rules, None])}


def _by_concept(book: Rulebook) -> dict[str, list[ScoringRule]]:
    found: dict[str, list[ScoringRule]] = {}
    for each in book.rules:
        found.setdefault(each.concept_or_id, []).append(each)
    return found


def _paired(ones: list[ScoringRule], others: list[ScoringRule]) -> Iterator[Pair]:
    """Pair the rules of one concept: equal ids first, then those with the fewest differences, then unpaired ones."""
    left, others_left = list(ones), list(others)
    for one, other in sorted(product(ones, others), key=lambda pair: _dissimilarity(*pair)):
        if one in left and other in others_left:
            left.remove(one)
            others_left.remove(other)
            yield one, other
    yield from ((one, None) for one in left)
    yield from ((None, other) for other in others_left)


def _dissimilarity(one: ScoringRule, other: ScoringRule) -> tuple[bool, int]:
    return one.id != other.id, len(_differences(one, other))


def _differences(one: ScoringRule, other: ScoringRule) -> list[str]:
    named = ["id"] if one.id != other.id else []
    same = one.condition == other.condition or (named_hand(one.condition) == named_hand(other.condition) is not None)
    condition = [] if same else ["looks_for"]
    return [*named, *condition, *_differing(rule(one), rule(other), OF_A_RULE)]


def _changed(one: ScoringRule, other: ScoringRule) -> Iterator[JsonObject]:
    differs, concept = _differences(one, other), one.concept_or_id
    if differs:
        yield {"concept": concept, "id": one.id, "differs": differs, "alike": [], "a": rule(one), "b": rule(other)}


def _of_one(one: ScoringRule, of_the_other: Mapping[str, list[ScoringRule]], side: str) -> JsonObject:
    """A rule that only one side has, with the other side's rules of its concept."""
    concept = one.concept_or_id
    alike = [other.id for other in of_the_other.get(concept, ())]
    return {"concept": concept, "id": one.id, "differs": [], "alike": alike, side: rule(one)}


def _settlement(a: CompiledRulebook, b: CompiledRulebook) -> Iterator[JsonObject]:
    """The members of the settlement that differ, with both values as words."""
    compared = [
        *[
            (member, a.settlement, b.settlement)
            for member, each in members_of(SettlementTerms).items()
            if each.compared
        ],
        ("wins_in_a_row", a.turn, b.turn),
        ("rounds_of_three", a.rulebook.session, b.rulebook.session),
    ]
    for member, of_a, of_b in compared:
        one, other = getattr(of_a, member), getattr(of_b, member)
        if one != other:
            yield {"member": member, **_words(_word(one), _word(other))}


def _words(of_a: str | None, of_b: str | None) -> JsonObject:
    """The values of both sides, without that of a side that has none."""
    return {side: word for side, word in (("a", of_a), ("b", of_b)) if word is not None}


def _word(value: object) -> str | None:
    """A value in words; None for nothing, also for an empty list or object."""
    if isinstance(value, dict):
        return _written(value) if value else None
    if isinstance(value, list):
        return ", ".join(map(_written, value)) or None
    return None if value is None else str(value).lower()


def _written(value: str | JsonObject) -> str:
    """A name, or a condition as house rules write it."""
    return value if isinstance(value, str) else orjson.dumps(value).decode()


def _legality(a: PlayableRulebook, b: PlayableRulebook) -> Iterator[JsonObject]:
    """The differences in who may win and what else is allowed, in words."""
    of_a, of_b = _allowed(a), _allowed(b)
    for member in dict.fromkeys([*of_a, *of_b]):
        one, other = of_a.get(member), of_b.get(member)
        if one != other:
            yield {"member": member, **_words(one, other)}


def _allowed(book: PlayableRulebook) -> dict[str, str | None]:
    """What a rulebook allows, in words, by member; the option that decides, if one does. Shapes are compared apart."""
    allowed = legality(book.default).items()
    return {member: _word(value) for member, value in allowed if member != "shapes"} | _by_option(book.rulebook)


def _by_option(book: Rulebook) -> dict[str, str | None]:
    """The options that decide who may win, in words, by member."""
    chows = {"chows": f"option {book.most_chows.option}"} if isinstance(book.most_chows, ShareOf) else {}
    required = [f"option {each.name}" for each in book.options if each.requires]
    return {**chows, **({"one_suit_only": required[0]} if required and not book.winner_shows else {})}


def _shapes(a: Rulebook, b: Rulebook) -> Iterator[JsonObject]:
    """The shapes that one plays, always or by option, and the other neither plays nor has as the layout of a rule."""
    for one, other in ((a, b), (b, a)):
        played, layout_keys = _played(other), _layout_keys(other)
        for shape in _played(one).values():
            if shape.id not in played and not layout_keys & _keys_of_shape(one, shape):
                yield {"shape": shape.id, "text": Text(shape.text), "only": one.id}


def _played(book: Rulebook) -> dict[str, Pattern]:
    shapes = (*book.shapes, *(shape for _, shape in book.shapes_agreed))
    return {shape.id: shape for shape in shapes}


def _layout_keys(book: Rulebook) -> set[str]:
    """The tiles and concepts of the rules with a layout."""
    layouts = [(layout.written.tiles, each.concept_or_id) for each in book.rules if (layout := layout_of(each))]
    return {name for names in layouts for name in names}


def _keys_of_shape(book: Rulebook, shape: Pattern) -> set[str]:
    """What a rule of another rulebook has if its layout is this shape: the tiles, or the concept of a rule here."""
    tiles = {NAMED[shape.id].layout.written.tiles} if shape.id in NAMED else set()
    return tiles | {each.concept_or_id for each in book.rules if shape_of(each.condition) == shape.id}
