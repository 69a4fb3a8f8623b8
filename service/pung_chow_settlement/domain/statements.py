"""What a rule says, if house rules change it: the key of a sentence and its facts, as faults have them.

The serializers put it into words; a text that a rulebook or a table has written stays a string.
"""

from functools import reduce
from typing import NamedTuple


class Statement(NamedTuple):
    """A sentence by its key, with its facts: numbers, further statements, and texts of a rulebook."""

    key: str
    facts: tuple[tuple[str, "int | RuleText"], ...] = ()


RuleText = str | Statement
"""What a rule says: its own words, or a statement."""


def statement(key: str, **facts: int | RuleText) -> Statement:
    """The statement of a key, which begins with `rule.`, with these facts."""
    return Statement(f"rule.{key}", tuple(facts.items()))


def joined(*texts: RuleText) -> RuleText:
    """Texts as the clauses of one sentence."""
    return reduce(lambda first, then: statement("and", first=first, then=then), texts)
