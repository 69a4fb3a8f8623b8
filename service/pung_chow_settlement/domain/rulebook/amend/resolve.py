"""House rules: a table's changes to a rulebook as a merge patch, and the resulting rulebook.

House rules can change or leave out a rule of the base, add a rule of another rulebook, or make a new one from a
condition of the catalogue. They can also change the values of settlement, legality, penalties and option defaults.
If several rulebooks have a rule with the id, and the house rules name no book, the base's rule is used, else that of
the first rulebook that has it.
"""

from dataclasses import replace

from pung_chow_settlement.domain.clauses.condition_parser import Nearest
from pung_chow_settlement.domain.rulebook.amend import of_legality, of_penalties, of_settlement
from pung_chow_settlement.domain.rulebook.amend.of_rules import AmendedRules
from pung_chow_settlement.domain.rulebook.amend.patch import HOUSE, UNTITLED, Amendment, Patch, Unresolved
from pung_chow_settlement.domain.rulebook.library import Library
from pung_chow_settlement.domain.rulebook.model import HouseRulesInfo, Rulebook
from pung_chow_settlement.domain.rulebook.rules import Book, Cite


def resolve(base: Rulebook, patch: Patch, library: Library, nearest: Nearest, cite: Cite = HOUSE) -> Rulebook:
    """Return the base with house rules applied; changed rules cite a book, with pages that begin with its root.

    Raises Unresolved with every fault.
    """
    amendment = Amendment(base, patch, library, nearest, cite)
    amended_rules = AmendedRules(amendment)
    rules = amended_rules.rules()
    amended_rules.check_layouts(rules)
    amended_rules.check_choices(rules)
    shapes = of_legality.shapes(amendment, rules, amended_rules.own)
    terms, session = of_settlement.settlement_terms(amendment, rules)
    allowed = of_legality.legality(amendment, terms)
    resolved = replace(
        base,
        rules=rules,
        shapes=shapes,
        robs_concealed=of_legality.robbing(amendment, shapes),
        settlement=terms,
        session=session,
        options=of_settlement.options(amendment, terms),
        **allowed,
        **of_penalties.penalties(amendment),
    )
    resolved = of_settlement.with_effect(amendment, resolved)
    if amendment.faults:
        raise Unresolved(amendment.faults)
    title, cited = patch.get("title"), resolved.cited
    books = tuple([each for each in (*base.books, Book(cite.book, title or UNTITLED)) if each.id in cited])
    return replace(resolved, about=None, books=books, house=HouseRulesInfo(title))
