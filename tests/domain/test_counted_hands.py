"""A hand that the table counted settles as its tiles would: what needs its tiles is not asked, the rest is as ever."""

import copy
import io
import random
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.domain.rulebook.model import LoserLimit
from service.domain.rulebooks import BY_ID
from service.usecases.files import settle_file
from tests.amounts import amount
from tests.cases import against, deal, hand, won
from tests.conftest import worked
from tests.oracle import deals, modern_deals

Json = dict[str, Any]
RULESETS = sorted(BY_ID)
DEALS = worked("deals")
COUNT_WHAT_LIES_ON_THE_TABLE = ("harr-1922-limit", "harr-1923-limit", "pamphlet")
"""Where a winner's only possible tile hangs on the sets of others, who may not tell them."""
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


def faults(client: FlaskClient, path: str, body: Json) -> set[tuple[str, str]]:
    answer = client.post(path, json=body)
    assert answer.status_code == 422, answer.get_json()
    return {(error["pointer"], error["message_key"]) for error in answer.get_json()["errors"]}


def score(points: int, **more: Any) -> Json:
    return {"counted": {"score": points, **more}}


def counts(**scores: int) -> Json:
    """A hand for each seat, told by its score."""
    return {seat: score(points) for seat, points in (PLAIN | scores).items()}


def by_scores_alone(printed: Json) -> Json:
    """A worked deal told by nothing but the scores that the book prints."""
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
    assert {seat: told["score"] for seat, told in answer["hands"].items()} == printed["scores"]
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
    told = post(client, "/v1/scoresheets", sheet)["entries"][0]
    payments = {(each["paying_player"], each["receiving_player"], each["amount"]) for each in told["payments"]}
    assert {(SEAT_OF[payer], SEAT_OF[payee], amount) for payer, payee, amount in payments} == printed_payments(printed)
    rows = client.post("/v1/scoresheets/csv", json=sheet).get_data(as_text=True).splitlines()
    assert len(rows) == 2


# Tiles or a count: the same payments


def random_deals(ruleset: str) -> list[Json]:
    if ruleset in modern_deals.BOOKS:
        return [modern_deals.deal(ruleset, seed) for seed in range(RANDOM_DEALS)]
    rng = random.Random(f"{ruleset} counted")
    return [deals.deal(rng, ruleset, players=rng.choice([2, 3, 4])) for _ in range(RANDOM_DEALS)]


def as_counted(request: Json, answer: Json, seat: str) -> Json:
    """A hand as a table tells it that has counted it."""
    told = answer["hands"][seat]
    takes_limit = BY_ID[request["ruleset"]].rulebook.settling.loser_limit is LoserLimit.TAKES_LIMIT
    whole = any(item["limit_percent"] == 100 for item in told["items"]) if seat == request["winner"] else False
    if whole or (takes_limit and told["limit_hands"]):
        return score(told["uncapped_score"], limit_hand=True)
    if told["added"] or told["score"] != told["points"] << told["doubles"]:
        return score(told["score"])
    return {"counted": {"points": told["points"], "doubles": told["doubles"]}}


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
        told = post(client_unchecked, "/v1/settlements", counted)
        assert paid(told["settlement"]) == paid(answer["settlement"]), request
        assert told["next_deal"] == answer["next_deal"]


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
        told = post(client_unchecked, "/v1/settlements", counted)
        assert told["hands"][seat]["items"][0]["source"]["book"] == "table"
        others = {name: each for name, each in told["hands"].items() if name != seat}
        if ruleset not in COUNT_WHAT_LIES_ON_THE_TABLE:
            assert others == {name: answer["hands"][name] for name in others}


# What the items, the limit and East make of a count


def test_the_items_of_a_count_say_that_the_table_counted_it(client: FlaskClient) -> None:
    hands = counts() | {"west": {"counted": {"points": 30, "doubles": 2}}}
    told = post(client, "/v1/settlements", deal("harr-1923", "east", SELF_DRAWN, hands))["hands"]["west"]
    assert (told["points"], told["doubles"], told["score"], told["arrangement"]) == (30, 2, 120, [])
    assert [(each["rule"], each["points"], each["doubles"]) for each in told["items"]] == [
        ("counted-by-the-table", 30, 0),
        ("counted-by-the-table", 0, 2),
    ]
    assert {each["source"]["book"] for each in told["items"]} == {"table"}


def test_the_limit_cuts_what_the_table_counted_of_a_winner(client: FlaskClient) -> None:
    request = deal("harr-1923-limit", "north", SELF_DRAWN, counts(north=640, west=320, south=10))
    answer = post(client, "/v1/settlements", request)
    north = answer["hands"]["north"]
    assert (north["uncapped_score"], north["score"], north["capped"]) == (640, 300, True)
    assert answer["hands"]["west"]["score"] == 320, "the score of a hand that did not win is not cut"
    assert ("east", "north", 600) in paid(answer["settlement"])
    assert ("south", "west", 300) in paid(answer["settlement"]), "nor is it paid beyond the limit"


@pytest.mark.parametrize(
    ("ruleset", "count", "set_kind"),
    [
        ("harr-1923-limit", {"limit_hand": True}, 300),
        ("harr-1923-limit", {"score": 64, "limit_hand": True}, 300),
        ("harr-1923-limit", {"score": 640, "limit_hand": True}, 300),
        ("harr-1923", {"score": 640, "limit_hand": True}, 640),
        ("pamphlet", {"limit_hand": True}, 600),
        ("millington", {"points": 40, "doubles": 1, "limit_hand": True}, 1000),
        ("bmja", {"limit_hand": True}, 1000),
        ("dmjl", {"limit_hand": True}, 500),
    ],
)
def test_a_counted_limit_hand_that_won_scores_the_limit(
    client: FlaskClient, ruleset: str, count: Json, set_kind: int
) -> None:
    hands = counts() | {"east": {"counted": count}}
    told = post(client, "/v1/settlements", deal(ruleset, "east", SELF_DRAWN, hands))["hands"]["east"]
    assert told["score"] == set_kind
    assert told["limit_hands"] == ["limit-hand-by-the-table"]


def test_a_counted_limit_hand_that_did_not_win_takes_the_limit_where_the_book_says_so(client: FlaskClient) -> None:
    hands = counts(south=30) | {"west": score(80, limit_hand=True), "north": {"counted": {"limit_hand": True}}}
    answer = post(client, "/v1/settlements", deal("pamphlet", "east", SELF_DRAWN, hands))
    assert answer["hands"]["west"]["score"] == 80
    assert {("south", "west", 600), ("south", "north", 600)} <= paid(answer["settlement"])
    assert not {(payer, payee) for payer, payee, _ in paid(answer["settlement"])} & {
        ("west", "north"),
        ("north", "west"),
    }


def test_a_hand_is_scored_alone_by_its_count(client: FlaskClient) -> None:
    body = {"ruleset": "harr-1923-limit", "round_wind": "east", "seat": "east", "hand": score(340)}
    assert post(client, "/v1/scores", body)["score"]["score"] == 340
    assert post(client, "/v1/scores", body | {"win": SELF_DRAWN})["score"]["score"] == 300


# What is not asked, and what is


def test_only_the_tiles_that_are_told_are_held_against_the_set(client: FlaskClient) -> None:
    four, five = hand("777z", "1111m", partial=True), hand("1m777z", partial=True)
    hands = counts() | {"south": four, "west": five}
    assert faults(client, "/v1/settlements", deal("harr-1923", "east", SELF_DRAWN, hands)) == {
        ("/hands/south/concealed", "too-many-of-a-tile"),
        ("/hands/west/concealed", "too-many-of-a-tile"),
        ("/hands/south/exposed/0", "too-many-of-a-tile"),
    }
    assert post(client, "/v1/settlements", deal("harr-1923", "east", SELF_DRAWN, hands | {"west": score(4)}))


@pytest.mark.parametrize(
    "win",
    [
        {"source": "loose-tile"},
        {"source": "loose-tile", "kong_upon_kong": True},
        {"source": "wall", "last_tile": True, "tile": "1m"},
        {"source": "original-hand"},
        {"source": "robbed-kong", "discarder": "south", "tile": "1m"},
        {"source": "discard", "discarder": "south", "last_discard": True},
        {"source": "wall", "standing_hand": True, "consecutive_wins": 3},
    ],
    ids=" ".join,
)
def test_what_needs_the_winners_tiles_is_not_asked(client: FlaskClient, win: Json) -> None:
    told = hand("77m777z", partial=True)
    assert post(client, "/v1/settlements", deal("millington", "east", win, counts() | {"south": told}))


@pytest.mark.parametrize(
    ("win", "fault"),
    [
        ({"source": "discard"}, ("/win/discarder", "missing-member.discarder")),
        ({"source": "discard", "discarder": "east"}, ("/win/discarder", "discarder-is-winner")),
        ({"source": "wall", "discarder": "west"}, ("/win/discarder", "unexpected-member.discarder")),
        ({"source": "original-hand", "tile": "1m"}, ("/win/tile", "unexpected-member.winning-tile")),
        ({"source": "discard", "discarder": "west", "last_tile": True}, ("/win/last_tile", "last-tile-not-from-wall")),
    ],
)
def test_what_decides_payments_is_asked_of_a_counted_winner_too(
    client: FlaskClient, win: Json, fault: tuple[str, str]
) -> None:
    assert faults(client, "/v1/settlements", deal("harr-1923", "east", win, counts())) == {fault}


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ({}, {("concealed", "missing-member")}),
        ({"counted": None}, {("concealed", "missing-member")}),
        ({"counted": 120}, {("counted", "wrong-type.object")}),
        ({"counted": {}}, {("counted/points", "missing-member.count")}),
        ({"counted": {"doubles": 2}}, {("counted/points", "missing-member.count")}),
        ({"counted": {"doubles": 2, "limit_hand": True}}, {("counted/points", "missing-member.count")}),
        ({"counted": {"limit_hand": False}}, {("counted/points", "missing-member.count")}),
        ({"counted": {"limit_hand": True}}, {("counted/points", "missing-member.count-of-a-limit-hand")}),
        (
            {"counted": {"score": 120, "points": 30, "doubles": 2}},
            {("counted/points", "unexpected-member.count"), ("counted/doubles", "unexpected-member.count")},
        ),
        ({"counted": {"points": 1001}}, {("counted/points", "out-of-range")}),
        ({"counted": {"points": 2, "doubles": 31}}, {("counted/doubles", "out-of-range")}),
        ({"counted": {"score": -2}}, {("counted/score", "out-of-range")}),
        ({"counted": {"score": 2.5}}, {("counted/score", "wrong-type.whole-number")}),
        ({"counted": {"score": 2**41}}, {("counted/score", "out-of-range")}),
        ({"counted": {"scor": 2}}, {("counted/scor", "unknown-member"), ("counted/points", "missing-member.count")}),
        (
            {"concealed": "1m", "dead": True, "exposed": [], "counted": {"score": 0}},
            {("concealed", "unexpected-member.counted"), ("dead", "unexpected-member.counted")},
        ),
    ],
)
def test_a_count_that_cannot_be_is_refused_at_its_place(
    client: FlaskClient, told: Json, found: set[tuple[str, str]]
) -> None:
    request = deal("harr-1923", "east", SELF_DRAWN, counts() | {"west": told})
    assert faults(client, "/v1/settlements", request) == {(f"/hands/west/{place}", key) for place, key in found}


# A dangerous discard

DANGEROUS = against("south", hand("44p222p", "111p", "999p", "555p"))
"""South wins with nine tiles of one suit on the table."""


@pytest.mark.parametrize("told", [score(30), {"counted": {"points": 2, "doubles": 1}}])
def test_the_table_says_whether_a_discarder_is_excused_whose_tiles_are_not_told(
    client: FlaskClient, told: Json
) -> None:
    hands = DANGEROUS | {"west": told}
    win = won("discard", "2p", "west")
    request = deal("harr-1923-limit", "south", win, hands)
    assert faults(client, "/v1/settlements", request) == {("/win/discarder_excused", "excuse-undecided")}
    request["win"] = {**win, "discarder_excused": False}
    danger = post(client, "/v1/settlements", request)["settlement"]["dangerous_discard"]
    assert (danger["excuses"], danger["excused"], danger["overridden"]) == ([], False, True)


@pytest.mark.parametrize("ruleset", ["harr-1922-limit", "harr-1923-limit", "pamphlet"])
def test_a_discard_that_gave_a_counted_hand_is_dangerous_where_the_table_says_so(
    client: FlaskClient, ruleset: str
) -> None:
    win = {"source": "discard", "discarder": "west"}
    request = deal(ruleset, "south", win, counts())
    assert "dangerous_discard" not in post(client, "/v1/settlements", request)["settlement"]
    not_excused = deal(ruleset, "south", {**win, "discarder_excused": False}, counts())
    answer = post(client, "/v1/settlements", not_excused)["settlement"]
    assert answer["dangerous_discard"]["letters"] == []
    assert [each["reason"] for each in answer["payments"]] == ["dangerous-discard"]
    excused = deal(ruleset, "south", {**win, "discarder_excused": True}, counts())
    assert post(client, "/v1/settlements", excused)["settlement"]["dangerous_discard"]["excused"]


LIABLE_DURING_PLAY = [
    ruleset for ruleset in RULESETS if (penalty := BY_ID[ruleset].rulebook.settling.danger) and penalty.during_play
]


@pytest.mark.parametrize("ruleset", LIABLE_DURING_PLAY)
def test_who_is_liable_for_a_counted_hand_is_who_the_table_names(client: FlaskClient, ruleset: str) -> None:
    win = {"source": "wall", "dangerous_discard_by": "north"}
    answer = post(client, "/v1/settlements", deal(ruleset, "south", win, counts()))["settlement"]
    assert answer["dangerous_discard"]["discarder"] == "north"
    assert {each["payer"] for each in answer["payments"]} == {"north"}
