"""House rules in requests: what they change and what they refuse, who is told to say so, and what they may cost."""

import copy
import json
from random import Random
from time import process_time
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from service.domain.rulebooks import BY_ID, LIBRARY
from service.requests import house_rules
from tests import house
from tests.api.test_terms_of_the_contract import BODIES
from tests.cases import against, deal, hand, won
from tests.conftest import request_named, worked

Json = dict[str, Any]
LAYOUT: Final = worked("deals")[0]["request"]
RESOLVE: Final = "/v1/rulesets/resolve"
CPU: Final = 1.0
"""Seconds that 64 KiB may cost."""
PURE: Final = hand("22555888m", "1111m", "999m")


def settled(client: FlaskClient, rules: Json, body: Json = LAYOUT, **more: Any) -> Json:
    answer = client.post("/v1/settlements", json={**body, **more, "house_rules": rules})
    assert answer.status_code == 200, answer.get_json()
    told: Json = answer.get_json()
    return told


def refused(client: FlaskClient, rules: Any, ruleset: str = "harr-1923") -> list[Json]:
    answer = client.post(RESOLVE, json={"ruleset": ruleset, "house_rules": rules})
    assert answer.status_code == 422, answer.get_json()
    faults: list[Json] = answer.get_json()["errors"]
    return faults


def items(answer: Json, seat: str, rule: str) -> list[Json]:
    return [item for item in answer["hands"][seat]["items"] if item["rule"] == rule]


# What they change


@pytest.mark.parametrize(("path", "body"), BODIES.items(), ids=BODIES)
def test_none_are_as_no_house_rules_everywhere(client: FlaskClient, path: str, body: Json) -> None:
    plain = client.post(path, json=body).get_json()
    assert client.post(path, json={**body, "house_rules": {}}).get_json() == plain
    used = client.post(path, json={**body, "house_rules": {"title": "ours"}}).get_json()
    assert used.pop("house_rules").keys() == {"title", "digest"}
    assert used == plain


def test_a_changed_rule_counts_what_the_table_says_and_names_the_request(client: FlaskClient) -> None:
    answer = settled(client, {"title": "Ten", "rules": {"mah-jong": {"points": 10}}})
    (item,) = items(answer, "east", "mah-jong")
    assert (item["points"], item["source"]) == (10, {"book": "house", "page": "/house_rules/rules/mah-jong"})
    assert answer["hands"]["east"]["score"] == 50 * 2**3
    assert answer["house_rules"]["title"] == "Ten"
    assert items(answer, "east", "no-chow")[0]["source"]["book"] == "harr-1923"


def test_a_rule_that_is_left_out_counts_nothing(client: FlaskClient) -> None:
    assert items(settled(client, {"rules": {"mah-jong": None}}), "east", "mah-jong") == []


def test_a_rule_of_another_rulebook_is_switched_on_with_its_worth_or_another(client: FlaskClient) -> None:
    rules: Json = {"three-concealed-pungs": {}, "bonus-tile": {"points": 5}}
    body = {**LAYOUT, "ruleset": "bmja", "options": {"chows": 4}}
    body["hands"] = against("east", hand("111333555m22p", "789s", bonus="1f"))
    body["win"] = won("wall", "2p")
    told = settled(client, {"rules": rules}, body)["hands"]["east"]
    set_kind = {item["rule"]: (item["points"], item["doubles"]) for item in told["items"]}
    assert (set_kind["three-concealed-pungs"], set_kind["bonus-tile"]) == ((0, 1), (5, 0))


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


def test_a_rule_of_the_tables_own_counts_in_the_winners_hand(client: FlaskClient) -> None:
    rules = {"house:one-suit-again": {"find": "one-suit", "text": "Once more", "doubles": 1}}
    answer = settled(client, {"rules": rules})
    (item,) = items(answer, "east", "house:one-suit-again")
    assert (item["text"], item["doubles"]) == ("Once more", 1)
    assert items(answer, "south", "house:one-suit-again") == []


def test_a_shape_comes_with_its_rule_and_goes_with_it(client: FlaskClient) -> None:
    pairs = deal("dmjl", "east", won("wall", "9s"), against("east", hand("1133m5577p2299s55z")))
    assert client.post("/v1/settlements", json=pairs).status_code == 422
    rules = {"house:twins": {"find": "shape", "parameters": {"shape": "seven-pairs"}, "limit_percent": 50}}
    assert settled(client, {"rules": rules}, pairs)["hands"]["east"]["score"] == 250
    wonders = deal("dmjl", "east", won("wall", "9s"), against("east", hand("19m19p199s1234567z")))
    assert settled(client, {}, wonders)["hands"]["east"]["limit_hands"] == ["thirteen-orphans"]
    without = {**wonders, "house_rules": {"rules": {"thirteen-orphans": None}}}
    assert client.post("/v1/settlements", json=without).status_code == 422


def test_only_what_is_named_counts_where_the_base_is_left_out(client: FlaskClient) -> None:
    answer = settled(client, {"base_rules": "left-out", "rules": {"mah-jong": {}, "pung-of-dragons": {}}})
    counted = {item["rule"] for score in answer["hands"].values() for item in score["items"]}
    assert counted <= {"mah-jong", "pung-of-dragons"}


# Settling


def nets(client: FlaskClient, settlement: Json, **win: Any) -> dict[str, int]:
    """Who wins and loses what: South wins with 152, East has 24, West 4 and North 0."""
    body = deal(
        "millington",
        "south",
        won("discard", "5p", "west") | win,
        {
            "east": hand("113469m25s66z", "111z"),
            "south": hand("55p888s", "222m", "777z", "999p"),
            "west": hand("", partial=True, bonus="3f"),
            "north": hand("", partial=True),
        },
    )
    answer = settled(client, {"settlement": settlement, "rules": {"concealed-hand": {}}}, body)
    scores = {seat: score["score"] for seat, score in answer["hands"].items()}
    assert scores == SCORES, answer["hands"]["south"]
    net: dict[str, int] = answer["settlement"]["net"]
    return net


SCORES: Final = {"east": 24, "south": 152, "west": 4, "north": 0}


@pytest.mark.parametrize(
    ("settlement", "net"),
    [
        ({}, (-304 + 40 + 48, 608, -152 - 40 + 4, -152 - 48 - 4)),
        ({"losers": "none"}, (-304, 608, -152, -152)),
        ({"losers": "full-ways"}, (-304 + 48 + 48 - 8, 608, -152 - 48 + 8 + 4, -152 - 48 - 4)),
        ({"losers": "none", "east": {"pays": 1, "receives": 1}}, (-152, 456, -152, -152)),
        ({"east": {"pays": 2, "receives": 1}}, (-304 + 20 + 24, 608, -152 - 20 + 4, -152 - 24 - 4)),
        ({"losers": "none", "discarder": {"share": 2}}, (-304, 760, -304, -152)),
        ({"losers": "none", "discarder": {"share": 1, "others_share": 0}}, (0, 152, -152, 0)),
        ({"losers": "none", "discarder": {"for_all": True}}, (0, 608, -608, 0)),
        ({"losers": "none", "self_drawn": 3}, (-304, 608, -152, -152)),
    ],
)
def test_a_table_settles_as_it_says(client: FlaskClient, settlement: Json, net: tuple[int, ...]) -> None:
    assert tuple(nets(client, settlement).values()) == net


def test_a_changed_settlement_is_told_to_come_from_the_request(client: FlaskClient) -> None:
    answer = settled(client, {"settlement": {"east": {"pays": 1}, "losers": "full-ways"}})
    sources = {payment["rule"]: payment["source"]["page"] for payment in answer["settlement"]["payments"]}
    assert sources["others-settle"] == "/house_rules/settlement/losers"
    assert sources["winner-collects"] != "/house_rules/settlement/losers"


# What may win


@pytest.mark.parametrize(
    ("legality", "code"),
    [
        ({"least_points": 60}, None),
        ({"least_points": 61}, "too-few-points"),
        ({"least_doubles": 3}, None),
        ({"least_doubles": 4}, "too-few-doubles"),
        ({"one_suit_only": True}, None),
        ({"chows": 0}, None),
    ],
)
def test_a_winner_needs_what_the_table_asks_for(client: FlaskClient, legality: Json, code: str | None) -> None:
    """The first layout: 60 points and three doubles, all of one suit, no chow."""
    answer = client.post("/v1/settlements", json={**LAYOUT, "house_rules": {"legality": legality}})
    faults = [(fault["code"], fault["pointer"]) for fault in answer.get_json().get("errors", ())]
    assert faults == ([] if code is None else [(code, "/hands/east/concealed")])


def test_a_whole_number_may_be_written_as_clients_without_integers_do(client: FlaskClient) -> None:
    def least(number: float) -> Any:
        rule = {"find": "some-concealed-pungs", "parameters": {"least": number, "claimed_kongs": False}, "doubles": 1}
        return settled(client, {"rules": {"house:pungs": rule}})["house_rules"]["digest"]

    assert least(3.0) == least(3) != least(2)


def test_a_path_of_another_operation_is_no_rulebook(client: FlaskClient) -> None:
    answer = client.get("/v1/rulesets/resolve")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert client.get("/v1/rulesets/resolved").status_code == 404


@pytest.mark.parametrize(("least", "pointers"), [(30, []), (31, ["/hands/east/counted"])])
def test_a_counted_winner_needs_the_points_too(client: FlaskClient, least: int, pointers: list[str]) -> None:
    hands = {**LAYOUT["hands"], "east": {"counted": {"points": 30, "doubles": 2}}}
    body = {**LAYOUT, "hands": hands, "house_rules": {"legality": {"least_points": least}}}
    body["win"] = {name: value for name, value in LAYOUT["win"].items() if name != "tile"}
    answer = client.post("/v1/settlements", json=body).get_json()
    assert [fault["pointer"] for fault in answer.get("errors", ())] == pointers


def test_a_mixed_hand_may_not_win_where_one_suit_is_asked_for(client: FlaskClient) -> None:
    mixed = deal("harr-1923", "east", won("wall", "9s"), against("east", hand("123m456p789s11122z")))
    answer = client.post("/v1/settlements", json={**mixed, "house_rules": {"legality": {"one_suit_only": True}}})
    assert [fault["message_key"] for fault in answer.get_json()["errors"]] == ["not-a-cleared-hand.house"]
    few = client.post("/v1/settlements", json={**mixed, "house_rules": {"legality": {"chows": 2}}})
    assert [fault["code"] for fault in few.get_json()["errors"]] == ["too-many-chows"]


def test_a_share_of_the_limit_that_another_rule_replaces_leaves_the_count(client: FlaskClient) -> None:
    body = {
        "ruleset": "harr-1923-limit",
        "round_wind": "west",
        "seat": "east",
        "hand": {**hand("55z", "456p", "345s", "444s", "345m"), "bonus": "1f"},
        "win": {"source": "loose-tile", "tile": "5z"},
    }
    rules = {"rules": {"pair-of-dragons": {"limit_percent": 33}}, "settlement": {"bonus_beside_limit": True}}
    plain, told = (
        client.post("/v1/scores", json={**body, **more}).get_json()["score"] for more in ({}, {"house_rules": rules})
    )
    assert (told["score"], told["limit_hands"]) == (plain["score"], [])


def test_an_arrangement_with_enough_goes_before_one_that_scores_more(client: FlaskClient) -> None:
    """Three chows of three alike score less than three pungs, and only they have what this table asks for."""
    rules: Json = {"house:chows": {"find": "four-chows", "doubles": 1}, "concealed-pung-of-simples": {"points": 20}}
    body = deal("harr-1923", "east", won("discard", "3m", "south"), against("east", hand("111222333m456p55s")))
    free = settled(client, {"rules": rules}, body)["hands"]["east"]
    asked = settled(client, {"rules": rules, "legality": {"least_doubles": 1}}, body)["hands"]["east"]
    assert (free["doubles"], asked["doubles"]) == (0, 1)
    assert free["score"] > asked["score"]


# Penalties and options


@pytest.mark.parametrize(
    ("penalty", "net"),
    [
        ({"points": 300}, [300, 300, -900, 300]),
        ({"points": 300, "shared": True}, [100, 100, -300, 100]),
        ({"limit_percent": 50}, [500, 500, -1500, 500]),
        ({"limit_percent": 50, "shared": True}, [166, 166, -498, 166]),
        ({"points": 100, "east_doubles": True}, [200, 100, -400, 100]),
    ],
)
def test_a_wrong_call_costs_what_the_table_says(client: FlaskClient, penalty: Json, net: list[int]) -> None:
    body = {"ruleset": "dmjl", "seat": "west", "house_rules": {"penalties": {"false-mahjong": penalty}}}
    body["options"] = {"limit": 1000}
    answer = client.post("/v1/false-mahjong", json=body).get_json()
    assert [*answer["settlement"]["net"].values()] == net
    assert answer["settlement"]["payments"][0]["source"]["page"] == "/house_rules/penalties/false-mahjong"


def test_washed_tiles_bring_what_the_table_says_or_nothing_is_known_of_them(client: FlaskClient) -> None:
    body = {"ruleset": "bmja", "seat": "south", "hand": {"concealed": "19m19p19s1257z234m"}}
    rules = {"penalties": {"washed-tiles": {"by_heads": {"10": 70, "11": 80, "12": 90, "13": 100}}}}
    answer = client.post("/v1/washed-tiles", json={**body, "house_rules": rules}).get_json()
    assert answer["settlement"]["net"]["south"] == 210
    none = {"penalties": {"washed-tiles": None}}
    gone = client.post("/v1/washed-tiles", json={**body, "ruleset": "harr-1923-limit", "house_rules": none})
    assert [fault["code"] for fault in gone.get_json()["errors"]] == ["no-such-penalty"]


def test_a_default_of_the_table_holds_where_the_request_says_nothing(client: FlaskClient) -> None:
    rules = {"options": {"limit": {"default": 500}}}
    assert settled(client, rules)["options"]["limit"] == 500
    assert settled(client, rules, options={"limit": 700})["options"]["limit"] == 700
    no_limit = {**LAYOUT, "ruleset": "dmjl"}
    assert settled(client, {"options": {"limit": {"default": None}}}, no_limit)["options"]["limit"] is None


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
        client.post(RESOLVE, json={"ruleset": "harr-1923-limit", "house_rules": told}).get_json()["house_rules"][
            "digest"
        ]
        for told in (rules, {})
    ]
    assert digests[0] == digests[1]


def test_words_say_what_null_and_empty_lists_cannot(client: FlaskClient) -> None:
    rules = {
        "rules": {
            "no-other-score": {"only_beside": ["any"]},
            "pair-of-own-and-round-wind": {"replaces": ["none"]},
            "no-chow": {"counts": False},
        },
        "settlement": {"dangerous_discard": "none"},
        "legality": {"robs_concealed": ["none"]},
        "penalties": {"false-mahjong": {"counts": False}},
    }
    told = client.post(RESOLVE, json={"ruleset": "harr-1923-limit", "house_rules": rules}).get_json()
    found = {rule["id"]: rule for rule in told["rules"]}
    assert "only_beside" not in found["no-other-score"]
    assert found["pair-of-own-and-round-wind"]["replaces"] == []
    assert "no-chow" not in found
    assert {"dangerous-discard", "false-mahjong"}.isdisjoint(row["id"] for row in told["settling"])
    assert told["table"]["legality"]["robs_concealed"] == ["none"]


# What they refuse

WRONG: Final[list[tuple[Json, str, str, str | None]]] = [
    ({"rules": {"three-cocealed-pungs": {}}}, "/rules/three-cocealed-pungs", "unknown-member.rule",
     "three-concealed-pungs"),
    ({"rules": {"True Color Game": None}}, "/rules/True Color Game", "unknown-member.rule", "one-suit"),
    ({"rules": {"mah-jong": {"ruleset": "bmjaa"}}}, "/rules/mah-jong/ruleset", "unknown-value", "bmja"),
    ({"rules": {"purity": {"ruleset": "dmjl"}}}, "/rules/purity/ruleset", "unknown-value.rule-of-a-rulebook", None),
    ({"rules": {"mah-jong": {"point": 1}}}, "/rules/mah-jong/point", "unknown-member", "points"),
    ({"rules": {"mah-jong": {"points": 10_001}}}, "/rules/mah-jong/points", "out-of-range", None),
    ({"rules": {"mah-jong": {"points": -1}}}, "/rules/mah-jong/points", "out-of-range", None),
    ({"rules": {"mah-jong": {"points": "10"}}}, "/rules/mah-jong/points", "wrong-type.whole-number", None),
    ({"rules": {"mah-jong": {"doubles": 14}}}, "/rules/mah-jong/doubles", "out-of-range", None),
    ({"rules": {"mah-jong": {"limit_percent": 101}}}, "/rules/mah-jong/limit_percent", "out-of-range", None),
    ({"rules": {"mah-jong": {"text": "x" * 201}}}, "/rules/mah-jong/text", "too-long", None),
    ({"rules": {"mah-jong": {"applies_to": "winer"}}}, "/rules/mah-jong/applies_to", "unknown-value", "winner"),
    ({"rules": {"mah-jong": {"applies_to": "all"}}}, "/rules/mah-jong/applies_to", "winners-only", None),
    ({"rules": {"mah-jong": {"replaces": ["no-cho"]}}}, "/rules/mah-jong/replaces/0", "unknown-value.rule", "no-chow"),
    ({"rules": {"house:mine": {"doubles": 1}}}, "/rules/house:mine/find", "missing-member.find", None),
    ({"rules": {"house:mine": {"find": "no-chw"}}}, "/rules/house:mine/find", "unknown-value.finder", "no-chow"),
    ({"rules": {"house:mine": {"find": "no-chow", "ruleset": "bmja"}}}, "/rules/house:mine/ruleset",
     "unexpected-member.ruleset", None),
    ({"rules": {"house:Mine": {"find": "no-chow"}}}, "/rules/house:Mine", "unknown-member.own-rule", None),
    ({"rules": {"house:mine": {"find": "sets", "parameters": {"kind": "pung", "heads": True}}}},
     "/rules/house:mine/parameters/exposed", "missing-member.parameter", None),
    ({"rules": {"house:mine": {"find": "shape", "parameters": {"shape": "seven-pair"}}}},
     "/rules/house:mine/parameters/shape", "unknown-value.parameter", "seven-pairs"),
    ({"rules": {"house:mine": {"find": "no-chow", "parameters": {"least": 1}}}},
     "/rules/house:mine/parameters/least", "unknown-member.parameter", None),
    ({"settlement": {"loosers": "none"}}, "/settlement/loosers", "unknown-member", "losers"),
    ({"settlement": {"east": {"pays": 0}}}, "/settlement/east/pays", "out-of-range", None),
    ({"settlement": {"dangerous_discard": "bmja"}}, "/settlement/dangerous_discard", "unknown-value.danger", None),
    ({"legality": {"chows": 5}}, "/legality/chows", "out-of-range", None),
    ({"legality": {"robs_concealed": ["gates"]}}, "/legality/robs_concealed/0", "unknown-value.shape-not-played", None),
    ({"penalties": {"false-mahjong": {"points": 1, "limit_percent": 1}}}, "/penalties/false-mahjong/limit_percent",
     "unexpected-member.points", None),
    ({"penalties": {"washed-tiles": {"by_heads": {"12": 1}}}}, "/penalties/washed-tiles/by_heads/13",
     "missing-member", None),
    ({"penalties": {"washed-tiles": {"by_heads": {"14": 1}}}}, "/penalties/washed-tiles/by_heads/14",
     "unknown-member.heads", None),
    ({"penalties": {"washed-tiles": {"by_heads": {}}}}, "/penalties/washed-tiles/by_heads", "missing-member", None),
    ({"penalties": {"false-mahjong": {"by_heads": {"13": 1}}}}, "/penalties/false-mahjong/by_heads",
     "unexpected-member.penalty", None),
    ({"options": {"limit": {"default": 3}}}, "/options/limit/default", "out-of-range.option", None),
    ({"options": {"limt": {"default": 300}}}, "/options/limt/default", "unknown-member.option", "limit"),
    ({"options": {"limit": 300}}, "/options/limit", "wrong-type.object", None),
    ({"title": 3}, "/title", "wrong-type.string", None),
    ({"rules": {f"house:r{number}": {"find": "no-chow"} for number in range(101)}}, "/rules", "too-many-items", None),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "pointer", "key", "suggestion"), WRONG, ids=[f"{p} {k}" for _, p, k, _ in WRONG])
def test_a_fault_is_told_at_its_place(
    client: FlaskClient, rules: Json, pointer: str, key: str, suggestion: str | None
) -> None:
    (fault,) = refused(client, rules)
    assert fault["pointer"] == "/house_rules" + pointer
    assert fault["message_key"] == key
    if suggestion is not None:
        assert fault["suggestion"] == suggestion


def test_every_fault_is_told_at_once_with_those_of_the_deal(client: FlaskClient) -> None:
    body = {**LAYOUT, "round_wind": "up", "options": {"limit": 3}}
    body["house_rules"] = {"rules": {"nothing": None, "mah-jong": {"points": "x"}}, "settlement": {"x": 1}}
    pointers = [fault["pointer"] for fault in client.post("/v1/settlements", json=body).get_json()["errors"]]
    assert pointers == ["/house_rules/rules/mah-jong/points", "/house_rules/rules/nothing",
                        "/house_rules/settlement/x", "/options/limit", "/round_wind"]  # fmt: skip


def test_changes_are_counted_wherever_they_stand(client: FlaskClient) -> None:
    rules: Json = {f"house:r{number}": {"find": "no-chow"} for number in range(100)}
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


def test_two_thousand_mutated_house_rules_are_refused_at_their_place_or_resolved(client_unchecked: FlaskClient) -> None:
    rng, statuses = Random("mutated house rules"), {200: 0, 422: 0}
    for _ in range(2000):
        ruleset = rng.choice(sorted(BY_ID))
        body = {"ruleset": ruleset} | house.mutated(rng, house.house(rng, ruleset))
        answer = client_unchecked.post(RESOLVE, json=body)
        assert answer.status_code in statuses, (answer.get_json(), body)
        statuses[answer.status_code] += 1
        for fault in answer.get_json().get("errors", ()):
            missing = fault["code"] in ("missing-member", "winners-only")
            pointer = fault["pointer"].rpartition("/")[0] if missing else fault["pointer"]
            pointer = pointer.removesuffix("/parameters") if missing else pointer
            assert pointer.startswith("/house_rules"), fault
            assert exists(body, pointer), (fault, body)
    assert min(statuses.values()) > 100, statuses


# What they may cost


def hostile() -> dict[str, Json]:
    waits = {f"house:w{number}": {"find": "waiting-for", "parameters": {"hand": one}, "applies_to": "others",
                                  "points": number} for number, one in enumerate(WAITS * 8)}  # fmt: skip
    names = [f"{name}{number}" for number, name in enumerate([*LIBRARY.first] * 2)][:60]
    near = {f"house:n{number}": {"find": "no-chow", "replaces": names} for number in range(30)}
    everything = {f"house:f{number}": house.made(Random(number)) for number in range(99)}
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


def test_resolved_house_rules_are_kept_by_their_content_and_bounded(client_unchecked: FlaskClient) -> None:
    kept = house_rules._kept
    kept.cache_clear()
    for points in range(200):
        settled(client_unchecked, {"rules": {"mah-jong": {"points": points}}})
    assert kept.cache_info().currsize == kept.cache_info().maxsize == house_rules._KEPT
    hits = kept.cache_info().hits
    shuffled = {"settlement": {"losers": "none"}, "rules": {"mah-jong": {"points": 1, "doubles": 0}}}
    for rules in (shuffled, {"rules": {"mah-jong": {"doubles": 0, "points": 1}}, "settlement": {"losers": "none"}}):
        settled(client_unchecked, copy.deepcopy(rules))
    assert kept.cache_info().hits == hits + 1


@pytest.mark.parametrize(
    ("shape", "concealed"),
    [
        ("four-sets", "123456m123p11s555z"),
        ("seven-pairs", "1122m3344p5566s77z"),
        ("thirteen-heads", "119m19p19s1234567z"),
        ("pairs-of-heads", "1199m1199p1199s11z"),
        ("knitting", "1234567m1234567p"),
        ("triple-knitting", "12345m12345p1234s"),
        ("snake-with-winds", "1123456789m1234z"),
        ("gates", "11123455678999m"),
    ],
)
def test_a_house_rule_may_look_for_any_shape(client: FlaskClient, shape: str, concealed: str) -> None:
    rules = {"house:mine": {"find": "shape", "parameters": {"shape": shape}, "applies_to": "winner", "points": 7}}
    house = {"rules": rules, "legality": {"shapes": [shape]}}
    asked = {"ruleset": "harr-1923", "round_wind": "east", "seat": "south", "house_rules": house}
    win = {"source": "wall", "tile": concealed[0] + concealed.lstrip("0123456789")[0]}
    answer = client.post("/v1/scores", json={**asked, "hand": {"concealed": concealed}, "win": win}).get_json()
    assert [item["points"] for item in answer["score"]["items"] if item["rule"] == "house:mine"] == [7], answer


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
def test_a_resolved_rulebook_is_told_as_the_rulebook_is(client: FlaskClient, ruleset: str) -> None:
    told = client.post(RESOLVE, json={"ruleset": ruleset}).get_json()
    assert told.pop("house_rules").keys() == {"digest"}
    assert told.pop("table")
    assert told == client.get(f"/v1/rulesets/{ruleset}").get_json()


def test_a_score_beyond_every_table_is_refused_and_not_told_in_numbers_that_none_reads(client: FlaskClient) -> None:
    doubled = {"bonus-tile": {"doubles": 13, "when_limit": "always"}}
    told = {"ruleset": "harr-1923", "house_rules": {"rules": doubled}, "round_wind": "west"}
    hand = {"concealed": "678s11777z", "exposed": ["123s", "123s"], "bonus": "3f1234y"}
    others = {"south": {"concealed": "", "partial": True}, "west": {"concealed": "", "partial": True}}
    win = {"source": "wall", "tile": "6s"}
    waiting = {**hand, "concealed": "78s11777z"}
    deal = {**told, "winner": "east", "win": win, "hands": {"east": hand, **others}}
    entry = {"type": "deal", "winning_player": 0, "win": win, "hands": [hand, *others.values()]}
    sheet = {**{name: told[name] for name in ("ruleset", "house_rules")}, "players": list("ABC"), "entries": [entry]}
    asked = {
        "/v1/settlements": deal,
        "/v1/scores": {**told, "seat": "south", "hand": hand, "win": win},
        "/v1/waits": {**told, "seat": "south", "hand": waiting},
        "/v1/scoresheets": sheet,
    }
    answers = {path: client.post(path, json=body) for path, body in asked.items()}
    refused = {
        path: (answer.status_code, [(each["pointer"], each["code"]) for each in answer.get_json().get("errors", [])])
        for path, answer in answers.items()
    }
    assert refused == dict.fromkeys(asked, (422, [("/house_rules", "out-of-range")]))
    (one,) = client.post("/v1/settlements/batch", json={"deals": [deal]}).get_json()["results"]
    assert one["outcome"] == "refused"
