"""Every text that the service tells, and what the catalogues of other languages lack: `python -m scripts.texts`.

Adds to each catalogue (service/locales/*.po) what it lacks, to be translated, takes out what is told no more, and names
what is missing; `--check` only names it. A new language is an empty file there, named by its tag: `fr.po`.
"""

import ast
import pkgutil
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from string import Formatter
from typing import Any, Final, NamedTuple, TypeVar

import polib

from service import domain
from service.api import problem_pages
from service.domain import circumstances, rulebooks, shapes
from service.domain.danger import ExcuseKind
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
from service.problems import PROBLEMS
from service.responses.answers import ruleset
from service.texts import CATALOGUES, COUNTED, PATTERN, SENTENCE, WORD
from service.usecases.rulesets import resolve_rules

ROOT: Final = Path(__file__).parents[1]
LINE: Final = 120
HEADER: Final = {"Content-Type": "text/plain; charset=utf-8", "Plural-Forms": "nplurals=2; plural=(n != 1);"}
T = TypeVar("T")
PAID: Final = ("points", "limit_percent")
"""How house rules tell what a wrong call costs."""
Key = tuple[str | None, str]
"""The context and the id of a text in a catalogue."""


def wanted() -> dict[Key, str]:
    """Every text that a catalogue must know, with what a translator is told of it."""
    texts: dict[Key, str] = {}
    for text, where in plain_texts():
        texts.setdefault((None, text), where)
    sentences: dict[Key, str] = {(SENTENCE, key): english for key, english in sorted(said().sentences.items())}
    for text in of_house_rules():
        texts.setdefault((PATTERN, text) if GAP in text else (None, text), "house rules")
    return {**texts, **sentences, **{(WORD, word): where for word, where in words()}}


# Texts that stand by themselves


def plain_texts() -> Iterator[tuple[str, str]]:
    """Every text without facts, and where it stands."""
    yield from _of_the_rulebooks()
    for condition in sorted(_conditions_of(), key=lambda condition: condition.id):
        yield condition.text, f"what a rule looks for: {condition.id}"
        yield from ((parameter.text, f"{condition.id}: {name}") for name, parameter in condition.parameters.items())
    yield from ((circumstance.text, circumstance.member) for circumstance in circumstances.ALL)
    yield from ((problem.title, f"the problem {code}") for code, problem in PROBLEMS.items())
    yield from ((text, "the page of a problem") for text in (problem_pages.ANSWERED, problem_pages.WHERE))
    yield from ((text, "what is wrong with a request") for text in sorted(said().texts))


def _of_the_rulebooks() -> Iterator[tuple[str, str]]:
    for book in rulebooks.ALL:
        yield from _texts_in(ruleset(book), book.id)
        for shape in (*book.shapes, *(shape for _, shape in book.shapes_agreed)):
            yield shape.text, "what completes a hand"
    for shape in shapes.ALL:
        yield shape.text, "what completes a hand"
    for ruling in _named(SettlementRule):
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


def _conditions_of() -> set[Condition]:
    """What any rule looks for, and what is in the catalogue though no rule looks for it."""
    sought = {rule.looks_for.condition for book in rulebooks.ALL for rule in book.rules}
    return {*sought, *(each.condition for each in _named(BoundCondition)), *_named(Condition)}


def _named(kind: type[T]) -> Iterator[T]:
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
    for condition in sorted(_conditions_of(), key=lambda condition: condition.id):
        numbers = [(name, each) for name, each in condition.parameters.items() if not each.choices]
        yield from ((each.accepted, f"what {name} of {condition.id} may be") for name, each in numbers)


def _has_range(option: Option) -> bool:
    return option.choices is not None or option.minimum is not None


# Sentences with facts, as the code has them


class Said(NamedTuple):
    """What the code of the service says."""

    sentences: dict[str, str]
    """Sentences with facts: their English, as the code has it, by key."""
    texts: set[str]
    """Sentences without."""
    unread: list[str]
    """The places of which the key could not be read."""


PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "Fault": ("code", "path", "detail", "suggestion", "facts", "sentence"),
    "NotationFault": ("code", "detail", "facts", "sentence"),
    "Message": ("code", "detail"),
    "Refused": ("code", "detail", "faults", "sentence"),
    "Excuse": ("layout", "code", "held", "detail", "sentence", "facts"),
    "Sentence": ("detail", "code", "facts"),
}
"""What makes a sentence, with the names of its arguments."""
OF_A_TABLE: Final = {
    "circumstance.code": {each.code for each in circumstances.ALL},
    **{f"ExcuseKind.{kind.name}": {str(kind)} for kind in ExcuseKind},
}
"""Codes that a table holds."""
PASSED_ON: Final = {
    "service/requests/tile_fields.py: _first",  # those of the notation, told with their number below
    "service/requests/fields.py: format",
    "service/requests/fields.py: at",
    "service/requests/refusals.py: __init__",  # what was given to it
    "service/requests/refusals.py: shortened",  # a refusal's own code, told below
    "service/api/errors.py: _http",  # a title, told among the problems
}
"""Where a sentence is made of another one."""
MADE_OF_OTHERS: Final = {
    "invalid-request.shortened": "{told}; here {most}, since those of other deals were told at length",
}
"""What is said there."""
MORE: Final = "-and-more"


@cache
def said(folder: Path = ROOT / "service") -> Said:
    """What the code in this folder says.

    The server's own refusals are left out: they are answers to what is no request yet, and so in English.
    """
    found = Said(dict(MADE_OF_OTHERS), set(), [])
    for file in sorted(set(folder.rglob("*.py")) - set((folder / "ops").rglob("*.py"))):
        _Reader(str(file.relative_to(folder.parent)), ast.parse(file.read_text()), found).read()
    functions = _functions_of_circumstances()
    for circumstance in circumstances.ALL:
        for word, reason in _reasons(circumstance, functions[circumstance.forbids.__name__]):
            found.sentences[f"{circumstance.code}.{word}"] = repr(reason)
    return found


def _functions_of_circumstances() -> dict[str, ast.FunctionDef]:
    """What forbids circumstances, by its name, as it is written: a compiled function does not tell its source."""
    tree = ast.parse((ROOT / "service/domain/circumstances.py").read_text())
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def _reasons(circumstance: circumstances.Circumstance, forbids: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    if circumstance.needs:
        yield "source", circumstance.needs
    for node in ast.walk(forbids):
        if isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
            word, reason = (ast.literal_eval(each) for each in node.value.elts)
            yield word, reason


Functions = tuple[ast.FunctionDef, ...]
"""The functions within which something stands, the outermost first."""


def _calls(node: ast.AST, functions: Functions) -> Iterator[tuple[ast.Call, Functions]]:
    for child in ast.iter_child_nodes(node):
        yield from _calls(child, (*functions, child) if isinstance(child, ast.FunctionDef) else functions)
        if isinstance(child, ast.Call):
            yield child, functions


def _called(call: ast.Call) -> str:
    """The name of the function, or of the object's own method, that is called."""
    if isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "self":
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


Given = Mapping[str, tuple[ast.expr, Functions]]
"""What a caller gives a function, by the function's own names, and where the caller stands."""


def _given(call: ast.Call, caller: Functions, function: ast.FunctionDef) -> Given:
    names = [each.arg for each in function.args.args if each.arg != "self"]
    defaults = zip(reversed(names), reversed(function.args.defaults), strict=False)
    values = {**dict(defaults), **dict(zip(names, call.args, strict=False))}
    values |= {each.arg: each.value for each in call.keywords if each.arg in names}
    return {name: (value, caller) for name, value in values.items()}


class _Reader:
    """Reads one module."""

    def __init__(self, name: str, tree: ast.Module, found: Said) -> None:
        self.name = name
        self.tree = tree
        self.found = found
        self.calls = list(_calls(tree, ()))
        self.inside: Functions = ()
        self.given: Given = {}

    def read(self) -> None:
        """Add what the module says."""
        for call, functions in self.calls:
            if _called(call) in PLACES:
                for given in self._ways_in(call, functions):
                    self.inside, self.given = functions, given
                    self._add(call, functions)

    def _add(self, call: ast.Call, functions: Functions) -> None:
        maker = _called(call)
        given: dict[str | None, ast.expr] = dict(zip(PLACES[maker], call.args, strict=False))
        given |= {each.arg: each.value for each in call.keywords}
        place = f"{self.name}: {functions[-1].name if functions else 'module'}"
        if place in PASSED_ON:
            return
        codes = self._values(given["code"], functions)
        sentences = self._values(given["sentence"], functions) if "sentence" in given else {""}
        english = self._written(given["detail"], functions)
        if maker == "Refused" and not set(given) - {"code", "detail"}:
            self._add_text(given["detail"], functions, place)
        elif not codes or not sentences:
            self.found.unread.append(f"{place}, line {call.lineno}")
        else:
            for code, sentence in product(codes, sentences):
                self._add_sentence(f"{code}.{sentence}" if sentence else code, english, maker)

    def _add_sentence(self, key: str, english: str, maker: str) -> None:
        self.found.sentences.setdefault(key, english)
        if maker == "NotationFault":
            more = f"{key}{MORE}" if "." in key else f"{key}.{MORE[1:]}"
            self.found.sentences.setdefault(more, f"{english} ... {{more}} more faults in this string")

    def _add_text(self, detail: ast.expr, functions: Functions, place: str) -> None:
        texts = self._values(detail, functions)
        if not texts:
            self.found.unread.append(f"{place}, line {detail.lineno}")
        self.found.texts.update(texts)

    def _values(self, value: ast.expr, functions: Functions) -> set[str]:
        """The texts that an expression can come to; none where that cannot be read."""
        if ast.unparse(value) in OF_A_TABLE:
            return OF_A_TABLE[ast.unparse(value)]
        found = [
            {each.value} if isinstance(each, ast.Constant) and isinstance(each.value, str) else set()
            for each in self._meant(value, functions)
        ]
        return set().union(*found) if all(found) else set()

    def _written(self, value: ast.expr, functions: Functions) -> str:
        """The sentence as the code has it."""
        return " / ".join(dict.fromkeys(ast.unparse(each) for each in self._meant(value, functions, last=True)))

    def _meant(self, value: ast.expr, functions: Functions, *, last: bool = False) -> list[ast.expr]:
        """The expressions that a name or a choice stands for; or of what a name was bound to, the last before."""
        if isinstance(value, ast.IfExp):
            return [each for one in (value.body, value.orelse) for each in self._meant(one, functions, last=last)]
        if not isinstance(value, ast.Name):
            return [value]
        if functions == self.inside and value.id in self.given:
            return self._meant(*self.given[value.id], last=last)
        for depth in range(len(functions), -1, -1):
            assigned = [(each, functions[:depth]) for each in self._assigned(value.id, functions[:depth])]
            bound = [each for each in assigned if each[0].lineno <= value.lineno][-1:] if last else assigned
            if bound:
                return [each for one, place in bound for each in self._meant(one, place, last=last)]
        return [value]

    def _ways_in(self, call: ast.Call, functions: Functions) -> list[Given]:
        """What each caller gives the function in which a sentence is made, where it makes it of that."""
        names = {node.id for node in ast.walk(call) if isinstance(node, ast.Name)}
        if not functions or names.isdisjoint(each.arg for each in functions[-1].args.args):
            return [{}]
        made_in = functions[-1]
        ways = [_given(each, caller, made_in) for each, caller in self.calls if _called(each) == made_in.name]
        return ways or [{}]

    def _assigned(self, name: str, functions: Functions) -> list[ast.expr]:
        """What is bound to a name in the last of the functions (none: in the module)."""
        nodes = ast.walk(functions[-1]) if functions else ast.iter_child_nodes(self.tree)
        found = [node for node in nodes if isinstance(node, ast.Assign)]
        values = [value for node in found for value in _assigned(name, node.targets[0], node.value)]
        return sorted(values, key=lambda value: value.lineno)


def _assigned(name: str, target: ast.expr, value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(target, ast.Name) and target.id == name:
        yield value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, given in zip(target.elts, value.elts, strict=True):
            yield from _assigned(name, one, given)


# Catalogues


def missing(catalogue: polib.POFile, texts: Mapping[Key, str]) -> list[str]:
    """What a catalogue lacks of these texts, and the nouns behind numbers that its own sentences ask for."""
    known = {_key(entry) for entry in catalogue.translated_entries()}
    asked = {(COUNTED, noun): "" for entry in catalogue.translated_entries() for noun in _nouns(entry)}
    lacking = [key for key in (*texts, *asked) if key not in known]
    return [f"{context}: {text}" if context else text for context, text in lacking]


def _key(entry: polib.POEntry) -> Key:
    return entry.msgctxt, entry.msgid


def _nouns(entry: polib.POEntry) -> Iterator[str]:
    if entry.msgctxt == SENTENCE:
        yield from (spec for _, _, spec, _ in Formatter().parse(entry.msgstr) if spec)


def completed(catalogue: polib.POFile, texts: Mapping[Key, str]) -> polib.POFile:
    """The catalogue with exactly these texts, in their order, those that it lacks without a translation."""
    known = {_key(entry): entry for entry in catalogue}
    whole = polib.POFile(wrapwidth=LINE)
    whole.metadata = catalogue.metadata or dict(HEADER)
    for (context, text), comment in texts.items():
        entry = known.get((context, text)) or polib.POEntry(msgctxt=context, msgid=text)
        entry.comment = comment
        whole.append(entry)
    whole.extend(entry for entry in catalogue if entry.msgctxt == COUNTED)
    return whole


def main(arguments: list[str]) -> int:
    """Complete or check every catalogue; 1 where one lacks a text."""
    texts = wanted()
    lacking = 0
    for file in sorted(CATALOGUES.glob("*.po")):
        catalogue = polib.pofile(str(file), wrapwidth=LINE)
        if "--check" not in arguments:
            catalogue = completed(catalogue, texts)
            catalogue.save(str(file))
        for text in missing(catalogue, texts):
            lacking += 1
            print(f"{file.name} lacks: {text}")
    for place in said().unread:
        lacking += 1
        print(f"the key of a sentence cannot be read: {place}")
    return int(bool(lacking))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
