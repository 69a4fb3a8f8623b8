"""Hands of thirteen tiles and a flower, at tables whose layouts have one: scored, refused, waiting, settled."""

from typing import Any

import pytest
from flask.testing import FlaskClient

Json = dict[str, Any]
GIRL = "flower, 13579 of a, 4 pairs of b"


def _body(concealed: str, bonus: str, text: str = GIRL, **more: Any) -> Json:
    rule = {"text": "Flower girl", "layout": {"tiles": text}, "score": 700, "waiting": {"score": 70}}
    return {
        "ruleset": "bmja", "seat": "south", "round_wind": "east", "house_rules": {"rules": {"house:girl": rule}},
        "hand": {"concealed": concealed, "bonus": bonus}, **more,
    }  # fmt: skip


WIN: Json = {"win": {"source": "wall", "tile": "8p"}}


def test_a_hand_of_thirteen_tiles_and_a_flower_is_scored(client: FlaskClient) -> None:
    result = client.post("/v1/scores", json=_body("13579m22446688p", "3f", **WIN))
    assert result.status_code == 200, result.text
    found = result.get_json()["hand"]
    assert found["score"] == 700 + 4  # the flower is worth four by itself
    assert found["arrangement"] == [{"kind": "layout", "tiles": "13579m22446688p", "exposed": False, "won": True}]


@pytest.mark.parametrize(
    ("concealed", "bonus", "code"),
    [
        ("13579m22446688p", "3y", "wrong-number-of-tiles"),
        ("13579m22446688p", "", "wrong-number-of-tiles"),
        ("13579m22446678p", "1f", "incomplete-hand"),
        ("13579m22446688p1z", "1f", "incomplete-hand"),
    ],
)
def test_without_the_flower_or_with_other_tiles_it_is_refused(
    client: FlaskClient, concealed: str, bonus: str, code: str
) -> None:
    result = client.post("/v1/scores", json=_body(concealed, bonus, **WIN))
    assert [each["code"] for each in result.get_json()["errors"]] == [code]


def test_twelve_tiles_and_a_flower_wait_for_the_thirteenth(client: FlaskClient) -> None:
    result = client.post("/v1/waits", json=_body("13579m2244668p", "3f")).get_json()
    assert [(each["tile"], each["drawn"]["score"]) for each in result["waits"]] == [("8p", 704)]
    whole = client.post("/v1/waits", json=_body("13579m22446688p", "3f")).get_json()
    assert [each["message_key"] for each in whole["none_because"]] == ["waits.complete"]


def test_a_loser_who_waits_for_it_scores_the_least_of_it(client: FlaskClient) -> None:
    result = client.post("/v1/scores", json=_body("13579m2244668p", "3f"))
    assert result.status_code == 200, result.text
    assert result.get_json()["hand"]["score"] == 70 + 4


def test_where_no_layout_has_a_flower_twelve_tiles_are_too_few(client: FlaskClient) -> None:
    result = client.post("/v1/scores", json=_body("13579m2244668p", "3f", text="7 pairs"))
    assert [each["code"] for each in result.get_json()["errors"]] == ["wrong-number-of-tiles"]


def test_a_deal_with_such_hands_is_settled(client: FlaskClient) -> None:
    body = _body("", "")
    del body["hand"], body["seat"]
    body |= {
        "winner": "east", "win": {"source": "discard", "tile": "8p", "discarder": "west"},
        "hands": {
            "east": {"concealed": "13579m22446688p", "bonus": "3f"},
            "south": {"concealed": "13579s3355779p", "bonus": "1f"},
            "west": {"concealed": "1112223334445z"}, "north": {"concealed": "258m147p369s5667z"},
        },
    }  # fmt: skip
    result = client.post("/v1/settlements", json=body)
    assert result.status_code == 200, result.text
    hands = result.get_json()["hands"]
    assert (hands["east"]["score"], hands["south"]["score"]) == (704, 74)


def test_each_flower_of_a_hand_is_its_own(client: FlaskClient) -> None:
    """The tiles of the digest are those of the text: another flower is another rule."""
    digests = {
        client.post("/v1/scores", json=_body("13579m22446688p", "3f", text=text, **WIN)).get_json()["digest"]
        for text in (GIRL, GIRL.replace("flower", "3f"), GIRL.replace("flower", "flower/season"))
    }
    assert len(digests) == 3
