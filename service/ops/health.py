"""Readiness: true from the start until the master receives the signal to stop.

The flag is one byte of memory that the master shares with its forked workers, so it changes for all at once.
"""

import mmap

_draining = mmap.mmap(-1, 1)


def ready() -> bool:
    """Whether new requests should still be sent here; `GET /readyz` answers it."""
    return _draining[0] == 0


def begin_drain() -> None:
    """Turn readiness off for the master and all its workers, for good."""
    _draining[0] = 1
