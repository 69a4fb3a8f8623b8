"""What the rulebooks of today bring to the interface: other names, shares of the limit, liability in sheets."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.conftest import request_named

Json = dict[str, Any]
CANNON: Json = request_named("millington")


def rules(client: FlaskClient, ruleset: str) -> dict[str, Json]:
    return {rule["id"]: rule for rule in client.get(f"/v1/rulesets/{ruleset}").get_json()["rules"]}


@pytest.mark.parametrize(
    ("ruleset", "rule", "alias"),
    [
        ("millington", "one-suit", "True Color Game"),
        ("dmjl", "one-suit", "True Color Game"),
        ("millington", "one-suit-with-honours", "False Color Game"),
        ("dmjl", "hidden-treasure", "Buried Treasure"),
        ("dmjl", "squirming-snake", "Wriggling Snake"),
        ("bmja", "thirteen-unique-wonders", "Thirteen Orphans"),
        ("millington", "only-place", "one chance"),
    ],
)
def test_a_rule_is_found_by_the_name_it_goes_by_elsewhere(
    client: FlaskClient, ruleset: str, rule: str, alias: str
) -> None:
    assert [each["id"] for each in rules(client, ruleset).values() if alias in each["aliases"]] == [rule]


def test_a_rule_names_its_share_of_the_limit(client: FlaskClient) -> None:
    result = rules(client, "bmja")
    names = ("knitting", "heads-and-tails", "waiting-for-knitting", "waiting-for-heads-and-tails", "no-chow")
    assert [result[name]["limit_percent"] for name in names] == [50, 100, 20, 40, 0]
    assert [result[name]["limit_hand"] for name in names] == [False, True, False, False, False]


def a_sheet(players: int = 4, **win: Any) -> Json:
    """A sitting with the one deal in which West is liable for South's hand."""
    result = {
        member: value for member, value in CANNON["win"].items() if member not in ("discarder", "dangerous_discard_by")
    }
    hands = list(CANNON["hands"].values())[:players]
    entry = {"type": "deal", "winning_player": 1, "win": {**result, "discarding_player": 3, **win}, "hands": hands}
    return {"ruleset": "millington", "players": list("ABCD")[:players], "entries": [entry]}


def test_in_a_sitting_a_player_is_liable_by_his_number(client: FlaskClient) -> None:
    alone = client.post("/v1/settlements", json=CANNON).get_json()["settlement"]
    (entry,) = client.post("/v1/scoresheets", json=a_sheet(dangerous_discarding_player=2)).get_json()["entries"]
    assert entry["net"] == list(alone["net"].values())
    assert entry["win"]["dangerous_discarding_player"] == 2
    assert entry["dangerous_discard"]["discarding_player"] == 2
    (freely,) = client.post("/v1/scoresheets", json=a_sheet()).get_json()["entries"]
    assert "dangerous_discarding_player" not in freely["win"]
    assert "dangerous_discard" not in freely
    assert freely["net"] != entry["net"]
