"""What a hand waits for, asked in one request, against a request for the score of one hand, in alternation."""

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
from service.domain.tiles import parse, write

SCORES: Final = "/v1/scores"
WAITS: Final = "/v1/waits"
MANY_WAITS: Final = {"thirteen tiles wait": "19m19p19s1234567z", "nine tiles wait": "1112345678999m"}
"""Hands that wait for as many tiles as any, where a rulebook plays them."""
MANY_WON_ON: Final = "1m"
"""A tile that completes either."""
ROUNDS: Final = 9
OF_A_KIND: Final = 20
"""Times that a hand of many waits is sent in a round, so that a round takes a while."""
Pair = tuple[bytes, bytes]
"""The bodies that ask for the waits of a hand and for its score with the winning tile."""


class Waited(NamedTuple):
    """How many requests for a score one for the waits costs, by kind of hand and rulebook."""

    kind: str
    ruleset: str
    ratio: float


def compare(examples: Sequence[Example]) -> list[Waited]:
    """The winners of the corpus before their last tile, and hands with many waits, in every rulebook."""
    app = create_app().wsgi_app
    with without_log():
        return [
            Waited(kind, ruleset, _ratio(app, pairs))
            for ruleset in BY_ID
            for kind, pairs in _kinds(examples, ruleset).items()
        ]


def _kinds(examples: Sequence[Example], ruleset: str) -> dict[str, list[Pair]]:
    kinds: dict[str, list[Pair]] = {}
    for each in examples:
        if each.ruleset == ruleset:
            kinds.setdefault(each.kind, []).extend(_pairs(each))
    for kind, tiles in MANY_WAITS.items():
        if _completes(ruleset, f"{tiles}{MANY_WON_ON}"):
            kinds[kind] = [_many(ruleset, tiles)] * OF_A_KIND
    return {kind: pairs for kind, pairs in kinds.items() if pairs}


def _completes(ruleset: str, written: str) -> bool:
    tiles = parse(written)[0]
    return is_complete(Hand(tiles), tiles, BY_ID[ruleset].plain.ways)


def _ratio(app: WSGIApplication, pairs: Sequence[Pair]) -> float:
    waits, scores = ([pair[side] for pair in pairs] for side in (0, 1))
    return ratio(in_turn([partial(_send, app, WAITS, waits), partial(_send, app, SCORES, scores)], ROUNDS))


def _send(app: WSGIApplication, path: str, sent: Sequence[bytes]) -> None:
    for body in sent:
        call(app, path, body)


def _pairs(example: Example) -> Iterator[Pair]:
    """The winner of a deal, where it was won on a tile."""
    body = example.body
    winner, win = body.get("winner"), body.get("win") or {}
    if example.kind == "bad" or winner is None or "tile" not in win:
        return
    asked: Body = {name: body[name] for name in ("ruleset", "options", "round_wind") if name in body}
    yield _pair({**asked, "seat": winner}, body["hands"][winner], win)


def _many(ruleset: str, tiles: str) -> Pair:
    asked = {"ruleset": ruleset, "round_wind": "east", "seat": "south"}
    return _pair(asked, {"concealed": tiles + MANY_WON_ON}, {"source": "wall", "tile": MANY_WON_ON})


def _pair(asked: Body, hand: Body, win: Body) -> Pair:
    tiles = list(parse(hand["concealed"])[0])
    tiles.remove(parse(win["tile"])[0][0])
    waits = {**asked, "hand": {**hand, "concealed": write(tiles)}}
    return orjson.dumps(waits), orjson.dumps({**asked, "hand": hand, "win": win})
