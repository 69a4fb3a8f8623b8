"""Deals that xmj scored and settled, with its options as options of the rulebook or as house rules."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from tests.conftest import DATA

Json = dict[str, Any]
RULEBOOK: Final = "millington"
LIMIT: Final = 1000
HOUSE_RULES: Final = Path(__file__).parents[2] / "house_rules"
DEALS: Final[list[Json]] = json.loads((DATA / "xmj_deals.json").read_text())["deals"]


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal["id"])
def test_a_deal_settles_as_it_did_in_xmj(client_unchecked: FlaskClient, deal: Json) -> None:
    response = client_unchecked.post("/v1/settlements", json=settlement_request(deal))
    assert response.status_code == 200, response.get_json()
    result = response.get_json()
    assert {seat: hand["score"] for seat, hand in result["hands"].items()} == deal["scores"]
    assert result["settlement"]["net"] == deal["net"]
    winner = result["hands"][deal["request"]["winner"]]
    limit_hands = {*winner["limit_hands"]}
    if winner["score"] > LIMIT:  # xmj names what a hand shows, the service what its score takes
        assert not limit_hands
        return
    if "tile" not in deal["request"]["win"]:  # no tile completed a dealt hand here; xmj takes the one it dealt last
        limit_hands.discard("nine-gates")
    assert limit_hands == {*deal["limit_hands"]}


def settlement_request(deal: Json) -> Json:
    """The deal as a request; options that the rulebook lacks become house rules."""
    house_rules = HOUSE_RULES / f"xmj-{deal['options']}.json"
    house = {"house_rules": json.loads(house_rules.read_text())} if house_rules.exists() else {}
    return {"ruleset": RULEBOOK, **deal["request"], **house}
