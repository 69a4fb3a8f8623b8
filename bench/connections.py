"""Answers a second over kept and over new connections, beside another tree: `python -m bench.connections BEFORE`.

Eight clients, two workers, every server in turn each second, so that whatever else the machine does meets all of them.
`--compiled DIRECTORY` serves the tree that `make compile` makes too. It ends with 1 where a bound is not kept.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from bench.bare import body_of
from bench.beside import DECLARED, THEN
from bench.client import by_wrk
from bench.corpus import corpus
from bench.server import ROOT, Server, serving

SERVICE: Final = "service:create_app()"
BEFORE, PLAIN, COMPILED = "before", "plain", "compiled"
BOUNDS: Final = {(PLAIN, True): 0.55, (COMPILED, True): 0.7, (PLAIN, False): 1.5, (COMPILED, False): 1.5}
"""The least share of what the tree before answers, by what is served and whether connections are kept."""


class Told(NamedTuple):
    """The answers a second of a tree, and their share of those of the tree before."""

    tree: str
    kept: bool
    rate: float
    share: float

    def held(self) -> bool:
        """Whether the bound is kept."""
        return self.share >= BOUNDS.get((self.tree, self.kept), 0)


def measure(trees: dict[str, Path], rounds: int) -> Iterator[Told]:
    """Serve the trees beside each other and load them in turn."""
    sent = [body_of(each.body) for each in corpus() if each.kind == DECLARED and each.ruleset in THEN]
    with ExitStack() as stack:
        servers = {name: stack.enter_context(serving(SERVICE, tree, 2)) for name, tree in trees.items()}
        for kept in (True, False):
            found = [_rates(servers, sent, kept=kept) for _ in range(rounds)]
            for name in trees:
                share = median(each[name] / each[BEFORE] for each in found)
                yield Told(name, kept, median(each[name] for each in found), share)


def _rates(servers: dict[str, Server], sent: Sequence[bytes], *, kept: bool) -> dict[str, float]:
    return {name: by_wrk(server.port, sent, 1, kept=kept).rate for name, server in servers.items()}


def main() -> int:
    """Measure and print."""
    parser = ArgumentParser(prog="python -m bench.connections")
    parser.add_argument("before", type=Path, help="a checkout of the commit that claims are held against")
    parser.add_argument("--compiled", type=Path, help="a copy with a compiled core")
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args()
    trees = {BEFORE: given.before, PLAIN: ROOT} | ({COMPILED: given.compiled} if given.compiled else {})
    every = []
    for told in measure(trees, given.rounds):
        every.append(told)
        print(f"{told.tree:9} {'kept' if told.kept else 'new ':4} {told.rate:6.0f}/s {told.share:5.2f}", flush=True)
    return 0 if all(told.held() for told in every) else 1


if __name__ == "__main__":
    sys.exit(main())
