"""Rounds and games of a session, in rulebooks with and without them, and who is East next."""

from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.sessions import WINDS, Json, SessionModel

WITH_ROUNDS = ["harr-1922-limit", "harr-1923-limit", "pamphlet"]
WITHOUT_ROUNDS = ["harr-1922", "harr-1923"]
NOTHING = {"concealed": "", "partial": True}
WINNING_HAND = {"concealed": "99p", "exposed": ["333m", "456m", "678p", "123m"]}
"""Completed by a nine of circles."""


def won_by(player: int) -> Json:
    hands = [WINNING_HAND if each == player else NOTHING for each in range(4)]
    return {"type": "deal", "winning_player": player, "win": {"source": "wall", "tile": "9p"}, "hands": hands}


def lost_by_east(table: SessionModel) -> Json:
    return won_by((table.east + 1) % table.players)


def sheet(ruleset: str, entries: list[Json], **more: Any) -> Json:
    return {"ruleset": ruleset, "players": list("ABCD"), "entries": entries, **more}


def lost_deals(number: int) -> tuple[list[Json], list[tuple[int, int, str, int]]]:
    """Entries that East loses; and the expected set, round, wind and East of each."""
    table, entries, expected = SessionModel(4), [], []
    for _ in range(number):
        expected.append((table.rounds // 4 + 1, table.rounds % 4 + 1, table.wind, table.east))
        entries.append(lost_by_east(table))
        table.play("south")
    return entries, expected


def post(client: FlaskClient, sheet: Json) -> Json:
    response = client.post("/v1/scoresheets", json=sheet)
    assert response.status_code == 200, response.get_json()
    return dict(response.get_json())


def errors(client: FlaskClient, sheet: Json) -> set[tuple[str, str]]:
    response = client.post("/v1/scoresheets", json=sheet)
    assert response.status_code == 422
    return {(error["pointer"], error["code"]) for error in response.get_json()["errors"]}


def next_of_the_deal(client: FlaskClient, house_rules: Json, run: int, winner: str | None) -> str:
    """The seat that is East after a single deal, before which East had won so many in a row."""
    hands = {seat: {"counted": {"score": 1}} for seat in ("east", "south")}
    drawn: Json = {"winner": None, "wins_before": run}
    won = {"winner": winner, "win": {"source": "wall", **({"consecutive_wins": run + 1} if winner == "east" else {})}}
    deal = drawn if winner is None else won
    body = {"ruleset": "dmjl", "house_rules": house_rules, "round_wind": "east", "hands": hands, **deal}
    response = client.post("/v1/settlements", json=body)
    assert response.status_code == 200, response.get_json()
    return str(response.get_json()["next_deal"]["next_east"])


@pytest.mark.parametrize("after_draw", ["stays", "keeps-run", "counts-as-win", "passes"])
@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_a_single_deal_and_a_sheet_name_the_same_next_east(client: FlaskClient, after_draw: str, most: int) -> None:
    house_rules = {"settlement": {"after_draw": after_draw, "wins_in_a_row": most}}
    rng, entries, east, run = Random(most), list[Json](), 0, 0
    hands = [{"counted": {"score": 1}}] * 2
    for _ in range(25):
        winner = rng.choice(["east", "east", "south", None, None])
        player = None if winner is None else (east + (winner == "south")) % 2
        won: Json = {} if winner is None else {"win": {"source": "wall"}}
        entries.append({"type": "deal", "winning_player": player, "hands": hands, **won})
        body = {"ruleset": "dmjl", "players": ["A", "B"], "house_rules": house_rules, "entries": entries}
        follows = post(client, body)["next_deal"]
        stays = next_of_the_deal(client, house_rules, run, winner) == "east"
        assert follows["east_player"] == (east if stays else 1 - east), entries
        if not stays:
            assert follows["wins_before"] == 0
        elif winner == "east" or after_draw == "counts-as-win":
            assert follows["wins_before"] == run + 1
        else:
            assert follows["wins_before"] == (run if after_draw == "keeps-run" else 0)
        east, run = follows["east_player"], follows["wins_before"]


@pytest.mark.parametrize("ruleset", WITHOUT_ROUNDS)
def test_without_rounds_the_deal_passes_without_end(client: FlaskClient, ruleset: str) -> None:
    table, entries, easts = SessionModel(4), [], []
    for number in range(60):
        easts.append(table.east)
        east_lost = number % 3 > 0
        entries.append(lost_by_east(table) if east_lost else won_by(table.east))
        table.play("south" if east_lost else "east")
    assert sum(entry["winning_player"] != east for entry, east in zip(entries, easts, strict=True)) == 40
    answer = post(client, sheet(ruleset, entries))
    assert [entry["seating"]["east"] for entry in answer["entries"]] == easts
    assert [entry["deal"] for entry in answer["entries"]] == list(range(1, 61))
    assert not any("game" in result or "round" in result for result in [*answer["entries"], answer["next_deal"]])
    assert (answer["next_deal"]["east_player"], answer["next_deal"]["deal"], answer["next_deal"]["game_over"]) == (
        0,
        61,
        False,
    )
    assert answer["next_deal"]["round_over"]


@pytest.mark.parametrize("ruleset", WITHOUT_ROUNDS)
def test_without_rounds_a_deal_has_the_wind_that_is_given_and_there_are_no_games(
    client: FlaskClient, ruleset: str
) -> None:
    entries = [won_by(0) | {"round_wind": wind} for wind in WINDS]
    result = post(client, sheet(ruleset, entries))
    plain = post(client, sheet(ruleset, [won_by(0)] * 4))
    assert [entry.pop("round_wind") for entry in result["entries"]] == list(WINDS)
    assert {entry.pop("round_wind") for entry in plain["entries"]} == {"east"}
    assert result == plain
    assert errors(client, sheet(ruleset, entries, games=1)) == {("/games", "unexpected-member")}


@pytest.mark.parametrize("ruleset", WITH_ROUNDS)
def test_a_set_is_followed_by_the_next_with_the_first_east_and_the_east_round(
    client: FlaskClient, ruleset: str
) -> None:
    entries, expected = lost_deals(40)
    answer = post(client, sheet(ruleset, entries))
    result = [(each["game"], each["round"], each["round_wind"], each["seating"]["east"]) for each in answer["entries"]]
    assert result == expected
    assert (result[15], result[16], result[32]) == ((1, 4, "north", 3), (2, 1, "east", 0), (3, 1, "east", 0))
    assert [each["deal"] for each in answer["entries"]] == [*range(1, 17), *range(1, 17), *range(1, 9)]
    follows = answer["next_deal"]
    assert (follows["game"], follows["round"], follows["round_wind"], follows["deal"]) == (3, 3, "west", 9)
    assert (follows["round_over"], follows["game_over"]) == (True, False)


@pytest.mark.parametrize("ruleset", WITH_ROUNDS)
def test_a_round_wind_that_contradicts_the_entries_is_refused(client: FlaskClient, ruleset: str) -> None:
    entries, _ = lost_deals(17)
    entries[16]["round_wind"] = "east"
    assert post(client, sheet(ruleset, entries))["entries"][16]["round_wind"] == "east"
    entries[16] = entries[16] | {"round_wind": "south"}
    assert errors(client, sheet(ruleset, entries)) == {("/entries/16/round_wind", "round-wind-contradicts")}


@pytest.mark.parametrize("games", [1, 2])
@pytest.mark.parametrize("ruleset", WITH_ROUNDS)
def test_the_sitting_ends_only_after_an_agreed_number_of_games(client: FlaskClient, ruleset: str, games: int) -> None:
    entries, _ = lost_deals(16 * games + 1)
    answer = post(client, sheet(ruleset, entries[:-1], games=games))
    follows = answer["next_deal"]
    assert (follows["game_over"], follows["round_over"]) == (True, True)
    assert {"round_wind", "game", "round"}.isdisjoint(follows)
    assert not post(client, sheet(ruleset, entries[:-2], games=games))["next_deal"]["game_over"]
    last = f"/entries/{16 * games}"
    assert (last, "game-is-over") in errors(client, sheet(ruleset, entries, games=games))
    assert post(client, sheet(ruleset, entries, games=games + 1))["entries"][-1]["game"] == games + 1


def test_a_correction_is_accepted_after_the_last_set(client: FlaskClient) -> None:
    entries, _ = lost_deals(16)
    correction = {"type": "correction", "amounts": [-20, 20, 0, 0], "reason": "counted twice"}
    answer = post(client, sheet("harr-1923-limit", [*entries, correction], games=1))
    assert (answer["entries"][-1]["net"], answer["next_deal"]["game_over"]) == ([-20, 20, 0, 0], True)


@pytest.mark.parametrize("players", [2, 3])
def test_with_fewer_players_a_round_ends_when_each_has_lost_the_deal(client: FlaskClient, players: int) -> None:
    drawn = {"type": "deal", "winning_player": None, "hands": [NOTHING] * players}
    table, entries = SessionModel(players), []
    for _ in range(4 * players):
        entries += [drawn, won_by((table.east + 1) % players) | {"hands": []}]
        winner = entries[-1]["winning_player"]
        entries[-1]["hands"] = [WINNING_HAND if each == winner else NOTHING for each in range(players)]
        table.play("south")
    answer = post(client, sheet("harr-1923-limit", entries) | {"players": list("ABC")[:players]})
    assert [entry["round"] for entry in answer["entries"]] == [
        1 + number // (2 * players) for number in range(8 * players)
    ]
    assert (answer["next_deal"]["game"], answer["next_deal"]["east_player"]) == (2, 0)


# Who is East next


@pytest.mark.parametrize(
    ("entries", "rule"),
    [
        ([won_by(0)], "next-east"),
        ([won_by(1)], "next-east"),
        ([{"type": "deal", "winning_player": None, "hands": [NOTHING] * 4}], "drawn-deal"),
        ([{"type": "washed-tiles", "player": 1, "hand": {"concealed": "19m19p19s123z2345m"}}], "washed-tiles"),
        ([{"type": "false-mahjong", "player": 1}], "false-mahjong"),
        ([won_by(1), {"type": "correction", "amounts": [1, -1, 0, 0], "reason": "a slip"}], "next-east"),
    ],
)
def test_the_next_east_cites_its_row(client: FlaskClient, entries: list[Json], rule: str) -> None:
    follows = post(client, sheet("harr-1923-limit", entries))["next_deal"]
    assert follows["rule"] == rule
    assert follows["source"]["book"] == "harr-1923"


def test_before_the_first_deal_no_row_is_cited_for_east(client: FlaskClient) -> None:
    assert "rule" not in post(client, sheet("pamphlet", []))["next_deal"]
