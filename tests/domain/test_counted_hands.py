"""A hand that the table counted settles as its tiles would: what needs its tiles is not asked, the rest is as ever."""

import copy
import io
import random
from itertools import islice
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.domain.rulebook.model import LoserLimit
from service.rulebooks import BY_ID
from service.usecases.files import settle_file
from support.amounts import amount
from support.oracle import deals, modern_deals
from support.oracle.legal_deals import has_no_drawer, legal_deals
from tests.cases import deal
from tests.conftest import worked

Json = dict[str, Any]
RULESETS = sorted(BY_ID)
DEALS = worked("deals")
COUNT_WHAT_LIES_ON_THE_TABLE = ("harr-1922-limit", "harr-1923-limit", "pamphlet")
"""Where a winner's only possible tile depends on the sets of others, who may not state them."""
RANDOM_DEALS = amount(30, 60)
PRINTED = ("payer", "payee", "amount")
SEAT_OF = {0: "east", 1: "south", 2: "west", 3: "north"}
PLAIN = {"east": 20, "south": 30, "west": 40, "north": 50}
SELF_DRAWN = {"source": "wall"}


def named(case: Json) -> str:
    return str(case["id"])


def post(client: FlaskClient, path: str, body: Json) -> Json:
    answer = client.post(path, json=body)
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json())


def score(points: int, **more: Any) -> Json:
    return {"counted": {"score": points, **more}}


def counts(**scores: int) -> Json:
    """A hand for each seat, given by its score."""
    return {seat: score(points) for seat, points in (PLAIN | scores).items()}


def by_scores_alone(printed: Json) -> Json:
    """A worked deal given by nothing but the scores that the book prints."""
    request = copy.deepcopy(printed["request"])
    del request["win"]["tile"]
    return {**request, "hands": {seat: score(points) for seat, points in printed["scores"].items()}}


def paid(settlement: Json) -> set[tuple[Any, ...]]:
    return {tuple(each[name] for name in PRINTED) for each in settlement["payments"]}


def printed_payments(printed: Json) -> set[tuple[Any, ...]]:
    return {tuple(each[name] for name in PRINTED) for each in printed["payments"]}


# The books' deals, by their printed scores alone


@pytest.mark.parametrize("printed", DEALS, ids=named)
def test_a_worked_deal_settles_by_its_printed_scores_alone(client: FlaskClient, printed: Json) -> None:
    answer = post(client, "/v1/settlements", by_scores_alone(printed))
    assert {seat: result["score"] for seat, result in answer["hands"].items()} == printed["scores"]
    assert paid(answer["settlement"]) == printed_payments(printed)


def test_worked_deals_settle_so_in_a_batch_and_a_file(client: FlaskClient) -> None:
    requests = [by_scores_alone(printed) for printed in DEALS]
    results = post(client, "/v1/settlements/batch", {"deals": requests})["results"]
    assert [paid(each["answer"]["settlement"]) for each in results] == [printed_payments(each) for each in DEALS]
    lines = io.BytesIO(b"".join(client.application.json.dumps(each).encode() + b"\n" for each in requests))
    assert [each.settled for each in settle_file(lines, 10_000)] == [len(DEALS)]


@pytest.mark.parametrize("printed", DEALS, ids=named)
def test_a_worked_deal_settles_so_in_a_sitting(client: FlaskClient, printed: Json) -> None:
    request = by_scores_alone(printed)
    seats = list(SEAT_OF.values())
    win = {**request["win"]}
    if "discarder" in win:
        win["discarding_player"] = seats.index(win.pop("discarder"))
    hands = [request["hands"][seat] for seat in seats]
    entry = {"type": "deal", "winning_player": seats.index(request["winner"]), "win": win, "hands": hands}
    sheet = {"ruleset": request["ruleset"], "players": list("ABCD"), "entries": [entry]}
    result = post(client, "/v1/scoresheets", sheet)["entries"][0]
    payments = {(each["paying_player"], each["receiving_player"], each["amount"]) for each in result["payments"]}
    assert {(SEAT_OF[payer], SEAT_OF[payee], amount) for payer, payee, amount in payments} == printed_payments(printed)
    rows = client.post("/v1/scoresheets/csv", json=sheet).get_data(as_text=True).splitlines()
    assert len(rows) == 2


# Tiles or a count: the same payments


def random_deals(ruleset: str) -> list[Json]:
    if ruleset in modern_deals.BOOKS:
        return [modern_deals.deal(ruleset, seed) for seed in range(RANDOM_DEALS)]
    if has_no_drawer(ruleset):
        return list(islice(legal_deals(ruleset), RANDOM_DEALS))
    rng = random.Random(f"{ruleset} counted")
    return [deals.deal(rng, ruleset, players=rng.choice([2, 3, 4])) for _ in range(RANDOM_DEALS)]


def as_counted(request: Json, answer: Json, seat: str) -> Json:
    """A hand as a table states it that has counted it."""
    result = answer["hands"][seat]
    takes_limit = BY_ID[request["ruleset"]].rulebook.settling.loser_limit is LoserLimit.TAKES_LIMIT
    whole = any(item["limit_percent"] >= 100 for item in result["items"]) if seat == request["winner"] else False
    if whole or (takes_limit and result["limit_hands"]):
        return score(result["uncapped_score"], limit_hand=True)
    if result["added"] or result["score"] != result["points"] << result["doubles"]:
        return score(result["score"])
    return {"counted": {"points": result["points"], "doubles": result["doubles"]}}


def judged_by_the_table(request: Json, answer: Json) -> Json:
    """The win without what the tiles say, and with what the table says of the discard."""
    win = {name: value for name, value in request["win"].items() if name not in ("tile", "discarder_excused")}
    danger = answer["settlement"].get("dangerous_discard")
    by_discard = danger is not None and "dangerous_discard_by" not in win
    return {**win, "discarder_excused": danger["excused"]} if danger is not None and by_discard else win


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_random_deal_settles_the_same_by_its_counts(client_unchecked: FlaskClient, ruleset: str) -> None:
    for request in random_deals(ruleset):
        answer = post(client_unchecked, "/v1/settlements", request)
        counted = {**request, "hands": {seat: as_counted(request, answer, seat) for seat in request["hands"]}}
        if request["winner"] is not None:
            counted["win"] = judged_by_the_table(request, answer)
        result = post(client_unchecked, "/v1/settlements", counted)
        assert paid(result["settlement"]) == paid(answer["settlement"]), request
        assert result["next_deal"] == answer["next_deal"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_any_one_hand_may_be_counted_beside_the_tiles_of_the_others(
    client_unchecked: FlaskClient, ruleset: str
) -> None:
    for number, request in enumerate(random_deals(ruleset)):
        answer = post(client_unchecked, "/v1/settlements", request)
        seat = list(request["hands"])[number % len(request["hands"])]
        counted = {**request, "hands": {**request["hands"], seat: as_counted(request, answer, seat)}}
        if "dangerous_discard" in answer["settlement"] and "dangerous_discard_by" not in request["win"]:
            excused = answer["settlement"]["dangerous_discard"]["excused"]
            counted["win"] = {**request["win"], "discarder_excused": excused}
        elif request["winner"] == seat:
            counted["win"] = judged_by_the_table(request, answer)
        result = post(client_unchecked, "/v1/settlements", counted)
        assert result["hands"][seat]["items"][0]["source"]["book"] == "table"
        others = {name: each for name, each in result["hands"].items() if name != seat}
        if ruleset not in COUNT_WHAT_LIES_ON_THE_TABLE:
            assert others == {name: answer["hands"][name] for name in others}


# What the items, the limit and East make of a count


@pytest.mark.parametrize(("ruleset", "whole"), [("western", 2000), ("bmja", 1000)])
def test_a_counted_limit_hand_is_cut_but_where_it_is_paid_in_full(
    client: FlaskClient, ruleset: str, whole: int
) -> None:
    hands = counts() | {"west": score(2000, limit_hand=True)}
    answer = post(client, "/v1/settlements", deal(ruleset, "west", {"source": "wall"}, hands))
    assert answer["hands"]["west"]["score"] == whole
    as_any_hand = counts() | {"west": score(2000)}
    answer = post(client, "/v1/settlements", deal(ruleset, "west", {"source": "wall"}, as_any_hand))
    assert answer["hands"]["west"]["score"] == 1000


def test_the_items_of_a_count_say_that_the_table_counted_it(client: FlaskClient) -> None:
    hands = counts() | {"west": {"counted": {"points": 30, "doubles": 2}}}
    result = post(client, "/v1/settlements", deal("harr-1923", "east", SELF_DRAWN, hands))["hands"]["west"]
    assert (result["points"], result["doubles"], result["score"], result["arrangement"]) == (30, 2, 120, [])
    assert [(each["rule"], each["points"], each["doubles"]) for each in result["items"]] == [
        ("counted-by-the-table", 30, 0),
        ("counted-by-the-table", 0, 2),
    ]
    assert {each["source"]["book"] for each in result["items"]} == {"table"}
