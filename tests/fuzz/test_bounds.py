"""House rules that multiply items, in compressed bodies: no response exceeds its bounds of size and time.

A few hundred bodies by default, or BOUNDED_BODIES; issue 25 asks for 200,000:

    BOUNDED_BODIES=200000 python -m pytest -q tests/fuzz/test_bounds.py
"""

import gzip
import os
from collections import Counter
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

import orjson

from pung_chow_settlement.rulebooks import ALL, BUILT_IN
from tests.conftest import NOT_TRACED
from tests.support import random_houses
from tests.support.amounts import amount
from tests.support.fuzz.service import client
from tests.support.hostile_bodies import SEATS
from tests.support.worked import WORKED_DEALS

Json = dict[str, Any]

BODIES: Final = int(os.environ.get("BOUNDED_BODIES", amount(300, 3000)))
CPU: Final = 1.0 if "BOUNDED_BODIES" in os.environ else 3.0
"""Bound of processor time in seconds; more when run beside other tests."""
HAND: Final = 64 * 1024
WAITS: Final = 4 * HAND
MANY: Final = 12 * 1024 * 1024
OTHER_MEMBERS: Final = 64 * 1024
"""Bytes of a response's members other than scores: options, payments, faults."""
SETTLE, SCORE, WAIT, BATCH = "/v1/settlements", "/v1/scores", "/v1/waits", "/v1/settlements/batch"
SHEET = "/v1/scoresheets"
MAX_BYTES: Final = {SETTLE: 4 * HAND, SCORE: HAND, WAIT: WAITS, BATCH: MANY, SHEET: MANY}
WON_BY_EAST: Final = [
    ("1z", ("111999m111999p11z", "111999s222333z2m", "444555666777z2p", "234567m234567p2s")),
    ("3m", ("11112222333344m", "2223334445551p", "6667778889991p", "3334445556661s")),
    ("5m", ("11123455678999m", "1112223334445p", "6667778889992s", "1112223334445z")),
    ("1z", ("19m19p19s11234567z", "234567p234567s2p", "555666777888s1s", "222333444555m6m")),
]
"""Winning tiles and hands, East's first, with many sets, arrangements or waits."""
WAITING: Final = ("1112345678999m", "19m19p19s1234567z", "2223334445556m", "1112223334445z")
HOUSE: Final = tuple(f"house:{each}" for each in range(98))
NAMES: Final = ("replaces", "spoiled_by", "only_beside")
TEXTS: Final = (None, "Own", "x" * 200, "\x01" * 200, "\U0001f004" * 200, '"' * 200, "ä" * 90)


class Request(NamedTuple):
    """A request."""

    path: str
    body: Json
    headers: dict[str, str]


def rules(rng: Random) -> Json:
    """Rules that all count at once, with one condition or a few."""
    number = rng.choice([1, 3, 12, 12, 16, 40, 98])
    found = [rule(rng) for _ in range(rng.choice([1, min(number, 6)]))]
    return {f"house:{each}": found[each % len(found)] for each in range(number)}


def rule(rng: Random) -> Json:
    """A rule, at times one that names as many others as allowed."""
    condition = rng.choice([BUILT_IN.library.conditions["sets"], rng.choice(random_houses.CONDITIONS)])
    result: Json = {name: 1 for name in ("points", "added") if rng.random() < 0.5}
    result["find"] = condition.id
    result["applies_to"] = "winner" if condition.winner_only else rng.choice(["all", "others"])
    result["parameters"] = random_houses.parameters(rng, condition)
    if rng.random() < 0.3:
        result[rng.choice(NAMES)] = list(rng.choice([random_houses.IDS[:100], random_houses.IDS[:3], HOUSE]))
    if rng.random() < 0.1:
        result["limit_share"] = "1/5"
    return {**result, "text": rng.choice(TEXTS)}


def request(rng: Random) -> Request:
    """A request with such rules, of one deal or many."""
    path = rng.choice([SETTLE, SCORE, WAIT, BATCH, SHEET, SHEET])
    named = {"ruleset": rng.choice(ALL).id, "house_rules": {"rules": rules(rng)}}
    headers = {"Content-Encoding": "gzip", "Accept-Language": rng.choice(["en", "de"])}
    if rng.random() < 0.5:
        headers["Accept-Encoding"] = "gzip"
    return Request(path, BY_PATH[path](rng, named), headers)


def how_many(rng: Random) -> int:
    return rng.choice([32, 100, 160, 400, 1000]) if rng.random() < 0.03 else rng.randrange(1, 5)


def settlement(rng: Random, named: Json) -> Json:
    """A deal that East won, or a worked deal of the books."""
    if rng.random() < 0.2:
        own = rng.choice(WORKED_DEALS)
        return {**named, **{name: own[name] for name in ("round_wind", "winner", "win", "hands") if name in own}}
    tile, hands = rng.choice(WON_BY_EAST)
    result = {seat: {"concealed": hand} for seat, hand in zip(SEATS, hands, strict=True)}
    return {**named, "round_wind": "east", "winner": "east", "win": {"source": "wall", "tile": tile}, "hands": result}


def score(rng: Random, named: Json) -> Json:
    result = settlement(rng, named)
    return {**named, "round_wind": "east", "seat": "east", "hand": result["hands"]["east"], "win": result.get("win")}


def waits(rng: Random, named: Json) -> Json:
    return {**named, "round_wind": "east", "seat": "east", "hand": {"concealed": rng.choice(WAITING)}}


def batch(rng: Random, named: Json) -> Json:
    """Equal deals, or deals with different rules, so that no item comes from a cache."""
    if rng.random() < 0.8:
        return {"deals": [settlement(rng, named)] * how_many(rng)}
    return {"deals": [settlement(rng, {**named, "house_rules": {"rules": rules(rng)}}) for _ in range(how_many(rng))]}


def sheet(rng: Random, named: Json) -> Json:
    tile, hands = rng.choice(WON_BY_EAST)
    win, result = {"source": "wall", "tile": tile}, [{"concealed": hand} for hand in hands]
    entry = {"type": "deal", "winning_player": 0, "win": win, "hands": result}
    return {**named, "players": ["A", "B", "C", "D"], "entries": [entry] * how_many(rng)}


BY_PATH: Final = {SETTLE: settlement, SCORE: score, WAIT: waits, BATCH: batch, SHEET: sheet}


def check_bounds(request: Request, seen: Counter[str]) -> None:
    """Send a request and check the bounds of its response; a slow one is repeated, as the machine may be busy."""
    body, least, tries = gzip.compress(orjson.dumps(request.body), 1), float("inf"), 3
    while least >= CPU and tries:
        started, tries = process_time(), tries - 1
        response = client().post(request.path, data=body, content_type="application/json", headers=request.headers)
        least = min(least, process_time() - started)
    data = gzip.decompress(response.data) if response.content_encoding == "gzip" else response.data
    seen[f"{request.path} {response.status_code}"] += 1
    seen["slowest, in ms"] = max(seen["slowest, in ms"], int(least * 1000))
    seen[f"longest of {request.path}"] = max(seen[f"longest of {request.path}"], len(data))
    assert response.status_code in (200, 413, 422), response.data[:300]
    assert least < CPU
    assert len(data) <= MAX_BYTES[request.path] + OTHER_MEMBERS
    if response.status_code == 200 and request.path in (SETTLE, SCORE):
        result = orjson.loads(data)
        hands = result["hands"].values() if "hands" in result else [result["hand"]]
        assert max(len(orjson.dumps(hand)) for hand in hands) <= HAND


@NOT_TRACED
def test_no_body_makes_an_answer_above_its_bound_or_costs_a_second() -> None:
    seen: Counter[str] = Counter()
    for number in range(BODIES):
        try:
            check_bounds(request(Random(number)), seen)
        except AssertionError as wrong:
            raise AssertionError(f"body {number}: {wrong}") from wrong
        if number % 5000 == 4999:
            print(number + 1, dict(sorted(seen.items())), flush=True)
    assert [path for path in MAX_BYTES if not seen[f"{path} 200"]] == []
    assert sum(seen[f"{path} 422"] for path in MAX_BYTES) > BODIES / 20
