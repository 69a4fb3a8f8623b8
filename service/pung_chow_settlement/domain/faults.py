"""Faults: a stable code, the path of the wrong member, and the facts of the sentence.

The sentence is in locales/en.po, under the fault's `message_key`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from pung_chow_settlement.domain.statements import RuleText

Path = tuple[str | int, ...]
"""The members and indices that lead to a value."""


class Named(NamedTuple):
    """A rule, a condition or a hand as a fact: its id for programs, its text for people."""

    id: str
    text: RuleText
    book: str = ""
    """The id of the book that a rule is from."""


Fact = str | int | Sequence[str] | Named | Sequence[Named]
"""A number, a word, tiles in the notation, a list of words, or things that have an id and a text."""
Facts = Mapping[str, Fact]
NO_FACTS: Final[Facts] = {}
SHOWN: Final = slice(40)
"""What a fault repeats of a text that was given: this many characters."""


class Fault(NamedTuple):
    """One thing that is wrong with a request: a stable code, the path of the wrong member, and its sentence."""

    code: str
    path: Path
    suggestion: str | None = None
    facts: Facts = NO_FACTS
    """The facts of the sentence, by name."""
    sentence: str = ""
    """The variant of the sentence, if the code has several."""

    @property
    def message_key(self) -> str:
        """The key of the sentence; sentences of one key have the same words and the same facts by name."""
        return f"{self.code}.{self.sentence}" if self.sentence else self.code

    def prefixed(self, path: Path) -> "Fault":
        """The fault with this path put before its own."""
        return self._replace(path=(*path, *self.path))

    def lies_in(self, path: Path) -> bool:
        """True if the fault is at this path or inside it."""
        return self.path[: len(path)] == path


def pointer(path: Path) -> str:
    """A path as a JSON pointer (RFC 6901)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def in_order(faults: Iterable[Fault]) -> list[Fault]:
    """The faults sorted by path, so that every call gives the same response."""
    return sorted(faults, key=lambda fault: [(type(step) is str, step) for step in fault.path])
