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
    row = next(row for row in resolved["settling"] if row["id"] == "goulash")
    assert row["assumed"] is False, "the table has asked for it"


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


# Scoresheets

COUNTED: Final = [{"counted": {"score": score}} for score in (40, 0, 0, 0)]
DRAWN: Final = {"type": "deal", "winning_player": None, "hands": COUNTED}
EAST_WINS: Final = {"type": "deal", "winning_player": 0, "win": {"source": "wall"}, "hands": COUNTED}
PASSES: Final = {"settlement": {"after_goulash": "passes"}}
CORRECTION: Final = {"type": "correction", "amounts": [8, -8, 0, 0], "reason": "a slip"}


def sheet(*entries: Json, ruleset: str = "bmja", **more: Any) -> Json:
    return {"ruleset": ruleset, "players": ["Ann", "Ben", "Cem", "Dot"], "entries": list(entries), **more}


def after(client: FlaskClient, body: Json) -> Json:
    """Who is East after a sheet, by which rule, whether a goulash follows, and how many deals were played."""
    response = client.post("/v1/scoresheets", json=body)
    assert response.status_code == 200, response.get_json()
    found: Json = response.get_json()["next_deal"]
    return {name: found.get(name) for name in ("east_player", "rule", "goulash", "deal", "wins_before")}


@pytest.mark.parametrize(
    ("ruleset", "entries", "follows"),
    [
        ("bmja", [DRAWN], True),
        ("outside-the-box", [EAST_WINS, DRAWN], True),
        ("bmja", [], None),
        ("bmja", [DRAWN, EAST_WINS | {"goulash": True}], None),
        ("bmja", [DRAWN, DRAWN | {"goulash": True}], True),
        ("bmja", [DRAWN, DRAWN | {"goulash": False}], True),
        ("harr-1923", [DRAWN], None),
    ],
)
def test_a_scoresheet_says_that_a_goulash_follows(
    client: FlaskClient, ruleset: str, entries: list[Json], follows: bool | None
) -> None:
    for each in (entries, [*entries, CORRECTION]):
        assert after(client, sheet(*each, ruleset=ruleset))["goulash"] is follows


def test_a_new_zealand_table_moves_east_on_after_a_goulash(client: FlaskClient) -> None:
    expected = {"rule": "after-goulash", "goulash": None, "deal": 3, "wins_before": 0}
    for played in (EAST_WINS, EAST_WINS | {"winning_player": 1}):
        goulash = played | {"goulash": True}
        assert after(client, sheet(DRAWN, goulash, house_rules=PASSES)) == expected | {"east_player": 1}
    stays = {"east_player": 0, "rule": "next-east", "goulash": None, "deal": 3, "wins_before": 1}
    assert after(client, sheet(DRAWN, EAST_WINS | {"goulash": False}, house_rules=PASSES)) == stays
    assert after(client, sheet(DRAWN, EAST_WINS | {"goulash": True})) == stays
    drawn = after(client, sheet(DRAWN, DRAWN | {"goulash": True}, house_rules=PASSES))
    assert drawn == expected | {"east_player": 1, "goulash": True}


def test_the_hand_of_a_goulash_without_a_wild_tile_has_no_double_for_no_chow(client: FlaskClient) -> None:
    hands = against("west", GOULASH)
    won_by_west = {
        "type": "deal",
        "winning_player": 2,
        "win": won("wall", "5z"),
        "hands": [hands[one] for one in SEATS],
    }
    nets = {}
    for goulash in (True, False):
        response = client.post("/v1/scoresheets", json=sheet(DRAWN, won_by_west | {"goulash": goulash})).get_json()
        nets[goulash] = response["entries"][1]["net"]
        assert response["entries"][1].get("goulash", False) is goulash
    assert nets == {True: [-128, -64, 256, -64], False: [-256, -128, 512, -128]}


def test_a_deal_after_a_drawn_one_says_if_it_is_a_goulash(client: FlaskClient) -> None:
    unsaid = {("/entries/1/goulash", "missing-member", "missing-member.goulash")}
    for entry in (EAST_WINS, DRAWN, EAST_WINS | {"goulash": None}):
        assert faults(client, "/v1/scoresheets", sheet(DRAWN, entry)) == unsaid
    wild = EAST_WINS | {"hands": [COUNTED[0], {"concealed": "222s", "wild": "2s", "partial": True}, *COUNTED[2:]]}
    assert after(client, sheet(DRAWN, wild, house_rules=PASSES))["rule"] == "after-goulash"
    assert after(client, sheet(DRAWN, EAST_WINS, ruleset="harr-1923"))["east_player"] == 0


NO_GOULASH: Final = {"type": "house-rules", "house_rules": {"legality": {"goulash": False}}}
WASHED: Final = {"type": "washed-tiles", "player": 1, "hand": {"concealed": "19m19p19s123z2345m"}}


def test_a_goulash_is_due_until_a_deal_is_played_or_the_rules_change(client: FlaskClient) -> None:
    assert after(client, sheet(DRAWN, NO_GOULASH))["goulash"] is None
    assert after(client, sheet(DRAWN, NO_GOULASH, EAST_WINS))["east_player"] == 0
    goulash = {"type": "house-rules", "house_rules": {"legality": {"goulash": True}}}
    assert after(client, sheet(DRAWN, goulash, ruleset="millington"))["goulash"] is True
    fined = {"type": "fine", "fine": "misnamed-discard", "player": 1, "receiving_player": 2}
    assert after(client, sheet(DRAWN, fined, ruleset="outside-the-box"))["goulash"] is True
    washing = {"penalties": {"washed-tiles": {"by_heads": {str(heads): 10 for heads in range(9, 14)}}}}
    assert after(client, sheet(DRAWN, WASHED, house_rules=washing))["goulash"] is None


def test_faults_of_a_hand_are_found_though_it_decides_who_is_east(client: FlaskClient) -> None:
    wrong = EAST_WINS | {"goulash": True, "hands": [{"concealed": "1x"}, *COUNTED[1:]]}
    east = EAST_WINS | {"east_player": 1}
    found = {
        pointer for pointer, *_ in faults(client, "/v1/scoresheets", sheet(DRAWN, wrong, east, house_rules=PASSES))
    }
    assert found == {"/entries/1/hands/0/concealed"}
