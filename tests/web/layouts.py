"""The four worked deals of the 1923 book, with their printed scores and payments."""

import json
from pathlib import Path
from typing import Any, Final

_FILE: Final = Path(__file__).parents[1] / "data" / "worked_deals.json"
PRINTED: Final[list[dict[str, Any]]] = json.loads(_FILE.read_text())["deals"]
LAYOUTS: Final[list[dict[str, Any]]] = [each["request"] for each in PRINTED]
"""The deals as bodies of POST /v1/settlements."""
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
