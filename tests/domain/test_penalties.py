"""What is paid without a winner: washed tiles and wrong calls; and which rulebook names which penalty."""

from typing import Any

import pytest

from service.domain.rulebooks import ALL
from service.requests.refusals import Refused
from service.usecases.penalties import call_falsely, wash_tiles
from tests.cases import LIMIT_BOOKS, NO_LIMIT_BOOKS, faults

Json = dict[str, Any]

NAMED = {
    "harr-1922": set(),
    "harr-1923": set(),
    "harr-1922-limit": {"dangerous-discard", "washed-tiles", "false-mahjong"},
    "harr-1923-limit": {"dangerous-discard", "washed-tiles", "false-mahjong"},
    "pamphlet": {"dangerous-discard", "false-mahjong"},
    "millington": {"dangerous-discard", "false-mahjong"},
    "bmja": {"false-mahjong"},
    "dmjl": {"dangerous-discard", "false-mahjong"},
}
"""The rulings that have a price, each with tests of its own; the other rows that settle: test_settling_rows."""


def test_no_penalty_is_without_its_tests() -> None:
    priced = {"dangerous-discard", "washed-tiles", "false-mahjong"}
    named = {
        rulebook.id: {settlement_rule.id for settlement_rule, _ in rulebook.settlement_rules} & priced
        for rulebook in ALL
    }
    assert named == NAMED


def payments(answer: Json) -> dict[str, int]:
    return {f"{each['payer']} to {each['payee']}": each["amount"] for each in answer["settlement"]["payments"]}


def reasons(answer: Json) -> set[str]:
    return {each["reason"] for each in answer["settlement"]["payments"]}


# Washed tiles

MAJORS = {
    9: ("123459m19p19s123z", "19m19p19s123z", 50),
    10: ("12349m19p19s1234z", "19m19p19s1234z", 70),
    11: ("1239m19p19s12345z", "19m19p19s12345z", 100),
    12: ("129m19p19s123456z", "19m19p19s123456z", 150),
    13: ("19m19p19s1234567z", "19m19p19s1234567z", 200),
}
"""Thirteen tiles, their different heads, and what each other player pays."""


def washing(ruleset: str, player: str, concealed: str, **more: Any) -> Json:
    bonus = more.pop("bonus", "")
    return {"ruleset": ruleset, "seat": player, "hand": {"concealed": concealed, "bonus": bonus}, **more}


@pytest.mark.parametrize("number", MAJORS)
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_each_other_player_pays_by_the_number_of_different_heads(ruleset: str, number: int) -> None:
    concealed, heads, points = MAJORS[number]
    answer = wash_tiles(washing(ruleset, "south", concealed))
    assert answer["heads"] == heads
    assert payments(answer) == {"east to south": points, "west to south": points, "north to south": points}
    assert reasons(answer) == {"washed-tiles"}
    assert {each["multiplier"] for each in answer["settlement"]["payments"]} == {1}
    assert answer["next_deal"] == stays("washed-tiles", ruleset, {"harr-1922-limit": "61", "harr-1923-limit": "111"})


def stays(row: str, ruleset: str, pages: dict[str, str]) -> Json:
    """East keeps the deal, by this row of this page."""
    source = {"book": ruleset.removesuffix("-limit"), "page": pages[ruleset]}
    return {"east_keeps_the_deal": True, "next_east": "east", "rule": row, "source": source}


@pytest.mark.parametrize("number", MAJORS)
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_east_is_dealt_fourteen_and_does_not_collect_double(ruleset: str, number: int) -> None:
    concealed, heads, points = MAJORS[number]
    answer = wash_tiles(washing(ruleset, "east", concealed + "5p"))
    assert answer["heads"] == heads
    assert payments(answer) == {"south to east": points, "west to east": points, "north to east": points}


@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
@pytest.mark.parametrize(
    ("player", "concealed"),
    [("south", "1234569m19p19s12z"), ("south", "1199m1199p11199s"), ("east", "12345679m19p19s12z")],
)
def test_eight_different_heads_are_too_few(ruleset: str, player: str, concealed: str) -> None:
    with pytest.raises(Refused) as refusal:
        wash_tiles(washing(ruleset, player, concealed))
    assert faults(refusal.value) == {("/hand/concealed", "too-few-heads")}


@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_a_head_that_occurs_twice_counts_once(ruleset: str) -> None:
    answer = wash_tiles(washing(ruleset, "north", "11459m19p19s1123z"))
    assert answer["heads"] == "19m19p19s123z"
    assert payments(answer)["east to north"] == 50


@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
@pytest.mark.parametrize(
    ("player", "concealed"),
    [("east", "19m19p19s1234567z"), ("south", "159m19p19s1234567z"), ("west", "19m19p19s123456z")],
)
def test_thirteen_and_fourteen_tiles_are_told_apart(ruleset: str, player: str, concealed: str) -> None:
    with pytest.raises(Refused) as refusal:
        wash_tiles(washing(ruleset, player, concealed))
    assert faults(refusal.value) == {("/hand/concealed", "wrong-number-of-tiles")}


TWELVE = "19m19p19s123z234m"
"""Twelve playing tiles, nine different heads among them."""


@pytest.mark.parametrize(
    ("player", "dealt", "replaced"),
    [
        ("south", (TWELVE, "1f"), (TWELVE + "5m", "1f")),
        ("south", (TWELVE[:-2] + "m", "1f4y"), (TWELVE + "5m", "1f4y")),
        ("east", (TWELVE + "5m", "3y"), (TWELVE + "55m", "3y")),
        ("east", (TWELVE, "3y2f"), (TWELVE + "55m", "3y2f")),
    ],
)
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_a_flower_dealt_is_one_of_the_tiles_replaced_or_not(
    ruleset: str, player: str, dealt: tuple[str, str], replaced: tuple[str, str]
) -> None:
    answers = [wash_tiles(washing(ruleset, player, concealed, bonus=bonus)) for concealed, bonus in (dealt, replaced)]
    assert answers[0] == answers[1]
    assert answers[0]["heads"] == "19m19p19s123z"
    others = [seat for seat in ("east", "south", "west", "north") if seat != player]
    assert payments(answers[0]) == {f"{seat} to {player}": 50 for seat in others}


@pytest.mark.parametrize(
    ("player", "concealed", "bonus"),
    [
        ("south", TWELVE, ""),
        ("south", TWELVE, "1f4y"),
        ("south", TWELVE + "55m", "1f"),
        ("south", TWELVE[:-2] + "m", "1f"),
        ("east", TWELVE, "1f"),
        ("east", TWELVE + "5m", ""),
        ("east", TWELVE + "5m", "1f4y"),
    ],
)
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_tiles_that_no_flower_completes_are_refused(ruleset: str, player: str, concealed: str, bonus: str) -> None:
    with pytest.raises(Refused) as refusal:
        wash_tiles(washing(ruleset, player, concealed, bonus=bonus))
    assert faults(refusal.value) == {("/hand/concealed", "wrong-number-of-tiles")}


@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_the_limit_does_not_cut_washed_tiles_and_flowers_do_not_matter(ruleset: str) -> None:
    request = washing(ruleset, "north", MAJORS[13][0], bonus="4f4y", options={"limit": 100})
    assert set(payments(wash_tiles(request)).values()) == {200}


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (["east", "south", "west"], {"east to south": 70, "west to south": 70}),
        (["east", "south"], {"east to south": 70}),
    ],
)
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_those_pay_who_play(ruleset: str, seats: list[str], expected: dict[str, int]) -> None:
    request = washing(ruleset, "south", MAJORS[10][0], seats=seats)
    assert payments(wash_tiles(request)) == expected


@pytest.mark.parametrize("ruleset", [*NO_LIMIT_BOOKS, "pamphlet"])
def test_other_rulebooks_do_not_wash(ruleset: str) -> None:
    with pytest.raises(Refused) as refusal:
        wash_tiles(washing(ruleset, "south", MAJORS[9][0]))
    assert [where for where, _ in faults(refusal.value)] == ["/ruleset"]


# Wrong calls


def calling(ruleset: str, player: str, **more: Any) -> Json:
    return {"ruleset": ruleset, "seat": player, **more}


@pytest.mark.parametrize(
    ("options", "half", "whole"),
    [
        ({}, 150, 300),
        ({"mahjong_points": 20}, 200, 400),
        ({"limit": 1000}, 500, 1000),
        ({"limit": 102}, 51, 102),
    ],
)
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_a_wrong_call_costs_half_the_limit_and_the_whole_to_east(
    ruleset: str, options: Json, half: int, whole: int
) -> None:
    answer = call_falsely(calling(ruleset, "west", options=options))
    assert payments(answer) == {"west to east": whole, "west to south": half, "west to north": half}
    assert reasons(answer) == {"false-mahjong"}
    assert answer["next_deal"] == stays("false-mahjong", ruleset, {"harr-1922-limit": "67", "harr-1923-limit": "118"})


@pytest.mark.parametrize("exposed", [{}, {"hand_exposed": True}, {"hand_exposed": False}])
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_east_pays_the_whole_limit_to_each_exposed_or_not(ruleset: str, exposed: Json) -> None:
    answer = call_falsely(calling(ruleset, "east", **exposed))
    assert payments(answer) == {"east to south": 300, "east to west": 300, "east to north": 300}
    assert answer["next_deal"]["east_keeps_the_deal"]


@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_a_wrong_call_between_three(ruleset: str) -> None:
    answer = call_falsely(calling(ruleset, "south", seats=["east", "south", "west"]))
    assert payments(answer) == {"south to east": 300, "south to west": 150}


@pytest.mark.parametrize(("limit", "amount"), [({}, 1200), ({"limit": 100}, 200)])
@pytest.mark.parametrize("player", ["east", "south"])
def test_in_the_pamphlet_an_exposed_hand_pays_twice_the_limit_and_east_no_more(
    player: str, limit: Json, amount: int
) -> None:
    answer = call_falsely(calling("pamphlet", player, hand_exposed=True, options=limit))
    others = [seat for seat in ("east", "south", "west", "north") if seat != player]
    assert payments(answer) == {f"{player} to {seat}": amount for seat in others}
    assert answer["next_deal"]["east_keeps_the_deal"]


def test_in_the_pamphlet_a_hand_that_was_not_exposed_pays_nothing() -> None:
    answer = call_falsely(calling("pamphlet", "south", hand_exposed=False))
    assert payments(answer) == {}
    assert answer["settlement"]["net"] == {"east": 0, "south": 0, "west": 0, "north": 0}


def test_the_pamphlet_must_know_whether_the_hand_was_exposed() -> None:
    with pytest.raises(Refused) as refusal:
        call_falsely(calling("pamphlet", "south"))
    assert [where for where, _ in faults(refusal.value)] == ["/hand_exposed"]


def test_the_pamphlet_has_no_wrong_call_without_a_limit() -> None:
    with pytest.raises(Refused) as refusal:
        call_falsely(calling("pamphlet", "south", hand_exposed=True, options={"limit": None}))
    assert [where for where, _ in faults(refusal.value)] == ["/options/limit"]


@pytest.mark.parametrize("ruleset", NO_LIMIT_BOOKS)
def test_without_a_limit_no_wrong_call_has_a_price(ruleset: str) -> None:
    with pytest.raises(Refused) as refusal:
        call_falsely(calling(ruleset, "south", hand_exposed=True))
    assert [where for where, _ in faults(refusal.value)] == ["/ruleset"]


@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_who_does_not_play_calls_nothing(ruleset: str) -> None:
    with pytest.raises(Refused) as refusal:
        call_falsely(calling(ruleset, "north", seats=["east", "south", "west"]))
    assert [where for where, _ in faults(refusal.value)] == ["/seat"]


@pytest.mark.parametrize("player", ["east", "south"])
def test_in_the_german_league_a_wrong_call_pays_three_hundred_to_each_and_east_no_more(player: str) -> None:
    answer = call_falsely(calling("dmjl", player, options={"limit": 100}))
    others = [seat for seat in ("east", "south", "west", "north") if seat != player]
    assert payments(answer) == {f"{player} to {seat}": 300 for seat in others}
    assert answer["next_deal"]["east_keeps_the_deal"]


@pytest.mark.parametrize(("ruleset", "amount"), [("millington", 300), ("bmja", 500)])
@pytest.mark.parametrize("player", ["east", "south"])
def test_where_a_hand_was_exposed_a_wrong_call_pays_each_alike(ruleset: str, amount: int, player: str) -> None:
    answer = call_falsely(calling(ruleset, player, hand_exposed=True))
    others = [seat for seat in ("east", "south", "west", "north") if seat != player]
    assert payments(answer) == {f"{player} to {seat}": amount for seat in others}
    loses = (ruleset, player) == ("millington", "east")
    assert answer["next_deal"]["next_east"] == ("south" if loses else "east")


@pytest.mark.parametrize("ruleset", ["millington", "bmja"])
def test_where_no_hand_was_exposed_a_wrong_call_pays_nothing(ruleset: str) -> None:
    answer = call_falsely(calling(ruleset, "east", hand_exposed=False))
    assert payments(answer) == {}
    assert answer["next_deal"]["east_keeps_the_deal"]
    with pytest.raises(Refused) as refusal:
        call_falsely(calling(ruleset, "east"))
    assert [where for where, _ in faults(refusal.value)] == ["/hand_exposed"]
