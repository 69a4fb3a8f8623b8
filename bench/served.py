"""Behind gunicorn: responses a second over kept and over new connections, 99th percentile, memory."""

from collections import defaultdict
from contextlib import ExitStack
from itertools import product
from statistics import median
from typing import Final, NamedTuple

from bench.client import Load, by_wrk
from bench.corpus import ORDINARY, body_of, corpus
from bench.server import serving
from bench.trees import Trees

WORKERS: Final = 2
ROUNDS: Final = 5
SECONDS: Final = 2
MANNERS: Final = ("kept", "a new one for each request")


class Served(NamedTuple):
    """A tree's medians over the rounds, in which trees take turns, and the largest worker's megabytes at the end."""

    tree: str
    by_manner: dict[str, Load]
    megabytes: float


def measure(trees: Trees) -> list[Served]:
    """Put each tree under the same load, in turn in each round."""
    bodies = [body_of(each.body) for each in corpus() if each.kind == ORDINARY]
    with ExitStack() as stack:
        servers = {name: stack.enter_context(serving(tree, WORKERS)) for name, tree in trees.items()}
        loads: dict[tuple[str, str], list[Load]] = defaultdict(list)
        for _, (name, server), manner in product(range(ROUNDS), servers.items(), MANNERS):
            loads[name, manner].append(by_wrk(server.port, bodies, SECONDS, kept=manner == MANNERS[0]))
        return [
            Served(name, {manner: _median(loads[name, manner]) for manner in MANNERS}, server.memory() / 1e6)
            for name, server in servers.items()
        ]


def _median(loads: list[Load]) -> Load:
    return Load(*(median(figures) for figures in zip(*loads, strict=True)))
