"""The ready-made house rules in `house_rules/`, each held to what its source prints.

Those of xmj and Kajongg are held to their programs' own answers where these lie beside the repository (tests/vectors).
"""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from tests.cases import deal, hand, won

Json = dict[str, Any]
FOLDER: Final = Path(__file__).parents[2] / "house_rules"
BASES: Final = {"babcock-1923": "harr-1922", "kajongg-dmjl": "dmjl", "kajongg-bmja": "bmja"}
FILES: Final = sorted(file.stem for file in FOLDER.glob("*.json"))


def rules(name: str) -> Json:
    result: Json = json.loads((FOLDER / f"{name}.json").read_text())
    return result


def score(client: FlaskClient, house_rules: Json, ruleset: str, its_hand: Json, win: Json | None, **more: Any) -> Json:
    body = {"ruleset": ruleset, "house_rules": house_rules, "round_wind": "east", "seat": "east", "hand": its_hand}
    answer = client.post("/v1/scores", json={**body, **({} if win is None else {"win": win}), **more})
    assert answer.status_code == 200, answer.get_json()
    result: Json = answer.get_json()["score"]
    return result


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_house_rules_of_its_base(client: FlaskClient, name: str) -> None:
    body = {"ruleset": BASES.get(name, "millington"), "house_rules": rules(name)}
    result = client.post("/v1/rulesets/resolve", json=body)
    assert result.status_code == 200, result.get_json()
    assert result.get_json()["house_rules"]["title"] == rules(name)["title"]


def test_every_file_is_named_where_they_are_explained() -> None:
    page = (FOLDER.parent / "docs" / "house-rules.md").read_text()
    assert [name for name in FILES if f"`{name}`" not in page] == []


# Babcock's own figures (chapters VI and VII)

FIG_16: Final = hand("567m22p999s", "444p", "234m")
FIG_17: Final = hand("123777m55s333z", "111p")
FIG_17_DRAWN: Final = hand("123777m55s", "111p", "333z")
FIG_18: Final = hand("345m11155666z", "8888p")
FIG_27: Final = hand("567p11133z", "222z", "444z")


def babcock(client: FlaskClient, its_hand: Json, win: Json, seat: str = "east", **more: Any) -> Json:
    return score(client, {**rules("babcock-1923"), **more}, "harr-1922", its_hand, win, seat=seat)


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


def test_east_collects_336_from_each_for_the_eighteenth_figure(client: FlaskClient) -> None:
    hands = {"east": FIG_18} | {seat: hand("", partial=True) for seat in ("south", "west", "north")}
    body = deal("harr-1922", "east", won("discard", "6z", "south"), hands, house_rules=rules("babcock-1923"))
    answer = client.post("/v1/settlements", json=body).get_json()
    assert answer["settlement"]["net"] == {"east": 3 * 336, "south": -336, "west": -336, "north": -336}


def test_the_four_wind_hand_scores_the_limit_where_it_was_agreed_on(client: FlaskClient) -> None:
    agreed: Json = {"rules": {**rules("babcock-1923")["rules"], "three-winds-and-pair": {}, "four-winds": {}}}
    assert babcock(client, FIG_27, won("discard", "1z"), "east", **agreed)["score"] == 300


def test_the_hand_from_earth_scores_half_the_limit(client: FlaskClient) -> None:
    earth = won("discard", "3z", first_discard=True)
    assert babcock(client, hand("123777m55s111p333z"), earth, "south")["score"] == 150
