"""In process: processor time of the core, a request and a batch in each tree, in turn on the same deals."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from bench.corpus import ONE_SUIT, ORDINARY, RULESETS, corpus
from bench.trees import Trees

ROUNDS: Final = 15
MICRO: Final = 1e6


class Taken(NamedTuple):
    """Microseconds of processor time for a deal in each tree."""

    work: str
    deals: str
    by_tree: dict[str, float]
    times: dict[str, float]
    """As a share of the first tree's: the median of the rounds, in which trees take turns."""


class Probe:
    """A process in a tree."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def ask(self, *line: Any) -> float:
        """Seconds that a work takes, which is made first where it is given."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(line), file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())


@contextmanager
def probe(tree: Path) -> Iterator[Probe]:
    """A process that imports from a tree."""
    command = [sys.executable, str(Path(__file__).with_name("probe.py")), str(tree)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield Probe(process)
    finally:
        process.terminate()
        process.wait(15)


def measure(trees: Trees) -> Iterator[Taken]:
    """The core and a request for each rulebook and for slow deals, and a batch of all ordinary ones."""
    groups = {f"{ORDINARY}, {ruleset}": _deals(ORDINARY, [ruleset]) for ruleset in RULESETS}
    groups[ONE_SUIT] = _deals(ONE_SUIT, RULESETS)
    everything = _deals(ORDINARY, RULESETS)
    with ExitStack() as stack:
        probes = {name: stack.enter_context(probe(tree)) for name, tree in trees.items()}
        for kind in ("core", "request"):
            for name, deals in groups.items():
                yield _compared(probes, kind, name, deals)
        yield _compared(probes, "batch", ORDINARY, everything)


def _deals(kind: str, rulesets: Sequence[str]) -> list[Any]:
    return [each.body for each in corpus() if each.kind == kind and each.ruleset in rulesets]


def _compared(probes: dict[str, Probe], kind: str, name: str, deals: list[Any]) -> Taken:
    for each in probes.values():
        each.ask(kind, kind, deals)
    rounds = [[each.ask(kind) / len(deals) * MICRO for each in probes.values()] for _ in range(ROUNDS)]
    medians = [median(taken) for taken in zip(*rounds, strict=True)]
    shares = [median(taken[at] / taken[0] for taken in rounds) for at in range(len(probes))]
    return Taken(kind, name, dict(zip(probes, medians, strict=True)), dict(zip(probes, shares, strict=True)))
