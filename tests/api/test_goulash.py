"""A goulash: hands that name which of their tiles are wild, where a rulebook has it; every illegal form is refused."""

from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from tests.api.bodies import against, deal, hand, won

Json = dict[str, Any]

SEATS: Final = ["east", "south", "west", "north"]
PLAYED: Final = ["bmja", "outside-the-box"]


def asked(ruleset: str, its_hand: Json, win: Json | None = None, **more: Any) -> Json:
    body = {"ruleset": ruleset, "round_wind": "east", "seat": "west", "hand": its_hand, **more}
    return body if win is None else {**body, "win": win}


def faults(client: FlaskClient, path: str, body: Json) -> set[tuple[str, str, str]]:
    answer = client.post(path, json=body)
    assert answer.status_code == 422, answer.get_json()
    return {(each["pointer"], each["code"], each["message_key"]) for each in answer.get_json()["errors"]}


def scored(client: FlaskClient, body: Json) -> Json:
    answer = client.post("/v1/scores", json=body)
    assert answer.status_code == 200, answer.get_json()
    result: Json = answer.get_json()["score"]
    return result


GOULASH: Final = hand("222s55z", "777m", "444p", kongs=("9999p",))


@pytest.mark.parametrize("ruleset", PLAYED)
def test_a_wild_tile_counts_as_the_tile_that_it_stands_for(client: FlaskClient, ruleset: str) -> None:
    win = won("wall", "5z")
    plain, wild = (scored(client, asked(ruleset, GOULASH | told, win)) for told in ({}, {"wild": "2s5z"}))
    without = [item for item in plain["items"] if item["rule"] != "no-chow"]
    assert wild["items"] == without
    assert wild["points"] == plain["points"]
    assert wild["doubles"] == plain["doubles"] - 1


@pytest.mark.parametrize("ruleset", PLAYED)
def test_wild_tiles_are_free_of_the_four_of_a_kind(client: FlaskClient, ruleset: str) -> None:
    its_hand, win = GOULASH, won("wall", "5z")
    seen = {"discards": "22s555z"}
    assert scored(client, asked(ruleset, its_hand | {"wild": "2s5z"}, win, **seen))
    told = faults(client, "/v1/scores", asked(ruleset, its_hand, win, **seen))
    assert {code for _, code, _ in told} == {"too-many-of-a-tile"}


@pytest.mark.parametrize(
    ("its_hand", "told"),
    [
        (GOULASH | {"wild": "3s"}, ("/hand/wild", "not-in-hand")),
        (GOULASH | {"wild": "22s"}, ("/hand/wild", "concealed")),
        (GOULASH | {"wild": "55z"}, ("/hand/wild", "concealed")),
        (GOULASH | {"wild": "77m"}, ("/hand/wild", "pung")),
        (GOULASH | {"wild": "999p"}, ("/hand/wild", "kong")),
        (GOULASH | {"wild": "2s5z7m99p"}, ("/hand/wild", "deal")),
        (hand("222s55z", "777m", "456p", kongs=("9999p",), wild="2s"), ("/hand/exposed/1", "chow")),
    ],
    ids=[
        "not in the hand",
        "two in a pung",
        "a pair of blanks",
        "in a claimed pung",
        "three in a kong",
        "five",
        "chow",
    ],
)
@pytest.mark.parametrize("ruleset", PLAYED)
def test_what_no_goulash_allows_is_refused(
    client: FlaskClient, ruleset: str, its_hand: Json, told: tuple[str, str]
) -> None:
    pointer, sentence = told
    found = faults(client, "/v1/scores", asked(ruleset, its_hand, won("wall", "5z")))
    assert (pointer, "wrong-wild-tile", f"wrong-wild-tile.{sentence}") in found


def test_two_blanks_in_a_kong_and_four_in_a_deal_are_allowed(client: FlaskClient) -> None:
    assert scored(client, asked("bmja", GOULASH | {"wild": "2s7m99p"}, won("wall", "5z")))


def test_a_concealed_chow_completes_no_hand_in_a_goulash(client: FlaskClient) -> None:
    its_hand, win = hand("456p55z", "777m", "222s", kongs=("9999p",)), won("wall", "5z")
    assert scored(client, asked("bmja", its_hand, win))
    told = faults(client, "/v1/scores", asked("bmja", its_hand | {"wild": "7m"}, win))
    assert ("/hand/concealed", "too-many-chows", "too-many-chows") in told


@pytest.mark.parametrize("ruleset", ["millington", "western", "nts-2002", "harr-1922"])
def test_where_no_goulash_is_played_no_tile_is_wild(client: FlaskClient, ruleset: str) -> None:
    told = faults(client, "/v1/scores", asked(ruleset, GOULASH | {"wild": "2s"}, won("wall", "5z")))
    assert ("/hand/wild", "wrong-wild-tile", "wrong-wild-tile") in told


def test_house_rules_switch_it_on_and_off(client: FlaskClient) -> None:
    its_hand, win = GOULASH | {"wild": "2s"}, won("wall", "5z")
    off, on = {"legality": {"goulash": False}}, {"legality": {"goulash": True}}
    told = faults(client, "/v1/scores", asked("bmja", its_hand, win, house_rules=off))
    assert told == {("/hand/wild", "wrong-wild-tile", "wrong-wild-tile")}
    assert "no-chow" not in {
        item["rule"] for item in scored(client, asked("millington", its_hand, win, house_rules=on))["items"]
    }
    shown = client.post("/v1/rulesets/resolve", json={"ruleset": "millington", "house_rules": on}).get_json()
    assert "goulash" in {row["id"] for row in shown["settling"]}


def test_a_count_of_a_hand_has_no_wild_tiles(client: FlaskClient) -> None:
    told = faults(client, "/v1/scores", asked("bmja", {"counted": {"points": 20}, "wild": "2s"}))
    assert ("/hand/wild", "unexpected-member", "unexpected-member.counted") in told


@pytest.mark.parametrize("wild", ["1f", "2", 2, ["2s"]])
def test_what_is_no_playing_tile_is_refused_at_its_place(client: FlaskClient, wild: object) -> None:
    found = faults(client, "/v1/scores", asked("bmja", GOULASH | {"wild": wild}, won("wall", "5z"), discards="22s"))
    assert {pointer for pointer, _, _ in found} == {"/hand/wild"}


def test_one_hand_with_a_blank_makes_the_deal_a_goulash_for_all(client: FlaskClient) -> None:
    hands = against("west", GOULASH)
    body = deal("bmja", "west", won("wall", "5z"), hands)
    plain = client.post("/v1/settlements", json=body).get_json()["hands"]["west"]["items"]
    hands["north"]["wild"] = hands["north"]["concealed"][:1] + "m"
    wild = client.post("/v1/settlements", json=body).get_json()["hands"]["west"]["items"]
    assert {item["rule"] for item in plain} - {item["rule"] for item in wild} == {"no-chow"}


def test_the_blanks_of_all_hands_are_four(client: FlaskClient) -> None:
    hands = against("west", GOULASH | {"wild": "2s7m9p"})
    for seat in ("south", "north"):
        hands[seat]["wild"] = hands[seat]["concealed"][:1] + "m"
    found = faults(client, "/v1/settlements", deal("bmja", "west", won("wall", "5z"), hands))
    assert found == {
        (f"/hands/{seat}/wild", "wrong-wild-tile", "wrong-wild-tile.deal") for seat in ("south", "west", "north")
    }


def test_blanks_stand_in_special_hands(client: FlaskClient) -> None:
    wonders = hand("19m19p19s12345677z", wild="1m7z")
    result = scored(client, asked("bmja", wonders, won("wall", "1m")))
    assert (result["limit_hands"], result["score"]) == (["thirteen-unique-wonders"], 1000)


def test_five_alike_are_a_pung_and_a_pair(client: FlaskClient) -> None:
    its_hand = hand("22222s", "777m", "444p", kongs=("9999p",), wild="2s")
    sets = scored(client, asked("bmja", its_hand, won("wall", "2s")))["arrangement"]
    assert [each["tiles"] for each in sets if each["tiles"].endswith("s")] == ["22s", "222s"]


@pytest.mark.parametrize("tiles", ["22222222222222s", "2222222s", "222222222s55z"])
def test_many_alike_are_refused_and_never_crash(client: FlaskClient, tiles: str) -> None:
    for wild in ("2s", "2222s", "22222s", "2" * 14 + "s"):
        assert (
            client.post("/v1/scores", json=asked("bmja", hand(tiles, wild=wild), won("wall", "2s"))).status_code == 422
        )


def test_waits_count_what_is_unseen_without_the_blanks(client: FlaskClient) -> None:
    its_hand = hand("222s5z", "777m", "444p", kongs=("9999p",), wild="5z")
    answer = client.post("/v1/waits", json=asked("bmja", its_hand)).get_json()
    assert {each["tile"]: each["unseen"] for each in answer["waits"]} == {"5z": 4}


def test_a_scoresheet_settles_a_goulash(client: FlaskClient) -> None:
    hands = against("west", GOULASH | {"wild": "2s"})
    entry = {"type": "deal", "winning_player": 2, "win": won("wall", "5z"), "hands": [hands[seat] for seat in SEATS]}
    sheet = {"ruleset": "bmja", "players": ["Ann", "Ben", "Cem", "Dot"], "entries": [entry]}
    alone = client.post("/v1/settlements", json=deal("bmja", "west", won("wall", "5z"), hands)).get_json()
    answer = client.post("/v1/scoresheets", json=sheet)
    assert answer.status_code == 200, answer.get_json()
    totals = {each["player"]: each["total"] for each in answer.get_json()["standings"]}
    assert [totals[player] for player in range(4)] == [alone["settlement"]["net"][seat] for seat in SEATS]


def test_an_explanation_says_that_the_double_for_no_chows_does_not_count(client: FlaskClient) -> None:
    answer = client.post("/v1/scores?explain=true", json=asked("bmja", GOULASH | {"wild": "2s"}, won("wall", "5z")))
    told = answer.get_json()["score"]["explanation"]["not_counted"]
    assert [each["rules"] for each in told if each["message_key"] == "why.goulash"] == [["no-chow"]]
