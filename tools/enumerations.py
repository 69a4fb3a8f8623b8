"""The ids that openapi.yaml lists, from the data; part of `make generate`, and a test compares them."""

import re
import textwrap
from collections.abc import Iterable, Mapping
from typing import Final

from pung_chow_settlement.domain.clauses.of_wins import ONLY_POSSIBLE_PIECE
from pung_chow_settlement.domain.rulebook.library import SHAPES_BY_ID
from pung_chow_settlement.domain.rulebook.model import members_of
from pung_chow_settlement.domain.rulebook.settlement_terms import SettlementTerms
from pung_chow_settlement.domain.table_counts import COUNT, LIMIT_HAND
from pung_chow_settlement.problems import PROBLEMS
from pung_chow_settlement.requests.own_rulebooks import RESERVED
from pung_chow_settlement.rulebooks import ALL, BUILT_IN

WIDTH: Final = 118
RULES: Final = [entry.rule for entry in BUILT_IN.library.entries.values()]
IDS: Final[Mapping[str, Iterable[str]]] = {
    "RulesetId": [book.id for book in ALL],
    "OptionName": [option.name for book in ALL for option in book.options],
    "BookId": [each.id for book in ALL for each in book.books],
    "RuleId": [*[rule.id for rule in RULES], COUNT.id, LIMIT_HAND.id],
    "RuleConcept": [rule.concept_or_id for rule in RULES],
    "LimitHandId": [*[rule.id for rule in RULES if rule.limit_percent], LIMIT_HAND.id],
    "SettlingRuleId": [row.id for book in ALL for row, _ in book.settlement_rules],
    "LooksAt": [member for book in ALL for member in book.looks_at],
    "ShapeName": ["none", *SHAPES_BY_ID],
    "ShapeDifference": SHAPES_BY_ID,
    "SettlementDifference": [name for name, each in members_of(SettlementTerms).items() if each.compared],
    "ProblemCode": PROBLEMS,
}
"""The ids that the first enumeration of each schema lists."""
RULEBOOKS: Final[Mapping[str, Iterable[str]]] = {
    "Rulebooks with washed tiles": [book.id for book in ALL if book.washed_tiles is not None],
    "Rulebooks without this penalty": [book.id for book in ALL if book.false_mahjong is None],
    "Rulebooks that require it": [
        book.id for book in ALL if book.false_mahjong is not None and book.false_mahjong.exposed_only
    ],
    "Rulebooks that look at visible tiles": [
        book.id
        for book in ALL
        if any(
            ("dead_tiles", True) in rule.condition.values or rule.condition.definition is ONLY_POSSIBLE_PIECE
            for rule in book.rules
        )
    ],
}
"""By how the contract introduces them: the rulebooks that have or lack something."""
_LIST: Final = re.compile(r"^( *)(.*?)((?:x-extensible-)?enum: )\[([^\]]*)\]", re.MULTILINE)


def _listed(part: str) -> list[str]:
    return [each.strip() for each in part.replace("\n", " ").split(",") if each.strip()]


def filled(text: str) -> str:
    """The contract with every id that its lists lack at their ends, with all rulebooks' titles, and reserved ids."""
    for schema, ids in IDS.items():
        block = re.search(rf"^    {schema}:\n.*?(?=^    \S|\Z)", text, re.MULTILINE | re.DOTALL)
        assert block, f"the contract has no schema {schema}"
        text = text.replace(block[0], _with_ids(block[0], ids))
    titles = "".join([f"        `{book.id}`: {book.title}.\n" for book in ALL])
    for lead, books in RULEBOOKS.items():
        assert f"{lead}: " in text, f"the contract does not say: {lead}"
        text = re.sub(rf"{lead}: .*", f"{lead}: {', '.join([f'`{book}`' for book in books])}.", text)
    reserved = ", ".join([f"`{each}`" for each in RESERVED])
    titles += (
        f"\n        An operator may add others. No rulebook is called {reserved}; later versions\n"
        "        reserve no other id: they add no operation directly under `/v1/rulesets`.\n"
    )
    start = "    RulesetId:\n      title: Ruleset id\n      description: |\n"
    return re.sub(rf"({re.escape(start)})(?:        .*\n|\n(?= {{8}}))+", lambda match: match[1] + titles, text)


def _with_ids(block: str, ids: Iterable[str]) -> str:
    """A schema with these ids at the end of its enumeration, if it lacks any."""
    found = _LIST.search(block)
    assert found, block
    margin, before, name, listed = found.groups()
    known = _listed(listed)
    if new := [each for each in dict.fromkeys(ids) if each not in known]:
        items = textwrap.fill(
            f"{margin}{before}{name}[{', '.join([*known, *new])}]",
            WIDTH,
            subsequent_indent=f"{margin}  ",
            break_on_hyphens=False,
            break_long_words=False,
        )
        return block.replace(found[0], items)
    return block
