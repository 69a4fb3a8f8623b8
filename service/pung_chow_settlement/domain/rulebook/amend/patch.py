"""House rules as a merge patch of a rulebook, and what applying them finds: citations and faults."""

from collections.abc import Mapping
from typing import Any, Final

from pung_chow_settlement.domain.clauses.combinators import COMBINING
from pung_chow_settlement.domain.clauses.condition_parser import LAYOUT_MEMBER, Nearest
from pung_chow_settlement.domain.faults import Fault, Path, pointer
from pung_chow_settlement.domain.rulebook.library import Library
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.rulebook.rules import Cite

OWN: Final = "house:"
"""The prefix of the id of a rule that is in no rulebook."""
UNTITLED: Final = "House rules"
"""The title of house rules without one."""
MAX_FAULTS: Final = 1000
"""After this many faults the remaining names are not checked."""


Patch = Mapping[str, Any]
"""House rules as a merge patch of a rulebook: its sections, with the members that change and their values.

`rules` has changes by id, of members and of what names the condition of a rule; None removes a rule. Of `settlement`,
`danger` is the rulebook whose dangerous discards apply, or None; of `legality`, shapes are ids, and `one_suit_only`
stands for `winner_shows`. `penalties` has the members of `FalseMahjong`, and the points of `WashedTiles` by number of
different terminals and honours; None: no such penalty. `options` has defaults. `base_rules` is false if the base's
other rules do not count.
"""
Rules = Mapping[str, Patch | None]
_SECTIONS: Final = ("settlement", "legality", "penalties", "fines", "options")
CONDITION_MEMBERS: Final = ("find", "parameters", *COMBINING)
"""The members that name the condition of a rule, unless it is a layout."""
_CONDITION_OR_LAYOUT: Final = frozenset({*CONDITION_MEMBERS, LAYOUT_MEMBER, "ruleset"})


def amended(document: Mapping[str, Any], patch: Patch) -> dict[str, Any]:
    """A document with the members of a merge patch (RFC 7396) in place of its own; null takes a member away."""
    return {name: value for name, value in {**document, **patch}.items() if value is not None}


def members_in(change: Patch) -> dict[str, Any]:
    """The members of a rule that a change has."""
    return {name: value for name, value in change.items() if name not in _CONDITION_OR_LAYOUT}


class Unresolved(Exception):  # noqa: N818 - named as `Refused` is
    """House rules that cannot be applied; `faults` lists every fault, with paths relative to them."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__()
        self.faults = faults

    def __str__(self) -> str:
        """For whoever reads a failed test: each fault at its pointer."""
        return "\n".join([f"{pointer(fault.path) or '/'} {fault.message_key}" for fault in self.faults])


HOUSE: Final = Cite("house", "/house_rules")
"""The book that rules of a house cite, and where its pages begin."""


class Amendment:
    """House rules being applied, and the faults found so far."""

    def __init__(self, base: Rulebook, patch: Patch, library: Library, nearest: Nearest, root: Cite) -> None:
        self.base = base
        self.base_rules = patch.get("base_rules", True)
        self.changes: Rules = patch.get("rules", {})
        self.given: Mapping[str, Patch] = {name: patch.get(name, {}) for name in _SECTIONS}
        self.root = root
        self.library = library
        self.nearest = nearest
        self.faults: list[Fault] = []

    def cite(self, *path: str) -> Cite:
        """Cite the path of a change."""
        return Cite(self.root.book, "/".join((self.root.page, *path)))

    def fault(self, code: str, path: Path, sentence: str = "", near: str | None = None, **facts: Any) -> None:
        """Report a fault at a path below the house rules."""
        self.faults.append(Fault(code, path, near, facts, sentence))
