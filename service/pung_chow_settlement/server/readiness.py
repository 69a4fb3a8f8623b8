"""Readiness: true from the start until the master process receives the signal to stop.

The flag is one byte of memory that the master shares with its forked workers, so it changes for all at once.
"""

import mmap

_draining = mmap.mmap(-1, 1)


def ready() -> bool:
    """True if new requests should be sent here; the response of `GET /readyz`."""
    return _draining[0] == 0


def begin_drain() -> None:
    """End readiness of the master and all its workers, permanently."""
    _draining[0] = 1
