"""`python -m bench.engine`: the file command and the example of docs/many-deals.md settle one file, in turn.

Start-up is told apart: a long file's time less that of a short one, which every worker has a part of.
"""

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final, NamedTuple

from bench.bare import body_of
from bench.clock import MICRO
from bench.corpus import CLASSES, corpus
from bench.page import processor, table
from bench.trees import COMPILED, ROOT

FEW: Final = 2_000
MANY: Final = 22_000
BLOCK: Final = 256 * 1024
"""Bytes for a task: the long file has blocks enough that no worker waits for another's last."""
ROUNDS: Final = 3
FILE, DASK = "file command", "Dask"
COMMANDS: Final = {FILE: ("service", "settle"), DASK: ("docs.examples.many_deals",)}
WORKERS: Final = (1, 2)


class Way(NamedTuple):
    """A way to settle a file."""

    form: str
    tree: Path
    command: str
    workers: int


class Run(NamedTuple):
    """Seconds of a command."""

    wall: float
    cpu: float


def main() -> None:
    """Measure and print the table."""
    parser = ArgumentParser(prog="python -m bench.engine")
    parser.add_argument("--compiled", type=Path, default=COMPILED, help="a copy with a compiled core")
    trees = {"plain": ROOT, "compiled": parser.parse_args().compiled}
    ways = [
        Way(form, tree, command, workers)
        for form, tree in trees.items()
        if form == "plain" or any(tree.glob("*.so"))
        for command in COMMANDS
        for workers in WORKERS
    ]
    before = os.getloadavg()[0]
    with TemporaryDirectory() as place:
        few, many = _file(place, FEW), _file(place, MANY)
        rounds = [[(_run(way, few), _run(way, many)) for way in ways] for _ in range(ROUNDS)]
    print(f"{processor()}; load average {before:.1f} before, {os.getloadavg()[0]:.1f} after")
    heads = ("core", "by", "workers", "deals a second", "µs of CPU a deal", "start-up and 2,000 deals (s)")
    print(table(heads, _rows(ways, rounds)))


def _rows(ways: list[Way], rounds: list[list[tuple[Run, Run]]]) -> Iterator[tuple[str, ...]]:
    for way, runs in zip(ways, zip(*rounds, strict=True), strict=True):
        wall = median(many.wall - few.wall for few, many in runs) / (MANY - FEW)
        cpu = median(many.cpu - few.cpu for few, many in runs) / (MANY - FEW)
        start = median(few.wall for few, _ in runs)
        yield way.form, way.command, str(way.workers), f"{1 / wall:,.0f}", f"{cpu * MICRO:.0f}", f"{start:.1f}"


def _file(place: str, deals: int) -> Path:
    lines = [body_of(each.body) + b"\n" for each in corpus() if each.kind != CLASSES[-1]]
    path = Path(place, f"{deals}.jsonl")
    path.write_bytes(b"".join(lines[number % len(lines)] for number in range(deals)))
    return path


def _run(way: Way, deals: Path) -> Run:
    with TemporaryDirectory() as place:
        results = Path(place, "results")
        where = ["--output", results] if way.command == FILE else [results, "--block", str(BLOCK)]
        module, *verb = COMMANDS[way.command]
        command = [sys.executable, "-m", module, *verb, deals, *where, "--workers", str(way.workers)]
        started = perf_counter()
        process = subprocess.Popen(list(map(str, command)), cwd=way.tree, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0, way
        return Run(perf_counter() - started, used.ru_utime + used.ru_stime)


if __name__ == "__main__":
    main()
