"""Prometheus metrics in prometheus-client's multiprocess mode, and the port on which the master serves their sums.

Each process counts in two files of its own, in a directory created at the start. Their disk space is reserved then, as
writing to a mapped file on a full disk kills the process. A worker reuses the files of one that has ended, so that
there are never more files than processes.
"""

import logging
import os
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import lru_cache
from http.server import ThreadingHTTPServer
from pathlib import Path
from shutil import rmtree
from stat import S_ISDIR
from tempfile import gettempdir, mkdtemp
from typing import Any

os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)  # the library reads it when imported; the directory is made below

from prometheus_client import CollectorRegistry, Counter, Histogram, MetricsHandler, values
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from pung_chow_settlement.problems import PROBLEMS
from pung_chow_settlement.server.root import VERSION

BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
"""Upper bounds of the buckets of request times, in seconds."""
ROOM = 256 * 1024
"""Bytes of a file: enough for every operation with each possible status and rulebook."""
MAX_READERS = 8
"""Connections to the port at a time: a further one takes the place of the oldest."""
PATIENCE = 5.0
"""Seconds within which a reader must send or take something."""
_PREFIX = "settlement-metrics-"
_LOCK = "lock"
_log = logging.getLogger(__name__)
_KINDS = ("counter", "histogram")
_MASTER = 0


class _Counts:
    """The metrics that each process counts."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "service_requests", "Requests answered.", ["operation", "status", "ruleset"], registry=registry
        )
        text = "Time from a request's headers read to its answer made."
        self.problems = Counter(
            "service_problems", "Requests answered by a problem, by its code.", ["code"], registry=registry
        )
        for code in PROBLEMS:  # from zero, so that the first of a kind is a growth
            self.problems.labels(code)
        self.seconds = Histogram("service_request_seconds", text, ["operation"], registry=registry, buckets=BOUNDS)
        self.lines = Counter("service_log_lines_lost", "Log lines that found no reader.", registry=registry)
        text = "Requests, or deals among many, that were failed at."
        self.failures = Counter("service_failures", text, registry=registry)
        # cached: without, a request's two labels take 10 microseconds
        self.responses = lru_cache(4096)(self.requests.labels)
        self.times = lru_cache(256)(self.seconds.labels)


class _Process:
    """The metrics of this process, and the number of its files."""

    def __init__(self) -> None:
        self.counts = _Counts()
        self.directory: Path | None = None
        self.lock = -1
        """The descriptor of the directory's lock."""
        self.number = _MASTER


_own = _Process()
_lock = threading.Lock()  # no fork while another thread of the master holds the library's lock
os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


def share(workers: int) -> None:
    """Start to count in files, for this many workers at a time. Raises OSError if the disk has no space for them."""
    _remove_left()
    directory = _own.directory = _locked_directory()
    for number in range(_MASTER, workers + 1):
        for kind in _KINDS:
            with Path(directory, f"{kind}_{number}.db").open("wb") as file:
                os.posix_fallocate(file.fileno(), 0, ROOM)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(directory)
    values.ValueClass = values.MultiProcessValue(lambda: _own.number)  # type: ignore[no-untyped-call]
    _own.counts = _Counts()


def _locked_directory() -> Path:
    """A new directory, which has its name only when its lock is held: by this process and its workers, to their end."""
    directory = Path(mkdtemp(prefix=f"new-{_PREFIX}"))
    _own.lock = os.open(directory / _LOCK, os.O_CREAT | os.O_RDWR, 0o600)
    flock(_own.lock, LOCK_EX | LOCK_NB)
    return directory.rename(directory.with_name(directory.name.removeprefix("new-")))


def _remove_left() -> None:
    """Remove directories of masters that were killed: their own, and not locked any more."""
    for directory in Path(gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if directory.lstat().st_uid != os.geteuid() or not S_ISDIR(directory.lstat().st_mode):
                continue
            lock = os.open(directory / _LOCK, os.O_RDWR | os.O_NOFOLLOW)
            try:
                flock(lock, LOCK_EX | LOCK_NB)
                rmtree(directory)
            finally:
                os.close(lock)


def unshare() -> None:
    """Delete the metrics files."""
    if _own.directory is not None:
        rmtree(_own.directory, ignore_errors=True)


def free_number(taken: Iterable[int | None]) -> int:
    """The lowest number that is not taken."""
    used = {_MASTER, *taken}
    return next(number for number in range(1, len(used) + 1) if number not in used)


def write_to(number: int) -> None:
    """Start to count in the files with this number; called at the start of a worker."""
    _own.number = number


# Counting


def count(
    operation: str, status: int, ruleset: str = "", seconds: float | None = None, problem: str | None = None
) -> None:
    """Count one response, of a problem by its code too; labels must be from fixed lists, never from a client."""
    with _lock:
        _own.counts.responses(operation, str(int(status)), ruleset or "").inc()
        if seconds is not None:
            _own.counts.times(operation).observe(seconds)
        if problem is not None:
            _own.counts.problems.labels(problem).inc()


def count_lost_line() -> None:
    """Count a dropped log line."""
    with _lock:
        _own.counts.lines.inc()


def count_failure() -> None:
    """Count an unexpected error in a request, or in one of its deals."""
    with _lock:
        _own.counts.failures.inc()


def counted(name: str, **labels: str) -> float:
    """This process's value of a sample, by name and labels."""
    return _own.counts.registry.get_sample_value(name, labels) or 0.0


# Serving


class Running(Collector):
    """What runs: the workers, the version, and the commit if it is known."""

    def __init__(self, workers: Callable[[], int], commit: str) -> None:
        self.workers = workers
        self.commit = commit

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The two gauges."""
        yield GaugeMetricFamily("service_workers", "Worker processes alive.", self.workers())
        labels = ["version", "commit"]
        build = GaugeMetricFamily("service_build_info", "The service that runs: always 1.", labels=labels)
        build.add_metric([VERSION, self.commit], 1)
        yield build


class _Reader(MetricsHandler):
    timeout = PATIENCE


class Server(ThreadingHTTPServer):
    """Serves the sums, each reader in a thread of its own."""

    daemon_threads = True

    def __init__(self, host: str, port: int, registry: CollectorRegistry) -> None:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        self.address_family = found[0][0]
        self.readers: dict[socket.socket, None] = {}
        super().__init__((host, port), _Reader.factory(registry))

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve a reader, and close the oldest of too many."""
        self.readers[request] = None
        for oldest in list(self.readers)[:-MAX_READERS]:
            with suppress(OSError):
                oldest.shutdown(socket.SHUT_RDWR)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """Close a connection."""
        self.readers.pop(request, None)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002 - the library's own method
        """Log what failed, unless a reader has left."""
        if not isinstance(error := sys.exception(), OSError):
            _log.error("The metrics were not sent: %r", error)


def serve(host: str, port: int, running: Running) -> Server:
    """Serve the sums in threads of this process. Raises OSError if the port cannot be used."""
    registry = CollectorRegistry()
    registry.register(running)
    MultiProcessCollector(registry, str(_own.directory))  # type: ignore[no-untyped-call]
    server = Server(host.strip("[]"), port, registry)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
