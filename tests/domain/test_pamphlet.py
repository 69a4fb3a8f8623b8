"""The British pamphlet: its worked hands, its limit hands in winners and others, its 'only possible piece'."""

from typing import Any

import pytest

from service.requests.refusals import Refused
from tests.cases import against, deal, faults, hand, paid, reasons, score, score_of, scores, settle, values, won
from tests.conftest import worked

Json = dict[str, Any]
NO_LIMIT = {"limit": None}


def of(its_hand: Json, win: Json | None, seat: str = "north", wind: str = "west", **more: Any) -> Json:
    request = {"ruleset": "pamphlet", "seat": seat, "round_wind": wind, "hand": its_hand, **more}
    return request if win is None else request | {"win": win}


# The worked hands: the printed counts leave the bonus points out

WORKED = {entry["id"]: entry for entry in worked("hands") if entry["ruleset"] == "pamphlet"}
WON_ON = {"1": "4p", "2": "1m", "3": "4m", "4": "2p", "5": "7s", "6": "8m"}
"""The pamphlet does not tell the winning tile; these fit."""
BONUS_POINTS = ("no-chow", "no-scoring-value", "winning-tile-drawn", "only-place-to-win", "loose-tile", "last-tile")


def counted(number: str, **more: Any) -> tuple[int, int]:
    """Points without the bonus points, and doubles."""
    entry = WORKED[f"pamphlet-{number}"]
    told = score(of(entry["hand"], won("discard", WON_ON[number]), entry["seat"], entry["round_wind"]) | more)
    return sum(item.points for item in told.items if item.rule.id not in BONUS_POINTS), told.doubles


@pytest.mark.parametrize(
    ("number", "points", "doubles"),
    [("1", 20, 1), ("2", 22, 0), ("3", 38, 0), ("4", 48, 2), ("5", 36, 4), ("6", 52, 1)],
)
def test_a_worked_hand_agrees_in_sets_pair_and_doubles(number: str, points: int, doubles: int) -> None:
    entry = WORKED[f"pamphlet-{number}"]
    assert (entry["points"], entry["doubles"], entry["score"]) == (points, doubles, points << doubles)
    assert counted(number) == (points, doubles)


def test_the_third_hand_doubles_in_easts_round_and_twice_if_the_winner_is_east() -> None:
    assert counted("3", round_wind="east") == (38, 1)
    assert counted("3", round_wind="east", seat="east") == (38, 2)
    assert counted("3", round_wind="west", seat="east") == (38, 1)


def test_the_fourth_hand_is_200_for_north() -> None:
    points, doubles = counted("4", seat="north")
    assert points << doubles == 200


# The ten limit hands

LIMIT_HANDS: dict[str, tuple[Json, Json, int]] = {
    "thirteen-heads": (hand("119m19p19s1234567z"), won("discard", "1m"), 20),
    "all-ones-and-nines": (
        hand("999s11p", "111s", "999p", "111m"),
        won("wall", "1p"),
        (20 + 10 + 2 + 2 + 8 + 3 * 4) * 2,  # no chow; drawn; the only place; no chow doubles
    ),
    "all-honours": (
        hand("33344477z", "111z", kongs=("2222z",)),
        won("wall", "3z"),
        (20 + 10 + 2 + 8 + 8 + 4 + 32 + 2) << 6,  # no chow, own wind, the wind of the round, honours only three
    ),
    "three-winds-and-pair": (
        hand("11144z", "222z", "333z", "123p"),
        won("wall", "4z"),
        (20 + 2 + 2 + 8 + 4 + 4 + 2) << 2,  # the wind of the round, one suit with honours
    ),
    "three-dragons": (hand("777z99p", "555z", "666z", "456s"), won("discard", "7z"), (20 + 3 * 4) << 3),
    "original-hand": (hand("123m11444p567s777z"), won("original-hand"), (20 + 4 + 8) << 4),
    "first-discard": (hand("123678m33456p567s"), won("discard", "1m", first_discard=True), (20 + 10) * 2),
    "concealed-pungs": (hand("222m44488p666999s"), won("wall", "2m"), (20 + 10 + 2 + 3 * 4 + 8) * 2),
    "nine-gates": (hand("11123455678999m"), won("discard", "5m"), (20 + 8 + 8) << 3),
    "thirteenth-win": (hand("123678m33456p", "567s"), won("discard", "1m", consecutive_wins=13), (20 + 10) * 2),
}
"""Each limit hand with its count where no limit is set."""
EASTS = ("original-hand", "thirteenth-win")


def limit_hand(name: str, options: Json) -> Json:
    its_hand, win, _ = LIMIT_HANDS[name]
    return of(its_hand, win, "east" if name in EASTS else "north", options=options)


def test_there_are_ten_limit_hands() -> None:
    assert len(LIMIT_HANDS) == 10


@pytest.mark.parametrize(("options", "limit"), [({}, 600), ({"limit": 100}, 100), ({"limit": 10_000}, 10_000)])
@pytest.mark.parametrize("name", LIMIT_HANDS)
def test_a_limit_hand_scores_the_limit(name: str, options: Json, limit: int) -> None:
    told = score(limit_hand(name, options))
    assert name in told.limit_hands
    assert told.score == limit


@pytest.mark.parametrize("name", LIMIT_HANDS)
def test_where_no_limit_is_set_it_scores_its_face_value(name: str) -> None:
    told = score(limit_hand(name, NO_LIMIT))
    assert told.score == told.uncapped_score == LIMIT_HANDS[name][2]


@pytest.mark.parametrize("name", ["all-honours", "original-hand"])
def test_the_three_doubles_stand_only_where_no_limit_is_set(name: str) -> None:
    assert score(limit_hand(name, NO_LIMIT)).doubles == score(limit_hand(name, {})).doubles + 3


@pytest.mark.parametrize(
    ("its_hand", "points", "doubles"),
    [
        (hand("19m19p19s1234567z"), 0, 0),
        (hand("999s1p", "111s", "999p", "111m"), 8 + 3 * 4, 0),
        (hand("3444777z", "111z", kongs=("2222z",)), 8 + 8 + 4 + 32, 2),
        (hand("222m444p8p666999s"), 3 * 4 + 8, 0),
        (hand("1112345678999m"), 8 + 8, 0),
        (hand("123678m33456p56s"), 0, 0),
    ],
    ids=["thirteen heads", "ones and nines", "honours", "concealed pungs", "nine gates", "four chows nearly"],
)
@pytest.mark.parametrize("options", [{}, NO_LIMIT])
def test_most_limit_hands_are_nothing_special_in_a_hand_that_did_not_win(
    options: Json, its_hand: Json, points: int, doubles: int
) -> None:
    told = score(of(its_hand, None, options=options))
    assert (told.points, told.doubles, told.limit_hands) == (points, doubles, ())
    assert told.score == points << doubles


def test_winds_with_a_pair_of_a_suit_are_no_limit_hand() -> None:
    told = score(of(hand("111444z55p", "222z", "333z"), won("wall", "5p")))
    assert told.limit_hands == ()


def test_several_limit_hands_are_named_in_their_order() -> None:
    told = score(of(hand("11122555666777z"), won("original-hand", consecutive_wins=13), "east"))
    names = ["all-honours", "three-dragons", "original-hand", "concealed-pungs", "thirteenth-win"]
    assert list(told.limit_hands) == names


# Three dragons, or three winds and a pair of the fourth, in a hand that did not win

DRAGONS = hand("23p58s555666777z")
"""24 points, doubled three times: 192."""
WINDS = hand("15m44z", "111z", "222z", "333z")
"""West's in the East round: 12 points, doubled for his own wind and for the round's: 48."""
KONGS = hand("5s", kongs=("1111m", "9999m", "1111p", "9999p"))
"""128 points."""
IDLE = hand("2678m2678p13579s")
WINNER = hand("22s", "345s", "678s", "123s", "345m")
"""Drawn on 2s: 20, 10, 2 and 2, doubled for no scoring value: 68."""


def table(east: Json, south: Json, west: Json, **more: Any) -> Json:
    hands = {"east": east, "south": south, "west": west, "north": WINNER}
    return deal("pamphlet", "north", won("wall", "2s"), hands, **more)


TO_WINNER = {"east to north": 136, "south to north": 68, "west to north": 68}


@pytest.mark.parametrize(("options", "limit"), [({}, 600), ({"limit": 1000}, 1000)])
def test_three_dragons_take_the_limit_from_each_other_loser_and_pay_the_winner(options: Json, limit: int) -> None:
    settled = settle(table(IDLE, DRAGONS, KONGS, options=options))
    assert scores(settled) == {"east": 0, "south": 192, "west": 128, "north": 68}
    assert score_of(settled, "south").limit_hands == ("three-dragons",)
    assert paid(settled) == TO_WINNER | {
        "east to south": 2 * limit,
        "west to south": limit,
        "east to west": 2 * 128,
    }
    assert {who for who, why in reasons(settled).items() if why == "loser-limit-hand"} == {
        "east to south",
        "west to south",
    }


def test_the_payment_for_a_losers_limit_hand_is_the_limit_itself() -> None:
    settled = settle(table(IDLE, DRAGONS, KONGS, options={"limit": 100}))
    told = [each for each in settled.settlement.payments if each.reason.value == "loser-limit-hand"]
    assert [(each.difference, each.multiplier, each.capped) for each in told] == [(100, 2, False), (100, 1, False)]
    assert paid(settled)["east to west"] == 2 * 100


def test_east_takes_it_double() -> None:
    settled = settle(table(DRAGONS, IDLE, KONGS))
    assert paid(settled) == TO_WINNER | {"south to east": 1200, "west to east": 1200, "south to west": 128}


def test_it_takes_the_limit_also_from_a_hand_that_counts_more() -> None:
    settled = settle(table(IDLE, hand("478m9s", kongs=("9999m", "1111p", "9999p")), WINDS))
    assert scores(settled) == {"east": 0, "south": 96, "west": 48, "north": 68}
    assert paid(settled)["south to west"] == 600
    assert "west to south" not in paid(settled)


def test_two_such_losers_settle_nothing_between_them() -> None:
    settled = settle(table(IDLE, DRAGONS, WINDS))
    assert scores(settled) == {"east": 0, "south": 192, "west": 48, "north": 68}
    assert paid(settled) == TO_WINNER | {"east to south": 1200, "east to west": 1200}


def test_where_no_limit_is_set_they_settle_their_face_value() -> None:
    settled = settle(table(IDLE, DRAGONS, WINDS, options=NO_LIMIT))
    assert paid(settled) == TO_WINNER | {"east to south": 2 * 192, "east to west": 2 * 48, "west to south": 192 - 48}
    assert set(reasons(settled).values()) == {"winner", "difference"}


def test_three_of_the_fourth_wind_are_no_pair() -> None:
    settled = settle(table(IDLE, hand("5m444z", "111z", "222z", "333z"), hand("14799m14p2469s56z")))
    assert score_of(settled, "south").limit_hands == ()
    assert "loser-limit-hand" not in reasons(settled).values()


def test_a_dead_hand_holds_no_limit_hand() -> None:
    settled = settle(table(IDLE, DRAGONS | {"dead": True}, KONGS))
    assert scores(settled)["south"] == 0
    assert paid(settled) == TO_WINNER | {"south to west": 128, "east to west": 256}


def test_between_three_it_takes_the_limit_from_the_one_other_loser() -> None:
    hands = {"east": IDLE, "south": DRAGONS, "west": WINNER}
    settled = settle(deal("pamphlet", "west", won("wall", "2s"), hands))
    assert paid(settled) == {"east to south": 1200, "east to west": 136, "south to west": 68}


def test_in_a_drawn_deal_it_takes_nothing() -> None:
    hands = {"east": IDLE, "south": DRAGONS, "west": KONGS, "north": hand("234m345m22s34678s")}
    assert paid(settle(deal("pamphlet", None, None, hands))) == {}


# The only possible piece: 2-3 of characters waits for 1 or 4, and 1m was won

OPEN = hand("123678m33456p", "567s")


def piece(win: Json, its_hand: Json = OPEN, discards: str = "", **others: Json) -> dict[str, list[int]]:
    """What 'only possible piece' gave North; the other hands are East's, South's and West's."""
    idle = {"east": hand("2589m1278p1289s5z"), "south": hand("2589m1278p1289s6z"), "west": hand("79m178p12349s147z")}
    hands = {**idle, **others, "north": its_hand}
    settled = settle(deal("pamphlet", "north", win, hands, discards=discards, round_wind="south"))
    return values(score_of(settled, "north"), "only-place-to-win")


EARNED = {"points": [2]}
BY_DISCARD = won("discard", "1m", "east")


@pytest.mark.parametrize("tile", ["2m", "3m"])
def test_a_closed_gap_earns_it_always(tile: str) -> None:
    assert piece(won("discard", tile, "east")) == EARNED
    assert piece(won("wall", tile)) == EARNED


@pytest.mark.parametrize(
    ("discards", "earned"),
    [
        ("", False),
        ("1114444m", True),
        ("114444m", False),
        ("111444m", False),
        ("1114444m9p", True),
        ("111m", False),
    ],
)
def test_an_open_chow_earns_it_where_the_discards_leave_one_piece(discards: str, earned: bool) -> None:
    expected = EARNED if earned else {}
    assert piece(BY_DISCARD, discards=discards) == expected
    assert piece(won("wall", "1m"), discards=discards) == expected


def test_exposed_sets_and_declared_kongs_of_the_others_are_visible() -> None:
    ones = hand("2589m18p1289s", "111m")
    fours = hand("79m178p1239s1z", kongs=("4444m",))
    shown = hand("79m178p1239s1z", "444m")
    assert piece(BY_DISCARD, east=ones, west=fours) == EARNED
    assert piece(BY_DISCARD, east=ones, west=shown, discards="4m") == EARNED
    assert piece(BY_DISCARD, east=ones, west=shown) == {}


def test_what_the_others_hold_concealed_is_not_visible() -> None:
    assert piece(BY_DISCARD, east=hand("1112589m18p1289s"), discards="4444m") == {}


def test_the_winners_own_tiles_are_visible() -> None:
    own = hand("123m33456p", "567s", "456m")
    assert piece(BY_DISCARD, own, "111444m") == EARNED
    assert piece(BY_DISCARD, own, "11144m") == {}


@pytest.mark.parametrize(("discards", "earned"), [("4p11z", True), ("4p1z", False), ("11z", False), ("4p11z5z", True)])
def test_two_pairs_earn_it_where_one_piece_is_left(discards: str, earned: bool) -> None:
    pairs = hand("444p11z", "567s", "678m", "345m")
    told = piece(won("discard", "4p", "east"), pairs, discards, west=hand("79m178p12349s567z"))
    assert told == (EARNED if earned else {})


# Circumstances that cannot be


@pytest.mark.parametrize(
    ("its_hand", "win", "seat", "where"),
    [
        (hand("123m11444p777z", "567s"), won("original-hand"), "east", "/win/source"),
        (hand("123m11p777z567s", kongs=("4444p",)), won("original-hand"), "east", "/win/source"),
        (hand("123m11444p567s777z"), won("original-hand"), "south", "/win/source"),
        (OPEN, won("discard", "1m", standing_hand=True), "north", "/win/standing_hand"),
        (OPEN, won("discard", "1m", first_discard=True), "north", "/win/first_discard"),
        (OPEN, won("discard", "1m", last_tile=True), "north", "/win/last_tile"),
        (OPEN, won("loose-tile", "1m"), "north", "/win/source"),
        (OPEN, won("discard", "1m", consecutive_wins=2), "north", "/win/consecutive_wins"),
    ],
)
def test_what_cannot_be_is_refused_at_its_place(its_hand: Json, win: Json, seat: str, where: str) -> None:
    with pytest.raises(Refused) as refusal:
        score(of(its_hand, win, seat))
    assert {at for at, _ in faults(refusal.value)} == {where}


def test_a_winner_is_paid_by_everybody_and_payments_are_capped() -> None:
    hands = against("north", LIMIT_HANDS["thirteen-heads"][0])
    settled = settle(deal("pamphlet", "north", won("wall", "1m"), hands))
    assert paid(settled) == {"east to north": 1200, "south to north": 600, "west to north": 600}
