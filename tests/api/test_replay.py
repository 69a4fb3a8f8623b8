"""A deal of last year is settled again in the two ways of docs/upgrading.md, whatever the rulebooks say by then."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement import create_app
from pung_chow_settlement.rulebooks import ALL
from pung_chow_settlement.server.settings import from_environment
from tests.support.cases import cases_of
from tests.support.contract import operations, resolved

Json = dict[str, Any]
RULESETS: Final = [book.id for book in ALL]
HOUSE: Final = {"title": "Thursday table", "rules": {"house:all-simples": {"find": "simples-only", "doubles": 1}}}
DEALS: Final = [case["body"] for case in cases_of("requests") if {"winner", "hands"} <= case["body"].keys()]
RULES: Final = ("ruleset", "revision", "options", "house_rules")


def deals_of(client: FlaskClient, ruleset: str) -> list[tuple[Json, Json]]:
    """Deals that this rulebook settles with house rules, and with other options than its own if it has a limit."""
    limit = "limit" in {option.name for option in next(book for book in ALL if book.id == ruleset).options}
    rules = {"ruleset": ruleset, "house_rules": HOUSE, **({"options": {"limit": 700}} if limit else {})}
    found = []
    for body in DEALS:
        deal = {name: value for name, value in body.items() if name not in RULES}
        response = client.post("/v1/settlements", json={**deal, **rules})
        if response.status_code == 200:
            found.append((deal, rules))
    return found


def amounts(client: FlaskClient, deal: Json) -> tuple[str, Json, Json, str]:
    """What a stored deal is compared by: the digest, the scores, who owes whom, and who is East next."""
    response = client.post("/v1/settlements", json=deal)
    answer = response.get_json()
    assert response.status_code == 200, answer
    scores = {seat: hand["score"] for seat, hand in answer["hands"].items()}
    return answer["digest"], scores, answer["settlement"]["matrix"], answer["next_deal"]["next_east"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_deal_is_replayed_by_its_table_on_any_rulebook(client: FlaskClient, ruleset: str) -> None:
    deals = deals_of(client, ruleset)
    assert len(deals) > 3
    table = client.post("/v1/rulesets/resolve", json=deals[0][1]).get_json()["table"]
    other = RULESETS[RULESETS.index(ruleset) - 1]
    for deal, rules in deals:
        again = {**deal, "ruleset": other, "house_rules": table}
        assert amounts(client, again) == amounts(client, {**deal, **rules})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_old_revision_stays_playable_as_an_operators_rulebook(
    client: FlaskClient, tmp_path: Path, ruleset: str
) -> None:
    deals = deals_of(client, ruleset)
    found = client.post("/v1/rulesets/resolve", json=deals[0][1]).get_json()
    name = f"{ruleset}-r{found['revision']}"
    head = {"id": name, "title": f"{ruleset} of last year", "base": RULESETS[RULESETS.index(ruleset) - 1]}
    kept = {each: value for each, value in found["table"].items() if each != "title"}
    (tmp_path / f"{name}.json").write_text(json.dumps({**head, **kept}))
    later = create_app(replace(from_environment(), rulebooks=str(tmp_path))).test_client()
    for deal, rules in deals:
        assert amounts(later, {**deal, "ruleset": name}) == amounts(client, {**deal, **rules})


def test_every_operation_that_plays_by_a_revision_responds_with_the_digest() -> None:
    found = {}
    for _, _, operation in operations():
        content = operation["responses"]["200"]["content"].get("application/json", {})
        schema = resolved(content.get("schema", {}))
        if "revision" in schema.get("properties", {}):
            found[operation["operationId"]] = {"digest", "revision"} <= {*schema["required"]}
    assert found == dict.fromkeys(found, True)
    assert len(found) == 9
