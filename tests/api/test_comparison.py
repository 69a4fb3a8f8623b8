"""GET /v1/rulesets/compare: what differs between two rulebooks, row by row."""

from itertools import combinations
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.domain.rulebook import BY_ID
from tests.contract import CONTRACT

Json = dict[str, Any]
PAIRS = list(combinations(BY_ID, 2))


def compared(client: FlaskClient, a: str, b: str) -> Json:
    response = client.get(f"/v1/rulesets/compare?a={a}&b={b}")
    assert response.status_code == 200
    answer: Json = response.get_json()
    return answer


def told(client: FlaskClient, ruleset: str) -> Json:
    answer: Json = client.get(f"/v1/rulesets/{ruleset}").get_json()
    return answer


def by(name: str, rows: list[Json]) -> dict[str, Json]:
    return {row[name]: row for row in rows}


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_a_row_that_one_only_has_is_told_as_that_one_has_it(client: FlaskClient, a: str, b: str) -> None:
    answer, of_a, of_b = compared(client, a, b), told(client, a), told(client, b)
    for part, name in (("rules", "id"), ("options", "name"), ("settling", "id")):
        rows, in_a, in_b = by(name, answer[part]), by(name, of_a[part]), by(name, of_b[part])
        for one in in_a.keys() - in_b.keys():
            assert rows[one]["a"] == in_a[one]
            assert "b" not in rows[one]
        for other in in_b.keys() - in_a.keys():
            assert rows[other]["b"] == in_b[other]
            assert "a" not in rows[other]
        assert rows.keys() <= in_a.keys() | in_b.keys()


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_a_row_of_both_is_told_where_a_value_differs_and_names_it(client: FlaskClient, a: str, b: str) -> None:
    answer, of_a, of_b = compared(client, a, b), told(client, a), told(client, b)
    worth = ("applies_to", "points", "doubles", "added", "limit_percent", "when_limit", "replaces", "spoiled_by")
    for part, name, members in (("rules", "id", worth), ("options", "name", ("default_integer", "choices"))):
        rows, in_a, in_b = by(name, answer[part]), by(name, of_a[part]), by(name, of_b[part])
        for both in in_a.keys() & in_b.keys():
            differs = {member for member in members if in_a[both].get(member) != in_b[both].get(member)}
            assert differs == set(rows.get(both, {"differs": []})["differs"]) & set(members)
            assert both not in rows or rows[both]["differs"]


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_the_other_way_round_tells_the_same(client: FlaskClient, a: str, b: str) -> None:
    there, back = compared(client, a, b), compared(client, b, a)
    for part, name in (("rules", "id"), ("options", "name"), ("settling", "id"), ("settlement", "column")):
        turned = by(name, back[part])
        assert turned.keys() == by(name, there[part]).keys()
        for row in there[part]:
            assert (row.get("a"), row.get("b")) == (turned[row[name]].get("b"), turned[row[name]].get("a"))


@pytest.mark.parametrize("ruleset", BY_ID)
def test_a_rulebook_differs_in_nothing_from_itself(client: FlaskClient, ruleset: str) -> None:
    answer = compared(client, ruleset, ruleset)
    assert (answer.pop("a"), answer.pop("b")) == (ruleset, ruleset)
    assert set(map(len, answer.values())) == {0}


def test_what_two_rulebooks_of_today_differ_in(client: FlaskClient) -> None:
    answer = compared(client, "bmja", "dmjl")
    rules = by("id", answer["rules"])
    assert rules["imperial-jade"]["differs"] == ["looks_for"]
    assert rules["all-flowers"]["differs"] == ["doubles", "replaces"]
    assert rules["thirteen-unique-wonders"]["alike"] == ["thirteen-orphans"]
    assert rules["original-call"]["a"]["doubles"] == 2
    assert "no-chow" not in rules
    assert "a" not in rules["nine-gates"]
    limits = by("name", answer["options"])["limit"]
    assert (limits["a"]["default_integer"], limits["b"]["default_integer"]) == (1000, 500)
    assert by("column", answer["settlement"])["bonus_beside_limit"] == {
        "column": "bonus_beside_limit",
        "a": "true",
        "b": "false",
    }
    assert {each["shape"]: each["only"] for each in answer["shapes"]} == dict.fromkeys(
        ["pairs-of-heads", "knitting", "triple-knitting", "snake-with-winds", "gates"], "bmja"
    )


def test_what_the_limit_cuts_is_told(client: FlaskClient) -> None:
    rows = by("column", compared(client, "harr-1923-limit", "millington")["settlement"])
    assert rows["limit_cuts"] == {"column": "limit_cuts", "a": "payment", "b": "hand"}
    assert rows["limit_without"]["a"] is None


def test_the_contracts_example_is_what_is_answered(client: FlaskClient) -> None:
    assert compared(client, "harr-1922", "harr-1923") == CONTRACT["components"]["examples"]["comparison"]["value"]


@pytest.mark.parametrize(
    ("query", "code", "faults"),
    [
        ("", "unknown-parameter", {"a": "missing-member", "b": "missing-member"}),
        ("?a=bmja", "unknown-parameter", {"b": "missing-member"}),
        ("?a=bmj&c=1", "unknown-parameter", {"a": "unknown-value", "b": "missing-member", "c": "unknown-member"}),
        ("?a=bmja&b=dmjl&c=1", "unknown-parameter", {"c": "unknown-member"}),
        ("?a=bmja&b=dmjl&b=bmja", "unknown-parameter", {"b": "too-many-items"}),
        ("?a=bmja&b=dmj", "unknown-ruleset", {"b": "unknown-value"}),
        ("?a=&b=dmjl", "unknown-ruleset", {"a": "unknown-value"}),
        ("?a=x&b=y", "unknown-ruleset", {"a": "unknown-value", "b": "unknown-value"}),
    ],
)
def test_what_cannot_be_compared_is_refused_with_every_fault(
    client: FlaskClient, query: str, code: str, faults: dict[str, str]
) -> None:
    response = client.get(f"/v1/rulesets/compare{query}")
    problem = response.get_json()
    assert (response.status_code, problem["code"]) == (404 if code == "unknown-ruleset" else 400, code)
    assert {fault["parameter"]: fault["code"] for fault in problem["parameter_errors"]} == faults


def test_a_comparison_is_not_sent_twice_to_who_has_it(client: FlaskClient) -> None:
    first = client.get("/v1/rulesets/compare?a=bmja&b=dmjl")
    again = client.get("/v1/rulesets/compare?a=bmja&b=dmjl", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
