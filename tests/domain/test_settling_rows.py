"""Every payment and the next East name their row; what is interpreted or assumed is said in the row."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.requests.refusals import Refused
from service.requests.requests import read_deal
from service.rulebooks import ALL, BY_ID
from support.oracle import deals
from support.sittings import NINE_MAJORS
from tests.cases import ALL_BOOKS, LIMIT_BOOKS, NO_LIMIT_BOOKS, against, deal, hand, won

Json = dict[str, Any]
DEALS = 60


def rows_of(client: FlaskClient, ruleset: str) -> dict[str, Json]:
    """The rows that settle, as the rulebook's own document states them."""
    return {row["id"]: row for row in client.get(f"/v1/rulesets/{ruleset}").get_json()["settling"]}


def post(client: FlaskClient, path: str, request: Json) -> Json:
    answer = client.post(path, json=request)
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json())


# Every reason in every rulebook

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
"""The rows that are not named as their reason."""


def settled_deals(client: FlaskClient, ruleset: str) -> Iterator[Json]:
    """Answers of single deals: random ones, and one for each reason that these may not show."""
    rng = random.Random(f"{ruleset} rows")
    for _ in range(DEALS):
        yield post(client, "/v1/settlements", deals.deal(rng, ruleset, players=rng.choice([2, 3, 4])))
    dangerous = won("discard", "2p", "west", discarder_excused=False)
    yield post(client, "/v1/settlements", deal(ruleset, "south", dangerous, DANGEROUS))
    hands = against("east", hand("22m", "333m", "444p", "666s", "567s"))
    hands["south"] = THREE_DRAGONS
    yield post(client, "/v1/settlements", deal(ruleset, "east", won("wall", "2m"), hands))
    if BY_ID[ruleset].rulebook.washed_tiles is not None:
        washed = {"ruleset": ruleset, "seat": "south", "hand": {"concealed": NINE_MAJORS}}
        yield post(client, "/v1/washed-tiles", washed)
    if BY_ID[ruleset].rulebook.false_mahjong is not None:
        yield post(client, "/v1/false-mahjong", {"ruleset": ruleset, "seat": "west", "hand_exposed": True})


@pytest.mark.parametrize("ruleset", ALL_BOOKS)
def test_every_payment_names_a_row_of_its_rulebook(client: FlaskClient, ruleset: str) -> None:
    rows, reasons = rows_of(client, ruleset), set()
    for answer in settled_deals(client, ruleset):
        for payment in answer["settlement"]["payments"]:
            reasons.add(payment["reason"])
            assert payment["rule"] == ROWS.get(payment["reason"], payment["reason"])
            assert payment["source"] == rows[payment["rule"]]["source"]
            assert set(payment["changed_by"]) <= rows.keys()
        follows = answer["next_deal"]
        assert follows["source"] == rows[follows["rule"]]["source"]
    assert reasons == REASONS[ruleset]


@pytest.mark.parametrize("ruleset", ALL_BOOKS)
def test_a_batch_and_a_sheet_name_the_same_rows(client: FlaskClient, ruleset: str) -> None:
    hands = against("east", hand("22m", "333m", "444p", "666s", "567s"))
    request = deal(ruleset, "east", won("wall", "2m"), hands)
    alone = post(client, "/v1/settlements", request)
    batch = post(client, "/v1/settlements/batch", {"deals": [request]})
    assert batch["results"][0]["answer"] == alone
    entry = {"type": "deal", "winning_player": 0, "win": request["win"], "hands": list(hands.values())}
    sheet = post(client, "/v1/scoresheets", {"ruleset": ruleset, "players": list("ABCD"), "entries": [entry]})
    names = ("amount", "reason", "rule", "source", "changed_by")
    result, expected = sheet["entries"][0]["payments"], alone["settlement"]["payments"]
    assert [{name: each[name] for name in names} for each in result] == [
        {name: each[name] for name in names} for each in expected
    ]


@pytest.mark.parametrize("ruleset", ALL_BOOKS)
def test_a_payment_names_easts_double_and_the_limit_only_where_they_changed_it(
    ruleset: str, client: FlaskClient
) -> None:
    changed = set()
    for answer in settled_deals(client, ruleset):
        for payment in answer["settlement"]["payments"]:
            double = "false-mahjong" if payment["reason"] == "false-mahjong" else "east-double"
            expected = [double] * (payment["multiplier"] == 2) + ["limit-cuts"] * payment["capped"]
            if payment["reason"] == "dangerous-discard":
                expected = ["east-double"] + ["limit-cuts"] * payment["capped"]
            assert payment["changed_by"] == expected
            changed.update(payment["changed_by"])
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
def test_who_is_east_next_names_its_page(
    client: FlaskClient, ruleset: str, winner: str | None, row: str, pages: dict[str, str]
) -> None:
    hands = against(winner or "east", hand("22m" if winner else "2m", "333m", "444p", "666s", "567s"))
    request = deal(ruleset, winner, won("wall", "2m") if winner else None, hands)
    follows = post(client, "/v1/settlements", request)["next_deal"]
    source = {"book": ruleset.removesuffix("-limit"), "page": pages[ruleset]}
    east = "south" if winner == "south" else "east"
    text = "East stays East" if east == "east" else "South is East next"
    kept = east == "east"
    assert follows == {"east_keeps_the_deal": kept, "next_east": east, "rule": row, "source": source, "text": text}


# The score that is the limit

THIRTEEN_MAJORS = hand("119m19p19s1234567z")
FOURTEENTH = {"ruleset": "harr-1922-limit", "seat": "north", "round_wind": "east", "win": won("wall", "1m")}


def limit_items(client: FlaskClient, request: Json) -> list[tuple[str, int, str]]:
    items = post(client, "/v1/scores", request)["score"]["items"]
    return [(each["rule"], each["limit_percent"], each["source"]["page"]) for each in items if each["limit_percent"]]


@pytest.mark.parametrize(
    ("ruleset", "page"), [("harr-1922-limit", "62"), ("harr-1923-limit", "112"), ("pamphlet", "Limit hands")]
)
def test_a_limit_hand_has_an_item_with_its_page(client: FlaskClient, ruleset: str, page: str) -> None:
    request = {**FOURTEENTH, "ruleset": ruleset, "hand": THIRTEEN_MAJORS}
    assert limit_items(client, request) == [("thirteen-heads", 100, page)]


def test_several_limit_hands_have_an_item_each_in_their_order(client: FlaskClient) -> None:
    its_hand = hand("33344477z", "111z", kongs=("2222z",))
    request = {**FOURTEENTH, "hand": its_hand, "win": won("wall", "7z")}
    assert limit_items(client, request) == [("all-heads", 100, "62"), ("four-winds", 100, "63")]


@pytest.mark.parametrize(
    "asked",
    [
        {**FOURTEENTH, "ruleset": "pamphlet", "hand": THIRTEEN_MAJORS, "options": {"limit": None}},
        {**FOURTEENTH, "hand": hand("22m", "2222s", "999p", "555z", "666z"), "win": won("wall", "2m")},
        {"ruleset": "pamphlet", "seat": "north", "round_wind": "east", "hand": THREE_DRAGONS},
    ],
    ids=["no limit is set", "a count that the limit cuts", "a hand that did not win"],
)
def test_a_score_that_is_not_the_limit_by_a_limit_hand_has_no_such_item(client: FlaskClient, asked: Json) -> None:
    assert limit_items(client, asked) == []


# What is read into the books, and what is assumed

LOST = (
    "exposed-kong-of-simples pair-of-round-wind own-flower own-season one-suit-with-honours "
    "ones-and-nines-with-honours original-hand-without-limit all-flowers all-seasons no-chow no-scoring-value "
    "loose-tile last-tile standing-hand"
)
"""Rows of the pamphlet whose number cannot be read in the surviving copy."""


def test_the_pamphlet_says_of_each_number_that_is_lost_that_it_is() -> None:
    noted = {
        rule.id
        for rule in BY_ID["pamphlet"].rulebook.rules
        if "The number is lost in the surviving copy" in (rule.interpretation or "")
    }
    assert noted == set(LOST.split())


ASSUMED = {
    "harr-1922": {"robbing-a-kong", "fewer-players", "cleared_hands"},
    "harr-1922-limit": {"robbing-a-kong", "fewer-players", "false-mahjong", "limit"},
    "harr-1923": {"robbing-a-kong", "fewer-players"},
    "harr-1923-limit": {"robbing-a-kong", "fewer-players", "false-mahjong", "limit"},
    "pamphlet": {
        "winner-collects", "others-settle", "east-double", "limit-cuts", "drawn-deal", "next-east", "fewer-players",
        "rounds-and-sets", "dead-hand", "dangerous-discard", "false-mahjong", "all-flowers", "all-seasons", "limit",
    },
}  # fmt: skip


@pytest.mark.parametrize("ruleset", ALL_BOOKS)
def test_what_a_book_does_not_say_is_marked_as_assumed(client: FlaskClient, ruleset: str) -> None:
    result = client.get(f"/v1/rulesets/{ruleset}").get_json()
    rows = [*result["rules"], *result["settling"], *result["options"]]
    assumed = {row.get("id", row.get("name")): row for row in rows if row["assumed"]}
    assert assumed.keys() == ASSUMED[ruleset]
    assert all(row["interpretation"] for row in assumed.values())


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
def test_a_row_names_how_its_page_is_read(client: FlaskClient, ruleset: str, row: str, words: list[str]) -> None:
    result = client.get(f"/v1/rulesets/{ruleset}").get_json()
    rows = {
        each.get("id", each.get("name")): each for each in (*result["rules"], *result["settling"], *result["options"])
    }
    assert [word for word in words if word not in rows[row]["interpretation"]] == []


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
def test_a_row_cites_the_page_where_it_stands(ruleset: str, row: str, page: str) -> None:
    (rule,) = [rule for rule in BY_ID[ruleset].rulebook.rules if rule.id == row]
    assert rule.source.page == page


def test_a_rulebook_whose_reading_was_corrected_has_a_new_revision() -> None:
    assert {rulebook.id: rulebook.revision for rulebook in ALL if rulebook.id in ALL_BOOKS} == dict.fromkeys(
        ALL_BOOKS, 2
    )


@pytest.mark.parametrize("rulebook", ALL, ids=lambda rulebook: rulebook.id)
def test_no_row_that_settles_is_named_twice_or_as_one_that_scores(rulebook: Any) -> None:
    settling = [settlement_rule.id for settlement_rule, _ in rulebook.settlement_rules]
    assert len(settling) == len(set(settling))
    assert not set(settling) & {rule.id for rule in rulebook.rules}


@pytest.mark.parametrize("points", [0, 7, 1000])
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_any_points_agreed_for_mah_jong_are_scored(client: FlaskClient, ruleset: str, points: int) -> None:
    its_hand = hand("22m", "333m", "444p", "666s", "567s")
    request = {"ruleset": ruleset, "seat": "north", "round_wind": "east", "hand": its_hand, "win": won("wall", "2m")}
    ten = post(client, "/v1/scores", request)["score"]["points"]
    result = post(client, "/v1/scores", request | {"options": {"mahjong_points": points}})["score"]
    assert result["points"] == ten - 10 + points
    (option,) = [
        option
        for option in client.get(f"/v1/rulesets/{ruleset}").get_json()["options"]
        if option["name"] == "mahjong_points"
    ]
    assert (option["minimum"], option["maximum"], option["usual"]) == (0, 1000, [10, 20])
    assert "choices" not in option


@pytest.mark.parametrize("bonus_beside_limit", [True, False])
def test_a_hand_that_waits_for_a_limit_hand_settles_its_share_where_a_losers_limit_hand_takes_the_limit(
    client: FlaskClient, bonus_beside_limit: bool
) -> None:
    hands = {
        "east": {"counted": {"score": 0}},
        "south": {"concealed": "222m678m444m55z", "exposed": ["333m"]},
        "west": {"concealed": "1111s99m11z22z66z7z"},
        "north": {"counted": {"score": 0}},
    }
    request = {"ruleset": "bmja", "round_wind": "east", "winner": "south", "win": {"tile": "4m", "source": "wall"}}
    house = {"settlement": {"loser_limit": "takes-limit", "bonus_beside_limit": bonus_beside_limit}}
    answer = post(client, "/v1/settlements", {**request, "hands": hands, "house_rules": house})
    paid = [each for each in answer["settlement"]["payments"] if each["payee"] == "west"]
    assert answer["hands"]["west"]["score"] == 200
    assert {each["payer"]: (each["amount"], each["reason"]) for each in paid} == {
        "east": (400, "difference"),
        "north": (200, "difference"),
    }


@pytest.mark.parametrize("ruleset", ["millington", "dmjl", "outside-the-box"])
def test_nobody_is_liable_for_a_hand_that_was_complete_as_dealt(ruleset: str) -> None:
    hands = {
        "east": "22555888m111333z", "south": "1357p2468s13577s", "west": "147m258p369s1222z",
        "north": "147m258p369s5677z",
    }  # fmt: skip
    body = {
        "ruleset": ruleset, "round_wind": "east", "winner": "east",
        "win": {"source": "original-hand", "dangerous_discard_by": "west"},
        "hands": {seat: {"concealed": hand} for seat, hand in hands.items()},
    }  # fmt: skip
    with pytest.raises(Refused) as refused:
        read_deal(body)
    assert [(fault.path, fault.code) for fault in refused.value.faults] == [
        (("win", "dangerous_discard_by"), "original-hand-impossible")
    ]
