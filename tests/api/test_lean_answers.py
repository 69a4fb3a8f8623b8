"""`?items=false`: responses with numbers only; and the sentences of payments."""

from typing import Any

import jsonschema_rs
import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.api.strict import LEAN as MEDIA_TYPE
from tests.conftest import request_named
from tests.support.contract import CONTRACT, STRICT

Json = Any
A_FIFTH = 1 / 5


def is_part(lean: Json, full: Json) -> bool:
    """Whether the full response has each value of the lean one at the same place."""
    if isinstance(lean, dict):
        return all(name in full and is_part(value, full[name]) for name, value in lean.items())
    if isinstance(lean, list):
        return len(lean) == len(full) and all(map(is_part, lean, full))
    return type(lean) is type(full) and lean == full


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/v1/settlements", "layout-1"),
        ("/v1/settlements", "dangerous-discard"),
        ("/v1/settlements", "drawn-deal"),
        ("/v1/scores", "won-hand"),
        ("/v1/waits", "waiting-hand"),
        ("/v1/settlements/batch", "one-good-one-bad"),
        ("/v1/scoresheets", "short-sitting"),
    ],
)
def test_a_lean_response_is_a_part_of_the_full_one(client: FlaskClient, path: str, name: str) -> None:
    full = client.post(path, json=request_named(name))
    lean = client.post(f"{path}?items=false", json=request_named(name))
    assert (lean.status_code, lean.mimetype) == (200, "application/json")
    assert is_part(lean.get_json(), full.get_json())
    assert b'"items"' not in lean.data


def test_a_lean_response_is_at_most_a_fifth_of_the_full_one(client: FlaskClient) -> None:
    full = client.post("/v1/settlements", json=request_named("layout-1"))
    lean = client.post("/v1/settlements?items=false", json=request_named("layout-1"))
    assert len(lean.data) <= len(full.data) * A_FIFTH


def test_a_sheet_has_lean_entries_from_a_number_on(client: FlaskClient) -> None:
    path, body = "/v1/scoresheets?items=false", request_named("short-sitting")
    whole = client.post(path, json=body).get_json(force=True)
    assert client.post(f"{path}&from=2", json=body).get_json(force=True)["entries"] == whole["entries"][1:]


@pytest.mark.parametrize(
    ("accept", "given"),
    [
        ("*/*", "application/json"),
        ("application/json", "application/json"),
        ("application/json; charset=utf-8", "application/json"),
        (f"application/json, {MEDIA_TYPE}, application/problem+json", "application/json"),
        (MEDIA_TYPE, MEDIA_TYPE),
        (f"{MEDIA_TYPE}, application/json;q=0.5", MEDIA_TYPE),
        ("text/csv", "application/problem+json"),
    ],
)
def test_the_media_type_of_a_lean_response_is_for_who_prefers_it(client: FlaskClient, accept: str, given: str) -> None:
    request = {"json": request_named("layout-1"), "headers": {"Accept": accept}}
    lean = client.post("/v1/settlements?items=false", **request)
    assert (lean.status_code, lean.mimetype) == (406 if "problem" in given else 200, given)


@pytest.mark.parametrize(("contract", "as_json"), [(CONTRACT, False), (STRICT, True)], ids=["plain", "strict"])
def test_the_contract_has_a_lean_response_in_its_media_type_and_the_strict_one_as_json_too(
    client: FlaskClient, contract: Json, as_json: bool
) -> None:
    lean = client.post("/v1/settlements?items=false", json=request_named("layout-1")).get_json()
    content = contract["paths"]["/v1/settlements"]["post"]["responses"]["200"]["content"]
    fits = {
        kind: jsonschema_rs.is_valid({**each["schema"], "components": contract["components"]}, lean)
        for kind, each in content.items()
    }
    assert fits == {"application/json": as_json, MEDIA_TYPE: True}


def test_a_full_response_has_no_other_media_type(client: FlaskClient) -> None:
    request = {"json": request_named("layout-1"), "headers": {"Accept": MEDIA_TYPE}}
    assert client.post("/v1/settlements", **request).status_code == 406


@pytest.mark.parametrize(
    ("language", "text", "next_deal"),
    [
        ("en", "South pays East 960: 480, doubled for East", "East stays East"),
        ("de", "Süd zahlt Ost 960: 480, verdoppelt wegen Ost", "Ost bleibt Ost"),
    ],
)
def test_a_payment_has_a_sentence(client: FlaskClient, language: str, text: str, next_deal: str) -> None:
    answer = client.post("/v1/settlements", json=request_named("layout-1"), headers={"Accept-Language": language}).json
    assert answer is not None
    assert answer["settlement"]["payments"][0]["text"] == text
    assert answer["next_deal"]["text"] == next_deal


def test_a_payment_of_a_sitting_names_its_players(client: FlaskClient) -> None:
    entries = client.post("/v1/scoresheets", json=request_named("short-sitting")).get_json()["entries"]
    texts = [each["text"] for entry in entries for each in entry.get("payments", ())]
    assert "Anna pays Ben 4: 2, doubled for East" in texts


def test_an_item_of_a_house_rule_has_a_text(client: FlaskClient) -> None:
    house = {"rules": {"house:won": {"find": "no-chow", "points": 5}, "no-chow": {"points": 20}}}
    answer = client.post("/v1/settlements", json={**request_named("layout-1"), "house_rules": house}).json
    assert answer is not None
    items = answer["hands"]["east"]["items"]
    of_house = [each for each in items if each["source"]["book"] == "house"]
    assert of_house
    assert all(each["text"] for each in of_house)
