"""What house rules can use: the rules of every rulebook, the catalogue of conditions, the shapes."""

from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Final, NamedTuple

from service.domain.rulebook import conditions, special_hands
from service.domain.rulebook.compiled_rulebook import Candidate, candidates_of
from service.domain.rulebook.digests import bound, line_of
from service.domain.rulebook.model import BoundCondition, Condition, DangerousDiscard, Rulebook, ScoringRule, Sitting
from service.domain.rulebook.whole_hands import LAYOUT
from service.domain.shapes import ALL as SHAPES
from service.domain.shapes import WinShape


def _conditions_of(module: ModuleType) -> Iterator[Condition]:
    for value in vars(module).values():
        if isinstance(value, Condition):
            yield value
        elif isinstance(value, BoundCondition):
            yield value.condition


CONDITIONS: Final[Mapping[str, Condition]] = {
    condition.id: condition for module in (conditions, special_hands) for condition in _conditions_of(module)
}
"""Everything that a rule can look for, by id."""
SHAPES_BY_ID: Final[Mapping[str, WinShape]] = {shape.id: shape for shape in SHAPES}


class Entry(NamedTuple):
    """A rule of a rulebook, and its place among the rules of all."""

    place: int
    rulebook: Rulebook
    rule: ScoringRule


class Library:
    """Look-up tables over all rulebooks, in their order."""

    def __init__(self, rulebooks: Sequence[Rulebook] = ()) -> None:
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
        """The dangerous discards of each rulebook."""
        self.sittings: Final[dict[bool, Sitting]] = {}
        """The record of a sitting with rounds (True) and without."""
        self.conditions: Final = dict(CONDITIONS)
        """Every condition: the catalogue, and those that only one rulebook uses."""
        self.candidates: Final[dict[ScoringRule, tuple[Candidate, ...]]] = {}
        self.lines: Final[dict[ScoringRule, str]] = {}
        for rulebook in rulebooks:
            self.add(rulebook)

    def add(self, rulebook: Rulebook) -> None:
        """Add a rulebook after the others."""
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
