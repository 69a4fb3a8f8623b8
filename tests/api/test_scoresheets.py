"""Scoresheets: edits, totals, runs of wins, CSV, and the same faults as in a settlement."""

import copy
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.conftest import request_named
from tests.support.sessions import Json, SessionModel, as_entry
from tests.support.worked import WORKED_DEALS


def post(client: FlaskClient, sheet: Json) -> Json:
    response = client.post("/v1/scoresheets", json=sheet)
    assert response.status_code == 200, response.get_json()
    return dict(response.get_json())


# Books' deals as entries


def layout(number: int) -> Json:
    return as_entry(WORKED_DEALS[number], SessionModel(4))


def sheet_of(*entries: Json, **more: Any) -> Json:
    return {"ruleset": "harr-1923", "players": ["A", "B", "C", "D"], "entries": list(entries), **more}


def drawn() -> Json:
    return {"type": "deal", "winning_player": None, "hands": [{"concealed": "", "partial": True}] * 4}


def test_editing_an_earlier_entry_changes_everything_after_it(client: FlaskClient) -> None:
    east_won, north_won = layout(0), layout(1)
    sheet = sheet_of(east_won, drawn(), drawn())
    before = post(client, sheet)
    assert [entry["seating"]["east"] for entry in before["entries"]] == [0, 0, 0]
    sheet["entries"][0] = north_won
    after = post(client, sheet)
    assert [entry["seating"]["east"] for entry in after["entries"]] == [0, 1, 1]
    assert after["entries"][0]["net"] != before["entries"][0]["net"]
    assert after["entries"][2]["totals"] == after["entries"][0]["net"]


def test_totals_start_from_the_starting_totals(client: FlaskClient) -> None:
    answer = post(client, sheet_of(layout(0), starting_totals=[2000, 2000, 2000, 2000]))
    assert answer["entries"][0]["totals"] == [4880, 880, 1504, 736]
    assert [standing["name"] for standing in answer["standings"]] == ["A", "C", "B", "D"]


def test_the_run_of_easts_wins_is_computed_from_the_entries(client: FlaskClient) -> None:
    original_hand = {
        "type": "deal",
        "winning_player": 0,
        "win": {"source": "wall", "tile": "2m"},
        "hands": [
            {"concealed": "22m", "exposed": ["333m", "444p", "666s", "567s"]},
            *[{"concealed": "", "partial": True}] * 3,
        ],
    }
    sheet = sheet_of(*[original_hand] * 13) | {"ruleset": "pamphlet"}
    answer = post(client, sheet)
    limit_hands = [entry["hands"][0]["limit_hands"] for entry in answer["entries"]]
    assert limit_hands == [[]] * 12 + [["thirteenth-win"]]
    assert answer["next_deal"]["wins_before"] == 13
    sheet["entries"].insert(6, drawn())
    assert post(client, sheet)["next_deal"]["wins_before"] == 7


def test_a_sheet_has_at_most_a_thousand_entries(client: FlaskClient) -> None:
    correction = {"type": "correction", "amounts": [0, 0, 0, 0], "reason": "nothing"}
    assert len(post(client, sheet_of(*[correction] * 1000))["entries"]) == 1000
    response = client.post("/v1/scoresheets", json=sheet_of(*[correction] * 1001))
    assert [(error["pointer"], error["code"]) for error in response.get_json()["errors"]] == [
        ("/entries", "too-many-items")
    ]


def test_payments_may_be_given_in_counters(client: FlaskClient) -> None:
    answer = client.post("/v1/scoresheets?counters=true", json=sheet_of(layout(0))).get_json()
    counters = [payment["counters"] for payment in answer["entries"][0]["payments"]]
    assert counters[0] == {
        "piles": [{"value": 500, "count": 1}, {"value": 100, "count": 4}, {"value": 10, "count": 6}],
        "remainder": 0,
    }


def test_a_sheet_and_a_settlement_report_the_same_faults(client: FlaskClient) -> None:
    """With wrong tiles in two hands, and a win with and without a winner."""
    seats = ("east", "south", "west", "north")
    alone = WORKED_DEALS[0]
    for winner in ("east", None):
        for wrong in ("1", "111111111m", "7z"):
            deal = copy.deepcopy(alone) | {"winner": winner}
            deal["hands"]["south"]["concealed"] = wrong
            deal["hands"]["north"]["exposed"] = ["1122m"]
            entry: Json = {"type": "deal", "winning_player": 0 if winner else None, "win": deal["win"]}
            entry["hands"] = [deal["hands"][seat] for seat in seats]
            result = client.post("/v1/settlements", json=deal).get_json()["errors"]
            of_entry = client.post("/v1/scoresheets", json=sheet_of(entry)).get_json()["errors"]
            expected = {error["pointer"]: error["code"] for error in result}
            for number, seat in enumerate(seats):
                expected = {
                    pointer.replace(f"/hands/{seat}", f"/hands/{number}"): code for pointer, code in expected.items()
                }
            assert {error["pointer"].removeprefix("/entries/0"): error["code"] for error in of_entry} == expected


# Entries with the members of all types, for languages without unions

OTHERS: Json = {
    "deal": {
        "player": None,
        "hand": None,
        "other_calling_players": [],
        "hand_exposed": None,
        "amounts": [],
        "reason": None,
    },
    "washed-tiles": {"winning_player": None, "hands": [], "win": None, "amounts": [], "reason": None},
    "false-mahjong": {"winning_player": None, "hands": [], "win": {}, "hand": {}, "amounts": [], "discards": None},
    "correction": {
        "winning_player": None,
        "hands": [],
        "round_wind": None,
        "east_player": None,
        "player": None,
        "hand": {},
    },
}
"""What else a client without unions sends of an entry of a type."""


def with_others(sheet: Json) -> Json:
    return {**sheet, "entries": [{**OTHERS[entry["type"]], **entry} for entry in sheet["entries"]]}


def test_members_of_other_types_that_are_null_or_empty_are_absent(client: FlaskClient) -> None:
    sheet = request_named("short-sitting")
    assert {entry["type"] for entry in sheet["entries"]} > {"deal", "correction"}
    assert (
        client.post("/v1/scoresheets", json=with_others(sheet)).get_json()
        == client.post("/v1/scoresheets", json=sheet).get_json()
    )


@pytest.mark.parametrize(
    ("entry", "pointer"),
    [
        ({"type": "correction", "amounts": [1, -1], "reason": "slip", "player": 0}, "/entries/0/player"),
        ({"type": "correction", "amounts": [1, -1], "reason": "slip", "hands": [{}]}, "/entries/0/hands"),
        (
            {"type": "correction", "amounts": [1, -1], "reason": "slip", "hand_exposed": False},
            "/entries/0/hand_exposed",
        ),
        ({"type": "correction", "amounts": [1, -1], "reason": "slip", "payer": None}, "/entries/0/payer"),
    ],
)
def test_members_of_other_types_that_say_something_are_refused(client: FlaskClient, entry: Json, pointer: str) -> None:
    body = {"ruleset": "harr-1923", "players": ["Anna", "Ben"], "entries": [entry]}
    errors = client.post("/v1/scoresheets", json=body).get_json()["errors"]
    assert [(error["pointer"], error["code"]) for error in errors] == [(pointer, "unknown-member")]


DRAWN: Json = {"type": "deal", "hands": [{"concealed": "777z", "partial": True}, {"concealed": "", "partial": True}]}


def test_a_deal_without_a_winner_and_a_win_is_drawn(client: FlaskClient) -> None:
    body = {"ruleset": "harr-1923", "players": ["Anna", "Ben"], "entries": [DRAWN]}
    absent = post(client, body)
    assert absent["entries"][0]["winning_player"] is None
    assert absent == post(client, {**body, "entries": [{**DRAWN, "winning_player": None}]})
    won = {**body, "entries": [{**DRAWN, "win": {"source": "wall", "tile": "7z"}}]}
    errors = client.post("/v1/scoresheets", json=won).get_json()["errors"]
    assert ("/entries/0/winning_player", "missing-member") in [(error["pointer"], error["code"]) for error in errors]


@pytest.mark.parametrize("body", [[], {"entries": 7}, {"entries": [7, None]}])
def test_what_is_no_sheet_is_refused(client: FlaskClient, body: Json) -> None:
    assert client.post("/v1/scoresheets", json=body).status_code == 422
