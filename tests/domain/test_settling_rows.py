"""Payments and the next East cite their rows, which say what is interpreted or assumed."""

import random
from collections.abc import Iterator

import pytest

from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.penalties import CalledOff, false_call, wash, washing_faults
from pung_chow_settlement.domain.pipeline import Settled
from pung_chow_settlement.domain.rulebook.model import LoserLimit, Option, Rulebook, ScoringRule, SettlementRule
from pung_chow_settlement.domain.seats import Seat
from pung_chow_settlement.rulebooks import ALL, BY_ID
from tests.conftest import ALL_BOOKS, LIMIT_BOOKS, NO_LIMIT_BOOKS
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
from tests.support.sittings import NINE_MAJORS

DEALS = 60


def settling_rows(ruleset: str) -> dict[str, SettlementRule]:
    """The rows that settle, by id."""
    return {row.id: row for row, _ in BY_ID[ruleset].rulebook.settlement_rules}


def all_rows(ruleset: str) -> dict[str, ScoringRule | SettlementRule | Option]:
    """All records of a rulebook that cite a page, by id or name."""
    book = BY_ID[ruleset].rulebook
    options = {option.name: option for option in book.options}
    return {rule.id: rule for rule in book.rules} | settling_rows(ruleset) | options


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


def settled_deals(ruleset: str) -> Iterator[Settled | CalledOff]:
    """Random deals, and one for each reason that these may not have."""
    rng, book = random.Random(f"{ruleset} rows"), BY_ID[ruleset]
    for _ in range(DEALS):
        yield settle(deal_of(deals.deal(rng, ruleset, players=rng.choice([2, 3, 4]))))
    yield settle(deal(ruleset, "south", won("discard", "2p", "west", excused=False), DANGEROUS))
    yield settle(deal(ruleset, "east", won("wall", "2m"), against("east", PUNGS) | {"south": THREE_DRAGONS}))
    if book.rulebook.washed_tiles is not None:
        assert washing_faults(book.plain, Seat.SOUTH, tiles(NINE_MAJORS), ()) == []
        yield wash(book.plain, 4, Seat.SOUTH, tiles(NINE_MAJORS))
    if book.rulebook.false_mahjong is not None:
        yield false_call(book.plain, 4, [Seat.WEST], exposed=True)


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

THIRTEEN_MAJORS = hand("119m19p19s1234567z")
FOUR_WINDS = hand("33344477z", "111z", kongs=["2222z"])


def limit_items(ruleset: str, its_hand: Hand, win: Win | None) -> list[tuple[str, int, str]]:
    items = score(alone(ruleset, its_hand, win, "north")).items
    return [(each.rule.id, int(each.limit_percent), each.rule.source.page) for each in items if each.limit_percent]


@pytest.mark.parametrize(
    ("ruleset", "its_hand", "tile", "items"),
    [
        ("harr-1922-limit", THIRTEEN_MAJORS, "1m", [("thirteen-heads", 100, "62")]),
        ("harr-1923-limit", THIRTEEN_MAJORS, "1m", [("thirteen-heads", 100, "112")]),
        ("pamphlet", THIRTEEN_MAJORS, "1m", [("thirteen-heads", 100, "Limit hands")]),
        ("harr-1922-limit", FOUR_WINDS, "7z", [("all-heads", 100, "62"), ("four-winds", 100, "63")]),
    ],
)
def test_each_limit_hand_is_an_item_with_its_page(
    ruleset: str, its_hand: Hand, tile: str, items: list[tuple[str, int, str]]
) -> None:
    assert limit_items(ruleset, its_hand, won("wall", tile)) == items


def test_a_losers_limit_hand_is_no_item() -> None:
    assert limit_items("pamphlet", THREE_DRAGONS, None) == []


# Interpretations and assumptions

LOST = (
    "exposed-kong-of-simples pair-of-round-wind own-flower own-season one-suit-with-honours "
    "ones-and-nines-with-honours original-hand-without-limit all-flowers all-seasons no-chow no-scoring-value "
    "loose-tile last-tile standing-hand"
)
"""Rows of the pamphlet whose number cannot be read in the surviving copy."""


def test_the_pamphlet_says_which_of_its_numbers_are_lost() -> None:
    noted = {
        rule.id
        for rule in BY_ID["pamphlet"].rulebook.rules
        if "The number is lost in the surviving copy" in (rule.interpretation or "")
    }
    assert noted == set(LOST.split())


ASSUMED = {
    "harr-1922": {"robbing-a-kong", "fewer-players", "cleared_hands", "limit", "mah-jong"},
    "harr-1922-limit": {"robbing-a-kong", "fewer-players", "false-mahjong", "limit"},
    "harr-1923": {"robbing-a-kong", "fewer-players"},
    "harr-1923-limit": {"robbing-a-kong", "fewer-players", "false-mahjong", "limit"},
    "pamphlet": {
        "winner-collects", "others-settle", "east-double", "limit-cuts", "drawn-deal", "next-east", "fewer-players",
        "rounds-and-sets", "dead-hand", "dangerous-discard", "false-mahjong", "all-flowers", "all-seasons", "limit",
        "thirteenth-win",
    },
}  # fmt: skip


@pytest.mark.parametrize("ruleset", ALL_BOOKS)
def test_what_a_book_does_not_say_is_marked_as_assumed(ruleset: str) -> None:
    assumed = {name: row for name, row in all_rows(ruleset).items() if row.assumed}
    assert assumed.keys() == ASSUMED[ruleset]
    assert all(row.interpretation for row in assumed.values())


READINGS = [
    (["harr-1922-limit", "harr-1923-limit"], "one-suit-with-honours", ["Example 4", "384", "768", "1,536"]),
    (["harr-1922"], "no-other-score", ["Example 9", "No sequence", "1923"]),
    (["harr-1923"], "no-other-score", ["hand 9", "flower or season"]),
    (NO_LIMIT_BOOKS, "one-suit", ["West's thirteen circles", "third layout", "two concealed pungs", "1922 pp. 51-52"]),
    (["harr-1922"], "only-place-to-win", ["matching the pair or drawing the middle tile", "run of four", "1923 p. 62"]),
    (["harr-1923"], "only-place-to-win", ["completed by only one particular tile", "hand 6", "11122444", "p. 62"]),
    (LIMIT_BOOKS, "completed-pair-of-simples-claimed", ["if the pair is from 2 to 8", "example 3", "picture", "16"]),
    (LIMIT_BOOKS, "washed-tiles", ["A flower dealt is one of the thirteen", "both are accepted"]),
    (LIMIT_BOOKS, "mahjong_points", ["unless specially agreed upon", "1,000"]),
    (LIMIT_BOOKS, "limit", ["300 with 10", "400 with 20", "any other number"]),
    ([*NO_LIMIT_BOOKS, *LIMIT_BOOKS], "robbing-a-kong", ["The book is silent"]),
    (ALL_BOOKS, "fewer-players", ["two", "East and South, three", "East, South and West"]),
    (["pamphlet"], "east-double", ["taken from Harr"]),
    (["pamphlet"], "next-east", ["taken from Harr"]),
    (["pamphlet"], "winner-collects", ["taken from Harr"]),
    (["pamphlet"], "others-settle", ["taken from Harr"]),
    (["pamphlet"], "dead-hand", ["taken from Harr"]),
    (["pamphlet"], "false-mahjong", ["Double the limit to the other three players", "each"]),
    (LIMIT_BOOKS, "rounds-and-sets", ["agreed before starting", "no end of its own"]),
    (NO_LIMIT_BOOKS, "no-rounds", ["scores nothing"]),
]


@pytest.mark.parametrize(
    ("ruleset", "row", "words"),
    [pytest.param(ruleset, row, words, id=f"{ruleset} {row}") for books, row, words in READINGS for ruleset in books],
)
def test_an_interpretation_quotes_what_it_rests_on(ruleset: str, row: str, words: list[str]) -> None:
    text = all_rows(ruleset)[row].interpretation or ""
    assert [word for word in words if word not in text] == []


PAGES = [
    (["harr-1922"], "mah-jong no-chow winning-tile-drawn loose-tile no-other-score pung-of-dragons one-suit", "6"),
    (["harr-1922"], "only-place-to-win", "6, 30"),
    (["harr-1922"], "exposed-pung-of-simples concealed-kong-of-heads pair-of-own-wind honours-only original-hand", "6"),
    (["harr-1922"], "own-flower own-season", "29"),
    (["harr-1922-limit"], "fourth-of-own-pung", "62"),
    (["harr-1923-limit"], "fourth-of-own-pung", "118"),
    (["harr-1923-limit"], "last-tile loose-tile no-chow", "117"),
]


@pytest.mark.parametrize(
    ("ruleset", "row", "page"),
    [(ruleset, row, page) for books, rows, page in PAGES for ruleset in books for row in rows.split()],
)
def test_a_row_cites_its_page(ruleset: str, row: str, page: str) -> None:
    (rule,) = [rule for rule in BY_ID[ruleset].rulebook.rules if rule.id == row]
    assert rule.source.page == page


def test_a_rulebook_whose_reading_was_corrected_has_a_new_revision() -> None:
    revisions = {rulebook.id: rulebook.revision for rulebook in ALL if rulebook.id in ALL_BOOKS}
    assert revisions == {**dict.fromkeys(ALL_BOOKS, 2), "pamphlet": 3}


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
    (option,) = [option for option in BY_ID[ruleset].rulebook.options if option.name == "mahjong_points"]
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
    paid = [each for each in settled.settlement.payments if each.payee is Seat.WEST]
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
