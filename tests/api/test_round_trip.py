"""The `table` of each rulebook, sent as house rules on every other one, gives the same answers to a drawn corpus."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.rulebooks import BUILT_IN
from tests.support.amounts import amount
from tests.support.fuzz import bodies
from tests.support.fuzz.drawn import RULESETS as WITH_DEALS
from tests.support.fuzz.drawn import bodies_of, legal_deal, one_tile_wrong
from tests.support.tables import NOTHING, played

Json = dict[str, Any]
RULESETS = sorted(BUILT_IN.by_id)
DEALS = amount(some=1, whole=30)
CITED = {"source", "text", "interpretation", "ruleset", "revision", "options", "house_rules", "books"}
"""What depends on the rulebook that house rules are applied to."""
OF_THE_BASE = {"rule", "changed_by", "settling"}
"""The ids of rules that settle, which are the base's; items of scores keep the ids of their rules."""


def corpus(ruleset: str) -> Iterator[tuple[str, Json]]:
    """Requests without options, of every operation: legal ones, and ones that are to be refused."""
    rng, dealt = random.Random(f"{ruleset} round trip"), ruleset if ruleset in WITH_DEALS else "bmja"
    for _ in range(DEALS):
        for path, body in bodies_of(rng, legal_deal(rng, dealt)):
            yield path, _plain(body)
            yield path, _plain(one_tile_wrong(rng, body))
    for fine in ("misnamed-discard", "misnamed-for-mah-jong", "late"):
        yield "/v1/fines", {"fine": fine, "seat": "west", "payee": "east"}
        yield "/v1/fines", {"fine": fine, "seat": "west", "payee": "south", "score": 64}
    yield from played()


def _plain(body: Json) -> Json:
    """The body without what is said of a rulebook."""
    kept = {name: value for name, value in body.items() if name not in ("ruleset", "options", "house_rules")}
    if "deals" in kept:
        kept["deals"] = [_plain(deal) for deal in kept["deals"]]
    return kept


def _under(body: Json, ruleset: str, house_rules: Json | None = None) -> Json:
    """The body under a rulebook with these house rules."""
    if "deals" in body:
        return {**body, "deals": [_under(deal, ruleset, house_rules) for deal in body["deals"]]}
    return {**body, "ruleset": ruleset, **({} if house_rules is None else {"house_rules": house_rules})}


def answer(client: FlaskClient, path: str, body: Json) -> Any:
    """The numbers of an answer, or its faults, without what cites a rulebook."""
    response = client.post(path, json=body)
    answer = response.get_json(force=True)
    if response.status_code != 200:
        return response.status_code, sorted((each["pointer"], each["code"]) for each in answer["errors"])
    return comparable(answer)


def comparable(value: Any, *, of_a_score: bool = False) -> Any:
    """A value without what cites a rulebook, items of scores in one order."""
    if isinstance(value, list):
        found = [comparable(each, of_a_score=of_a_score) for each in value]
        return sorted(found, key=lambda each: json.dumps(each, sort_keys=True)) if of_a_score else found
    if not isinstance(value, dict):
        return value
    left_out = CITED if of_a_score else CITED | OF_THE_BASE
    if any(item.get("limit_share") for item in value.get("items", ())):
        value = {**value, "items": [without_added(item) for item in value["items"]]}
    return {
        name: comparable(each, of_a_score=of_a_score or name in ("items", "errors", "limit_hands"))
        for name, each in value.items()
        if name not in left_out
    }


def without_added(item: Json) -> Json:
    """The item of a limit hand without its part of what the hand adds, whose sum is a member of the score.

    Of several shares the first adds it, and a double of flowers multiplies what those before it added: the parts depend
    on the order of the rulebook's rules.
    """
    return {name: value for name, value in item.items() if name != "added"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_table_gives_the_same_answers_on_every_other_rulebook(client: FlaskClient, ruleset: str) -> None:
    table = client.post("/v1/rulesets/resolve", json={"ruleset": ruleset, "house_rules": {}}).get_json()["table"]
    answered, others = 0, [other for other in RULESETS if other != ruleset]
    for number, (path, body) in enumerate(corpus(ruleset)):
        own = answer(client, path, _under(body, ruleset))
        answered += isinstance(own, dict)
        for other in [others[(number + each) % len(others)] for each in range(amount(some=1, whole=len(others)))]:
            assert answer(client, path, _under(body, other, table)) == own, (other, path, body)
    assert answered > DEALS


def test_an_ordinary_hand_of_western_has_no_exposed_chow_by_its_table(client: FlaskClient) -> None:
    """The near miss has a pung in place of the chow."""
    table = client.post("/v1/rulesets/resolve", json={"ruleset": "western", "house_rules": {}}).get_json()["table"]
    for third, status in (("234p", 422), ("333p", 200)):
        hand = {"concealed": "66p", "exposed": ["777p", third, "999p", "111z"]}
        win = {"source": "wall", "tile": "6p"}
        hands = {"east": NOTHING, "south": hand, "west": NOTHING, "north": NOTHING}
        deal = {"round_wind": "east", "winner": "south", "win": win, "hands": hands}
        for under in ({"ruleset": "western"}, {"ruleset": "bmja", "house_rules": table}):
            assert client.post(bodies.SETTLE, json={**deal, **under}).status_code == status
