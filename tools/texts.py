"""Updates the catalogues of translations: `python -m tools.texts`.

Adds missing texts to each catalogue (locales/*.po), removes unused ones, and prints what is wrong; `--check`
only prints. An untranslated text is served in English: a warning, and an error for a release (`--release`). For a new
language, create an empty file there with its tag as the name: `fr.po`.
"""

import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import reduce
from importlib import import_module
from itertools import product
from pathlib import Path
from string import Formatter
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from pung_chow_settlement import domain, messages, rulebooks
from pung_chow_settlement.api import problem_pages
from pung_chow_settlement.domain.clauses.clause import Parameter
from pung_chow_settlement.domain.clauses.patterns import LAYOUT, LAYOUT_PART
from pung_chow_settlement.domain.deal import WinSource
from pung_chow_settlement.domain.layouts import grammar
from pung_chow_settlement.domain.rulebook.amend import FALSE_CALL_WORDS, UNTITLED
from pung_chow_settlement.domain.rulebook.members import MAX_SHARES
from pung_chow_settlement.domain.rulebook.model import members_of
from pung_chow_settlement.domain.rulebook.rules import Book, Option
from pung_chow_settlement.domain.rulebook.settlement_terms import (
    AfterDraw,
    DangerousDiscard,
    DangerPattern,
    SettlementTerms,
)
from pung_chow_settlement.domain.seats import SEAT_NAMES
from pung_chow_settlement.domain.sets import Set
from pung_chow_settlement.domain.shapes import OF_A_LAYOUT
from pung_chow_settlement.operations.deals import resolve_rules
from pung_chow_settlement.problems import PROBLEMS
from pung_chow_settlement.serializers.rulebooks import ruleset
from pung_chow_settlement.texts import CATALOGUES, PATTERN, WORD

LINE: Final = 120
LACKS: Final = "lacks"
PARTIAL: Final = "Partial:"
"""Marks, in the header comment, a catalogue that need not have every text; the rest is served in English."""
TEXTS: Final = ("title", "about", "text", "interpretation", "of")
"""The members of records and answers that have a text."""
GAP: Final = "{}"
_MAX_FIRST: Final = sorted(FALSE_CALL_WORDS, key=len, reverse=True)
GAPS: Final = re.compile(rf"\b(?:3 times|77|7|8)\b|(?<=[,;] )(?:{'|'.join(map(re.escape, _MAX_FIRST))})")
"""The numbers of the house rules below, and the words for a false Mah-Jong, as they stand in texts."""


def _stated_in(row: str) -> Iterator[dict[str, Any]]:
    """Settlements with all values of the columns that a rule states, and one number for each that is a number."""
    columns = {name: each for name, each in members_of(SettlementTerms).items() if each.stated_in == row}
    defaults = {each.name: each.default for each in fields(SettlementTerms)}
    for values in product(*[_values(defaults[name], each.most) for name, each in columns.items()]):
        settlement: dict[str, Any] = {}
        for column, value in zip(columns.values(), values, strict=True):
            *sections, member = column.path
            reduce(lambda within, name: within.setdefault(name, {}), sections, settlement)[member] = value
        yield settlement


def _values(default: Any, most: int) -> tuple[Any, ...]:
    if isinstance(default, StrEnum):
        return tuple(str(each) for each in type(default))
    return (False, True) if isinstance(default, bool) else (3 if most == MAX_SHARES else 77,)


_OF_A_LIMIT: Final = ("pays_above_limit", "bonus_beside_limit", "count_if_more")
HOUSE_RULES: Final[list[dict[str, Any]]] = [
    {"settlement": {"discarder": {"share": 3, "others_share": 3}, "self_drawn": 3}},
    *({"settlement": {"discarder": {"for_all": for_all, "others_share": 0}}} for for_all in (False, True)),
    *(
        {"settlement": settlement}
        for row in dict.fromkeys([each.stated_in for each in members_of(SettlementTerms).values() if each.stated_in])
        for settlement in _stated_in(row)
    ),
    *(
        {"penalties": {"false-mahjong": {paid: 77, "shared": shared}}}
        for paid in ("points", "limit_percent")
        for shared in (False, True)
    ),
    *(
        {"fines": {"house:a": {paid: 77, "to": to}}}
        for paid in ("points", "limit_percent")
        for to in ("each", "shared", "one")
    ),
    {"fines": {"house:a": {"to": "for-all"}}},
    *(
        {"settlement": {"settled_by": "scores", "losers": losers, "drawn_deal": drawn, "after_draw": str(after)}}
        for losers, drawn, after in product(("difference", "none"), ("nothing", "difference"), AfterDraw)
    ),
    *(
        {"settlement": {"settled_by": "scores", **dict(zip(_OF_A_LIMIT, values, strict=True))}}
        for values in product((False, True), repeat=len(_OF_A_LIMIT))
    ),
    *(
        {"settlement": {"settled_by": "scores"}, "legality": {"short_dead_hand_scores": scores}}
        for scores in (False, True)
    ),
    *({"settlement": {"rounds_of_three": rounds}} for rounds in (1, 2, 3)),
    *({"settlement": {"wins_in_a_row": wins}} for wins in (0, 1)),
    {"penalties": {"washed-tiles": {"by_heads": {str(heads): heads for heads in range(7, 14)}}}},
]
"""House rules that cause every text that house rules can cause; the numbers stand for any others."""


def template() -> Catalog:
    """All texts that a catalogue must have."""
    catalog = Catalog()
    sentences: dict[str, str | tuple[str, str]] = {**messages.COUNTED, **messages.MESSAGES}
    for key, text in sentences.items():
        catalog.add(text, auto_comments=[key], context=key)
    for record, text in _of_records():
        catalog.add(text, auto_comments=[record])
    for text in _of_house_rules():
        catalog.add(text, auto_comments=["house rules"], context=PATTERN if GAP in text else None)
    for word, where in _words():
        catalog.add(word, auto_comments=[where], context=WORD)
    return catalog


PAGE_TEXTS = (problem_pages.ANSWERED, problem_pages.WHERE, problem_pages.FAULT, problem_pages.EXAMPLE)


# Texts in records: rules, conditions, circumstances


def _of_records() -> Iterator[tuple[str, str]]:
    for book in rulebooks.ALL:
        yield from _texts_in(ruleset(rulebooks.BY_ID[book.id].default), book.id)
    for record in _records():
        where = next((str(getattr(record, name)) for name in ("id", "name", "member") if hasattr(record, name)), "")
        yield from ((where, text) for name in TEXTS if isinstance(text := getattr(record, name, None), str) and text)
    yield from ((f"the problem {code}", problem.title) for code, problem in PROBLEMS.items())
    yield from (("the page of a problem", text) for text in PAGE_TEXTS)
    yield "shapes", OF_A_LAYOUT


def _records() -> list[Any]:
    """All records in the rulebooks and in the modules of the domain."""
    names = [module.name for module in pkgutil.walk_packages(domain.__path__, f"{domain.__name__}.")]
    found: dict[int, Any] = {}
    left = [rulebooks.ALL, *(value for name in names for value in vars(import_module(name)).values())]
    while left:
        value = left.pop()
        if id(value) not in found and (inner := _inside(value)):
            found[id(value)] = value
            left += inner
    return [each for each in found.values() if is_dataclass(each) or hasattr(each, "_fields")]


def _inside(value: Any) -> list[Any]:
    if isinstance(value, Set | Book | DangerousDiscard | DangerPattern) or value is LAYOUT or value is LAYOUT_PART:
        return []  # they have no texts, or texts that no response has
    if is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, Mapping):
        return [*value.values()]
    return [*value] if isinstance(value, tuple | list | frozenset) else []


def _of_house_rules() -> Iterator[str]:
    """The texts of generated rules, with a gap for each number."""
    yield from (f"{GAP} times", UNTITLED)
    for house_rules in HOUSE_RULES:
        answer = resolve_rules({"ruleset": "bmja", "house_rules": house_rules})
        texts = _texts_in([answer["settling"], answer["options"]], "")
        yield from (GAPS.sub(GAP, text) for _, text in texts)


def _texts_in(answer: Any, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(answer, list):
        for each in answer:
            yield from _texts_in(each, where)
    elif isinstance(answer, dict):
        place = ": ".join(dict.fromkeys([where, *(answer[name] for name in ("id", "name") if name in answer)]))
        for name, value in answer.items():
            yield from [(place, value)] if name in TEXTS and isinstance(value, str) else _texts_in(value, place)


def _words() -> Iterator[tuple[str, str]]:
    """Words that are facts in sentences, each with its use."""
    yield " and ", "between the parts of a sentence"
    yield from ((number, "a number in words") for number in messages.NUMBERS)
    yield from ((times, "how often somebody pays") for times in ("once", "twice"))
    yield from ((words, "a call of Mah-Jong that is wrong") for words in FALSE_CALL_WORDS)
    yield from ((seat, "a seat") for seat in SEAT_NAMES)
    yield from ((str(source), "how a hand was won") for source in WinSource)
    yield from ((each, "what is missing in a layout") for each in grammar.EXPECTED)
    for record in _records():
        if isinstance(record, Option) and not record.is_boolean and (record.choices or record.minimum is not None):
            yield record.range_text, f"what {record.name} may be"
        elif isinstance(record, Parameter) and not record.choices:
            yield record.accepted, "what a parameter of a finder may be"


# Catalogues


def read(file: Path) -> Catalog:
    """Read a catalogue. Raises an error if the file is invalid."""
    with file.open("rb") as opened:
        return read_po(opened, locale=file.stem, abort_invalid=True)


def faults(catalog: Catalog, reference: Catalog) -> list[str]:
    """Missing, untranslated and stale texts of a catalogue, and translations with other facts."""
    reference = _with_books(reference, catalog)
    known = {(each.context, each.id): each for each in catalog if each.id}
    needed = {(each.context, each.id) for each in reference if each.id}
    partial = PARTIAL in catalog.header_comment
    lacking = {
        key
        for key in (known.keys() & needed if partial else needed)
        if key not in known or not all(_strings(known[key])) or known[key].fuzzy
    }
    unlike = {
        key
        for key in (needed & known.keys()) - lacking
        if not all(_fits(*key, translation) for translation in _strings(known[key]))
    }
    wrong = {LACKS: lacking, "is stale": known.keys() - needed, "has other facts": unlike}
    return sorted(f"{what}: {_named(*key)}" for what, keys in wrong.items() for key in keys)


def _strings(entry: Message) -> Iterable[str]:
    return [entry.string or ""] if isinstance(entry.string, str | None) else entry.string


def _fits(key: str | None, english: Any, translation: str) -> bool:
    """Whether a translation has the facts of the English text, and only known nouns, conversions and parts."""
    parts = [part for part in Formatter().parse(translation) if part[1] is not None]
    nouns = {(spec or "").removeprefix("#") for _, _, spec, _ in parts} - {""}
    known = all(how in ("w", "s", "r", None) or f"{key}.{name}" in messages.MESSAGES for _, name, _, how in parts)
    return (
        known
        and nouns <= {*messages.COUNTED}
        and _facts(translation) == _facts(english if isinstance(english, str) else english[-1])
    )


def _facts(text: str) -> tuple[set[str], int]:
    """The names of the facts, and the number of gaps without a name."""
    names = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    return {*names}, names.count("")


def _named(context: str | None, text: Any) -> str:
    english = text if isinstance(text, str) else text[0]
    return f"{context}: {english}" if context else english


def _with_books(reference: Catalog, catalog: Catalog) -> Catalog:
    """The needed texts, with those that the catalogue has in the words of one book (its id is the context)."""
    books = {book.id for each in rulebooks.ALL for book in each.books}
    for each in catalog:
        if each.context in books and reference.get(each.id):
            reference.add(each.id, context=each.context)
    return reference


def main(arguments: list[str]) -> int:
    """Update or check every catalogue; 1 if one has faults other than untranslated texts."""
    wrong = []
    for file in sorted(CATALOGUES.glob("*.po")):
        catalog = read(file)
        reference = _with_books(template(), catalog)
        if not arguments and PARTIAL not in catalog.header_comment:
            catalog.update(reference, no_fuzzy_matching=True, update_creation_date=False)
            with file.open("wb") as opened:
                write_po(opened, catalog, width=LINE, ignore_obsolete=True)
        wrong += [f"{file.name} {fault}" for fault in faults(catalog, reference)]
    for each in wrong:
        print(each)
    released = "--release" in arguments
    return int(any(released or f".po {LACKS}: " not in each for each in wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
