"""The costliest request bodies for their size, for the misbehaving clients of tests/server/test_faults.py."""

import gzip
import json
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Any, Final

from tests.support.load import post_request

Body = dict[str, Any]

MAX_BYTES: Final = 1024 * 1024 - 1000
"""A little less than the largest body."""
SELF_DRAWN_1M: Final[Body] = {"source": "wall", "tile": "1m"}
SEATS: Final = ("east", "south", "west", "north")
SELF_DRAWN_EAST: Final[Body] = {"source": "wall", "tile": "1z"}
CONCEALED: Final[list[Body]] = [
    {"concealed": hand} for hand in ("111999m111999p11z", "111999s222333z2m", "444555666777z2p", "234567m234567p2s")
]
"""Hands of many sets; the first is the winner's."""
LONG: Final = "\U0001f004" * 200


def one_mebibyte() -> Iterator[tuple[str, Body]]:
    """Bodies of 1 MiB: deals far from a complete hand, with many misspelt names, or with many arrangements."""
    for concealed in ("1245m1245p124578s", "147m258p369s12345z"):
        entry = {"type": "deal", "winning_player": 0, "win": SELF_DRAWN_1M, "hands": _two(concealed)}
        yield "/v1/scoresheets", {"ruleset": "pamphlet", "players": ["A", "B"], "entries": _filled(entry)}
    misspelt = {start + letter: 0 for start in ("rulese", "winne", "hand") for letter in ascii_lowercase}
    yield "/v1/settlements/batch", {"deals": _filled(misspelt)}
    deal = {"ruleset": "pamphlet", "round_wind": "east", "winner": "east", "win": {**SELF_DRAWN_1M, "tile": "3m"}}
    hands = dict(zip(("east", "south"), _two("11112222333344m"), strict=True))
    yield "/v1/settlements/batch", {"deals": _filled({**deal, "hands": hands})}


def amplifying() -> Iterator[tuple[str, Body]]:
    """Bodies of a few hundred bytes, compressed, that cause much work or a long response."""
    yield "/v1/scoresheets", sheet(own_rules(98, LONG, added=1), 1000)
    yield "/v1/settlements/batch", batch(*[own_rules(5, "x", added=1)] * 900)
    yield "/v1/waits", waits(own_rules(60, LONG, added=1))


def own_rules(number: int, text: str = "Own", **more: Any) -> Body:
    """House rules with this many rules, each counting every concealed pung of honours, ones and nines."""
    kind = {"kind": "pung", "exposed": False, "heads": True}
    rule = {"find": "sets", "parameters": kind, "applies_to": "all", "points": 1, "text": text, **more}
    return {"rules": {f"house:{each}": rule for each in range(number)}}


def sheet(house: Body, entries: int) -> Body:
    """A scoresheet of equal deals under these house rules."""
    entry = {"type": "deal", "winning_player": 0, "win": SELF_DRAWN_EAST, "hands": CONCEALED}
    return {"ruleset": "harr-1923", "players": [*"ABCD"], "entries": [entry] * entries, "house_rules": house}


def deal(house: Body) -> Body:
    """One of these deals, as a settlement request."""
    hands = dict(zip(SEATS, CONCEALED, strict=True))
    named = {"ruleset": "harr-1923", "house_rules": house}
    return {**named, "round_wind": "east", "winner": "east", "win": SELF_DRAWN_EAST, "hands": hands}


def batch(*houses: Body) -> Body:
    """A batch with a deal under each of these house rules."""
    return {"deals": [deal(house) for house in houses]}


def waits(house: Body) -> Body:
    """A hand that waits for nine tiles."""
    hand = {"concealed": "1112345678999m"}
    return {"ruleset": "harr-1923", "house_rules": house, "round_wind": "east", "seat": "east", "hand": hand}


def request(path: str, body: Body, *, gzipped: bool = False) -> bytes:
    """The HTTP request as bytes; the body compressed with gzip if `gzipped`."""
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
    if not gzipped:
        return post_request(path, text)
    return post_request(path, gzip.compress(text)).replace(b"Host: x", b"Host: x\r\nContent-Encoding: gzip", 1)


def _two(concealed: str) -> list[Body]:
    return [{"concealed": concealed}, {"concealed": "", "partial": True}]


def _filled(value: Body) -> list[Body]:
    """As many copies of a deal or an entry as fit in 1 MiB."""
    return [value] * min(1000, MAX_BYTES // (len(json.dumps(value, separators=(",", ":"))) + 1) - 1)
