"""What house rules may be made of: the rows of every rulebook, the catalogue of conditions, the shapes."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from service.domain import shapes
from service.domain.rulebook import named_conditions
from service.domain.rulebook.compiled_rulebook import Candidate, candidates_of
from service.domain.rulebook.digests import bound, line_of
from service.domain.rulebook.model import DangerousDiscard, Rulebook, ScoringRule, Sitting
from service.domain.rulebook.whole_hands import LAYOUT

CONDITIONS: Final = named_conditions.CONDITIONS
"""Everything that a rule can look for, by id."""
SHAPES_BY_ID: Final = shapes.BY_ID


class Entry(NamedTuple):
    """A row of a rulebook, and where it stands among the rows of all."""

    place: int
    rulebook: Rulebook
    rule: ScoringRule


class Library:
    """The rulebooks in their order, as house rules look things up in them."""

    def __init__(self, rulebooks: Sequence[Rulebook] = ()) -> None:
        self.rulebooks: Final[dict[str, Rulebook]] = {}
        self.first: Final[dict[str, Entry]] = {}
        """Rows by id; one that several rulebooks have is that of the first."""
        self.entries: Final[dict[tuple[str, str], Entry]] = {}
        """Rows by rulebook and id."""
        self.awaited: Final[set[str]] = set()
        """Ids of rows that pay for waiting in any rulebook."""
        self.concepts: Final[dict[str, str]] = {}
        """Concepts by what their rows look for."""
        self.named: Final[dict[str, str]] = {}
        """Ids of rows by the other names that they go by, in small letters."""
        self.dangers: Final[dict[str, DangerousDiscard]] = {}
        """What makes a discard dangerous, by the rulebook."""
        self.sittings: Final[dict[bool, Sitting]] = {}
        """How deal follows deal with rounds and without."""
        self.conditions: Final = dict(CONDITIONS)
        """What a rule can look for: the catalogue, and what only some rulebook looks for."""
        self.candidates: Final[dict[ScoringRule, tuple[Candidate, ...]]] = {}
        self.lines: Final[dict[ScoringRule, str]] = {}
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
            self.concepts.setdefault(bound(rule.looks_for), rule.concept_or_id)
            if rule.waiting:
                self.awaited.add(rule.id)
            for alias in rule.aliases:
                self.named.setdefault(alias.lower(), rule.id)
            if rule.looks_for.condition is not LAYOUT:
                self.conditions.setdefault(rule.looks_for.condition.id, rule.looks_for.condition)
            self.lines[rule] = line_of(rule)
        self.candidates.update(candidates_of(rulebook.rules))
