"""The worst requests that the contract admits: bodies made to cost as much as their size allows."""

import json
from collections.abc import Iterator
from itertools import islice, product
from string import ascii_lowercase
from typing import Any, Final, NamedTuple

from service.requests.schemas import MOST_DEALS, MOST_ENTRIES

Body = dict[str, Any]

SIZE: Final = 64 * 1024
"""Bytes that the time is told for."""
MOST: Final = 1024 * 1024 - 1000
"""A little less than the largest body."""
SETTLE: Final = "/v1/settlements"
BATCH: Final = "/v1/settlements/batch"
SHEET: Final = "/v1/scoresheets"


class Request(NamedTuple):
    """A request that may be slow."""

    name: str
    path: str
    body: bytes


def requests(size: int) -> Iterator[Request]:
    """Every request of the search, so large where it holds many deals."""
    for name, deal in _deals().items():
        yield Request(f"batch: {name}", BATCH, _bytes({"deals": _filled(deal, MOST_DEALS, size)}))
        yield Request(f"scoresheet: {name}", SHEET, _bytes(_sheet(deal, size)))
    slips = _slips("rulese") | _slips("winne") | _slips("hand")
    yield Request("batch: slips of the pen", BATCH, _bytes({"deals": _filled(slips, MOST_DEALS, size)}))
    yield Request("batch: empty deals", BATCH, _bytes({"deals": [{}] * MOST_DEALS}))
    yield Request("batch: numbers for deals", BATCH, _bytes({"deals": [0] * MOST_DEALS}))
    yield Request("batch: new house rules for each deal", BATCH, _bytes({"deals": _with_house_rules(size)}))
    yield Request("deal: house rules nearly known", SETTLE, _bytes(_deal(house_rules={"rules": _names_in_rules()})))
    twice = _bytes({"deals": _filled(_deal(), MOST_DEALS, size)})[:-1] + b',"a":0,"a":0}'
    yield Request("batch: a name twice at its end", BATCH, twice)
    yield Request("scoresheet: empty entries", SHEET, _bytes(_sheet(_deal(), 0) | {"entries": [{}] * MOST_ENTRIES}))
    yield Request("deal: unknown members", SETTLE, _bytes(_deal() | _names(SIZE - 1000)))
    yield Request("deal: unknown options", SETTLE, _bytes(_deal(options=_names(SIZE - 1000))))
    yield Request("deal: a long unknown ruleset", SETTLE, _bytes(_deal(ruleset="harr-1922" * (SIZE // 10))))
    yield Request("deal: a long unknown member", SETTLE, _bytes(_deal() | {"ruleset" * (SIZE // 8): 0}))
    yield Request("deal: colons in a string", SETTLE, _bytes(_deal(discards=":" * (SIZE - 1000))))


def _with_house_rules(size: int) -> list[Body]:
    """Deals with as few bytes as can be, no two with the same house rules."""
    deals = _filled(_deal(house_rules={"rules": {"mah-jong": {"points": 1000}}}), MOST_DEALS, size)
    return [deal | {"house_rules": {"rules": {"mah-jong": {"points": number}}}} for number, deal in enumerate(deals)]


def _names_in_rules() -> Body:
    """Rules that name as many others, nearly known, as a body holds."""
    names = ["concealed-pung-of-simple", "waiting-for-gates-of-heavn"] * 10
    return {f"house:{number}": {"find": "no-chow", "replaces": names} for number in range(90)}


# Deals that are slow to settle, or to refuse


def _deals() -> dict[str, Body]:
    gates = "1112345678999"
    return {
        "ambiguous": _deal(),
        "ambiguous, four players": _deal(more=("west", "north")),
        "ambiguous, claimed": _deal("harr-1923-limit", win=_discard("3m")),
        "orphans": _deal(concealed="147m258p369s12345z"),
        "one suit short": _deal(concealed="11112235667899m"),
        "pairs short": _deal(concealed="1133557799m1133p"),
        "three suits short": _deal(concealed="1245m1245p124578s", tile="1m"),
        "thirteen heads short": _deal("harr-1923-limit", concealed="19m19p19s1234566z2m", tile="1m"),
        "dangerous, discarder waits": _deal(
            "harr-1923-limit",
            winner={"concealed": "23488m", "exposed": ["111m", "567m", "999m"]},
            win=_discard("4m"),
            loser={"concealed": f"{gates}p"},
        ),
        "one piece unseen": _deal(concealed="22233334444555m", tile="3m", discards="1111m2m5m6666m"),
        "tile strings of faults": _deal(concealed="0m" * 200, discards="8z" * 200),
        "tile strings of strangers": _deal(concealed="x" * 400, discards="?" * 400),
        "sets of faults": _deal(winner={"concealed": "x" * 400, "exposed": ["0m" * 200] * 6, "bonus": "9f" * 200}),
        "tiles by the hundred": _deal(concealed="1m" * 200, discards="1m" * 200),
        "slips of the pen in options": _deal(options=_slips("limi")),
    }


def _deal(
    ruleset: str = "pamphlet",
    concealed: str = "11112222333344m",
    tile: str = "3m",
    winner: Body | None = None,
    loser: Body | None = None,
    win: Body | None = None,
    more: tuple[str, ...] = (),
    **members: Any,
) -> Body:
    """A short game's deal, with as few bytes as can be."""
    partial = {"concealed": "", "partial": True}
    hands = {"east": winner or {"concealed": concealed}, "south": loser or partial} | dict.fromkeys(more, partial)
    how = win or {"source": "wall", "tile": tile}
    return {"ruleset": ruleset, "round_wind": "east", "winner": "east", "win": how, "hands": hands, **members}


def _discard(tile: str) -> Body:
    return {"source": "discard", "discarder": "south", "tile": tile}


def _slips(start: str) -> Body:
    return {start + letter: 0 for letter in ascii_lowercase}


def _sheet(deal: Body, size: int) -> Body:
    """A scoresheet of one deal again and again."""
    hands = list(deal["hands"].values())
    win = deal["win"] | ({"discarder": 1} if "discarder" in deal["win"] else {})
    entry = {"type": "deal", "winner": 0, "win": win, "hands": hands}
    if "discards" in deal:
        entry["discards"] = deal["discards"]
    entries = _filled(entry, MOST_ENTRIES, size)
    return {"ruleset": deal["ruleset"], "players": list("ABCD"[: len(hands)]), "entries": entries}


# Bodies as large as may be


def _filled(deal: Body, most: int, size: int = SIZE) -> list[Body]:
    """As many of a deal as so many bytes hold."""
    return [deal] * min(most, size // (len(_bytes(deal)) + 1) - 1)


def _names(room: int) -> Body:
    """Short unknown members of so many bytes in all."""
    names = ("".join(letters) for size in (2, 3) for letters in product(ascii_lowercase, repeat=size))
    return dict.fromkeys(islice(names, room // len(b'"abc":0,')), 0)


def _bytes(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
