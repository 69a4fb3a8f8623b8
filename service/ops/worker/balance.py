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


def has_more_than_another(age: int) -> bool:
    """Whether some other worker holds fewer connections."""
    own = _counts[age % _PLACES]
    return any(0 < count < own for count in _counts)
