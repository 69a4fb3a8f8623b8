"""The fewest transfers that settle a deal or a session, in responses."""

import random
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.domain.transfers import fewest_transfers
from pung_chow_settlement.operations.scoresheets import settle_scoresheet
from pung_chow_settlement.rulebooks import BUILT_IN
from tests.support.sessions import NINE_MAJORS
from tests.support.worked import WORKED_DEALS

Json = dict[str, Any]
SHEETS = 200


def random_sheet(rng: random.Random) -> Json:
    """Corrections and washed tiles of two to four players, with small amounts, so that nets often cancel in part."""
    players = rng.choice([2, 3, 4, 4])
    entries: list[Json] = []
    for _ in range(rng.randrange(5)):
        amounts = [rng.randrange(-3, 4) * 10 for _ in range(players - 1)]
        entries.append({"type": "correction", "amounts": [*amounts, -sum(amounts)], "reason": "played elsewhere"})
    if rng.random() < 0.5:
        entries.append({"type": "washed-tiles", "player": 1, "hand": {"concealed": NINE_MAJORS}})
    return {
        "ruleset": "harr-1923-limit",
        "players": list("ABCD")[:players],
        "entries": entries,
        "starting_totals": [rng.randrange(-2000, 2000) for _ in range(players)],
    }


def test_a_sheet_has_the_fewest_transfers_of_its_net_amounts() -> None:
    rng = random.Random("transfers")
    for _ in range(SHEETS):
        sheet = random_sheet(rng)
        answer = orjson.loads(settle_scoresheet(BUILT_IN, sheet))
        transfers = [(each["paying_player"], each["receiving_player"], each["amount"]) for each in answer["transfers"]]
        totals = {each["player"]: each["total"] for each in answer["standings"]}
        net = [totals[player] - start for player, start in enumerate(sheet["starting_totals"])]
        assert transfers == fewest_transfers(net), sheet


def test_a_deal_has_transfers_only_on_request(client: FlaskClient) -> None:
    request = WORKED_DEALS[0]
    plain = client.post("/v1/settlements", json=request).get_json()
    assert "transfers" not in plain["settlement"]
    answer = client.post("/v1/settlements?transfers=true&counters=true", json=request).get_json()
    transfers = answer["settlement"].pop("transfers")
    assert transfers == [
        {"payer": "south", "payee": "east", "amount": 1120},
        {"payer": "west", "payee": "east", "amount": 496},
        {"payer": "north", "payee": "east", "amount": 1264},
    ]
    for payment in answer["settlement"]["payments"]:
        del payment["counters"]
    assert answer == plain


@pytest.mark.parametrize(
    ("path", "more", "amounts"),
    [
        ("washed-tiles", {"hand": {"concealed": NINE_MAJORS}}, {"east": 50, "west": 50, "north": 50}),
        ("false-mahjong", {}, {"east": 300, "west": 150, "north": 150}),
    ],
)
def test_a_penalty_has_transfers_on_request(
    client: FlaskClient, path: str, more: Json, amounts: dict[str, int]
) -> None:
    request = {"ruleset": "harr-1923-limit", "seat": "south", **more}
    answer = client.post(f"/v1/{path}?transfers=true", json=request).get_json()
    result = answer["settlement"]["transfers"]
    assert {(each["payer"] if path == "washed-tiles" else each["payee"]): each["amount"] for each in result} == amounts


def test_an_example_sheet_has_its_expected_transfers(client: FlaskClient) -> None:
    entries = [{"type": "correction", "amounts": [-50, -30, 60, 20], "reason": "the evening"}]
    sheet = {"ruleset": "harr-1922", "players": list("ABCD"), "starting_totals": [2000] * 4, "entries": entries}
    answer = client.post("/v1/scoresheets", json=sheet).get_json()
    assert answer["transfers"] == [
        {"paying_player": 0, "receiving_player": 2, "amount": 50},
        {"paying_player": 1, "receiving_player": 2, "amount": 10},
        {"paying_player": 1, "receiving_player": 3, "amount": 20},
    ]
