"""Updates the catalogues of translations: `python -m tools.texts`.

Adds the sentences of `en.po` and the texts of records to each other catalogue (locales/*.po), removes unused ones, and
prints what is wrong; `--check` only prints. An untranslated text is served in English: a warning, and an error for a
release (`--release`). For a new language, create an empty file there with its tag as the name: `fr.po`.
"""

import pkgutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from pung_chow_settlement import domain, rulebooks
from pung_chow_settlement.api import problem_pages
from pung_chow_settlement.domain.clauses.clause import Parameter
from pung_chow_settlement.domain.clauses.patterns import LAYOUT, LAYOUT_PART
from pung_chow_settlement.domain.deal import WinSource
from pung_chow_settlement.domain.layouts import grammar
from pung_chow_settlement.domain.rulebook.amend.patch import UNTITLED
from pung_chow_settlement.domain.rulebook.rules import Book, Option
from pung_chow_settlement.domain.rulebook.settlement_terms import DangerousDiscard, DangerPattern
from pung_chow_settlement.domain.seats import SEAT_NAMES
from pung_chow_settlement.domain.sets import Set
from pung_chow_settlement.domain.shapes import OF_A_LAYOUT
from pung_chow_settlement.problems import PROBLEMS
from pung_chow_settlement.serializers.rulesets import ruleset
from pung_chow_settlement.texts import CATALOGUES, ENGLISH, MESSAGES, NOUNS, PARTIAL, WORD, Text

LINE: Final = 120
SOURCE: Final = CATALOGUES / f"{ENGLISH}.po"
LACKS: Final = "lacks"
TEXTS: Final = ("title", "about", "text", "interpretation", "of")
"""The members of records and answers that have a text."""


def template() -> Catalog:
    """All texts that a catalogue must have."""
    catalog = Catalog()
    for entry in read(SOURCE):
        if entry.context:
            catalog.add(entry.id, auto_comments=[entry.context], context=entry.context)
    for record, text in _of_records():
        catalog.add(text, auto_comments=[record])
    catalog.add(UNTITLED, auto_comments=["house rules"])
    for word, where in _words():
        catalog.add(word, auto_comments=[where], context=WORD)
    return catalog


PAGE_TEXTS = (problem_pages.ANSWERED, problem_pages.WHERE, problem_pages.FAULT, problem_pages.EXAMPLE)


# Texts in records: rules, conditions, circumstances


def _of_records() -> Iterator[tuple[str, str]]:
    for book in rulebooks.ALL:
        yield from _texts_in(ruleset(rulebooks.BUILT_IN.by_id[book.id].default), book.id)
    for record in _records():
        where = next((str(getattr(record, name)) for name in ("id", "name", "member") if hasattr(record, name)), "")
        yield from ((where, text) for name in TEXTS if isinstance(text := getattr(record, name, None), str) and text)
    yield from ((f"the problem {code}", problem.title) for code, problem in PROBLEMS.items())
    yield from (("the page of a problem", text) for text in PAGE_TEXTS)
    yield from (("the page of a problem", heading) for heading in problem_pages.HELP.values())
    yield from (
        (f"the page of {code}", text) for code, each in problem_pages.help_texts().items() for text in each.values()
    )
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


def _texts_in(answer: Any, where: str) -> Iterator[tuple[str, str]]:
    """The texts without a key in a response."""
    if isinstance(answer, list):
        for each in answer:
            yield from _texts_in(each, where)
    elif isinstance(answer, dict):
        place = ": ".join(dict.fromkeys([where, *(answer[name] for name in ("id", "name") if name in answer)]))
        for name, value in answer.items():
            yield from [(place, value)] if name in TEXTS and isinstance(value, Text) else _texts_in(value, place)


def _words() -> Iterator[tuple[str, str]]:
    """Words that are facts in sentences, each with its use."""
    yield from ((seat, "a seat") for seat in SEAT_NAMES)
    yield from ((str(source), "how a hand was won") for source in WinSource)
    yield from ((each, "what is missing in a layout") for each in grammar.EXPECTED)
    for record in _records():
        if isinstance(record, Option) and not record.is_boolean and (record.choices or record.minimum is not None):
            for each in (record, record.for_house_rules()):
                yield each.range_text, f"what {record.name} may be"
        elif isinstance(record, Parameter) and not record.choices:
            yield record.accepted, "what a parameter of a finder may be"


# Catalogues


def read(file: Path) -> Catalog:
    """Read a catalogue. Raises an error if the file is invalid."""
    with file.open("rb") as opened:
        return read_po(opened, locale=file.stem, abort_invalid=True)


def write(file: Path, catalog: Catalog) -> None:
    """Write a catalogue, with lines of one length."""
    with file.open("wb") as opened:
        write_po(opened, catalog, width=LINE, ignore_obsolete=True)


def translated() -> list[Path]:
    """The catalogues of all languages except English."""
    return sorted(file for file in CATALOGUES.glob("*.po") if file != SOURCE)


def source_faults() -> list[str]:
    """English sentences with unknown nouns, conversions or parts."""
    return [f"has unknown facts: {key}: {text}" for key, text in MESSAGES.items() if not _fits(key, text, text)]


def faults(catalog: Catalog, reference: Catalog) -> list[str]:
    """Missing, untranslated and stale texts of a catalogue, and translations with other facts."""
    reference = _with_books(reference, catalog)
    known = {(each.context, each.id): each for each in catalog if each.id}
    needed = {(each.context, each.id) for each in reference if each.id}
    begun = {key for key, each in known.items() if any(_strings(each))}
    partial = PARTIAL in catalog.header_comment
    lacking = {
        key
        for key in (needed & begun if partial else needed)
        if key not in known or not all(_strings(known[key])) or known[key].fuzzy
    }
    unlike = {
        key
        for key in (needed & begun) - lacking
        if not all(_fits(*key, translation) for translation in _strings(known[key]))
    }
    wrong = {LACKS: lacking, "is stale": known.keys() - needed, "has other facts": unlike}
    return sorted(f"{what}: {_named(*key)}" for what, keys in wrong.items() for key in keys)


def _strings(entry: Message) -> Iterable[str]:
    return [entry.string or ""] if isinstance(entry.string, str | None) else entry.string


def _fits(key: str | None, english: Any, translation: str) -> bool:
    """True if a translation has the facts of the English text, and only known nouns, conversions and parts."""
    parts = [part for part in Formatter().parse(translation) if part[1] is not None]
    nouns = {(spec or "").removeprefix("#") for _, _, spec, _ in parts} - {""}
    known = all(how in ("w", "s", "r", None) or f"{key}.{name}" in MESSAGES for _, name, _, how in parts)
    return (
        known
        and nouns <= {*NOUNS}
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
    if not arguments:
        write(SOURCE, read(SOURCE))
    wrong = [f"{SOURCE.name} {fault}" for fault in source_faults()]
    for file in translated():
        catalog = read(file)
        reference = _with_books(template(), catalog)
        if not arguments and PARTIAL not in catalog.header_comment:
            catalog.update(reference, no_fuzzy_matching=True, update_creation_date=False)
            write(file, catalog)
        wrong += [f"{file.name} {fault}" for fault in faults(catalog, reference)]
    for each in wrong:
        print(each)
    released = "--release" in arguments
    return int(any(released or f".po {LACKS}: " not in each for each in wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
