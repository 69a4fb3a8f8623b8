"""House rules with a layout, over HTTP: the examples of docs/layouts.md, scores, faults and the resolved table."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from flask.testing import FlaskClient

from pung_chow_settlement.schemas.yaml_files import read_yaml

Json = dict[str, Any]
PAGE: Final = (Path(__file__).parents[2] / "docs" / "layouts.md").read_text()
REQUEST, CLUB = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL))
PAIRS: Final = "house:two-suit-pairs"
RESOLVE: Final = "/v1/rulesets/resolve"
NOTHING: Final = "124578m369p1247s"
"""Thirteen tiles that score nothing."""


def scored(client: FlaskClient, body: Json) -> Json:
    response = client.post("/v1/scores", json=body)
    assert response.status_code == 200, response.get_json()
    result: Json = response.get_json()["hand"]
    return result


def of_rule(members: Json, base: str = "dmjl", **settlement: Any) -> Json:
    """The request of the page with another rule."""
    house = {"rules": {"house:a": members}, "settlement": settlement}
    return {**REQUEST, "ruleset": base, "house_rules": house}


def won(concealed: str, tile: str, source: str = "wall", **hand: Any) -> Json:
    return {"hand": {"concealed": concealed, **hand}, "win": {"source": source, "tile": tile}}


# The page


def test_the_first_example_of_the_page_scores_by_value(client: FlaskClient) -> None:
    result = scored(client, REQUEST)
    assert (result["score"], result["added"], result["capped"], result["limit_hands"]) == (1000, 1000, False, [])
    (item,) = result["items"]
    assert (item["rule"], item["added"], item["source"]["page"]) == (PAIRS, 1000, f"/house_rules/rules/{PAIRS}")
    assert result["arrangement"] == [{"kind": "layout", "tiles": "1133557799m2288p", "exposed": False, "won": True}]


SEVEN_PAIRS: Json = {"rules": {"house:a": {"layout": {"tiles": "7 pairs"}, "score": 120}}}


@pytest.mark.parametrize(
    ("ruleset", "house_rules", "concealed", "variant", "facts", "says"),
    [
        (
            *("dmjl", {}, "19m19p19s1234566z2m", "nearest", {"short": 1, "hand": "thirteen-heads", "missing": ["7z"]}),
            "the winner's hand is one tile short of Thirteen heads: one of each head, one of them twice, "
            "which 7z would complete",
        ),
        (
            *("harr-1923", SEVEN_PAIRS, "112233m445566p78s", "layouts"),
            {"short": 1, "hand": "house:a", "missing": ["7s", "8s"]},
            "the winner's hand is one tile short: four sets and a pair are needed, or 7 pairs, which 7s, 8s "
            "would complete",
        ),
        (
            *("harr-1923", SEVEN_PAIRS, "1199m3377p221357z", "nearest", {"short": 2, "hand": "house:a", "missing": []}),
            "the winner's hand is two tiles short of 7 pairs",
        ),
        (
            *("harr-1923", SEVEN_PAIRS, "222m222p222s777z45z", "", {"short": 1}),
            "the winner's hand is one tile short: four sets and a pair are needed",
        ),
        (
            *("bmja", {"legality": {"shapes": ["seven-pairs"]}}, "222m222p222s777z55z", "nearest"),
            {"short": 2, "hand": "seven-pairs", "missing": []},
            "the winner's hand is two tiles short of Seven pairs",
        ),
    ],
)
def test_a_hand_that_is_not_complete_is_told_of_what_it_is_nearest_to(
    client: FlaskClient, ruleset: str, house_rules: Json, concealed: str, variant: str, facts: Json, says: str
) -> None:
    win = {"source": "wall", "tile": concealed[-2:]}
    body = {"ruleset": ruleset, "seat": "south", "round_wind": "north", "hand": {"concealed": concealed}, "win": win}
    answer = client.post("/v1/scores", json={**body, "house_rules": house_rules}).get_json()
    (fault,) = answer["errors"]
    key = f"incomplete-hand.{variant}".removesuffix(".")
    assert (fault["message_key"], fault["facts"], fault["detail"]) == (key, facts, says)


def test_what_is_named_would_complete_the_hand(client: FlaskClient) -> None:
    body = REQUEST | won("1133557799m228s8p", "8p")
    (fault,) = client.post("/v1/scores", json=body).get_json()["errors"]
    assert (fault["message_key"], fault["facts"]["missing"]) == ("incomplete-hand.nearest", ["8s"])
    assert scored(client, REQUEST | won("1133557799m2288p", "8p"))["score"] == 1000


@pytest.mark.parametrize(
    "written",
    [
        "{layout: pung of a, 3 pungs of b, pair of b, doubles: 1}",
        "{layout: {tiles: pung of a, 3 pungs of b, pair of b}}",
    ],
)
def test_a_layout_without_quotation_marks_is_recognised(client: FlaskClient, written: str) -> None:
    rules = {"house:a": yaml.safe_load(written)}
    answer = client.post("/v1/rulesets/resolve", json={"ruleset": "bmja", "house_rules": {"rules": rules}}).get_json()
    found = [each for each in answer["errors"] if each["message_key"] == "unknown-member.unquoted"]
    assert [each["pointer"].rsplit("/", 1)[1] for each in found] == ["3 pungs of b", "pair of b"]
    assert {each["detail"] for each in found} == {
        "this is a part of the layout, which has commas: write the whole in quotation marks, "
        "'pung of a, 3 pungs of b, pair of b'"
    }


@pytest.mark.parametrize("member", [{"pair of b": 1}, {"pair of b": ""}, {}])
def test_an_unknown_member_with_a_value_is_no_part_of_a_layout(client: FlaskClient, member: Json) -> None:
    rules = {"house:a": {"layout": {"tiles": "4 pungs of a, pair of b"}, "doubles": 1, "nonsense": 0, **member}}
    answer = client.post("/v1/rulesets/resolve", json={"ruleset": "bmja", "house_rules": {"rules": rules}}).get_json()
    assert {each["message_key"] for each in answer["errors"]} == {"unknown-member"}


def test_a_part_of_a_layout_that_is_written_twice_is_told_to_be_quoted() -> None:
    with pytest.raises(yaml.YAMLError, match=r"appears twice \(a text with a comma is written in quotation marks\)"):
        read_yaml(b"{layout: pung of a, pair of b, pair of b}")


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
    result = scored(client, REQUEST | hand | {"house_rules": CLUB})
    assert result["score"] == score
    assert f"house:{rule}" in [item["rule"] for item in result["items"]]


def test_a_deal_settles_with_the_clubs_house_rules(client: FlaskClient) -> None:
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
    assert (item["rule"], item["waiting"], item["limit_share"]) == (
        "house:two-ladders", True, "1/8",
    )  # fmt: skip
    assert answer["settlement"]["net"] == {"east": 1500, "south": -376, "west": -562, "north": -562}


# Waits


def test_a_wait_for_a_layout_has_its_score(client: FlaskClient) -> None:
    body = {name: value for name, value in REQUEST.items() if name != "win"}
    answer = client.post("/v1/waits", json=body | {"hand": {"concealed": "1133557799m228p"}}).get_json()
    (wait,) = answer["waits"]
    assert (wait["tile"], wait["drawn"]["score"], wait["claimed"]["score"]) == ("8p", 1000, 1000)


# The resolved table


def test_the_resolved_table_resolves_to_itself(client: FlaskClient) -> None:
    for house in (REQUEST["house_rules"], CLUB):
        first = client.post(RESOLVE, json={"ruleset": "dmjl", "house_rules": house}).get_json()
        again = client.post(RESOLVE, json={"ruleset": "bmja", "house_rules": first["table"]}).get_json()
        assert again["table"] == first["table"]


def test_the_digest_ignores_the_spelling_of_a_layout_but_not_its_score(client: FlaskClient) -> None:
    def digest(**members: Any) -> str:
        body = {"ruleset": "dmjl", "house_rules": of_rule(members)["house_rules"]}
        return str(client.post(RESOLVE, json=body).get_json()["digest"])

    one = digest(layout={"tiles": "1-7 of a, each wind, each dragon"}, limit_share="1/2")
    assert one == digest(layout={"tiles": "1234567 a + each wind + each dragon", "exposed": "never"}, limit_share="1/2")
    others = [
        digest(layout={"tiles": "1-7 of a, each wind, each dragon"}, limit_share="1/3"),
        digest(layout={"tiles": "1-7 of a, each wind, each dragon"}, limit_share="1/2", waiting={"score": 1}),
        digest(layout={"tiles": "1-7 of a, each wind, each dragon", "from_wall": "last"}, limit_share="1/2"),
        digest(layout={"tiles": "1-7 of a, each wind, each dragon"}, score=250),
    ]
    assert len({one, *others}) == 5


# Rounding and drawn deals


def test_points_are_rounded_up_before_doubling_with_an_item_for_it(client: FlaskClient) -> None:
    body: Json = {"ruleset": "harr-1923", "seat": "south", "round_wind": "east"} | won("123456999m55z", "5z")
    body["hand"]["exposed"] = ["444s"]
    plain = scored(client, body)
    result = scored(client, body | {"house_rules": {"settlement": {"points_rounded_up_to": 10}}})
    assert plain["points"] % 10
    assert result["points"] == -(-plain["points"] // 10) * 10
    assert result["uncapped_score"] == result["points"] << result["doubles"]
    (item,) = [each for each in result["items"] if each["rule"] == "rounded-points"]
    assert item["points"] == result["points"] - plain["points"]


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
