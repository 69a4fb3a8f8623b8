"""The costliest layouts that a search finds stay within the bounds, or are refused with their own code.

`HOSTILE_TABLES=500 python -m pytest tests/fuzz/test_layout_costs.py -s` tries so many tables and prints the worst deal.
"""

import gc
import os
import random
from collections.abc import Callable, Iterator
from itertools import islice
from time import process_time
from typing import Any, Final

import pytest

from pung_chow_settlement.domain.tiles import parse, write
from pung_chow_settlement.operations.deals import list_waits, settle
from pung_chow_settlement.requests.house_rules import resolved
from pung_chow_settlement.requests.refusals import Refused
from pung_chow_settlement.rulebooks import BUILT_IN
from tests.support.amounts import cpu_seconds
from tests.support.hostile_layouts import deal, tables

Json = dict[str, Any]
TABLES: Final = int(os.environ.get("HOSTILE_TABLES", "3"))
"""Tables of layouts that are tried: as many on a slow processor as on a fast one."""
MAX_SECONDS: Final = cpu_seconds(alone=0.1)
"""Seconds of processor time of a deal, and of what a hand waits for."""


def cost(body: Json) -> tuple[float, float, set[str]]:
    """Processor seconds of a deal and of the waits of a hand, with cached rules; and the codes of faults."""
    drawn = {**body, "winner": None}
    del drawn["win"]
    drawn["hands"] = {
        **body["hands"],
        "east": {"concealed": write(parse(body["hands"]["east"]["concealed"])[0][:13])},
    }
    waiting = {name: body[name] for name in ("ruleset", "round_wind", "house_rules")}
    waiting |= {"seat": "south", "hand": body["hands"]["south"]}
    times, codes = [], set()
    runs: list[tuple[Callable[..., bytes], Json]] = [(settle, body), (settle, drawn), (list_waits, waiting)]
    for run, request in runs:
        started = process_time()
        try:
            run(BUILT_IN, request)
        except Refused as refusal:
            codes |= {fault.code for fault in refusal.faults}
        times.append(process_time() - started)
    return max(times[:2]), times[2], codes


@pytest.fixture
def _no_garbage_collection() -> Iterator[None]:
    """Measure without garbage collection: a full collection takes longer than any deal."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_no_garbage_collection")
def test_the_worst_layouts_that_a_search_finds_are_bounded() -> None:
    rng = random.Random("hostile")
    worst: list[tuple[float, str, list[str]]] = []
    all_codes: set[str] = set()
    for layouts in islice(tables(rng), TABLES):
        gc.collect()
        for body in [deal(layouts, rng) for _ in range(4)]:
            resolved(BUILT_IN, BUILT_IN.by_id["bmja"].rulebook, body["house_rules"])
            cost(body)
            of_deal, of_waits, codes = cost(body)
            assert codes <= {"incomplete-hand", "too-many-chows", "layouts-too-costly"}, codes
            all_codes |= codes
            worst += [(of_deal, "deal", layouts), (of_waits, "waits", layouts)]
        worst = sorted(worst, reverse=True)[:3]
    for seconds, what, layouts in worst:
        print(f"{seconds * 1000:.1f} ms: {what} by {len(layouts)}: {layouts[:3]}")
    print(all_codes)
    assert worst[0][0] < MAX_SECONDS
