"""How many connections each worker holds, in memory that they share: kept-alive ones must spread over the workers."""

import mmap
from typing import Final

_PLACES: Final = 256
_counts: Final = memoryview(mmap.mmap(-1, 4 * _PLACES)).cast("I")  # one more than the connections; 0 where no worker is


def tell(age: int, connections: int) -> None:
    """A worker, known by its age as gunicorn counts it, holds so many connections."""
    _counts[age % _PLACES] = connections + 1


def forget(age: int) -> None:
    """A worker takes no connection any more."""
    _counts[age % _PLACES] = 0


def more_than_the_least(age: int) -> int:
    """How many connections a worker holds more than the one that holds fewest."""
    return _counts[age % _PLACES] - min(filter(None, _counts), default=0)
