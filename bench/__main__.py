"""`python -m bench`: measure, print the table, write it to `bench/RESULTS.md`.

Beside this tree run, in turn, the commit that claims are held against (out of git, or `--before PATH`) and the copy
with a compiled core (`make compile`, or `--compiled PATH`). `--long` adds a client beside faulty ones: a minute.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from os import getloadavg
from pathlib import Path
from time import perf_counter
from typing import TypeVar

from bench import batch, beside, core, faults, house, memory, page, report, request, served, server, waits, worst
from bench.corpus import corpus
from bench.trees import COMPILED, trees

T = TypeVar("T")


def main(given: Namespace) -> None:
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
            beside=_timed("beside faulty clients", lambda: list(faults.measure())) if given.long else (),
            many=_timed("batch and file", batch.measure),
            memory=_timed("memory", memory.measure),
            worst=_timed("worst requests", worst.measure),
            waits=_timed("what a hand waits for", lambda: waits.compare(examples)),
            against=_against(given),
        )
    )
    page.write(text)
    print(text)
    _tell(f"{perf_counter() - started:.0f} s in all; written to {page.RESULTS.name}")


def _against(given: Namespace) -> list[beside.Claim]:
    with trees(given.before, given.compiled) as found:
        _tell(f"trees: {', '.join(found)}")
        in_process = _timed("in process beside other trees", lambda: beside.claims(found))
        return in_process + _timed("behind gunicorn beside other trees", lambda: served.claims(found))


def _arguments() -> Namespace:
    parser = ArgumentParser(prog="python -m bench", description="Measure the claims on speed and memory.")
    parser.add_argument("--before", type=Path, help="a checkout of the commit that claims are held against")
    parser.add_argument("--compiled", type=Path, default=COMPILED, help="a copy with a compiled core")
    parser.add_argument("--long", action="store_true", help="also beside faulty clients, which takes a minute")
    return parser.parse_args()


def _timed(name: str, measure: Callable[[], T]) -> T:
    started = perf_counter()
    measured = measure()
    _tell(f"{name}: {perf_counter() - started:.0f} s")
    return measured


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(_arguments())
