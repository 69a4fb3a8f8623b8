"""The worst layouts that a search finds cost no more than is said, or are refused by name.

`HOSTILE_SECONDS=600 python -m pytest tests/fuzz/test_layout_costs.py -s` searches so long and tells the worst deal.
"""

import os
import random
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any, Final

from service.domain.layouts.compile import MOST_COST_TOGETHER
from service.domain.layouts.written import Written, checked
from service.domain.tiles import PLAYING_TILES, parse, write
from service.requests.house_rules import resolved
from service.requests.refusals import Refused
from service.rulebooks import BY_ID
from service.usecases.deals import settle
from service.usecases.waits import wait

Json = dict[str, Any]
SECONDS: Final = float(os.environ.get("HOSTILE_SECONDS", "2"))
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
]
TOO_MUCH: Final = {"layouts-too-costly", "layout-too-costly", "impossible-layout"}
SEATS: Final = ("east", "south", "west", "north")


def group(word: str, most: int, chance: random.Random) -> str:
    kinds = chance.choice(KINDS)
    different = "different " if word in ("pair", "tile") and chance.random() < 0.4 else ""
    return f"{most} {different}{word}s{kinds}".replace("p/ks", "p/k").replace("run of 4s", "runs of 4")


def layout(chance: random.Random) -> str:
    """Groups of fourteen tiles."""
    left, parts = 14, []
    while left:
        fitting = [word for word in WORDS if SIZES[word] <= left]
        word = chance.choice(fitting)
        times = chance.randint(1, left // SIZES[word])
        parts.append(group(word, times, chance))
        left -= times * SIZES[word]
    return ", ".join(parts)


def costly(chance: random.Random, number: int) -> list[str]:
    """Layouts that a table may have together, as costly ones as come."""
    found: list[tuple[int, str]] = []
    while len(found) < 4 * number:
        text = layout(chance)
        form, _ = checked(Written(text))
        if form is not None:
            found.append((form.cost, text))
    found.sort(reverse=chance.random() < 0.8)
    chosen: list[str] = []
    left = MOST_COST_TOGETHER
    for cost, text in found:
        if cost <= left and len(chosen) < 100:
            chosen.append(text)
            left -= cost
    return chosen


def deal(layouts: list[str], chance: random.Random) -> Json:
    """Four hands near complete, with one that says that it won."""
    rules = {
        f"house:{number}": {"layout": {"tiles": text, "exposed": "full"}, "score": 100, "waiting": {"score": 10}}
        for number, text in enumerate(layouts)
    }
    wall = [tile for tile in PLAYING_TILES for _ in range(4)]
    chance.shuffle(wall)
    if chance.random() < 0.5:
        wall.sort(key=lambda tile: tile // 9 + chance.random() * 2)
    hands = {seat: {"concealed": write(sorted(wall[13 * place : 13 * place + 13]))} for place, seat in enumerate(SEATS)}
    extra = wall[60]
    hands["east"] = {"concealed": write(sorted((*wall[:13], extra)))}
    return {
        "ruleset": "bmja", "round_wind": "east", "winner": "east", "hands": hands,
        "win": {"source": "wall", "tile": write([extra])}, "house_rules": {"rules": rules},
    }  # fmt: skip


def cost(body: Json) -> tuple[float, float, set[str]]:
    """The processor time of a deal and of what a hand of it waits for, its rules known; and what was refused."""
    drawn = {**body, "winner": None}
    del drawn["win"]
    drawn["hands"] = {**body["hands"], "east": {"concealed": write(parse(body["hands"]["east"]["concealed"])[0][:13])}}
    waiting = {name: body[name] for name in ("ruleset", "round_wind", "house_rules")}
    waiting |= {"seat": "south", "hand": body["hands"]["south"]}
    times, codes = [], set()
    runs: list[tuple[Callable[[Json], Json], Json]] = [(settle, body), (settle, drawn), (wait, waiting)]
    for run, asked in runs:
        started = process_time()
        try:
            run(asked)
        except Refused as refusal:
            codes |= {fault.code for fault in refusal.faults}
        times.append(process_time() - started)
    return max(times[:2]), times[2], codes


def tables(chance: random.Random) -> Iterator[list[str]]:
    while True:
        yield costly(chance, chance.choice((1, 3, 10, 40)))


def test_the_worst_layouts_that_a_search_finds_are_bounded() -> None:
    chance = random.Random("hostile")
    worst: list[tuple[float, str, list[str]]] = []
    ended = process_time() + SECONDS
    seen: set[str] = set()
    for layouts in tables(chance):
        if process_time() > ended:
            break
        for body in [deal(layouts, chance) for _ in range(4)]:
            resolved(BY_ID["bmja"].rulebook, body["house_rules"])
            cost(body)
            of_deal, of_waits, codes = cost(body)
            assert codes <= {"incomplete-hand", "too-many-chows", "layouts-too-costly"}, codes
            seen |= codes
            worst += [(of_deal, "deal", layouts), (of_waits, "waits", layouts)]
        worst = sorted(worst, reverse=True)[:3]
    for seconds, what, layouts in worst:
        print(f"{seconds * 1000:.1f} ms: {what} by {len(layouts)}: {layouts[:3]}")
    print(seen)
