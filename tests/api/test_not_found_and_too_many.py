"""What is refused since it is not there, or is more than is read."""

from pathlib import Path
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient
from marshmallow import Schema

from service.domain.deal import Win
from service.domain.hand import Hand
from service.ops import health
from service.requests.own_rulebooks import MOST_BYTES, WrongRulebooks, add_own
from service.requests.schemas import SETTLEMENT
from tests.conftest import worked

Json = dict[str, Any]
LAYOUT = worked("deals")[0]["request"]


def faults(client: FlaskClient, path: str, body: Json) -> list[tuple[str, str]]:
    errors = client.post(path, json=body).get_json().get("errors", ())
    return [(error["pointer"], error["code"]) for error in errors]


@pytest.mark.parametrize("path", ["/problems/no-such", "/docs/no-such.js", "/static/no-such.js"])
def test_what_is_not_there_is_not_found(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.get_json()["code"]) == (404, "not-found")


def test_an_answer_that_the_client_does_not_accept_is_not_made(client: FlaskClient) -> None:
    answer = client.get("/v1/rulesets/bmja", headers={"Accept": "image/png"})
    assert (answer.status_code, answer.get_json()["code"]) == (406, "not-acceptable")


def test_of_a_thousand_wrong_options_not_all_are_looked_at(client: FlaskClient) -> None:
    options = {f"option {number}": 1 for number in range(1500)}
    result = client.post("/v1/rulesets/resolve", json={"ruleset": "harr-1923", "options": options}).get_json()
    assert {error["code"] for error in result["errors"]} == {"unknown-member"}


def test_of_house_rules_with_thousands_of_faults_not_all_are_looked_at(client: FlaskClient) -> None:
    rules = {f"rule {number}": {f"x{member}": 0 for member in range(100)} for number in range(50)}
    body = {"ruleset": "harr-1924", "house_rules": {"rules": rules}}
    result = client.post("/v1/rulesets/resolve", json=body).get_json()
    assert result["detail"] == "1001 faults, the first 100 listed"


def test_a_file_of_a_rulebook_has_a_largest_size(tmp_path: Path) -> None:
    (tmp_path / "large.json").write_bytes(b" " * (MOST_BYTES + 1))
    with pytest.raises(WrongRulebooks, match=f"the file is larger than {MOST_BYTES} bytes"):
        add_own(str(tmp_path))


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
