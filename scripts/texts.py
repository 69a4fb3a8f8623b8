"""Every text that the service tells, and what the catalogues of other languages lack: `python -m scripts.texts`.

Adds to each catalogue (service/locales/*.po) what it lacks, to be translated, takes out what is told no more, and names
what is missing; `--check` only names it. A new language is an empty file there, named by its tag: `fr.po`.
"""

import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any, Final, TypeVar

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from service import domain
from service.api import problem_pages
from service.domain import circumstances, rulebooks, shapes
from service.domain.layouts import grammar
from service.domain.rulebook.amend import UNTITLED
from service.domain.rulebook.model import (
    BoundCondition,
    Condition,
    LimitCuts,
    LoserLimit,
    Losers,
    Option,
    RobbedKongAs,
    SettlementRule,
)
from service.domain.seats import SEAT_NAMES
from service.messages import MESSAGES
from service.problems import PROBLEMS
from service.responses.answers import ruleset
from service.texts import CATALOGUES, COUNTED, PATTERN, WORD, plural
from service.usecases.rulesets import resolve_rules

ROOT: Final = Path(__file__).parents[1]
LINE: Final = 120
T = TypeVar("T")
PAID: Final = ("points", "limit_percent")
"""How house rules tell what a wrong call costs."""
MARKERS: Final = {"message": ((1, "c"), 2), "unkeyed": None}
"""The functions that mark a text in the code, and which of their arguments are its context and its English."""


# Texts that stand by themselves


def plain_texts() -> Iterator[tuple[str, str]]:
    """Every text without facts, and where it stands."""
    yield from _of_the_rulebooks()
    for condition in sorted(_finders(), key=lambda condition: condition.id):
        yield condition.text, f"what a rule looks for: {condition.id}"
        yield from ((parameter.text, f"{condition.id}: {name}") for name, parameter in condition.parameters.items())
    yield from ((circumstance.text, circumstance.member) for circumstance in circumstances.ALL)
    yield from ((problem.title, f"the problem {code}") for code, problem in PROBLEMS.items())
    yield from ((text, "the page of a problem") for text in (problem_pages.ANSWERED, problem_pages.WHERE))


def _of_the_rulebooks() -> Iterator[tuple[str, str]]:
    for book in rulebooks.ALL:
        yield from _texts_in(ruleset(book), book.id)
        for shape in (*book.shapes, *(shape for _, shape in book.shapes_agreed)):
            yield shape.text, "what completes a hand"
    for shape in shapes.ALL:
        yield shape.text, "what completes a hand"
    for ruling in _instances(SettlementRule):
        yield from ((text, ruling.id) for text in (ruling.text, ruling.interpretation) if text)


NUMBERS: Final = re.compile(r"\b(3 times|77|7|8)\b")
"""The numbers of the house rules below, as they are told."""
GAP: Final = "{}"
HOUSE_RULES: Final[list[dict[str, Any]]] = [
    {"settlement": {"discarder": {"share": 3, "others_share": 3}, "self_drawn": 3, "east": {"pays": 3, "receives": 3}}},
    *({"settlement": {"discarder": {"for_all": for_all, "others_share": 0}}} for for_all in (False, True)),
    *({"settlement": {"losers": str(each)}} for each in Losers),
    *({"settlement": {"limit_cuts": str(each)}} for each in LimitCuts),
    *({"settlement": {"robbed_kong_as": str(each)}} for each in RobbedKongAs),
    *({"settlement": {"loser_limit": str(each)}} for each in LoserLimit),
    *({"penalties": {"false-mahjong": {paid: 77, "shared": shared}}} for paid in PAID for shared in (False, True)),
    {"penalties": {"washed-tiles": {"by_heads": {str(heads): heads for heads in range(7, 14)}}}},
]
"""House rules that make every text that house rules make, with numbers that stand for any."""


def of_house_rules() -> Iterator[str]:
    """The texts of rules that are made anew, a gap for each number."""
    yield from (f"{GAP} times", UNTITLED)
    for house_rules in HOUSE_RULES:
        resolved = resolve_rules({"ruleset": "bmja", "house_rules": house_rules})
        settling = {"settling": resolved["settling"]}
        yield from (NUMBERS.sub(GAP, text) for text, _ in _texts_in(settling, ""))


def _texts_in(answer: Any, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(answer, list):
        for each in answer:
            yield from _texts_in(each, where)
    elif isinstance(answer, dict):
        place = ": ".join(dict.fromkeys([where, *(answer[name] for name in ("id", "name") if name in answer)]))
        for name, value in answer.items():
            if name in ("title", "text", "interpretation", "of") and value:
                yield value, place
            else:
                yield from _texts_in(value, place)


def _finders() -> set[Condition]:
    """What any rule looks for, and what is in the catalogue though no rule looks for it."""
    sought = {rule.looks_for.condition for book in rulebooks.ALL for rule in book.rules}
    return {*sought, *(each.condition for each in _instances(BoundCondition)), *_instances(Condition)}


def _instances(kind: type[T]) -> Iterator[T]:
    """Everything of a kind that a module of the domain has a name for."""
    for module in pkgutil.walk_packages(domain.__path__, f"{domain.__name__}."):
        for each in vars(import_module(module.name)).values():
            if isinstance(each, kind):
                yield each


def words() -> Iterator[tuple[str, str]]:
    """Every word that stands in a sentence as a fact, and where."""
    yield " and ", "between the parts of a sentence"
    yield from ((times, "how often somebody pays") for times in ("once", "twice"))
    yield from ((seat, "a seat") for seat in SEAT_NAMES)
    yield from ((each, "what is missing in a layout") for each in grammar.EXPECTED)
    options = (option for book in rulebooks.ALL for option in book.options if not option.is_boolean)
    yield from ((option.range_text, f"what {option.name} may be") for option in options if _has_range(option))
    for condition in sorted(_finders(), key=lambda condition: condition.id):
        numbers = [(name, each) for name, each in condition.parameters.items() if not each.choices]
        yield from ((each.accepted, f"what {name} of {condition.id} may be") for name, each in numbers)


def _has_range(option: Option) -> bool:
    return option.choices is not None or option.minimum is not None


# Catalogues


def template() -> Catalog:
    """Every text that a catalogue must know: those that the code marks, those of the rulebooks, and words."""
    catalog = Catalog()
    for file in sorted((ROOT / "service").rglob("*.py")):
        for _, english, _, key in extract_from_file("python", file, MARKERS):
            catalog.add(english, auto_comments=[key or "what is wrong with a request"], context=key)
    for text, where in plain_texts():
        catalog.add(text, auto_comments=[where])
    for text in of_house_rules():
        catalog.add(text, auto_comments=["house rules"], context=PATTERN if GAP in text else None)
    for word, where in words():
        catalog.add(word, auto_comments=[where], context=WORD)
    for noun in nouns(MESSAGES.values()):
        catalog.add((noun, plural(noun)), context=COUNTED)
    return catalog


def nouns(templates: Iterable[str]) -> set[str]:
    """The nouns behind numbers in sentences."""
    return {spec for each in templates for _, _, spec, _ in Formatter().parse(each) if spec}


def read(file: Path) -> Catalog:
    """A catalogue; a file that cannot be read is an error."""
    with file.open("rb") as opened:
        return read_po(opened, locale=file.stem, abort_invalid=True)


def faults(catalog: Catalog, wanted: Catalog) -> list[str]:
    """What a catalogue lacks, has not translated, or holds though no text of the service is it."""
    known = {(each.context, each.id): each for each in catalog if each.id}
    asked = {(each.context, each.id) for each in wanted if each.id}
    lacking = [key for key in asked if key not in known or not all(_strings(known[key])) or known[key].fuzzy]
    foreign = nouns(string for each in catalog if each.context in MESSAGES for string in _strings(each))
    lacking += [(COUNTED, noun) for noun in foreign if (COUNTED, (noun, plural(noun))) not in known]
    stale = [key for key in known if key not in asked]
    return sorted([*(f"lacks {_named(*key)}" for key in lacking), *(f"is stale: {_named(*key)}" for key in stale)])


def _strings(entry: Message) -> Sequence[str]:
    return [entry.string or ""] if isinstance(entry.string, str | None) else entry.string


def _named(context: str | None, text: str | Sequence[str]) -> str:
    said = text if isinstance(text, str) else text[0]
    return f"{context}: {said}" if context else said


def main(arguments: list[str]) -> int:
    """Complete or check every catalogue; 1 where one lacks a text or holds a stale one."""
    wanted, wrong = template(), 0
    for file in sorted(CATALOGUES.glob("*.po")):
        catalog = read(file)
        if "--check" not in arguments:
            catalog.update(wanted, no_fuzzy_matching=True, update_creation_date=False)
            with file.open("wb") as opened:
                write_po(opened, catalog, width=LINE, omit_header=False, ignore_obsolete=True)
        for fault in faults(catalog, wanted):
            wrong += 1
            print(f"{file.name} {fault}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
