"""Settling up at the end: the fewest transfers that bring everybody to what he has won or lost."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple


class Transfer(NamedTuple):
    """Points that one hands to another, by the numbers of players or seats."""

    payer: int
    payee: int
    amount: int


def fewest_transfers(net: Sequence[int]) -> list[Transfer]:
    """The fewest transfers after which each has received his net, which sum to zero; in the order of those who pay.

    Those whose nets cancel among themselves settle apart, the smallest group first, and a group needs one transfer less
    than it has members: for as many as five that is the fewest.
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
    """Who owes most pays whom most is owed to, until all is paid: each transfer settles one of them."""
    owed = {number: net[number] for number in group}
    while any(owed.values()):
        payer, payee = min(owed, key=lambda number: owed[number]), max(owed, key=lambda number: owed[number])
        amount = min(-owed[payer], owed[payee])
        owed[payer] += amount
        owed[payee] -= amount
        yield Transfer(payer, payee, amount)
