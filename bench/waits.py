"""What a hand waits for, asked in one request, against a request for the score of one hand, in alternation: that of the
hand won, and those of the hand with each of the 34 tiles, most of them refused, which the one request replaces."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple
from wsgiref.types import WSGIApplication

import orjson

from bench.clock import in_turn, ratio
from bench.corpus import Body, Example
from bench.wsgi import call, without_log
from service import create_app
from service.domain.arrange import is_complete
from service.domain.hand import Hand
from service.domain.rulebook import BY_ID
from service.domain.tiles import PLAYING_TILES, Tile, parse, write

SCORES: Final = "/v1/scores"
WAITS: Final = "/v1/waits"
MANY_WAITS: Final = {"thirteen tiles wait": "19m19p19s1234567z", "nine tiles wait": "1112345678999m"}
"""Hands that wait for as many tiles as any, where a rulebook plays them."""
MANY_WON_ON: Final = "1m"
"""A tile that completes either."""
ROUNDS: Final = 9
OF_A_KIND: Final = 20
"""Times that a hand of many waits is sent in a round, so that a round takes a while."""
TRIED: Final = 5
"""Hands of a kind that are tried with every tile."""


class Asked(NamedTuple):
    """The bodies that ask for the waits of a hand, for its score with the winning tile, and with each of the tiles."""

    waits: bytes
    score: bytes
    tries: tuple[bytes, ...]


class Waited(NamedTuple):
    """How many requests for a score one for the waits costs, by kind of hand and rulebook."""

    kind: str
    ruleset: str
    ratio: float
    """Requests for the score of the hand won."""
    of_tries: float
    """Requests of those that try every tile."""


def compare(examples: Sequence[Example]) -> list[Waited]:
    """The winners of the corpus before their last tile, and hands with many waits, in every rulebook."""
    app = create_app().wsgi_app
    with without_log():
        return [
            Waited(kind, ruleset, _ratio(app, asked), _of_tries(app, asked[:TRIED]))
            for ruleset in BY_ID
            for kind, asked in _kinds(examples, ruleset).items()
        ]


def _kinds(examples: Sequence[Example], ruleset: str) -> dict[str, list[Asked]]:
    kinds: dict[str, list[Asked]] = {}
    for each in examples:
        if each.ruleset == ruleset:
            kinds.setdefault(each.kind, []).extend(_asked(each))
    for kind, tiles in MANY_WAITS.items():
        if _completes(ruleset, f"{tiles}{MANY_WON_ON}"):
            kinds[kind] = [_many(ruleset, tiles)] * OF_A_KIND
    return {kind: asked for kind, asked in kinds.items() if asked}


def _completes(ruleset: str, written: str) -> bool:
    tiles = parse(written)[0]
    return is_complete(Hand(tiles), tiles, BY_ID[ruleset].plain.ways)


def _ratio(app: WSGIApplication, asked: Sequence[Asked]) -> float:
    waits, scores = [each.waits for each in asked], [each.score for each in asked]
    return ratio(in_turn([partial(_send, app, WAITS, waits), partial(_send, app, SCORES, scores)], ROUNDS))


def _of_tries(app: WSGIApplication, asked: Sequence[Asked]) -> float:
    waits, tries = [each.waits for each in asked], [body for each in asked for body in each.tries]
    taken = in_turn([partial(_send, app, WAITS, waits), partial(_send, app, SCORES, tries)], ROUNDS)
    return ratio(taken) * len(PLAYING_TILES)


def _send(app: WSGIApplication, path: str, sent: Sequence[bytes]) -> None:
    for body in sent:
        call(app, path, body)


def _asked(example: Example) -> Iterator[Asked]:
    """The winner of a deal, where it was won on a tile."""
    body = example.body
    winner, win = body.get("winner"), body.get("win") or {}
    if example.kind == "bad" or winner is None or "tile" not in win:
        return
    asked: Body = {name: body[name] for name in ("ruleset", "options", "round_wind") if name in body}
    yield _bodies({**asked, "seat": winner}, body["hands"][winner], win)


def _many(ruleset: str, tiles: str) -> Asked:
    asked = {"ruleset": ruleset, "round_wind": "east", "seat": "south"}
    return _bodies(asked, {"concealed": tiles + MANY_WON_ON}, {"source": "wall", "tile": MANY_WON_ON})


def _bodies(asked: Body, hand: Body, win: Body) -> Asked:
    tiles = list(parse(hand["concealed"])[0])
    tiles.remove(parse(win["tile"])[0][0])

    def score(tile: Tile) -> bytes:
        tried = {**hand, "concealed": write([*tiles, tile])}
        return orjson.dumps({**asked, "hand": tried, "win": {**win, "tile": write([tile])}})

    waits = {**asked, "hand": {**hand, "concealed": write(tiles)}}
    won = orjson.dumps({**asked, "hand": hand, "win": win})
    return Asked(orjson.dumps(waits), won, tuple(score(tile) for tile in PLAYING_TILES))
