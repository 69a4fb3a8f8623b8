"""Bound the cost of searching for layouts: steps, counted while hands are compared with them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from pung_chow_settlement.domain.faults import Fault, Path

MAX_STEPS: Final = 40_000
"""Most steps of one stage of a deal, its legality or its scores: about 15 ms on a core of 2020."""
MAX_STEPS_OF_DISCARDS: Final = 5 * MAX_STEPS
"""Most steps to find what a hand waits for after each of its discards, up to fourteen."""
MAX_STEPS_OF_MANY: Final = 30 * MAX_STEPS
"""Most steps of all deals of a request; a thousand ordinary ones take fewer than 800,000 by any rulebook here."""


class TooManyStepsError(Exception):
    """Searching for layouts took more steps than a deal may cost."""


def _nothing() -> None:
    """Blame nobody: the deal that takes too many steps has the fault."""


class Steps:
    """The steps that a request may still take: in this stage of a deal, and in all of its deals.

    `spent` is called when those of all deals are used up: what it raises is no fault of one deal.
    """

    __slots__ = ("_spent", "in_all", "left")

    def __init__(self, spent: Callable[[], object] = _nothing) -> None:
        self._spent = spent
        self.left = MAX_STEPS
        self.in_all = MAX_STEPS_OF_MANY

    def begin(self, most: int) -> None:
        """Begin another stage, which may take this many."""
        self.left = min(most, self.in_all)

    @contextmanager
    def stage(self, place: Path, most: int = MAX_STEPS) -> Iterator[list[Fault]]:
        """A stage of a deal, which may take this many; one that takes more ends, with a fault at this place."""
        self.begin(most)
        faults: list[Fault] = []
        try:
            yield faults
        except TooManyStepsError:
            faults.append(Fault("layouts-too-costly", place, sentence="deal"))

    def take(self, steps: int) -> None:
        """Use up steps. Raises TooManyStepsError if fewer are left."""
        enough = steps <= self.left
        taken = steps if enough else self.left
        self.left -= taken
        self.in_all -= taken
        if not enough:
            if not self.in_all:
                self._spent()
            raise TooManyStepsError
