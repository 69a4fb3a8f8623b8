"""The Dutch tournament rules and Babcock's Red Book: figures that their sources print, and what only they have."""

from typing import Any, Final

from flask.testing import FlaskClient

from tests.cases import deal, hand, won

Json = dict[str, Any]


# Nederlandse Toernooi Spelregels


def nts(client: FlaskClient, its_hand: Json, win: Json | None = None, seat: str = "west", **more: Any) -> Json:
    body = {"ruleset": "nts-2002", "round_wind": "east", "seat": seat, "hand": its_hand, **more}
    answer = client.post("/v1/scores", json=body if win is None else {**body, "win": win})
    assert answer.status_code == 200, answer.get_json()
    result: Json = answer.get_json()["score"]
    return result


def test_clean_very_clean_and_pure_do_not_add_up(client: FlaskClient) -> None:
    clean = nts(client, hand("111m222z33z", "888m", "444z"), won("wall", "3z"))
    very_clean = nts(client, hand("111m222z33z", "999m", "444z"), won("wall", "3z"))
    names = [[item["rule"] for item in each["items"] if item["doubles"]] for each in (clean, very_clean)]
    assert ["one-suit-with-honours" in each for each in names] == [True, False]
    assert very_clean["doubles"] == clean["doubles"] + 1


def test_the_limit_cuts_an_ordinary_hand_before_east_is_paid_double(client: FlaskClient) -> None:
    hands = {"east": hand("55z", "2222m", "3333m", "6666m", "8888m")}
    hands |= {seat: hand("", partial=True) for seat in ("south", "west", "north")}
    body = deal("nts-2002", "east", won("discard", "5z", "south"), hands)
    answer = client.post("/v1/settlements", json=body).get_json()
    assert answer["hands"]["east"]["score"] <= 2000
    assert answer["settlement"]["net"]["south"] == -2 * answer["hands"]["east"]["score"]


# The bird: a one of Circles that wins as the pair of a one of Bamboos

BIRD: Final = hand("1s1p", "111m", "999s", "444p", "123m")


def test_a_bird_scores_ten_points_and_all_else_as_the_pair_of_bamboos(client: FlaskClient) -> None:
    bird, pair = (nts(client, hand(tiles, *BIRD["exposed"]), won("discard", last)) for tiles, last in TWO_PAIRS)
    assert bird["points"] == pair["points"] + 10
    without = [item for item in bird["items"] if item["rule"] != "bird"]
    assert without == pair["items"]


TWO_PAIRS: Final = (("1s1p", "1p"), ("11s", "1s"))


def test_a_hand_that_waits_for_a_one_of_bamboos_waits_for_the_bird_too(client: FlaskClient) -> None:
    body = {"ruleset": "nts-2002", "round_wind": "east", "seat": "west"}
    answer = client.post("/v1/waits", json={**body, "hand": hand("1s", *BIRD["exposed"])}).get_json()
    scores = {each["tile"]: each["drawn"]["points"] for each in answer["waits"]}
    assert set(scores) == {"1s", "1p"}
    assert scores["1p"] == scores["1s"] + 10
