"""What the contract's prose promises: revisions, absent members, parts of a scoresheet, facts of faults."""

import ast
import copy
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.conftest import request_named
from tests.support.cases import cases_of, send
from tests.support.contract import CONTRACT, parts
from tests.support.worked import WORKED_DEALS

Json = dict[str, Any]
LAYOUT = WORKED_DEALS[0]
SHEET = request_named("short-sitting")
REFUSALS = {case["name"]: case for case in cases_of("refusals")}
TERMINALS_AND_HONOURS = {"ruleset": "harr-1923-limit", "seat": "south", "hand": {"concealed": "19m19p19s1257z234m"}}
BODIES: dict[str, Json] = {
    "/v1/settlements": LAYOUT,
    "/v1/scores": {"ruleset": "harr-1923", "round_wind": "east", "seat": "south", "hand": LAYOUT["hands"]["south"]},
    "/v1/waits": {"ruleset": "harr-1923", "round_wind": "east", "seat": "south", "hand": LAYOUT["hands"]["south"]},
    "/v1/washed-tiles": TERMINALS_AND_HONOURS,
    "/v1/false-mahjong": {"ruleset": "harr-1923-limit", "seat": "west"},
    "/v1/fines": {"ruleset": "outside-the-box", "fine": "misnamed-discard", "seat": "west", "payee": "east"},
    "/v1/scoresheets": SHEET,
}
NEEDED = {"winner", "win", "payee"}
"""Optional members that these bodies need."""
WRONG_REVISION = 999
ROOT = Path(__file__).parents[2]
RAISING = ("Fault", "Message", "self._fault")
"""The calls whose first argument is the code of a fault."""
SHOWN_ELSEWHERE = {
    "not-a-number",
    "too-many-rules",
    "too-many-house-rules",
    "too-many-score-items",
    "answer-too-large",
    "rules-failed",
}
"""Faults that JSON cannot express, or only long bodies cause: test_hostile_bodies.py, test_bounds.py."""


# Revisions


@pytest.mark.parametrize(("path", "body"), BODIES.items(), ids=BODIES)
def test_another_revision_than_the_services_is_refused(client: FlaskClient, path: str, body: Json) -> None:
    revision = client.post(path, json=body).get_json()["revision"]
    assert client.post(path, json={**body, "revision": revision}).status_code == 200
    response = client.post(path, json={**body, "revision": WRONG_REVISION})
    assert (response.status_code, response.get_json()["code"]) == (409, "other-revision")


def test_another_revision_does_not_affect_other_deals_of_a_batch(client: FlaskClient) -> None:
    deals = [{**LAYOUT, "revision": WRONG_REVISION}, LAYOUT]
    results = client.post("/v1/settlements/batch", json={"deals": deals}).get_json()["results"]
    assert [result["outcome"] for result in results] == ["refused", "settled"]
    assert (results[0]["problem"]["code"], results[0]["problem"]["status"]) == ("other-revision", 409)


# Absent members


def optional_members(path: str) -> list[str]:
    schema = CONTRACT["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
    shown = CONTRACT["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return [name for name in shown["properties"] if name not in shown["required"]]


@pytest.mark.parametrize(("path", "body"), BODIES.items(), ids=BODIES)
def test_an_optional_member_that_is_null_is_absent(client: FlaskClient, path: str, body: Json) -> None:
    plain = {name: value for name, value in body.items() if name not in optional_members(path) or name in NEEDED}
    nulls = {name: None for name in optional_members(path) if name not in plain}
    assert nulls
    response = client.post(path, json={**plain, **nulls})
    assert response.status_code == 200, response.get_json()
    assert response.get_json() == client.post(path, json=plain).get_json()


@pytest.mark.parametrize("name", ["exposed", "claimed_kongs", "concealed_kongs", "bonus", "dead", "partial"])
def test_a_member_of_a_hand_that_is_null_is_absent(client: FlaskClient, name: str) -> None:
    body = copy.deepcopy(BODIES["/v1/scores"])
    body["hand"].pop(name, None)
    body["hand"]["concealed"] = "1135566777999p"
    response = client.post("/v1/scores", json={**body, "hand": {**body["hand"], "exposed": None, name: None}})
    assert response.status_code == 200, response.get_json()


@pytest.mark.parametrize(("path", "name"), [("/v1/washed-tiles", "seats"), ("/v1/scoresheets", "starting_totals")])
def test_an_empty_list_is_absent(client: FlaskClient, path: str, name: str) -> None:
    plain = {member: value for member, value in BODIES[path].items() if member != name}
    assert client.post(path, json={**plain, name: []}).get_json() == client.post(path, json=plain).get_json()


def test_no_limit_is_zero_and_a_winner_is_missing_beside_a_win(client: FlaskClient) -> None:
    response = client.post("/v1/scores", json={**BODIES["/v1/scores"], "ruleset": "pamphlet", "options": {"limit": 0}})
    assert response.get_json()["options"]["limit"] == 0
    drawn = {name: value for name, value in LAYOUT.items() if name != "winner"}
    faults = client.post("/v1/settlements", json=drawn).get_json()["errors"]
    assert ("/winner", "missing-member") in {(fault["pointer"], fault["code"]) for fault in faults}


def test_a_deal_without_a_winner_and_a_win_is_drawn(client: FlaskClient) -> None:
    drawn = request_named("drawn-deal")
    plain = client.post("/v1/settlements", json=drawn).get_json()
    absent = {name: value for name, value in drawn.items() if name != "winner"}
    assert plain["winner"] is None
    assert client.post("/v1/settlements", json=absent).get_json() == plain


@pytest.mark.parametrize("path", [path for path in BODIES if path not in ("/v1/scores", "/v1/waits")])
def test_an_operation_that_settles_repeats_an_id(client: FlaskClient, path: str) -> None:
    plain = client.post(path, json=BODIES[path]).get_json()
    assert client.post(path, json={**BODIES[path], "id": "table 7"}).get_json() == {"id": "table 7", **plain}


def test_what_the_players_counted_has_no_source(client: FlaskClient) -> None:
    body = {**BODIES["/v1/scores"], "hand": {"counted": {"points": 10, "doubles": 1}}}
    items = client.post("/v1/scores", json=body).get_json()["hand"]["items"]
    assert [(item["rule"], "source" in item) for item in items] == [("counted-by-the-table", False)] * 2


# Parts of a scoresheet


@pytest.mark.parametrize("first", range(1, len(SHEET["entries"]) + 2))
def test_the_entries_from_a_number_on_are_reported_with_all_totals(client: FlaskClient, first: int) -> None:
    whole = client.post("/v1/scoresheets", json=SHEET).get_json()
    part = client.post(f"/v1/scoresheets?from={first}", json=SHEET).get_json()
    assert part["entries"] == whole["entries"][first - 1 :]
    assert {**part, "entries": []} == {**whole, "entries": []}


def test_a_settled_entry_repeats_what_its_reader_needs(client: FlaskClient) -> None:
    deal, washed, call, correction = client.post("/v1/scoresheets", json=SHEET).get_json()["entries"]
    assert (deal["winning_player"], deal["win"]["discarding_player"], deal["win"]["tile"]) == (3, 0, "8m")
    assert (washed["player"], washed["heads"], call["player"]) == (3, "19m19p19s1257z", 1)
    assert correction["reason"] == "counted twice"


# Problems


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_names_its_facts_and_its_page(client: FlaskClient, code: str) -> None:
    problem = send(client, REFUSALS[code]).get_json()
    assert code in {problem["code"], *(fault["code"] for fault in problem.get("errors", ()))}
    assert problem["type"] == f"/problems/{problem['code']}"
    assert client.get(problem["type"]).status_code == 200


def test_every_fault_has_a_refusal_that_shows_it() -> None:
    known = CONTRACT["components"]["schemas"]["FaultCode"]["x-extensible-enum"]
    assert set(REFUSALS) == {*known, "other-revision"} - SHOWN_ELSEWHERE


def test_the_contract_lists_every_fault_that_the_code_names() -> None:
    """And none that stands nowhere in it."""
    nodes = [
        node
        for file in (ROOT / "service" / "pung_chow_settlement").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
    ]
    calls = [node for node in nodes if isinstance(node, ast.Call) and node.args and ast.unparse(node.func) in RAISING]
    named = {str(first.value) for call in calls if isinstance(first := call.args[0], ast.Constant)}
    words = {
        node.value.partition(".")[0] for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    known = set(CONTRACT["components"]["schemas"]["FaultCode"]["x-extensible-enum"])
    assert {each.partition(".")[0] for each in named} <= known <= words


def test_faults_with_the_same_key_have_the_same_facts(client: FlaskClient) -> None:
    names: dict[str, set[frozenset[str]]] = defaultdict(set)
    for refusal in REFUSALS.values():
        for fault in send(client, refusal).get_json().get("errors", ()):
            assert fault["message_key"].split(".")[0] == fault["code"]
            names[fault["message_key"]].add(frozenset(fault["facts"]))
    assert {key: shown for key, shown in names.items() if len(shown) > 1} == {}
    assert names["wrong-number-of-tiles.hand"] == {frozenset({"given", "needed", "kongs"})}


BY_SEAT_OR_NUMBER = {"payer", "payee", "discarder"}, {"paying_player", "receiving_player", "discarding_player"}
"""What has one name for a seat and another for a number, and may have one description."""


def test_no_description_was_copied_to_a_member_of_another_name() -> None:
    names: dict[str, set[str]] = defaultdict(set)
    for part in parts(CONTRACT):
        for name, member in part["properties"].items() if isinstance(part.get("properties"), dict) else ():
            names[str(member.get("description", name)).strip()].add(name)
    seats, players = BY_SEAT_OR_NUMBER
    copied = {text: shown for text, shown in names.items() if len(shown) > 1 and text != "The points."}
    assert {text: shown for text, shown in copied.items() if not (shown & seats and shown & players)} == {}
    assert copied, "some are shared"
