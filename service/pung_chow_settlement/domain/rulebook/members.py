"""The declaration of each member of a rulebook: where files and house rules have it, what it means, its bounds."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple


class Member(NamedTuple):
    """The one declaration of a member of a rulebook, beside the field of its record.

    What reads it: the forms of files and requests and the JSON Schema (`schemas`), digests, comparisons, house
    rules that change it, the answers that have it, and the check of the contract.
    """

    path: tuple[str, ...]
    """Where files and house rules have it, within their section."""
    description: str
    """What it means, in a sentence; the contract's, which is English."""
    least: int = 0
    most: int = 0
    """The bounds of a number."""
    none_word: str | int | None = None
    """The value in house rules for None, since null is absent there."""
    words: Mapping[str, bool | None] | None = None
    """Its values by their words in house rules; None if they are written as they are."""
    stated_in: str = ""
    """The rule of the settlement that states it, by its name in `SettlementSources`."""
    touches: tuple[str, ...] = ()
    """Further rules of the settlement that may speak of it."""
    share_rule: str = ""
    """Of a share that players pay the winner: the id of its rule."""
    is_worth: bool = False
    """True if it is what a rule is worth."""
    names_rules: bool = False
    """True if it names other rules."""
    compared: bool = True
    """True if a comparison of two rulebooks has it in the words of house rules."""


def member(*path: str, text: str, **further: Any) -> Member:
    """A member, by its path."""
    return Member(path, text, **further)


MAX_POINTS: Final = 10_000
"""Most points of a rule or a penalty."""
MAX_DOUBLES: Final = 13
"""Most doubles of a rule."""
MAX_ADDED: Final = 500_000
"""Most points of a rule after doubling: one rulebook adds half the limit."""
MAX_SCORE: Final = 500_000
"""The highest fixed score of a hand, in points."""
MAX_ROUNDED_TO: Final = 1000
"""The greatest number to a multiple of which amounts are rounded."""
MAX_SHARES: Final = 12
"""The greatest factor by which a score is paid."""
