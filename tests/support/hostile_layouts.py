"""Random house rules with layouts as costly as the limits allow, and deals with hands close to those layouts."""

import json
import random
from collections.abc import Iterator
from itertools import cycle, product
from typing import Any, Final

from pung_chow_settlement.domain.layouts import spec
from pung_chow_settlement.domain.layouts.compile import MAX_COST_TOGETHER, MAX_LAYOUTS, MAX_WAYS, CompiledLayout
from pung_chow_settlement.domain.layouts.match import search_for, suit_sums
from pung_chow_settlement.domain.layouts.parts import Exposed
from pung_chow_settlement.domain.layouts.spec import LayoutSpec, checked
from pung_chow_settlement.domain.tiles import PLAYING_TILES, write
from pung_chow_settlement.requests import house_rules

Json = dict[str, Any]
WORDS: Final = ["pair", "pung", "p/k", "chow", "set", "mixed pair", "mixed triple", "mixed chow", "run of 4", "tile"]
SIZES: Final = dict(zip(WORDS, (2, 3, 3, 3, 3, 2, 3, 3, 4, 1), strict=True))
KINDS: Final = [
    "",
    " of a",
    " of b",
    " of any suit",
    " of a/honour",
    " of 2-8",
    " of odd",
    " of a/b",
    " of 1-9 a/wind",
    " of honour",
    " of n a",
    " of m a",
    " of n b",
    " of m c/wind",
]
REFUSED: Final = {
    "of too many tiles": "run of 3, tile, set of a, (run of 5 from n of a) or (tile of even or each wind with one "
    "twice, pair of own wind, mixed pair), chow of a/b, 13579 of b, (2468 of c) or (pair of m b, tile of even)",
    "of too few tiles": "3 tiles, (p/k of honour) or (0-1 kong, p/k of round wind), pair of m b, (run of 5 from n of a "
    "or mixed chow of a/b or tile of odd a) or (tile of even, tile of own wind)",
}
"""Layouts that are refused; each has 432 bindings of its letters, and a wind that is another in each seat or round."""
EXPOSED: Final = ("never", "kongs", "chows", "pungs", "half", "full")
FROM_WALL: Final = ("nothing", "last", "every")
SEATS: Final = ("east", "south", "west", "north")


def group(word: str, most: int, rng: random.Random) -> str:
    kinds = rng.choice(KINDS)
    different = "different " if word in ("pair", "tile") and rng.random() < 0.4 else ""
    return f"{most} {different}{word}s{kinds}".replace("p/ks", "p/k").replace("run of 4s", "runs of 4")


def layout(rng: random.Random) -> str:
    """A random layout of fourteen tiles."""
    left, parts = 14, []
    while left:
        fitting = [word for word in WORDS if SIZES[word] <= left]
        word = rng.choice(fitting)
        times = rng.randint(1, left // SIZES[word])
        parts.append(group(word, times, rng))
        left -= times * SIZES[word]
    return ", ".join(parts)


def costly(rng: random.Random, number: int) -> list[str]:
    """Layouts within the limits of one set of house rules: mostly the costliest, or those with the most readings."""
    found: list[tuple[CompiledLayout, int, str]] = []
    while len(found) < 4 * number:
        text = layout(rng)
        form, _, ways = checked(LayoutSpec(text, exposed=Exposed.FULL))
        if form is not None:
            found.append((form, ways, text))
    if rng.random() < 0.8:
        of_ways = rng.random() < 0.3
        found.sort(key=lambda one: one[1] if of_ways else one[0].cost, reverse=True)
    chosen: list[str] = []
    cost, left = MAX_COST_TOGETHER, MAX_WAYS
    for form, ways, text in found:
        if form.cost <= cost and ways <= left and len(chosen) < MAX_LAYOUTS:
            chosen.append(text)
            cost, left = cost - form.cost, left - ways
    return chosen


def deal(layouts: list[str], rng: random.Random) -> Json:
    """Four nearly complete hands, East's stated as the winner's."""
    rules = {
        f"house:{number}": {"layout": {"tiles": text, "exposed": "full"}, "score": 100, "waiting": {"score": 10}}
        for number, text in enumerate(layouts)
    }
    wall = [tile for tile in PLAYING_TILES for _ in range(4)]
    rng.shuffle(wall)
    if rng.random() < 0.5:
        wall.sort(key=lambda tile: tile // 9 + rng.random() * 2)
    hands = {seat: {"concealed": write(sorted(wall[13 * place : 13 * place + 13]))} for place, seat in enumerate(SEATS)}
    extra = wall[60]
    hands["east"] = {"concealed": write(sorted((*wall[:13], extra)))}
    return {
        "ruleset": "bmja", "round_wind": "east", "winner": "east", "hands": hands,
        "win": {"source": "wall", "tile": write([extra])}, "house_rules": {"rules": rules},
    }  # fmt: skip


def costly_deal() -> bytes:
    """A deal whose layout costs tens of milliseconds."""
    return json.dumps(deal(["3 mixed chows, pair, 3 tiles"], random.Random(37))).encode()


def refused(tiles: str) -> Iterator[Json]:
    """Rules with a layout of these tiles, each with another limit, so that none is kept from another request."""
    numbers = range(1, 10)
    for exposed, wall, one, other in cycle(product(EXPOSED, FROM_WALL, numbers, numbers)):
        if one != other:
            layout = {"tiles": tiles, "exposed": exposed, "from_wall": wall, "winning": f"{one}/{other}"}
            yield {"layout": layout, "score": 100}


def forget() -> None:
    """Empty the caches of layouts and of house rules, in which a new request finds nothing."""
    of_layouts = (spec.parsed, spec._made, search_for, suit_sums)
    for cache in (*of_layouts, house_rules._with_layouts, house_rules._without_layouts):
        cache.cache_clear()


def tables(rng: random.Random) -> Iterator[list[str]]:
    while True:
        yield costly(rng, rng.choice((1, 3, 10, 40)))
