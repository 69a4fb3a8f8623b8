"""House rules in requests: what they change and what they refuse, who is given to say so, and what they may cost."""

import copy
import json
from random import Random
from time import process_time
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from service.requests import house_rules
from service.rulebooks import BY_ID, LIBRARY
from service.usecases.bounds import MOST_SCORE
from support import random_houses
from support.amounts import amount, cpu_seconds
from support.fuzz import drawn
from tests.api.test_contract_prose import BODIES
from tests.conftest import request_named, worked

Json = dict[str, Any]
LAYOUT: Final = worked("deals")[0]["request"]
RESOLVE: Final = "/v1/rulesets/resolve"
CPU: Final = cpu_seconds(alone=1.0)
"""Seconds that 64 KiB may cost."""


def settled(client: FlaskClient, rules: Json, body: Json = LAYOUT, **more: Any) -> Json:
    answer = client.post("/v1/settlements", json={**body, **more, "house_rules": rules})
    assert answer.status_code == 200, answer.get_json()
    shown: Json = answer.get_json()
    return shown


def refused(client: FlaskClient, rules: Any, ruleset: str = "harr-1923") -> list[Json]:
    answer = client.post(RESOLVE, json={"ruleset": ruleset, "house_rules": rules})
    assert answer.status_code == 422, answer.get_json()
    faults: list[Json] = answer.get_json()["errors"]
    return faults


# What they change


@pytest.mark.parametrize(("path", "body"), BODIES.items(), ids=BODIES)
def test_none_are_as_no_house_rules_everywhere(client: FlaskClient, path: str, body: Json) -> None:
    plain = client.post(path, json=body).get_json()
    assert client.post(path, json={**body, "house_rules": {}}).get_json() == plain
    used = client.post(path, json={**body, "house_rules": {"title": "ours"}}).get_json()
    assert used.pop("house_rules").keys() == {"title", "digest"}
    assert used == plain


@pytest.mark.parametrize(
    ("ruleset", "condition"), [("bmja", "concealed-with-honours"), ("dmjl", "concealed-hand"), (None, None)]
)
def test_the_rulebook_whose_rule_is_meant_can_be_named(
    client: FlaskClient, ruleset: str | None, condition: str | None
) -> None:
    """Absent, it is the first that has it, in the order of the list."""
    change = {} if ruleset is None else {"ruleset": ruleset}
    body = {"ruleset": "harr-1922", "house_rules": {"rules": {"concealed": change}}}
    table = client.post(RESOLVE, json=body).get_json()["table"]
    first = next(book["id"] for book in client.get("/v1/rulesets").get_json()["rulesets"] if has(book, "concealed"))
    expected = LIBRARY.entries[first, "concealed"].rule.looks_for.condition.id
    assert table["rules"]["concealed"]["find"] == (condition or expected)


def has(book: Json, rule: str) -> bool:
    return any(each["id"] == rule for each in book["rules"])


# Settling


def test_a_changed_settlement_is_reported_to_come_from_the_request(client: FlaskClient) -> None:
    answer = settled(client, {"settlement": {"east": {"pays": 1}, "losers": "full-ways"}})
    sources = {payment["rule"]: payment["source"]["page"] for payment in answer["settlement"]["payments"]}
    assert sources["others-settle"] == "/house_rules/settlement/losers"
    assert sources["winner-collects"] != "/house_rules/settlement/losers"


# What may win


def test_what_may_win_is_part_of_a_rulebook_whether_house_rules_change_it_or_not(client: FlaskClient) -> None:
    plain = client.get("/v1/rulesets/western").get_json()["legality"]
    changed = {"chows": 4, "least_points": 20, "one_suit_only": False}
    assert {name: plain[name] for name in changed} == {"chows": 1, "least_points": 0, "one_suit_only": True}
    body = {"ruleset": "western", "house_rules": {"legality": changed}}
    assert client.post(RESOLVE, json=body).get_json()["legality"] == {**plain, **changed}


def test_what_the_players_agreed_on_is_in_what_may_win(client: FlaskClient) -> None:
    answer = client.post(RESOLVE, json={"ruleset": "harr-1922", "options": {"cleared_hands": True}}).get_json()
    assert answer["legality"]["one_suit_only"]
    assert not client.get("/v1/rulesets/harr-1922").get_json()["legality"]["one_suit_only"]


def test_a_whole_number_may_be_written_as_clients_without_integers_do(client: FlaskClient) -> None:
    def least(number: float) -> Any:
        rule = {"find": "some-concealed-pungs", "parameters": {"least": number, "claimed_kongs": False}, "doubles": 1}
        return settled(client, {"rules": {"house:pungs": rule}})["house_rules"]["digest"]

    assert least(3.0) == least(3) != least(2)


def test_a_path_of_another_operation_is_no_rulebook(client: FlaskClient) -> None:
    answer = client.get("/v1/rulesets/resolve")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert client.get("/v1/rulesets/resolved").status_code == 404


# Where they stand in a body


def test_each_deal_of_a_batch_has_its_own(client: FlaskClient) -> None:
    deals = [{**LAYOUT, "house_rules": {"rules": {"mah-jong": {"points": points}}}} for points in (10, 30)]
    results = client.post("/v1/settlements/batch", json={"deals": [*deals, LAYOUT]}).get_json()["results"]
    assert [result["answer"]["hands"]["east"]["points"] for result in results] == [50, 70, 60]
    assert ["house_rules" in result["answer"] for result in results] == [True, True, False]


def test_a_scoresheet_has_them_once_at_its_head(client: FlaskClient) -> None:
    sheet = request_named("short-sitting")
    rules = {"settlement": {"losers": "none"}}
    answer = client.post("/v1/scoresheets", json={**sheet, "house_rules": rules}).get_json()
    assert answer["house_rules"].keys() == {"digest"}
    paid = answer["entries"][0]["payments"]
    assert {payment["reason"] for payment in paid} == {"winner"}
    entry = {**sheet["entries"][0], "house_rules": rules}
    wrong = client.post("/v1/scoresheets", json={**sheet, "entries": [entry]}).get_json()
    assert [fault["pointer"] for fault in wrong["errors"]] == ["/entries/0/house_rules"]


# What says nothing, and what says none


@pytest.mark.parametrize("rules", [
    {"rules": {"no-chow": {"replaces": [], "only_beside": [], "parameters": {}, "points": None, "when_limit": None}}},
    {"rules": {}, "settlement": {"losers": None, "dangerous_discard": None, "limit_without": None, "east": {}}},
    {"legality": {"shapes": [], "robs_concealed": []}, "penalties": {}, "options": {}, "base_rules": None},
])  # fmt: skip
def test_what_is_null_or_empty_is_absent(client: FlaskClient, rules: Json) -> None:
    """But for a rule, a penalty and a default; clients send such for what their users did not set."""
    digests = [
        client.post(RESOLVE, json={"ruleset": "harr-1923-limit", "house_rules": shown}).get_json()["house_rules"][
            "digest"
        ]
        for shown in (rules, {})
    ]
    assert digests[0] == digests[1]


# What they refuse


def test_changes_are_counted_wherever_they_stand(client: FlaskClient) -> None:
    rules: Json = {f"house:r{number}": {"find": "no-chow"} for number in range(150)}
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


def test_changed_house_rules_are_refused_at_their_place_or_resolved(client_unchecked: FlaskClient) -> None:
    rng, statuses = Random("changed house rules"), {200: 0, 422: 0}
    for _ in range(amount(600, 6000)):
        ruleset = rng.choice(sorted(BY_ID))
        body = {"ruleset": ruleset, "house_rules": drawn.changed(rng, random_houses.house(rng, ruleset))}
        answer = client_unchecked.post(RESOLVE, json=body)
        assert answer.status_code in statuses, (answer.get_json(), body)
        statuses[answer.status_code] += 1
        for fault in answer.get_json().get("errors", ()):
            missing = fault["code"] in ("missing-member", "winners-only")
            pointer = fault["pointer"].rpartition("/")[0] if missing else fault["pointer"]
            pointer = pointer.removesuffix("/parameters") if missing else pointer
            assert pointer.startswith("/house_rules"), fault
            assert exists(body, pointer), (fault, body)
    assert min(statuses.values()) > 40, statuses


# What they may cost


def hostile() -> dict[str, Json]:
    waits = {f"house:w{number}": {"find": "waiting-for", "parameters": {"hand": one}, "applies_to": "others",
                                  "points": number} for number, one in enumerate(WAITS * 8)}  # fmt: skip
    names = [f"{name}{number}" for number, name in enumerate([*LIBRARY.first] * 2)][:60]
    near = {f"house:n{number}": {"find": "no-chow", "replaces": names} for number in range(30)}
    everything = {f"house:f{number}": random_houses.made(Random(number)) for number in range(99)}
    return {
        "a hundred hands to wait for": {"rules": dict([*waits.items()][:95]), "legality": {"shapes": SHAPES}},
        "names that are nearly known": {"rules": near},
        "rules that are nearly known": {"rules": {f"{name}x": {} for name in [*LIBRARY.first][:100]}},
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


WAITS: Final = LIBRARY.conditions["waiting-for"].parameters["hand"].choices
SHAPES: Final = [*LIBRARY.conditions["shape"].parameters["shape"].choices]


@pytest.mark.parametrize("name", hostile())
def test_hostile_house_rules_cost_bounded_time(client_unchecked: FlaskClient, name: str) -> None:
    rules, body = hostile()[name], {**LAYOUT, "house_rules": hostile()[name]}
    bounded = CPU * max(1, len(json.dumps(body)) / 65536)
    for number in range(3):
        body["house_rules"] = {**rules, "title": f"another {number}"}
        started = process_time()
        answer = client_unchecked.post("/v1/settlements", json=body)
        assert process_time() - started < bounded
        assert answer.status_code in (200, 422)
        assert len(answer.data) < 4 * 65536


def test_house_rules_with_layouts_are_kept_apart_and_few(client_unchecked: FlaskClient) -> None:
    kept, plain = house_rules._with_layouts, house_rules._without_layouts
    kept.cache_clear()
    before = plain.cache_info()
    for score in range(1, 40):
        settled(client_unchecked, {"rules": {"house:pairs": {"layout": {"tiles": "7 pairs of a/b"}, "score": score}}})
    assert kept.cache_info().currsize == kept.cache_info().maxsize == house_rules._KEPT_WITH_LAYOUTS
    assert plain.cache_info() == before


def test_resolved_house_rules_are_kept_by_their_content_and_bounded(client_unchecked: FlaskClient) -> None:
    kept = house_rules._without_layouts
    kept.cache_clear()
    for points in range(200):
        settled(client_unchecked, {"rules": {"mah-jong": {"points": points}}})
    assert kept.cache_info().currsize == kept.cache_info().maxsize == house_rules._KEPT
    hits = kept.cache_info().hits
    shuffled = {"settlement": {"losers": "none"}, "rules": {"mah-jong": {"points": 1, "doubles": 0}}}
    for rules in (shuffled, {"rules": {"mah-jong": {"doubles": 0, "points": 1}}, "settlement": {"losers": "none"}}):
        settled(client_unchecked, copy.deepcopy(rules))
    assert kept.cache_info().hits == hits + 1


# The catalogue, and the whole table


def test_every_finder_can_be_made_by_what_the_catalogue_tells(client: FlaskClient) -> None:
    finders = client.get("/v1/finders").get_json()["finders"]
    assert len(finders) > 70
    rules = {}
    for number, condition in enumerate(finders):
        values = {each["name"]: some(each) for each in condition["parameters"]}
        who = "winner" if condition["winner_only"] else "all"
        rules[f"house:r{number}"] = {"find": condition["id"], "parameters": values, "applies_to": who, "points": 1}
    answer = client.post(RESOLVE, json={"ruleset": "bmja", "house_rules": {"rules": rules}})
    assert answer.status_code == 200, answer.get_json()
    table = answer.get_json()["table"]
    assert {name: table["rules"][name]["find"] for name in rules} == {name: rules[name]["find"] for name in rules}


def some(parameter: Json) -> Any:
    return {"boolean": True, "integer": parameter.get("minimum"), "string": parameter.get("choices", [None])[0]}[
        parameter["type"]
    ]


@pytest.mark.parametrize("ruleset", sorted(BY_ID))
def test_a_resolved_rulebook_is_reported_as_the_rulebook_is(client: FlaskClient, ruleset: str) -> None:
    shown = client.post(RESOLVE, json={"ruleset": ruleset}).get_json()
    assert shown.pop("house_rules").keys() == {"digest"}
    assert shown.pop("table")
    assert shown == client.get(f"/v1/rulesets/{ruleset}").get_json()


def test_the_greatest_payments_of_a_thousand_deals_come_to_totals_that_are_exact_as_floating_point(
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
    assert MOST_SCORE / 2 < answer["hands"]["east"]["score"] <= MOST_SCORE
    greatest = MOST_SCORE / answer["hands"]["east"]["score"] * answer["settlement"]["net"]["east"]
    assert 1000 * greatest < 2**53
