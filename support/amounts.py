"""How much the random tests try: some in `make test`, to see a fault soon, and all of it with WHOLE=1, by night."""

import os


def amount(some: int, whole: int) -> int:
    """How many to try."""
    return whole if os.environ.get("WHOLE") == "1" else some


def cpu_seconds(alone: float) -> float:
    """The bound of a processor time: twice as much where other tests run beside, which share the core with it."""
    return 2 * alone if "PYTEST_XDIST_WORKER" in os.environ else alone
