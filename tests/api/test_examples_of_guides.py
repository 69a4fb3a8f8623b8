"""Each example of house rules in the guides does what a player expects: examples.yaml has a request and the amounts."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from flask.testing import FlaskClient

from tests.support.cases import at, written

DOCS: Final = Path(__file__).parents[2] / "docs"
EXPECTED: Final = yaml.safe_load((Path(__file__).parent / "examples.yaml").read_text())
SECTIONS: Final = {"rules", "settlement", "legality", "penalties", "fines", "options"}
BLOCK: Final = re.compile(r"```json\n(.*?)```", re.DOTALL)
CODE: Final = re.compile(r"`([^`\n]*\{[^`\n]*)`")


def house_rules(example: str) -> Any:
    """The house rules of an example: whole ones, a rule by its id, or members of the settlement; None if it is none,
    as a shortened response or a member of a rule is."""
    try:
        document = json.loads(example if example.startswith("{") else f"{{{example}}}")
    except ValueError:
        return None
    if not example.startswith("{"):
        return None if "layout" in document else {"rules": document}
    if {"entries", "type", "…"} & document.keys():
        return None
    known = document.get("house_rules", document)
    return known if SECTIONS & known.keys() else {"settlement": known} if "after_draw" in known else None


def examples() -> Iterator[tuple[str, Any]]:
    """The house rules that the guides show, each with its text."""
    for page in ("house-rules.md", "layouts.md"):
        text = (DOCS / page).read_text()
        for each in (*BLOCK.findall(text), *CODE.findall(BLOCK.sub("", text))):
            found = house_rules(each.strip())
            if found is not None:
                yield each, found


EXAMPLES: Final = dict(examples())


def answer(client: FlaskClient, row: Any, **more: Any) -> Any:
    return client.post(row["path"], json={**row["body"], **more}).get_json()


@pytest.mark.parametrize(
    "row", [pytest.param(each, id=f"{number} {each['example']}") for number, each in enumerate(EXPECTED)]
)
def test_an_example_has_the_amounts_that_a_player_expects(client: FlaskClient, row: Any) -> None:
    named = [found for text, found in EXAMPLES.items() if row["example"] in text]
    shown = EXAMPLES.get(row["example"], named[0])
    assert row["example"] in EXAMPLES or all(each == shown for each in named), "more than one example"
    changed = answer(client, row, house_rules=shown)
    if "faults" in row:
        assert [written(fault).strip() for fault in changed["errors"]] == row["faults"]
        return
    assert {pointer: at(changed, pointer) for pointer in row["expect"]} == row["expect"]
    plain = answer(client, row)
    assert {pointer: at(plain, pointer) for pointer in row.get("plain", {})} == row.get("plain", {})


def test_every_example_is_expected_to_do_something() -> None:
    assert [text for text in EXAMPLES if not any(row["example"] in text for row in EXPECTED)] == []
    assert len(EXAMPLES) > 25
