"""The Dutch tournament rules and Babcock's Red Book: figures that their sources print, and what only they have."""

from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from tests.cases import deal, hand, won

Json = dict[str, Any]


# Babcock's own figures (chapters VI and VII)

FIG_16: Final = hand("567m22p999s", "444p", "234m")
FIG_17: Final = hand("123777m55s333z", "111p")
FIG_17_DRAWN: Final = hand("123777m55s", "111p", "333z")
FIG_18: Final = hand("345m11155666z", "8888p")
FIG_27: Final = hand("567p11133z", "222z", "444z")


def babcock(client: FlaskClient, its_hand: Json, win: Json, seat: str = "east", **more: Any) -> Json:
    body = {"ruleset": "babcock-1923", "round_wind": "east", "seat": seat, "hand": its_hand, "win": win, **more}
    answer = client.post("/v1/scores", json=body)
    assert answer.status_code == 200, answer.get_json()
    result: Json = answer.get_json()["score"]
    return result


@pytest.mark.parametrize(
    ("its_hand", "win", "seat", "points", "total"),
    [
        (FIG_16, won("discard", "6m"), "east", 32, 32),
        (FIG_17, won("discard", "3z"), "east", 32, 32),
        (FIG_17_DRAWN, won("wall", "2m"), "east", 36, 36),
        (FIG_17, won("discard", "3z"), "west", 32, 64),
        (FIG_17_DRAWN, won("wall", "2m"), "west", 36, 72),
        (FIG_18, won("discard", "6z"), "south", 42, 84),
        (FIG_18, won("discard", "6z"), "east", 42, 168),
        (FIG_27, won("discard", "1z"), "east", 32, 128),
    ],
)
def test_babcocks_figures_score_as_printed(
    client: FlaskClient, its_hand: Json, win: Json, seat: str, points: int, total: int
) -> None:
    result = babcock(client, its_hand, win, seat)
    assert (result["points"], result["score"]) == (points, total), result["items"]


def test_the_four_wind_hand_scores_the_limit_where_it_was_agreed_on(client: FlaskClient) -> None:
    agreed: Json = {"rules": {"three-winds-and-pair": {}, "four-winds": {}}}
    assert babcock(client, FIG_27, won("discard", "1z"), "east", house_rules=agreed)["score"] == 300


def test_the_hand_from_earth_scores_half_the_limit(client: FlaskClient) -> None:
    earth = won("discard", "3z", first_discard=True)
    assert babcock(client, hand("123777m55s111p333z"), earth, "south")["score"] == 150


# Nederlandse Toernooi Spelregels

WAITING: Final = {
    "nine-gates": ("1112345678999m", 1000),
    "thirteen-orphans": ("19m19p19s1234567z", 1000),
    "twins-of-honours": ("1111335566772z", 1000),
    "wind-snake": ("123456789m1123z", 500),
    "dragon-snake": ("123456789s2567z", 500),
    "court-of-peking": ("1234567m123456z", 500),
    "pure-twins": ("1133557799224m", 500),
    "very-clean-twins": ("1199m112233556z", 500),
    "clean-twins": ("112288m1122334z", 250),
    "seven-twins": ("1133m5577p99s112z", 125),
}
"""Thirteen tiles that wait for a hand, and half of what it is worth."""


def nts(client: FlaskClient, its_hand: Json, win: Json | None = None, seat: str = "west", **more: Any) -> Json:
    body = {"ruleset": "nts-2002", "round_wind": "east", "seat": seat, "hand": its_hand, **more}
    answer = client.post("/v1/scores", json=body if win is None else {**body, "win": win})
    assert answer.status_code == 200, answer.get_json()
    result: Json = answer.get_json()["score"]
    return result


@pytest.mark.parametrize(("name", "tiles", "half"), [(name, *told) for name, told in WAITING.items()], ids=WAITING)
def test_a_hand_that_waits_for_an_irregular_one_scores_half_of_it(
    client: FlaskClient, name: str, tiles: str, half: int
) -> None:
    waiting = nts(client, hand(tiles))
    assert (waiting["score"], name in waiting["limit_hands"]) == (half, True), waiting


@pytest.mark.parametrize(
    ("its_hand", "win", "score"),
    [
        (hand("1133m5577p99s1122z"), won("discard", "9s"), 250),
        (hand("112288m11223344z"), won("wall", "8m"), 500),
        (hand("11335577992244m"), won("wall", "1m"), 1000),
        (hand("22345678m", "111m", "999m"), won("wall", "2m"), 1000),
        (hand("66p222333444z", "111z"), won("wall", "6p"), 2000),
        (hand("123456m777s345p22z"), won("discard", "2z", first_discard=True), 1000),
    ],
    ids=["seven twins", "clean twins", "pure twins", "wriggling snake", "four winds", "earth"],
)
def test_a_limit_hand_of_the_nts_scores_as_its_table_has_it(
    client: FlaskClient, its_hand: Json, win: Json, score: int
) -> None:
    assert nts(client, its_hand, win)["score"] == score


LAST: Final = hand("234555m11345p678s")


@pytest.mark.parametrize(
    ("tile", "win", "doubles"),
    [
        ("2m", {"last_tile": True}, 3),
        ("1p", {"last_tile": True}, 5),
        ("1p", {}, 2),
    ],
)
def test_a_one_of_circles_as_the_last_tile_is_three_doubles_and_not_one_more(
    client: FlaskClient, tile: str, win: Json, doubles: int
) -> None:
    """Beside the two for a hand that was drawn whole."""
    assert nts(client, LAST, won("wall", tile, **win))["doubles"] == doubles


def test_clean_very_clean_and_pure_do_not_add_up(client: FlaskClient) -> None:
    clean = nts(client, hand("111m222z33z", "888m", "444z"), won("wall", "3z"))
    very_clean = nts(client, hand("111m222z33z", "999m", "444z"), won("wall", "3z"))
    names = [[item["rule"] for item in each["items"] if item["doubles"]] for each in (clean, very_clean)]
    assert ["one-suit-with-honours" in each for each in names] == [True, False]
    assert very_clean["doubles"] == clean["doubles"] + 1


def test_a_hand_of_open_limit_sets_that_did_not_win_is_counted_as_any_other(client: FlaskClient) -> None:
    """Kongs and pungs of three dragons, doubled for each."""
    assert nts(client, hand("12m7s8p", "555z", "666z", "777z"))["score"] == 3 * 4 << 3


def test_the_limit_cuts_an_ordinary_hand_before_east_is_paid_double(client: FlaskClient) -> None:
    hands = {"east": hand("55z", "2222m", "3333m", "6666m", "8888m")}
    hands |= {seat: hand("", partial=True) for seat in ("south", "west", "north")}
    body = deal("nts-2002", "east", won("discard", "5z", "south"), hands)
    answer = client.post("/v1/settlements", json=body).get_json()
    assert answer["hands"]["east"]["score"] <= 2000
    assert answer["settlement"]["net"]["south"] == -2 * answer["hands"]["east"]["score"]


def test_the_rulebook_knows_no_penalty_for_a_false_mah_jong(client: FlaskClient) -> None:
    settling = client.get("/v1/rulesets/nts-2002").get_json()["settling"]
    assert "false-mahjong" not in [row["id"] for row in settling]
