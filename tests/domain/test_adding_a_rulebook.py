"""docs/adding-a-rulebook.md is true: a reader who follows it has a rulebook that the service serves."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LIST = Path("service/domain/rulebook/__init__.py")

ASK = """
import json, sys
from service import create_app
client = create_app().test_client()
ruleset = client.get("/v1/rulesets/house")
settled = client.post("/v1/settlements", json=json.loads(sys.argv[1]))
print(json.dumps([ruleset.status_code, ruleset.json, settled.status_code, settled.json]))
"""

DEAL = {
    "ruleset": "house",
    "round_wind": "east",
    "winner": "south",
    "win": {"tile": "4p", "source": "wall"},
    "hands": {
        "east": {"concealed": "123m456p789s1123z"},
        "south": {"concealed": "44p222s", "exposed": ["111m", "999m", "555p"]},
    },
}


def code_blocks() -> list[str]:
    text = (ROOT / "docs/adding-a-rulebook.md").read_text()
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """What a copy of the service with the page's rulebook says of it and of a deal."""
    copy = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "service", copy / "service", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "openapi.yaml", copy)
    table, line = code_blocks()
    (copy / "service/domain/rulebook/house.py").write_text(table)
    listed = (copy / LIST).read_text().replace("ALL: Final = (", f"{line}\nALL: Final = (HOUSE, ")
    (copy / LIST).write_text(listed)
    asked = subprocess.run(
        [sys.executable, "-c", ASK, json.dumps(DEAL)], cwd=copy, capture_output=True, text=True, check=True, timeout=60
    )
    return list(json.loads(asked.stdout.splitlines()[-1]))


def test_the_rulebook_of_the_page_is_served(answers: list[Any]) -> None:
    status, ruleset, _, _ = answers
    assert status == 200
    assert [rule["id"] for rule in ruleset["rules"]][:2] == ["mah-jong", "no-honours"]
    assert ruleset["rules"][1]["source"] == {"book": "house", "page": "2"}


def test_the_rulebook_of_the_page_settles_a_deal(answers: list[Any]) -> None:
    """20 for Mah-Jong, 6 without honours, 2 + 4 + 4 exposed, 4 concealed; doubled once: 80, 160 from East."""
    _, _, status, settled = answers
    assert status == 200
    assert settled["hands"]["south"]["score"] == 80
    assert [payment["amount"] for payment in settled["settlement"]["payments"]] == [160]
