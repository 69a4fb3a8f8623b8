"""Compares two rulebooks on the same hands and deals: `python -m tools.bench.rulebooks [ONE OTHER [DEALS]]`.

As many deals are drawn for each of the two; what one of them refuses is left out, and hands that wait under one only.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from statistics import mean
from time import process_time
from typing import Any, Final

from pung_chow_settlement.operations.deals import list_waits, settle
from pung_chow_settlement.requests.refusals import Refused
from tests.support.oracle.legal_deals import random_deals

ROUNDS: Final = 8
MICRO: Final = 1e6
Asked = tuple[Callable[[], Any], Callable[[], Any]]
"""The same request under each of the two rulebooks."""


def main(one: str = "western", other: str = "bmja", deals: str = "60") -> None:
    """Print what each kind of request takes under both: microseconds of processor time, the mean over requests."""
    kinds: dict[str, list[Asked]] = defaultdict(list)
    for operation, body in requests((one, other), int(deals)):
        asked = partial(operation, body | {"ruleset": one}), partial(operation, body | {"ruleset": other})
        try:
            first, second = (each() for each in asked)
        except Refused:
            continue
        if operation is settle:
            kinds["deals"].append(asked)
        elif bool(first["waits"]) == bool(second["waits"]):
            kinds["hands that wait" if first["waits"] else "hands that wait for nothing"].append(asked)
    for kind, pairs in kinds.items():
        took = [mean(least) * MICRO for least in zip(*map(seconds, pairs), strict=True)]
        print(f"{len(pairs)} {kind}: {one} {took[0]:.0f}, {other} {took[1]:.0f}, ratio {took[0] / took[1]:.2f}")


def requests(rulesets: tuple[str, str], number: int) -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Random deals of both rulebooks, and each of their hands that did not win."""
    for deal in (deal for ruleset in rulesets for deal in islice(random_deals(ruleset, "compared"), number)):
        yield settle, deal
        for seat, hand in deal["hands"].items():
            if seat != deal["winner"]:
                yield list_waits, {"round_wind": deal["round_wind"], "seat": seat, "hand": hand}


def seconds(asked: Asked) -> list[float]:
    """Processor time of a request under each of the two, in turn, the least of several rounds."""
    took: list[list[float]] = [[], []]
    for _ in range(ROUNDS):
        for times, ask in zip(took, asked, strict=True):
            started = process_time()
            ask()
            times.append(process_time() - started)
    return [min(times) for times in took]


if __name__ == "__main__":
    main(*sys.argv[1:])
