"""GET /v1/rulesets/compare: what differs between two rulebooks, row by row."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.domain.rulebook.compiled_rulebook import PlayableRulebook
from pung_chow_settlement.domain.rulebook.settlement_terms import Rounded
from pung_chow_settlement.domain.tiles import Pictures
from pung_chow_settlement.rulebooks import ALL, BUILT_IN
from pung_chow_settlement.serializers.comparison import comparison
from tests.domain.builders import amended
from tests.support.contract import CONTRACT

Json = dict[str, Any]
PAIRS = list(combinations(BUILT_IN.by_id, 2))


def compare(client: FlaskClient, a: str, b: str) -> Json:
    response = client.get(f"/v1/rulesets/compare?a={a}&b={b}")
    assert response.status_code == 200
    answer: Json = response.get_json()
    return answer


def result(client: FlaskClient, ruleset: str) -> Json:
    answer: Json = client.get(f"/v1/rulesets/{ruleset}").get_json()
    return answer


def by(name: str, rows: list[Json]) -> dict[str, Json]:
    return {row[name]: row for row in rows}


def test_every_rule_is_served_with_its_concept(client: FlaskClient) -> None:
    books = [client.get(f"/v1/rulesets/{each.id}").get_json() for each in ALL]
    served = [(book["id"], rule["id"], rule["concept"]) for book in books for rule in book["rules"]]
    assert served == [(book.id, rule.id, rule.concept_or_id) for book in ALL for rule in book.rules]


SCORE_MEMBERS = ("id", "applies_to", "points", "doubles", "added", "option", "limit_share", "score",
         "waiting", "when_limit", "replaces", "spoiled_by", "only_beside")  # fmt: skip


def members_of_rule(rule: Json) -> list[Any]:
    return [rule.get(member) for member in SCORE_MEMBERS]


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_rules_of_one_concept_are_reported_together_if_they_differ(client: FlaskClient, a: str, b: str) -> None:
    """A rule of one rulebook only is reported unchanged; a rule that is not reported is the same in both."""
    rows = compare(client, a, b)["rules"]
    of = {"a": by("id", result(client, a)["rules"]), "b": by("id", result(client, b)["rules"])}
    reported = {side: by("id", [row[side] for row in rows if side in row]) for side in of}
    assert sum(map(len, reported.values())) == sum(len(of.keys() & row.keys()) for row in rows), "each rule once"
    for side, other in (("a", "b"), ("b", "a")):
        assert reported[side].items() <= of[side].items()
        concepts = {rule["concept"] for rule in of[other].values()}
        alone = [rule for rule in of[side].values() if rule["concept"] not in concepts]
        assert [row[side] for row in rows if row["concept"] not in concepts and side in row] == alone
    for row in rows:
        one, two = row.get("a"), row.get("b")
        assert {rule["concept"] for rule in (one, two) if rule} == {row["concept"]}
        assert row["id"] == (one or two)["id"]
        differs = [member for member in SCORE_MEMBERS if one and two and one.get(member) != two.get(member)]
        assert [member for member in row["differs"] if member != "looks_for"] == differs
        assert bool(row["differs"]) is bool(one and two), "equal rules are not reported"
    silent = {side: {name: members_of_rule(rule) for name, rule in of[side].items() if name not in reported[side]}
              for side in of}  # fmt: skip
    assert silent["a"] == silent["b"]


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_an_option_or_settling_rule_is_reported_if_only_one_has_it_or_a_value_differs(
    client: FlaskClient, a: str, b: str
) -> None:
    answer, of_a, of_b = compare(client, a, b), result(client, a), result(client, b)
    for part, name, members in (("options", "name", ("default_integer", "choices")), ("settling", "id", ("text",))):
        rows, in_a, in_b = by(name, answer[part]), by(name, of_a[part]), by(name, of_b[part])
        for one in in_a.keys() | in_b.keys():
            sides = {side: result[one] for side, result in (("a", in_a), ("b", in_b)) if one in result}
            row = rows.get(one, {**sides, "differs": []})
            assert {side: row[side] for side in ("a", "b") if side in row} == sides
            differs = {member for member in members if len(sides) == 2 and _differs(member, **sides)}
            assert set(row["differs"]) & set(members) == differs
            assert one not in rows or row["differs"] or len(sides) == 1


def _differs(member: str, a: Json, b: Json) -> bool:
    return bool(a.get(member) != b.get(member))


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_the_reverse_comparison_has_the_same_differences(client: FlaskClient, a: str, b: str) -> None:
    forward, reverse = compare(client, a, b), compare(client, b, a)
    for part, name in (("rules", "concept"), ("options", "name"), ("settling", "id"), ("settlement", "member")):
        swapped = [(row[name], row.get("b"), row.get("a")) for row in reverse[part]]
        same = [(row[name], row.get("a"), row.get("b")) for row in forward[part]]
        assert sorted(swapped, key=str) == sorted(same, key=str)


@pytest.mark.parametrize("ruleset", BUILT_IN.by_id)
def test_a_rulebook_does_not_differ_from_itself(client: FlaskClient, ruleset: str) -> None:
    answer = compare(client, ruleset, ruleset)
    assert (answer.pop("a"), answer.pop("b")) == (ruleset, ruleset)
    assert set(map(len, answer.values())) == {0}


def test_two_modern_rulebooks_have_their_known_differences(client: FlaskClient) -> None:
    answer = compare(client, "bmja", "dmjl")
    rules = {row["id"]: row for row in answer["rules"]}
    assert rules["imperial-jade"]["differs"] == ["looks_for", "waiting"]
    assert rules["all-flowers"]["differs"] == ["doubles", "replaces"]
    assert rules["thirteen-unique-wonders"]["differs"] == ["id", "waiting"]
    assert rules["thirteen-unique-wonders"]["b"]["id"] == "thirteen-orphans"
    assert rules["original-call"]["a"]["doubles"] == 2
    assert "no-chow" not in rules
    assert "a" not in rules["nine-gates"]
    assert rules["big-four-winds"]["alike"] == ["four-blessings"]
    limits = by("name", answer["options"])["limit"]
    assert (limits["a"]["default_integer"], limits["b"]["default_integer"]) == (1000, 500)
    assert by("member", answer["settlement"])["bonus_beside_limit"] == {
        "member": "bonus_beside_limit",
        "a": "true",
        "b": "false",
    }
    assert {each["shape"]: each["only"] for each in answer["shapes"]} == dict.fromkeys(
        ["seven-pairs-of-heads", "knitting", "triple-knitting", "snake-with-winds", "gates"], "bmja"
    )


def test_hands_are_compared_by_concept_and_not_by_id(client: FlaskClient) -> None:
    rules = compare(client, "bmja", "millington")["rules"]
    snakes = [(row["concept"], "a" in row, "b" in row) for row in rules if row["id"] == "wriggling-snake"]
    assert snakes == [("snake-with-winds", True, False), ("squirming-snake", False, True)]
    heads = by("concept", rules)["thirteen-heads"]
    assert [heads[side]["id"] for side in ("a", "b")] == ["thirteen-unique-wonders", "thirteen-wonders"]


def test_differences_of_the_limit_are_reported(client: FlaskClient) -> None:
    rows = by("member", compare(client, "harr-1923-limit", "millington")["settlement"])
    assert rows["limit_cuts"] == {"member": "limit_cuts", "a": "payment", "b": "hand"}
    assert "a" not in rows["limit_without"]


def test_who_may_win_is_compared_with_both_values(client: FlaskClient) -> None:
    rows = by("member", compare(client, "bmja", "western")["legality"])
    assert {member: (row.get("a"), row.get("b")) for member, row in rows.items()} == {
        "chows": ("option chows", "1"),
        "exposed_chows": ("true", "false"),
        "one_suit_only": ("false", "true"),
        "goulash": ("true", "false"),
    }
    birds = [{"member": "stands_for", "a": '{"1p":"1s"}'}]
    assert compare(client, "nts-2002", "babcock-1923")["legality"] == birds


def test_what_an_operators_rulebook_has_otherwise_is_compared_with_both_values() -> None:
    settlement = {
        "points_rounded_up_to": 10,
        "points_rounded": Rounded.DOWN,
        "scores_rounded_to": 2,
        "payments_rounded_to": 5,
        "pictures": Pictures.CHRYSANTHEMUM_WEST,
    }
    legality = {"least_score": 100, "special_only": True, "least_instead": True, "winner_shows": [{"find": "no-kong"}]}
    house = {
        "settlement": settlement,
        "legality": legality,
        "rules": {"no-chow": {"halves": True}, "buried-treasure": {"count_if_more": True}},
    }
    own = replace(amended("bmja", house), id="own")
    answer = comparison(BUILT_IN.by_id["bmja"], PlayableRulebook(own))
    differences = {row["member"]: (row.get("a"), row.get("b")) for row in answer["settlement"] + answer["legality"]}
    assert differences == {
        "points_rounded_up_to": ("1", "10"),
        "points_rounded": ("up", "down"),
        "scores_rounded_to": ("1", "2"),
        "payments_rounded_to": ("1", "5"),
        "pictures": ("bamboo-west", "chrysanthemum-west"),
        "least_score": ("0", "100"),
        "special_only": ("false", "true"),
        "least_instead": ("false", "true"),
        "winner_shows": (None, '{"find":"no-kong","parameters":{}}'),
    }
    assert [(row["concept"], row["differs"]) for row in answer["rules"]] == [
        ("own-flower", ["looks_for"]),
        ("no-chow", ["halves"]),
        ("concealed-pungs-of-one-suit", ["count_if_more"]),
    ]
    rows = ["rounded-points", "rounded-scores", "rounded-payments", "whose-flowers"]
    assert [(row["id"], "a" in row) for row in answer["settling"]] == [(row, False) for row in rows]


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_what_the_rulebooks_allow_is_reported_where_it_differs(client: FlaskClient, a: str, b: str) -> None:
    """Chows and what a winner shows may depend on options, which are compared themselves."""
    rows, (of_a, of_b) = compare(client, a, b)["legality"], (result(client, each)["legality"] for each in (a, b))
    differs = {member for member in of_a if of_a[member] != of_b[member]}
    reported = {row["member"] for row in rows}
    assert differs - {"shapes"} <= reported
    assert reported - differs <= {"chows", "one_suit_only"}


def test_an_option_that_says_who_may_win_is_named(client: FlaskClient) -> None:
    rows = by("member", compare(client, "harr-1922", "western")["legality"])
    assert rows["one_suit_only"]["a"] == "option cleared_hands"


def test_a_shape_that_the_other_has_as_the_layout_of_a_rule_is_no_difference(client: FlaskClient) -> None:
    def shapes(a: str, b: str) -> list[tuple[str, str]]:
        return [(row["shape"], row["only"]) for row in compare(client, a, b)["shapes"]]

    assert shapes("bmja", "western") == shapes("western", "bmja") == [("snake-with-winds", "bmja")]
    assert shapes("millington", "western") == [], "seven pairs by the concept, thirteen heads by the tiles"
    assert ("seven-pairs", "millington") in shapes("millington", "outside-the-box"), "its seven pairs are of one suit"


def test_the_contracts_example_is_the_response(client: FlaskClient) -> None:
    assert compare(client, "harr-1922", "harr-1923") == CONTRACT["components"]["examples"]["comparison"]["value"]


@pytest.mark.parametrize(
    ("ruleset", "nearest"),
    [
        ("western", "outside-the-box"),
        ("outside-the-box", "bmja"),
        ("nts-2002", "babcock-1923"),
        ("babcock-1923", "harr-1922"),
    ],
)
def test_a_rulebook_differs_least_from_its_nearest(client: FlaskClient, ruleset: str, nearest: str) -> None:
    def rows(other: str) -> int:
        return sum(len(part) for part in compare(client, ruleset, other).values() if isinstance(part, list))

    assert min((other for other in BUILT_IN.by_id if other != ruleset), key=rows) == nearest


def test_what_a_hand_is_worth_that_waits_is_compared_with_the_hand(client: FlaskClient) -> None:
    rows = compare(client, "bmja", "outside-the-box")["rules"]
    assert [row["id"] for row in rows if "waiting" in row["differs"]] == ["purity"]
    assert "knitting" not in by("id", rows)


def test_a_hand_that_waits_for_another_worth_is_a_difference(client: FlaskClient) -> None:
    rows = by("id", compare(client, "bmja", "western")["rules"])
    assert "waiting" in rows["four-blessings"]["differs"]
    assert rows["four-blessings"]["b"]["waiting"] == {"limit_share": "3/5"}


def test_the_same_hand_by_a_finder_and_by_a_layout_is_no_difference(client: FlaskClient) -> None:
    """`bmja` finds heads and tails of any exposure, `outside-the-box` halves them where a set was claimed."""
    rows = by("id", compare(client, "bmja", "western")["rules"])
    assert not {"knitting", "triple-knitting"} & rows.keys()
    assert rows["all-pair-honours"]["differs"] == ["limit_share", "waiting"]
    assert "looks_for" in by("id", compare(client, "bmja", "outside-the-box")["rules"])["heads-and-tails"]["differs"]
