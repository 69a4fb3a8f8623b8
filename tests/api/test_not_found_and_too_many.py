"""What is refused since it is not there, or is more than is read."""

import orjson
import pytest
from flask.testing import FlaskClient
from marshmallow import Schema

from service.domain.deal import Win
from service.domain.hand import Hand
from service.ops import health
from service.requests.schemas import SETTLEMENT
from tests.conftest import worked

LAYOUT = worked("deals")[0]["request"]


def test_of_a_thousand_wrong_options_not_all_are_looked_at(client: FlaskClient) -> None:
    options = {f"option {number}": 1 for number in range(1500)}
    result = client.post("/v1/rulesets/resolve", json={"ruleset": "harr-1923", "options": options}).get_json()
    assert {error["code"] for error in result["errors"]} == {"unknown-member"}


def test_of_house_rules_with_thousands_of_faults_not_all_are_looked_at(client: FlaskClient) -> None:
    rules = {f"rule {number}": {f"x{member}": 0 for member in range(100)} for number in range(50)}
    body = {"ruleset": "harr-1924", "house_rules": {"rules": rules}}
    result = client.post("/v1/rulesets/resolve", json=body).get_json()
    assert result["detail"] == "1001 faults, the first 100 listed"


def test_a_schema_reads_what_marshmallows_own_loading_reads() -> None:
    read = SETTLEMENT.load(LAYOUT)
    assert Schema.load(SETTLEMENT, LAYOUT) == read
    assert {type(hand) for hand in read["hands"].values()} == {Hand}
    assert type(read["win"]) is Win


def test_while_it_stops_the_service_is_not_ready(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/readyz").status_code == 200
    monkeypatch.setattr(health, "_draining", bytearray(b"\x01"))
    answer = client.get("/readyz")
    assert (answer.status_code, orjson.loads(answer.data)["code"]) == (503, "not-ready")
