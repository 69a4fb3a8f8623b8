"""`?items=false`: responses without what explains their numbers; and the sentences of payments."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.serializers.brief import EXPLAINING
from tests.conftest import request_named

Json = Any
A_THIRD = 0.38  # both bodies have the digest, and neither the null members that made the full one longer


def is_part(brief: Json, full: Json) -> bool:
    """True if the full response has each value of the brief one at the same place."""
    if isinstance(brief, dict):
        return all(name in full and is_part(value, full[name]) for name, value in brief.items())
    if isinstance(brief, list):
        return len(brief) == len(full) and all(map(is_part, brief, full))
    return type(brief) is type(full) and brief == full


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
def test_a_brief_response_is_the_full_one_without_some_members(client: FlaskClient, path: str, name: str) -> None:
    full = client.post(path, json=request_named(name))
    brief = client.post(f"{path}?items=false", json=request_named(name))
    assert (brief.status_code, brief.mimetype) == (200, "application/json")
    assert is_part(brief.get_json(), full.get_json())
    assert [name for name in EXPLAINING if f'"{name}"'.encode() in brief.data] == []


def test_a_brief_response_is_a_third_of_the_full_one(client: FlaskClient) -> None:
    full = client.post("/v1/settlements", json=request_named("layout-1"))
    brief = client.post("/v1/settlements?items=false", json=request_named("layout-1"))
    assert len(brief.data) <= len(full.data) * A_THIRD


def test_a_sheet_has_brief_entries_from_a_number_on(client: FlaskClient) -> None:
    path, body = "/v1/scoresheets?items=false", request_named("short-sitting")
    whole = client.post(path, json=body).get_json(force=True)
    assert client.post(f"{path}&from=2", json=body).get_json(force=True)["entries"] == whole["entries"][1:]


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
    of_house = [item for item in items if item["source"]["book"] == "house"]
    assert of_house
    assert all(each["text"] for each in of_house)
