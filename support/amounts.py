"""How much the random tests try: some in `make test`, to see a fault soon, and all of it with WHOLE=1, by night."""

import os


def amount(some: int, whole: int) -> int:
    """How many to try."""
    return whole if os.environ.get("WHOLE") == "1" else some
