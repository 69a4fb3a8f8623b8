"""Rules with a layout, through the interface: what they complete, what they are worth, and how they are refused."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

Json = dict[str, Any]
PAGE: Final = (Path(__file__).parents[2] / "docs" / "layouts.md").read_text()
REQUEST, CLUB = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL))
PAIRS: Final = "house:two-suit-pairs"
RESOLVE: Final = "/v1/rulesets/resolve"
NOTHING: Final = "124578m369p1247s"
"""Thirteen tiles that score nothing."""


def scored(client: FlaskClient, body: Json) -> Json:
    answer = client.post("/v1/scores", json=body)
    assert answer.status_code == 200, answer.get_json()
    told: Json = answer.get_json()["score"]
    return told


def refused(client: FlaskClient, path: str, body: Json) -> list[tuple[str, str]]:
    answer = client.post(path, json=body)
    assert answer.status_code == 422, answer.get_json()
    return [(fault["pointer"], fault["code"]) for fault in answer.get_json()["errors"]]


def of_rule(columns: Json, base: str = "dmjl", **settlement: Any) -> Json:
    """The request of the page with changes of its rule."""
    house = {"rules": {"house:a": columns}, "settlement": settlement}
    return {**REQUEST, "ruleset": base, "house_rules": house}


def won(concealed: str, tile: str, source: str = "wall", **hand: Any) -> Json:
    return {"hand": {"concealed": concealed, **hand}, "win": {"source": source, "tile": tile}}


# The page


def test_the_first_example_of_the_page_scores_by_value(client: FlaskClient) -> None:
    told = scored(client, REQUEST)
    assert (told["score"], told["added"], told["capped"], told["limit_hands"]) == (1000, 1000, False, [])
    (item,) = told["items"]
    assert (item["rule"], item["added"], item["source"]["page"]) == (PAIRS, 1000, f"/house_rules/rules/{PAIRS}")
    assert told["arrangement"] == [{"kind": "layout", "tiles": "1133557799m2288p", "exposed": False, "won": True}]


def test_pairs_of_three_suits_are_one_tile_from_it(client: FlaskClient) -> None:
    body = REQUEST | won("1133557799m228s8p", "8p")
    answer = client.post("/v1/scores", json=body).get_json()
    (fault,) = answer["errors"]
    assert (fault["code"], fault["message_key"], fault["parameters"]) == (
        "incomplete-hand", "incomplete-hand.layouts", {"short": 1},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "score", "rule"),
    [
        (won("1234567m1234567s", "7s"), 250, "two-ladders"),
        (won("111333777m55p", "5p", exposed=["999m"]), 250, "odd-couple"),
        (won("111333777999m55p", "5p"), 500, "odd-couple"),
        (won("226688p12344555z", "5z"), 300, "winter-evening"),
        (won("123m456p789s34567s", "3s"), 400, "staircase"),
        (won("123345567789p55z", "5z"), 500, "last-brick"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_each_hand_of_the_clubs_page_scores_what_it_says(
    client: FlaskClient, hand: Json, score: int, rule: str
) -> None:
    told = scored(client, REQUEST | hand | {"house_rules": CLUB})
    assert told["score"] == score
    assert f"house:{rule}" in [item["rule"] for item in told["items"]]


def test_a_deal_is_settled_by_the_clubs_page_waiting_hands_and_all(client: FlaskClient) -> None:
    """East wins with the odd couple, partly claimed: half the limit of 500. South waits for two ladders: an eighth."""
    hands = {
        "east": {"concealed": "111333777m55p", "exposed": ["999m"]},
        "south": {"concealed": "1234567p123456s"},
        "west": {"concealed": "2468m13468p2489s"},
        "north": {"concealed": "2468m2489p13589s"},
    }
    body = {"ruleset": "dmjl", "round_wind": "east", "winner": "east", "hands": hands, "house_rules": CLUB}
    answer = client.post("/v1/settlements", json={**body, "win": {"source": "wall", "tile": "5p"}}).get_json()
    assert {seat: hand["score"] for seat, hand in answer["hands"].items()} == {
        "east": 250, "south": 62, "west": 0, "north": 0,
    }  # fmt: skip
    (item,) = answer["hands"]["south"]["items"]
    assert (item["rule"], item["waiting"], item["limit_percent"], item["limit_share"]) == (
        "house:two-ladders", True, 12, "1/8",
    )  # fmt: skip
    assert answer["settlement"]["net"] == {"east": 1500, "south": -376, "west": -562, "north": -562}


# Worth


@pytest.mark.parametrize(
    ("columns", "settlement", "score"),
    [
        ({"limit_share": "1/8"}, {}, 62),
        ({"limit_share": "3/2"}, {}, 500),
        ({"limit_share": "3/2"}, {"pays_above_limit": True}, 750),
        ({"limit_share": "2"}, {"pays_above_limit": True}, 1000),
        ({"limit_percent": 40}, {}, 200),
        ({"score": 300}, {}, 300),
        ({"score": 1000}, {}, 500),
        ({"score": 1000}, {"pays_above_limit": True}, 1000),
    ],
)
@pytest.mark.parametrize("base", ["dmjl", "bmja", "millington"])
def test_a_rule_is_worth_a_share_of_the_limit_or_points(
    client: FlaskClient, base: str, columns: Json, settlement: Json, score: int
) -> None:
    layout = {"layout": "1-7 of a, 3-9 of b"}
    body = of_rule({**layout, **columns}, base, **settlement) | won("1234567m3456789s", "7s")
    assert scored(client, body | {"options": {"limit": 500}})["score"] == score


def test_what_is_worth_more_than_the_limit_is_paid_in_full_where_the_table_says_so(client: FlaskClient) -> None:
    for above, paid in ((True, 1500), (False, 1000)):
        body = of_rule({"layout": "1-7 of a, 1-7 of b", "limit_share": "3/2"}, "dmjl", pays_above_limit=above)
        hands = {"east": {"concealed": "1234567m1234567s"}, "south": {"concealed": NOTHING}}
        deal = {"round_wind": "east", "winner": "east", "hands": hands, "win": {"source": "wall", "tile": "7s"}}
        asked = deal | {"ruleset": "dmjl", "house_rules": body["house_rules"]}
        answer = client.post("/v1/settlements", json=asked).get_json()
        assert answer["settlement"]["net"]["east"] == paid


def test_a_score_in_all_lets_nothing_count_beside_it_but_bonus_tiles_where_they_are_apart(client: FlaskClient) -> None:
    columns = {"layout": "1-7 of a, 3-9 of b", "score": 200}
    for base, score in (("dmjl", 200), ("bmja", 204)):
        assert scored(client, of_rule(columns, base) | won("1234567m3456789s", "7s", bonus="1f"))["score"] == score


def test_a_layout_that_is_also_four_sets_and_a_pair_counts_beside_the_sets(client: FlaskClient) -> None:
    body = of_rule({"layout": {"tiles": "4 p/k of odd a, pair of odd b", "exposed": "full"}, "doubles": 1}, "bmja")
    told = scored(client, body | won("111333777m55p", "5p", exposed=["999m"]))
    assert [each["kind"] for each in told["arrangement"]] == ["pung"] * 4 + ["pair"]
    assert {"mah-jong", "house:a"} <= {item["rule"] for item in told["items"]}


def test_any_rule_may_be_worth_something_to_a_hand_that_waits_for_it(client: FlaskClient) -> None:
    """`one-suit` has a finder, and four sets and a pair of circles lack one tile."""
    body: Json = {"ruleset": "dmjl", "seat": "south", "round_wind": "east", "hand": {"concealed": "1112345678999p"}}
    rules = {"one-suit": {"waiting": {"score": 70}}}
    told = scored(client, body | {"house_rules": {"rules": rules}})
    (item,) = [each for each in told["items"] if each.get("waiting")]
    assert (told["score"], item["rule"], item["added"]) == (70, "one-suit", 70)


def test_a_rule_that_is_spoiled_spoils_no_other(client: FlaskClient) -> None:
    """A drawn hand that may not be claimed scores by the other rule where it was claimed."""
    rules = {
        "house:drawn": {"layout": {"tiles": "1-7 of a, 1-7 of b", "from_wall": "last"}, "score": 400},
        "house:any": {"layout": "1-7 of a, 1-7 of b", "score": 100},
    }
    for source, score in (("wall", 400), ("discard", 100)):
        body = REQUEST | won("1234567m1234567s", "7s", source) | {"house_rules": {"rules": rules}}
        assert scored(client, body)["score"] == score


# How it was won


@pytest.mark.parametrize(
    ("beside", "win", "code"),
    [
        ({"from_wall": "last"}, ("7s", "wall"), None),
        ({"from_wall": "last"}, ("7s", "discard"), "wrong-winning-tile"),
        ({"winning": "1/9"}, ("7s", "wall"), "wrong-winning-tile"),
        ({"winning": "1/9"}, ("1m", "wall"), None),
        ({"claimed": "1/9"}, ("7s", "wall"), None),
        ({"claimed": "1/9"}, ("7s", "discard"), "wrong-winning-tile"),
    ],
)
def test_a_hand_that_may_not_be_won_so_is_refused_by_name(
    client: FlaskClient, beside: Json, win: tuple[str, str], code: str | None
) -> None:
    layout = {"tiles": "1-7 of a, 1-7 of b", **beside}
    body = of_rule({"layout": layout, "score": 100}) | won("1234567m1234567s", *win)
    if code is None:
        assert scored(client, body)["score"] == 100
    else:
        assert refused(client, "/v1/scores", body) == [("/win/tile", code)]


def test_a_layout_of_the_own_wind_is_another_one_in_each_seat(client: FlaskClient) -> None:
    body = of_rule({"layout": "1-8 of a, pair of own wind, pair of round wind, pair of dragon", "score": 100})
    hand = won("12345678m112255z", "8m")
    assert scored(client, body | hand)["score"] == 100
    assert refused(client, "/v1/scores", body | hand | {"seat": "west"}) == [("/hand/concealed", "incomplete-hand")]


def test_what_a_hand_waits_for_is_told_with_its_score(client: FlaskClient) -> None:
    body = {name: value for name, value in REQUEST.items() if name != "win"}
    answer = client.post("/v1/waits", json=body | {"hand": {"concealed": "1133557799m228p"}}).get_json()
    (wait,) = answer["waits"]
    assert (wait["tile"], wait["drawn"]["score"], wait["claimed"]["score"]) == ("8p", 1000, 1000)


# Faults


@pytest.mark.parametrize(
    ("columns", "faults"),
    [
        ({"layout": "1-9 of a, pug of a"}, [("/layout", "unreadable-layout")]),
        ({"layout": "6 pairs"}, [("/layout", "impossible-layout")]),
        ({"layout": {"tiles": "6 pairs"}}, [("/layout/tiles", "impossible-layout")]),
        (
            {"layout": {"tiles": "7 pears", "winning": "pare"}},
            [("/layout/tiles", "unreadable-layout"), ("/layout/winning", "unreadable-layout")],
        ),
        ({"layout": {"exposed": "half"}}, [("/layout/tiles", "missing-member")]),
        ({"layout": {"tiles": "7 pairs", "exposed": "often"}}, [("/layout/exposed", "unknown-value")]),
        ({"layout": 7}, [("/layout", "wrong-type")]),
        ({"layout": "7 pairs" * 50}, [("/layout", "too-long")]),
        ({"layout": "7 pairs", "find": "one-suit"}, [("/find", "unexpected-member")]),
        ({"layout": "7 pairs", "parameters": {"least": 1}}, [("/parameters", "unexpected-member")]),
        ({"layout": "7 pairs", "applies_to": "all"}, [("/applies_to", "winners-only")]),
        ({"layout": "7 pairs", "limit_share": "0.5"}, [("/limit_share", "wrong-type")]),
        ({"layout": "7 pairs", "limit_share": "1/0"}, [("/limit_share", "wrong-type")]),
        ({"layout": "7 pairs", "limit_share": "13"}, [("/limit_share", "out-of-range")]),
        ({"layout": "7 pairs", "limit_share": "1/2", "score": 5}, [("/score", "unexpected-member")]),
        (
            {"layout": "7 pairs", "waiting": {"limit_share": "1/2", "score": 5}},
            [("/waiting/score", "unexpected-member")],
        ),
        ({"layout": "7 pairs", "waiting": "1/2"}, [("/waiting", "wrong-type")]),
    ],
)
def test_a_wrong_rule_is_told_at_its_place(client: FlaskClient, columns: Json, faults: list[tuple[str, str]]) -> None:
    told = refused(client, "/v1/scores", of_rule(columns))
    assert told == [(f"/house_rules/rules/house:a{place}", code) for place, code in faults]


def test_layouts_that_may_be_read_in_too_many_ways_together_are_refused_by_name(client: FlaskClient) -> None:
    """Three suits, a number and another of two may be chosen in 96 ways: seven such layouts may be read in 672."""
    pairs = ("east", "south", "west", "north", "red dragon", "green dragon", "white dragon")
    for number, code in ((6, None), (7, "layouts-too-costly")):
        rules = {
            f"house:{chr(97 + each)}": {
                "layout": f"pung of n a, pung of n b, pung of n c, pung of m a, pair of {pair}, m in 1-2"
            }
            for each, pair in enumerate(pairs[:number])
        }
        answer = client.post(RESOLVE, json={"ruleset": "dmjl", "house_rules": {"rules": rules}})
        faults = answer.get_json().get("errors", [])
        assert [(fault["pointer"], fault["code"]) for fault in faults] == (
            [("/house_rules/rules", code)] if code else []
        )


def test_layouts_that_cost_too_much_together_are_refused_by_name(client: FlaskClient) -> None:
    """Four mixed chows and a pair cost 4,760 steps, five such layouts more than 20,000."""
    for number, code in ((4, None), (5, "layouts-too-costly")):
        rules = {f"house:{each}": {"layout": f"4 mixed chows, pair of 1-{each}"} for each in range(4, 4 + number)}
        answer = client.post(RESOLVE, json={"ruleset": "dmjl", "house_rules": {"rules": rules}})
        faults = answer.get_json().get("errors", [])
        assert [(fault["pointer"], fault["code"]) for fault in faults] == (
            [("/house_rules/rules", code)] if code else []
        )


_NEAR_TO_MUCH: Final[Json] = {
    "house:a": {"layout": "2 sets of a/b, 2 mixed chows of any suit, 2 different tiles"},
    "house:b": {"layout": "6 tiles of b, 2 mixed chows, 1 different tiles of odd, 1 different tiles of honour"},
    "house:c": {
        "layout": "1 chows of a/b, 1 mixed pairs of 2-8, 2 different pairs of honour, 2 tiles of b, 1 pungs of odd"
    },
}


def test_how_far_a_hand_is_from_layouts_that_cost_too_much_is_not_counted(client: FlaskClient) -> None:
    hand = {"round_wind": "east", "seat": "south", "hand": {"concealed": "1689m679p67s2467z"}}
    asked = {"ruleset": "bmja", **hand, "house_rules": {"rules": _NEAR_TO_MUCH}}
    [reason] = client.post("/v1/waits", json=asked).get_json()["none_because"]
    assert (reason["message_key"], reason["parameters"]) == ("waits.far", {})
    asked["house_rules"] = {"rules": {"house:c": _NEAR_TO_MUCH["house:c"]}}
    [reason] = client.post("/v1/waits", json=asked).get_json()["none_because"]
    assert reason["message_key"] == "waits.not-waiting"


# What a table plays by


def test_the_table_as_house_rules_of_its_own_comes_to_the_same(client: FlaskClient) -> None:
    for house in (REQUEST["house_rules"], CLUB):
        first = client.post(RESOLVE, json={"ruleset": "dmjl", "house_rules": house}).get_json()
        again = client.post(RESOLVE, json={"ruleset": "bmja", "house_rules": first["table"]}).get_json()
        assert again["table"] == first["table"]


def test_one_layout_in_other_words_is_the_same_table_and_another_worth_is_not(client: FlaskClient) -> None:
    def digest(**columns: Any) -> str:
        body = {"ruleset": "dmjl", "house_rules": of_rule(columns)["house_rules"]}
        return str(client.post(RESOLVE, json=body).get_json()["house_rules"]["digest"])

    one = digest(layout="1-7 of a, each wind, each dragon", limit_share="1/2")
    assert one == digest(layout={"tiles": "1234567 a + each wind + each dragon", "exposed": "never"}, limit_percent=50)
    others = [
        digest(layout="1-7 of a, each wind, each dragon", limit_share="1/3"),
        digest(layout="1-7 of a, each wind, each dragon", limit_share="1/2", waiting={"score": 1}),
        digest(layout={"tiles": "1-7 of a, each wind, each dragon", "exposed": "full"}, limit_share="1/2"),
        digest(layout="1-7 of a, each wind, each dragon", score=250),
    ]
    assert len({one, *others}) == 5


# Two ways to count


def test_points_are_rounded_up_before_doubling_and_an_item_says_so(client: FlaskClient) -> None:
    body: Json = {"ruleset": "harr-1923", "seat": "south", "round_wind": "east"} | won("123456999m55z", "5z")
    body["hand"]["exposed"] = ["444s"]
    plain = scored(client, body)
    told = scored(client, body | {"house_rules": {"settlement": {"points_rounded_up_to": 10}}})
    assert plain["points"] % 10
    assert told["points"] == -(-plain["points"] // 10) * 10
    assert told["uncapped_score"] == told["points"] << told["doubles"]
    (item,) = [each for each in told["items"] if each["rule"] == "rounded-points"]
    assert item["points"] == told["points"] - plain["points"]


def test_in_a_drawn_deal_the_players_settle_their_differences(client: FlaskClient) -> None:
    hands = {
        "east": {"concealed": NOTHING},
        "south": {"concealed": "14m258p369s22z", "exposed": ["555z"]},
        "west": {"concealed": "2468m2469p13589s"},
    }
    body = {"ruleset": "harr-1923", "round_wind": "east", "winner": None, "hands": hands}
    plain = client.post("/v1/settlements", json=body).get_json()
    assert plain["settlement"]["payments"] == []
    house = {"settlement": {"drawn_deal": "difference"}}
    answer = client.post("/v1/settlements", json={**body, "house_rules": house}).get_json()
    score = answer["hands"]["south"]["score"]
    assert score
    assert answer["settlement"]["net"] == {"east": -2 * score, "south": 3 * score, "west": -score}
    assert {each["rule"] for each in answer["settlement"]["payments"]} == {"drawn-deal"}
    assert answer["next_deal"] == plain["next_deal"] | {"rule": "drawn-deal", "source": answer["next_deal"]["source"]}
