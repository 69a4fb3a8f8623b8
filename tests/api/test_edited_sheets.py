"""After any edit of a sheet, each entry settles as it does alone, with the seats and the round of the model."""

import random
from collections.abc import Callable
from copy import copy
from functools import partial
from itertools import accumulate

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.rulebooks import BUILT_IN
from tests.support.amounts import amount
from tests.support.sessions import BY_NUMBER, NINE_MAJORS, SEATS, Json, SessionModel, as_entry, random_deal

RULESETS = sorted(BUILT_IN.by_id)
SHEETS = amount(4, 8)
EDITS = amount(4, 12)
MAX_ENTRIES = 24
"""Two players end two sets in fewer."""
MAX_OF_A_SESSION = 5
NO_PLAY = ("correction", "house-rules")
HOUSES: list[Json] = [
    {},
    {"rules": {"mah-jong": {"points": 30}, "house:simples": {"find": "simples-only", "text": "Simples", "doubles": 2}}},
    {"settlement": {"losers": "none", "east": {"pays": 1, "receives": 3}}},
]
TWO_CALLERS = ("dmjl", "millington")
"""Rulebooks that say what two pay who called a false Mah-Jong."""
GAMES = 2
"""Sets agreed on, if the rulebook has sets."""


def kinds_of(ruleset: str) -> list[str]:
    book, compiled = BUILT_IN.by_id[ruleset].rulebook, BUILT_IN.by_id[ruleset].default
    washed = ["washed-tiles"] if book.washed_tiles else []
    called = ["false-mahjong"] if book.false_mahjong and compiled.limit is not None else []
    return ["deal"] * 8 + ["drawn", "correction", "house-rules"] + washed + called


def agreed(ruleset: str) -> Json:
    """The member with the agreed number of sets, if the rulebook has rounds."""
    return {"games": GAMES} if BUILT_IN.by_id[ruleset].rulebook.session.rounds else {}


def is_over(table: SessionModel, ruleset: str) -> bool:
    return bool(agreed(ruleset)) and table.rounds == GAMES * len(table.winds)


def some_entry(rng: random.Random, table: SessionModel, ruleset: str) -> Json:
    """A random valid entry for the state of the session."""
    kind = rng.choice(kinds_of(ruleset))
    if kind == "correction":
        amounts = rng.sample(range(-50, 50), table.players - 1)
        return {"type": kind, "amounts": [*amounts, -sum(amounts)], "reason": "a slip"}
    if kind == "house-rules":
        return {"type": kind, "house_rules": rng.choice(HOUSES)}
    if table.players == MAX_OF_A_SESSION and rng.random() < 0.5:
        named = copy(table)
        named.send_out(rng.randrange(table.players))
        return {"sits_out": named.out, **some_play(rng, named, ruleset, kind)}
    return some_play(rng, table, ruleset, kind)


def some_play(rng: random.Random, table: SessionModel, ruleset: str, kind: str) -> Json:
    """A random valid entry of this kind, no correction."""
    player = rng.choice([*table.seats])
    if kind == "drawn":
        hands = [{"concealed": "", "partial": True}] * len(table.seats)
        return {"type": "deal", "winning_player": None, "hands": hands, **no_goulash(ruleset)}
    if kind == "washed-tiles":
        concealed = NINE_MAJORS + ("5p" if player == table.east else "")
        return {"type": kind, "player": player, "hand": {"concealed": concealed}}
    if kind == "false-mahjong":
        others = [seat for seat in table.seats if seat != player]
        several = table.players > 2 and ruleset in TWO_CALLERS and rng.random() < 0.5
        also = {"other_calling_players": [rng.choice(others)]} if several else {}
        return {"type": kind, "player": player, "hand_exposed": True, **also}
    return as_entry(random_deal(rng, table, ruleset), table) | no_goulash(ruleset)


def no_goulash(ruleset: str) -> Json:
    """That a deal is no goulash, which those after a drawn one must say where the rulebook plays it."""
    return {} if BUILT_IN.by_id[ruleset].rulebook.goulash is None else {"goulash": False}


def a_sitting(rng: random.Random, ruleset: str, players: int) -> list[Json]:
    """Consecutive entries, at most to the end of the last agreed set."""
    table = SessionModel(players, ruleset)
    entries: list[Json] = []
    while not is_over(table, ruleset) and len(entries) < MAX_ENTRIES:
        entry = some_entry(rng, table, ruleset)
        entries.append(entry)
        if entry["type"] not in NO_PLAY:
            table.play_entry(entry)
    return entries


def some_table(rng: random.Random, players: int) -> SessionModel:
    table = SessionModel(players)
    table.east = rng.randrange(players)
    return table


def move(rng: random.Random, entries: list[Json]) -> None:
    entries.insert(rng.randrange(len(entries)), entries.pop(rng.randrange(len(entries))))


def edit_randomly(rng: random.Random, entries: list[Json], new: Callable[[], Json]) -> None:
    edit = rng.choice(["insert", "replace", "remove", "move", "turn"])
    place = rng.randrange(len(entries))
    if edit == "insert":
        entries.insert(place, new())
    elif edit == "replace":
        entries[place] = new()
    elif edit == "remove" and len(entries) > 1:
        del entries[place]
    elif edit == "move":
        move(rng, entries)
    elif edit == "turn" and "hands" in entries[place]:
        hands = entries[place]["hands"]
        entries[place] = {**entries[place], "hands": hands[1:] + hands[:1]}


def alone(entry: Json, table: SessionModel, ruleset: str) -> tuple[str, Json]:
    """The path and body that settle the entry alone."""
    if entry["type"] != "deal":
        seats = {"seat": table.seat(entry["player"]), "seats": list(SEATS[: len(table.seats)])}
        result: Json = {name: entry[name] for name in ("hand", "hand_exposed") if name in entry}
        if others := entry.get("other_calling_players"):
            result["other_callers"] = [table.seat(player) for player in others]
        return f"/v1/{entry['type']}", {"ruleset": ruleset, **seats, **result}
    hands = dict(zip(table.seats.values(), entry["hands"], strict=True))
    winner = None if entry["winning_player"] is None else table.seat(entry["winning_player"])
    request: Json = {
        "ruleset": ruleset,
        "round_wind": table.wind,
        "winner": winner,
        "hands": {seat: hands[seat] for seat in SEATS if seat in hands},
        **{name: entry[name] for name in ("discards", "goulash") if name in entry},
    }
    if "win" in entry:
        run = {"consecutive_wins": table.run + 1} if winner == "east" else {}
        request["win"] = {**entry["win"], **run}
        for player, seat in BY_NUMBER.items():
            if player in entry["win"]:
                request["win"][seat] = table.seat(request["win"].pop(player))
    return "/v1/settlements", request


def expected_of(client: FlaskClient, sheet: Json) -> tuple[list[Json], set[int]]:
    """The net amounts and East of each entry, and the entries that are refused, also past the last set."""
    table = SessionModel(len(sheet["players"]), sheet["ruleset"])
    house: Json = {}
    expected: list[Json] = []
    refused: set[int] = set()
    for index, entry in enumerate(sheet["entries"]):
        if entry["type"] in NO_PLAY:
            house = entry.get("house_rules", house)
            expected.append({"net": entry.get("amounts", [0] * table.players)})
            continue
        if is_over(table, sheet["ruleset"]):
            return expected, refused | {index}
        seated = copy(table)
        seated.send_out(entry.get("sits_out"))
        if named(entry) <= seated.seats.keys():
            path, request = alone(entry, seated, sheet["ruleset"])
            response = client.post(path, json={**request, "house_rules": house})
            if response.status_code == 200:
                net = response.get_json()["settlement"]["net"]
                nets = [net.get(seated.seats.get(player), 0) for player in range(table.players)]
                expected.append({"net": nets, "east": seated.east})
            else:
                refused.add(index)
        else:
            refused.add(index)
            passes_the_deal = entry["type"] == "false-mahjong" and sheet["ruleset"] in TWO_CALLERS
            if passes_the_deal or entry.get("winning_player") not in (None, *seated.seats):
                return expected, refused
        table.play_entry(entry)
    return expected, refused


def named(entry: Json) -> set[int]:
    """The players whom an entry names."""
    win = entry.get("win", {})
    one = [entry.get("winning_player"), entry.get("player"), *(win.get(member) for member in BY_NUMBER)]
    return {player for player in [*one, *entry.get("other_calling_players", [])] if player is not None}


def add(totals: list[int], net: list[int]) -> list[int]:
    return [total + more for total, more in zip(totals, net, strict=True)]


def as_expected(entry: Json) -> Json:
    """A settled entry in the form of `expected_of`."""
    return {"net": entry["net"], **({"east": entry["seating"]["east"]} if "seating" in entry else {})}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_edited_sheet_is_settled_entry_by_entry(client_unchecked: FlaskClient, ruleset: str) -> None:
    rng = random.Random(f"{ruleset} edited")
    settled, codes = 0, set()
    for number in range(SHEETS):
        players = (2, 3, 4, 5)[number % 4]
        entries = a_sitting(rng, ruleset, players)
        sheet: Json = {"ruleset": ruleset, "players": list("ABCDE")[:players], "entries": entries, **agreed(ruleset)}
        for _ in range(EDITS):
            response = client_unchecked.post("/v1/scoresheets", json=sheet)
            result, (expected, refused) = response.get_json(), expected_of(client_unchecked, sheet)
            if response.status_code == 200:
                settled += 1
                assert (refused, [as_expected(entry) for entry in result["entries"]]) == (set(), expected), sheet
                totals = [*accumulate((entry["net"] for entry in expected), add)]
                assert [entry["totals"] for entry in result["entries"]] == totals, sheet
                assert {each["player"]: each["total"] for each in result["standings"]} == dict(enumerate(totals[-1]))
            else:
                codes |= {error["code"] for error in result["errors"]}
                assert {int(error["pointer"].split("/")[2]) for error in result["errors"]} == refused, sheet
            edit_randomly(rng, entries, partial(some_entry, rng, some_table(rng, players), ruleset))
    assert settled >= SHEETS
    assert codes
