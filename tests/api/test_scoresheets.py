"""A whole sitting: totals, rotation, sets and the sitting's end, held to a model of a few lines of its own."""

import copy
import csv
import io
import random
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from support.sittings import NINE_MAJORS, SEATS, Json, SittingModel, as_entry, random_deal
from tests.conftest import worked

SEEDS = {2: 2, 3: 3, 4: 5}
"""Seeds of sets long enough to hold everything, by players."""


def net_of(client: FlaskClient, path: str, request: Json, table: SittingModel) -> list[int]:
    """What each player receives by one operation alone."""
    answer = client.post(path, json=request)
    assert answer.status_code == 200, answer.get_json()
    net = answer.get_json()["settlement"]["net"]
    return [net[table.seat(player)] for player in range(table.players)]


def play_a_set(client: FlaskClient, ruleset: str, players: int, seed: int) -> tuple[Json, list[Json]]:
    """A sheet of a whole set, and the expected result of each entry."""
    rng, table = random.Random(seed), SittingModel(players)
    sheet: Json = {"ruleset": ruleset, "players": list("ABCD")[:players], "entries": []}
    expected: list[Json] = []

    def add(entry: Json, net: list[int], winner: str | None) -> None:
        stands = {"round_wind": table.wind, "east": table.east, "net": net}
        sheet["entries"].append(entry)
        expected.append(stands)
        table.play(winner)

    seats = list(SEATS[:players])
    while table.rounds < 4:
        number = len(expected)
        if number == 5:
            request: Json = {"ruleset": ruleset, "seat": "south", "seats": seats, "hand": {"concealed": NINE_MAJORS}}
            entry = {"type": "washed-tiles", "player": table.player("south"), "hand": request["hand"]}
            add(entry, net_of(client, "/v1/washed-tiles", request, table), None)
        elif number == 9:
            request = {"ruleset": ruleset, "seat": "east", "seats": seats}
            add(
                {"type": "false-mahjong", "player": table.east},
                net_of(client, "/v1/false-mahjong", request, table),
                None,
            )
        else:
            deal = random_deal(rng, table, ruleset)
            if number == 12:
                deal = {**deal, "winner": None}
                deal.pop("win", None)
                deal["hands"] = {
                    seat: {"concealed": "", "dead": seat == "south", "partial": seat != "south"} for seat in seats
                }
            entry = as_entry(deal, table)
            add(entry, net_of(client, "/v1/settlements", deal, table), deal["winner"])
    return sheet, expected


def post(client: FlaskClient, sheet: Json) -> Json:
    answer = client.post("/v1/scoresheets", json=sheet)
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_set_adds_up_and_rotates_as_the_model_says(client: FlaskClient, players: int) -> None:
    sheet, expected = play_a_set(client, "harr-1923-limit", players, seed=SEEDS[players])
    answer = post(client, sheet | {"sets": 1})
    assert players < 4 or len(sheet["entries"]) >= 24
    assert any(
        entry["type"] == "deal" and entry["winning_player"] == stands["east"]
        for entry, stands in zip(sheet["entries"], expected, strict=True)
    )
    totals = [0] * players
    for result, stands in zip(answer["entries"], expected, strict=True):
        totals = [total + net for total, net in zip(totals, stands["net"], strict=True)]
        assert (result["round_wind"], result["seating"]["east"], result["net"], result["totals"]) == (
            stands["round_wind"], stands["east"], stands["net"], totals,
        )  # fmt: skip
    assert sum(totals) == 0
    assert {standing["player"]: standing["total"] for standing in answer["standings"]} == dict(enumerate(totals))
    assert answer["next"]["set_over"]
    assert answer["next"]["round_wind"] is None


def test_one_more_entry_after_the_last_set_is_refused(client: FlaskClient) -> None:
    sheet, _ = play_a_set(client, "harr-1923-limit", 4, seed=SEEDS[4])
    sheet["entries"].append(sheet["entries"][0])
    answer = client.post("/v1/scoresheets", json=sheet | {"sets": 1})
    assert answer.status_code == 422
    error = next(error for error in answer.get_json()["errors"] if error["code"] == "set-is-over")
    assert error["pointer"] == f"/entries/{len(sheet['entries']) - 1}"
    assert post(client, sheet)["entries"][-1]["set"] == 2
    assert post(client, sheet | {"sets": 2})["entries"][-1]["round_wind"] == "east"


def test_a_correction_is_still_taken_after_the_last_set(client: FlaskClient) -> None:
    sheet, _ = play_a_set(client, "harr-1923-limit", 4, seed=SEEDS[4])
    sheet["sets"] = 1
    before = post(client, sheet)["entries"][-1]["totals"]
    sheet["entries"].append({"type": "correction", "amounts": [-20, 20, 0, 0], "reason": "counted twice"})
    after = post(client, sheet)["entries"][-1]["totals"]
    assert [new - old for new, old in zip(after, before, strict=True)] == [-20, 20, 0, 0]


# Books' deals as entries


def layout(number: int) -> Json:
    return as_entry(worked("deals")[number]["request"], SittingModel(4))


def a_sheet(*entries: Json, **more: Any) -> Json:
    return {"ruleset": "harr-1923", "players": ["A", "B", "C", "D"], "entries": list(entries), **more}


def drawn() -> Json:
    return {"type": "deal", "winning_player": None, "hands": [{"concealed": "", "partial": True}] * 4}


def test_editing_an_earlier_entry_changes_everything_after_it(client: FlaskClient) -> None:
    east_won, north_won = layout(0), layout(1)
    sheet = a_sheet(east_won, drawn(), drawn())
    before = post(client, sheet)
    assert [entry["seating"]["east"] for entry in before["entries"]] == [0, 0, 0]
    sheet["entries"][0] = north_won
    after = post(client, sheet)
    assert [entry["seating"]["east"] for entry in after["entries"]] == [0, 1, 1]
    assert after["entries"][0]["net"] != before["entries"][0]["net"]
    assert after["entries"][2]["totals"] == after["entries"][0]["net"]


def test_totals_start_from_what_the_sheet_says(client: FlaskClient) -> None:
    answer = post(client, a_sheet(layout(0), starting_totals=[2000, 2000, 2000, 2000]))
    assert answer["entries"][0]["totals"] == [4880, 880, 1504, 736]
    assert [standing["name"] for standing in answer["standings"]] == ["A", "C", "B", "D"]


def test_the_run_of_easts_wins_follows_from_the_entries(client: FlaskClient) -> None:
    original_hand = {
        "type": "deal",
        "winning_player": 0,
        "win": {"source": "wall", "tile": "2m"},
        "hands": [
            {"concealed": "22m", "exposed": ["333m", "444p", "666s", "567s"]},
            *[{"concealed": "", "partial": True}] * 3,
        ],
    }
    sheet = a_sheet(*[original_hand] * 13) | {"ruleset": "pamphlet"}
    answer = post(client, sheet)
    limit_hands = [entry["hands"][0]["limit_hands"] for entry in answer["entries"]]
    assert limit_hands == [[]] * 12 + [["thirteenth-win"]]
    assert answer["next"]["consecutive_wins"] == 13
    sheet["entries"].insert(6, drawn())
    assert post(client, sheet)["next"]["consecutive_wins"] == 7


def test_a_thousand_entries_are_the_most(client: FlaskClient) -> None:
    correction = {"type": "correction", "amounts": [0, 0, 0, 0], "reason": "nothing"}
    assert len(post(client, a_sheet(*[correction] * 1000))["entries"]) == 1000
    answer = client.post("/v1/scoresheets", json=a_sheet(*[correction] * 1001))
    assert [(error["pointer"], error["code"]) for error in answer.get_json()["errors"]] == [
        ("/entries", "too-many-items")
    ]


def test_payments_may_be_given_in_counters(client: FlaskClient) -> None:
    answer = client.post("/v1/scoresheets?counters=true", json=a_sheet(layout(0))).get_json()
    counters = [payment["counters"] for payment in answer["entries"][0]["payments"]]
    assert counters[0] == {
        "piles": [{"value": 500, "count": 1}, {"value": 100, "count": 4}, {"value": 10, "count": 6}],
        "remainder": 0,
    }


# CSV


def as_table(client: FlaskClient, sheet: Json) -> list[list[str]]:
    answer = client.post("/v1/scoresheets/csv", json=sheet)
    assert answer.status_code == 200
    assert answer.mimetype == "text/csv"
    return list(csv.reader(io.StringIO(answer.get_data(as_text=True), newline="")))


def test_the_csv_reads_back_with_the_figures_of_the_answer(client: FlaskClient) -> None:
    sheet, _ = play_a_set(client, "harr-1923-limit", 4, seed=SEEDS[4])
    result = post(client, sheet)["entries"]
    header, *rows = as_table(client, sheet)
    assert header == [
        "number",
        "type",
        "id",
        "round_wind",
        "deal",
        "east_player",
        *"ABCD",
        *(f"{name} total" for name in "ABCD"),
        "set",
        "round",
    ]
    figures = [[int(cell) for cell in row[6:]] for row in rows]
    assert figures == [[*entry["net"], *entry["totals"], entry["set"], entry["round"]] for entry in result]
    assert [(row[1], row[3], row[5]) for row in rows] == [
        (entry["type"], entry["round_wind"], str(entry["seating"]["east"])) for entry in result
    ]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", 'a "b", c', "a\nb", "\t=1"])
def test_a_players_name_does_no_harm_in_a_spreadsheet(client: FlaskClient, name: str) -> None:
    header, row = as_table(client, a_sheet(layout(0), players=[name, "B", "C", "D"]))
    assert header[6].replace("'", "") == name
    assert header[6][0] not in "=+-@\t"
    assert row[6:] == ["2880", "-1120", "-496", "-1264", "2880", "-1120", "-496", "-1264", "", ""]


@pytest.mark.parametrize(
    "name",
    ["Anna;=1+1", "Anna; +1", "a;-1;@x", 'a;"=1"', "a\t=1", "a|=1", "a,=1", "＝1", "a;＝1", "a\r\n=1", " =1", '"=1'],
)
def test_no_cell_is_a_formula_whatever_the_separator(client: FlaskClient, name: str) -> None:
    sheet = a_sheet({**layout(0), "id": name}, players=[name, "B", "C", "D"])
    text = client.post("/v1/scoresheets/csv", json=sheet).get_data(as_text=True)
    for separator in (",", ";", "\t", "|"):
        cells = [cell for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator) for cell in row]
        cells += [cell for line in text.splitlines() for cell in line.split(separator)]  # quotes not understood
        begun = [cell.lstrip(' "')[:1] for cell in cells if not re.fullmatch(r"-\d+(,.*)?", cell)]
        assert not set(begun) & set("=+-@＝＋－＠\t"), text


def test_a_harmless_name_is_not_changed(client: FlaskClient) -> None:
    header, _ = as_table(client, a_sheet(layout(0), players=["Anna-Lena", "B; C", "D+E", "x@y"]))
    assert header[6:10] == ["Anna-Lena", "B; C", "D+E", "x@y"]


def test_a_sheet_and_a_settlement_report_the_same_faults(client: FlaskClient) -> None:
    """Wrong tiles in two hands, with a win that contradicts and with one that does not: alone and as an entry."""
    seats = ("east", "south", "west", "north")
    alone = worked("deals")[0]["request"]
    for winner in ("east", None):
        for wrong in ("1", "111111111m", "7z"):
            deal = copy.deepcopy(alone) | {"winner": winner}
            deal["hands"]["south"]["concealed"] = wrong
            deal["hands"]["north"]["exposed"] = ["1122m"]
            entry: Json = {"type": "deal", "winning_player": 0 if winner else None, "win": deal["win"]}
            entry["hands"] = [deal["hands"][seat] for seat in seats]
            result = client.post("/v1/settlements", json=deal).get_json()["errors"]
            of_entry = client.post("/v1/scoresheets", json=a_sheet(entry)).get_json()["errors"]
            moved = {error["pointer"]: error["code"] for error in result}
            for number, seat in enumerate(seats):
                moved = {pointer.replace(f"/hands/{seat}", f"/hands/{number}"): code for pointer, code in moved.items()}
            assert {error["pointer"].removeprefix("/entries/0"): error["code"] for error in of_entry} == moved
