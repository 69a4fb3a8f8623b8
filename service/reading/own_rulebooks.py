"""An operator's own rulebooks: a folder of YAML or JSON files, each a rulebook with house rules applied and named.

A file has the members of house rules and, beside them, `id`, `title`, `base` and `revision`. It is read once, at the
start; whatever is wrong with any file stops the start and is told, all at once.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path as File
from typing import Any, Final

import orjson
import yaml

from service.domain import rulebook as rulebooks
from service.domain.faults import Fault, Path
from service.domain.rulebook.house_rules import Unresolved
from service.domain.rulebook.model import Book, Cite, Rulebook
from service.domain.rulebook.terms import Compiled
from service.reading import bodies
from service.reading.fields import Choice, Integer, Length, Range, Schema, String, load
from service.reading.house_rules import MOST_TEXT, new_id, resolved
from service.reading.refusals import Refused

YAML: Final = (".yaml", ".yml")
ENDINGS: Final = (*YAML, ".json")
MOST_BYTES: Final = 1024 * 1024
BUILT_IN: Final = frozenset(rulebook.id for rulebook in rulebooks.ALL)
_MOST_REVISIONS: Final = 10**9
TAKEN: Final = BUILT_IN | {"compare", "outline", "resolve"}
"""Ids that mean something else already: rulebooks, and what stands in their place in a path."""
_HEAD: Final = ("id", "title", "base", "revision")


class WrongRulebooks(RuntimeError):  # noqa: N818 - gunicorn tells a RuntimeError as it stands, and ends
    """Files that are no rulebooks; the message tells each fault with its file and its pointer."""


class HeadSchema(Schema):
    """What a rulebook has beside house rules."""

    id = new_id(TAKEN, required=True)
    title = String(validate=Length(1, MOST_TEXT), required=True)
    base = Choice(rulebooks.BY_ID, required=True)
    revision = Integer(validate=Range(1, _MOST_REVISIONS))


_FORM: Final = HeadSchema()


class _NamesOnce(yaml.SafeLoader):
    """YAML in which no mapping names a member twice, which the loader would let through."""

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        names = [self.construct_object(name, deep=deep) for name, _ in node.value]
        for index, name in enumerate(names):
            if name in names[:index]:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the member {name!r} appears twice", node.start_mark
                )
        return super().construct_mapping(node, deep=deep)


def add_own(folder: str) -> None:
    """Serve the rulebooks of a folder like those that are built in; a file may be based on one before it by name.

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
            _add(rulebook)
        except Unresolved as unresolved:
            faults += [f"{file}: {_told(fault)}" for fault in unresolved.faults]
        except (OSError, Refused, yaml.YAMLError, ValueError) as wrong:
            faults.append(f"{file}: {' '.join(str(wrong).split())}")
    if faults:
        raise WrongRulebooks("\n".join(["these rulebooks cannot be played:", *faults]))


def _files(folder: str) -> Iterable[File]:
    try:
        return sorted(file for file in File(folder).iterdir() if file.suffix in ENDINGS)
    except OSError as error:
        raise WrongRulebooks(f"RULEBOOKS={folder!r}: {error.strerror}") from None


def _parsed(file: File) -> Any:
    """The value of a file; names that YAML reads as numbers are names here."""
    text = file.read_bytes()
    if len(text) > MOST_BYTES:
        raise ValueError(f"the file is larger than {MOST_BYTES} bytes")
    if file.suffix not in YAML:
        return bodies.parse(text)
    value = yaml.load(text, Loader=_NamesOnce)  # noqa: S506 - a safe loader
    return orjson.loads(orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS))


def _rulebook(value: Any) -> Rulebook:
    told: Mapping[str, Any] = value if isinstance(value, dict) else {}
    head, faults = load(_FORM, {name: told[name] for name in _HEAD if name in told} if told else value)
    base = head["base"].rulebook if "base" in head else rulebooks.ALL[0]
    rules = {name: part for name, part in told.items() if name not in _HEAD}
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
        source=Cite(name, "all"),
        books=(*[book for book in played.books if book.id != name], Book(name, head["title"])),
        revision=head.get("revision", 1),
        house=None,
    )


def _add(rulebook: Rulebook) -> None:
    rulebooks.LIBRARY.add(rulebook)
    compiled = Compiled(rulebook, rulebooks.LIBRARY.looks)
    assert compiled.plain, "compiled before the workers part"
    rulebooks.BY_ID[rulebook.id] = compiled


def _told(fault: Fault) -> str:
    suggestion = "" if fault.suggestion is None else f": did you mean {fault.suggestion}?"
    return f"{_pointer(fault.path)} {fault.code}: {fault.detail}{suggestion}"


def _pointer(path: Path) -> str:
    return "".join(_steps(path)) or "/"


def _steps(path: Path) -> Iterator[str]:
    for step in path:
        yield "/" + str(step).replace("~", "~0").replace("/", "~1")
