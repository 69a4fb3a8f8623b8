"""Settlement rules in responses and in the documents of the rulebooks."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.bodies import against, deal, hand, won
from tests.conftest import ALL_BOOKS, LIMIT_BOOKS

Json = dict[str, Any]
HANDS = against("east", hand("22m", "333m", "444p", "666s", "567s"))
WON = won("wall", "2m")
NAMED = ("amount", "reason", "rule", "source", "changed_by")


def post(client: FlaskClient, path: str, request: Json) -> Json:
    response = client.post(path, json=request)
    assert response.status_code == 200, response.get_json()
    return dict(response.get_json())


def document(client: FlaskClient, ruleset: str) -> Json:
    return dict(client.get(f"/v1/rulesets/{ruleset}").get_json())


@pytest.mark.parametrize("ruleset", ALL_BOOKS)
def test_a_settlement_a_batch_and_a_sheet_cite_the_same_rows(client: FlaskClient, ruleset: str) -> None:
    request = deal(ruleset, "east", WON, HANDS)
    alone = post(client, "/v1/settlements", request)
    batch = post(client, "/v1/settlements/batch", {"deals": [request]})
    assert batch["results"][0]["answer"] == alone
    entry = {"type": "deal", "winning_player": 0, "win": WON, "hands": list(HANDS.values())}
    sheet = post(client, "/v1/scoresheets", {"ruleset": ruleset, "players": list("ABCD"), "entries": [entry]})
    payments = alone["settlement"]["payments"]
    assert [[each[name] for name in NAMED] for each in sheet["entries"][0]["payments"]] == [
        [payment[name] for name in NAMED] for payment in payments
    ]
    sources = {row["id"]: row["source"] for row in document(client, ruleset)["settling"]}
    named = [*payments, alone["next_deal"]]
    assert [each["source"] for each in named] == [sources[each["rule"]] for each in named]


@pytest.mark.parametrize(
    ("winner", "follows"),
    [
        ("east", {"east_keeps_the_deal": True, "next_east": "east", "rule": "next-east", "text": "East stays East"}),
        (
            "south",
            {"east_keeps_the_deal": False, "next_east": "south", "rule": "next-east", "text": "South is East next"},
        ),
    ],
)
def test_a_settlement_names_the_next_east(client: FlaskClient, winner: str, follows: Json) -> None:
    hands = against(winner, HANDS["east"])
    answer = post(client, "/v1/settlements", deal("harr-1922", winner, WON, hands))
    assert answer["next_deal"] == {**follows, "source": {"book": "harr-1922", "page": "13"}}


@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_the_document_names_the_range_of_an_option_and_its_usual_values(client: FlaskClient, ruleset: str) -> None:
    (option,) = [each for each in document(client, ruleset)["options"] if each["name"] == "mahjong_points"]
    assert (option["minimum"], option["maximum"], option["usual"]) == (0, 1000, [10, 20])
    assert "choices" not in option
