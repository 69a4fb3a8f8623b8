"""An operator's own rulebooks: a folder of YAML or JSON files, each a named rulebook made of a base and house rules.

A file has the members of house rules and also `id`, `title`, `about`, `base` and `revision`; without a base it is a
whole rulebook, in the form of the built-in ones. Files are read once, at the start. A wrong file stops the start, and
every fault of every file is reported at once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path as File
from typing import Any, Final, cast

from marshmallow import ValidationError
from yaml import YAMLError

from pung_chow_settlement.domain.rulebook.amend.patch import Unresolved
from pung_chow_settlement.domain.rulebook.check import RulebookError, check
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.rulebook.rules import Book, Cite
from pung_chow_settlement.requests import bodies
from pung_chow_settlement.requests.house_rules import form_faults, resolved
from pung_chow_settlement.requests.refusals import Refused
from pung_chow_settlement.rulebooks import BUILT_IN, Rulebooks
from pung_chow_settlement.schemas.fields import ChoiceField, Integer, Length, Message, Range, Raw, Schema, String, load
from pung_chow_settlement.schemas.rulebook_files import MAX_NUMBER, filled_in, format_fault, rulebook
from pung_chow_settlement.schemas.sections import MAX_TEXT, Id
from pung_chow_settlement.schemas.yaml_files import read_yaml

YAML: Final = (".yaml", ".yml")
ENDINGS: Final = (*YAML, ".json")
MAX_BYTES: Final = 256 * 1024
"""Most bytes of a file: enough for more than a hundred changes, and read within a second."""
RESERVED: Final = ("compare", "house", "mixed", "resolve")
"""Ids that no rulebook may have: operations at the same paths, the book that house rules cite, and the log's word for
requests with several rulebooks. The contract promises that no other is added.
"""
TAKEN: Final = {*BUILT_IN.by_id, *RESERVED}
_HEAD: Final = ("id", "title", "about", "base", "revision")


class WrongRulebooks(RuntimeError):  # noqa: N818 - gunicorn prints a RuntimeError as it is, and ends
    """Files with faults; the message has each fault with its file and JSON pointer."""


def _not_taken(name: str) -> None:
    if name in TAKEN:
        raise ValidationError([Message("unknown-value.known-id").format(given=name)])


class HeadSchema(Schema):
    """The members of an operator's rulebook that house rules do not have."""

    id = Id(validate=_not_taken, required=True)
    title = String(validate=Length(1, MAX_TEXT), required=True)
    about = String(validate=Length(1, MAX_TEXT))
    base = Raw(required=True)
    """`_made_of_another` puts the choice of some rulebooks in place of it."""
    revision = Integer(validate=Range(1, MAX_NUMBER))


_ID: Final = HeadSchema(only=("id",))


def rulebooks_of(folder: str) -> Rulebooks:
    """The built-in rulebooks and, after them, those of a folder, if there is one.

    A file may be based on one that sorts before it. Raises WrongRulebooks with everything that is wrong with any file.
    """
    rulebooks, faults = BUILT_IN, list[str]()
    for file in _files(folder) if folder else ():
        name = escaped(file)
        try:
            rulebooks = _with(rulebooks, _parsed(file))
        except Unresolved as unresolved:
            faults += [f"{name}: {format_fault(fault)}" for fault in unresolved.faults]
        except RulebookError as wrong:
            faults += [f"{name}: {fault}" for fault in wrong.faults]
        except Refused as refused:
            faults += [f"{name}: {fault}" for fault in map(format_fault, refused.faults)] or [
                f"{name}: {refused.detail}".replace(": the body is ", ": the file is ", 1)
            ]
        except (OSError, YAMLError, ValueError) as wrong:
            detail = " ".join(str(wrong).split()).replace(' in "<byte string>",', " at")  # PyYAML's name of bytes
            faults.append(f"{name}: {detail}")
    if faults:
        raise WrongRulebooks("\n".join(["these rulebooks cannot be played:", *faults]))
    return rulebooks


def escaped(name: object) -> str:
    """A name of a file as it can be printed: control characters and bytes that are no text as escapes."""
    return "".join([each if each.isprintable() else ascii(each)[1:-1] for each in str(name)])


def _files(folder: str) -> Iterable[File]:
    try:
        return sorted(file for file in File(folder).iterdir() if file.suffix in ENDINGS)
    except OSError as error:
        raise WrongRulebooks(f"RULEBOOKS={folder!r}: {error.strerror}") from None


def _parsed(file: File) -> Any:
    """The value of a file. Raises OSError, Refused, ValueError or YAMLError."""
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
        text = opened.read(MAX_BYTES + 1)
    if len(text) > MAX_BYTES:
        raise ValueError(f"the file is larger than {MAX_BYTES} bytes")
    return text


def _with(rulebooks: Rulebooks, value: Any) -> Rulebooks:
    """The rulebooks with that of a file."""
    if isinstance(value, dict) and "base" not in value and "settlement" in value and "books" in value:
        rulebook, file = without_base(rulebooks, value)
    else:
        rulebook, file = _made_of_another(rulebooks, value), None
    if rulebook.id in rulebooks.by_id:
        raise ValueError(f"/id: another file has the rulebook {rulebook.id}")
    return rulebooks.plus(rulebook, file)


def _made_of_another(rulebooks: Rulebooks, value: Any) -> Rulebook:
    form = HeadSchema.from_dict({"base": ChoiceField(rulebooks.by_id, required=True)}, name=HeadSchema.__name__)()
    members: Mapping[str, Any] = value if isinstance(value, dict) else {}
    sent = {name: members[name] for name in _HEAD if name in members} if members else value
    head, faults = load(cast("Schema", form), sent)
    rules = {name: part for name, part in members.items() if name not in _HEAD}
    if faults:
        raise Unresolved([*faults, *form_faults(rulebooks, rules)])
    name = head["id"]
    played = resolved(rulebooks, head["base"].rulebook, rules, Cite(name, ""))
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


def without_base(rulebooks: Rulebooks, value: dict[str, Any]) -> tuple[Rulebook, dict[str, Any]]:
    """The rulebook of a file without a base, in the form of the built-in ones, and the file with its entries filled in.

    Raises RulebookError or Unresolved with its faults.
    """
    _, faults = load(_ID, {"id": value["id"]} if "id" in value else {})
    if faults:
        raise Unresolved(faults)
    file = filled_in(value, rulebooks.files)
    built = rulebook(file)
    check(built)
    return built, file
