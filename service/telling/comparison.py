"""Two rulebooks beside each other: the rows that one has and the other has not, or has otherwise."""

from collections.abc import Iterator, Mapping
from typing import Final

from service.domain.rulebook.model import Rule, Rulebook, Settling
from service.domain.shapes import WinShape
from service.telling.answers import Answer, option, rule, ruling

_OF_A_RULE: Final = (
    "applies_to",
    "points",
    "doubles",
    "added",
    "option",
    "limit_percent",
    "when_limit",
    "replaces",
    "spoiled_by",
    "only_beside",
)
"""What a rule comes to; its words, its page and how it is read say why."""
_OF_AN_OPTION: Final = (
    "type",
    "nullable",
    "default_integer",
    "default_boolean",
    "default_by",
    "minimum",
    "maximum",
    "multiple_of",
    "choices",
)
_OF_A_SETTLING_RULE: Final = ("text", "values")
_OF_SETTLING: Final = (
    "losers",
    "east_pays",
    "east_receives",
    "discarder_share",
    "others_share",
    "self_drawn",
    "robbed_kong_as",
    "limit_cuts",
    "loser_limit",
    "limit_without",
    "bonus_beside_limit",
)
Told = Mapping[str, Answer]
"""Rows by their names."""


def comparison(a: Rulebook, b: Rulebook) -> Answer:
    """What differs between two rulebooks, row by row, in the order of the first, then of the second."""
    return {
        "a": a.id,
        "b": b.id,
        "rules": list(_rules(a, b)),
        "options": list(_rows("name", _options(a), _options(b), _OF_AN_OPTION)),
        "settling": list(_rows("id", _rulings(a), _rulings(b), _OF_A_SETTLING_RULE)),
        "settlement": list(_settlement(a.settling, b.settling)),
        "shapes": list(_shapes(a, b)),
    }


def _options(book: Rulebook) -> Told:
    return {each.name: option(each) for each in book.options}


def _rulings(book: Rulebook) -> Told:
    return {each.id: ruling(each, values) for each, values in book.rulings}


def _rows(name: str, of_a: Told, of_b: Told, members: tuple[str, ...]) -> Iterator[Answer]:
    """The rows that only one has, and those of which these members differ."""
    for row in dict.fromkeys([*of_a, *of_b]):
        differs = _differing(of_a[row], of_b[row], members) if row in of_a and row in of_b else []
        if differs or row not in of_a or row not in of_b:
            yield {name: row, "differs": differs, **_sides(of_a.get(row), of_b.get(row))}


def _differing(one: Answer, other: Answer, members: tuple[str, ...]) -> list[str]:
    return [member for member in members if one.get(member) != other.get(member)]


def _sides(of_a: Answer | None, of_b: Answer | None) -> Answer:
    return {side: row for side, row in (("a", of_a), ("b", of_b)) if row is not None}


def _rules(a: Rulebook, b: Rulebook) -> Iterator[Answer]:
    """The rules that only one has, with what the other calls the same, and those that differ."""
    of_a, of_b = ({each.id: each for each in book.rules} for book in (a, b))
    for its_id in dict.fromkeys([*of_a, *of_b]):
        if its_id in of_a and its_id in of_b:
            yield from _changed(of_a[its_id], of_b[its_id])
        elif its_id in of_a:
            yield {"id": its_id, "differs": [], "alike": _alike(its_id, of_a, of_b), "a": rule(of_a[its_id])}
        else:
            yield {"id": its_id, "differs": [], "alike": _alike(its_id, of_b, of_a), "b": rule(of_b[its_id])}


def _changed(one: Rule, other: Rule) -> Iterator[Answer]:
    of_a, of_b = rule(one), rule(other)
    looks_for = ["looks_for"] if one.find != other.find else []
    differs = looks_for + _differing(of_a, of_b, _OF_A_RULE)
    if differs:
        yield {"id": one.id, "differs": differs, "alike": [], "a": of_a, "b": of_b}


def _alike(its_id: str, own: Mapping[str, Rule], others: Mapping[str, Rule]) -> list[str]:
    """The other's rules that look for the same and that its own rulebook has not."""
    sought = own[its_id].find
    return [other.id for other in others.values() if other.find == sought and other.id not in own]


def _settlement(a: Settling, b: Settling) -> Iterator[Answer]:
    """How a deal is settled, where that differs, in words."""
    for column in _OF_SETTLING:
        one, other = getattr(a, column), getattr(b, column)
        if one != other:
            yield {"column": column, "a": _word(one), "b": _word(other)}


def _word(value: object) -> str | None:
    return None if value is None else str(value).lower()


def _shapes(a: Rulebook, b: Rulebook) -> Iterator[Answer]:
    """The shapes of a complete hand that only one plays, with an option or without."""
    of_a, of_b = _played(a), _played(b)
    for shape in [*of_a.values(), *of_b.values()]:
        if (shape.id in of_a) != (shape.id in of_b):
            yield {"shape": shape.id, "text": shape.text, "only": a.id if shape.id in of_a else b.id}


def _played(book: Rulebook) -> dict[str, WinShape]:
    shapes = (*book.shapes, *(shape for _, shape in book.shapes_agreed))
    return {shape.id: shape for shape in shapes}
