"""Tables that the service does not settle by the rulings yet, or that no ruling decides.

The evaluator follows the rulings; the test leaves these tables out, and counts them. A line goes as soon as it can.
"""

from collections.abc import Callable
from typing import Final

from tests.support.oracle.terms import Table


def _apart_among_others(table: Table) -> bool:
    """A rule that counts flowers apart and gives points beside `only_beside`, or replaces a rule of flowers.

    It keeps the first from counting even where the hand is scored without it, and does not replace the second.
    """
    apart = [rule for rule in table.rules if rule.bonus_apart and not rule.id.startswith("purity")]
    beside = any(rule.only_beside is not None for rule in table.rules)
    bonus = {rule.id for rule in table.rules if rule.bonus}
    return any((rule.points and beside) or rule.replaces & bonus for rule in apart)


def _flowers_apart(table: Table) -> bool:
    return table.terms.bonus_beside_limit or any(rule.bonus_apart for rule in table.rules)


OPEN: Final[dict[str, Callable[[Table], bool]]] = {
    "a rule that counts flowers apart, among others": _apart_among_others,
    "what a rule gives besides its share of the limit, where flowers are counted apart": lambda table: (
        _flowers_apart(table)
        and any(rule.is_special and (rule.points or rule.doubles or rule.added) for rule in table.rules)
    ),
}


def is_open(table: Table) -> bool:
    """Whether a table is left out."""
    return any(holds(table) for holds in OPEN.values())
