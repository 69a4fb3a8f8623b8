"""POST /v1/waits agrees with trying all 34 tiles, drawn and claimed, through POST /v1/scores.

`WAITING_HANDS=3000 python -m pytest tests/api/test_waits.py -k agree` tries so many hands of every rulebook.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any, Final

import orjson
import pytest
from flask.testing import FlaskClient

from service.domain import legality
from service.domain.rulebook.model import Option
from service.domain.rulebooks import BY_ID
from service.domain.tiles import PLAYING_TILES, parse, write
from service.requests.refusals import Refused
from service.usecases.deals import score
from service.usecases.waits import wait
from tests.oracle import deals, modern_deals

Json = dict[str, Any]
ROOT: Final = Path(__file__).parents[2]
RULESETS: Final = sorted(BY_ID)
HANDS: Final = int(os.environ.get("WAITING_HANDS", "40"))
TILES: Final = [write([tile]) for tile in PLAYING_TILES]
LAID: Final = ("exposed", "claimed_kongs", "concealed_kongs")
MOST_VISIBLE: Final = 60
HEAD_HUNTER: Final = "19m19p19s1234567z"


# Random hands that may lack one tile


def hands(ruleset: str) -> Iterator[Json]:
    """Requests without end: winning hands short of a tile, hands that did not win, and tiles as they come."""
    rng = Random(f"{ruleset} waits")
    for number in count():
        hand = _any_hand(rng, ruleset, number)
        if hand is None:
            continue
        seat, wind = rng.choices(("east", "south", "west", "north"), k=2)
        asked: Json = {"ruleset": ruleset, "round_wind": wind, "seat": seat, "hand": hand}
        if options := _options(rng, ruleset):
            asked["options"] = options
        if rng.random() < 0.7:
            asked["visible"] = _visible(rng, hand)
        yield asked


def _any_hand(rng: Random, ruleset: str, number: int) -> Json | None:
    kind = number % 4
    if kind == 3:
        return {"concealed": write(rng.sample(_left({}, rng.choice(("mps", "m", "mz", "spz"))), 13))}
    if ruleset in modern_deals.BOOKS:
        deal = modern_deals.deal(ruleset, number)
        if kind == 2:
            return _whole(deal["hands"][rng.choice(list(deal["hands"]))])
        return _short(rng, deal["hands"].get(deal["winner"]), deal.get("win", {}))
    if kind == 2:
        deal = deals.deal(rng, ruleset)
        return _whole(deal["hands"][rng.choice(list(deal["hands"]))])
    winning = deals.winning_hand(rng, rng.choice(deals.STYLES), ruleset)
    return _short(rng, winning["hand"], winning["win"])


def _short(rng: Random, hand: Json | None, win: Json) -> Json | None:
    """A winning hand before its tile came, or without any other."""
    if hand is None:
        return None
    concealed = list(parse(hand["concealed"])[0])
    tile = parse(win["tile"])[0][0] if "tile" in win and rng.random() < 0.8 else rng.choice(concealed)
    concealed.remove(tile)
    return {**hand, "concealed": write(concealed)}


def _whole(hand: Json) -> Json | None:
    """A hand that did not win, where it has the tiles that it should."""
    laid = [tiles for name in LAID for tiles in hand.get(name, ())]
    whole = len(parse(hand["concealed"])[0]) + 3 * len(laid) == 13
    hand = {name: told for name, told in hand.items() if name != "original_call"}
    return hand if whole and not hand.get("dead") and not hand.get("partial") else None


def _options(rng: Random, ruleset: str) -> Json:
    if rng.random() < 0.5:
        return {}
    options = {option.name: _value(rng, option) for option in BY_ID[ruleset].rulebook.options if rng.random() < 0.5}
    return {name: value for name, value in options.items() if value is not None}


def _value(rng: Random, option: Option) -> Any:
    if option.is_boolean:
        return rng.random() < 0.5
    low, high, step = option.minimum or 0, option.maximum or 0, option.multiple_of or 1
    return rng.choice(option.choices) if option.choices else rng.randrange(low, high + 1, step)


def _left(hand: Json, suits: str = "mpsz") -> list[int]:
    """The tiles that are not in the hand."""
    held = Counter(
        parse("".join([hand.get("concealed", ""), *(each for name in LAID for each in hand.get(name, ()))]))[0]
    )
    return [tile for tile in PLAYING_TILES if TILES[tile][1] in suits for _ in range(4 - held[tile])]


def _visible(rng: Random, hand: Json) -> str:
    left = _left(hand)
    return write(rng.sample(left, rng.randrange(min(MOST_VISIBLE, len(left)))))


# Trying all tiles


def tried(asked: Json) -> list[Json]:
    """What trying every tile through /v1/scores finds, in the order that the contract promises."""
    found: list[Json] = []
    for place, tile in enumerate(TILES):
        scores = {name: _tried(asked, tile, source) for name, source in (("drawn", "wall"), ("claimed", "discard"))}
        if any(scores.values()):
            told = {name: told for name, told in scores.items() if told is not None}
            found.append({"tile": tile, "unseen": _left_of(asked, place), **told})
    return sorted(found, key=lambda each: (-set_kind(each, "drawn"), -set_kind(each, "claimed"), -each["unseen"]))


def set_kind(found: Json, way: str) -> int:
    return int(found[way]["score"]) if way in found else 0


def _tried(asked: Json, tile: str, source: str) -> Json | None:
    request = {name: value for name, value in asked.items() if name != "visible"}
    hand = {**asked["hand"], "concealed": asked["hand"]["concealed"] + tile}
    try:
        answer = score(
            {**request, "hand": hand, "win": {"source": source, "tile": tile}, "discards": asked.get("visible")}
        )
    except Refused:
        return None
    told: Json = as_sent(answer)["score"]
    return told


def _left_of(asked: Json, tile: int) -> int:
    return _left(asked["hand"]).count(tile) - parse(asked.get("visible", ""))[0].count(tile)


def as_sent(answer: Json) -> Json:
    told: Json = orjson.loads(orjson.dumps(answer))
    return told


HOUSE_RULES: Final = [
    ("dmjl", "kajongg-dmjl"),
    ("bmja", "kajongg-bmja"),
    ("millington", "xmj-disc"),
    ("millington", "xmj-concealed"),
]


@pytest.mark.parametrize(("ruleset", "house"), [*((ruleset, None) for ruleset in RULESETS), *HOUSE_RULES])
def test_the_tiles_that_a_hand_waits_for_agree_with_trying_every_tile(
    ruleset: str, house: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(legality, "tiles_missing", lambda *_: 1)  # told in refusals only, of which there are most here
    waiting = 0
    house_rules = None if house is None else json.loads((ROOT / "house_rules" / f"{house}.json").read_text())
    for each in islice(hands(ruleset), HANDS):
        asked = {**each, "house_rules": house_rules}
        told = as_sent(wait(asked))["waits"]
        assert told == tried(asked), asked
        waiting += bool(told)
    assert waiting > HANDS // 4, "few of these hands wait at all"


# What is told


def ask(client: FlaskClient, concealed: str, ruleset: str = "harr-1923-limit", **more: Any) -> Json:
    body = {"ruleset": ruleset, "round_wind": "east", "seat": "south", "hand": {"concealed": concealed}, **more}
    answer = client.post("/v1/waits", json=body)
    assert answer.status_code == 200, answer.get_json()
    return dict(answer.get_json())


def tiles(answer: Json) -> str:
    return " ".join(each["tile"] for each in answer["waits"])


@pytest.mark.parametrize(
    ("ruleset", "concealed", "waits"),
    [
        ("harr-1923-limit", HEAD_HUNTER, "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
        ("millington", "1112345678999m", "2m 3m 4m 5m 6m 7m 8m 1m 9m"),
        ("bmja", "1112345678999m", "2m 3m 4m 5m 6m 7m 8m"),
        ("bmja", "1123456m112345p", "6p"),
        ("bmja", "12345m1234p1234s", "5p 5s"),
        ("dmjl", "147m258p369s1234z", ""),
        ("harr-1923", "123456789m1p789s", "1p"),
    ],
)
def test_a_hand_of_any_shape_waits(client: FlaskClient, ruleset: str, concealed: str, waits: str) -> None:
    assert tiles(ask(client, concealed, ruleset)) == waits


def test_the_best_tile_comes_first(client: FlaskClient) -> None:
    answer = ask(client, "22m55z", hand={"concealed": "22m55z", "exposed": ["111p", "345s", "999p"]})
    assert tiles(answer) == "5z 2m"
    assert [each["drawn"]["score"] > each["claimed"]["score"] for each in answer["waits"]] == [True, True]


def test_what_can_be_seen_is_not_waited_for(client: FlaskClient) -> None:
    assert [each["unseen"] for each in ask(client, "123456789m1p789s")["waits"]] == [3]
    assert [each["unseen"] for each in ask(client, "123456789m1p789s", visible="11p9s")["waits"]] == [1]
    assert ask(client, "123456789m1p789s", visible="111p")["waits"] == []


def test_options_decide_what_completes_a_hand(client: FlaskClient) -> None:
    pairs = "1133557799m113p"
    assert tiles(ask(client, pairs, "millington")) == ""
    assert tiles(ask(client, pairs, "millington", options={"seven_pairs": True})) == "3p"


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({"hand": {"concealed": "123456789m11p789s"}}, {("/hand/concealed", "wrong-number-of-tiles.hand")}),
        ({"hand": {"concealed": "123456789m1p78s"}}, {("/hand/concealed", "wrong-number-of-tiles.hand")}),
        ({"visible": "1111p"}, {("/hand/concealed", "too-many-of-a-tile"), ("/visible", "too-many-of-a-tile")}),
        (
            {"hand": {"concealed": "1m", "partial": True}},
            {("/hand/partial", "unknown-member"), ("/hand/concealed", "wrong-number-of-tiles.hand")},
        ),
        (
            {"hand": {"counted": {"score": 2}}},
            {("/hand/counted", "unknown-member"), ("/hand/concealed", "missing-member")},
        ),
        ({"win": {"source": "wall", "tile": "1p"}}, {("/win", "unknown-member")}),
        ({"visible": "1f"}, {("/visible", "bonus-tile-misplaced")}),
        ({"seat": "middle", "hand": None}, {("/seat", "unknown-value"), ("/hand", "null-not-allowed")}),
    ],
)
def test_what_is_no_waiting_hand_is_refused(client: FlaskClient, body: Json, faults: set[tuple[str, str]]) -> None:
    asked = {"ruleset": "harr-1923", "round_wind": "east", "seat": "south", "hand": {"concealed": "123456789m1p789s"}}
    answer = client.post("/v1/waits", json=asked | body)
    assert answer.status_code == 422
    assert {(error["pointer"], error["message_key"]) for error in answer.get_json()["errors"]} == faults
