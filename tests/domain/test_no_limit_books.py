"""Playing without a limit, and what all rulebooks share: hands that did not win, flowers, drawn deals, options."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.requests.refusals import Refused
from service.requests.requests import read_score
from tests.cases import (
    ALL_BOOKS,
    LIMIT_BOOKS,
    NO_LIMIT_BOOKS,
    WORTHLESS,
    against,
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
NOTHING = "147m258p369s1467z"
"""Thirteen tiles of North that score nothing in the West round."""
OPEN_CHOW = hand("123678m33456p", "567s")
"""Four chows; 2-3 of characters waits for 1 or 4."""


def of_loser(ruleset: str, its_hand: Json, seat: str = "north", wind: str = "west") -> Json:
    return {"ruleset": ruleset, "seat": seat, "round_wind": wind, "hand": its_hand}


def of_winner(ruleset: str, its_hand: Json, win: Json, seat: str = "north", **more: Any) -> Json:
    return {**of_loser(ruleset, its_hand, seat), "win": win, **more}


def counted(request: Json) -> tuple[int, int, int]:
    told = score(request)
    return told.points, told.doubles, told.score


# The highest hand


@pytest.mark.parametrize("ruleset", NO_LIMIT_BOOKS)
def test_the_highest_hand_without_flowers_collects_126976_from_each(ruleset: str) -> None:
    hands = against("east", hand("11122555666777z"))
    settled = settle(deal(ruleset, "east", won("original-hand"), hands))
    told = score_of(settled, "east")
    assert (told.points, told.doubles, told.score) == (62, 10, 63_488)
    assert paid(settled) == {"south to east": 126_976, "west to east": 126_976, "north to east": 126_976}
    east = settled.settlement.matrix["east"]
    assert [*east.values()] == [0, 126_976, 126_976, 126_976]
    assert sum(east.values()) == 380_928


# Only place to win


@pytest.mark.parametrize("year", ["1922", "1923"])
@pytest.mark.parametrize(("number", "earned"), [(6, True), (12, False), (19, False), (1, False)])
def test_the_only_place_in_the_books_examples(year: str, number: int, earned: bool) -> None:
    (example,) = (each for each in worked("hands") if each["id"] == f"{year}-{number}")
    request = {name: example[name] for name in ("ruleset", "seat", "round_wind", "hand", "win")}
    assert values(score(request), "only-place-to-win") == ({"points": [2]} if earned else {})


@pytest.mark.parametrize("ruleset", NO_LIMIT_BOOKS)
@pytest.mark.parametrize("source", ["discard", "wall"])
@pytest.mark.parametrize(
    ("its_hand", "tile", "earned"),
    [
        (hand("55678m123p456s", "777p"), "5m", False),
        (hand("56788m123p456s", "777p"), "8m", False),
        (hand("11234m123p456s", "777p"), "1m", False),
        (hand("12344m123p456s", "777p"), "4m", False),
        (hand("66789m123p456s", "777p"), "6m", False),
        (hand("67899m123p456s", "777p"), "9m", False),
        (hand("55m123p456s", "678m", "777p"), "5m", True),
        (hand("88m123p456s", "567m", "777p"), "8m", True),
        (hand("44m123p456s", "123m", "777p"), "4m", True),
    ],
    ids=["5-678", "567-8", "1-234", "123-4", "6-789", "678-9", "5-678 exposed", "567-8 exposed", "123-4 exposed"],
)
def test_a_pair_beside_a_concealed_chow_that_it_continues_waited_at_two_places(
    ruleset: str, source: str, its_hand: Json, tile: str, earned: bool
) -> None:
    told = score(of_winner(ruleset, its_hand, won(source, tile)))
    assert values(told, "only-place-to-win") == ({"points": [2]} if earned else {})


@pytest.mark.parametrize("ruleset", NO_LIMIT_BOOKS)
@pytest.mark.parametrize(
    ("concealed", "tile", "earned"),
    [
        ("99m567m123p456s", "9m", True),  # beside it, but no run: 5-6-7 and 9
        ("55m678p123p456s", "5m", True),  # a run of another suit
        ("45556m123p456s", "5m", True),  # the 5 of 55, or the middle of 4-5-6: one filler each
        ("33345m123p456s", "3m", False),  # the 3 of 33, but 4-5 waits for 3 or 6
        ("122334m55p456s", "2m", False),  # 1-2-3 or 2-3-4: the second waits for 2 or 5
        ("122334m55p456s", "3m", True),  # the end of 1-2-3 or the middle of 2-3-4: one filler each
    ],
)
def test_every_place_of_the_winning_tile_must_be_the_only_one(
    ruleset: str, concealed: str, tile: str, earned: bool
) -> None:
    told = score(of_winner(ruleset, hand(concealed, "777p"), won("discard", tile)))
    assert values(told, "only-place-to-win") == ({"points": [2]} if earned else {})


# What a hand has that did not win


@pytest.mark.parametrize("ruleset", ALL_BOOKS)
@pytest.mark.parametrize(
    ("its_hand", "points", "doubles"),
    [
        (hand(NOTHING), 0, 0),
        (hand("123456m123456p1s"), 0, 0),  # chows are worth nothing
        (hand("147m258p39s15566z"), 4, 0),  # two different scoring pairs
        (hand("147m258p39s14777z"), 8, 1),  # tiles of a pung are not also a pair
        (hand("147m258p39s17777z"), 8, 1),  # four alike that were not declared: a concealed pung
        (hand("147m258p1z", "222s", kongs=("9999s",)), 2 + 32, 0),
        (hand("1147m2258p369s14z"), 0, 0),  # pairs of simples and of ones
    ],
)
def test_a_hand_that_did_not_win_counts_what_it_has(ruleset: str, its_hand: Json, points: int, doubles: int) -> None:
    assert counted(of_loser(ruleset, its_hand)) == (points, doubles, points << doubles)


CIRCLES = "1123335578889p"
"""Thirteen circles that match badly (1922 layout 3): two concealed pungs of simples, eight points."""


@pytest.mark.parametrize(
    ("ruleset", "its_hand", "points", "doubles"),
    [
        ("harr-1922", hand(CIRCLES), 8, 3),
        ("harr-1923", hand(CIRCLES), 8, 3),
        ("harr-1922-limit", hand(CIRCLES), 8, 0),  # for the winner only
        ("harr-1923-limit", hand(CIRCLES), 8, 0),
        ("pamphlet", hand(CIRCLES), 8, 0),
        ("harr-1922", hand(CIRCLES, bonus="1f1y"), 8, 3),  # flowers do not disturb it
        ("harr-1923", hand(CIRCLES, bonus="1f1y"), 8 + 8, 3),
        ("harr-1922", hand("112333557888p5z"), 8, 1),  # with an honour
        ("harr-1922", hand("112333557888p9s"), 8, 0),  # with another suit
        ("harr-1922", hand("1122334455667z"), 3 * 2, 3),  # honours only: pairs of North and two dragons
        ("harr-1923", hand("1122334455667z"), 3 * 2, 3),  # heads only is not added to it
        ("harr-1922", hand("1199m1199p11999s"), 8, 0),  # no double for heads in 1922
        ("harr-1923", hand("1199m1199p11999s"), 8, 1),
    ],
)
def test_doubles_for_the_whole_hand_are_judged_over_all_its_tiles(
    ruleset: str, its_hand: Json, points: int, doubles: int
) -> None:
    assert counted(of_loser(ruleset, its_hand)) == (points, doubles, points << doubles)


@pytest.mark.parametrize("ruleset", NO_LIMIT_BOOKS)
@pytest.mark.parametrize(
    ("its_hand", "points", "doubles"),
    [
        (hand("333888p", partial=True), 8, 0),  # one suit, but not all tiles are known
        (hand("", "333p", "888p", partial=True), 4, 0),
        (hand("55z", partial=True), 2, 0),  # honours only, as far as is known
        (hand("44z", "555z", "9999s", partial=True), 2 + 4 + 16, 1),
        (hand("", partial=True), 0, 0),
        (hand(CIRCLES, partial=True), 8, 0),
    ],
)
def test_a_partial_hand_counts_what_was_written_down(ruleset: str, its_hand: Json, points: int, doubles: int) -> None:
    assert counted(of_loser(ruleset, its_hand)) == (points, doubles, points << doubles)


@pytest.mark.parametrize(
    "its_hand", [hand("1144777m2558p369s", partial=True), hand("114477m2558p3s", "9999s", partial=True)]
)
def test_a_partial_hand_holds_no_more_than_a_whole_one(its_hand: Json) -> None:
    with pytest.raises(Refused) as refusal:
        score(of_loser("harr-1922", its_hand))
    assert faults(refusal.value) == {("/hand/concealed", "wrong-number-of-tiles")}


def test_fewer_tiles_without_a_word_are_refused() -> None:
    with pytest.raises(Refused) as refusal:
        score(of_loser("harr-1922", hand("333888p")))
    assert faults(refusal.value) == {("/hand/concealed", "wrong-number-of-tiles")}


def test_a_partial_hand_cannot_win() -> None:
    with pytest.raises(Refused) as refusal:
        score(of_winner("harr-1922", OPEN_CHOW | {"partial": True}, won("discard", "1m")))
    assert faults(refusal.value) == {("/hand/partial", "partial-winner")}


# Dead hands


DEAD = {
    "the right number": (hand("147m258p1777z", "222s", dead=True), 0, 0),
    "too few": (hand("147m258p777z", "222s", dead=True), 8 + 2, 1),
    "too many": (hand("147m258p11777z", "222s", dead=True), 0, 0),
    "too few beside a kong": (hand("147m258p777z", "2222s", dead=True), 8 + 8, 1),
}
"""Hands declared dead, and what they have left in the limit game of 1923."""


@pytest.mark.parametrize("ruleset", ALL_BOOKS)
@pytest.mark.parametrize("number", DEAD)
def test_a_dead_hand_scores_nothing_unless_it_has_too_few_tiles_in_the_limit_game_of_1923(
    ruleset: str, number: str
) -> None:
    dead, points, doubles = DEAD[number]
    if ruleset != "harr-1923-limit":
        points, doubles = 0, 0
    told = score(of_loser(ruleset, dead))
    assert (told.points, told.doubles, told.score) == (points, doubles, points << doubles)
    assert bool(told.items) is (points > 0)


WINNERS_SCORE = {"harr-1922": 22, "harr-1923": 22, "harr-1922-limit": 12, "harr-1923-limit": 12, "pamphlet": 64}
"""Four chows won on the only open end; in the pamphlet 20, 2 and 10, doubled once for no scoring value."""


@pytest.mark.parametrize("ruleset", ALL_BOOKS)
def test_a_dead_hand_pays_everybody(ruleset: str) -> None:
    hands = {
        "east": hand("147m258p36s24z", "999s"),
        "south": hand("24m11p555666777z", dead=True),
        "west": hand("147m258p33368s24z"),
        "north": hand("123m99p789s", "345m", "567p"),
    }
    settled = settle(deal(ruleset, "north", won("discard", "3m", "east"), hands))
    collected = WINNERS_SCORE[ruleset]
    assert scores(settled) == {"east": 4, "south": 0, "west": 4, "north": collected}
    assert paid(settled) == {
        "east to north": 2 * collected,
        "south to north": collected,
        "west to north": collected,
        "south to east": 8,
        "south to west": 4,
    }


def test_a_dead_hand_cannot_win() -> None:
    with pytest.raises(Refused) as refusal:
        score(of_winner("harr-1923", OPEN_CHOW | {"dead": True}, won("discard", "1m")))
    assert ("/hand/dead", "dead-winner") in faults(refusal.value)


def test_a_dead_hand_has_at_most_eighteen_tiles() -> None:
    assert counted(of_loser("harr-1923", hand("147m258p369s147m258p", dead=True))) == (0, 0, 0)
    assert counted(of_loser("harr-1923", hand("147m258p369s147m258p369s", dead=True))) == (0, 0, 0)
    with pytest.raises(Refused) as refusal:
        score(of_loser("harr-1923", hand("147m258p369s147m258p369s1z", dead=True)))
    assert faults(refusal.value) == {("/hand/concealed", "wrong-number-of-tiles")}


# Flowers and seasons by each edition: North's are the fourth


@pytest.mark.parametrize(
    ("bonus", "mandarins", "points", "doubles"),
    [
        ("1f", 0, 4, 0),
        ("4f", 1, 4, 1),
        ("4y", 1, 4, 1),
        ("4f4y", 2, 8, 2),
        ("123f", 0, 12, 0),
        ("234f", 1, 12, 1),
        ("1234f", 1, 16, 3),
        ("1234y", 1, 16, 3),
        ("1234f4y", 2, 20, 4),
        ("1234f123y", 1, 28, 3),
        ("1234f1234y", 2, 32, 6),
    ],
)
@pytest.mark.parametrize("ruleset", ALL_BOOKS)
def test_flowers_and_seasons_count_in_a_hand_that_did_not_win(
    ruleset: str, bonus: str, mandarins: int, points: int, doubles: int
) -> None:
    told = score(of_loser(ruleset, hand(NOTHING, bonus=bonus)))
    expected = (0, mandarins) if ruleset.startswith("harr-1922") else (points, doubles)
    assert (told.points, told.doubles) == expected


@pytest.mark.parametrize("seat", ["east", "south", "west", "north"])
@pytest.mark.parametrize("ruleset", ALL_BOOKS)
def test_each_seat_has_a_flower_and_a_season_of_its_own(ruleset: str, seat: str) -> None:
    own = str(["east", "south", "west", "north"].index(seat) + 1)
    for number in "1234":
        told = score(of_loser(ruleset, hand("147m258p369s1467z", bonus=f"{number}f{number}y"), seat, "south"))
        assert told.doubles == (2 if number == own else 0)


@pytest.mark.parametrize(("ruleset", "points"), [("harr-1922", 30), ("harr-1923", 20 + 8)])
def test_a_winner_counts_flowers_too(ruleset: str, points: int) -> None:
    its_hand = OPEN_CHOW | {"bonus": "4f1y"}
    assert counted(of_winner(ruleset, its_hand, won("discard", "1m"))) == (points, 1, points * 2)


# Drawn deals and who is East next


@pytest.mark.parametrize("ruleset", ALL_BOOKS)
def test_in_a_drawn_deal_hands_are_scored_and_nobody_pays(ruleset: str) -> None:
    hands = against("west", hand("147m258p36s14z", "999s"))
    settled = settle(deal(ruleset, None, None, hands))
    assert scores(settled) == {"east": 0, "south": 0, "west": 4, "north": 0}
    assert settled.settlement.payments == ()
    assert not any(any(row.values()) for row in settled.settlement.matrix.values())
    assert settled.next_deal.east_keeps_the_deal
    assert settled.next_deal.next_east.name == "EAST"


def test_a_drawn_deal_has_no_win() -> None:
    with pytest.raises(Refused) as refusal:
        settle(deal("harr-1922", None, won("wall", "1m"), against("west", hand(NOTHING))))
    assert [where for where, _ in faults(refusal.value)] == ["/win"]


@pytest.mark.parametrize(("winner", "keeps"), [("east", True), ("south", False), ("north", False)])
@pytest.mark.parametrize("ruleset", ALL_BOOKS)
def test_east_stays_east_while_he_wins(ruleset: str, winner: str, keeps: bool) -> None:
    settled = settle(deal(ruleset, winner, won("wall", "3m"), against(winner, OPEN_CHOW)))
    assert settled.next_deal.east_keeps_the_deal is keeps
    assert settled.next_deal.next_east.name == ("EAST" if keeps else "SOUTH")


# Settling


@pytest.mark.parametrize("ruleset", NO_LIMIT_BOOKS)
def test_payments_of_zero_are_left_out(ruleset: str) -> None:
    settled = settle(deal(ruleset, "north", won("discard", "1m", "west"), against("north", OPEN_CHOW)))
    assert paid(settled) == {"east to north": 60, "south to north": 30, "west to north": 30}


@pytest.mark.parametrize("ruleset", NO_LIMIT_BOOKS)
def test_three_play_by_the_same_rules(ruleset: str) -> None:
    hands = {"east": hand(WORTHLESS[0]), "south": OPEN_CHOW, "west": hand("147m258p36s14z", "999s")}
    settled = settle(deal(ruleset, "south", won("discard", "1m", "east"), hands))
    assert paid(settled) == {"east to south": 60, "west to south": 30, "east to west": 8}


@pytest.mark.parametrize("ruleset", NO_LIMIT_BOOKS)
@pytest.mark.parametrize(("winner", "loser"), [("east", "south"), ("south", "east")])
def test_two_play_by_the_same_rules(ruleset: str, winner: str, loser: str) -> None:
    hands = {winner: OPEN_CHOW, loser: hand(WORTHLESS[1])}
    settled = settle(deal(ruleset, winner, won("discard", "1m", loser), hands))
    assert paid(settled) == {f"{loser} to {winner}": 60}


@pytest.mark.parametrize("year", ["1922", "1923"])
def test_a_limit_can_be_set_all_the_same(year: str) -> None:
    (layout,) = (each["request"] for each in worked("deals") if each["id"] == "layout 1")
    settled = settle({**layout, "ruleset": f"harr-{year}", "options": {"limit": 200}})
    assert scores(settled) == {"east": 200, "west": 272, "south": 64, "north": 16}
    assert score_of(settled, "east").uncapped_score == 480
    assert paid(settled) == {
        "south to east": 400,
        "west to east": 400,
        "north to east": 400,
        "south to west": 200,
        "north to west": 200,
        "north to south": 48,
    }


# Options


@pytest.mark.parametrize(
    ("rulesets", "given", "expected"),
    [
        (NO_LIMIT_BOOKS, {}, {"limit": None, "cleared_hands": False}),
        (NO_LIMIT_BOOKS, {"limit": 500}, {"limit": 500, "cleared_hands": False}),
        (LIMIT_BOOKS, {}, {"limit": 300, "mahjong_points": 10}),
        (LIMIT_BOOKS, {"mahjong_points": 10}, {"limit": 300, "mahjong_points": 10}),
        (LIMIT_BOOKS, {"mahjong_points": 20}, {"limit": 400, "mahjong_points": 20}),
        (LIMIT_BOOKS, {"mahjong_points": 20, "limit": 1000}, {"limit": 1000, "mahjong_points": 20}),
        (LIMIT_BOOKS, {"mahjong_points": 0}, {"limit": 300, "mahjong_points": 0}),
        (LIMIT_BOOKS, {"mahjong_points": 15}, {"limit": 300, "mahjong_points": 15}),
        (LIMIT_BOOKS, {"mahjong_points": 1000}, {"limit": 300, "mahjong_points": 1000}),
        (["pamphlet"], {}, {"limit": 600}),
        (["pamphlet"], {"limit": None}, {"limit": None}),
        (ALL_BOOKS, {"limit": 100}, {"limit": 100}),
        (ALL_BOOKS, {"limit": 1_000_000}, {"limit": 1_000_000}),
    ],
)
def test_options_have_their_defaults(rulesets: list[str], given: Json, expected: Json) -> None:
    for ruleset in rulesets:
        told = read_score(of_loser(ruleset, hand(NOTHING)) | {"options": given}).compiled.options
        assert {name: told[name] for name in expected} == expected
        assert len(expected) == 1 or set(told) == set(expected)


@pytest.mark.parametrize(
    ("rulesets", "name", "value"),
    [
        (LIMIT_BOOKS, "limit", None),
        (ALL_BOOKS, "limit", 301),
        (ALL_BOOKS, "limit", 98),
        (ALL_BOOKS, "limit", 1_000_002),
        (ALL_BOOKS, "limit", "300"),
        (ALL_BOOKS, "limit", True),
        (LIMIT_BOOKS, "mahjong_points", -1),
        (LIMIT_BOOKS, "mahjong_points", 1001),
        (LIMIT_BOOKS, "mahjong_points", 10.5),
        (LIMIT_BOOKS, "mahjong_points", True),
        (["harr-1922", "harr-1923", "pamphlet"], "mahjong_points", 20),
        ([*LIMIT_BOOKS, "pamphlet"], "cleared_hands", True),
        (NO_LIMIT_BOOKS, "cleared_hands", 1),
    ],
)
def test_what_is_no_option_is_refused_at_its_place(rulesets: list[str], name: str, value: Any) -> None:
    for ruleset in rulesets:
        with pytest.raises(Refused) as refusal:
            read_score(of_loser(ruleset, hand(NOTHING)) | {"options": {name: value}})
        assert [where for where, _ in faults(refusal.value)] == [f"/options/{name}"]


@pytest.mark.parametrize("ruleset", NO_LIMIT_BOOKS)
@pytest.mark.parametrize(
    ("its_hand", "tile"),
    [
        (hand("34566789m", "123m", "234m"), "3m"),
        (hand("12333678m555z", "789m"), "5z"),
        (hand("33344477z", "111z", kongs=("2222z",)), "3z"),
    ],
    ids=["one suit", "one suit with honours", "honours only"],
)
def test_a_cleared_hand_may_win_where_only_these_may(ruleset: str, its_hand: Json, tile: str) -> None:
    request = of_winner(ruleset, its_hand, won("wall", tile))
    assert counted(request | {"options": {"cleared_hands": True}}) == counted(request)


@pytest.mark.parametrize("ruleset", NO_LIMIT_BOOKS)
def test_a_hand_that_is_not_cleared_may_not_win_where_only_these_may(ruleset: str) -> None:
    request = of_winner(ruleset, hand("12333678m555z", "789p"), won("wall", "5z"))
    score(request | {"options": {"cleared_hands": False}})
    score(request)
    with pytest.raises(Refused) as refusal:
        score(request | {"options": {"cleared_hands": True}})
    assert faults(refusal.value) == {("/hand/concealed", "not-a-cleared-hand")}


@pytest.mark.parametrize("ruleset", NO_LIMIT_BOOKS)
def test_the_others_need_no_cleared_hand(ruleset: str) -> None:
    request = deal(ruleset, "north", won("wall", "5z"), against("north", hand("12333678s555z", "789s")))
    assert paid(settle(request | {"options": {"cleared_hands": True}})) == paid(settle(request))


# Every fault at once


def test_three_independent_faults_are_told_each_at_its_place(client: FlaskClient) -> None:
    hands = against("north", OPEN_CHOW)
    hands["east"] = hand("114477m2558p360s")
    hands["south"] = hand("225588m3669p7s", "123z")
    request = deal("harr-1922", "north", won("discard", "1m", "north"), hands)
    answer = client.post("/v1/settlements", json=request)
    assert answer.status_code == 422
    assert answer.mimetype == "application/problem+json"
    told = answer.get_json()["errors"]
    assert {error["pointer"] for error in told} == {
        "/hands/east/concealed",
        "/hands/south/exposed/0",
        "/win/discarder",
    }
    assert len(told) == 3
    assert all(error["code"] and error["detail"] for error in told)


def test_five_of_a_tile_in_two_hands_name_both_places(client: FlaskClient) -> None:
    hands = against("north", OPEN_CHOW, "114477m2558p399s", "225588m3699p147s", "336699m1447p258s")
    hands["south"] = hand("225588m3p147s", "999s")
    answer = client.post("/v1/settlements", json=deal("harr-1922", "north", won("wall", "1m"), hands))
    assert answer.status_code == 422
    told = answer.get_json()["errors"]
    assert {(error["pointer"], error["code"]) for error in told} == {
        ("/hands/east/concealed", "too-many-of-a-tile"),
        ("/hands/south/exposed/0", "too-many-of-a-tile"),
    }
    assert all("five 9s" in error["detail"] for error in told)
