"""A goulash in requests: the member `wild`, house rules, scoresheets and explanations."""

from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from tests.api.bodies import against, deal, hand, won

Json = dict[str, Any]

SEATS: Final = ["east", "south", "west", "north"]


def scoring(ruleset: str, its_hand: Json, win: Json | None = None, **more: Any) -> Json:
    body = {"ruleset": ruleset, "round_wind": "east", "seat": "west", "hand": its_hand, **more}
    return body if win is None else {**body, "win": win}


def faults(client: FlaskClient, path: str, body: Json) -> set[tuple[str, str, str]]:
    response = client.post(path, json=body)
    assert response.status_code == 422, response.get_json()
    return {(each["pointer"], each["code"], each["message_key"]) for each in response.get_json()["errors"]}


def scored(client: FlaskClient, body: Json) -> Json:
    response = client.post("/v1/scores", json=body)
    assert response.status_code == 200, response.get_json()
    result: Json = response.get_json()["hand"]
    return result


GOULASH: Final = hand("222s55z", "777m", "444p", kongs=("9999p",))


def test_house_rules_switch_it_on_and_off(client: FlaskClient) -> None:
    its_hand, win = GOULASH | {"wild": "2s"}, won("wall", "5z")
    off, on = {"legality": {"goulash": False}}, {"legality": {"goulash": True}}
    found = faults(client, "/v1/scores", scoring("bmja", its_hand, win, house_rules=off))
    assert found == {("/hand/wild", "wrong-wild-tile", "wrong-wild-tile")}
    assert "no-chow" not in {
        item["rule"] for item in scored(client, scoring("millington", its_hand, win, house_rules=on))["items"]
    }
    resolved = client.post("/v1/rulesets/resolve", json={"ruleset": "millington", "house_rules": on}).get_json()
    assert "goulash" in {row["id"] for row in resolved["settling"]}


@pytest.mark.parametrize("wild", ["1f", "2", 2, ["2s"]])
def test_a_wild_tile_that_is_no_playing_tile_is_refused_at_its_pointer(client: FlaskClient, wild: object) -> None:
    found = faults(client, "/v1/scores", scoring("bmja", GOULASH | {"wild": wild}, won("wall", "5z"), discards="22s"))
    assert {pointer for pointer, _, _ in found} == {"/hand/wild"}


def test_a_scoresheet_settles_a_goulash(client: FlaskClient) -> None:
    hands = against("west", GOULASH | {"wild": "2s"})
    entry = {"type": "deal", "winning_player": 2, "win": won("wall", "5z"), "hands": [hands[seat] for seat in SEATS]}
    sheet = {"ruleset": "bmja", "players": ["Ann", "Ben", "Cem", "Dot"], "entries": [entry]}
    alone = client.post("/v1/settlements", json=deal("bmja", "west", won("wall", "5z"), hands)).get_json()
    response = client.post("/v1/scoresheets", json=sheet)
    assert response.status_code == 200, response.get_json()
    totals = {each["player"]: each["total"] for each in response.get_json()["standings"]}
    assert [totals[player] for player in range(4)] == [alone["settlement"]["net"][seat] for seat in SEATS]


def test_an_explanation_says_that_the_double_for_no_chows_does_not_count(client: FlaskClient) -> None:
    response = client.post("/v1/scores?explain=true", json=scoring("bmja", GOULASH | {"wild": "2s"}, won("wall", "5z")))
    not_counted = response.get_json()["hand"]["explanation"]["not_counted"]
    assert [each["rules"] for each in not_counted if each["message_key"] == "why.goulash"] == [["no-chow"]]


@pytest.mark.parametrize(
    ("ruleset", "winners", "follows"),
    [
        ("bmja", [None], True),
        ("outside-the-box", [2, None], True),
        ("bmja", [], None),
        ("bmja", [None, 2], None),
        ("harr-1923", [None], None),
    ],
)
def test_a_scoresheet_says_that_a_goulash_follows(
    client: FlaskClient, ruleset: str, winners: list[int | None], follows: bool | None
) -> None:
    counted = [{"counted": {"score": 0}}] * 4
    won_by_west = {"win": {"source": "wall"}, "hands": [*counted[:2], {"counted": {"score": 40}}, *counted[3:]]}
    entries = [
        {"type": "deal", "winning_player": winner, **({"hands": counted} if winner is None else won_by_west)}
        for winner in winners
    ]
    correction = {"type": "correction", "amounts": [8, -8, 0, 0], "reason": "a slip"}
    for each in (entries, [*entries, correction]):
        sheet = {"ruleset": ruleset, "players": ["Ann", "Ben", "Cem", "Dot"], "entries": each}
        assert client.post("/v1/scoresheets", json=sheet).get_json()["next_deal"].get("goulash") is follows
