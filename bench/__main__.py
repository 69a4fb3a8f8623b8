"""`python -m bench`: measure everything, print the table, write it to `bench/RESULTS.md`."""

import sys
from collections.abc import Callable
from os import getloadavg
from pathlib import Path
from time import perf_counter
from typing import Final, TypeVar

from bench import batch, core, faults, house, memory, report, request, server, waits, worst
from bench.corpus import corpus

T = TypeVar("T")

RESULTS: Final = Path(__file__).with_name("RESULTS.md")


def main() -> None:
    """Measure and tell."""
    started, (load, *_) = perf_counter(), getloadavg()
    examples = corpus()
    text = report.document(
        report.Measured(
            load=load,
            examples=examples,
            core=_timed("core", lambda: core.costs(examples)),
            requests=_timed("request in process", lambda: request.compare(examples)),
            house=_timed("house rules", lambda: house.compare(examples)),
            served=_timed("behind gunicorn", lambda: server.compare(examples)),
            beside=_timed("beside faulty clients", faults.measure),
            many=_timed("batch and file", batch.measure),
            memory=_timed("memory", memory.measure),
            worst=_timed("worst requests", worst.measure),
            waits=_timed("what a hand waits for", lambda: waits.compare(examples)),
        )
    )
    RESULTS.write_text(text)
    print(text)
    _tell(f"{perf_counter() - started:.0f} s in all; written to {RESULTS.name}")


def _timed(name: str, measure: Callable[[], T]) -> T:
    started = perf_counter()
    measured = measure()
    _tell(f"{name}: {perf_counter() - started:.0f} s")
    return measured


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
