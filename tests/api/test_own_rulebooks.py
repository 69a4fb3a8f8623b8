"""An operator's own rulebooks: they are served like the built-in ones, and a wrong file prevents the start."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement import create_app, rulebooks
from pung_chow_settlement.requests.own_rulebooks import WrongRulebooks, rulebooks_of
from pung_chow_settlement.rulebooks import BUILT_IN
from pung_chow_settlement.server.settings import from_environment
from tests.support.own_rulebooks import CLUB, JUNIORS, whole
from tests.support.ports import free_port
from tests.support.worked import WORKED_DEALS

Json = dict[str, Any]
LAYOUT: Final = WORKED_DEALS[0]
ROOT: Final = Path(__file__).parents[2]


def test_own_rulebooks_are_listed_after_the_built_in_ones(served: FlaskClient) -> None:
    listed = [book["id"] for book in served.get("/v1/rulesets").get_json()["rulesets"]]
    assert listed == [*(book.id for book in rulebooks.ALL), "our-club", "our-juniors"]
    result = served.get("/v1/rulesets/our-club").get_json()
    assert (result["title"], result["revision"]) == ("The rules of our club", 1)
    assert result["about"] == "Our members and their guests."
    assert "about" not in served.get("/v1/rulesets/our-juniors").get_json()
    changed = next(rule for rule in result["rules"] if rule["id"] == "mah-jong")
    assert (changed["points"], changed["source"]) == (10, {"book": "our-club", "page": "/rules/mah-jong"})
    assert served.get("/v1/rulesets/compare?a=harr-1923&b=our-club").status_code == 200


def test_the_rulebooks_of_one_service_are_not_those_of_another(tmp_path: Path) -> None:
    """Each has its own, also of one id and in one process, whatever was made or answered before."""

    def listed(client: FlaskClient) -> int:
        return len(client.get("/v1/rulesets").get_json()["rulesets"])

    def points(client: FlaskClient) -> int:
        body = {**LAYOUT, "ruleset": "our-club", "house_rules": {"title": "the same"}}
        won: int = client.post("/v1/settlements", json=body).get_json()["hands"]["east"]["points"]
        return won

    plain, clients = create_app().test_client(), []
    for worth in (10, 30):
        folder = tmp_path / str(worth)
        folder.mkdir()
        (folder / "club.yaml").write_text(CLUB.replace("points: 10", f"points: {worth}"))
        clients.append(create_app(replace(from_environment(), rulebooks=str(folder))).test_client())
    built_in = len(BUILT_IN.by_id)
    assert [listed(client) for client in (plain, *clients)] == [built_in, built_in + 1, built_in + 1]
    assert points(clients[1]) - points(clients[0]) == 20


def test_an_own_rulebook_needs_no_base(folder: Path) -> None:
    (folder / "club.yaml").write_text(whole())
    client = create_app(replace(from_environment(), rulebooks=str(folder))).test_client()
    assert client.get("/v1/rulesets/club").get_json()["books"][0]["title"] == "The members' card of our club"
    answer = client.post("/v1/settlements", json={**LAYOUT, "ruleset": "club"}).get_json()
    assert {payment["payee"] for payment in answer["settlement"]["payments"]} == {"east"}


@pytest.mark.parametrize(
    ("part", "instead", "fault"),
    [
        (
            "losers: none",
            "losers: nobody",
            "/settlement/losers unknown-value: 'nobody' is not accepted here: send one of difference, none, full-ways",
        ),
        ("find: simples-only", "find: nothing", "/rules/all-simples/find unknown-value: 'nothing' is not a finder"),
        ("{from: common,", "{from: [common],", "/rules/mah-jong/from: ['common'] has no such entry"),
        ("id: club", "id: bmja", "/id unknown-value"),
        ("  limit: {from: harr-1922, source: {club: 1}}", "  {}", "it has no option limit"),
        ("settlement:", "settlement: 7\nother:", "/settlement wrong-type: send an object"),
        ("doubles: 1", "doubles: 1, limit_share: 1/0", "/rules/all-simples/limit_share wrong-type"),
        (
            "doubles: 1",
            "doubles: 1, aliases: [-1]",
            "/rules/all-simples/aliases/0 wrong-type: send a string",
        ),
        (
            "  limit: {from: harr-1922,",
            "  limit: {default: '500', from: harr-1922,",
            "/options/limit/default wrong-type",
        ),
        ("revision: 1", f"revision: {10**31}", "/revision out-of-range"),
        ("doubles: 1", f"doubles: {-(10**31)}", "/rules/all-simples/doubles out-of-range"),
    ],
)
def test_a_wrong_rulebook_without_a_base_prevents_the_start(folder: Path, part: str, instead: str, fault: str) -> None:
    assert part in whole()
    (folder / "club.yaml").write_text(whole().replace(part, instead, 1))
    with pytest.raises(WrongRulebooks) as wrong:
        create_app(replace(from_environment(), rulebooks=str(folder)))
    assert fault in str(wrong.value)


def test_own_rulebooks_settle_deals_and_may_be_based_on_each_other(served: FlaskClient) -> None:
    for name, points, revision in (("our-club", 40, 1), ("our-juniors", 60, 3)):
        answer = served.post("/v1/settlements", json={**LAYOUT, "ruleset": name}).get_json()
        assert (answer["hands"]["east"]["points"], answer["revision"]) == (points, revision)
        assert {payment["reason"] for payment in answer["settlement"]["payments"]} == {"winner"}
        assert "house_rules" not in answer
    washed = {"ruleset": "our-club", "seat": "south", "hand": {"concealed": "19m19p19s1257z234m"}}
    assert served.post("/v1/washed-tiles", json=washed).get_json()["settlement"]["net"]["south"] == 60


def test_a_score_out_of_range_is_a_fault_of_the_own_rulebook(folder: Path) -> None:
    doubled = {"bonus-tile": {"doubles": 13, "when_limit": "always"}}
    own = {"id": "our-sky", "title": "No end", "base": "harr-1923", "rules": doubled}
    (folder / "sky.json").write_text(json.dumps(own))
    served = create_app(replace(from_environment(), rulebooks=str(folder))).test_client()
    hand = {"concealed": "678s11777z", "exposed": ["123s", "123s"], "bonus": "3f1234y"}
    win = {"source": "wall", "tile": "6s"}
    body = {"ruleset": "our-sky", "round_wind": "west", "seat": "south", "hand": hand, "win": win}
    response = served.post("/v1/scores", json=body)
    result = [(each["pointer"], each["code"]) for each in response.get_json()["errors"]]
    assert (response.status_code, result) == (422, [("/ruleset", "out-of-range")])


def test_four_sets_still_win_if_the_only_rule_for_them_is_switched_off(folder: Path) -> None:
    named = {"find": "shape", "parameters": {"shape": "four-sets"}, "applies_to": "winner", "points": 7, "text": "Sets"}
    (folder / "own.json").write_text(
        json.dumps({"id": "our-sets", "title": "Sets", "base": "harr-1923", "rules": {"house:sets": named}})
    )
    served = create_app(replace(from_environment(), rulebooks=str(folder))).test_client()
    body = {**LAYOUT, "ruleset": "our-sets"}
    with_it = served.post("/v1/settlements", json=body).get_json()["hands"]["east"]["points"]
    without = served.post("/v1/settlements", json={**body, "house_rules": {"rules": {"house:sets": None}}}).get_json()
    assert without["hands"]["east"]["points"] == with_it - 7


def test_an_own_rulebook_has_its_pictures_until_a_table_has_others(folder: Path) -> None:
    """House rules on it say again whose the flowers are, also of a rule that is new."""
    own = {**JUNIORS, "base": "bmja", "settlement": {"pictures": "chrysanthemum-west"}}
    (folder / "own.json").write_text(json.dumps(own))
    client = create_app(replace(from_environment(), rulebooks=str(folder))).test_client()
    new = {"house:a": {"find": "own-flower", "text": "A", "points": 7, "applies_to": "all"}}
    body = {"ruleset": "our-juniors", "round_wind": "east", "seat": "west"}

    def rules(bonus: str, house: Json) -> set[str]:
        hand = {"concealed": "2468m2468p13579s", "bonus": bonus}
        score = client.post("/v1/scores", json={**body, "hand": hand, "house_rules": house}).get_json()["hand"]
        return {item["rule"] for item in score["items"]} & {"own-flower", "house:a"}

    assert (rules("4f", {}), rules("3f", {})) == ({"own-flower"}, set())
    assert (rules("4f", {"rules": new}), rules("3f", {"rules": new})) == ({"own-flower", "house:a"}, set())
    again = {"rules": new, "settlement": {"pictures": "bamboo-west"}}
    assert (rules("4f", again), rules("3f", again)) == (set(), {"own-flower", "house:a"})


def test_a_layout_can_be_a_part_of_a_rule_of_an_own_rulebook(folder: Path) -> None:
    parts = [{"layout": {"tiles": "7 pairs"}}, {"find": "in-round", "parameters": {"wind": "north"}}]
    rule = {"all_of": parts, "text": "Seven pairs in the round of North", "score": 90}
    based = {**JUNIORS, "base": "harr-1923", "rules": {"house:north-pairs": rule}}
    (folder / "based.json").write_text(json.dumps(based))
    named = f"north-pairs: {json.dumps({**rule, 'source': {'club': 1}})}"
    (folder / "whole.yaml").write_text(whole().replace("rules:\n", f"rules:\n  {named}\n", 1))
    client = create_app(replace(from_environment(), rulebooks=str(folder))).test_client()
    listed = [book["id"] for book in client.get("/v1/rulesets").get_json()["rulesets"]]
    names = [each for each in listed if each not in BUILT_IN.by_id]
    assert len(names) == 2
    win = {"source": "wall", "tile": "9s"}
    for name, wind in product(names, ("north", "east")):
        body = {
            "ruleset": name,
            "round_wind": wind,
            "seat": "south",
            "win": win,
            "hand": {"concealed": "1133m5577p2288s99s"},
        }
        answer = client.post("/v1/scores", json=body).get_json()
        if wind == "north":
            assert answer["hand"]["score"] == 90
        else:
            assert [error["message_key"] for error in answer["errors"]] == ["incomplete-hand.part"]


def test_a_pattern_of_a_dangerous_discard_needs_its_name_only(folder: Path) -> None:
    """Its text and the tiles that are as dangerous may be the file's own, as all files had them."""
    own = {"text": "all of one suit", "served": "nine-of-a-suit-shown", "would_serve": "same-tile"}
    danger = {
        "id": "dangerous",
        "text": "Who gives it away pays for all",
        "source": {"club": 2},
        "patterns": {"a": own, "b": {"served": "three-pungs-of-a-suit-shown"}},
        "excuses": True,
    }
    stated = f"settlement:\n  dangerous_discard: {json.dumps(danger)}\n"
    (folder / "club.yaml").write_text(whole().replace("settlement:\n", stated, 1))
    client = create_app(replace(from_environment(), rulebooks=str(folder))).test_client()
    texts = [each["text"] for each in client.get("/v1/rulesets/club").get_json()["settling"]]
    pungs = "three pungs or kongs of one suit on the table, and the hand won is of that one suit"
    assert f"Who gives it away pays for all: (a) all of one suit; (b) {pungs}" in texts
    hands = {
        "east": {"concealed": "2356889m27p1467s"},
        "south": {"concealed": "2224455577788p"},
        "west": {"concealed": "44568m13579s123z"},
        "north": {"concealed": "11144p", "exposed": ["666p", "333p", "999p"]},
    }
    win = {"source": "discard", "tile": "1p", "discarder": "south"}
    body = {"ruleset": "club", "round_wind": "east", "winner": "north", "hands": hands, "win": win}
    settled = client.post("/v1/settlements", json=body).get_json()
    found = settled["settlement"]["dangerous_discard"]
    no_choice = {each["letter"]: each["held"] for each in found["excuses"] if each["excuse"] == "no-choice"}
    assert (found["discarder"], no_choice) == ("south", {"a": False, "b": True})


def test_a_condition_that_combines_others_may_depend_on_an_option(folder: Path) -> None:
    plum = {"find": "plum-blossom", "parameters": {"after_kong": {"option": "strict"}}, "doubles": 1}
    rule = json.dumps({"text": "Plum Blossom", "source": {"club": 1}, **plum})
    option = json.dumps({"text": "A kong is needed", "default": False, "source": {"club": 1}})
    stated = whole().replace("rules:\n", f"rules:\n  plum: {rule}\n", 1)
    (folder / "club.yaml").write_text(stated.replace("options:\n", f"options:\n  strict: {option}\n", 1))
    client = create_app(replace(from_environment(), rulebooks=str(folder))).test_client()
    body = {"ruleset": "club", "round_wind": "east", "seat": "south", "win": {"source": "loose-tile", "tile": "5p"}}
    hand = {"concealed": "123456m345p678s22z", "bonus": "1f"}

    def doubles(strict: bool) -> int:
        answer = client.post("/v1/scores", json={**body, "hand": hand, "options": {"strict": strict}}).get_json()
        return int(answer["hand"]["doubles"])

    assert (doubles(False), doubles(True)) == (1, 0)


def test_house_rules_may_be_based_on_an_own_rulebook_and_use_its_rules(served: FlaskClient) -> None:
    body = {**LAYOUT, "ruleset": "our-juniors", "house_rules": {"rules": {"mah-jong": {"ruleset": "our-club"}}}}
    assert served.post("/v1/settlements", json=body).get_json()["hands"]["east"]["points"] == 40


WRONG: Final = [
    ("a.yaml", CLUB.replace("mah-jong", "mah-jon"),
     "/rules/mah-jon unknown-member: there is no rule `mah-jon`: did you mean mah-jong?"),
    ("a.yaml", CLUB.replace("base: harr-1923", "base: harr-1932"), "/base unknown-value: 'harr-1932' is not accepted"),
    ("a.yaml", CLUB.replace("id: our-club", "id: Our Club"), "/id wrong-type: send small letters, digits and hyphens"),
    ("a.yaml", CLUB.replace("id: our-club", "id: bmja"), "/id unknown-value: bmja is taken already"),
    ("a.yaml", CLUB + "colour: red\n", "/colour unknown-member: there is no `colour` here"),
    ("a.yaml", CLUB + "id: twice\n", "the member 'id' appears twice"),
    ("a.yaml", "id: [", "a.yaml: while parsing a flow node did not find expected node content at line 2, column 1"),
    ("a.yaml", "- a list", "wrong-type: send an object"),
    ("a.yaml", "!!python/object/apply:os.system [ls]", "no tag (!!python/object/apply:os.system) is accepted"),
    ("a.json", '{"id": "x", "id": "y"}', "the member 'id' appears twice in one object"),
    ("a.json", '{"title": "x"}', "/id missing-member: `id` is required"),
    ("a.json", "\xff", "the file is not well-formed JSON"),
    ("a.yaml", CLUB.replace("id: our-club", "id: mixed"), "/id unknown-value: mixed is taken already"),
    ("a.yaml", CLUB.replace("id: our-club", "id: house"), "/id unknown-value: house is taken already"),
    ("a.yaml", CLUB.replace("_integer: 500", "_integer: .inf"), "/options/limit/default_integer not-a-number"),
    ("a.yaml", CLUB.replace("points: 10", "points: .nan"), "/rules/mah-jong/points not-a-number"),
    ("a.yaml", CLUB.replace("points: 10", "points: " + "9" * 40), "/rules/mah-jong/points out-of-range"),
    ("a.json", json.dumps(JUNIORS).replace("30", "1e999"), "/rules/mah-jong/points not-a-number"),
    ("a.yaml", CLUB + "house: &again {rules: *again}\n", "nests deeper than 32"),
    ("a.yaml", CLUB + "".join(f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 9)}]\n" if n else "x0: &x0 [1]\n"
                              for n in range(12)), "more than 10000 values"),
    ("a.yaml", CLUB + "deep: " + "[" * 33 + "]" * 33, "nests deeper than 32"),
    ("a.yaml", "[" * 5000, "nests deeper than 32"),
    ("a.yaml", "- " * 5000, "nests deeper than 32"),
    ("a.json", "[" * 5000, "nest deeper than 32"),
    ("a.yaml", CLUB.replace("title: The", "title: !!binary The"), "no tag (!!binary) is accepted"),
    ("a.yaml", CLUB.replace("{points: 10}", "!!set {points}"), "no tag (!!set) is accepted"),
    ("a.yaml", CLUB + "? [a, b]\n: 1\n", "a name is expected here"),
    ("a.yaml", CLUB + "id: !!int x\n", "no tag (!!int) is accepted"),
    ("a.yaml", CLUB.replace("base: ", "base: !!int "), "no tag (!!int) is accepted"),
    ("a.yaml", CLUB.replace("title: The", 'title: "\\uD800" # The'), "invalid Unicode character escape code"),
    ("a.yaml", CLUB.replace("text: Pure", 'text: "\\uD800"'), "invalid Unicode character escape code"),
    ("a.yaml", CLUB + "revision: !!bool abc\n", "no tag (!!bool) is accepted"),
    ("a.yaml", CLUB + "revision: 1:30\n", "/revision wrong-type: send a whole number"),
    ("a.yaml", CLUB + f"revision: {'9' * 5000}\n", "a number has at most 1000 digits"),
    ("a.yaml", CLUB + "#" * 300_000, "larger than 262144 bytes"),
    ("a.json", " " * 300_000, "larger than 262144 bytes"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "result"), WRONG, ids=[result[:40] for _, _, result in WRONG])
def test_a_wrong_file_prevents_the_start_and_is_reported_with_its_pointer(
    folder: Path, name: str, text: str, result: str
) -> None:
    (folder / name).write_bytes(text.encode("latin-1"))
    with pytest.raises(WrongRulebooks) as wrong:
        rulebooks_of(str(folder))
    assert f"{folder / name}: " in str(wrong.value)
    assert result in str(wrong.value)


def write(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


NO_FILES: Final[dict[str, Callable[[Path], object]]] = {
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link to nothing": lambda path: path.symlink_to("gone.yaml"),
    "a link to a device": lambda path: path.symlink_to("/dev/zero"),
    "a link out of the folder": lambda path: path.symlink_to(write(path.parent.parent / "club.yaml", CLUB)),
}


@pytest.mark.parametrize("make", NO_FILES.values(), ids=NO_FILES)
def test_anything_but_a_regular_file_prevents_the_start(folder: Path, make: Callable[[Path], object]) -> None:
    path = folder / "a.yaml"
    make(path)
    with pytest.raises(WrongRulebooks) as wrong:
        rulebooks_of(str(folder))
    assert f"{path}: " in str(wrong.value)


def test_a_folder_mounted_by_kubernetes_is_read(folder: Path) -> None:
    """A ConfigMap is mounted as links to files in a sibling folder, which is a link itself."""
    (folder / "..2026").mkdir()
    (folder / "..2026" / "club.yaml").write_text(CLUB)
    (folder / "..data").symlink_to("..2026")
    (folder / "club.yaml").symlink_to("..data/club.yaml")
    assert "our-club" in rulebooks_of(str(folder)).by_id


def test_dates_are_read_as_texts_and_yaml_anchors_are_allowed(folder: Path) -> None:
    text = CLUB.replace("The rules of our club", "1923-05-01").replace("points: 10", "points: &ten 10")
    (folder / "a.yaml").write_text(text.replace("no-chow: null", "robbed-kong: {points: *ten}"))
    rulebook = rulebooks_of(str(folder)).by_id["our-club"].rulebook
    points = {rule.id: rule.points for rule in rulebook.rules}
    assert (rulebook.title, points["mah-jong"], points["robbed-kong"]) == ("1923-05-01", 10, 10)


def test_every_fault_of_every_file_is_reported_at_once(folder: Path) -> None:
    (folder / "a.yaml").write_text(CLUB.replace("points: 10", "points: ten").replace("losers: none", "losers: nobody"))
    (folder / "b.yaml").write_text(CLUB)
    (folder / "c.yaml").write_text(CLUB)
    with pytest.raises(WrongRulebooks) as wrong:
        rulebooks_of(str(folder))
    _, *faults = str(wrong.value).splitlines()
    assert [fault.partition(" ")[2].split()[0] for fault in faults] == ["/rules/mah-jong/points", "/settlement/losers",
                                                                        "/id:"]  # fmt: skip
    assert "another file has the rulebook our-club" in faults[2]


def test_the_name_of_a_wrong_file_is_printed_with_escapes(folder: Path) -> None:
    write(folder / "red\x1b[31m\nend\udcff ö.yaml", "id: 1")
    with pytest.raises(WrongRulebooks) as wrong:
        rulebooks_of(str(folder))
    assert r"red\x1b[31m\nend\udcff ö.yaml: /id" in str(wrong.value)
    assert "\x1b" not in str(wrong.value)


def test_a_missing_folder_prevents_the_start(tmp_path: Path) -> None:
    with pytest.raises(WrongRulebooks, match="No such file"):
        rulebooks_of(str(tmp_path / "gone"))


def run(folder: Path, *command: str, lines: str = "") -> "subprocess.CompletedProcess[str]":
    environ = {**os.environ, "RULEBOOKS": str(folder), "PYTHONPATH": str(ROOT / "service")}
    return subprocess.run(
        [sys.executable, *command], env=environ, input=lines, capture_output=True, text=True, cwd=ROOT
    )


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_file_command_uses_own_rulebooks(tmp_path: Path, workers: str) -> None:
    (tmp_path / "club.yaml").write_text(CLUB)
    lines = json.dumps({**LAYOUT, "ruleset": "our-club"}) + "\n"
    process = run(tmp_path, "-m", "pung_chow_settlement", "settle", "-", "--workers", workers, lines=lines)
    assert process.returncode == 0, process.stderr
    assert json.loads(process.stdout)["answer"]["hands"]["east"]["points"] == 40


def test_the_commands_report_wrong_rulebooks_without_a_traceback(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text(CLUB.replace("title", "titel"))
    for command in (
        ("-m", "pung_chow_settlement", "settle", "-"),
        (
            "-m",
            "gunicorn",
            "--config",
            "python:pung_chow_settlement.server.gunicorn_conf",
            "pung_chow_settlement:create_app()",
        ),
    ):
        process = run(tmp_path, *command)
        assert process.returncode != 0
        assert "club.yaml: /titel unknown-member" in process.stderr
        assert "Traceback" not in process.stderr


def test_the_server_logs_wrong_rulebooks_as_one_line_of_json(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text(CLUB.replace("title", "titel"))
    process = run(tmp_path, "-m", "pung_chow_settlement", "serve", "--port", str(free_port()))
    assert process.returncode != 0
    last = json.loads(process.stderr.splitlines()[-1])
    assert last["level"] == "critical"
    assert "club.yaml: /titel unknown-member" in last["message"]
    assert [line for line in process.stderr.splitlines() if not line.startswith("{")] == []


def test_a_rulebook_whose_base_changed_keeps_its_revision_but_not_its_digest(tmp_path: Path) -> None:
    """As docs/operating.md says: so an operator compares the digest after an upgrade."""
    served = []
    for points in (20, 60):
        rules = {"mah-jong": {"points": points}}
        base = {"id": "base", "title": "Base", "base": "bmja", "revision": points, "rules": rules}
        (tmp_path / "base.json").write_text(json.dumps(base))
        (tmp_path / "club.json").write_text(json.dumps({"id": "club", "title": "Club", "base": "base"}))
        client = create_app(replace(from_environment(), rulebooks=str(tmp_path))).test_client()
        served.append(client.get("/v1/rulesets/club").get_json())
    before, after = served
    assert before["revision"] == after["revision"] == 1
    assert before["digest"] != after["digest"]


def test_a_wrong_layout_of_a_file_ends_the_start_in_one_line_with_its_place(tmp_path: Path) -> None:
    """Its standard form is longer than a layout may be."""
    tiles = ", ".join(f"own wind/{number} a, round wind/{number} a" for number in range(1, 8))
    rule = f'house:winds: {{text: Winds, layout: {{tiles: "{tiles}"}}, score: 100}}'
    (tmp_path / "club.yaml").write_text(CLUB.replace("no-chow: null", rule))
    process = run(tmp_path, "-m", "pung_chow_settlement", "settle", "-")
    assert process.returncode != 0
    assert "Traceback" not in process.stderr
    (line,) = [each for each in process.stderr.splitlines() if "house:winds" in each]
    assert "club.yaml: /rules/house:winds/layout/tiles layout-too-costly: " in line


def test_the_files_of_the_documents_can_be_used_as_printed(folder: Path) -> None:
    """Those of a whole rulebook, and the one of house rules on another."""
    printed = [
        each
        for page in sorted((ROOT / "docs").rglob("*.md"))
        for each in re.findall(r"^```yaml\n(id: .*?)```", page.read_text(), re.DOTALL | re.MULTILINE)
    ]
    for number, block in enumerate(printed):
        (folder / f"{number}.yaml").write_text(block)
    assert {"sundays", "club", "our-club"} <= rulebooks_of(str(folder)).by_id.keys()
    assert len(printed) == 3
