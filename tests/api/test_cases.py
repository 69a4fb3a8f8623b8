"""Cases of house rules, scoresheets and wrong bodies with their expected results, from data, grouped by sentence."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.conftest import DATA

Json = dict[str, Any]
GROUPS: list[Json] = json.loads((DATA / "request_cases.json").read_text())["groups"]
CASES = [
    pytest.param(case, id=f"{group['says']} {number} {case.get('why', '')}")
    for group in GROUPS
    for number, case in enumerate(group["cases"], 1)
]
COUNTED = ("points", "doubles", "added", "uncapped_score", "score")
PAID = ("amount", "reason", "difference", "multiplier", "capped")
DANGER = ("discarder", "letters", "excused", "overridden")


def result(body: Json, answer: Json) -> Json:
    """The numbers, rule ids and fault codes of a response, in the form of the cases."""
    if "errors" in answer:
        return {"faults": sorted(map(fault, answer["errors"]))}
    chosen = {"options": answer["options"]} if {"options", "house_rules"} & body.keys() else {}
    if "waits" in answer:
        return {"waits": [wait(each) for each in answer["waits"]]}
    if "entries" in answer:
        return {"nets": [entry["net"] for entry in answer["entries"]]}
    if "score" in answer:
        return {"score": counted(answer["score"], itemized=True), **chosen}
    hands = {seat: counted(hand, seat == body["winner"]) for seat, hand in answer.get("hands", {}).items()}
    return {"heads": answer.get("heads"), "hands": hands, **settled(answer), **chosen}


def fault(wrong: Json) -> list[str]:
    """The pointer, the message key and, if there is one, the suggestion of a fault."""
    return [wrong["pointer"], wrong["message_key"], *([wrong["suggestion"]] if "suggestion" in wrong else [])]


def wait(tile: Json) -> list[Any]:
    """A tile that completes a hand, how many of it are unseen, and the scores if drawn and if claimed."""
    return [tile["tile"], tile["unseen"], *(tile.get(way, {}).get("score") for way in ("drawn", "claimed"))]


def counted(score: Json, itemized: bool) -> list[Any]:
    """The numbers of a score, its limit hands and, if itemized, its items."""
    kinds = ("rule", "points", "doubles", "added", "limit_percent")
    items = [[[item[kind] for kind in kinds] for item in score["items"]]] if itemized else []
    return [*(score[name] for name in COUNTED), score["limit_hands"], *items]


def settled(answer: Json) -> Json:
    """The payments, the dangerous discard and the next East."""
    settlement, follows = answer["settlement"], answer["next_deal"]
    payments = {
        f"{each['payer']} to {each['payee']}": [each.get(name) for name in PAID] for each in settlement["payments"]
    }
    danger = settlement.get("dangerous_discard")
    excuses = [[each["letter"], each["excuse"], each["held"]] for each in danger["excuses"]] if danger else []
    liable = {"danger": [*(danger[name] for name in DANGER), excuses]} if danger else {}
    east = [follows["next_east"], follows["east_keeps_the_deal"], follows["rule"]]
    return {"payments": payments, **liable, "next": east}


@pytest.mark.parametrize("case", CASES)
def test_a_request_has_its_expected_result(client: FlaskClient, case: Json) -> None:
    response = client.post(case["path"], json=case["body"])
    assert result(case["body"], response.get_json()) == case["expected"]
