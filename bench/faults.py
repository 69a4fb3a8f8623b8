"""A normal client beside clients that misbehave: what it waits for an answer, as ratios of what it waits alone."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from statistics import median
from typing import Final, NamedTuple

from bench.server import serving
from bench.worst import Request, requests
from tests.ops import faults
from tests.ops.load import posted

SECONDS: Final = 5.0
IDLE_SECONDS: Final = 45.0
HOSTILE: Final = 8
WORST: Final = ("scoresheet: three suits short", "scoresheet: orphans", "batch: slips of the pen", "batch: ambiguous")
"""Among the worst requests that `bench.worst` finds."""


class Beside(NamedTuple):
    """What a normal client waited, in milliseconds, and its ratios to what it waited alone."""

    fault: str
    answers: int
    median: float
    p99: float
    median_ratio: float
    p99_ratio: float


def measure() -> list[Beside]:
    """Every fault in turn, after a time alone; two workers."""
    with serving("service:create_app()") as server:
        alone = _waits(server.port, nullcontext(), SECONDS)
        return [
            _beside("nobody else", alone, alone),
            *(
                _beside(name, _waits(server.port, faults.holding(server.port, hold, number), seconds), alone)
                for name, hold, number, seconds in _FAULTS
            ),
            _beside(f"{HOSTILE} hostile bodies of 1 MiB", _waits(server.port, _hostile(server.port), SECONDS), alone),
        ]


_FAULTS: Final = (
    ("100 idle connections for 45 s", faults.silent, 100, IDLE_SECONDS),
    ("200 idle connections for 45 s", faults.silent, 200, IDLE_SECONDS),
    ("100 connections idle after an answer", faults.kept_alive, 100, SECONDS),
    ("8 that never close", faults.never_closing, 8, SECONDS),
    ("16 slow headers", faults.slow_headers, 16, SECONDS),
    ("16 slow bodies", faults.slow_body, 16, SECONDS),
    ("8 slow readers", faults.slow_reader, 8, SECONDS),
)


@contextmanager
def _hostile(port: int) -> Iterator[None]:
    bodies = [posted(each.path, each.body) for each in _worst()]
    with faults.sending(port, bodies):
        yield


def _worst() -> list[Request]:
    found = [each for each in requests(1024 * 1024 - 1000) if each.name in WORST]
    return (found * HOSTILE)[:HOSTILE]


def _waits(port: int, beside: AbstractContextManager[None], seconds: float) -> list[float]:
    with beside:
        return faults.normal_client(port, seconds)


def _beside(fault: str, waits: Sequence[float], alone: Sequence[float]) -> Beside:
    middle, late = median(waits) * 1000, faults.percentile(waits, 99) * 1000
    before = median(alone) * 1000, faults.percentile(alone, 99) * 1000
    return Beside(fault, len(waits), middle, late, middle / before[0], late / before[1])
