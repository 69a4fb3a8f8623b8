"""Payments and the next East cite their rows."""

import random
from collections.abc import Iterator

import pytest

from pung_chow_settlement.domain.calls import PenaltyResult, WashedTilesCall, false_call, wash, washing_faults
from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.pipeline import Settled
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.rulebook.rules import SettlementRule
from pung_chow_settlement.domain.rulebook.settlement_terms import LoserLimit
from pung_chow_settlement.domain.seats import Seat
from pung_chow_settlement.rulebooks import ALL, BUILT_IN
from tests.conftest import ALL_BOOKS, LIMIT_BOOKS
from tests.domain.builders import (
    Rules,
    against,
    alone,
    counted,
    deal,
    deal_of,
    faults,
    hand,
    house_rules,
    rules,
    score,
    settle,
    tiles,
    won,
)
from tests.support.oracle import deals
from tests.support.sessions import NINE_MAJORS

DEALS = 60


def settling_rows(ruleset: str) -> dict[str, SettlementRule]:
    """The rows that settle, by id."""
    return {row.id: row for row, _ in BUILT_IN.by_id[ruleset].rulebook.settlement_rules}


# Every reason in every rulebook

PUNGS = hand("22m", "333m", "444p", "666s", "567s")
DANGEROUS = against("south", hand("44p222p", "111p", "999p", "555p"))
THREE_DRAGONS = hand("12m99p", "555z", "666z", "777z")
REASONS = {
    "harr-1922": {"winner", "difference"},
    "harr-1923": {"winner", "difference"},
    "harr-1922-limit": {"winner", "difference", "dangerous-discard", "washed-tiles", "false-mahjong"},
    "harr-1923-limit": {"winner", "difference", "dangerous-discard", "washed-tiles", "false-mahjong"},
    "pamphlet": {"winner", "difference", "loser-limit-hand", "dangerous-discard", "false-mahjong"},
}
ROWS = {"winner": "winner-collects", "difference": "others-settle"}
"""Rows whose id differs from the reason."""


def settled_deals(ruleset: str) -> Iterator[Settled | PenaltyResult]:
    """Random deals, and one for each reason that these may not have."""
    rng, book = random.Random(f"{ruleset} rows"), BUILT_IN.by_id[ruleset]
    for _ in range(DEALS):
        yield settle(deal_of(deals.deal(rng, ruleset, players=rng.choice([2, 3, 4]))))
    excused = None if book.rulebook.settlement.danger is None else False
    yield settle(deal(ruleset, "south", won("discard", "2p", "west", excused=excused), DANGEROUS))
    yield settle(deal(ruleset, "east", won("wall", "2m"), against("east", PUNGS) | {"south": THREE_DRAGONS}))
    if book.rulebook.washed_tiles is not None:
        call = WashedTilesCall(Seat.SOUTH, tiles(NINE_MAJORS))
        assert washing_faults(book.default, call, ()) == []
        yield wash(book.default, 4, *call)
    if book.rulebook.false_mahjong is not None:
        yield false_call(book.default, 4, [Seat.WEST], exposed=True)


@pytest.mark.parametrize("ruleset", ALL_BOOKS)
def test_every_payment_names_a_row_of_its_rulebook(ruleset: str) -> None:
    rows, reasons = settling_rows(ruleset), set()
    for settled in settled_deals(ruleset):
        for payment in settled.settlement.payments:
            row, *changes = payment.rows
            reasons.add(str(payment.reason))
            assert row.id == ROWS.get(payment.reason, payment.reason)
            assert row.source == rows[row.id].source
            assert {change.id for change in changes} <= rows.keys()
        follows = settled.next_deal.row
        assert follows.source == rows[follows.id].source
    assert reasons == REASONS[ruleset]


@pytest.mark.parametrize("ruleset", ALL_BOOKS)
def test_a_payment_names_easts_double_and_the_limit_only_where_they_changed_it(ruleset: str) -> None:
    changed = set()
    for settled in settled_deals(ruleset):
        for payment in settled.settlement.payments:
            named = [row.id for row in payment.rows[1:]]
            double = "false-mahjong" if payment.reason == "false-mahjong" else "east-double"
            doubled = payment.multiplier == 2 or payment.reason == "dangerous-discard"
            assert named == [double] * doubled + ["limit-cuts"] * payment.capped
            changed.update(named)
    assert changed - {"false-mahjong"} == {"east-double", "limit-cuts"}


@pytest.mark.parametrize(
    ("winner", "row", "pages"),
    [
        ("east", "next-east", {"harr-1922": "13", "harr-1923-limit": "12"}),
        ("south", "next-east", {"harr-1922": "13", "harr-1923-limit": "12"}),
        (None, "drawn-deal", {"harr-1922": "13, 25", "harr-1923-limit": "12, 24"}),
    ],
)
@pytest.mark.parametrize("ruleset", ["harr-1922", "harr-1923-limit"])
def test_the_next_east_cites_its_page(ruleset: str, winner: str | None, row: str, pages: dict[str, str]) -> None:
    its_hand = PUNGS if winner else hand("2m", "333m", "444p", "666s", "567s")
    win = won("wall", "2m") if winner else None
    follows = settle(deal(ruleset, winner, win, against(winner or "east", its_hand))).next_deal
    assert (follows.row.id, follows.row.source) == (row, (ruleset.removesuffix("-limit"), pages[ruleset]))
    assert follows.next_east is (Seat.SOUTH if winner == "south" else Seat.EAST)


# Limit hands

THIRTEEN_TERMINALS_AND_HONOURS = hand("119m19p19s1234567z")
FOUR_WINDS = hand("33344477z", "111z", kongs=["2222z"])


def limit_items(ruleset: str, its_hand: Hand, win: Win | None) -> list[tuple[str, int, str]]:
    items = score(alone(ruleset, its_hand, win, "north")).items
    return [(item.rule.id, int(item.limit_percent), item.rule.source.page) for item in items if item.limit_percent]


@pytest.mark.parametrize(
    ("ruleset", "its_hand", "tile", "items"),
    [
        ("harr-1922-limit", THIRTEEN_TERMINALS_AND_HONOURS, "1m", [("thirteen-heads", 100, "62")]),
        ("harr-1923-limit", THIRTEEN_TERMINALS_AND_HONOURS, "1m", [("thirteen-heads", 100, "112")]),
        ("pamphlet", THIRTEEN_TERMINALS_AND_HONOURS, "1m", [("thirteen-heads", 100, "Limit hands")]),
        ("harr-1922-limit", FOUR_WINDS, "7z", [("all-heads", 100, "62"), ("four-winds", 100, "63")]),
    ],
)
def test_each_limit_hand_is_an_item_with_its_page(
    ruleset: str, its_hand: Hand, tile: str, items: list[tuple[str, int, str]]
) -> None:
    assert limit_items(ruleset, its_hand, won("wall", tile)) == items


def test_a_losers_limit_hand_is_no_item() -> None:
    assert limit_items("pamphlet", THREE_DRAGONS, None) == []


@pytest.mark.parametrize("rulebook", ALL, ids=lambda rulebook: rulebook.id)
def test_settling_rules_have_unique_ids_that_no_scoring_rule_has(rulebook: Rulebook) -> None:
    settling = [settlement_rule.id for settlement_rule, _ in rulebook.settlement_rules]
    assert len(settling) == len(set(settling))
    assert not set(settling) & {rule.id for rule in rulebook.rules}


@pytest.mark.parametrize("points", [0, 7, 1000])
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_any_number_of_points_may_be_agreed_for_mah_jong(ruleset: str, points: int) -> None:
    def points_under(played_by: Rules) -> int:
        return score(alone(played_by, PUNGS, won("wall", "2m"), "north")).points

    assert points_under(rules(ruleset, mahjong_points=points)) == points_under(ruleset) - 10 + points
    (option,) = [option for option in BUILT_IN.by_id[ruleset].rulebook.options if option.name == "mahjong_points"]
    assert (option.minimum, option.maximum, option.usual, option.choices) == (0, 1000, (10, 20), None)


@pytest.mark.parametrize("bonus_beside_limit", [True, False])
def test_a_share_for_waiting_is_settled_as_a_difference_where_a_losers_limit_hand_takes_the_limit(
    bonus_beside_limit: bool,
) -> None:
    table = {"settlement": {"loser_limit": LoserLimit.TAKES_LIMIT, "bonus_beside_limit": bonus_beside_limit}}
    hands = {
        "east": counted(0),
        "south": hand("222m678m444m55z", "333m"),
        "west": hand("1111s99m11z22z66z7z"),
        "north": counted(0),
    }
    settled = settle(deal(house_rules("bmja", table), "south", won("wall", "4m"), hands))
    assert settled.scores[Seat.WEST].score == 200
    paid = [payment for payment in settled.settlement.payments if payment.payee is Seat.WEST]
    assert [(each.payer, each.amount, each.reason) for each in paid] == [
        (Seat.EAST, 400, "difference"),
        (Seat.NORTH, 200, "difference"),
    ]


@pytest.mark.parametrize("ruleset", ["millington", "dmjl", "outside-the-box"])
def test_nobody_is_liable_for_a_hand_that_was_complete_as_dealt(ruleset: str) -> None:
    others = ("1357p2468s13577s", "147m258p369s1222z", "147m258p369s5677z")
    hands = against("east", hand("22555888m111333z"), *others)
    found = faults(deal(ruleset, "east", won("original-hand", liable="west"), hands))
    assert found == {("/win/dangerous_discard_by", "original-hand-impossible")}
