"""What house rules may be made of: the rows of every rulebook, the catalogue of finders, the shapes."""

from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Final, NamedTuple

from service.domain.rulebook import catalogue, special_hands
from service.domain.rulebook.digests import line_of, sought
from service.domain.rulebook.model import DangerousDiscard, Finder, Rule, Rulebook, Sitting, Sought
from service.domain.rulebook.terms import Look, looks_of
from service.domain.shapes import ALL as SHAPES
from service.domain.shapes import WinShape


def _finders(module: ModuleType) -> Iterator[Finder]:
    for value in vars(module).values():
        if isinstance(value, Finder):
            yield value
        elif isinstance(value, Sought):
            yield value.finder


FINDERS: Final[Mapping[str, Finder]] = {
    finder.id: finder for module in (catalogue, special_hands) for finder in _finders(module)
}
"""Everything that a rule can look for, by id."""
SHAPES_BY_ID: Final[Mapping[str, WinShape]] = {shape.id: shape for shape in SHAPES}


class Entry(NamedTuple):
    """A row of a rulebook, and where it stands among the rows of all."""

    place: int
    rulebook: Rulebook
    rule: Rule


class Library:
    """The rulebooks in their order, as house rules look things up in them."""

    def __init__(self, rulebooks: Sequence[Rulebook] = ()) -> None:
        self.rulebooks: Final[dict[str, Rulebook]] = {}
        self.first: Final[dict[str, Entry]] = {}
        """Rows by id; one that several rulebooks have is that of the first."""
        self.entries: Final[dict[tuple[str, str], Entry]] = {}
        """Rows by rulebook and id."""
        self.concepts: Final[dict[str, str]] = {}
        """Concepts by what their rows look for."""
        self.named: Final[dict[str, str]] = {}
        """Ids of rows by the other names that they go by, in small letters."""
        self.dangers: Final[dict[str, DangerousDiscard]] = {}
        """What makes a discard dangerous, by the rulebook."""
        self.sittings: Final[dict[bool, Sitting]] = {}
        """How deal follows deal with rounds and without."""
        self.finders: Final = dict(FINDERS)
        """What a rule can look for: the catalogue, and what only some rulebook looks for."""
        self.looks: Final[dict[Rule, Look]] = {}
        self.lines: Final[dict[Rule, str]] = {}
        for rulebook in rulebooks:
            self.add(rulebook)

    def add(self, rulebook: Rulebook) -> None:
        """Put a rulebook after the others."""
        self.rulebooks[rulebook.id] = rulebook
        if rulebook.settling.danger is not None:
            self.dangers[rulebook.id] = rulebook.settling.danger
        self.sittings.setdefault(rulebook.sitting.rounds, rulebook.sitting)
        for rule in rulebook.rules:
            entry = Entry(len(self.entries), rulebook, rule)
            self.entries[rulebook.id, rule.id] = entry
            self.first.setdefault(rule.id, entry)
            self.concepts.setdefault(sought(rule.find), rule.concept_or_id)
            for alias in rule.aliases:
                self.named.setdefault(alias.lower(), rule.id)
            self.finders.setdefault(rule.find.finder.id, rule.find.finder)
            self.lines[rule] = line_of(rule)
        self.looks.update(looks_of(rulebook.rules))
