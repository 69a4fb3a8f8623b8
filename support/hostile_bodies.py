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
HANDS: Final = ("111999m111999p11z", "111999s222333z2m", "444555666777z2p", "234567m234567p2s")
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
    """Bodies of a few hundred bytes on the wire that cause much work or a long response."""
    win, hands = {"source": "wall", "tile": "1z"}, [{"concealed": hand} for hand in HANDS]
    entry = {"type": "deal", "winning_player": 0, "win": win, "hands": hands}
    for path, text in (("/v1/scoresheets/csv", "x"), ("/v1/scoresheets", LONG)):
        yield path, {**_house(98, text), "players": list("ABCD"), "entries": [entry] * 1000}
    seats = dict(zip(("east", "south", "west", "north"), hands, strict=True))
    deal = {**_house(5, "x"), "round_wind": "east", "winner": "east", "win": win, "hands": seats}
    yield "/v1/settlements/batch", {"deals": [deal] * 900}
    waiting = {"round_wind": "east", "seat": "east", "hand": {"concealed": "1112345678999m"}}
    yield "/v1/waits", {**_house(60, LONG), **waiting}


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


def _house(rules: int, text: str) -> Body:
    """House rules that each count once for every concealed pung of ones, nines and honours."""
    kind = {"kind": "pung", "exposed": False, "heads": True}
    rule = {"find": "sets", "parameters": kind, "applies_to": "all", "points": 1, "added": 1, "text": text}
    return {"ruleset": "harr-1923", "house_rules": {"rules": {f"house:{each}": rule for each in range(rules)}}}
