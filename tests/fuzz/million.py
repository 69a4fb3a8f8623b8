"""A million bodies over all operations: `python -m tests.fuzz.million --bodies 1000000`.

Legal requests, near-legal ones, ones with any member changed, damaged bytes, noise, and the slowest bodies known, of
all rulebooks and with house rules, and questions about the rulebooks, all in process. Reports how they were answered,
every 500, the slowest body's processor time, how many answers were held to the contract and how many to the judge of
legality. Ends with status 1 where a figure is not as promised.
"""

import argparse
import signal
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from random import Random

import orjson

from tests.fuzz.bodies import Answer
from tests.fuzz.families import Asked, requests
from tests.fuzz.held import wrong_with
from tests.fuzz.service import Told, call

SHARE = 2_000
"""Bodies of one seed."""
JUDGED_ONE_IN = 4
SLOWEST_ALLOWED = 1.0
"""Seconds of processor time."""
SHOWN = 20
KNOWN = {200, 400, 409, 413, 422}
"""Statuses that any body may have."""
OF_QUESTIONS = {200, 304, 400, 404, 405}


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


def run(seed: str, amount: int, validate_one_in: int) -> Outcome:
    """Send the bodies of a seed."""
    rng, outcome, families = Random(seed), Outcome(), requests(Random(f"{seed} bodies"))
    for _ in range(amount):
        asked = next(families)
        text = asked.text
        started = time.process_time()
        told = call(asked.method, asked.path, asked.query, text)
        spent = time.process_time() - started
        outcome.statuses[f"{_operation(asked)} {told.status}"] += 1
        outcome.kinds[asked.kind] += 1
        outcome.slowest = max(outcome.slowest, (spent, asked.path, text))
        _hold(outcome, asked, text, told)
        if rng.random() < 1 / validate_one_in:
            _validate(outcome, asked, text, told)
    return outcome


def _operation(asked: Asked) -> str:
    """The path of a request, a question's with its method."""
    return asked.path if asked.method == "POST" else f"a question {asked.method}"


def _hold(outcome: Outcome, asked: Asked, text: bytes, told: Told) -> None:
    known = KNOWN if asked.method == "POST" else OF_QUESTIONS
    if told.status not in known or (asked.settled and told.status != 200):
        outcome.failures.append(f"{told.status} {asked.path}?{asked.query}\n  {text!r}")
    elif asked.judged and not isinstance(asked.body, bytes) and outcome.statuses.total() % JUDGED_ONE_IN == 0:
        outcome.judged += 1
        wrong = list(wrong_with(asked.path, orjson.loads(text), Answer(told.status, told.json)))
        outcome.disagreements += [f"{asked.path} {one}\n  {text.decode()}" for one in wrong]


def _validate(outcome: Outcome, asked: Asked, text: bytes, told: Told) -> None:
    outcome.validated += 1
    try:
        told.check(asked.path, asked.method)
    except Exception as error:
        outcome.unpromised.append(f"{asked.path}?{asked.query} {error}\n  {text!r}")


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
