"""Playing with a limit (1922 part two, 1923): the books' examples, limit hands, and what the limit cuts."""

from typing import Any

import pytest

from service.requests.refusals import Refused
from tests.cases import (
    LIMIT_BOOKS,
    NO_LIMIT_BOOKS,
    against,
    between,
    deal,
    faults,
    hand,
    paid,
    score,
    score_of,
    scores,
    settle,
    values,
    won,
)
from tests.conftest import worked

Json = dict[str, Any]
THIRTEEN_MAJORS = hand("119m19p19s1234567z")
FOUR_CHOWS = hand("123678m33456p567s")
ORIGINAL = hand("123m11444p567s777z")
ALL_HONOURS = hand("33344477z", "111z", kongs=("2222z",))


def of_winner(ruleset: str, its_hand: Json, win: Json, seat: str = "north", wind: str = "west", **more: Any) -> Json:
    return {"ruleset": ruleset, "seat": seat, "round_wind": wind, "hand": its_hand, "win": win, **more}


def of_loser(ruleset: str, its_hand: Json) -> Json:
    return {"ruleset": ruleset, "seat": "north", "round_wind": "west", "hand": its_hand}


# The books' examples

EXAMPLES = {hand["id"]: hand for hand in worked("hands")}
COLLECTED = {1: (160, 160), 2: (1280, 640), 3: (64, 32), 4: (1536, 1536), 8: (272, 136), 9: (320, 320), 10: (128, 64)}
"""From East (from each where East won) and from the others, by the examples' numbers; 3 and 4 as corrected."""


def example(year: str, number: int, limit: int) -> Json:
    told = EXAMPLES[f"limit-{year}-{number}"]
    hands = against(told["seat"], hand("") | told["hand"])
    options = {"limit": limit}
    return deal(told["ruleset"], told["seat"], told["win"], hands, round_wind=told["round_wind"], options=options)


def from_each(winner: str, from_east: int, from_others: int) -> dict[str, int]:
    amounts = dict.fromkeys(["east", "south", "west", "north"], from_others) | {"east": from_east}
    return {f"{seat} to {winner}": amounts[seat] for seat in amounts if seat != winner}


@pytest.mark.parametrize("number", COLLECTED)
@pytest.mark.parametrize("year", ["1922", "1923"])
def test_an_example_collects_what_the_book_prints(year: str, number: int) -> None:
    request = example(year, number, limit=1000)
    told = EXAMPLES[f"limit-{year}-{number}"]
    settled = settle(request)
    winner = score_of(settled, request["winner"])
    assert (winner.points, winner.doubles, winner.score) == (told["points"], told["doubles"], told["score"])
    assert paid(settled) == from_each(request["winner"], *COLLECTED[number])


@pytest.mark.parametrize(
    ("limit", "from_east", "from_others"), [(300, 600, 300), (640, 1280, 640), (1000, 1280, 640), (642, 1280, 640)]
)
@pytest.mark.parametrize("year", ["1922", "1923"])
def test_example_2_collects_no_more_than_the_limit(year: str, limit: int, from_east: int, from_others: int) -> None:
    settled = settle(example(year, 2, limit))
    assert paid(settled) == from_each("north", from_east, from_others)
    assert score_of(settled, "north").uncapped_score == 640
    assert score_of(settled, "north").score == min(640, limit)
    assert {each.difference for each in settled.settlement.payments} == {640}
    assert {each.capped for each in settled.settlement.payments} == {limit < 640}


LIMIT_EXAMPLES = {
    "5: thirteen heads": (hand("19m19p19s12334567z"), "3z", "thirteen-heads"),
    "6: all heads": (hand("999s11p", "111s", "999p", "111m"), "1p", "all-heads"),
    "7: three dragons": (hand("777z99p", "555z", "666z", "456s"), "9p", "three-dragons"),
}


@pytest.mark.parametrize("limit", [None, 1000])
@pytest.mark.parametrize("seat", ["east", "north"])
@pytest.mark.parametrize("number", LIMIT_EXAMPLES)
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_examples_5_to_7_are_limit_hands(ruleset: str, number: str, seat: str, limit: int | None) -> None:
    its_hand, tile, name = LIMIT_EXAMPLES[number]
    options = {} if limit is None else {"limit": limit}
    settled = settle(deal(ruleset, seat, won("wall", tile), against(seat, its_hand), options=options))
    told, expected = score_of(settled, seat), limit or 300
    assert name in told.limit_hands
    assert told.score == expected
    assert paid(settled) == from_each(seat, 2 * expected, 2 * expected if seat == "east" else expected)


@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_the_limit_is_400_where_mah_jong_is_20_points(ruleset: str) -> None:
    hands = against("north", THIRTEEN_MAJORS)
    settled = settle(deal(ruleset, "north", won("wall", "1m"), hands, options={"mahjong_points": 20}))
    assert paid(settled) == from_each("north", 800, 400)


# Each limit hand: a hand that is it, one that is not, and the same sets where the hand did not win

BOTH, ONLY_1923 = LIMIT_BOOKS, ["harr-1923-limit"]
LIMIT_HANDS: dict[str, tuple[list[str], tuple[Json, Json], tuple[Json, Json]]] = {
    "thirteen-heads": (
        BOTH,
        (THIRTEEN_MAJORS, won("discard", "1m")),
        (hand("111m11p", "999m", "999s", "222z"), won("discard", "1p")),
    ),
    "all-heads": (
        BOTH,
        (hand("999s11p", "111s", "999p", "111m"), won("wall", "1p")),
        (hand("999s22p", "111s", "999p", "111m"), won("wall", "2p")),
    ),
    "four-winds": (
        BOTH,
        (hand("111444z55p", "222z", "333z"), won("wall", "5p")),
        (hand("111555z55p", "222z", "333z"), won("wall", "5p")),
    ),
    "three-winds-and-pair": (
        BOTH,
        (hand("11144z", "222z", "333z", "123p"), won("wall", "4z")),
        (hand("11155z", "222z", "333z", "123p"), won("wall", "5z")),
    ),
    "four-kongs": (
        BOTH,
        (hand("22m", "9999p", "6666z", "7777z", kongs=("1111s",)), won("wall", "2m")),
        (hand("22m111s", "9999p", "6666z", "7777z"), won("wall", "2m")),
    ),
    "three-dragons": (
        BOTH,
        (hand("777z99p", "555z", "666z", "456s"), won("discard", "7z")),
        (hand("77z999p", "555z", "666z", "456s"), won("discard", "7z")),
    ),
    "original-hand": (BOTH, (ORIGINAL, won("original-hand")), (ORIGINAL, won("discard", "1m"))),
    "first-discard": (
        ONLY_1923,
        (FOUR_CHOWS, won("discard", "1m", first_discard=True)),
        (FOUR_CHOWS, won("discard", "1m")),
    ),
    "hidden-treasure": (ONLY_1923, (FOUR_CHOWS, won("wall", "1m")), (FOUR_CHOWS, won("discard", "1m"))),
}
CASES = [(ruleset, name) for name, (rulesets, _, _) in LIMIT_HANDS.items() for ruleset in rulesets]


@pytest.mark.parametrize("limit", [100, 1000])
@pytest.mark.parametrize(("ruleset", "name"), CASES)
def test_a_limit_hand_scores_the_limit_whatever_it_counts(ruleset: str, name: str, limit: int) -> None:
    its_hand, win = LIMIT_HANDS[name][1]
    seat = "east" if name == "original-hand" else "north"
    told = score(of_winner(ruleset, its_hand, win, seat, options={"limit": limit}))
    assert name in told.limit_hands
    assert told.score == limit
    assert told.uncapped_score == told.points << told.doubles


@pytest.mark.parametrize(("ruleset", "name"), CASES)
def test_a_near_miss_scores_what_it_counts(ruleset: str, name: str) -> None:
    its_hand, win = LIMIT_HANDS[name][2]
    seat = "east" if name == "original-hand" else "north"
    told = score(of_winner(ruleset, its_hand, win, seat, options={"limit": 1_000_000}))
    assert name not in told.limit_hands
    if not told.limit_hands:
        assert told.score == told.points << told.doubles


@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
@pytest.mark.parametrize(
    ("its_hand", "points", "doubles"),
    [
        (hand("19m19p19s1234567z"), 0, 0),
        (hand("999s1p", "111s", "999p", "111m"), 8 + 3 * 4, 0),
        (hand("111z5p", "222z", "333z", kongs=("4444z",)), 8 + 2 * 4 + 32, 1),
        (hand("15m44z", "111z", "222z", "333z"), 3 * 4 + 2, 0),
        (hand("2m", "9999p", "6666z", "7777z", kongs=("1111s",)), 3 * 16 + 32, 2),
        (hand("147m2p777z", "555z", "666z"), 8 + 2 * 4, 3),
        (hand("123678m33456p56s"), 0, 0),
    ],
    ids=["thirteen heads", "all heads", "four winds", "three winds", "four kongs", "three dragons", "all concealed"],
)
def test_a_hand_that_did_not_win_gets_nothing_special(ruleset: str, its_hand: Json, points: int, doubles: int) -> None:
    told = score(of_loser(ruleset, its_hand))
    assert (told.points, told.doubles, told.limit_hands) == (points, doubles, ())
    assert told.score == points << doubles


@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
@pytest.mark.parametrize("concealed", ["119m119p99s123456z", "119m19p19s123466z5m"])
def test_a_missing_head_is_no_complete_hand(ruleset: str, concealed: str) -> None:
    with pytest.raises(Refused) as refusal:
        score(of_winner(ruleset, hand(concealed), won("wall", "1m")))
    assert faults(refusal.value) == {("/hand/concealed", "incomplete-hand")}


@pytest.mark.parametrize("ruleset", NO_LIMIT_BOOKS)
def test_without_a_limit_thirteen_heads_are_no_complete_hand(ruleset: str) -> None:
    with pytest.raises(Refused) as refusal:
        score(of_winner(ruleset, THIRTEEN_MAJORS, won("wall", "1m")))
    assert faults(refusal.value) == {("/hand/concealed", "incomplete-hand")}


# Several names, and what a limit hand counts


@pytest.mark.parametrize(
    ("its_hand", "win", "seat", "names"),
    [
        (hand("111444z55z", "222z", "333z"), won("discard", "1z"), "north", ["all-heads", "four-winds"]),
        (
            hand("55z", kongs=("1111z", "2222z", "3333z", "4444z")),
            won("loose-tile", "5z"),
            "north",
            ["all-heads", "four-winds", "four-kongs", "hidden-treasure"],
        ),
        (
            hand("11122555666777z"),
            won("original-hand"),
            "east",
            ["all-heads", "three-dragons", "original-hand", "hidden-treasure"],
        ),
        (hand("44z111p", "111z", "222z", "333z"), won("wall", "4z"), "north", ["all-heads", "three-winds-and-pair"]),
        (THIRTEEN_MAJORS, won("discard", "1m", first_discard=True), "north", ["thirteen-heads", "first-discard"]),
        (THIRTEEN_MAJORS, won("original-hand"), "east", ["thirteen-heads", "original-hand"]),
    ],
    ids=["winds", "kongs", "as dealt", "three winds", "thirteen at once", "thirteen as dealt"],
)
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_several_limit_hands_are_all_named_in_their_order(
    ruleset: str, its_hand: Json, win: Json, seat: str, names: list[str]
) -> None:
    missing = ("hidden-treasure", "first-discard") if ruleset == "harr-1922-limit" else ()
    told = score(of_winner(ruleset, its_hand, win, seat))
    assert list(told.limit_hands) == [name for name in names if name not in missing]
    assert told.score == 300


@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_points_and_doubles_still_tell_the_count_without_doubles_for_the_limit_hand(ruleset: str) -> None:
    told = score(of_winner(ruleset, ALL_HONOURS, won("wall", "3z"), "west", "north"))
    assert told.points == 10 + 10 + 10 + 4 + 32 + 2
    assert told.doubles == 1 + 1  # West's own wind, no chow
    assert (told.uncapped_score, told.score) == (272, 300)


@pytest.mark.parametrize(
    ("bonus", "win", "points_1922", "points_1923", "doubles"),
    [
        ("", won("discard", "1m"), 10, 10, 0),
        ("", won("wall", "1m"), 10, 10, 0),
        ("", won("wall", "1m", last_tile=True), 10, 10, 1),
        ("1f", won("loose-tile", "1m"), 10, 14, 1),
        ("4f4y", won("discard", "7z"), 10, 18, 2),
    ],
)
def test_thirteen_heads_count_how_they_were_won_and_flowers_only(
    bonus: str, win: Json, points_1922: int, points_1923: int, doubles: int
) -> None:
    for ruleset, points in [("harr-1922-limit", points_1922), ("harr-1923-limit", points_1923)]:
        told = score(of_winner(ruleset, THIRTEEN_MAJORS | {"bonus": bonus}, win))
        assert (told.points, told.doubles, told.score) == (points, doubles, 300)


# What the winning tile completes


@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
@pytest.mark.parametrize(
    ("concealed", "win", "rule", "points"),
    [
        ("122334m55p456s", won("discard", "2m"), "completed-chow-one-place-claimed", 2),  # 1-2-3 rather than 2-3-4
        ("33345m123p456s", won("discard", "3m"), "completed-pair-of-simples-claimed", 2),  # 33 rather than 3-4-5
        ("11123m456p456s", won("wall", "1m"), "completed-pair-of-heads-drawn", 6),  # 11 rather than 1-2-3
        ("45556m123p456s", won("wall", "5m"), "completed-chow-one-place-drawn", 4),  # equal: the set that comes first
    ],
)
def test_the_winning_tile_stands_where_it_scores_most(
    ruleset: str, concealed: str, win: Json, rule: str, points: int
) -> None:
    told = score(of_winner(ruleset, hand(concealed, "777p"), win))
    assert values(told, rule) == {"points": [points]}
    assert [each.rule.id for each in told.items if each.rule.id.startswith("completed")] == [rule]


@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
@pytest.mark.parametrize(("wind", "points"), [("east", 4), ("south", 2)])
def test_an_original_hand_has_no_completing_tile(ruleset: str, wind: str, points: int) -> None:
    told = score(of_winner(ruleset, hand("123m11z444p567s777z"), won("original-hand"), "east", wind))
    assert told.points == 10 + points + 6 + 10
    assert not any(each.rule.id.startswith("completed") for each in told.items)


# The first discard of 1922


@pytest.mark.parametrize(("limit", "added"), [(300, 150), (200, 100), (100, 50)])
def test_in_1922_half_the_limit_is_added_to_the_doubled_score(limit: int, added: int) -> None:
    win = won("discard", "1m", first_discard=True)
    told = score(of_winner("harr-1922-limit", FOUR_CHOWS, win, options={"limit": limit}))
    assert (told.points, told.doubles, told.bonus_points) == (20, 0, added)
    assert (told.uncapped_score, told.score) == (20 + added, min(20 + added, limit))


def test_in_1922_the_limit_cuts_the_score_with_what_was_added() -> None:
    win = won("discard", "7z", first_discard=True)
    told = score(of_winner("harr-1922-limit", hand("77999m333s444777z"), win, wind="north"))
    assert (told.points, told.doubles, told.bonus_points) == (40, 4, 150)
    assert (told.uncapped_score, told.score) == (790, 300)


# The limit between two who did not win

DRAGONS_192 = hand("23p58s555666777z")
DRAGONS_384 = hand("23p58s666777z", kongs=("5555z",))
KONGS_128 = hand("5s", kongs=("1111m", "9999m", "1111p", "9999p"))
IDLE = hand("2678m2678p13579s")
SMALL_WINNER = hand("22s", "345s", "678s", "234m", "345m")


@pytest.mark.parametrize(
    ("dragons", "counted", "passes", "cut"), [(DRAGONS_192, 192, 64, False), (DRAGONS_384, 384, 100, True)]
)
@pytest.mark.parametrize("ruleset", [*LIMIT_BOOKS, *NO_LIMIT_BOOKS])
def test_the_limit_cuts_the_difference_of_uncut_scores(
    ruleset: str, dragons: Json, counted: int, passes: int, cut: bool
) -> None:
    hands = {"east": IDLE, "south": dragons, "west": KONGS_128, "north": SMALL_WINNER}
    settled = settle(deal(ruleset, "north", won("wall", "2s"), hands, options={"limit": 100}))
    assert scores(settled) | {"north": 0} == {"east": 0, "south": counted, "west": 128, "north": 0}
    between_losers = {who: amount for who, amount in paid(settled).items() if not who.endswith("north")}
    assert between_losers == {"west to south": passes, "east to south": 200, "east to west": 200}
    (payment,) = (each for each in settled.settlement.payments if between(each) == "west to south")
    assert (payment.difference, payment.multiplier, payment.capped) == (counted - 128, 1, cut)


@pytest.mark.parametrize(("dragons", "passes"), [(DRAGONS_192, 2 * 64), (DRAGONS_384, 2 * 100)])
@pytest.mark.parametrize("east_is_higher", [True, False])
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_the_cut_difference_is_doubled_where_one_is_east(
    ruleset: str, east_is_higher: bool, dragons: Json, passes: int
) -> None:
    higher, lower = ("east", "south") if east_is_higher else ("south", "east")
    hands = {higher: dragons, lower: KONGS_128, "west": IDLE, "north": SMALL_WINNER}
    in_order = {seat: hands[seat] for seat in ("east", "south", "west", "north")}
    settled = settle(deal(ruleset, "north", won("wall", "2s"), in_order, round_wind="west", options={"limit": 100}))
    assert paid(settled)[f"{lower} to {higher}"] == passes
