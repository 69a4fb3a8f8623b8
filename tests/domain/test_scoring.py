"""The books' worked examples."""

from typing import Any

import pytest

from pung_chow_settlement.domain.seats import SEAT_NAMES
from tests.conftest import worked
from tests.domain.builders import alone_of, deal_of, score, settle

HANDS = [hand for hand in worked("hands") if hand["win"] is not None]
DEALS = worked("deals")


def id_of(case: dict[str, Any]) -> str:
    return str(case["id"])


def test_every_no_limit_example_of_the_books_is_tested() -> None:
    expected = {f"{year}-{number}" for year in (1922, 1923) for number in range(1, 21)}
    assert expected <= {hand["id"] for hand in HANDS}


@pytest.mark.parametrize("hand", HANDS, ids=id_of)
def test_a_worked_hand_scores_as_in_the_book(hand: dict[str, Any]) -> None:
    result = score(alone_of(hand))
    assert (result.points, result.doubles, result.uncapped_score) == (hand["points"], hand["doubles"], hand["score"])


@pytest.mark.parametrize("deal", DEALS, ids=id_of)
def test_a_worked_deal_settles_as_in_the_book(deal: dict[str, Any]) -> None:
    settled = settle(deal_of(deal["request"]))
    assert {SEAT_NAMES[seat]: each.score for seat, each in settled.scores.of()} == deal["scores"]
    paid = {(SEAT_NAMES[each.payer], SEAT_NAMES[each.payee], each.amount) for each in settled.settlement.payments}
    assert paid == {(each["payer"], each["payee"], each["amount"]) for each in deal["payments"]}


# The pamphlet prints neither the bonus points nor the winning tile: these winning tiles fit

WINNING_TILES = {"1": "4p", "2": "1m", "3": "4m", "4": "2p", "5": "7s", "6": "8m"}
BONUS_POINTS = ("no-chow", "no-scoring-value", "winning-tile-drawn", "only-place-to-win", "loose-tile", "last-tile")


@pytest.mark.parametrize("number", WINNING_TILES)
def test_a_hand_of_the_pamphlet_agrees_in_sets_pair_and_doubles(number: str) -> None:
    (printed,) = (hand for hand in worked("hands") if hand["id"] == f"pamphlet-{number}")
    win = {"source": "discard", "tile": WINNING_TILES[number]}
    result = score(alone_of(printed | {"win": win}))
    points = sum(item.points for item in result.items if item.rule.id not in BONUS_POINTS)
    assert (points, result.doubles, points << result.doubles) == (
        printed["points"],
        printed["doubles"],
        printed["score"],
    )
