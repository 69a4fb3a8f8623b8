"""Bound the cost of searching for layouts: steps, counted while hands are compared with them."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

MOST_STEPS: Final = 40_000
"""Most steps of one stage of a deal, its legality or its scores: about 15 ms on a core of 2020."""
MOST_STEPS_OF_DISCARDS: Final = 5 * MOST_STEPS
"""Most steps to find what a hand waits for after each of its discards, up to fourteen."""
MOST_STEPS_OF_MANY: Final = 30 * MOST_STEPS
"""Most steps of all deals of a request; a thousand ordinary ones take fewer than 800,000 by any rulebook here."""


class TooManyStepsError(Exception):
    """Searching for layouts took more steps than a deal may cost."""


class Steps:
    """The steps that are left."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left

    def take(self, steps: int) -> None:
        """Use up steps. Raises TooManyStepsError if fewer are left."""
        self.left -= steps
        if self.left < 0:
            raise TooManyStepsError


_COUNTED: Final[ContextVar[Steps | None]] = ContextVar("steps", default=None)


def take(steps: int) -> None:
    """Use up steps if they are being counted. Raises TooManyStepsError."""
    counted = _COUNTED.get()
    if counted is not None:
        counted.take(steps)


@contextmanager
def bounded(most: int = MOST_STEPS) -> Iterator[Steps]:
    """Count steps within the context; `take` raises TooManyStepsError there once they are used up.

    Contexts nest: steps of an inner context count in the outer one too.
    """
    outer = _COUNTED.get()
    granted = most if outer is None else min(most, outer.left)
    steps = Steps(granted)
    token = _COUNTED.set(steps)
    try:
        yield steps
    finally:
        _COUNTED.reset(token)
        if outer is not None:
            outer.left -= granted - max(steps.left, 0)
