"""Settling up at the end of a session: the fewest transfers that give every player his net."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple


class Transfer(NamedTuple):
    """Points that one player pays another; both are numbers of players or of seats."""

    payer: int
    payee: int
    amount: int


def fewest_transfers(net: Sequence[int]) -> list[Transfer]:
    """The fewest transfers by which each player receives his net, sorted by payer; nets must sum to zero.

    Players are split into groups whose nets sum to zero, the smallest first; a group needs one transfer less than it
    has members. For up to five players this is optimal.
    """
    assert not sum(net), "nets sum to zero"
    return sorted(transfer for group in _groups(net) for transfer in _within(group, net))


def _groups(net: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Groups whose nets sum to zero and that contain no smaller such group."""
    left = [number for number, amount in enumerate(net) if amount]
    size = 2
    while left:
        group = next(
            (combination for combination in combinations(left, size) if not sum(net[one] for one in combination)), None
        )
        if group is None:
            size += 1
            continue
        yield group
        left = [number for number in left if number not in group]


def _within(group: Sequence[int], net: Sequence[int]) -> Iterator[Transfer]:
    """The transfers of a group: the greatest debtor pays the greatest creditor until all nets are zero."""
    owed = {number: net[number] for number in group}
    while any(owed.values()):
        payer, payee = min(owed, key=lambda number: owed[number]), max(owed, key=lambda number: owed[number])
        amount = min(-owed[payer], owed[payee])
        owed[payer] += amount
        owed[payee] -= amount
        yield Transfer(payer, payee, amount)
