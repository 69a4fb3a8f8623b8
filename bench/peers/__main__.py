"""`python -m bench.peers`: the programs score the same hands in turn; the table goes to the end of `bench/RESULTS.md`.

`make bench-peers` puts the others into `build/peers`. A copy with a compiled core takes part where there is one.
"""

import json
import platform
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from os import getloadavg, sched_getaffinity
from pathlib import Path
from statistics import median
from typing import IO, Any, Final, NamedTuple

from bench.clock import MICRO
from bench.page import PEERS, processor, table, write_peers
from bench.peers.hands import Hand, hands
from bench.peers.ours import RULESET, WITH_LEGALITY
from bench.trees import COMPILED, ROOT

PLACE: Final = ROOT / "build" / "peers"
CANDIDATES: Final = 1000
ROUNDS: Final = 15
PASSES: Final = 5
"""Times that a round scores each hand."""
NODE: Final = "@kobalab/majiang-core"


class Program(NamedTuple):
    """A program that takes part."""

    name: str
    rules: str
    command: list[str]
    tree: Path = ROOT


class Measured(NamedTuple):
    """What a program took for a hand, in microseconds of CPU."""

    program: Program
    scored: int
    """Of the candidates."""
    least: float
    median: float


def programs(compiled: Path) -> Iterator[Program]:
    """All that take part, those with a form of their own core first."""
    trees = [("plain Python", ROOT)] + [("compiled", compiled)] * any(compiled.glob("*.so"))
    for form, tree in trees:
        ours = [sys.executable, "-m", "bench.peers.ours"]
        yield Program(f"this core, {form}", RULESET, ours, tree)
        yield Program(f"this core, {form}, legality too", RULESET, [*ours, WITH_LEGALITY], tree)
    core = json.loads((PLACE / "node_modules" / NODE / "package.json").read_text())["version"]
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    script = str(Path(__file__).with_name("probe.js"))
    yield Program(f"`mahjong` {version('mahjong')}, Python", "riichi", [sys.executable, "-m", "bench.peers.riichi"])
    yield Program(f"`{NODE}` {core}, node {node}", "riichi", ["node", script, str(PLACE)])
    guobiao = [sys.executable, "-m", "bench.peers.guobiao"]
    yield Program(f"`PyMahjongGB` {version('PyMahjongGB')}, C++", "Chinese official", guobiao)


class Probe:
    """A program that runs; it is asked and answers a line at a time."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.to: IO[str] = process.stdin
        self.told: IO[str] = process.stdout

    def tell(self, value: object) -> None:
        """Send a line."""
        print(json.dumps(value), file=self.to, flush=True)

    def ask(self, value: object) -> Any:
        """Send a line and wait for the answer."""
        self.tell(value)
        return json.loads(self.told.readline())


@contextmanager
def _started(program: Program) -> Iterator[Probe]:
    pipe = subprocess.PIPE
    with subprocess.Popen(program.command, cwd=program.tree, stdin=pipe, stdout=pipe, text=True) as process:
        yield Probe(process)


def measure(taking_part: Sequence[Program], candidates: Sequence[Hand]) -> tuple[list[Measured], int]:
    """Each program's time for the hands that all of them score, and how many these are; rounds are taken in turn."""
    with ExitStack() as stack:
        probes = [stack.enter_context(_started(program)) for program in taking_part]
        scored: list[list[bool]] = [probe.ask(candidates) for probe in probes]
        common = [index for index, known in enumerate(zip(*scored, strict=True)) if all(known)]
        for probe in probes:
            probe.tell(common)
        rounds = [[probe.ask(PASSES) for probe in probes] for _ in range(ROUNDS)]
    each = MICRO / (len(common) * PASSES)
    return [
        Measured(program, sum(known), min(times) * each, median(times) * each)
        for program, known, times in zip(taking_part, scored, zip(*rounds, strict=True), strict=True)
    ], len(common)


def document(measured: Sequence[Measured], common: int, load: Sequence[float]) -> str:
    """The section."""
    rows = (_row(each, measured[0]) for each in measured)
    heads = ("program", "rules", "least (µs)", "median (µs)", "times the first row", f"scores, of {CANDIDATES:,}")
    return "\n\n".join([PEERS, _about(common, load), table(heads, rows), _compared(common)]) + "\n"


def _row(each: Measured, first: Measured) -> tuple[str, ...]:
    figures = f"{each.least:.1f}", f"{each.median:.1f}", f"{each.least / first.least:.2f}", f"{each.scored:,}"
    return each.program.name, each.program.rules, *figures


def _about(common: int, load: Sequence[float]) -> str:
    before, after = load
    return (
        f"`make bench-peers` wrote this section: {common} complete hands of four sets and a pair "
        "(`bench/peers/hands.py`), concealed and with claimed chows, pungs and kongs, won by draw and by discard, each "
        f"scored by every program, from its own form of a hand to its own result. On {processor()}, "
        f"{len(sched_getaffinity(0))} cores, {platform.system()} {platform.machine()}, Python "
        f"{platform.python_version()}; µs of CPU a hand, {ROUNDS} rounds in turn of {PASSES} passes. The machine's "
        f"load average was {before:.1f} before and {after:.1f} after: much above the 1 that this takes, it has "
        "other work, and every figure is too high, the least of the rounds by the least."
    )


def _compared(common: int) -> str:
    return (
        "The rules differ, and so does the work: riichi looks for some forty patterns and asks for one at least, the "
        "Chinese official rules choose among eighty; this core answers with every item and its evidence. A hand takes "
        "part where all score it; the last column tells how many each does. Legality is whether there can be such a "
        "hand, which the others check in part. `mahjong` keeps the last 128 hands that it divided; with "
        f"{common} in a row none is found again."
    )


def main() -> None:
    """Measure and tell."""
    parser = ArgumentParser(prog="python -m bench.peers", description="Time other programs on the same hands.")
    parser.add_argument("--compiled", type=Path, default=COMPILED, help="a copy with a compiled core")
    before = getloadavg()[0]
    measured, common = measure(list(programs(parser.parse_args().compiled)), hands(CANDIDATES))
    text = document(measured, common, (before, getloadavg()[0]))
    write_peers(text)
    print(text)


if __name__ == "__main__":
    main()
