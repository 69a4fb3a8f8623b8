"""Prometheus metrics, right with several workers, and the server that shows them on a port of its own.

The counts stand in memory that the master shares with the workers it forks, one region for each process that writes. No
file is needed, so no directory and no disk can fail; a worker that is killed leaves its counts to the one that follows.
"""

import logging
import mmap
import threading
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import accumulate

import orjson
from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from service.ops.metrics_server import MetricsServer

BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, float("inf"))
"""Upper bounds of the buckets of a request's time, in seconds."""
RECORDS = 2048
"""Different counts that one process can keep; what is beyond them is lost."""
_RECORD = 128  # bytes: a name padded with zeros, then a number
_NUMBERS = _RECORD // 8
_NAME = _RECORD - 8
REGION = RECORDS * _RECORD
"""Bytes of a region; those that were never touched take no memory."""

_REQUESTS = "requests"
_SECONDS = "seconds"
_BUCKET = "bucket"
_LINES = "lines"
_FAILURES = "failures"
_log = logging.getLogger(__name__)

Name = tuple[str, ...]


class Region:
    """The counts of one process at a time, which alone writes them; others may read at any moment."""

    def __init__(self, memory: memoryview) -> None:
        self.memory = memory
        self.numbers = memory.cast("d")
        self.lock = threading.Lock()
        self.places = {name: place for place, name, _ in self._records()}
        self.place = lru_cache(4096)(self._place)

    def _records(self) -> Iterator[tuple[int, bytes, float]]:
        for place in range(_NUMBERS - 1, len(self.numbers), _NUMBERS):
            end = place * 8
            if not self.memory[end - _NAME]:
                return
            yield place, bytes(self.memory[end - _NAME : end]).rstrip(b"\0"), self.numbers[place]

    def read(self) -> Iterator[tuple[Name, float]]:
        """Every count by its name."""
        return ((tuple(orjson.loads(name)), number) for _, name, number in self._records())

    def add(self, *counts: tuple[Name, float]) -> None:
        """Add to some counts."""
        with self.lock:
            for name, amount in counts:
                place = self.place(name)
                if place is not None:
                    self.numbers[place] += amount

    def _place(self, name: Name) -> int | None:
        """Where a count stands; a new one gets the next record, while there is one."""
        written = orjson.dumps(name)
        if written in self.places:
            return self.places[written]
        place = (len(self.places) + 1) * _NUMBERS - 1
        if len(written) > _NAME or place >= len(self.numbers):
            return None
        end = place * 8
        padded = written.ljust(_NAME, b"\0")
        self.memory[end - _NAME + 1 : end] = padded[1:]
        self.memory[end - _NAME] = padded[0]  # last: from now on it is read
        self.places[written] = place
        return place


def _private() -> Region:
    return Region(memoryview(bytearray(REGION)))


class _Shared:
    """All regions, and the one that this process writes to."""

    def __init__(self) -> None:
        self.regions = [_private()]
        self.own = self.regions[0]


_shared = _Shared()


def share(regions: int) -> None:
    """Make room for so many processes besides this one; those forked from now on can count."""
    try:
        memory = memoryview(mmap.mmap(-1, (regions + 1) * REGION))
    except OSError as error:
        _log.error("No memory to count in: the metrics show little (%s)", error.strerror)
        return
    shared = [Region(memory[at : at + REGION]) for at in range(0, len(memory), REGION)]
    shared[0].add(*_shared.own.read())
    _shared.regions = shared
    _shared.own = shared[0]


def free_region(taken: Iterable[int | None]) -> int | None:
    """A region that no process writes to, where one is left."""
    return next(iter(sorted(set(range(1, len(_shared.regions))) - set(taken))), None)


def write_to(region: int | None) -> None:
    """Count in that region from now on: what a worker does first. None: what it counts is lost."""
    _shared.own = _private() if region is None else Region(_shared.regions[region].memory)


# Counting


def count(operation: str, status: int, ruleset: str = "", seconds: float | None = None) -> None:
    """Count one answer; the labels must come from closed lists, never from what a client wrote."""
    counted: tuple[Name, float] = ((_REQUESTS, operation, str(int(status)), ruleset or ""), 1)
    if seconds is None:
        _shared.own.add(counted)
    else:
        bucket = str(bisect_left(BOUNDS, seconds))
        _shared.own.add(counted, ((_BUCKET, operation, bucket), 1), ((_SECONDS, operation), seconds))


def lose_lines(number: int) -> None:
    """Count log lines that nobody will read."""
    _shared.own.add(((_LINES,), number))


def fail() -> None:
    """Count a request, or one of the many deals in it, that the service failed at."""
    _shared.own.add(((_FAILURES,), 1))


# Showing


class Counts(Collector):
    """The sums over all processes."""

    def __init__(self, workers: Callable[[], int]) -> None:
        self.workers = workers

    def collect(self) -> Iterator[CounterMetricFamily | HistogramMetricFamily | GaugeMetricFamily]:  # noqa: D102
        sums = _sums()
        yield _requests(sums)
        yield _seconds(sums)
        lines = sums.get((_LINES,), 0)
        yield CounterMetricFamily("service_log_lines_lost", "Log lines that found no reader.", lines)
        failures = sums.get((_FAILURES,), 0)
        yield CounterMetricFamily("service_failures", "Requests, or deals among many, that were failed at.", failures)
        yield GaugeMetricFamily("service_workers", "Worker processes alive.", self.workers())


def _sums() -> dict[Name, float]:
    sums: dict[Name, float] = {}
    for region in {id(region): region for region in (*_shared.regions, _shared.own)}.values():
        for name, number in region.read():
            sums[name] = sums.get(name, 0) + number
    return sums


def _requests(sums: dict[Name, float]) -> CounterMetricFamily:
    told = CounterMetricFamily("service_requests", "Requests answered.", labels=["operation", "status", "ruleset"])
    for (kind, *labels), number in sums.items():
        if kind == _REQUESTS:
            told.add_metric(labels, number)
    return told


def _seconds(sums: dict[Name, float]) -> HistogramMetricFamily:
    text = "Time from a request's headers read to its answer made."
    told = HistogramMetricFamily("service_request_seconds", text, labels=["operation"])
    for (kind, *labels), seconds in sums.items():
        if kind == _SECONDS:
            inside = [sums.get((_BUCKET, *labels, str(bucket)), 0) for bucket in range(len(BOUNDS))]
            named = map(_bound, BOUNDS)
            told.add_metric(labels, list(zip(named, accumulate(inside), strict=True)), seconds)
    return told


def _bound(seconds: float) -> str:
    return "+Inf" if seconds == float("inf") else str(float(seconds))


def serve(host: str, port: int, workers: Callable[[], int]) -> MetricsServer:
    """Serve the sums, by a few threads of the calling process. Raises OSError where the port cannot be used."""
    registry = CollectorRegistry()
    registry.register(Counts(workers))
    return MetricsServer(host.strip("[]"), port, registry)
