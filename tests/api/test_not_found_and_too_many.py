"""Bounds of the number of faults, marshmallow's own loading, and readiness."""

import orjson
import pytest
from flask.testing import FlaskClient
from marshmallow import Schema

from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.requests.forms import forms
from pung_chow_settlement.rulebooks import BUILT_IN
from pung_chow_settlement.server import readiness
from tests.support.worked import WORKED_DEALS

LAYOUT = WORKED_DEALS[0]


def test_not_all_of_a_thousand_wrong_options_are_checked(client: FlaskClient) -> None:
    options = {f"option {number}": 1 for number in range(1500)}
    result = client.post("/v1/rulesets/resolve", json={"ruleset": "harr-1923", "options": options}).get_json()
    assert {error["code"] for error in result["errors"]} == {"unknown-member"}


def test_not_all_of_thousands_of_faults_in_house_rules_are_checked(client: FlaskClient) -> None:
    rules = {f"rule {number}": {f"x{member}": 0 for member in range(100)} for number in range(50)}
    body = {"ruleset": "harr-1924", "house_rules": {"rules": rules}}
    result = client.post("/v1/rulesets/resolve", json=body).get_json()
    assert result["detail"] == "1001 faults, the first 100 in `errors`"


def test_our_load_agrees_with_marshmallows() -> None:
    form = forms(BUILT_IN).settlement
    loaded = form.load(LAYOUT)
    assert Schema.load(form, LAYOUT) == loaded
    assert {type(hand) for hand in loaded["hands"].values()} == {Hand}
    assert type(loaded["win"]) is Win


def test_the_service_is_not_ready_while_it_stops(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/readyz").status_code == 200
    monkeypatch.setattr(readiness, "_draining", bytearray(b"\x01"))
    response = client.get("/readyz")
    assert (response.status_code, orjson.loads(response.data)["code"]) == (503, "not-ready")
