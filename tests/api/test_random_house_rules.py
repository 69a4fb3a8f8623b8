"""Properties of house rules in requests, with random house rules and random deals."""

import copy
import random
from collections import Counter
from itertools import islice
from typing import Any

import orjson
import pytest

from pung_chow_settlement.operations.deals import resolve_rules, settle
from pung_chow_settlement.requests.refusals import Refused
from pung_chow_settlement.rulebooks import BUILT_IN
from tests.support import random_houses
from tests.support.amounts import amount
from tests.support.oracle.legal_deals import random_deals

Json = dict[str, Any]
RULESETS = sorted(BUILT_IN.by_id)
DEALS = 12
HOUSES = 6


def requests_of(ruleset: str, number: int = DEALS) -> list[Json]:
    """Random deals, with limits that every rulebook accepts."""
    found = copy.deepcopy(list(islice(random_deals(ruleset, "house"), number)))
    for request in found:
        options = request.get("options", {})
        if options.get("limit"):
            options["limit"] -= options["limit"] % 10
    return found


def settled(request: Json, house_rules: Json | None = None, **more: Any) -> Json:
    result = settle(
        BUILT_IN, {**request, **more} if house_rules is None else {**request, **more, "house_rules": house_rules}
    )
    answer: Json = orjson.loads(result)
    return answer


def settled_or_faults(request: Json, house_rules: Json, **more: Any) -> Json | list[str]:
    """The answer or, if refused, the codes of the faults, such as a penalty without a limit."""
    try:
        return settled(request, house_rules, **more)
    except Refused as refused:
        return sorted(fault.code for fault in refused.faults)


def resolved(ruleset: str, house_rules: Json, options: Json | None = None) -> Json:
    result = resolve_rules(BUILT_IN, {"ruleset": ruleset, "house_rules": house_rules, "options": options or {}})
    answer: Json = orjson.loads(result)
    return answer


def digest(ruleset: str, house_rules: Json) -> str:
    return str(resolved(ruleset, house_rules)["digest"])


COUNTED = ("points", "doubles", "added", "uncapped_score", "score", "capped")


def counts(item: Json) -> tuple[int, int]:
    """Points and doubles of an item; `added` depends on which of several shares of the limit comes first."""
    return item["points"], item["doubles"]


def comparable(answer: Json | list[str]) -> Any:
    """The result of an answer, without sources and the order of items."""
    if isinstance(answer, list):
        return answer
    scores = {
        seat: (
            [score[name] for name in COUNTED],
            sorted(score["limit_hands"]),
            Counter(
                (item["rule"], item.get("tiles"), *counted) for item in score["items"] if any(counted := counts(item))
            ),
            sum(item.get("added", 0) for item in score["items"]),
            score["arrangement"],
        )
        for seat, score in answer["hands"].items()
    }
    danger = answer["settlement"].get("dangerous_discard")
    return scores, answer["settlement"]["matrix"], danger, answer["next_deal"]["next_east"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_empty_house_rules_have_no_effect(ruleset: str) -> None:
    for request in requests_of(ruleset):
        assert settled(request, {}) == settled(request)


@pytest.mark.night
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_resolved_table_has_the_same_results_with_any_rulebook(ruleset: str) -> None:
    rng = random.Random(f"{ruleset} whole table")
    requests, compared, houses = requests_of(ruleset), 0, amount(some=1, whole=HOUSES)
    for _ in range(houses):
        result = random_houses.house(rng, ruleset)
        for request in rng.sample(requests, 4):
            answer = settled_or_faults(request, result)
            if "unexpected-member" in answer:  # an option on which nothing depends under these house rules
                continue
            table = resolved(ruleset, result, request.get("options"))["table"]
            compared += isinstance(answer, dict)
            for other in RULESETS:
                again = settled_or_faults(request, table, ruleset=other, options={})
                assert comparable(again) == comparable(answer), (other, result, request)
    assert compared >= houses


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_resolved_table_has_the_digest_of_what_it_was_resolved_of(ruleset: str) -> None:
    """With any rulebook: whoever stored a digest can tell that a table which was stored beside it is the same."""
    rng = random.Random(f"{ruleset} digests")
    for request in rng.sample(requests_of(ruleset), 4):
        for house in ({}, random_houses.house(rng, ruleset)):
            found = resolved(ruleset, house, request.get("options"))
            for other in rng.sample(RULESETS, 4):
                assert resolved(other, found["table"])["digest"] == found["digest"], (other, house)


def test_a_digest_covers_the_options() -> None:
    digests = {resolved("pamphlet", {}, {"limit": limit})["digest"] for limit in (0, 500, 600)}
    assert len(digests) == 3


@pytest.mark.night  # by day test_round_trip.py asks the same
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_resolved_table_of_a_rulebook_has_the_results_of_the_rulebook(ruleset: str) -> None:
    for request in requests_of(ruleset, amount(1, 6)):
        table, own = resolved(ruleset, {}, request.get("options"))["table"], comparable(settled(request))
        for other in RULESETS:
            assert comparable(settled(request, table, ruleset=other, options={})) == own, other


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_resolved_table_of_a_rulebook_resolves_to_itself_with_any_rulebook(ruleset: str) -> None:
    table = resolved(ruleset, {})["table"]
    for other in RULESETS:
        again = resolved(other, table)["table"]
        assert {name: again[name] for name in table} == table, other


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_items_of_a_score_add_up_to_its_numbers(ruleset: str) -> None:
    rng = random.Random(f"{ruleset} items")
    beside: list[Json] = [{}, {"bonus_beside_limit": False}, {"bonus_beside_limit": True}]
    for request in requests_of(ruleset, amount(some=15, whole=400)):
        house_rules = {**random_houses.house(rng, ruleset), "settlement": rng.choice(beside)}
        answer = settled_or_faults(request, rng.choice([house_rules, {"settlement": house_rules["settlement"]}]))
        for score in () if isinstance(answer, list) else answer["hands"].values():
            items = score["items"]
            summed = {name: sum(item.get(name, 0) for item in items) for name in ("points", "doubles", "added")}
            assert summed == {name: score[name] for name in summed}, (request, house_rules)


# The digest


def shuffled(rng: random.Random, value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return {name: shuffled(rng, value[name]) for name in rng.sample(list(value), len(value))}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_order_titles_and_texts_do_not_change_the_digest(ruleset: str) -> None:
    rng = random.Random(f"{ruleset} digest")
    for _ in range(HOUSES):
        result = random_houses.house(rng, ruleset)
        other = shuffled(rng, result) | {"title": "another"}
        other["rules"] = {
            name: {**rule, "text": "otherwise"} if rule and "counts" not in rule else rule
            for name, rule in other["rules"].items()
        }
        for rule in other["rules"].values():
            for names in ("replaces", "spoiled_by"):
                if rule and names in rule:
                    rule[names] = [*reversed(rule[names])]
        assert digest(ruleset, other) == digest(ruleset, result)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_value_that_affects_results_changes_the_digest(ruleset: str) -> None:
    rng = random.Random(f"{ruleset} values")
    table = resolved(ruleset, random_houses.house(rng, ruleset))["table"]
    was, changes = digest(ruleset, table), 0
    values = [(path, value) for path in random_houses.places(table) for value in others(path, table)]
    for path, value in rng.sample(values, min(len(values), amount(some=25, whole=len(values)))):
        other = copy.deepcopy(table)
        random_houses.holder(other, path)[path[-1]] = value
        try:
            found = digest(ruleset, other)
        except Refused:
            continue
        changes += 1
        assert found != was, (path, value)
    assert changes > amount(some=2, whole=200)


def others(path: tuple[Any, ...], table: Json) -> list[Any]:
    """Other values for the value at a path, if it affects results; some will be refused."""
    if not path or path[-1] in ("text", "title"):
        return []
    if path[-1] == "one_suit_only" and table["legality"].get("winner_shows"):
        return []  # which takes its place
    value = random_houses.holder(table, path)[path[-1]]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 2]
    if isinstance(value, str):
        words = ("all", "winner", "others", "none", "hand", "payment", "score", "takes-limit", "discard", "self-drawn")
        more = ("kept", "bmja", "dmjl", "with", "without", "always")
        return [word for word in (*words, *more) if word != value and not same(path, value, word)][:4]
    return []


def same(path: tuple[Any, ...], value: str, word: str) -> bool:
    """True if two values mean the same: some rulebooks have the same dangerous discards."""
    modern = {"millington", "dmjl"}
    return path[-1] == "dangerous_discard" and {value, word} <= modern
