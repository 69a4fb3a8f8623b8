"""docs/adding-a-rulebook.md is true: its two rulebooks need no other change of the service, and are served by it."""

import filecmp
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
ROOM = Path("service/domain/rulebook")
LIST = ROOM / "__init__.py"

ASK = """
import json, sys
from service import create_app
client = create_app().test_client()
rulesets = {name: client.get(f"/v1/rulesets/{name}").json for name in ("house", "club")}
settled = [client.post("/v1/settlements", json=deal).json for deal in json.loads(sys.argv[1])]
print(json.dumps([rulesets, settled]))
"""

EAST = {"concealed": "123m456p789s1123z"}
FOUR_PUNGS = {
    "ruleset": "house",
    "round_wind": "east",
    "winner": "south",
    "win": {"tile": "4p", "source": "wall"},
    "hands": {"east": EAST, "south": {"concealed": "44p222s", "exposed": ["111m", "999m", "555p"]}},
}
SEVEN_PAIRS = {
    **FOUR_PUNGS,
    "win": {"tile": "5s", "source": "wall"},
    "hands": {"east": EAST, "south": {"concealed": "1199m2288p335577s"}},
}
DISCARDED = {
    "ruleset": "club",
    "round_wind": "east",
    "winner": "south",
    "win": {"tile": "2s", "source": "discard", "discarder": "west"},
    "hands": {
        "east": EAST,
        "south": {"concealed": "44p222s", "exposed": ["111m", "999m", "555p"]},
        "west": {"concealed": "47m379p36s123z555z"},
        "north": {"concealed": "258m148p469s2347z"},
    },
}
DEALS = [FOUR_PUNGS, {**SEVEN_PAIRS, "options": {"limit": 500}}, SEVEN_PAIRS, DISCARDED]


def code_blocks() -> list[str]:
    text = (ROOT / "docs/adding-a-rulebook.md").read_text()
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the service, to which the page's rulebooks were added as it tells."""
    copy = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "service", copy / "service", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "openapi.yaml", copy)
    house, club, lines = code_blocks()
    (copy / ROOM / "house.py").write_text(house)
    (copy / ROOM / "club.py").write_text(club)
    listed = (copy / LIST).read_text()
    assert listed.count("ALL: Final = (") == 1
    (copy / LIST).write_text(listed.replace("ALL: Final = (", f"{lines}\nALL: Final = (CLUB, HOUSE, "))
    return copy


@pytest.fixture(scope="module")
def answers(copy: Path) -> Any:
    """What the copy says of the two rulebooks and of some deals."""
    command = [sys.executable, "-c", ASK, json.dumps(DEALS)]
    asked = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False, timeout=120)
    assert asked.returncode == 0, asked.stderr
    return json.loads(asked.stdout.splitlines()[-1])


def paid(settled: Any) -> dict[str, int]:
    return {each["payer"]: each["amount"] for each in settled["settlement"]["payments"] if each["payee"] == "south"}


def test_nothing_of_the_service_changes_but_the_files_and_the_list(copy: Path) -> None:
    before = {path.relative_to(ROOT) for path in (ROOT / "service").rglob("*.py")}
    after = {path.relative_to(copy) for path in (copy / "service").rglob("*.py")}
    assert after - before == {ROOM / "house.py", ROOM / "club.py"}
    assert {path for path in before if not filecmp.cmp(ROOT / path, copy / path, shallow=False)} == {LIST}


def test_the_rulebooks_of_the_page_are_served(answers: Any) -> None:
    house, club = answers[0]["house"], answers[0]["club"]
    assert [rule["id"] for rule in house["rules"]][:2] == ["mah-jong", "no-honours"]
    assert house["rules"][1]["source"] == {"book": "house", "page": "2"}
    assert club["title"] == "The card of our club"


def test_the_house_counts_four_pungs(answers: Any) -> None:
    """20 for Mah-Jong, 6 without honours, 2 + 4 + 4 exposed, 4 concealed; doubled once: 80, 160 from East."""
    settled = answers[1][0]
    assert settled["hands"]["south"]["score"] == 80
    assert paid(settled) == {"east": 160}


def test_seven_pairs_score_half_the_houses_limit_where_one_is_set(answers: Any) -> None:
    """Half of 500, doubled by East; without a limit 20 for Mah-Jong and 6 without honours."""
    with_limit, without = answers[1][1:3]
    assert (with_limit["hands"]["south"]["score"], paid(with_limit)) == (250, {"east": 500})
    assert (without["hands"]["south"]["score"], paid(without)) == (26, {"east": 52})


def test_in_the_club_the_discarder_pays_double_and_the_losers_settle_nothing(answers: Any) -> None:
    """South has 20 and 4 + 4 + 2 + 2 exposed: 32; West's concealed dragons, 8 doubled once, collect nothing."""
    settled = answers[1][3]
    assert {seat: hand["score"] for seat, hand in settled["hands"].items()} == {
        "east": 0, "south": 32, "west": 16, "north": 0,
    }  # fmt: skip
    assert paid(settled) == {"east": 64, "west": 64, "north": 32}
    assert len(settled["settlement"]["payments"]) == 3
