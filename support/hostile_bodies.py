"""The costliest bodies for their size, as requests in bytes, for the misbehaving clients of `bench.faults`."""

import gzip
import json
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Any, Final

from support.load import posted

Body = dict[str, Any]

MOST: Final = 1024 * 1024 - 1000
"""A little less than the largest body."""
DRAWN: Final[Body] = {"source": "wall", "tile": "1m"}
SEATS: Final = ("east", "south", "west", "north")
WON: Final[Body] = {"source": "wall", "tile": "1z"}
CONCEALED: Final[list[Body]] = [
    {"concealed": hand} for hand in ("111999m111999p11z", "111999s222333z2m", "444555666777z2p", "234567m234567p2s")
]
"""Hands of many sets, of which the first won."""
LONG: Final = "\U0001f004" * 200


def large() -> Iterator[tuple[str, Body]]:
    """Bodies of 1 MiB: deals far from a complete hand, with many misspelt names, or with many arrangements."""
    for concealed in ("1245m1245p124578s", "147m258p369s12345z"):
        entry = {"type": "deal", "winning_player": 0, "win": DRAWN, "hands": _two(concealed)}
        yield "/v1/scoresheets", {"ruleset": "pamphlet", "players": ["A", "B"], "entries": _filled(entry)}
    slips = {start + letter: 0 for start in ("rulese", "winne", "hand") for letter in ascii_lowercase}
    yield "/v1/settlements/batch", {"deals": _filled(slips)}
    deal = {"ruleset": "pamphlet", "round_wind": "east", "winner": "east", "win": {**DRAWN, "tile": "3m"}}
    hands = dict(zip(("east", "south"), _two("11112222333344m"), strict=True))
    yield "/v1/settlements/batch", {"deals": _filled({**deal, "hands": hands})}


def small() -> Iterator[tuple[str, Body]]:
    """A few hundred bytes on the wire that ask for much work or a long answer."""
    for path, text in (("/v1/scoresheets/csv", "x"), ("/v1/scoresheets", LONG)):
        yield path, sheet(own_rules(98, text, added=1), 1000)
    yield "/v1/settlements/batch", batch(*[own_rules(5, "x", added=1)] * 900)
    yield "/v1/waits", waits(own_rules(60, LONG, added=1))


def own_rules(number: int, text: str = "Own", **more: Any) -> Body:
    """House rules with a number of rules that count once for each concealed pung of honours, ones and nines."""
    kind = {"kind": "pung", "exposed": False, "heads": True}
    rule = {"find": "sets", "parameters": kind, "applies_to": "all", "points": 1, "text": text, **more}
    return {"rules": {f"house:{each}": rule for each in range(number)}}


def sheet(house: Body, entries: int) -> Body:
    """A sitting of equal deals by these rules."""
    entry = {"type": "deal", "winning_player": 0, "win": WON, "hands": CONCEALED}
    return {"ruleset": "harr-1923", "players": [*"ABCD"], "entries": [entry] * entries, "house_rules": house}


def deal(house: Body) -> Body:
    """One of these deals."""
    hands = dict(zip(SEATS, CONCEALED, strict=True))
    named = {"ruleset": "harr-1923", "house_rules": house}
    return {**named, "round_wind": "east", "winner": "east", "win": WON, "hands": hands}


def batch(*houses: Body) -> Body:
    """A deal by each table's rules."""
    return {"deals": [deal(house) for house in houses]}


def waits(house: Body) -> Body:
    """A hand that waits for nine tiles."""
    hand = {"concealed": "1112345678999m"}
    return {"ruleset": "harr-1923", "house_rules": house, "round_wind": "east", "seat": "east", "hand": hand}


def sent(path: str, body: Body, *, packed: bool = False) -> bytes:
    """The request as bytes, compressed with gzip if asked."""
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode()
    if not packed:
        return posted(path, text)
    return posted(path, gzip.compress(text)).replace(b"Host: x", b"Host: x\r\nContent-Encoding: gzip", 1)


def _two(concealed: str) -> list[Body]:
    return [{"concealed": concealed}, {"concealed": "", "partial": True}]


def _filled(value: Body) -> list[Body]:
    """As many copies of a deal or an entry as 1 MiB holds."""
    return [value] * min(1000, MOST // (len(json.dumps(value, separators=(",", ":"))) + 1) - 1)
