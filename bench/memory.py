"""Memory of one process that answers ever new requests of every class."""

import os
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from bench.bare import body_of
from bench.corpus import corpus
from bench.wsgi import SETTLE, call, without_log
from service import create_app

FIRST: Final = 5_000
THEN: Final = 50_000
_PER_SEED: Final = 2
"""Deals of each class in each rulebook by seed: no body comes twice, so that a cache would show."""


def measure() -> tuple[int, int]:
    """Bytes resident after the first and after all requests, in a process of its own."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(_measure).result()


def _measure() -> tuple[int, int]:
    app = create_app().wsgi_app
    bodies = (body_of(each.body) for seed in count() for each in corpus(_PER_SEED, seed))
    with without_log():
        for body in islice(bodies, FIRST):
            call(app, SETTLE, body)
        first = _resident()
        for body in islice(bodies, THEN - FIRST):
            call(app, SETTLE, body)
        return first, _resident()


def _resident() -> int:
    _, pages, *_ = Path("/proc/self/statm").read_text().split()
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
