"""Behind gunicorn: responses a second over kept and over new connections, 99th percentile, memory.

And how many a core serves: responses for each second of processor time that the workers used; the client is left out.
"""

from collections import defaultdict
from contextlib import ExitStack
from itertools import product
from statistics import median
from typing import Final, NamedTuple

from tools.bench.client import by_wrk
from tools.bench.corpus import ORDINARY, body_of, corpus
from tools.bench.server import serving
from tools.bench.trees import Trees

WORKERS: Final = 2
ROUNDS: Final = 5
SECONDS: Final = 2
MANNERS: Final = ("kept", "a new one for each request")


class Served(NamedTuple):
    """A tree's medians over the rounds, in which trees take turns, and the largest worker's megabytes at the end."""

    tree: str
    by_manner: dict[str, "Seen"]
    megabytes: float


class Seen(NamedTuple):
    """Responses a second, the 99th percentile of their latency in milliseconds, and responses a core."""

    rate: float
    p99: float
    a_core: float


def measure(trees: Trees) -> list[Served]:
    """Put each tree under the same load, in turn in each round."""
    bodies = [body_of(each.body) for each in corpus() if each.kind == ORDINARY]
    with ExitStack() as stack:
        servers = {name: stack.enter_context(serving(tree, WORKERS)) for name, tree in trees.items()}
        rounds: dict[tuple[str, str], list[Seen]] = defaultdict(list)
        for _, (name, server), manner in product(range(ROUNDS), servers.items(), MANNERS):
            before = server.processor_time()
            load = by_wrk(server.port, bodies, SECONDS, kept=manner == MANNERS[0])
            used = server.processor_time() - before
            rounds[name, manner].append(Seen(load.rate, load.p99, load.answers / used))
        return [
            Served(name, {manner: _median(rounds[name, manner]) for manner in MANNERS}, server.memory() / 1e6)
            for name, server in servers.items()
        ]


def _median(rounds: list[Seen]) -> Seen:
    return Seen(*(median(figures) for figures in zip(*rounds, strict=True)))
