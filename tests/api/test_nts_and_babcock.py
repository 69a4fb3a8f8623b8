"""The Dutch tournament rules and Babcock's Red Book: figures that their sources print, and what only they have."""

from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from tests.api.bodies import deal, hand, won

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
        (hand("1199m1199p111199s"), won("wall", "9s"), 250),
        (hand("22223344446688s"), won("wall", "8s"), 1000),
        (hand("1199m11223344z99m"), won("wall", "9m"), 1000),
        (hand("11115577m222255z"), won("wall", "5z", last_tile=True), 500),
    ],
    ids=[
        "seven twins",
        "clean twins",
        "pure twins",
        "wriggling snake",
        "four winds",
        "earth",
        "twins of ones and nines",
        "green twins",
        "very clean twins",
        "twins with many doubles",
    ],
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


# The bird: a one of Circles that wins as the pair of a one of Bamboos

BIRD: Final = hand("1s1p", "111m", "999s", "444p", "123m")


def test_a_bird_scores_ten_points_and_all_else_as_the_pair_of_bamboos(client: FlaskClient) -> None:
    bird, pair = (nts(client, hand(tiles, *BIRD["exposed"]), won("discard", last)) for tiles, last in TWO_PAIRS)
    assert bird["points"] == pair["points"] + 10
    without = [item for item in bird["items"] if item["rule"] != "bird"]
    assert without == pair["items"]


TWO_PAIRS: Final = (("1s1p", "1p"), ("11s", "1s"))


@pytest.mark.parametrize(
    ("tiles", "last"),
    [("1p1s", "1s"), ("1s9p", "9p"), ("1p9s", "9s"), ("1s2p", "2p")],
    ids=["the bamboo came last", "a nine", "of nines", "a two"],
)
def test_no_other_tile_than_a_last_one_of_circles_is_a_bird(client: FlaskClient, tiles: str, last: str) -> None:
    body = {"ruleset": "nts-2002", "round_wind": "east", "seat": "west"}
    answer = client.post(
        "/v1/scores", json={**body, "hand": hand(tiles, *BIRD["exposed"]), "win": won("discard", last)}
    )
    assert (answer.status_code, answer.get_json()["errors"][0]["code"]) == (422, "incomplete-hand")


def test_a_bird_completes_no_set(client: FlaskClient) -> None:
    body = {"ruleset": "nts-2002", "round_wind": "east", "seat": "west", "win": won("wall", "1p")}
    answer = client.post("/v1/scores", json={**body, "hand": hand("1p23s55m", "111m", "999s", "444p")})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("tiles", "value"),
    [
        ("1133m5577p99s22z1s1p", 250),
        ("1s1p113355779922s", 1000),
        ("1s1p9999s11223344z", 1000),
        ("1s1p2288s11223344z", 500),
    ],
    ids=["seven twins", "pure twins", "very clean twins", "clean twins"],
)
def test_a_bird_completes_twins(client: FlaskClient, tiles: str, value: int) -> None:
    result = nts(client, hand(tiles), won("discard", "1p"))
    assert result["score"] == value, result


def test_a_bird_that_is_the_last_tile_is_the_moon_too(client: FlaskClient) -> None:
    result = nts(client, BIRD, won("wall", "1p", last_tile=True))
    doubles = {item["rule"]: item["doubles"] for item in result["items"] if "doubles" in item}
    assert doubles["moon"] == 3


def test_the_ones_are_counted_as_they_came(client: FlaskClient) -> None:
    four_bamboos = {"ruleset": "nts-2002", "round_wind": "east", "seat": "west", "win": won("wall", "1p")}
    its_hand = hand("1s1p", "111m", "999s", "444p", "123m")
    seen = client.post("/v1/scores", json={**four_bamboos, "hand": its_hand, "discards": "111s111p"})
    assert seen.status_code == 200, seen.get_json()
    too_many = client.post("/v1/scores", json={**four_bamboos, "hand": its_hand, "discards": "1111p"})
    assert {each["code"] for each in too_many.get_json()["errors"]} == {"too-many-of-a-tile"}


def test_a_bird_is_won_on_in_no_other_rulebook(client: FlaskClient) -> None:
    body = {"ruleset": "bmja", "round_wind": "east", "seat": "west", "hand": BIRD, "win": won("wall", "1p")}
    assert client.post("/v1/scores", json=body).status_code == 422


def test_a_hand_that_waits_for_a_one_of_bamboos_waits_for_the_bird_too(client: FlaskClient) -> None:
    body = {"ruleset": "nts-2002", "round_wind": "east", "seat": "west"}
    answer = client.post("/v1/waits", json={**body, "hand": hand("1s", *BIRD["exposed"])}).get_json()
    scores = {each["tile"]: each["drawn"]["points"] for each in answer["waits"]}
    assert set(scores) == {"1s", "1p"}
    assert scores["1p"] == scores["1s"] + 10


def test_the_kong_that_the_bird_robs_is_of_circles(client: FlaskClient) -> None:
    robbed = won("robbed-kong", "1p", "north")
    others = {"east": hand("", partial=True), "south": hand("", partial=True)}
    for pung, status in (("111p", 200), ("111s", 422)):
        hands = {**others, "west": BIRD, "north": hand("", pung, partial=True)}
        answer = client.post("/v1/settlements", json=deal("nts-2002", "west", robbed, hands))
        assert answer.status_code == status, answer.get_json()
