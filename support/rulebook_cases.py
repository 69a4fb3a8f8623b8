"""The test cases of every rulebook: a hit and a near miss of each row, and deals with their settlement.

`pung_chow_settlement/rulebooks/ID.cases.yaml` has those of one rulebook; the files `tests/data/rule_cases*.json` those
that several rulebooks share. docs/adding-a-rulebook.md shows the form.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from pung_chow_settlement.forms.yaml_files import read_yaml

Json = dict[str, Any]
ROOT: Final = Path(__file__).parents[1]
SUFFIX: Final = ".cases.yaml"
FOLDER: Final = ROOT / "pung_chow_settlement" / "rulebooks"


@cache
def rule_cases() -> list[Json]:
    """For each row of each rulebook: a hand that scores it, and a near miss."""
    shared = [json.loads(file.read_text()) for file in sorted((ROOT / "tests" / "data").glob("rule_cases*.json"))]
    cases = [case for file in shared for case in file["cases"]]
    own = [{"rulesets": [name], **case} for name, file in _own() for case in file.get("cases", [])]
    return cases + own


def deals() -> list[Json]:
    """The deals of the rulebooks: a settlement request and each seat's net amount."""
    found = [(name, deal) for name, file in _own() for deal in file.get("deals", [])]
    return [{**deal, "request": {"ruleset": name, **deal["request"]}} for name, deal in found]


def _own() -> Iterator[tuple[str, Json]]:
    for file in sorted(FOLDER.glob(f"*{SUFFIX}")):
        yield file.name.removesuffix(SUFFIX), read_yaml(file.read_bytes())
