"""The fewest transfers that settle net amounts: exact, and compared with trying all sets of payers and payees."""

import random
from collections.abc import Sequence
from itertools import combinations

import pytest

from pung_chow_settlement.domain.transfers import fewest_transfers

TRIALS = 2000


def received(players: int, transfers: Sequence[tuple[int, int, int]]) -> list[int]:
    net = [0] * players
    for payer, payee, amount in transfers:
        net[payer] -= amount
        net[payee] += amount
    return net


def can_be_settled(net: list[int], pairs: tuple[tuple[int, int], ...]) -> bool:
    """True if transfers between these pairs, which form no cycle, settle it; a leaf settles with its only partner."""
    left, open_pairs = list(net), list(pairs)
    while open_pairs:
        ends = [player for pair in open_pairs for player in pair]
        leaf = next(player for player in ends if ends.count(player) == 1)
        pair = next(pair for pair in open_pairs if leaf in pair)
        other = sum(pair) - leaf
        left[other] += left[leaf]
        left[leaf] = 0
        open_pairs.remove(pair)
    return not any(left)


def fewest_by_trying(net: list[int]) -> int:
    pairs = list(combinations(range(len(net)), 2))
    fewer = [number for number in range(3) for some in combinations(pairs, number) if can_be_settled(net, some)]
    return min(fewer, default=3)


@pytest.mark.parametrize("biggest", [3, 12, 10**12])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_are_settled_by_the_fewest_transfers(players: int, biggest: int) -> None:
    rng = random.Random(f"{players} {biggest}")
    numbers = set()
    for _ in range(TRIALS):
        won = [rng.randint(-biggest, biggest) for _ in range(players - 1)]
        net = [*won, -sum(won)]
        transfers = fewest_transfers(net)
        assert received(players, transfers) == net
        assert all(amount > 0 for *_, amount in transfers)
        assert transfers == sorted(transfers)
        assert len(transfers) == fewest_by_trying(net), net
        numbers.add(len(transfers))
    assert biggest > 3 or numbers == {*range(players)}, "small amounts cancel in every way"


@pytest.mark.parametrize(
    ("net", "expected"),
    [
        ([0, 0, 0, 0], []),
        ([-20, 20, 0, 0], [(0, 1, 20)]),
        ([-20, 30, 20, -30], [(0, 2, 20), (3, 1, 30)]),
        ([-20, 31, 20, -31], [(0, 2, 20), (3, 1, 31)]),
        ([-20, 30, 21, -31], [(0, 2, 20), (3, 1, 30), (3, 2, 1)]),
        ([30, -10, -10, -10], [(1, 0, 10), (2, 0, 10), (3, 0, 10)]),
    ],
)
def test_pairs_that_cancel_settle_apart_and_a_near_miss_takes_one_more(
    net: list[int], expected: list[tuple[int, int, int]]
) -> None:
    assert fewest_transfers(net) == expected
