"""What house rules can use: the rules of every rulebook, the catalogue of conditions, and shapes."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from pung_chow_settlement.domain import shapes
from pung_chow_settlement.domain.clauses import catalogue
from pung_chow_settlement.domain.rulebook.compiled_rulebook import candidates_of
from pung_chow_settlement.domain.rulebook.digests import condition_line
from pung_chow_settlement.domain.rulebook.model import Goulash, Rulebook, Session
from pung_chow_settlement.domain.rulebook.penalties import Fine
from pung_chow_settlement.domain.rulebook.rule_table import TableRow
from pung_chow_settlement.domain.rulebook.rules import ScoringRule, waiting_row
from pung_chow_settlement.domain.rulebook.settlement_terms import DangerousDiscard

CONDITIONS: Final = catalogue.CONDITIONS
"""The catalogue of conditions, by id."""
SHAPES_BY_ID: Final = shapes.BY_ID


class Entry(NamedTuple):
    """A rule of a rulebook, and its index over the rules of all rulebooks."""

    place: int
    rulebook: Rulebook
    rule: ScoringRule


class Library:
    """Indexes over some rulebooks, in their order; it does not change."""

    def __init__(self, rulebooks: Iterable[Rulebook] = ()) -> None:
        self.rulebooks: Final[dict[str, Rulebook]] = {}
        self.first: Final[dict[str, Entry]] = {}
        """Rules by id, of the first rulebook that has the id."""
        self.entries: Final[dict[tuple[str, str], Entry]] = {}
        """Rules by rulebook and id."""
        self.counting_if_waiting: Final[set[str]] = set()
        """Ids of rules that count for a waiting hand in any rulebook."""
        self.concepts: Final[dict[str, str]] = {}
        """Concepts by the digest line of their rules' condition."""
        self.by_alias: Final[dict[str, str]] = {}
        """Ids of rules by their aliases in lower case."""
        self.dangers: Final[dict[str, DangerousDiscard]] = {}
        """The penalty for a dangerous discard, by rulebook."""
        self.fines: Final[dict[str, Fine]] = {}
        """By its name the fine of the first rulebook that has it."""
        self.goulash: Goulash | None = None
        """The goulash of the first rulebook that has one."""
        self.sessions: Final[dict[bool, Session]] = {}
        """The record of a session with rounds (True) and without (False)."""
        self.conditions: Final = CONDITIONS
        self.candidates: Final[dict[ScoringRule, tuple[TableRow, ...]]] = {}
        self.options: Final[dict[str, None]] = {}
        """The names of all options."""
        for each in rulebooks:
            self._add(each)

    def plus(self, rulebook: Rulebook) -> "Library":
        """A library with one more rulebook, at the end."""
        return Library([*self.rulebooks.values(), rulebook])

    def _add(self, rulebook: Rulebook) -> None:
        self.rulebooks[rulebook.id] = rulebook
        if rulebook.settlement.danger is not None:
            self.dangers[rulebook.id] = rulebook.settlement.danger
        self.fines.update({fine.id: fine for fine in rulebook.fines if fine.id not in self.fines})
        self.goulash = self.goulash or rulebook.goulash
        self.sessions.setdefault(rulebook.session.rounds, rulebook.session)
        for rule in (*rulebook.rules, *filter(None, map(waiting_row, rulebook.rules))):
            entry = Entry(len(self.entries), rulebook, rule)
            self.entries[rulebook.id, rule.id] = entry
            self.first.setdefault(rule.id, entry)
            self.concepts.setdefault(condition_line(rule.condition), rule.concept_or_id)
            if rule.waiting:
                self.counting_if_waiting.add(rule.id)
            for alias in rule.aliases:
                self.by_alias.setdefault(alias.lower(), rule.id)
        self.candidates.update(candidates_of(rulebook.rules))
        for option in rulebook.options:
            self.options[option.name] = None
