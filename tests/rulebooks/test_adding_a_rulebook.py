"""The rulebooks, the rule and the condition that pages of docs/ add work as they are printed there."""

import filecmp
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.pages import block

ROOT = Path(__file__).parents[2]
FOLDER = Path("service/pung_chow_settlement/rulebooks")
INDEX = FOLDER / "index.yaml"

SETTLE = """
import json, sys
from pung_chow_settlement import create_app
client = create_app().test_client()
rulesets = {name: client.get(f"/v1/rulesets/{name}").json for name in ("sundays", "club")}
settled = [client.post("/v1/settlements", json=deal).json for deal in json.loads(sys.argv[1])]
print(json.dumps([rulesets, settled]))
"""

SCORE = """
import json, sys
from pung_chow_settlement import create_app
client = create_app().test_client()
print(json.dumps([client.post("/v1/scores", json=body).json["hand"]["items"] for body in json.loads(sys.argv[1])]))
"""

EAST = {"concealed": "123m456p789s1123z"}
FOUR_PUNGS = {
    "ruleset": "sundays",
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


def code_blocks(page: str = "docs/adding-a-rulebook.md") -> list[str]:
    """The YAML blocks of a page, without their indentation."""
    found = re.findall(r"^( *)```yaml\n(.*?)```", (ROOT / page).read_text(), re.DOTALL | re.MULTILINE)
    return [block.replace(f"\n{margin}", "\n").removeprefix(margin) for margin, block in found]


def copy_with(folder: Path, files: dict[str, str]) -> Path:
    """A copy of the service with these files added to its rulebooks, and their ids to the index."""
    shutil.copytree(
        ROOT / "service" / "pung_chow_settlement",
        folder / "service" / "pung_chow_settlement",
        ignore=shutil.ignore_patterns("__pycache__", "*.so"),
    )
    shutil.copy(ROOT / "openapi.yaml", folder)
    for name, text in files.items():
        (folder / FOLDER / f"{name}.yaml").write_text(text)
    with (folder / INDEX).open("a") as index:
        index.writelines(f"- {name}\n" for name in files)
    return folder


def run(folder: Path, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run code in a copy of the service."""
    command = [sys.executable, "-c", code, *arguments]
    environ = os.environ | {"PYTHONPATH": str(folder / "service")}
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the service with the page's rulebooks."""
    house, club, _ = code_blocks()
    return copy_with(tmp_path_factory.mktemp("copy"), {"club": club, "sundays": house})


@pytest.fixture(scope="module")
def answers(copy: Path) -> Any:
    """The documents of the two rulebooks, and the settlements of `DEALS`, by the copy."""
    process = run(copy, SETTLE, json.dumps(DEALS))
    assert process.returncode == 0, process.stderr
    return json.loads(process.stdout.splitlines()[-1])


def refused(folder: Path, text: str) -> str:
    """The last line of the error when a service with this rulebook fails to start."""
    started = run(copy_with(folder, {"broken": text}), "import pung_chow_settlement.rulebooks")
    assert started.returncode == 1
    return started.stderr.splitlines()[-1]


def test_the_cases_of_the_page_pass_in_the_copy(copy: Path) -> None:
    """By the test of all cases of rulebooks, which finds the file by its name."""
    cases = copy / FOLDER / "sundays.cases.yaml"
    cases.write_text(code_blocks()[2])
    command = [
        *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "-o", "pythonpath="),
        "tests/rulebooks/test_rows.py",
    ]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    environ["PYTHONPATH"] = str(copy / "service")
    try:
        process = subprocess.run(
            [*command, "-k", "sundays"], cwd=ROOT, env=environ, capture_output=True, text=True, check=False, timeout=120
        )
    finally:
        cases.unlink()
    assert process.returncode == 0, process.stdout
    assert "5 passed" in process.stdout


def test_an_inconsistent_rulebook_prevents_the_start_with_all_its_faults(tmp_path: Path) -> None:
    """A dangling `replaces`, an unknown option in a share, a settling rule twice and no limit."""
    _, club, _ = code_blocks()
    other = "other: {from: harr-1922, text: Other, find: no-chow, points: {option: stakes}, replaces: [no-such-rule]}"
    broken = club.replace("rules:\n  mah-jong", f"rules:\n  {other}\n  mah-jong", 1).replace("id: club", "id: broken")
    broken = broken.replace("options:\n  limit: {from: harr-1922, source: {club: 1}}", "options: {}")
    broken = broken.replace("other: {from: harr-1922, ", "other: {source: {club: 1}, ")
    broken = broken.replace("id: others-settle-nothing", "id: winner-collects")
    faults = [
        "it has no option limit",
        "the settling rule winner-collects stands 2 times",
        "other: replaces names no-such-rule, which is no rule here",
        "other: its share is of the option stakes, which is not here",
    ]
    result = refused(tmp_path, broken)
    assert [fault for fault in faults if fault not in result] == []
    assert result.count(";") == len(faults) - 1


def test_a_file_with_wrong_values_prevents_the_start_with_each_fault_at_its_pointer(tmp_path: Path) -> None:
    _, club, _ = code_blocks()
    broken = club.replace("find: simples-only, doubles: 1", "find: all-simple, doubles: one, colour: red")
    broken = broken.replace("losers: none", "losers: nobody").replace("rounds: false", "rounds: 0")
    result = refused(tmp_path, broken)
    pointers = (
        "/rules/all-simples/find unknown-value: 'all-simple' is not a finder",
        "/rules/all-simples/doubles wrong-type: send a whole number",
        "/rules/all-simples/colour unknown-member: there is no `colour` here",
        "/settlement/losers unknown-value: 'nobody' is not accepted here: send one of difference, none, full-ways",
        "/settlement/rounds wrong-type: send true or false",
    )
    assert [pointer for pointer in pointers if pointer not in result] == []


def test_an_entry_from_a_file_without_it_prevents_the_start(tmp_path: Path) -> None:
    _, club, _ = code_blocks()
    result = refused(tmp_path, club.replace("all-simples: {", "all-simples: {from: bmja, "))
    assert "/rules/all-simples/from: 'bmja' has no such entry in a file before this one" in result


def paid(settled: Any) -> dict[str, int]:
    return {each["payer"]: each["amount"] for each in settled["settlement"]["payments"] if each["payee"] == "south"}


def test_the_copy_differs_only_in_the_files_and_the_index(copy: Path) -> None:
    before = {
        path.relative_to(ROOT)
        for path in (ROOT / "service" / "pung_chow_settlement").rglob("*.[py]*")
        if "__pycache__" not in path.parts
    }
    after = {
        path.relative_to(copy)
        for path in (copy / "service" / "pung_chow_settlement").rglob("*.[py]*")
        if "__pycache__" not in path.parts
    }
    assert after - before == {FOLDER / "sundays.yaml", FOLDER / "club.yaml"}
    assert {path for path in before if not filecmp.cmp(ROOT / path, copy / path, shallow=False)} == {INDEX}


def test_the_rulebooks_of_the_page_are_served(answers: Any) -> None:
    house, club = answers[0]["sundays"], answers[0]["club"]
    assert [rule["id"] for rule in house["rules"]][:2] == ["mah-jong", "drawn"]
    assert house["rules"][1]["source"] == {"book": "sundays", "page": "2"}
    assert club["title"] == "The card of our club"


def test_the_house_rulebook_scores_four_pungs(answers: Any) -> None:
    """20 for Mah-Jong, 6 drawn, 2 + 4 + 4 exposed, 4 concealed; doubled once: 80, 160 from East."""
    settled = answers[1][0]
    assert settled["hands"]["south"]["score"] == 80
    assert paid(settled) == {"east": 160}


def test_seven_pairs_score_half_the_limit_of_the_house_rulebook_if_there_is_one(answers: Any) -> None:
    """Half of 500, doubled by East; without a limit 20 for Mah-Jong and 6 drawn."""
    with_limit, without = answers[1][1:3]
    assert (with_limit["hands"]["south"]["score"], paid(with_limit)) == (250, {"east": 500})
    assert (without["hands"]["south"]["score"], paid(without)) == (26, {"east": 52})


def test_in_the_club_rulebook_the_discarder_pays_double_and_the_losers_settle_nothing(answers: Any) -> None:
    """South has 20 and 4 + 4 + 2 + 2 exposed: 32; West's concealed dragons, 8 doubled once, collect nothing."""
    settled = answers[1][3]
    assert {seat: hand["score"] for seat, hand in settled["hands"].items()} == {
        "east": 0, "south": 32, "west": 16, "north": 0,
    }  # fmt: skip
    assert paid(settled) == {"east": 64, "west": 64, "north": 32}
    assert len(settled["settlement"]["payments"]) == 3


def test_the_club_rulebook_doubles_simples_and_not_a_hand_with_a_major(answers: Any) -> None:
    """20 and 4 + 4 concealed, doubled once: 56; four pungs with ones and nines are not doubled."""
    simples, with_heads = answers[1][4], answers[1][3]
    assert simples["hands"]["south"]["score"] == 56
    assert with_heads["hands"]["south"]["doubles"] == 0


def test_the_rule_of_contributing_counts_in_its_hit_and_not_in_its_near_miss(tmp_path: Path) -> None:
    row, cases = code_blocks("docs/adding-a-rule.md")
    copy, book = copy_with(tmp_path, {}), tmp_path / FOLDER / "babcock-1923.yaml"
    book.write_text(book.read_text().replace("\nrules:\n", f"\nrules:\n  {row}", 1))
    (case,) = yaml.safe_load(cases)["cases"]
    expect = case["hit"].pop("expect")
    bodies = [{"ruleset": "babcock-1923", **case[one]} for one in ("hit", "miss")]
    process = run(copy, SCORE, json.dumps(bodies))
    assert process.returncode == 0, process.stderr
    hit, miss = json.loads(process.stdout.splitlines()[-1])
    assert [item["doubles"] for item in hit if item["rule"] == case["rule"]] == [expect["doubles"]] * expect["times"]
    assert case["rule"] not in [item["rule"] for item in miss]


def test_the_condition_of_contributing_holds_of_two_kongs_one_of_them_concealed(tmp_path: Path) -> None:
    clauses = copy_with(tmp_path, {}) / "service/pung_chow_settlement/domain/clauses"
    printed = block("docs/adding-a-condition.md", "TWO_KONGS: Final")
    before, begins, listed = (clauses / "of_sets.py").read_text().partition("ALL: Final = (\n")
    (clauses / "of_sets.py").write_text(f"{before}{printed}\n{begins}    TWO_KONGS,\n{listed}")
    house = {"rules": {"house:kongs": {"text": "Two kongs", "find": "two-kongs", "doubles": 1, "applies_to": "all"}}}
    deal = {"ruleset": "harr-1923", "house_rules": house, "round_wind": "east", "seat": "south"}
    kongs = [{"exposed": ["2222m"], "concealed_kongs": ["8888s"]}, {"exposed": ["2222m", "8888s"]}]
    bodies = [{**deal, "hand": {"concealed": "1245p123s", **kong}} for kong in kongs]
    process = run(tmp_path, SCORE, json.dumps(bodies))
    assert process.returncode == 0, process.stderr
    one_concealed, both_exposed = json.loads(process.stdout.splitlines()[-1])
    assert "house:kongs" in [item["rule"] for item in one_concealed]
    assert "house:kongs" not in [item["rule"] for item in both_exposed]
