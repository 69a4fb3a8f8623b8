"""This tree beside others, in turn: what the core, a request and a batch take, as ratios of the CPU they take there."""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from bench.clock import MICRO, ratio
from bench.corpus import CLASSES, Example, corpus
from bench.trees import BEFORE, FAST, HERE, Trees

DECLARED, CONCEALED, ONE_SUIT, *_ = CLASSES
THEN: Final = ("harr-1922", "harr-1922-limit", "harr-1923", "harr-1923-limit", "pamphlet")
"""The rulebooks that the older tree has."""
LIVING: Final = ("millington", "bmja", "dmjl")
YARDSTICK: Final = "harr-1923-limit"
ROUNDS: Final = 41
MANY: Final = 200
"""Deals of the batch."""
BARE_ASKED: Final = 71
"""Microseconds of the bare view on the machine on which the bound of the batch was set: others keep to their ratio."""
MOST_OVER_CORE: Final = 50
_OLD_WORDS: Final = {"loose-tile": "loose_tile", "robbed-kong": "robbed_kong", "original-hand": "original_hand"}
"""Words of a win as the older contract wrote them."""


class Claim(NamedTuple):
    """A figure and the bound that it has to keep; None where it is only told beside another."""

    text: str
    figure: float
    bound: float | None
    unit: str = ""
    at_least: bool = False

    @property
    def row(self) -> tuple[str, str, str, str]:
        """The claim as a row of the table."""
        if self.bound is None:
            return self.text, f"{self.figure:.3g}{self.unit}", "", ""
        kept = self.figure >= self.bound if self.at_least else self.figure <= self.bound
        asked = f"{'at least' if self.at_least else 'at most'} {self.bound:.3g}{self.unit}"
        return self.text, f"{self.figure:.3g}{self.unit}", asked, "yes" if kept else "**no**"


class Probe:
    """A process in a tree."""

    def __init__(self, tree: Path, process: "subprocess.Popen[str]", *, old: bool) -> None:
        self.tree = tree
        self.process = process
        self.old = old

    def make(self, name: str, kind: str, sent: Sequence[Any]) -> None:
        """Make a work ready, and run it once."""
        self._ask(name, kind, [in_old_words(body) for body in sent] if self.old else list(sent))

    def run(self, name: str) -> float:
        """Seconds of CPU that the work takes."""
        return self._ask(name)

    def _ask(self, *line: Any) -> float:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(line), file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())


def in_old_words(body: dict[str, Any]) -> dict[str, Any]:
    """A deal as the older contract wrote it."""
    win = body.get("win")
    return body if not win else {**body, "win": {**win, "source": _OLD_WORDS.get(win["source"], win["source"])}}


@contextmanager
def _probe(tree: Path, *, old: bool) -> Iterator[Probe]:
    command = [sys.executable, str(Path(__file__).with_name("probe.py")), str(tree)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield Probe(tree, process, old=old)
    finally:
        process.terminate()
        process.wait(15)


def claims(trees: Trees) -> list[Claim]:
    """What a deal takes here, as shares of what it takes elsewhere."""
    examples = corpus()
    with ExitStack() as stack:
        probes = {name: stack.enter_context(_probe(tree, old=name == BEFORE)) for name, tree in trees.items()}
        return [*_beside_before(probes, examples), *_living(probes, examples), *_bare(probes, examples), *_many(probes)]


def _bodies(examples: Sequence[Example], kind: str, rulesets: Sequence[str]) -> list[dict[str, Any]]:
    return [each.body for each in examples if each.kind == kind and each.ruleset in rulesets]


def _in_turn(works: Sequence[tuple[Probe, str]], rounds: int = ROUNDS) -> list[list[float]]:
    return [[probe.run(name) for probe, name in works] for _ in range(rounds)]


def _beside_before(probes: dict[str, Probe], examples: Sequence[Example]) -> Iterator[Claim]:
    if BEFORE not in probes:
        return
    asked = [("core", kind, {HERE: 1.0, FAST: 0.5}) for kind in (DECLARED, CONCEALED, ONE_SUIT)]
    asked.append(("request", DECLARED, {HERE: 1.0}))
    for work, kind, bounds in asked:
        name = f"{work} {kind}"
        for probe in probes.values():
            probe.make(name, work, _bodies(examples, kind, THEN))
        taken = _in_turn([(probe, name) for probe in probes.values()])
        places = list(probes)
        for tree, bound in bounds.items():
            if tree in probes:
                share = ratio(taken, places.index(tree), places.index(BEFORE))
                yield Claim(f"{_form(tree)}: {name}, times the CPU of before", share, bound)


def _form(tree: str) -> str:
    return "Compiled" if tree == FAST else "Plain"


def _living(probes: dict[str, Probe], examples: Sequence[Example]) -> Iterator[Claim]:
    for tree in (HERE, FAST):
        for kind in (DECLARED, CONCEALED) if tree in probes else ():
            rulesets = (YARDSTICK, *LIVING)
            for ruleset in rulesets:
                probes[tree].make(ruleset, "core", _bodies(examples, kind, [ruleset]))
            taken = _in_turn([(probes[tree], ruleset) for ruleset in rulesets])
            for place, ruleset in enumerate(LIVING, 1):
                text = f"{_form(tree)}: core {kind}, {ruleset}, times that of {YARDSTICK}"
                yield Claim(text, ratio(taken, place, 0), 1.3)


def _bare(probes: dict[str, Probe], examples: Sequence[Example]) -> Iterator[Claim]:
    sent = _bodies(examples, DECLARED, THEN)
    probes[HERE].make("bare", "bare", sent)
    for tree, bound in ((HERE, 3.4), (FAST, 2.5)):
        if tree in probes:
            probes[tree].make("request", "request", sent)
            taken = _in_turn([(probes[tree], "request"), (probes[HERE], "bare")])
            yield Claim(
                f"{_form(tree)}: request in process, {DECLARED}, times the bare Flask view", ratio(taken), bound
            )


def _many(probes: dict[str, Probe]) -> Iterator[Claim]:
    if FAST not in probes:
        return
    probe = probes[FAST]
    sent = [each.body for each in corpus(MANY // 40 + 1) if each.kind != CLASSES[-1]][:MANY]
    single = _bodies(corpus(), DECLARED, THEN)
    probe.make("batch", "batch", sent)
    probe.make("core of the batch", "core", sent)
    probes[HERE].make("bare", "bare", single)
    taken = _in_turn([(probe, "batch"), (probe, "core of the batch"), (probes[HERE], "bare")])
    over = [(batch - core) / len(sent) * MICRO for batch, core, _ in taken]
    bare = [each / len(single) * MICRO for *_, each in taken]
    text = "Compiled: batch, on top of the core, a deal"
    yield Claim(text, median(over), MOST_OVER_CORE, " µs")
    share = median(one / other for one, other in zip(over, bare, strict=True))
    yield Claim(f"{text}, times the bare Flask view of {median(bare):.0f} µs", share, MOST_OVER_CORE / BARE_ASKED)
