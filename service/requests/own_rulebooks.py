"""An operator's own rulebooks: a folder of YAML or JSON files, each a named rulebook made of a base and house rules.

A file has the members of house rules and also `id`, `title`, `about`, `base` and `revision`; without a base it is a
whole rulebook, in the form of the built-in ones. Files are read once, at the start. A wrong file stops the start, and
every fault of every file is reported at once.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path as File
from typing import Any, ClassVar, Final

import yaml

from service import rulebooks
from service.domain.faults import Fault, Path
from service.domain.rulebook.amend import Unresolved
from service.domain.rulebook.check import RulebookError, check
from service.domain.rulebook.model import Book, Cite, Rulebook
from service.requests import bodies
from service.requests.fields import Choice, Integer, Length, Range, Schema, String, load
from service.requests.house_rules import MOST_TEXT, new_id, resolved
from service.requests.options import read_option
from service.requests.refusals import Refused
from service.rulebooks.files import filled_in, pointer, rulebook
from service.texts import english

YAML: Final = (".yaml", ".yml")
ENDINGS: Final = (*YAML, ".json")
MOST_BYTES: Final = 256 * 1024
"""Most bytes of a file: enough for more than a hundred changes, and read within a second."""
MOST_VALUES: Final = 10_000
"""Most values of a YAML file; a value repeated by an alias counts each time."""
MOST_NUMBER: Final = 10**9
"""The greatest number in a file, in either direction."""
TAKEN: Final = {*rulebooks.BY_ID} | {"compare", "outline", "resolve", "house", "mixed"}
"""Ids in use: built-in rulebooks, operations at the same paths, the book that house rules cite, and the log's word for
requests with several rulebooks.
"""
_UNFORESEEN: Final = (ArithmeticError, AttributeError, LookupError, TypeError)
"""What a value of a wrong type or name raises where no fault says more."""
_HEAD: Final = ("id", "title", "about", "base", "revision")


class WrongRulebooks(RuntimeError):  # noqa: N818 - gunicorn prints a RuntimeError as it is, and ends
    """Files with faults; the message has each fault with its file and JSON pointer."""


class HeadSchema(Schema):
    """The members of an operator's rulebook that house rules do not have."""

    id = new_id(TAKEN, required=True)
    title = String(validate=Length(1, MOST_TEXT), required=True)
    about = String(validate=Length(1, MOST_TEXT))
    base = Choice(rulebooks.BY_ID, required=True)
    revision = Integer(validate=Range(1, MOST_NUMBER))


_FORM: Final = HeadSchema()
_ID: Final = HeadSchema(only=("id",))


_TAG: Final = "tag:yaml.org,2002:"
_MOST_DIGITS: Final = 1000
"""Most digits of a number in YAML; Python raises an error of its own for several thousand."""


def _number(make: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The constructor of a number; 1:30 is text, although YAML 1.1 parses it as 90."""

    def read(loader: Any, node: Any) -> Any:
        if len(node.value) > _MOST_DIGITS:
            problem = f"a number has at most {_MOST_DIGITS} digits"
            raise yaml.constructor.ConstructorError(None, None, problem, node.start_mark)
        return node.value if ":" in node.value else make(loader, node)

    return read


class _Loader(yaml.SafeLoader):
    """YAML restricted to JSON's values: names are strings, and duplicate names are refused."""

    yaml_constructors: ClassVar = {
        **yaml.SafeLoader.yaml_constructors,
        f"{_TAG}timestamp": yaml.SafeLoader.construct_yaml_str,
        f"{_TAG}int": _number(yaml.SafeLoader.construct_yaml_int),
        f"{_TAG}float": _number(yaml.SafeLoader.construct_yaml_float),
    }

    def compose_node(self, parent: Any, index: Any) -> Any:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if tag := getattr(event, "tag", None):
            problem = f"no tag ({tag.replace(_TAG, '!!')}) is accepted: write the value alone"
            raise yaml.composer.ComposerError(None, None, problem, event.start_mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        self.flatten_mapping(node)
        members: dict[str, Any] = {}
        for name, value in node.value:
            if not isinstance(name, yaml.ScalarNode):
                raise yaml.constructor.ConstructorError(None, None, "a name is expected here", name.start_mark)
            if name.value in members:
                problem = f"the member {name.value!r} appears twice"
                raise yaml.constructor.ConstructorError(None, None, problem, node.start_mark)
            members[name.value] = self.construct_object(value, deep=deep)
        return members


def add_own(folder: str) -> None:
    """Add the rulebooks of a folder to the built-in ones; a file may be based on one that sorts before it.

    Raises WrongRulebooks with everything that is wrong with any file.
    """
    faults: list[str] = []
    seen: set[str] = set()
    for file in _files(folder):
        try:
            rulebook = _rulebook(_parsed(file))
            if rulebook.id in seen:
                raise ValueError(f"/id: another file has the rulebook {rulebook.id}")
            seen.add(rulebook.id)
            rulebooks.add(rulebook)
        except Unresolved as unresolved:
            faults += [f"{file}: {_line(fault)}" for fault in unresolved.faults]
        except RulebookError as wrong:
            faults += [f"{file}: {fault}" for fault in wrong.faults]
        except Refused as refused:
            faults += [f"{file}: {fault}" for fault in map(_line, refused.faults)] or [f"{file}: {refused.detail}"]
        except (OSError, yaml.YAMLError, ValueError, *_UNFORESEEN) as wrong:
            kind = f"a value is wrong: {type(wrong).__name__}: " if isinstance(wrong, _UNFORESEEN) else ""
            faults.append(f"{file}: {kind}{' '.join(str(wrong).split())}")
    if faults:
        raise WrongRulebooks("\n".join(["these rulebooks cannot be played:", *faults]))


def _files(folder: str) -> Iterable[File]:
    try:
        return sorted(file for file in File(folder).iterdir() if file.suffix in ENDINGS)
    except OSError as error:
        raise WrongRulebooks(f"RULEBOOKS={folder!r}: {error.strerror}") from None


def _parsed(file: File) -> Any:
    """The value of a file. Raises OSError, Refused, ValueError or yaml.YAMLError."""
    text = _text(file)
    if file.suffix not in YAML:
        return bodies.parse(text)
    value = read_yaml(text)
    if faults := [*bodies.not_finite(value)]:
        raise Unresolved(faults)
    return value


def _text(file: File) -> bytes:
    """The text of a regular file; links must lead to a file within the folder, as in Kubernetes."""
    try:
        place = file.resolve(strict=True)
    except RuntimeError:  # Python 3.11 and 3.12; later ones raise OSError
        raise ValueError("the link leads to itself") from None
    if not place.is_relative_to(file.parent.resolve()):
        raise ValueError("the link leads out of the folder")
    if not place.is_file():
        raise ValueError("it is no regular file")
    with place.open("rb") as opened:
        text = opened.read(MOST_BYTES + 1)
    if len(text) > MOST_BYTES:
        raise ValueError(f"the file is larger than {MOST_BYTES} bytes")
    return text


def read_yaml(text: bytes) -> Any:
    """Parse YAML with bounded size and JSON's values only. Raises ValueError or yaml.YAMLError."""
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            return None
        _check_size(node, bodies.DEEPEST, count(1))
        value = loader.construct_document(node)
    except RecursionError:
        raise _too_deep() from None
    finally:
        loader.dispose()
    _check_texts(value)
    return value


def _check_texts(value: Any, path: Path = ()) -> None:
    """Raises ValueError for a text or name that cannot be encoded as UTF-8: it has a lone surrogate ("\\uD800")."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ValueError(f"{pointer(path)}: a text holds half a character (a lone surrogate)") from None
    for step, inner in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        _check_texts(step, path)
        _check_texts(inner, (*path, step))


def _check_size(node: yaml.Node, left: int, number: Iterator[int]) -> None:
    """Raise an error if a node is too large, aliases expanded; an alias may refer to a node that contains it."""
    if next(number) > MOST_VALUES:
        raise ValueError(f"the file has more than {MOST_VALUES} values")
    if isinstance(node, yaml.CollectionNode):
        if left == 0:
            raise _too_deep()
        for inner in node.value:
            for each in inner if isinstance(inner, tuple) else (inner,):
                _check_size(each, left - 1, number)


def _too_deep() -> ValueError:
    return ValueError(f"the file nests deeper than {bodies.DEEPEST}")


def _rulebook(value: Any) -> Rulebook:
    if isinstance(value, dict) and "base" not in value and "settlement" in value and "books" in value:
        return _without_base(value)
    members: Mapping[str, Any] = value if isinstance(value, dict) else {}
    head, faults = load(_FORM, {name: members[name] for name in _HEAD if name in members} if members else value)
    base = head["base"].rulebook if "base" in head else rulebooks.ALL[0]
    rules = {name: part for name, part in members.items() if name not in _HEAD}
    name = head.get("id", "house")
    try:
        played = resolved(base, rules, book=name, root="")
    except Unresolved as unresolved:
        raise Unresolved([*faults, *unresolved.faults]) from None
    if faults:
        raise Unresolved(faults)
    return replace(
        played,
        id=name,
        title=head["title"],
        about=head.get("about"),
        source=Cite(name, "all"),
        books=(*[book for book in played.books if book.id != name], Book(name, head["title"])),
        revision=head.get("revision", 1),
        house=None,
    )


def _without_base(value: dict[str, Any]) -> Rulebook:
    """Parse a file without a base, in the form of the built-in rulebooks."""
    _check_numbers(value)
    _, faults = load(_ID, {"id": value["id"]} if "id" in value else {})
    if faults:
        raise Unresolved(faults)
    file = filled_in(value, rulebooks.FILES)
    built = rulebook(file)
    check(built)
    _check_defaults(built)
    rulebooks.FILES[built.id] = file
    return built


def _check_defaults(rulebook: Rulebook) -> None:
    """Raises Unresolved for a default of an option that a request could not give."""
    faults: list[Fault] = []
    for option in rulebook.options:
        if option.default is not None:
            read_option(option.name, option.default, rulebook, ("options", option.name, "default"), {}, faults)
    if faults:
        raise Unresolved(faults)


def _check_numbers(value: Any, path: Path = ()) -> None:
    """Raises ValueError for a number that is too great; responses would not fit it."""
    if isinstance(value, int) and abs(value) > MOST_NUMBER:
        raise ValueError(f"{pointer(path)}: a number is at most {MOST_NUMBER}")
    for step, inner in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        _check_numbers(inner, (*path, step))


def _line(fault: Fault) -> str:
    suggestion = "" if fault.suggestion is None else f": did you mean {fault.suggestion}?"
    return f"{pointer(fault.path)} {fault.code}: {english(fault.message_key, fault.facts)}{suggestion}"
