"""Requests and what their answers have, as data: tests/data/answers.yaml, others in its form, and numbers.json."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).parents[1]
DATA: Final = ROOT / "tests" / "data"
HOUSE_RULES: Final = ROOT / "house_rules"
Case = dict[str, Any]
"""Its `name`, `path` and whole `body`, and what the answer has: see tests/api/test_answers.py."""


def decided() -> Iterator[Case]:
    """What the readings of the rules decided, numbers.json and rulings.yaml, and what tables play, tables.yaml."""
    for case in json.loads((DATA / "numbers.json").read_text())["cases"]:
        yield {**case, "body": case["body"] | _house_rules(case)}
    yield from in_groups("rulings")
    yield from in_groups("tables")


def _house_rules(case: Case) -> Case:
    """The house rules of the file that a case or a group names."""
    file = case.get("house_rules_file")
    return {} if file is None else {"house_rules": json.loads((HOUSE_RULES / f"{file}.json").read_text())}


def in_groups(file: str) -> Iterator[Case]:
    """The cases of a file of groups, each with what its group has for all, once for each of its rulebooks."""
    for group in yaml.load((DATA / f"{file}.yaml").read_text(), Loader=yaml.CSafeLoader):
        for number, case in enumerate(group["cases"], 1):
            for ruleset in group.get("rulesets", [None]):
                name = f"{group['says']}: {case.get('why', number)} {ruleset or ''}"
                yield {**group, **case, "name": name.strip(), "body": _body(group, case, ruleset)}


def _body(group: Case, case: Case, ruleset: str | None) -> Case:
    """The body of a case: the members of its group and its own."""
    own: Case = {} if ruleset is None else {"ruleset": ruleset}
    if "rule" in case:
        own["house_rules"] = {"rules": {"house:a": case["rule"]}, "settlement": case.get("settlement", {})}
    return {**_house_rules({**group, **case}), **group.get("body", {}), **case.get("body", {}), **own}
