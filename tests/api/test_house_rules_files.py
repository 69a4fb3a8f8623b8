"""The ready-made house rules in `clients/examples/house_rules/` can be resolved and are documented.

tests/cases/xmj.yaml compares those of xmj with the results of that program.
"""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

Json = dict[str, Any]
FOLDER: Final = Path(__file__).parents[2] / "clients" / "examples" / "house_rules"
BASES: Final = {
    "kajongg-dmjl": "dmjl",
    "kajongg-bmja": "bmja",
    "four-winds-european": "dmjl",
    "colliander": "dmjl",
    "sontag": "dmjl",
    "spela-online": "dmjl",
    "rode-draak": "nts-2002",
}
FILES: Final = sorted(file.stem for file in FOLDER.glob("*.json"))


def rules(name: str) -> Json:
    result: Json = json.loads((FOLDER / f"{name}.json").read_text())
    return result


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_house_rules_of_its_base(client: FlaskClient, name: str) -> None:
    body = {"ruleset": BASES.get(name, "millington"), "house_rules": rules(name)}
    result = client.post("/v1/rulesets/resolve", json=body)
    assert result.status_code == 200, result.get_json()
    assert result.get_json()["house_rules"]["title"] == rules(name)["title"]


def test_every_file_is_named_in_the_documentation() -> None:
    page = (Path(__file__).parents[2] / "docs" / "house-rules.md").read_text()
    assert [name for name in FILES if f"`{name}`" not in page] == []
