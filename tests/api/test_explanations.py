"""`?explain=true`: explanations follow the contract, are translated, and are bounded in size and cost."""

import random
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.domain.rulebook.rules import is_halved
from pung_chow_settlement.domain.rulebook.settlement_terms import LoserLimit
from pung_chow_settlement.operations import FORM
from pung_chow_settlement.operations.deals import settle
from pung_chow_settlement.requests.refusals import Refused
from pung_chow_settlement.rulebooks import ALL, BUILT_IN
from pung_chow_settlement.texts import MESSAGES
from tests.conftest import request_named
from tests.support import random_houses
from tests.support.amounts import amount
from tests.support.oracle.legal_deals import random_deals
from tests.support.rulebook_cases import rule_cases

Json = dict[str, Any]
DEAL = request_named("layout-1")
PATHS = ("/v1/scores", "/v1/scores?explain=true")
HAND: Json = {"ruleset": "harr-1923", "round_wind": "south", "seat": "west"}
WON: Json = {"hand": {"concealed": "234p555m44s", "exposed": ["555z", "777z"]}, "win": {"source": "wall", "tile": "4p"}}


def reasons(score: Json) -> dict[str, str]:
    return {rule: each["text"] for each in score["explanation"]["not_counted"] for rule in each["rules"]}


def test_an_explained_deal_has_explanations_and_no_other_change(client: FlaskClient) -> None:
    plain = client.post("/v1/settlements", json=DEAL).get_json()
    explained = client.post("/v1/settlements?explain=true", json=DEAL).get_json()
    for seat, hand in explained["hands"].items():
        steps = hand.pop("explanation")["steps"]
        assert steps[0]["facts"]["score"] == plain["hands"][seat]["uncapped_score"]
    assert explained == plain


# The steps lead to the score

DRAWN = amount(8, 150)


def counted(rng: random.Random, deal: Json) -> Json:
    """The deal with hands that the players counted; the winner's may be a limit hand, or named by its rule."""
    win = deal.get("win") and {name: value for name, value in deal["win"].items() if name != "tile"}
    whole = rng.random() < 0.3
    takes_limit = BUILT_IN.by_id[deal["ruleset"]].rulebook.settlement.loser_limit is LoserLimit.TAKES_LIMIT
    hands: Json = {}
    for seat in deal["hands"]:
        limit_hand = whole and (takes_limit or seat == deal["winner"])
        hands[seat] = {"counted": {"points": 30, "doubles": rng.randrange(9), "limit_hand": limit_hand}}
    rules = [rule for rule in BUILT_IN.by_id[deal["ruleset"]].rulebook.rules if rule.limit_percent]
    if win is not None and rules and rng.random() < 0.3:
        rule = rng.choice(rules)
        hands[deal["winner"]] = {"counted": {"special": rule.id, **({"exposed": whole} if is_halved(rule) else {})}}
    return {**deal, "hands": hands} if win is None else {**deal, "hands": hands, "win": win}


HALVED: Json = {
    "rules": {
        "house:half": {
            "find": "sets-of",
            "parameters": {"kind": "pung-or-kong", "of": "any", "exposure": "exposed"},
            "text": "A pung or kong exposed, half",
            "halves": True,
        }
    }
}


UNLIMITED: Json = {"options": {"limit": {"default_integer": 0}}, "settlement": {"limit_without": 1000}}


def drawn(ruleset: str) -> Iterator[Json]:
    """Drawn deals: as they are, by house rules, without a limit, and counted by the players."""
    rng = random.Random(f"{ruleset} explained")
    for deal in islice(random_deals(ruleset, "explained"), DRAWN):
        yield deal
        yield {**deal, "house_rules": HALVED}
        yield {**deal, "options": {}, "house_rules": random_houses.house(rng, ruleset)}
        yield counted(rng, deal)
        yield {**counted(rng, deal), "options": {}, "house_rules": UNLIMITED}
        yield {**counted(rng, deal), "options": {}, "house_rules": random_houses.house(rng, ruleset)}


def explained_hands(ruleset: str) -> Iterator[Json]:
    for request in drawn(ruleset):
        try:
            answer = orjson.loads(settle(BUILT_IN, request, explain=True))
        except Refused:  # such as house rules without a shape that the hand has
            continue
        yield from answer["hands"].values()


def added_beside(hand: Json) -> int:
    """What flowers and seasons add to a share of the limit or to a fixed score, whose item is the last."""
    added = [item for item in hand["items"] if item.get("added")]
    if hand["limit_hands"]:
        added = [item for item in added if "limit_share" not in item]
    else:
        added.pop()
    return sum(item["added"] for item in added)


def followed(hand: Json) -> int:
    """What the steps of a hand come to, each held to its arithmetic."""
    value = 0
    for step in hand["explanation"]["steps"]:
        facts = step["facts"]
        match step["message_key"]:
            case "step.count":
                assert facts["points"] * facts["factor"] + facts["added"] == facts["score"]
                assert facts["score"] // (1 + hand.get("halved", 0)) + hand.get("rounded", 0) == hand["uncapped_score"]
            case "step.halved" | "step.rounded" as key:
                assert facts["score"] == (value // 2 if key == "step.halved" else value + hand["rounded"])
            case "step.beside":
                assert value + facts["added"] == facts["score"]
                assert facts["added"] == added_beside(hand)
            case "step.cut":
                assert value > facts["limit"] == facts["score"]
            case "step.not-cut":
                assert facts["score"] == value > facts["limit"]
            case "step.share-is-less":
                assert facts["share"] <= hand["score"]
        value = facts.get("score", value)
    assert "score" in hand["explanation"]["steps"][-1]["facts"]
    return value


def test_the_steps_lead_to_the_score_of_every_hand() -> None:
    said = set()
    for ruleset in ALL:
        for hand in explained_hands(ruleset.id):
            assert followed(hand) == hand["score"], hand
            said |= {step["message_key"] for step in hand["explanation"]["steps"]}
    assert said == {key for key in MESSAGES if key.startswith("step.")}


@pytest.mark.parametrize(
    ("counted", "steps"),
    [
        ({"points": 22, "doubles": 1, "limit_hand": True}, ["counted", "count", "share"]),
        ({"special": "heads-and-tails"}, ["named", "share"]),
    ],
)
def test_a_limit_hand_of_the_tables_count_has_the_count_among_its_steps_and_a_named_one_none(
    client: FlaskClient, counted: Json, steps: list[str]
) -> None:
    """By a rulebook that adds flowers to the limit; of a named hand there is no count to tell."""
    body = {"ruleset": "bmja", "seat": "south", "round_wind": "east", "hand": {"counted": counted}}
    explained = client.post("/v1/scores?explain=true", json={**body, "win": {"source": "wall"}}).get_json()
    keys = [step["message_key"] for step in explained["hand"]["explanation"]["steps"]]
    assert keys == [f"step.{step}" for step in steps]


def test_a_hand_says_in_german_why_a_rule_does_not_count(client: FlaskClient) -> None:
    body = {**HAND, **WON}
    score = client.post("/v1/scores?explain=1", json=body, headers={"Accept-Language": "de"}).get_json()["hand"]
    assert reasons(score)["no-chow"] == "234p ist ein Chow"
    assert score["explanation"]["steps"][0]["text"] == "34 Punkte x 4 + 0 = 136"


@pytest.mark.parametrize("language", ["de", "en"][: amount(some=1, whole=2)])
def test_an_explanation_is_no_longer_than_the_contract_says(client: FlaskClient, language: str) -> None:
    sizes = []
    for case in rule_cases():
        response = client.post("/v1/scores?explain=true", json=case.miss, headers={"Accept-Language": language})
        sizes.append(len(orjson.dumps(response.get_json()["hand"]["explanation"])))
    assert max(sizes) < 60 * 1024


def calls(client: FlaskClient, path: str, body: Json) -> int:
    """The number of function calls of a request when it is repeated."""
    number = 0

    def count(_frame: object, event: str, _: object) -> None:
        nonlocal number
        number += event == "call"

    client.post(path, json=body)
    sys.setprofile(count)
    try:
        client.post(path, json=body)
    finally:
        sys.setprofile(None)
    return number


@pytest.mark.skipif(FORM != "plain Python", reason="calls of compiled functions are not counted")
@pytest.mark.parametrize("ruleset", [each.id for each in ALL])
def test_an_explanation_costs_at_most_three_times_the_request_without(client: FlaskClient, ruleset: str) -> None:
    """Measured in function calls, which do not depend on the machine's load."""
    bodies = [body for case in rule_cases() if case.ruleset == ruleset for body in (case.hit, case.miss)]
    some = bodies[:: amount(9, 1)]
    plain, explained = (sum(calls(client, path, each) for each in some) for path in PATHS)
    assert explained <= 3 * plain


# A layout with the own and the round wind: South in West's round has a pung of west winds

WINDS: Json = {"hand": {"concealed": "123m456p789s333z77z"}, "win": {"source": "wall", "tile": "7z"}}


@pytest.mark.parametrize(
    ("seat", "round_wind", "wind", "reason"),
    [
        ("south", "west", "round", None),
        ("south", "west", "own", "why.tiles-far"),
        ("west", "south", "own", None),
        ("west", "south", "round", "why.tiles-far"),
    ],
)
def test_a_layout_of_one_wind_is_explained_by_that_wind(
    client: FlaskClient, seat: str, round_wind: str, wind: str, reason: str | None
) -> None:
    layout = {"tiles": f"chow of each suit, p/k of {wind} wind, pair of dragon"}
    rules = {"house:winds": {"text": "Winds", "layout": layout, "doubles": 1}}
    body = {**HAND, **WINDS, "seat": seat, "round_wind": round_wind, "house_rules": {"rules": rules}}
    hand = client.post("/v1/scores?explain=true", json=body).get_json()["hand"]
    missing = [each["message_key"] for each in hand["explanation"]["not_counted"] if "house:winds" in each["rules"]]
    counted = [item for item in hand["items"] if item["rule"] == "house:winds"]
    assert (missing, len(counted)) == (([], 1) if reason is None else ([reason], 0))


@pytest.mark.parametrize(("scored", "why"), [("points", "why.short-dead-hand"), ("score", None)])
def test_a_double_that_a_short_dead_hand_leaves_out_says_so(client: FlaskClient, scored: str, why: str | None) -> None:
    hand = {"concealed": "147m", "exposed": ["999m", "222z"], "dead": True}
    asked = {"ruleset": "dmjl", "round_wind": "east", "seat": "south", "hand": hand}
    body = {**asked, "house_rules": {"legality": {"short_dead_hand": scored}}}
    found = client.post("/v1/scores?explain=true", json=body).get_json()["hand"]
    keys = {rule: each["message_key"] for each in found["explanation"]["not_counted"] for rule in each["rules"]}
    assert keys.get("pung-of-own-wind") == why
    assert keys["pung-of-round-wind"] not in (why, None)
