"""Which rows of a table a browser test takes by day; all of them at night."""

from collections.abc import Sequence
from typing import Any

import pytest


def first_by_day(rows: Sequence[Any], count: int = 1) -> list[Any]:
    """The rows, of which all but the first few are marked as a night's."""
    return [row if at < count else pytest.param(row, marks=pytest.mark.night) for at, row in enumerate(rows)]
