"""Every rulebook's file conforms to its JSON Schema, and the service refuses what the schema refuses."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from pung_chow_settlement.domain.rulebook.check import RulebookError
from pung_chow_settlement.rulebooks import BUILT_IN, FOLDER, SCHEMA
from pung_chow_settlement.schemas.rulebook_files import filled_in, json_schema, rulebook
from pung_chow_settlement.schemas.yaml_files import read_yaml
from tools.rulebook_schema import written

Json = dict[str, Any]
VALIDATOR = jsonschema_rs.validator_for(json.loads(SCHEMA))
NAMED = [name for name in BUILT_IN.files if name != "common"]
ROOT = Path(__file__).parents[2]
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


def test_the_schema_is_that_of_the_form() -> None:
    assert SCHEMA.decode() == f"{written(json_schema(), '')}\n", "make generate"


def test_no_code_names_a_rulebook() -> None:
    """Adding or changing one only touches its file, cases and translations. Ids of one word are searched in quotes."""
    ids = re.compile("|".join([name if "-" in name else rf"""["'`]{name}["'`]""" for name in NAMED if name != HOUSE]))
    code = [
        *ROOT.glob("service/pung_chow_settlement/**/*.py"),
        *ROOT.glob("web/src/**/*.ts"),
        *ROOT.glob("web/src/**/*.tsx"),
    ]
    assert len(code) > len(NAMED)
    named = [path.name for path in code if ids.search(path.read_text())]
    assert named == ["choosing.ts"], "only the page's table of whom a rulebook fits"


def test_the_common_file_has_no_duplicate_members() -> None:
    assert in_file("common")["rules"]


def test_every_file_is_in_the_index() -> None:
    stems = {path.name.removesuffix(".yaml").removesuffix(".cases") for path in FOLDER.glob("*.yaml")}
    assert stems == {*BUILT_IN.files, "index"}


WRONG: list[tuple[tuple[str, ...], object]] = [
    (("rules", "harr-1922 6", "mah-jong"), "twenty"),
    (("rules", "harr-1922 6", "mah-jong"), -1),
    (("rules", "harr-1922 6"), 20),
    (("rules", "harr-1922 6", "winning-tile-drawn", "points"), "twenty"),
    (("rules", "harr-1922 6", "winning-tile-drawn", "colour"), "red"),
    (("rules", "harr-1922 6", "winning-tile-drawn", "applies_to"), "everybody"),
    (("rules", "harr-1922 6", "winning-tile-drawn", "source"), {}),
    (("options", "limit", "unlimited"), 1),
    (("legality", "shapes"), "four-sets"),
    (("settlement", "losers"), "nobody"),
    (("settlement", "rounds"), "yes"),
    (("settlement", "east"), {"pays": "twice"}),
    (("colour",), "red"),
]


def test_a_rule_under_a_heading_has_its_worth_from_the_page_and_its_text_from_the_common_file() -> None:
    data = in_file("harr-1922")
    data["rules"] = {
        "harr-1922 7": {
            "mah-jong": 30,
            "loose-tile": {"limit_share": "1/2", "source": 9},
            "pung-of-dragons": "2 doubles",
            "ours": {"text": "Ours", "find": "no-chow", "points": 1},
        },
        "no-chow": {"from": "common", "source": {"harr-1922": 6}},
    }
    rules = {rule.id: rule for rule in rulebook(filled_in(data, BUILT_IN.files)).rules}
    found = {
        name: (str(each.source.page), each.points, each.doubles, each.limit_percent) for name, each in rules.items()
    }
    assert found == {
        "mah-jong": ("7", 30, 0, 0),
        "loose-tile": ("9", 0, 0, 50),
        "pung-of-dragons": ("7", 0, 2, 0),
        "ours": ("7", 1, 0, 0),
        "no-chow": ("6", 10, 0, 0),
    }
    assert (rules["mah-jong"].text, rules["mah-jong"].applies_to) == ("Mah-Jong", "winner")
    twice = {**data, "rules": {**data["rules"], "mah-jong": {"from": "common", "source": {"harr-1922": 6}}}}
    with pytest.raises(RulebookError, match="the rule mah-jong stands twice"):
        filled_in(twice, BUILT_IN.files)


@pytest.mark.parametrize(("path", "value"), WRONG, ids=lambda part: "/".join(part) if isinstance(part, tuple) else None)
def test_the_service_refuses_what_the_schema_refuses(path: tuple[str, ...], value: object) -> None:
    data = in_file("harr-1922")
    at = data
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    assert list(VALIDATOR.iter_errors(data))
    with pytest.raises(RulebookError) as refused:
        rulebook(filled_in(data, BUILT_IN.files))
    assert any(fault.startswith("/" + "/".join(path)) for fault in refused.value.faults), refused.value.faults


def test_the_number_of_rulebooks_is_that_which_the_pages_name() -> None:
    words = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"]
    said = f"{words[len(BUILT_IN.by_id) - 10].title()} rulebooks are built in"
    pages = [Path(__file__).parents[2] / name for name in ("README.md", "pyproject.toml")]
    assert [page.name for page in pages if said not in page.read_text()] == []
