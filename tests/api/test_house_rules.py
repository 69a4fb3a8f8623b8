"""House rules in requests: changes, sources, faults, bounds of cost, the catalogue and the resolved table."""

import copy
import json
from random import Random
from time import process_time
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.requests import house_rules
from pung_chow_settlement.requests.forms import MAX_OF_A_HAND
from pung_chow_settlement.rulebooks import ALL, BUILT_IN
from pung_chow_settlement.schemas.sections import MAX_CHANGES
from tests.api.test_contract_prose import BODIES
from tests.conftest import request_named
from tests.support import random_houses
from tests.support.amounts import amount, cpu_seconds
from tests.support.fuzz import drawn
from tests.support.worked import WORKED_DEALS

Json = dict[str, Any]
LAYOUT: Final = WORKED_DEALS[0]
RESOLVE: Final = "/v1/rulesets/resolve"
CPU: Final = cpu_seconds(alone=1.0)
"""Bound of processor time for 64 KiB, in seconds."""


def settled(client: FlaskClient, rules: Json, body: Json = LAYOUT, **more: Any) -> Json:
    response = client.post("/v1/settlements", json={**body, **more, "house_rules": rules})
    assert response.status_code == 200, response.get_json()
    settled_deal: Json = response.get_json()
    return settled_deal


def refused(client: FlaskClient, rules: Any, ruleset: str = "harr-1923") -> list[Json]:
    response = client.post(RESOLVE, json={"ruleset": ruleset, "house_rules": rules})
    assert response.status_code == 422, response.get_json()
    faults: list[Json] = response.get_json()["errors"]
    return faults


# Changes


@pytest.mark.parametrize(("path", "body"), BODIES.items(), ids=BODIES)
def test_empty_house_rules_change_nothing(client: FlaskClient, path: str, body: Json) -> None:
    plain = client.post(path, json=body).get_json()
    assert client.post(path, json={**body, "house_rules": {}}).get_json() == plain
    used = client.post(path, json={**body, "house_rules": {"title": "ours"}}).get_json()
    assert used.pop("house_rules").keys() == {"title"}
    assert used == plain


@pytest.mark.parametrize(
    ("ruleset", "condition"), [("bmja", "concealed-with-honours"), ("dmjl", "concealed-hand"), (None, None)]
)
def test_a_rule_may_name_its_rulebook(client: FlaskClient, ruleset: str | None, condition: str | None) -> None:
    """By default it is the first in the list that has the rule."""
    change = {} if ruleset is None else {"ruleset": ruleset}
    body = {"ruleset": "harr-1922", "house_rules": {"rules": {"concealed": change}}}
    table = client.post(RESOLVE, json=body).get_json()["table"]
    books = (client.get(f"/v1/rulesets/{each.id}").get_json() for each in ALL)
    first = next(book["id"] for book in books if has(book, "concealed"))
    expected = BUILT_IN.library.entries[first, "concealed"].rule.condition.definition.id
    assert table["rules"]["concealed"]["find"] == (condition or expected)


def has(book: Json, rule: str) -> bool:
    return any(each["id"] == rule for each in book["rules"])


# Settling


def test_a_changed_settlement_cites_the_request(client: FlaskClient) -> None:
    answer = settled(client, {"settlement": {"east": {"pays": 1}, "losers": "full-ways"}})
    sources = {payment["rule"]: payment["source"]["page"] for payment in answer["settlement"]["payments"]}
    assert sources["others-settle"] == "/house_rules/settlement/losers"
    assert sources["winner-collects"] != "/house_rules/settlement/losers"


# Numbers and paths


def test_what_may_win_is_part_of_a_rulebook_whether_house_rules_change_it_or_not(client: FlaskClient) -> None:
    plain = client.get("/v1/rulesets/western").get_json()["legality"]
    changed = {"chows": 4, "least_points": 20, "one_suit_only": False}
    assert {name: plain[name] for name in changed} == {"chows": 1, "least_points": 0, "one_suit_only": True}
    body = {"ruleset": "western", "house_rules": {"legality": changed}}
    assert client.post(RESOLVE, json=body).get_json()["legality"] == {**plain, **changed, "exposed_chows": True}


def test_what_the_players_agreed_on_is_in_what_may_win(client: FlaskClient) -> None:
    answer = client.post(RESOLVE, json={"ruleset": "harr-1922", "options": {"cleared_hands": True}}).get_json()
    assert answer["legality"]["one_suit_only"]
    assert not client.get("/v1/rulesets/harr-1922").get_json()["legality"]["one_suit_only"]


def test_a_whole_number_may_be_a_float(client: FlaskClient) -> None:
    def least(number: float) -> Any:
        rule = {"find": "some-concealed-pungs", "parameters": {"least": number, "claimed_kongs": False}, "doubles": 1}
        return settled(client, {"rules": {"house:pungs": rule}})["digest"]

    assert least(3.0) == least(3) != least(2)


def test_the_path_of_another_operation_is_no_rulebook(client: FlaskClient) -> None:
    response = client.get("/v1/rulesets/resolve")
    assert (response.status_code, response.headers["Allow"]) == (405, "POST")
    assert client.get("/v1/rulesets/resolved").status_code == 404


# Place in a body


def test_each_deal_of_a_batch_has_its_own_house_rules(client: FlaskClient) -> None:
    deals = [{**LAYOUT, "house_rules": {"rules": {"mah-jong": {"points": points}}}} for points in (10, 30)]
    results = client.post("/v1/settlements/batch", json={"deals": [*deals, LAYOUT]}).get_json()["results"]
    assert [result["answer"]["hands"]["east"]["points"] for result in results] == [50, 70, 60]
    assert ["house_rules" in result["answer"] for result in results] == [True, True, False]


@pytest.mark.parametrize(
    ("default", "accepted", "refused_limits"),
    [(None, [1230], [1234, 0]), (500, [1230, 1234], [0]), (0, [1230, 1234, 0], [9])],
)
def test_a_limit_of_house_rules_widens_what_the_request_may_set_as_its_guide_says(
    client: FlaskClient, default: int | None, accepted: list[int], refused_limits: list[int]
) -> None:
    """docs/house-rules.md, the table of options; `bmja` alone needs a multiple of 10."""
    rules = {} if default is None else {"options": {"limit": {"default_integer": default}}}
    for limit in (*accepted, *refused_limits):
        body = {"ruleset": "bmja", "house_rules": rules, "options": {"limit": limit}}
        assert client.post(RESOLVE, json=body).status_code == (200 if limit in accepted else 422), limit


def test_a_scoresheet_has_house_rules_for_all_entries(client: FlaskClient) -> None:
    sheet = request_named("short-sitting")
    rules = {"settlement": {"losers": "none"}}
    answer = client.post("/v1/scoresheets", json={**sheet, "house_rules": rules}).get_json()
    assert answer["house_rules"] == {}
    paid = answer["entries"][0]["payments"]
    assert {payment["reason"] for payment in paid} == {"winner"}
    entry = {**sheet["entries"][0], "house_rules": rules}
    wrong = client.post("/v1/scoresheets", json={**sheet, "entries": [entry]}).get_json()
    assert [fault["pointer"] for fault in wrong["errors"]] == ["/entries/0/house_rules"]


# Absent members


@pytest.mark.parametrize("rules", [
    {"rules": {"no-chow": {"replaces": None, "only_beside": None, "parameters": {}, "points": None}}},
    {"rules": {"no-chow": {"spoiled_by": None, "when_limit": None, "layout": None, "limit_share": None}}},
    {"rules": {}, "settlement": {"losers": None, "dangerous_discard": None, "limit_without": None, "east": {}}},
    {"legality": {"shapes": None, "robs_concealed": None}, "penalties": {}, "options": {}, "base_rules": None},
    {"penalties": {"false-mahjong": {"by_heads": {}, "points": None, "by_callers": {}}}},
])  # fmt: skip
def test_what_is_null_or_empty_is_absent(client: FlaskClient, rules: Json) -> None:
    """Except of a rule, a penalty and a default: clients send null and empty values for what is not set."""
    digests = [
        client.post(RESOLVE, json={"ruleset": "harr-1923-limit", "house_rules": each}).get_json()["digest"]
        for each in (rules, {})
    ]
    assert digests[0] == digests[1]


# Faults


def test_all_changes_count_towards_the_limit(client: FlaskClient) -> None:
    rules: Json = {f"house:r{number}": {"find": "no-chow", "doubles": 1} for number in range(MAX_CHANGES)}
    assert client.post(RESOLVE, json={"ruleset": "bmja", "house_rules": {"rules": rules}}).status_code == 200
    (fault,) = refused(client, {"rules": rules, "settlement": {"losers": "none"}})
    assert (fault["pointer"], fault["code"]) == ("/house_rules", "too-many-items")


def exists(document: Any, pointer: str) -> bool:
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        inside = document.get(name, ...) if isinstance(document, dict) else ...
        inside = document[int(name)] if isinstance(document, list) and int(name) < len(document) else inside
        if inside is ...:
            return False
        document = inside
    return True


def test_randomly_changed_house_rules_are_resolved_or_refused_at_their_pointers(client_unchecked: FlaskClient) -> None:
    rng, statuses = Random("changed house rules"), {200: 0, 422: 0}
    for _ in range(amount(600, 6000)):
        ruleset = rng.choice(sorted(BUILT_IN.by_id))
        body = {"ruleset": ruleset, "house_rules": drawn.changed(rng, random_houses.house(rng, ruleset))}
        response = client_unchecked.post(RESOLVE, json=body)
        assert response.status_code in statuses, (response.get_json(), body)
        statuses[response.status_code] += 1
        for fault in response.get_json().get("errors", ()):
            missing = fault["code"] in ("missing-member", "winners-only")
            pointer = fault["pointer"].rpartition("/")[0] if missing else fault["pointer"]
            pointer = pointer.removesuffix("/parameters") if missing else pointer
            assert pointer.startswith("/house_rules"), fault
            assert exists(body, pointer), (fault, body)
    assert min(statuses.values()) > 40, statuses


# Cost


def hostile() -> dict[str, Json]:
    waits = {f"house:w{number}": {"find": "waiting-for", "parameters": {"hand": one}, "applies_to": "others",
                                  "points": number} for number, one in enumerate(WAITS * 8)}  # fmt: skip
    names = [f"{name}{number}" for number, name in enumerate([*BUILT_IN.library.first] * 2)][:60]
    near = {f"house:n{number}": {"find": "no-chow", "replaces": names} for number in range(30)}
    everything = {f"house:f{number}": random_houses.own_rule(Random(number)) for number in range(99)}
    return {
        "a hundred hands to wait for": {"rules": dict([*waits.items()][:95]), "legality": {"shapes": SHAPES}},
        "names that are nearly known": {"rules": near},
        "rules that are nearly known": {"rules": {f"{name}x": {} for name in [*BUILT_IN.library.first][:100]}},
        "finders of every kind": {"rules": everything},
        "unknown parameters": {
            "rules": {"house:p": {"find": "sets", "parameters": {f"kindd{n}": 1 for n in range(4000)}}}
        },
        "long texts": {"rules": {f"house:t{number}": {"find": "no-chow", "text": "x" * 600} for number in range(100)}},
        "deep": {"rules": {"mah-jong": {"parameters": nested(20)}}},
        "many members": {f"member{number}": number for number in range(3000)},
        "many rules": {"rules": {f"r{number}": {} for number in range(4000)}},
    }  # fmt: skip


def nested(depth: int) -> Any:
    return {} if depth == 0 else {"x": nested(depth - 1)}


WAITS: Final = BUILT_IN.library.conditions["waiting-for"].parameters["hand"].choices
SHAPES: Final = [*BUILT_IN.library.conditions["shape"].parameters["shape"].choices]


@pytest.mark.parametrize("name", hostile())
def test_hostile_house_rules_take_bounded_time(client_unchecked: FlaskClient, name: str) -> None:
    rules, body = hostile()[name], {**LAYOUT, "house_rules": hostile()[name]}
    bounded = CPU * max(1, len(json.dumps(body)) / 65536)
    for number in range(3):
        body["house_rules"] = {**rules, "title": f"another {number}"}
        started = process_time()
        response = client_unchecked.post("/v1/settlements", json=body)
        assert process_time() - started < bounded
        assert response.status_code in (200, 422)
        assert len(response.data) < 4 * 65536


def test_house_rules_with_layouts_have_a_smaller_cache(client_unchecked: FlaskClient) -> None:
    cache, plain = house_rules._with_layouts, house_rules._without_layouts
    cache.cache_clear()
    before = plain.cache_info()
    for score in range(1, 40):
        settled(client_unchecked, {"rules": {"house:pairs": {"layout": {"tiles": "7 pairs of a/b"}, "score": score}}})
    assert cache.cache_info().currsize == cache.cache_info().maxsize == house_rules._KEPT_WITH_LAYOUTS
    assert plain.cache_info() == before


def test_resolved_house_rules_are_cached_by_content_and_bounded(client_unchecked: FlaskClient) -> None:
    cache = house_rules._without_layouts
    cache.cache_clear()
    for points in range(200):
        settled(client_unchecked, {"rules": {"mah-jong": {"points": points}}})
    assert cache.cache_info().currsize == cache.cache_info().maxsize == house_rules._KEPT
    hits = cache.cache_info().hits
    shuffled = {"settlement": {"losers": "none"}, "rules": {"mah-jong": {"points": 1, "doubles": 0}}}
    for rules in (shuffled, {"rules": {"mah-jong": {"doubles": 0, "points": 1}}, "settlement": {"losers": "none"}}):
        settled(client_unchecked, copy.deepcopy(rules))
    assert cache.cache_info().hits == hits + 1


# The catalogue, and the resolved table


def test_every_condition_can_be_used_with_the_parameters_of_the_catalogue(client: FlaskClient) -> None:
    finders = client.get("/v1/finders").get_json()["finders"]
    assert len(finders) > 70
    rules = {}
    for number, condition in enumerate(finders):
        values = {each["name"]: any_value(each) for each in condition["parameters"]}
        who = "winner" if condition["winner_only"] else "all"
        rules[f"house:r{number}"] = {"find": condition["id"], "parameters": values, "applies_to": who, "points": 1}
    response = client.post(RESOLVE, json={"ruleset": "bmja", "house_rules": {"rules": rules}})
    assert response.status_code == 200, response.get_json()
    table = response.get_json()["table"]
    assert {name: table["rules"][name]["find"] for name in rules} == {name: rules[name]["find"] for name in rules}


OF_ANY_HAND: Final = """
    all-flowers all-seasons bonus-tiles called-without-winning flowers-of four-kongs four-winds
    heads-not-honours-only heads-only honours-only in-round little-three-dragons no-kong one-suit
    one-suit-with-honours ones-and-nines ones-and-nines-of-one-suit-with-honours ones-and-nines-with-honours
    own-flower own-flower-and-season own-season pair-of-dragons pair-of-own-and-round-wind pair-of-own-wind
    pair-of-round-wind pung-of-dragons pung-of-own-and-round-wind pung-of-own-wind pung-of-round-wind sets sets-of
    sets-of-honours simples-only sits-as some-concealed-kongs some-concealed-pungs some-concealed-pungs-or-kongs
    some-kongs some-sets-of three-dragons three-winds-and-pair waiting-for
"""


def test_the_catalogue_tells_what_can_be_asked_of_a_hand_that_did_not_win(client: FlaskClient) -> None:
    finders = client.get("/v1/finders").get_json()["finders"]
    assert {each["id"] for each in finders if not each["winner_only"]} == set(OF_ANY_HAND.split())


def any_value(parameter: Json) -> Any:
    return {"boolean": True, "integer": parameter.get("minimum"), "string": parameter.get("choices", [None])[0]}[
        parameter["type"]
    ]


@pytest.mark.parametrize("ruleset", sorted(BUILT_IN.by_id))
def test_a_resolved_rulebook_without_changes_is_the_rulebook(client: FlaskClient, ruleset: str) -> None:
    resolved = client.post(RESOLVE, json={"ruleset": ruleset}).get_json()
    assert resolved.pop("house_rules") == {}
    assert resolved.pop("table")
    assert resolved == client.get(f"/v1/rulesets/{ruleset}").get_json()


def test_totals_of_a_thousand_greatest_payments_are_exact_as_floating_point(
    client: FlaskClient,
) -> None:
    rules = {
        f"house:{doubles}": {"text": "x", "doubles": doubles, "not": {"find": "honours-only"}} for doubles in (12, 13)
    }
    settlement = {
        "discarder": {"share": 12, "others_share": 12}, "self_drawn": 12, "east": {"pays": 12, "receives": 12},
        "losers": "none",
    }  # fmt: skip
    hands = {
        "east": {"concealed": "22555888m111333z"}, "south": {"concealed": "1357p2468s13577s"},
        "west": {"concealed": "147m258p369s1222z"}, "north": {"concealed": "147m258p369s5677z"},
    }  # fmt: skip
    deal = {
        "ruleset": "harr-1923", "house_rules": {"rules": rules, "settlement": settlement}, "round_wind": "east",
        "winner": "east", "win": {"source": "wall", "tile": "8m"}, "hands": hands,
    }  # fmt: skip
    answer = client.post("/v1/settlements", json=deal).get_json()
    assert MAX_OF_A_HAND / 2 < answer["hands"]["east"]["score"] <= MAX_OF_A_HAND
    greatest = MAX_OF_A_HAND / answer["hands"]["east"]["score"] * answer["settlement"]["net"]["east"]
    assert 1000 * greatest < 2**53
