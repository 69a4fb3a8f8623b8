"""How much looking for layouts may cost: steps, counted while hands are compared with them."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

MOST_STEPS: Final = 40_000
"""Steps of one stage of a deal, its legality or its scores: some 15 ms of a core of 2020."""


class TooManyStepsError(Exception):
    """Looking for layouts took more steps than a deal may cost."""


class Steps:
    """The steps that are left."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left

    def take(self, steps: int) -> None:
        """So many steps. Raises TooManyStepsError where there are not so many left."""
        self.left -= steps
        if self.left < 0:
            raise TooManyStepsError


_COUNTED: Final[ContextVar[Steps | None]] = ContextVar("steps", default=None)


def take(steps: int) -> None:
    """So many steps, where they are counted. Raises TooManyStepsError."""
    counted = _COUNTED.get()
    if counted is not None:
        counted.take(steps)


@contextmanager
def bounded() -> Iterator[Steps]:
    """Count the steps of what is done within; raises TooManyStepsError there where they are too many."""
    steps = Steps(MOST_STEPS)
    token = _COUNTED.set(steps)
    try:
        yield steps
    finally:
        _COUNTED.reset(token)
