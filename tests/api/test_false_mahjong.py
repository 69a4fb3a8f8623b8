"""Several players who called a false Mah-Jong in one deal: who pays whom, who is East next, what is refused."""

from typing import Any

import pytest
from flask.testing import FlaskClient

Json = dict[str, Any]
CALL = "/v1/false-mahjong"
RESOLVE = "/v1/rulesets/resolve"
SHEET = "/v1/scoresheets"


def call(client: FlaskClient, ruleset: str, *callers: str, **more: Any) -> Json:
    """The answer of the service where these called; the first is the `seat`."""
    body = {"ruleset": ruleset, "seat": callers[0], "other_callers": [*callers[1:]], "hand_exposed": True, **more}
    return dict(client.post(CALL, json=body).get_json())


def faults(answer: Json) -> list[str]:
    return [f"{each['pointer']} {each['message_key']}" for each in answer["errors"]]


@pytest.mark.parametrize(
    ("ruleset", "callers", "net", "passes"),
    [
        ("dmjl", ["south"], [300, -900, 300, 300], False),
        ("dmjl", ["south", "west"], [300, -300, -300, 300], False),
        ("dmjl", ["south", "east"], [-300, -300, 300, 300], True),
        ("dmjl", ["north", "south", "west"], [300, -100, -100, -100], False),
        ("dmjl", ["west", "east", "north"], [-100, 300, -100, -100], True),
        ("millington", ["south", "west"], [300, -300, -300, 300], False),
        ("millington", ["east", "north"], [-300, 300, 300, -300], True),
    ],
)
def test_each_who_called_pays_each_who_did_not(
    client: FlaskClient, ruleset: str, callers: list[str], net: list[int], passes: bool
) -> None:
    """DMJL's page: 150 each to each of the others, 100 each to the fourth; Millington 82, 83: 150 each."""
    answer = call(client, ruleset, *callers)
    assert [*answer["settlement"]["net"].values()] == net
    assert answer["next_deal"]["east_keeps_the_deal"] is not passes
    assert answer.get("other_callers", []) == callers[1:]
    paying = {each["payer"] for each in answer["settlement"]["payments"]}
    assert paying == set(callers)


def test_two_of_three_players_pay_the_third(client: FlaskClient) -> None:
    answer = call(client, "dmjl", "south", "west", seats=["east", "south", "west"])
    assert answer["settlement"]["net"] == {"east": 300, "south": -150, "west": -150}


@pytest.mark.parametrize("ruleset", ["millington", "bmja", "pamphlet"])
def test_nobody_pays_where_no_hand_was_opened(client: FlaskClient, ruleset: str) -> None:
    answer = call(client, ruleset, "east", "south", hand_exposed=False)
    assert (answer["settlement"]["payments"], answer["next_deal"]["east_keeps_the_deal"]) == ([], True)


THREE = ["east", "south", "west"]


@pytest.mark.parametrize(
    ("ruleset", "callers", "more", "found"),
    [
        ("millington", ["south", "west", "north"], {}, ["/other_callers no-such-penalty.callers"]),
        ("bmja", ["south", "west"], {}, ["/other_callers no-such-penalty.callers"]),
        ("dmjl", ["south", "west", "north", "east"], {}, ["/other_callers no-such-penalty.callers"]),
        ("dmjl", ["south", "west", "east"], {"seats": THREE}, ["/other_callers no-such-penalty.callers"]),
        ("dmjl", ["south", "north"], {"seats": THREE}, ["/other_callers/0 seat-not-playing.seats"]),
        ("dmjl", ["south", "south"], {}, ["/other_callers/0 caller-named-twice"]),
        ("dmjl", ["south", "south"], {"seats": ["east", "south"]}, ["/other_callers/0 caller-named-twice"]),
        ("dmjl", ["east", "north"], {"seats": ["east", "south"]}, ["/other_callers/0 seat-not-playing.seats"]),
        ("dmjl", ["south", "west", "west"], {}, ["/other_callers/1 caller-named-twice"]),
        ("dmjl", ["south", "west", "nobody"], {}, ["/other_callers/1 unknown-value"]),
        ("dmjl", ["south", "west"], {"seats": ["east", "nobody"]}, ["/seats/1 unknown-value"]),
        ("dmjl", ["south", *THREE, "north"], {}, ["/other_callers too-many-items"]),
    ],
)
def test_what_cannot_be_settled_is_refused_at_its_place(
    client: FlaskClient, ruleset: str, callers: list[str], more: Json, found: list[str]
) -> None:
    assert faults(call(client, ruleset, *callers, **more)) == found


# House rules


def house(**penalty: Any) -> Json:
    return {"penalties": {"false-mahjong": penalty}}


def test_a_table_says_what_several_pay(client: FlaskClient) -> None:
    rules = house(by_callers={"2": 70}, east_doubles=True)
    assert [*call(client, "dmjl", "south", "west", house_rules=rules)["settlement"]["net"].values()] == [
        280,
        -210,
        -210,
        140,
    ]
    assert faults(call(client, "dmjl", "south", "west", "north", house_rules=rules)) == [
        "/other_callers no-such-penalty.callers"
    ]


def test_several_who_pay_points_need_no_limit(client: FlaskClient) -> None:
    given = {"house_rules": house(by_callers={"2": 70}), "options": {"limit": 0}}
    assert call(client, "pamphlet", "south", "west", **given)["settlement"]["net"]["south"] == -140
    for callers in (["south"], ["south", "west", "north"]):
        answer = call(client, "pamphlet", *callers, **{**given, "hand_exposed": False})
        assert faults(answer) == ["/options/limit limit-required"]


@pytest.mark.parametrize("changed", [{"points": 200}, {"limit_share": "1/5"}, {"shared": True}])
def test_a_table_with_another_amount_does_not_keep_the_rulebooks_for_several(
    client: FlaskClient, changed: Json
) -> None:
    assert faults(call(client, "dmjl", "south", "west", house_rules=house(**changed))) == [
        "/other_callers no-such-penalty.callers"
    ]
    kept = call(client, "dmjl", "south", "west", house_rules=house(**changed, by_callers={"2": 150}))
    assert kept["settlement"]["net"]["south"] == -300


@pytest.mark.parametrize(
    ("by_callers", "found"),
    [
        ({"1": 100}, ["/1 unknown-member.callers"]),
        ({"4": 100}, ["/4 unknown-member.callers"]),
        ({"2": 10_001}, ["/2 out-of-range"]),
        ({"2": "x"}, ["/2 wrong-type.whole-number"]),
        ([], [" wrong-type.object"]),
    ],
)
def test_what_several_pay_is_read_strictly(client: FlaskClient, by_callers: object, found: list[str]) -> None:
    answer = call(client, "dmjl", "south", house_rules=house(by_callers=by_callers))
    place = "/house_rules/penalties/false-mahjong/by_callers"
    assert faults(answer) == [place + each for each in found]


def test_a_rulebook_shows_what_several_pay(client: FlaskClient) -> None:
    rows = {each["id"]: each for each in client.get("/v1/rulesets/dmjl").get_json()["settling"]}
    assert rows["false-mahjong"]["values"] == [{"of": "2 callers", "points": 150}, {"of": "3 callers", "points": 100}]
    table = client.post(RESOLVE, json={"ruleset": "dmjl"}).get_json()["table"]
    assert table["penalties"]["false-mahjong"]["by_callers"] == {"2": 150, "3": 100}


# Scoresheets


def sheet(client: FlaskClient, ruleset: str, *entries: Json, players: int = 4) -> Json:
    names = ["Ann", "Ben", "Cleo", "Dan"][:players]
    return dict(client.post(SHEET, json={"ruleset": ruleset, "players": names, "entries": entries}).get_json())


def entry(player: int, *also: int) -> Json:
    return {"type": "false-mahjong", "player": player, "other_calling_players": [*also], "hand_exposed": True}


def test_a_sitting_follows_several_who_called(client: FlaskClient) -> None:
    """The first East called too, so that Ben is East; then he calls beside two others."""
    settled = sheet(client, "dmjl", entry(2, 0), entry(3, 0, 1))
    assert [each["net"] for each in settled["entries"]] == [[-300, 300, -300, 300], [-100, -100, 300, -100]]
    assert [each["other_calling_players"] for each in settled["entries"]] == [[0], [0, 1]]
    assert settled["next_deal"]["seating"] == {"east": 2, "south": 3, "west": 0, "north": 1}


@pytest.mark.parametrize(
    ("wrong", "players", "found"),
    [
        (entry(1, 1), 4, ["/entries/0/other_calling_players/0 caller-named-twice"]),
        (entry(1, 3), 3, ["/entries/0/other_calling_players/0 seat-not-playing.player"]),
        (entry(1, 0), 2, ["/entries/0/other_calling_players no-such-penalty.callers"]),
        (entry(1, 7), 4, ["/entries/0/other_calling_players/0 out-of-range"]),
    ],
)
def test_a_sitting_refuses_callers_at_their_place(
    client: FlaskClient, wrong: Json, players: int, found: list[str]
) -> None:
    assert faults(sheet(client, "dmjl", wrong, players=players)) == found
