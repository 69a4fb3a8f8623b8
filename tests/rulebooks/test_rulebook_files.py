"""Every rulebook's file conforms to its JSON Schema, and the service refuses what the schema refuses."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from service.domain.rulebook.check import RulebookError
from service.requests.own_rulebooks import read_yaml
from service.rulebooks import FILES, FOLDER, SCHEMA
from service.rulebooks.files import filled_in, rulebook

Json = dict[str, Any]
VALIDATOR = jsonschema_rs.validator_for(json.loads(SCHEMA))
NAMED = [name for name in FILES if name != "common"]
ROOT = Path(__file__).parents[2]
ADVICE = "choosing.ts"
"""The page's questions that lead to a rulebook: what they ask is in no rulebook's file yet."""
HOUSE = "house"
"""The first example of docs/adding-a-rulebook.md; in code, the book that house rules cite."""


def in_file(name: str) -> Json:
    """The content of a file, parsed as strictly as an operator's."""
    return dict(json.loads(json.dumps(read_yaml((FOLDER / f"{name}.yaml").read_bytes()))))


@pytest.mark.parametrize("name", NAMED)
def test_a_file_conforms_to_its_schema(name: str) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(in_file(name))] == []
    first = (FOLDER / f"{name}.yaml").read_text().partition("\n")[0]
    assert first == "# yaml-language-server: $schema=rulebook.schema.json"


def test_no_code_names_a_rulebook() -> None:
    """Adding or changing one only touches its file, cases and translations. Ids of one word are searched in quotes."""
    ids = re.compile("|".join([name if "-" in name else rf"""["'`]{name}["'`]""" for name in NAMED if name != HOUSE]))
    code = [*ROOT.glob("service/**/*.py"), *ROOT.glob("web/src/**/*.ts"), *ROOT.glob("web/src/**/*.tsx")]
    assert len(code) > len(NAMED)
    assert [path.name for path in code if ids.search(path.read_text()) and path.name != ADVICE] == []


def test_the_common_file_has_no_duplicate_members() -> None:
    assert in_file("common")["rules"]


def test_every_file_is_in_the_index() -> None:
    stems = {path.name.removesuffix(".yaml").removesuffix(".cases") for path in FOLDER.glob("*.yaml")}
    assert stems == {*FILES, "index"}


WRONG: list[tuple[tuple[str, ...], object]] = [
    (("rules", "mah-jong", "points"), "twenty"),
    (("rules", "mah-jong", "colour"), "red"),
    (("rules", "mah-jong", "applies_to"), "everybody"),
    (("rules", "mah-jong", "source"), {}),
    (("options", "limit", "nullable"), 1),
    (("legality", "shapes"), "four-sets"),
    (("settlement", "losers"), "nobody"),
    (("settlement", "rounds"), "yes"),
    (("settlement", "east"), {"pays": "twice"}),
    (("colour",), "red"),
]


@pytest.mark.parametrize(("path", "value"), WRONG, ids=lambda part: "/".join(part) if isinstance(part, tuple) else None)
def test_the_service_refuses_what_the_schema_refuses(path: tuple[str, ...], value: object) -> None:
    data = in_file("harr-1922")
    at = data
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    assert list(VALIDATOR.iter_errors(data))
    with pytest.raises(RulebookError) as refused:
        rulebook(filled_in(data, FILES))
    assert any(fault.startswith("/" + "/".join(path)) for fault in refused.value.faults), refused.value.faults
