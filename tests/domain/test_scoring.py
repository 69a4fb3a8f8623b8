"""The books' own examples agree, through the core and over HTTP."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.domain.pipeline import score_hand, settle_deal
from service.domain.seats import SEAT_NAMES
from service.requests.requests import read_deal, read_score
from tests.conftest import worked

HANDS = [hand for hand in worked("hands") if hand["win"] is not None]
DEALS = worked("deals")


def named(case: dict[str, Any]) -> str:
    return str(case["id"])


def score_request(hand: dict[str, Any]) -> dict[str, Any]:
    return {member: hand[member] for member in ("ruleset", "round_wind", "seat", "hand", "win")}


def test_the_books_no_limit_examples_are_all_here() -> None:
    expected = {f"{year}-{number}" for year in (1922, 1923) for number in range(1, 21)}
    assert expected <= {hand["id"] for hand in HANDS}


@pytest.mark.parametrize("hand", HANDS, ids=named)
def test_core_scores_a_worked_hand_as_the_book_does(hand: dict[str, Any]) -> None:
    request = read_score(score_request(hand))
    score = score_hand(request.context, request.compiled)
    assert (score.points, score.doubles, score.uncapped_score) == (hand["points"], hand["doubles"], hand["score"])


@pytest.mark.parametrize("deal", DEALS, ids=named)
def test_core_settles_a_worked_deal_as_the_book_does(deal: dict[str, Any]) -> None:
    request = read_deal(deal["request"])
    settled = settle_deal(request.deal, request.compiled)
    assert {SEAT_NAMES[seat]: score.score for seat, score in settled.scores.of()} == deal["scores"]
    paid = {(SEAT_NAMES[each.payer], SEAT_NAMES[each.payee], each.amount) for each in settled.settlement.payments}
    assert paid == {(each["payer"], each["payee"], each["amount"]) for each in deal["payments"]}


@pytest.mark.parametrize("deal", DEALS, ids=named)
def test_service_settles_a_worked_deal_as_the_book_does(client: FlaskClient, deal: dict[str, Any]) -> None:
    answer = client.post("/v1/settlements", json=deal["request"]).get_json()
    assert {seat: hand["score"] for seat, hand in answer["hands"].items()} == deal["scores"]
    paid = [
        {member: each[member] for member in ("payer", "payee", "amount")} for each in answer["settlement"]["payments"]
    ]
    order = {seat: place for place, seat in enumerate(SEAT_NAMES)}
    assert paid == sorted(deal["payments"], key=lambda each: (order[each["payer"]], order[each["payee"]]))


# The pamphlet prints sets, pair and doubles, without the bonus points, and not the winning tile: these fit

WON_ON = {"1": "4p", "2": "1m", "3": "4m", "4": "2p", "5": "7s", "6": "8m"}
BONUS_POINTS = ("no-chow", "no-scoring-value", "winning-tile-drawn", "only-place-to-win", "loose-tile", "last-tile")


@pytest.mark.parametrize("number", WON_ON)
def test_a_hand_of_the_pamphlet_agrees_in_sets_pair_and_doubles(number: str) -> None:
    (printed,) = (hand for hand in worked("hands") if hand["id"] == f"pamphlet-{number}")
    win = {"source": "discard", "tile": WON_ON[number]}
    request = read_score(score_request(printed | {"win": win}))
    score = score_hand(request.context, request.compiled)
    points = sum(item.points for item in score.items if item.rule.id not in BONUS_POINTS)
    assert (points, score.doubles, points << score.doubles) == (printed["points"], printed["doubles"], printed["score"])
