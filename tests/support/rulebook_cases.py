"""The test cases of the rulebooks: a hit and a near miss of each row, and deals with their settlement.

They stand beside each rulebook (`rulebooks/ID.cases.yaml` in the package), those that several share in the file of the
first; docs/adding-a-rulebook.md shows the form.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

from pung_chow_settlement.rulebooks import FOLDER
from pung_chow_settlement.schemas.yaml_files import read_yaml

Json = dict[str, Any]
SUFFIX: Final = ".cases.yaml"


class RuleCase(NamedTuple):
    """A hand that scores a rule in a rulebook, and a near miss, as bodies of POST /v1/scores."""

    name: str
    ruleset: str
    rule: str
    why: str
    hit: Json
    expect: Json
    """What the hit has of the rule; empty if the case does not say."""
    miss: Json


@cache
def rule_cases() -> list[RuleCase]:
    """The cases of every row of every rulebook."""
    number: Counter[str] = Counter()
    found = []
    for file_of, file in _files():
        for case in file.get("cases", []):
            for ruleset in case.get("rulesets", [file_of]):
                row = f"{ruleset} {case['rule']}"
                number[row] += 1
                hit = {"ruleset": ruleset, **case["hit"]}
                expect = hit.pop("expect", {})
                miss = {"ruleset": ruleset, **case["miss"]}
                name = f"{row} {number[row]}"
                found.append(RuleCase(name, ruleset, case["rule"], case["why"], hit, expect, miss))
    return found


def deals() -> list[Json]:
    """The deals of the rulebooks: a settlement request and each seat's net amount."""
    found = [(name, deal) for name, file in _files() for deal in file.get("deals", [])]
    return [{**deal, "request": {"ruleset": name, **deal["request"]}} for name, deal in found]


def _files() -> Iterator[tuple[str, Json]]:
    for file in sorted(FOLDER.glob(f"*{SUFFIX}")):
        yield file.name.removesuffix(SUFFIX), read_yaml(file.read_bytes())
