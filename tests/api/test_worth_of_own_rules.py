"""What a table's own rules are worth: a share of the limit needs a limit, and a new rule is worth something."""

import json
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from tests.api.test_layouts import CLUB, RESOLVE, won
from tests.support.worked import WORKED_DEALS

Json = dict[str, Any]
LADDERS: Final = won("1234567m1234567s", "7s")
LAYOUT: Final = {"tiles": "1-7 of a, 1-7 of b"}
OWN: Final = "house:two-ladders"
BY_SHARE: Final = {"layout": LAYOUT, "limit_share": "1/2"}


def scored(client: FlaskClient, rules: Json, base: str = "harr-1923", **members: Any) -> Json:
    settlement = members.pop("settlement", {})
    house = {"rules": rules, "settlement": settlement, **members.pop("house", {})}
    body = {"ruleset": base, "seat": "south", "round_wind": "east", **LADDERS, "house_rules": house, **members}
    answer: Json = client.post("/v1/scores", json=body).get_json()
    return answer


def faults(answer: Json) -> list[tuple[str, str]]:
    return [(error["pointer"].removeprefix("/house_rules/rules/"), error["message_key"]) for error in answer["errors"]]


@pytest.mark.parametrize(
    ("rule", "at"),
    [
        (BY_SHARE, "/limit_share"),
        ({"layout": LAYOUT, "limit_share": "1/2"}, "/limit_share"),
        ({"layout": LAYOUT, "score": 100, "waiting": {"limit_share": "1/8"}}, "/waiting"),
        ({"layout": LAYOUT, "limit_share": "2", "when_limit": "without"}, "/limit_share"),
    ],
)
def test_a_share_of_the_limit_is_refused_where_none_is_set(client: FlaskClient, rule: Json, at: str) -> None:
    answer = scored(client, {OWN: rule})
    assert faults(answer) == [(f"{OWN}{at}", "limit-required.share")]
    assert "option `limit`, or `settlement.limit_without`" in answer["errors"][0]["detail"]


@pytest.mark.parametrize(
    ("members", "score"),
    [
        ({"options": {"limit": 500}}, 250),
        ({"settlement": {"limit_without": 300}}, 150),
        ({"house": {"options": {"limit": {"default_integer": 400}}}}, 200),
        ({"base": "dmjl"}, 250),
    ],
)
def test_a_share_of_a_limit_that_is_set_scores(client: FlaskClient, members: Json, score: int) -> None:
    assert scored(client, {OWN: BY_SHARE}, **members)["hand"]["score"] == score


@pytest.mark.parametrize("share", ["2", "4/2"])
def test_a_share_may_be_a_whole_number(client: FlaskClient, share: object) -> None:
    above: Json = {"settlement": {"pays_above_limit": True}, "options": {"limit": 100}}
    assert scored(client, {OWN: {"layout": LAYOUT, "limit_share": share}}, **above)["hand"]["score"] == 200


@pytest.mark.parametrize("share", [2, "13", -1, 0.5, True, "1/0"])
def test_what_is_no_share_is_refused(client: FlaskClient, share: object) -> None:
    answer = scored(client, {OWN: {"layout": LAYOUT, "limit_share": share}})
    assert [pointer for pointer, _ in faults(answer)] == [f"{OWN}/limit_share"]


@pytest.mark.parametrize(
    "rule",
    [
        {"when_limit": "with"},
        {"points": 10, "doubles": 1},
        {"limit_share": "1/2", "doubles": 3},
    ],
)
def test_a_share_that_is_agreed_for_a_limit_or_has_another_worth_is_no_fault(client: FlaskClient, rule: Json) -> None:
    own = {"layout": LAYOUT, **({} if "limit_share" in rule or "points" in rule else BY_SHARE), **rule}
    assert "limit-required.share" not in json.dumps(scored(client, {OWN: own}))


def test_a_deal_and_a_sitting_without_a_limit_are_refused_but_a_table_can_be_resolved(client: FlaskClient) -> None:
    deal = WORKED_DEALS[0]
    house = {"rules": {OWN: BY_SHARE}}
    assert faults(client.post("/v1/settlements", json={**deal, "house_rules": house}).get_json())[0][1] == (
        "limit-required.share"
    )
    sheet = {"ruleset": "harr-1923", "players": ["A", "B"], "entries": [], "house_rules": house}
    assert len(faults(client.post("/v1/scoresheets", json=sheet).get_json())) == 1
    assert client.post(RESOLVE, json={"ruleset": "harr-1923", "house_rules": house}).status_code == 200


def test_the_clubs_five_hands_need_no_limit_but_their_own(client: FlaskClient) -> None:
    body = {"ruleset": "harr-1922", "seat": "south", "round_wind": "east", **LADDERS, "house_rules": CLUB}
    assert client.post("/v1/scores", json=body).get_json()["hand"]["score"] == 250


@pytest.mark.parametrize(
    ("rule", "fault"),
    [
        ({}, ("points", "missing-member.worth")),
        ({"points": 0}, ("points", "out-of-range.worth")),
        ({"text": "A hand"}, ("points", "missing-member.worth")),
        ({"limit_share": "0"}, ("limit_share", "out-of-range.worth")),
    ],
)
def test_a_new_rule_without_any_worth_is_refused(client: FlaskClient, rule: Json, fault: tuple[str, str]) -> None:
    answer = scored(client, {OWN: {"layout": LAYOUT, **rule}}, options={"limit": 500})
    assert (f"{OWN}/{fault[0]}", fault[1]) in faults(answer)


def test_a_new_rule_that_others_name_or_that_replaces_others_needs_no_worth(client: FlaskClient) -> None:
    mark = {"find": "no-chow"}
    named = {"house:mark": mark, OWN: {"layout": LAYOUT, "score": 300, "spoiled_by": ["house:mark"]}}
    assert "hand" in scored(client, named)
    assert "hand" in scored(
        client, {"house:mark": {**mark, "replaces": ["no-chow"]}, OWN: {"layout": LAYOUT, "score": 9}}
    )


def test_a_worth_that_cannot_be_read_is_one_fault(client: FlaskClient) -> None:
    assert len(faults(scored(client, {OWN: {"layout": LAYOUT, "score": json.dumps(300)}}))) == 1


def test_a_limit_hand_that_several_sets_earn_stands_in_the_items_once(client: FlaskClient) -> None:
    rules = {"house:dragons": {"find": "pung-of-dragons", "limit_share": "1"}}
    body = {"ruleset": "dmjl", "seat": "south", "round_wind": "east", **won("11m234p567p555666z", "7p")}
    score = client.post("/v1/scores", json={**body, "house_rules": {"rules": rules}}).get_json()["hand"]
    items = [(item["rule"], item["tiles"]) for item in score["items"] if "limit_share" in item]
    assert items == [("house:dragons", "555666z")]


def test_a_member_of_another_body_suggests_its_name_here(client: FlaskClient) -> None:
    entry = {"type": "deal", "winner": 0, "win": {"source": "discard", "tile": "1m", "discarder": 1}, "hands": []}
    body = {"ruleset": "dmjl", "players": ["A", "B"], "entries": [entry]}
    errors = client.post("/v1/scoresheets", json=body).get_json()["errors"]
    meant = {error["pointer"]: error.get("suggestion") for error in errors}
    assert meant["/entries/0/winner"] == "winning_player"
    assert meant["/entries/0/win/discarder"] == "discarding_player"
