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

from service.domain import legality
from service.domain.rulebook.model import Option
from service.domain.tiles import PLAYING_TILES, parse, write
from service.requests.refusals import Refused
from service.rulebooks import BY_ID
from service.usecases.deals import score
from service.usecases.waits import wait
from support.oracle import deals, modern_deals

Json = dict[str, Any]
ROOT: Final = Path(__file__).parents[2]
RULESETS: Final = sorted(BY_ID)
HANDS: Final = int(os.environ.get("WAITING_HANDS", "40"))
TILES: Final = [write([tile]) for tile in PLAYING_TILES]
LAID: Final = ("exposed", "claimed_kongs", "concealed_kongs")
MOST_VISIBLE: Final = 60
# Random hands that may lack one tile


def hands(ruleset: str) -> Iterator[Json]:
    """An endless stream of requests: winning hands without a tile, hands that did not win, and random tiles."""
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
    """A winning hand without its winning tile, or without another one."""
    if hand is None:
        return None
    concealed = list(parse(hand["concealed"])[0])
    tile = parse(win["tile"])[0][0] if "tile" in win and rng.random() < 0.8 else rng.choice(concealed)
    concealed.remove(tile)
    return {**hand, "concealed": write(concealed)}


def _whole(hand: Json) -> Json | None:
    """A hand that did not win, if it has the right number of tiles."""
    laid = [tiles for name in LAID for tiles in hand.get(name, ())]
    whole = len(parse(hand["concealed"])[0]) + 3 * len(laid) == 13
    hand = {name: result for name, result in hand.items() if name != "original_call"}
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
    """What /v1/scores answers for every tile, in the order that the contract promises."""
    found: list[Json] = []
    for place, tile in enumerate(TILES):
        scores = {name: _tried(asked, tile, source) for name, source in (("drawn", "wall"), ("claimed", "discard"))}
        if any(scores.values()):
            result = {name: result for name, result in scores.items() if result is not None}
            found.append({"tile": tile, "unseen": _left_of(asked, place), **result})
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
    result: Json = as_sent(answer)["score"]
    return result


def _left_of(asked: Json, tile: int) -> int:
    return _left(asked["hand"]).count(tile) - parse(asked.get("visible", ""))[0].count(tile)


def as_sent(answer: Json) -> Json:
    result: Json = orjson.loads(orjson.dumps(answer))
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
    monkeypatch.setattr(legality, "tiles_missing", lambda *_: 1)  # given in refusals only, of which there are most here
    waiting = 0
    house_rules = None if house is None else json.loads((ROOT / "house_rules" / f"{house}.json").read_text())
    for each in islice(hands(ruleset), HANDS):
        asked = {**each, "house_rules": house_rules}
        result = as_sent(wait(asked))["waits"]
        assert result == tried(asked), asked
        waiting += bool(result)
    assert waiting > HANDS // 4, "few of these hands wait at all"


# What is given


def tiles(answer: Json) -> str:
    return " ".join(each["tile"] for each in answer["waits"])
