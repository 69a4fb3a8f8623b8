"""What house rules can use: the rules of every rulebook, the catalogue of conditions, the shapes."""

from typing import Final, NamedTuple

from service.domain import shapes
from service.domain.rulebook import named_conditions
from service.domain.rulebook.compiled_rulebook import Candidate, candidates_of
from service.domain.rulebook.digests import bound, line_of
from service.domain.rulebook.model import DangerousDiscard, Goulash, Rulebook, ScoringRule, Sitting

CONDITIONS: Final = named_conditions.CONDITIONS
"""Everything that a rule can look for, by id."""
SHAPES_BY_ID: Final = shapes.BY_ID


class Entry(NamedTuple):
    """A rule of a rulebook, and its place among the rules of all."""

    place: int
    rulebook: Rulebook
    rule: ScoringRule


class Library:
    """Look-up tables over all rulebooks, in their order."""

    def __init__(self) -> None:
        self.rulebooks: Final[dict[str, Rulebook]] = {}
        self.first: Final[dict[str, Entry]] = {}
        """Rules by id; of an id that several rulebooks have, the first one's."""
        self.entries: Final[dict[tuple[str, str], Entry]] = {}
        """Rules by rulebook and id."""
        self.awaited: Final[set[str]] = set()
        """Ids of rules that pay for waiting, in any rulebook."""
        self.concepts: Final[dict[str, str]] = {}
        """Concepts by what their rules look for."""
        self.named: Final[dict[str, str]] = {}
        """Ids of rules by their aliases in lower case."""
        self.dangers: Final[dict[str, DangerousDiscard]] = {}
        """What makes a discard dangerous, by the rulebook."""
        self.goulash: Goulash | None = None
        """A goulash, as the first rulebook that has one plays it."""
        self.sittings: Final[dict[bool, Sitting]] = {}
        """The record of a sitting with rounds (True) and without."""
        self.conditions: Final = CONDITIONS
        self.candidates: Final[dict[ScoringRule, tuple[Candidate, ...]]] = {}
        self.lines: Final[dict[ScoringRule, str]] = {}

    def add(self, rulebook: Rulebook) -> None:
        """Add a rulebook after the others."""
        self.rulebooks[rulebook.id] = rulebook
        if rulebook.settling.danger is not None:
            self.dangers[rulebook.id] = rulebook.settling.danger
        self.goulash = self.goulash or rulebook.goulash
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
            self.lines[rule] = line_of(rule)
        self.candidates.update(candidates_of(rulebook.rules))
