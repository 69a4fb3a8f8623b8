"""Measuring on a machine that others use too: CPU time, several rounds, medians, and what is compared taken in turn."""

from collections.abc import Callable, Sequence
from statistics import median
from time import process_time
from typing import Final

Work = Callable[[], object]

ROUNDS: Final = 7
MICRO: Final = 1e6
"""Microseconds of a second."""


def cpu(work: Work) -> float:
    """Seconds of CPU that some work takes."""
    started = process_time()
    work()
    return process_time() - started


def cost(work: Work, of: int, rounds: int = ROUNDS) -> float:
    """Microseconds of CPU for each of the `of` parts of some work."""
    work()
    return median(cpu(work) for _ in range(rounds)) / of * MICRO


def in_turn(works: Sequence[Work], rounds: int = ROUNDS) -> list[list[float]]:
    """The seconds of each work, by round; the works take turns, so that a busy minute falls on all of them."""
    for work in works:
        work()
    return [[cpu(work) for work in works] for _ in range(rounds)]


def ratio(rounds: Sequence[Sequence[float]], one: int = 0, other: int = 1) -> float:
    """How many times as much one work takes as another: the median of the rounds."""
    return median(times[one] / times[other] for times in rounds)
