"""POST /v1/waits agrees with trying all 34 tiles, drawn and claimed, through POST /v1/scores.

`WAITING_HANDS=3000 python -m pytest tests/api/test_waits.py -k agree` tries that many hands of every rulebook.
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

from pung_chow_settlement.domain.arrangements import Nearest
from pung_chow_settlement.domain.layouts.named import NAMED, NamedHand
from pung_chow_settlement.domain.layouts.steps import MAX_STEPS
from pung_chow_settlement.domain.legality import complete
from pung_chow_settlement.domain.tiles import PLAYING_TILES, parse, write
from pung_chow_settlement.operations import deals
from pung_chow_settlement.operations.deals import list_waits, score
from pung_chow_settlement.requests.refusals import Refused
from pung_chow_settlement.rulebooks import BUILT_IN
from tests.conftest import NOT_COMPILED
from tests.support.amounts import amount
from tests.support.fuzz.bodies import wait_body
from tests.support.fuzz.drawn import legal_deal
from tests.support.oracle.layout_reader import random_groups
from tests.support.oracle.legal_deals import has_no_generator, legal_deals

Json = dict[str, Any]
ROOT: Final = Path(__file__).parents[2]
RULESETS: Final = sorted(BUILT_IN.by_id)
HANDS: Final = int(os.environ.get("WAITING_HANDS", amount(16, 40)))
AFTER_DISCARDS: Final = HANDS // 8
"""Hands that are looked at after each discard."""
TILES: Final = [write([tile]) for tile in PLAYING_TILES]
DECLARED: Final = ("exposed", "claimed_kongs", "concealed_kongs")


def hands(ruleset: str) -> Iterator[Json]:
    """An endless stream of requests: winning hands without a tile, losing hands, and random tiles."""
    rng = Random(f"{ruleset} waits")
    legal = legal_deals(ruleset) if has_no_generator(ruleset) else (legal_deal(rng, ruleset) for _ in count())
    for number, deal in enumerate(legal):
        winner, loser = deal["winner"], rng.choice([seat for seat in deal["hands"] if seat != deal["winner"]])
        if winner is not None and deal["win"]["source"] != "original-hand":
            yield wait_body(deal, winner)
        if number % 2 and is_plain(deal["hands"][loser]):
            yield wait_body(deal, loser)
        elif number % 4 == 0:
            suits = rng.choice(("mps", "m", "mz", "spz"))
            yield {
                **wait_body(deal, loser),
                "hand": {"concealed": write(rng.sample(_left({}, suits), 13))},
                "visible": "",
            }


def is_plain(hand: Json) -> bool:
    """True if a losing hand has the right number of tiles and no flags."""
    declared = sum(len(hand.get(name, ())) for name in DECLARED)
    return len(parse(hand["concealed"])[0]) + 3 * declared == 13 and {"dead", "partial", "original_call"}.isdisjoint(
        hand
    )


def _left(hand: Json, suits: str = "mpsz") -> list[int]:
    """The tiles that are not in the hand."""
    held = Counter([*parse(hand.get("concealed", ""))[0], *declared(hand)])
    held.subtract(parse(hand.get("wild", ""))[0])  # blanks are not tiles of their kind
    return [tile for tile in PLAYING_TILES if TILES[tile][1] in suits for _ in range(4 - held[tile])]


# By scoring all tiles


def by_scores(request: Json) -> list[Json]:
    """The waits by scoring the hand with every tile, in the order of the contract."""
    found: list[Json] = []
    for place, tile in enumerate(TILES):
        scores = {name: _score(request, tile, source) for name, source in (("drawn", "wall"), ("claimed", "discard"))}
        if any(scores.values()):
            result = {name: result for name, result in scores.items() if result is not None}
            found.append({"tile": tile, "unseen": _left_of(request, place), **result})
    return sorted(found, key=lambda each: (-score_of(each, "drawn"), -score_of(each, "claimed"), -each["unseen"]))


def score_of(found: Json, way: str) -> int:
    return int(found[way]["score"]) if way in found else 0


def _score(request: Json, tile: str, source: str) -> Json | None:
    body = {name: value for name, value in request.items() if name != "visible"}
    body["hand"] = {**request["hand"], "concealed": request["hand"]["concealed"] + tile}
    try:
        answer = score(BUILT_IN, {**body, "win": {"source": source, "tile": tile}, "discards": request.get("visible")})
    except Refused:
        return None
    result: Json = as_json(answer)["hand"]
    return result


def _left_of(request: Json, tile: int) -> int:
    return _left(request["hand"]).count(tile) - parse(request.get("visible", ""))[0].count(tile)


def as_json(answer: bytes) -> Json:
    result: Json = orjson.loads(answer)
    return result


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
    near = Nearest(1, four_sets=True, layout=None)
    monkeypatch.setattr(complete, "nearest", lambda *_: near)  # given in refusals only, of which there are most here
    waiting = 0
    house_rules = (
        None
        if house is None
        else json.loads((ROOT / "clients" / "examples" / "house_rules" / f"{house}.json").read_text())
    )
    for each in islice(hands(ruleset), HANDS):
        if house is not None and "house_rules" in each:
            continue  # a goulash by house rules
        request = each if house is None else {**each, "house_rules": house_rules}
        result = as_json(list_waits(BUILT_IN, request))["waits"]
        assert result == by_scores(request), request
        waiting += bool(result)
    assert waiting > HANDS // 4, "few of these hands wait at all"


SHAPES: Final = [each for each in NAMED.values() if each.shape]


@pytest.mark.parametrize("named", SHAPES, ids=[each.id for each in SHAPES])
def test_a_hand_waits_for_a_shape_alike_beside_the_same_layout_of_a_rule(named: NamedHand) -> None:
    layout = {name: value for name, value in named.sent._asdict().items() if value}
    rules = {"house:same": {"layout": layout, "points": 10}}
    house = {"rules": rules, "legality": {"shapes": ["four-sets", named.id]}}
    tiles = [tile for group in random_groups(named.sent.tiles, 0, Random(named.id)) for tile in group.tiles]
    request = {"ruleset": "harr-1923", "house_rules": house, "round_wind": "east", "seat": "east"}
    request["hand"] = {"concealed": "".join(tiles[1:])}
    found = as_json(list_waits(BUILT_IN, request))["waits"]
    assert found == by_scores(request)
    assert {each["kind"] for wait in found for each in wait["drawn"]["arrangement"]} & {named.id, "pair"}


# After a discard


def declared(hand: Json) -> tuple[int, ...]:
    """The tiles of the sets on the table."""
    return parse("".join(tiles for name in DECLARED for tiles in hand.get(name, ())))[0]


def after_each_discard(request: Json) -> list[Json]:
    """What the hand waits for after each discard, asked one by one, with the discard face up."""
    concealed, _ = parse(request["hand"]["concealed"])
    found: list[Json] = []
    blanks = {*parse(request["hand"].get("wild", ""))[0]} - {*declared(request["hand"])}
    for tile in sorted({*concealed} - blanks):
        left = [*concealed]
        left.remove(tile)
        hand = {**request["hand"], "concealed": write(left)}
        waiting = {**request, "hand": hand, "visible": request.get("visible", "") + TILES[tile]}
        found += [{"discard": TILES[tile], **each} for each in as_json(list_waits(BUILT_IN, waiting))["waits"]]
    places = {tile: place for place, tile in enumerate(TILES)}
    found.sort(key=lambda each: places[each["tile"]])
    return sorted(found, key=lambda each: (-score_of(each, "drawn"), -score_of(each, "claimed"), -each["unseen"]))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_waited_for_after_discards_agrees_with_asking_after_each(ruleset: str) -> None:
    rng, waiting = Random(ruleset), 0
    for request in islice(hands(ruleset), AFTER_DISCARDS):
        seen = parse(request.get("visible", ""))[0]
        drawn = rng.choice([tile for tile in _left(request["hand"]) if tile not in seen])
        hand = {**request["hand"], "concealed": request["hand"]["concealed"] + TILES[drawn]}
        result = as_json(list_waits(BUILT_IN, {**request, "hand": hand}, each_discard=True))["waits"]
        assert result == after_each_discard({**request, "hand": hand}), request
        waiting += bool(result)
    assert waiting, "none of these hands waits"


BEFORE_ITS_LAST_TILE: Final[Json] = {
    "ruleset": "harr-1923",
    "round_wind": "west",
    "seat": "north",
    "hand": {"concealed": "11124448p", "exposed": ["777p"], "concealed_kongs": ["9999p"]},
}
"""Example 6 of the book of 1923 (p. 35) before its last tile, and a tile to discard."""


def waits_of(client: FlaskClient, hand: Json, query: str = "each_discard=true&items=false", **more: Any) -> Json:
    body = {**BEFORE_ITS_LAST_TILE, "hand": {**BEFORE_ITS_LAST_TILE["hand"], **hand}, **more}
    answer: Json = client.post(f"/v1/waits?{query}", json=body).get_json()
    return answer


def test_what_is_discarded_is_seen(client: FlaskClient) -> None:
    assert {"discard": "2p", "tile": "8p", "unseen": 3} in waits_of(client, {})["waits"]
    assert [each["unseen"] for each in waits_of(client, {}, visible="888p")["waits"]] == [3, 4], "no 8p is left"


@pytest.mark.parametrize(
    ("query", "concealed", "needed"),
    [
        ("each_discard=true", "1112444p", 15),
        ("each_discard=true", "111244488p", 15),
        ("each_discard=false", "11124448p", 14),
        ("", "11124448p", 14),
    ],
)
def test_a_hand_of_another_size_is_refused(client: FlaskClient, query: str, concealed: str, needed: int) -> None:
    problem = waits_of(client, {"concealed": concealed}, query)
    assert [(each["pointer"], each["code"], each["facts"]["needed"]) for each in problem["errors"]] == [
        ("/hand/concealed", "wrong-number-of-tiles", needed)
    ]


def test_a_hand_that_waits_after_no_discard_is_told_what_it_lacks(client: FlaskClient) -> None:
    answer = waits_of(client, {"concealed": "1m4m7m1s4s7s1z5z"})
    assert answer["waits"] == []
    assert [each["facts"] for each in answer["none_because"]] == [{"lacks": 5}]


def test_a_hand_after_whose_discard_all_that_completes_it_is_seen_says_so(client: FlaskClient) -> None:
    answer = waits_of(client, {"concealed": "11144428p"}, visible="222p3333p888p")
    assert answer["waits"] == []
    assert [each["facts"]["tiles"] for each in answer["none_because"]] == ["8p", "23p"]


@NOT_COMPILED
def test_all_discards_share_one_budget_of_steps(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    body = {**BEFORE_ITS_LAST_TILE, "ruleset": "western", "hand": {"concealed": "12345m12345p1234s"}}
    path = "/v1/waits?each_discard=true&items=false"
    assert client.post(path, json=body).status_code == 200
    monkeypatch.setattr(deals, "MAX_STEPS_OF_DISCARDS", MAX_STEPS)
    refused = client.post(path, json=body).get_json()["errors"]
    assert [(each["pointer"], each["code"]) for each in refused] == [("/ruleset", "layouts-too-costly")]
