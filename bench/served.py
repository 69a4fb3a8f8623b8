"""Trees behind gunicorn, in turn: answers a second, the wait for them, a worker's memory, and how soon it answers."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from statistics import median
from time import perf_counter
from typing import Final

from bench.bare import body_of
from bench.beside import DECLARED, THEN, Claim, in_old_words
from bench.client import CONNECTIONS, Load, load
from bench.corpus import corpus
from bench.server import Server, serving
from bench.trees import BEFORE, FAST, HERE, ROOT, Trees

SERVICE: Final = "service:create_app()"
BARE_VIEW: Final = "bench.bare:create_app()"
BARE: Final = "the bare view"
BARE_THEN: Final = "the bare view behind the worker of before"
ROUNDS: Final = {1: 5, 2: 15}
"""By the number of workers: with two, who waits for one of two cores differs from one second to the next."""
SECONDS: Final = 1
STARTS: Final = 5
MEGABYTE: Final = 1e6
_FORM: Final = {HERE: "Plain", FAST: "Compiled"}
Loads = Mapping[str, Sequence[Load]]


def claims(trees: Trees) -> list[Claim]:
    """What clients see of each tree."""
    return [*_with_workers(trees, 1), *_with_workers(trees, 2), *_starts(trees)]


def _with_workers(trees: Trees, workers: int) -> Iterator[Claim]:
    deals = [each.body for each in corpus() if each.kind == DECLARED and each.ruleset in THEN]
    with ExitStack() as stack:
        servers = {name: stack.enter_context(serving(SERVICE, tree, workers)) for name, tree in trees.items()}
        servers[BARE] = stack.enter_context(serving(BARE_VIEW, ROOT, workers))
        if BEFORE in trees:
            servers[BARE_THEN] = stack.enter_context(serving(BARE_VIEW, trees[BEFORE], workers))
        loads: dict[str, list[Load]] = {name: [] for name in servers}
        for _ in range(ROUNDS[workers]):
            for name, server in servers.items():
                loads[name].append(_load(server, deals, old=name in (BEFORE, BARE_THEN)))
        yield from _told(loads, workers)
        for name in _FORM:
            if name in servers and workers == 1:
                held = servers[name].resident() / MEGABYTE
                yield Claim(f"{_FORM[name]}: memory of a worker after this load", held, 45, " MB")


def _load(server: Server, deals: Sequence[dict[str, object]], *, old: bool) -> Load:
    sent = [body_of(in_old_words(deal) if old else deal) for deal in deals]
    return load(server.port, sent, SECONDS)


def _told(loads: Loads, workers: int) -> Iterator[Claim]:
    number = "one worker" if workers == 1 else "two workers"
    bounds = {HERE: {1: 2.0, 2: 1.4}, FAST: {1: 2.3, 2: 1.7}}
    for name, least in bounds.items():
        if name in loads and BEFORE in loads:
            text = f"{_FORM[name]}: answers a second with {number}, times those of before"
            yield Claim(text, _ratio(loads, name, BEFORE), least[workers], at_least=True)
    if workers == 1:
        return
    for name in bounds:
        if name in loads and BEFORE in loads:
            share = median(one.p99 / other.p99 for one, other in zip(loads[name], loads[BEFORE], strict=True))
            yield Claim(f"{_FORM[name]}: p99 with {CONNECTIONS} clients, share of that of before", share, 0.6)
    for bare, share_of_bare in ((BARE_THEN, 0.75), (BARE, None)):
        if FAST in loads and bare in loads:
            behind = "gunicorn's threads, as before" if bare == BARE_THEN else "the same worker as the service"
            text = f"Compiled: answers a second, share of the bare view's behind {behind}"
            yield Claim(text, _ratio(loads, FAST, bare), share_of_bare, at_least=True)


def _ratio(loads: Loads, one: str, other: str) -> float:
    return median(here.rate / there.rate for here, there in zip(loads[one], loads[other], strict=True))


def _starts(trees: Trees) -> Iterator[Claim]:
    for name, form in _FORM.items():
        if name in trees:
            taken, renewed = [], []
            for _ in range(STARTS):
                started = perf_counter()
                with serving(SERVICE, trees[name], 1) as server:
                    taken.append(perf_counter() - started)
                    renewed.append(server.renew())
            yield Claim(f"{form}: from a worker's end to the first answer of the next", median(renewed), 0.4, " s")
            yield Claim(f"{form}: from the command to the first answer, one worker", median(taken), None, " s")
