"""Whole deals that xmj scored and settled, with its options as options of the rulebook or as house rules."""

from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from tests.peers.compare import Compared, compare
from tests.peers.deals import Json, flaws, settlement_request
from tests.peers.xmj_rules import OPTION_SETS, OWN, RULEBOOK, asked_for
from tests.vectors.reading import cases, each_of, needs, needs_member, xmj_deal

HOUSE: Final = tuple(name for name in OPTION_SETS if name not in OWN)
DIFFERS: Final = {
    "xmj-nolimit-r0330dragons2-02": "xmj counts the only place for a tile that was never drawn: East was dealt the hand"
}
DEALS: Final = cases("xmj_deals.json", "deals")


def of(option_set: str) -> Any:
    """The deals of an option set, as one parameter."""
    return pytest.param([deal for deal in DEALS if deal["options"] == option_set], id=option_set)


def held(client: FlaskClient, vector: Json) -> Compared:
    deal = xmj_deal(vector)
    answer = client.post("/v1/settlements", json=settlement_request(deal, asked_for(deal.rules)))
    if answer.status_code != 200:
        return Compared(deal.name, (f"refused: {answer.get_json()}",))
    return compare(deal, answer.get_json())


def assert_as_xmj(client: FlaskClient, deals: list[Json]) -> None:
    if not deals:
        pytest.skip("the vectors of other programs do not lie beside the repository")
    found = [held(client, deal) for deal in deals]
    assert {each.name: each.faults for each in found if each.faults and each.name not in DIFFERS} == {}
    listed = {deal["id"] for deal in deals} & DIFFERS.keys()
    assert {each.name for each in found if each.faults} == listed
    assert [each.name for each in found if each.better] == [], "xmj's players declared these as well as may be"


@pytest.mark.parametrize("deals", [of(name) for name in OWN])
def test_deals_by_the_rulebooks_own_options_settle_as_xmj_did(client: FlaskClient, deals: list[Json]) -> None:
    needs(client, RULEBOOK)
    assert_as_xmj(client, deals)


@pytest.mark.parametrize("deals", [of(name) for name in HOUSE])
def test_deals_by_house_rules_settle_as_xmj_did(client: FlaskClient, deals: list[Json]) -> None:
    needs(client, RULEBOOK)
    needs_member("SettlementRequest", "house_rules")
    assert_as_xmj(client, deals)


@pytest.mark.parametrize("vector", each_of(DEALS[::20]))
def test_a_vector_is_a_finished_deal(vector: Json) -> None:
    assert flaws(xmj_deal(vector)) == []


def test_every_option_set_of_the_vectors_is_known() -> None:
    assert {deal["options"] for deal in DEALS} <= OPTION_SETS.keys()
    assert len(HOUSE) == 6
