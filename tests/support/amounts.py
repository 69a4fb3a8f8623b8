"""Sample sizes, and numbers of screens: a few by default, all with WHOLE=1 (nightly)."""

import os


def amount(some: int, whole: int) -> int:
    """The number of cases or screens to try."""
    return whole if os.environ.get("WHOLE") == "1" else some


def cpu_seconds(alone: float) -> float:
    """A bound of processor time in seconds, doubled under pytest-xdist, where other tests share the core."""
    return 2 * alone if "PYTEST_XDIST_WORKER" in os.environ else alone
