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
ROOM = Path("service/domain/rulebooks")
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
ALL_SIMPLES = {**FOUR_PUNGS, "ruleset": "club", "hands": {"east": EAST, "south": {"concealed": "44p222s345m777p678s"}}}
DEALS = [FOUR_PUNGS, {**SEVEN_PAIRS, "options": {"limit": 500}}, SEVEN_PAIRS, DISCARDED, ALL_SIMPLES]

START = "ALL: Final[tuple[Rulebook, ...]] = ("


def code_blocks() -> list[str]:
    text = (ROOT / "docs/adding-a-rulebook.md").read_text()
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def copy_with(place: Path, files: dict[str, str], lines: str, names: str) -> Path:
    """A copy of the service with more files among its rulebooks, and these lines and names in the list."""
    shutil.copytree(ROOT / "service", place / "service", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    shutil.copy(ROOT / "openapi.yaml", place)
    for name, code in files.items():
        (place / ROOM / name).write_text(code)
    listed = (place / LIST).read_text()
    assert listed.count(START) == 1
    (place / LIST).write_text(listed.replace(START, f"{lines}\n{START}{names}, "))
    return place


def run(place: Path, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run some code in a copy of the service."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, cwd=place, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the service, to which the page's rulebooks were added as it states."""
    house, club, lines = code_blocks()
    return copy_with(tmp_path_factory.mktemp("copy"), {"house.py": house, "club.py": club}, lines, "CLUB, HOUSE")


@pytest.fixture(scope="module")
def answers(copy: Path) -> Any:
    """What the copy says of the two rulebooks and of some deals."""
    asked = run(copy, ASK, json.dumps(DEALS))
    assert asked.returncode == 0, asked.stderr
    return json.loads(asked.stdout.splitlines()[-1])


BROKEN = """
from dataclasses import replace
from service.domain.rulebooks import rows
from service.domain.rulebooks.harr_1922 import RULEBOOK as HARR_1922
from service.domain.rulebook.model import ShareOf
OTHER = replace(rows.NO_CHOW, id="other", points=ShareOf("stakes"), replaces=("no-such-rule",))
RULEBOOK = replace(HARR_1922, id="broken", rules=(*HARR_1922.rules, rows.MAH_JONG, OTHER), options=())
"""


def test_a_rulebook_that_cannot_be_played_is_refused_at_import_with_all_its_faults(tmp_path: Path) -> None:
    """A dangling `replaces`, an unknown option in a share, a twice used id and no limit."""
    line = "from service.domain.rulebooks.broken import RULEBOOK as BROKEN"
    copy = copy_with(tmp_path, {"broken.py": BROKEN}, line, "BROKEN")
    started = run(copy, "import service.domain.rulebooks")
    result = started.stderr.splitlines()[-1]
    assert started.returncode == 1
    faults = [
        "it has no option limit",
        "the rule mah-jong stands 2 times",
        "other: replaces names no-such-rule, which is no rule here",
        "other: its share is of the option stakes, which is not here",
    ]
    assert [fault for fault in faults if fault not in result] == []
    assert result.count(";") == len(faults) - 1


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


def test_the_club_doubles_simples_and_not_a_hand_with_a_head(answers: Any) -> None:
    """20 and 4 + 4 concealed, doubled once: 56; four pungs with ones and nines are not doubled."""
    simples, with_heads = answers[1][4], answers[1][3]
    assert simples["hands"]["south"]["score"] == 56
    assert with_heads["hands"]["south"]["doubles"] == 0
