"""The largest and slowest bodies that are known, each within what the service accepts in size."""

from random import Random
from typing import Any

import orjson

from tests.fuzz import bodies
from tests.fuzz.bodies import Json
from tests.fuzz.near_legal import one_tile_wrong

SMALL, LARGE = 60_000, 1_000_000
"""Bytes of a body, and of a batch or scoresheet, a little under the limits."""


def misspelt(rng: Random, name: str) -> str:
    at = rng.randrange(len(name))
    return name[:at] + rng.choice("aeimnorst_") + name[at + 1 :]


def near_names(rng: Random, size: int) -> Json:
    """An object of members that are nearly known."""
    names = ("concealed", "concealed_kongs", "consecutive_wins", "discarder_excused", "starting_totals")
    return {misspelt(rng, misspelt(rng, misspelt(rng, rng.choice(names)))): 1 for _ in range(size // 30)}


def sheet_of_near_names(rng: Random, legal: Json) -> tuple[str, Any]:
    sheet = bodies.sheet_body(legal)
    entry = sheet["entries"][0]
    hands = [{**hand, **near_names(rng, 600)} for hand in entry["hands"]]
    sheet["entries"] = [{**entry, "hands": hands, **near_names(rng, 300)}] * 300
    return bodies.SHEET, sheet


def deal_of_near_names(rng: Random, legal: Json) -> tuple[str, Any]:
    return bodies.SETTLE, {**legal, **near_names(rng, SMALL // 2), "win": near_names(rng, SMALL // 2)}


def batch_of_wrong_deals(rng: Random, legal: Json) -> tuple[str, Any]:
    return bodies.BATCH, bodies.batch_body([one_tile_wrong(rng, legal) for _ in range(900)])


def batch_of_deals(rng: Random, legal: Json) -> tuple[str, Any]:
    return bodies.BATCH, bodies.batch_body([legal] * 900)


def sheet_of_wrong_deals(rng: Random, legal: Json) -> tuple[str, Any]:
    sheet = bodies.sheet_body(legal)
    sheet["entries"] = [bodies.sheet_body(one_tile_wrong(rng, legal))["entries"][0] for _ in range(900)]
    return bodies.SHEET, sheet


def long_strings(rng: Random, legal: Json) -> tuple[str, Any]:
    return bodies.SETTLE, {**legal, "discards": "".join(rng.choices("123456789mpsz ?", k=SMALL))}


def long_lists(rng: Random, legal: Json) -> tuple[str, Any]:
    seat = rng.choice(list(legal["hands"]))
    hand = {**legal["hands"][seat], "exposed": ["111m"] * (SMALL // 8)}
    return bodies.SETTLE, {**legal, "hands": {**legal["hands"], seat: hand}}


def many_unknown_members(rng: Random, legal: Json) -> tuple[str, Any]:
    return bodies.SHEET, {**bodies.sheet_body(legal), **{f"member{number}": number for number in range(50_000)}}


SHAPES = (
    sheet_of_near_names,
    deal_of_near_names,
    batch_of_wrong_deals,
    batch_of_deals,
    sheet_of_wrong_deals,
    long_strings,
    long_lists,
    many_unknown_members,
)


def hostile(rng: Random, legal: Json) -> tuple[str, bytes]:
    """One of them, at times written with more escapes than are needed."""
    path, body = rng.choice(SHAPES)(rng, legal)
    text = orjson.dumps(body)
    if rng.random() < 0.2:
        text = text.replace(b"a", b"\\u0061")
    return path, text[: LARGE if path in (bodies.BATCH, bodies.SHEET) else SMALL + 4000]
