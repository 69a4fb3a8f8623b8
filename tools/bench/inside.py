"""Processor time of the core, of a request and of a batch, in process, for each tree in turn on the same deals."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from json import JSONDecoder
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from tools.bench.corpus import ONE_SUIT, ORDINARY, RULESETS, corpus
from tools.bench.probe import SETTLES
from tools.bench.trees import Trees

ROUNDS: Final = 15
MICRO: Final = 1e6
README, ALL = "of the README", "ordinary, all"


class Timing(NamedTuple):
    """Microseconds of processor time a deal, by tree."""

    work: str
    deals: str
    by_tree: dict[str, float]
    ratios: dict[str, float]
    """Ratio to the first tree: the median over the rounds, in which trees take turns."""


class Probe:
    """A process that runs `tools/bench/probe.py` in a tree."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def seconds(self, *line: Any) -> float:
        """Seconds that a work takes; its kind and deals, if given, define it first."""
        return float(self._call(line))

    def settles(self, deals: Sequence[Any]) -> list[bool]:
        """Which of these deals are settled, not refused."""
        settled: list[bool] = self._call((SETTLES, deals))
        return settled

    def _call(self, line: Sequence[Any]) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(line), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())


@contextmanager
def probe(tree: Path) -> Iterator[Probe]:
    """Start a probe of a tree; it ends with the block."""
    command = [sys.executable, str(Path(__file__).with_name("probe.py")), str(tree)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield Probe(process)
    finally:
        process.terminate()
        process.wait(15)


def measure(trees: Trees) -> Iterator[Timing]:
    """The core and a request for each rulebook and for slow deals, and a batch of all ordinary ones."""
    groups = {f"{ORDINARY}, {ruleset}": _deals(ORDINARY, [ruleset]) for ruleset in RULESETS}
    groups[ONE_SUIT] = _deals(ONE_SUIT, RULESETS)
    groups[README] = [of_the_readme()] * len(groups[ONE_SUIT])
    groups[ALL] = _deals(ORDINARY, RULESETS)
    with ExitStack() as stack:
        probes = {name: stack.enter_context(probe(tree)) for name, tree in trees.items()}
        groups = {name: _settled(deals, probes) for name, deals in groups.items()}
        for kind in ("core", "request"):
            for name, deals in groups.items():
                yield _compared(probes, kind, name, deals)
        yield _compared(probes, "batch", ALL, groups[ALL])


def of_the_readme() -> Any:
    """The deal that the README shows."""
    deal, _ = JSONDecoder().raw_decode(Path(__file__).parents[2].joinpath("README.md").read_text().split("-d '", 1)[1])
    return deal


def _deals(kind: str, rulesets: Sequence[str]) -> list[Any]:
    return [each.body for each in corpus() if each.kind == kind and each.ruleset in rulesets]


def _settled(deals: list[Any], probes: dict[str, Probe]) -> list[Any]:
    """The deals that every tree settles; which deals are refused differs between them."""
    results = [each.settles(deals) for each in probes.values()]
    return [deal for deal, *settled in zip(deals, *results, strict=True) if all(settled)]


def _compared(probes: dict[str, Probe], kind: str, name: str, deals: list[Any]) -> Timing:
    for each in probes.values():
        each.seconds(kind, kind, deals)
    rounds = [[each.seconds(kind) / len(deals) * MICRO for each in probes.values()] for _ in range(ROUNDS)]
    medians = [median(times) for times in zip(*rounds, strict=True)]
    ratios = [median(times[at] / times[0] for times in rounds) for at in range(len(probes))]
    return Timing(kind, name, dict(zip(probes, medians, strict=True)), dict(zip(probes, ratios, strict=True)))
