"""Whatever is changed in a sheet, each entry is settled as it would be alone at the place that the model gives it."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.domain.rulebook import BY_ID
from tests.api.sittings import NINE_HEADS, SEATS, WINDS, Json, Table, as_entry, random_deal

RULESETS = sorted(BY_ID)
SHEETS = 8
EDITS = 12


def some_entry(rng: random.Random, table: Table, ruleset: str) -> Json:
    kind = rng.choice(["deal"] * 6 + ["drawn", "washed-tiles", "false-mahjong", "correction"])
    player = rng.randrange(table.players)
    if kind == "drawn":
        return {"type": "deal", "winner": None, "hands": [{"concealed": "", "partial": True}] * table.players}
    if kind == "washed-tiles":
        concealed = NINE_HEADS + ("5p" if rng.random() < 0.3 else "")
        return {"type": kind, "player": player, "hand": {"concealed": concealed}}
    if kind == "false-mahjong":
        return {"type": kind, "player": player, "hand_exposed": rng.random() < 0.5}
    if kind == "correction":
        amounts = rng.sample([*range(-50, 50)], table.players - 1)
        return {"type": kind, "amounts": [*amounts, -sum(amounts)], "reason": "a slip"}
    return as_entry(random_deal(rng, table, ruleset), table)


def moved(rng: random.Random, entries: list[Json]) -> None:
    entries.insert(rng.randrange(len(entries)), entries.pop(rng.randrange(len(entries))))


def edited(rng: random.Random, entries: list[Json], new: Callable[[], Json]) -> None:
    edit = rng.choice(["insert", "replace", "remove", "move", "turn"])
    place = rng.randrange(len(entries))
    if edit == "insert":
        entries.insert(place, new())
    elif edit == "replace":
        entries[place] = new()
    elif edit == "remove" and len(entries) > 1:
        del entries[place]
    elif edit == "move":
        moved(rng, entries)
    elif "hands" in entries[place]:
        hands = entries[place]["hands"]
        entries[place] = {**entries[place], "hands": hands[1:] + hands[:1]}


def alone(entry: Json, table: Table, ruleset: str) -> tuple[str, Json]:
    """The entry as the operation that settles it alone would be asked."""
    if entry["type"] != "deal":
        seats = {"player": table.seat(entry["player"]), "seats": list(SEATS[: table.players])}
        told: Json = {name: entry[name] for name in ("hand", "hand_exposed") if name in entry}
        return f"/v1/{entry['type']}", {"ruleset": ruleset, **seats, **told}
    hands = {table.seat(player): hand for player, hand in enumerate(entry["hands"])}
    winner = None if entry["winner"] is None else table.seat(entry["winner"])
    request: Json = {
        "ruleset": ruleset,
        "round_wind": WINDS[table.rounds],
        "winner": winner,
        "hands": {seat: hands[seat] for seat in SEATS if seat in hands},
        **{name: entry[name] for name in ("discards",) if name in entry},
    }
    if "win" in entry:
        run = {"consecutive_wins": table.run + 1} if winner == "east" else {}
        request["win"] = {**entry["win"], **run}
        if "discarder" in entry["win"]:
            request["win"]["discarder"] = table.seat(entry["win"]["discarder"])
    return "/v1/settlements", request


def expected_of(client: FlaskClient, sheet: Json) -> list[list[int] | None]:
    """What each player receives by each entry; None where it is refused."""
    table = Table(len(sheet["players"]))
    expected: list[list[int] | None] = []
    for entry in sheet["entries"]:
        if entry["type"] == "correction":
            expected.append(entry["amounts"])
            continue
        if table.rounds == len(WINDS):
            expected.append(None)
            continue
        path, request = alone(entry, table, sheet["ruleset"])
        answer = client.post(path, json=request)
        net: Any = answer.get_json().get("settlement", {}).get("net")
        expected.append([net[table.seat(player)] for player in range(table.players)] if net else None)
        winner = entry.get("winner")
        table.play(None if winner is None else table.seat(winner))
    return expected


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_edited_sheet_is_settled_entry_by_entry(client: FlaskClient, ruleset: str) -> None:
    rng = random.Random(f"{ruleset} edits")
    settled = refused = 0
    for number in range(SHEETS):
        table = Table(players := (2, 3, 4, 4)[number % 4])
        sheet: Json = {"ruleset": ruleset, "players": list("ABCD")[:players], "entries": []}
        entries = sheet["entries"] = [some_entry(rng, table, ruleset) for _ in range(6)]
        for _ in range(EDITS):
            edited(rng, entries, lambda table=table: some_entry(rng, table, ruleset))  # type: ignore[misc]
            answer = client.post("/v1/scoresheets", json=sheet)
            told, expected = answer.get_json(), expected_of(client, sheet)
            if answer.status_code == 200:
                settled += 1
                assert [entry["net"] for entry in told["entries"]] == expected, sheet
                assert all(sum(entry["totals"]) == 0 for entry in told["entries"]), sheet
            else:
                refused += 1
                faulty = {int(error["pointer"].split("/")[2]) for error in told["errors"]}
                assert faulty == {index for index, net in enumerate(expected) if net is None}, sheet
    assert settled >= SHEETS
    assert refused >= SHEETS
