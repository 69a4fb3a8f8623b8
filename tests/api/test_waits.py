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

from service.domain import legality
from service.domain.arrange import Nearest
from service.domain.tiles import PLAYING_TILES, parse, write
from service.requests.refusals import Refused
from service.responses.languages import written
from service.rulebooks import BY_ID
from service.usecases.operations import score, wait
from support.fuzz.bodies import wait_body
from support.fuzz.drawn import legal_deal
from support.oracle.legal_deals import has_no_generator, legal_deals

Json = dict[str, Any]
ROOT: Final = Path(__file__).parents[2]
RULESETS: Final = sorted(BY_ID)
HANDS: Final = int(os.environ.get("WAITING_HANDS", "40"))
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
    """Whether a losing hand has the right number of tiles and no flags."""
    declared = sum(len(hand.get(name, ())) for name in DECLARED)
    return len(parse(hand["concealed"])[0]) + 3 * declared == 13 and {"dead", "partial", "original_call"}.isdisjoint(
        hand
    )


def _left(hand: Json, suits: str = "mpsz") -> list[int]:
    """The tiles that are not in the hand."""
    declared = [tiles for name in DECLARED for tiles in hand.get(name, ())]
    held = Counter(parse("".join([hand.get("concealed", ""), *declared]))[0])
    held.subtract(parse(hand.get("wild", ""))[0])  # blanks are no tiles of their kind
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
        answer = score({**body, "win": {"source": source, "tile": tile}, "discards": request.get("visible")})
    except Refused:
        return None
    result: Json = as_json(answer)["score"]
    return result


def _left_of(request: Json, tile: int) -> int:
    return _left(request["hand"]).count(tile) - parse(request.get("visible", ""))[0].count(tile)


def as_json(answer: Json) -> Json:
    result: Json = orjson.loads(written(answer))
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
    monkeypatch.setattr(legality, "nearest", lambda *_: near)  # given in refusals only, of which there are most here
    waiting = 0
    house_rules = None if house is None else json.loads((ROOT / "house_rules" / f"{house}.json").read_text())
    for each in islice(hands(ruleset), HANDS):
        if house is not None and "house_rules" in each:
            continue  # a goulash by house rules
        request = each if house is None else {**each, "house_rules": house_rules}
        result = as_json(wait(request))["waits"]
        assert result == by_scores(request), request
        waiting += bool(result)
    assert waiting > HANDS // 4, "few of these hands wait at all"
