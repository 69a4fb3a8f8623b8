"""Requests with anything wrong: a member of a legal body changed, dropped, renamed, or the bytes themselves damaged."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import orjson

from tests.fuzz import bodies
from tests.fuzz.bodies import Json
from tests.fuzz.near_legal import legal_deal, one_tile_wrong
from tests.oracle.brute import SEATS, written
from tests.oracle.deals import RULESETS, deal

SOURCES = ("wall", "loose-tile", "discard", "robbed-kong", "original-hand")
FLAGS = ("last_tile", "first_discard", "standing_hand", "discarder_excused", "dead", "partial", "hand_exposed")
NAMES = (
    *("ruleset", "options", "round_wind", "winner", "win", "hands", "discards", "seat", "hand", "id", "deals", "seats"),
    *(
        "player",
        "players",
        "winning_player",
        "discarding_player",
        "sets",
        "entries",
        "starting_totals",
        "type",
        "amounts",
        "reason",
        "limit",
        "mahjong_points",
    ),
    *("cleared_hands", "source", "tile", "discarder", "consecutive_wins", "concealed", "exposed", "concealed_kongs"),
    *("bonus", "visible", "counted", "points", "doubles", "score", "limit_hand", *FLAGS, *SEATS),
)
WORDS = (*SEATS, *SOURCES, *RULESETS, "deal", "washed-tiles", "false-mahjong", "correction", "harr-1924", "eats", "")
NUMBERS = (0, 1, 2, 3, 4, 10, 13, 14, 20, 100, 101, 300, 300.0, 0.5, 1000, 1001, 1_000_000, 10**12, 2**53, 2**63, -1)
TILES = ("", "1m", "5z", "88m", "111z", "1111p", "123s", "19m19p19s1234567z", "19m19p19s123z2345m", "1f", "1y", "0m")
SOUP = "0123456789" * 3 + "mpszfy" * 4 + " \t٣\ufe0f\U0001f000\U0001f004\U0001f010\U0001f021\U0001f022\U0001f02a"
SHEET_ENTRIES = 4
COUNTS = ({"score": 120}, {"points": 30, "doubles": 2}, {"score": 640, "limit_hand": True}, {"limit_hand": True})


# --- bodies to start from ------------------------------------------------------------------------------------------


def legal_bodies(rng: Random, ruleset: str) -> list[tuple[str, Json]]:
    """A body for every operation out of one legal deal; those of the penalties are seldom legal."""
    legal = legal_deal(rng, ruleset)
    seat = rng.choice(list(legal["hands"]))
    sheet = bodies.sheet_body(legal)
    if rng.random() < 0.2:
        sheet["sets"] = rng.randint(1, 2)
    for _ in range(rng.randrange(SHEET_ENTRIES)):
        sheet["entries"].insert(rng.randrange(len(sheet["entries"]) + 1), some_entry(rng, legal, sheet))
    return [
        (bodies.SETTLE, legal),
        (bodies.SCORE, bodies.score_body(legal, legal["winner"] if legal["winner"] and rng.random() < 0.7 else seat)),
        (bodies.BATCH, bodies.batch_body([legal, {**one_tile_wrong(rng, legal), "id": "b"}])),
        (bodies.SHEET, sheet),
        (bodies.WASH, bodies.wash_body(legal, seat)),
        (bodies.WASH, {**bodies.wash_body(legal, "east"), "hand": {"concealed": "19m19p19s123z2345m5p"}}),
        (bodies.CALL, bodies.call_body(legal, seat)),
        (bodies.WAIT, bodies.wait_body(legal, legal["winner"] or seat)),
        (bodies.BATCH, bodies.batch_body([bodies.counted_body(legal, seat, rng.choice(COUNTS))])),
    ]


def some_entry(rng: Random, legal: Json, sheet: Json) -> Json:
    players = len(sheet["players"])
    amounts = rng.sample(range(-50, 50), players - 1)
    wrong = bodies.sheet_body(one_tile_wrong(rng, legal))["entries"][0]
    return rng.choice(
        (
            wrong,
            {**wrong, "id": "c", "round_wind": rng.choice(SEATS)},
            {"type": "deal", "winning_player": None, "hands": [{"concealed": "", "partial": True}] * players},
            {"type": "correction", "amounts": [*amounts, -sum(amounts)], "reason": "a slip"},
            {"type": "false-mahjong", "player": rng.randrange(4), "hand_exposed": True},
            {"type": "washed-tiles", "player": 0, "hand": {"concealed": "19m19p19s123z2345m5p"}},
        )
    )


# --- changes of members --------------------------------------------------------------------------------------------


def holders(value: Any) -> list[Any]:
    """The objects and lists of a body, itself first, without the empty ones."""
    found = [value] if isinstance(value, dict | list) and value else []
    for inner in list(found and (value.values() if isinstance(value, dict) else value)):
        found += holders(inner)
    return found


def some_value(rng: Random, body: Any) -> Any:
    kind = rng.randrange(8)
    if kind == 0:
        return rng.choice((None, True, False, [], {}))
    if kind == 1:
        return rng.choice(NUMBERS)
    if kind == 2:
        return "".join(rng.choices(SOUP, k=rng.randrange(24)))
    if kind == 3:
        return rng.choice(TILES)
    if kind == 4:
        holder = rng.choice(holders(body) or [[0]])
        return copy.deepcopy(rng.choice(list(holder.values() if isinstance(holder, dict) else holder)))
    return rng.choice(WORDS)


def change_value(rng: Random, body: Any, holder: Any, key: Any) -> None:
    """A value of another kind, or one of the same kind, which goes deeper."""
    old, new = holder[key], some_value(rng, body)
    for _ in range(8):
        if type(old) is type(new) and old != new:
            break
        new = some_value(rng, body)
    holder[key] = new


def change_kind(rng: Random, body: Any, holder: Any, key: Any) -> None:
    holder[key] = some_value(rng, body)


def drop(rng: Random, body: Any, holder: Any, key: Any) -> None:
    del holder[key]


def double(rng: Random, body: Any, holder: Any, key: Any) -> None:
    if isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    else:
        holder[rng.choice(NAMES)] = copy.deepcopy(holder[key])


def rename(rng: Random, body: Any, holder: Any, key: Any) -> None:
    if isinstance(holder, dict):
        value = holder.pop(key)
        at = rng.randrange(len(key) + 1)
        holder[rng.choice((rng.choice(NAMES), key[:at] + key[at + 1 :], key + "/~", key.upper()))] = value


def add(rng: Random, body: Any, holder: Any, key: Any) -> None:
    if isinstance(holder, dict):
        holder[rng.choice(NAMES)] = some_value(rng, body)
    else:
        holder.append(some_value(rng, body))


def raise_flag(rng: Random, body: Any, holder: Any, key: Any) -> None:
    """A circumstance that goes with the holder, true or not."""
    if not isinstance(holder, dict):
        return
    for mark, names in (("source", FLAGS[:4]), ("concealed", ("dead", "partial"))):
        if mark in holder:
            holder[rng.choice(names)] = True
    if "source" in holder:
        holder["source"] = rng.choice((holder["source"], *SOURCES))


def retile(rng: Random, body: Any, holder: Any, key: Any) -> None:
    if isinstance(holder, dict) and "concealed" in holder:
        legal = deal(rng, rng.choice(RULESETS))
        holder["concealed"] = rng.choice(list(legal["hands"].values()))["concealed"]
    elif isinstance(holder[key], str) and holder[key][-1:] in set("mpszfy"):
        holder[key] = written([f"{rng.randint(1, 7)}{rng.choice('mpsz')}"] * rng.randint(1, 5))


Change = Callable[[Random, Any, Any, Any], None]
CHANGES: dict[Change, int] = {
    change_value: 6,
    change_kind: 3,
    drop: 3,
    double: 1,
    rename: 1,
    add: 2,
    raise_flag: 4,
    retile: 2,
}


def changed(rng: Random, body: Any) -> Any:
    """A copy of a body with one to three changes."""
    new = copy.deepcopy(body)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        holder = rng.choice(holders(new) or [new])
        if not holder:
            break
        key = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        rng.choices(list(CHANGES), list(CHANGES.values()))[0](rng, new, holder, key)
    return new


def retiled(rng: Random, body: Json) -> Json:
    """A copy of a body of one hand with one tile wrong, by way of a deal of that hand alone."""
    new = copy.deepcopy(body)
    if "hand" in new and (new["hand"]["concealed"] or new["hand"].get("bonus")):
        alone = {"winner": None, "hands": {"east": new["hand"]}, "win": new.get("win", {})}
        new["hand"] = one_tile_wrong(rng, alone)["hands"]["east"]
    return new


def retiled_sheet(rng: Random, sheet: Json) -> Json:
    """A copy of a sheet with one tile wrong in one of its deals."""
    new = copy.deepcopy(sheet)
    entry = rng.choice([entry for entry in new["entries"] if entry["type"] == "deal"])
    deal_like = {**entry, "winner": None, "hands": {str(at): hand for at, hand in enumerate(entry["hands"])}}
    if any(hand["concealed"] for hand in entry["hands"]):
        wrong = one_tile_wrong(rng, deal_like)
        entry.update({name: wrong[name] for name in ("win", "discards") if name in wrong})
        entry["hands"] = list(wrong["hands"].values())
    return new


# --- bytes ---------------------------------------------------------------------------------------------------------

PIECES = (b"{", b"}", b"[", b"]", b'"', b":", b",", b"\\u0000", b"\\ud800", b"NaN", b"-", b"1e999", b"\xff", b" ")


def damaged(rng: Random, body: Any) -> bytes:
    """The bytes of a body with a piece cut, doubled or overwritten."""
    text = orjson.dumps(body)
    start = rng.randrange(len(text) + 1)
    end = min(len(text), start + rng.randrange(40))
    piece = rng.choice((b"", text[start:end] * 2, rng.choice(PIECES) * rng.choice((1, 1, 50)), rng.randbytes(4)))
    return text[:start] + piece + text[end:]
