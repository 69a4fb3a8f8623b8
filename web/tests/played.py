"""Deals that the tests of the page play beside the worked deals of the books."""

from typing import Any, Final

DANGEROUS: Final[dict[str, Any]] = {
    "winner": "south",
    "win": {"source": "discard", "discarder": "west", "tile": "4p"},
    "hands": {
        "west": {"concealed": "123456789s1234m"},
        "south": {"concealed": "11444p", "exposed": ["666p", "333p", "999p"]},
    },
}
"""A deal in which West pays for all."""
DRAWN: Final[dict[str, Any]] = {"winner": None, "hands": {}}
"""A drawn deal without any hands."""
