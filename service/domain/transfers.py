"""Settling up at the end: the fewest transfers that give everybody what he has won or lost."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple


class Transfer(NamedTuple):
    """Points that one player hands to another; players or seats are numbers."""

    payer: int
    payee: int
    amount: int


def fewest_transfers(net: Sequence[int]) -> list[Transfer]:
    """The fewest transfers after which each has received his net; nets sum to zero. In the order of those who pay.

    Players whose nets cancel settle among themselves, the smallest group first; a group needs one transfer less than
    it has members. For up to five players that is the fewest.
    """
    assert not sum(net), "what some win the others lose"
    return sorted(transfer for group in _groups(net) for transfer in _within(group, net))


def _groups(net: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Groups whose nets sum to zero, each without a smaller one in it."""
    left = [number for number, amount in enumerate(net) if amount]
    size = 2
    while left:
        group = next((each for each in combinations(left, size) if not sum(net[one] for one in each)), None)
        if group is None:
            size += 1
            continue
        yield group
        left = [number for number in left if number not in group]


def _within(group: Sequence[int], net: Sequence[int]) -> Iterator[Transfer]:
    """The greatest debtor pays the greatest creditor until all is paid: each transfer settles one of them."""
    owed = {number: net[number] for number in group}
    while any(owed.values()):
        payer, payee = min(owed, key=lambda number: owed[number]), max(owed, key=lambda number: owed[number])
        amount = min(-owed[payer], owed[payee])
        owed[payer] += amount
        owed[payee] -= amount
        yield Transfer(payer, payee, amount)
