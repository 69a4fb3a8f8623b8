"""A million bodies over all operations: `python -m tests.fuzz.million --bodies 1000000`.

Legal requests, near-legal ones, ones with any member changed, damaged bytes, noise, and the slowest bodies known, all
in process. Reports how they were answered, every 500, the slowest body's processor time, how many answers were held to
the contract and how many to the judge of legality. Ends with status 1 where a figure is not as promised.
"""

import argparse
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import orjson

from tests.fuzz import bodies, changes
from tests.fuzz.bodies import Answer, Json
from tests.fuzz.held import wrong_with
from tests.fuzz.hostile import hostile
from tests.fuzz.near_legal import one_tile_wrong
from tests.fuzz.service import Told, post
from tests.oracle.deals import RULESETS

SHARE = 2_000
"""Bodies of one seed."""
OF_EACH = 12
"""Variants of a legal body; a deal is dealt for seven of them."""
HOSTILE_ONE_IN = 10_000
JUDGED_ONE_IN = 4
SLOWEST_ALLOWED = 1.0
"""Seconds of processor time."""
SHOWN = 20
KNOWN = {200, 400, 413, 422}


@dataclass
class Outcome:
    """What came of so many bodies."""

    statuses: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    """Statuses that no body may have, with the body."""
    disagreements: list[str] = field(default_factory=list)
    unpromised: list[str] = field(default_factory=list)
    validated: int = 0
    judged: int = 0
    slowest: tuple[float, str, bytes] = (0.0, "", b"")

    def add(self, other: "Outcome") -> None:
        self.statuses += other.statuses
        self.kinds += other.kinds
        self.failures += other.failures
        self.disagreements += other.disagreements
        self.unpromised += other.unpromised
        self.validated += other.validated
        self.judged += other.judged
        self.slowest = max(self.slowest, other.slowest)


def variants(rng: Random, path: str, legal: Json) -> Iterator[tuple[str, Any]]:
    """The body as it is, and others made of it: JSON values, or bytes where it is no JSON any more."""
    yield "legal", legal
    for _ in range(OF_EACH):
        chance = rng.random()
        if chance < 0.4:
            yield ("one tile wrong", _wrong(rng, path, legal))
        elif chance < 0.8:
            yield "a member changed", changes.changed(rng, legal)
        elif chance < 0.97:
            yield "bytes damaged", changes.damaged(rng, legal)
        else:
            yield "noise", rng.randbytes(rng.randrange(200))


def _wrong(rng: Random, path: str, legal: Json) -> Any:
    if path == bodies.SETTLE:
        return one_tile_wrong(rng, legal)
    if path == bodies.BATCH and not any("counted" in hand for hand in legal["deals"][0]["hands"].values()):
        return {"deals": [one_tile_wrong(rng, legal["deals"][0])]}
    if path == bodies.SHEET:
        return changes.retiled_sheet(rng, legal)
    return changes.retiled(rng, legal)


def requests(rng: Random) -> Iterator[tuple[str, str, Any]]:
    """Kind, path and body without end."""
    number = 0
    while True:
        for path, legal in changes.legal_bodies(rng, RULESETS[number % len(RULESETS)]):
            for kind, body in variants(rng, path, legal):
                yield kind, path, body
            if path == bodies.SETTLE and rng.random() < 7 * (OF_EACH + 1) / HOSTILE_ONE_IN:
                yield "hostile", *hostile(rng, legal)
        number += 1


def run(seed: str, amount: int, validate_one_in: int) -> Outcome:
    """Send the bodies of a seed."""
    rng, outcome, asked = Random(seed), Outcome(), requests(Random(f"{seed} bodies"))
    for _ in range(amount):
        kind, path, body = next(asked)
        text = body if isinstance(body, bytes) else orjson.dumps(body)
        started = time.process_time()
        told = post(path, text)
        spent = time.process_time() - started
        outcome.statuses[f"{path} {told.status}"] += 1
        outcome.kinds[kind] += 1
        outcome.slowest = max(outcome.slowest, (spent, path, text))
        _hold(outcome, path, body, text, told)
        if rng.random() < 1 / validate_one_in:
            _validate(outcome, path, text, told)
    return outcome


def _hold(outcome: Outcome, path: str, body: Any, text: bytes, told: Told) -> None:
    if told.status not in KNOWN:
        outcome.failures.append(f"{told.status} {path}\n  {text!r}")
    elif not isinstance(body, bytes) and sum(outcome.statuses.values()) % JUDGED_ONE_IN == 0:
        outcome.judged += 1
        wrong = list(wrong_with(path, orjson.loads(text), Answer(told.status, told.json)))
        outcome.disagreements += [f"{path} {one}\n  {text.decode()}" for one in wrong]


def _validate(outcome: Outcome, path: str, text: bytes, told: Told) -> None:
    outcome.validated += 1
    try:
        told.check(path)
    except Exception as error:
        outcome.unpromised.append(f"{path} {error}\n  {text!r}")


def report(outcome: Outcome, seconds: float) -> str:
    spent, path, text = outcome.slowest
    lines = [
        f"{outcome.statuses.total()} bodies in {seconds:.0f} s",
        *(f"  {count:8} {name}" for name, count in sorted(outcome.statuses.items())),
        *(f"  {count:8} {kind}" for kind, count in outcome.kinds.most_common()),
        f"{len(outcome.failures)} answers that no body may have (500 and the like)",
        f"slowest: {spent:.3f} s of processor time, {path}, {len(text)} bytes",
        f"{outcome.validated} answers held to the contract, {len(outcome.unpromised)} not as it promises",
        f"{outcome.judged} held to the judge of legality, {len(outcome.disagreements)} disagreements",
    ]
    for name in ("failures", "unpromised", "disagreements"):
        found: list[str] = getattr(outcome, name)
        lines += [f"--- {name}", *sorted(found, key=len)[:SHOWN]] if found else []
    return "\n".join(lines)


def _leave_interrupts() -> None:
    """Ctrl-C ends the run with a report of what was sent, once the shares that are under way are done."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bodies", type=int, default=1_000_000)
    parser.add_argument("--validated", type=int, default=20_000, help="answers to hold to the contract")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", default="a million")
    parser.add_argument("--keep", type=Path, help="a file for the slowest body")
    told = parser.parse_args()
    seeds = [f"{told.seed}, {number}" for number in range(-(-told.bodies // SHARE))]
    one_in = max(1, int(told.bodies / told.validated * 0.97))
    started, outcome = time.monotonic(), Outcome()
    with ProcessPoolExecutor(told.processes, get_context("spawn"), _leave_interrupts) as pool:
        waiting = [pool.submit(run, seed, min(SHARE, told.bodies), one_in) for seed in seeds]
        try:
            for part in as_completed(waiting):
                outcome.add(part.result())
                sent = outcome.statuses.total()
                print(f"\r{sent} sent, {len(outcome.failures)} failures", end="", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    print(f"\n{report(outcome, time.monotonic() - started)}")
    if told.keep:
        told.keep.write_bytes(outcome.slowest[2])
    faults = outcome.failures or outcome.unpromised or outcome.disagreements
    return 1 if faults or outcome.slowest[0] > SLOWEST_ALLOWED else 0


if __name__ == "__main__":
    sys.exit(main())
