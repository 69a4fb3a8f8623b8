"""Prometheus metrics in prometheus-client's multiprocess mode, and the port on which the master serves their sums.

Each process counts in two files of its own. What the library's mode and its `start_http_server` do not do, and we need:

- Space on the disk is reserved at the start: a write to a mapped file on a full disk kills the process.
- Files are named by a number, not by the process: a worker reuses those of one that has ended.
- A worker makes its metrics anew: a fork copies the library's locks, which a thread of the master may hold.
- Idle readers are closed, a few are served at a time, and a reader that leaves writes no traceback into the log.
"""

import logging
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from http.server import ThreadingHTTPServer
from itertools import product
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir
from threading import Thread
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, MetricsHandler, values
from prometheus_client.multiprocess import MultiProcessCollector

from pung_chow_settlement.problems import PROBLEMS
from pung_chow_settlement.server.root import VERSION

values.ValueClass = values.MutexValue  # in memory, until there is a folder; the library's own variable is not read

BOUNDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
"""Upper bounds of the buckets of request times, in seconds."""
ROOM = 256 * 1024
"""Bytes of a file: enough for every operation with each possible status and rulebook."""
MAX_READERS = 8
"""Connections to the port at a time: a further one takes the place of the oldest."""
PATIENCE = 5.0
"""Seconds within which a reader must send or take something."""
_KINDS = ("counter", "histogram")
_MASTER = 0
_log = logging.getLogger(__name__)


class _Counts:
    """The metrics that each process counts."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.requests = Counter(
            "service_requests", "Requests answered.", ["operation", "status", "ruleset"], registry=registry
        )
        self.problems = Counter(
            "service_problems", "Requests answered by a problem, by its code.", ["code"], registry=registry
        )
        for code in PROBLEMS:  # from zero, so that the first of a kind is a growth
            self.problems.labels(code)
        text = "Time from a request's headers read to its answer made."
        self.seconds = Histogram("service_request_seconds", text, ["operation"], registry=registry, buckets=BOUNDS)
        self.lines = Counter("service_log_lines_lost", "Log lines that found no reader.", registry=registry)
        text = "Requests, or deals of a batch, that an error of the service failed."
        self.failures = Counter("service_failures", text, registry=registry)
        # cached: without, a request's two labels take 10 microseconds
        self.responses = lru_cache(4096)(self.requests.labels)
        self.times = lru_cache(256)(self.seconds.labels)


class _Process:
    """What this process counts in; the folder and the server are those of the master."""

    def __init__(self) -> None:
        self.counts = _Counts()
        self.folder: Path | None = None
        self.server: Server | None = None


# Counting


def count(operation: str, status: int, ruleset: str, seconds: float, problem: str | None) -> None:
    """Count one response, of a problem by its code too; labels must be from fixed lists, never from a client."""
    _own.counts.responses(operation, str(status), ruleset).inc()
    _own.counts.times(operation).observe(seconds)
    if problem is not None:
        _own.counts.problems.labels(problem).inc()


def count_lost_line() -> None:
    """Count a dropped log line."""
    _own.counts.lines.inc()


def count_failure() -> None:
    """Count an unexpected error in a request, or in one of its deals."""
    _own.counts.failures.inc()


def counted(name: str, **labels: str) -> float:
    """This process's value of a sample, by name and labels."""
    return _own.counts.registry.get_sample_value(name, labels) or 0.0


# Serving


class _Reader(MetricsHandler):
    timeout = PATIENCE


class Server(ThreadingHTTPServer):
    """Serves a registry, each reader in a thread of its own."""

    def __init__(self, host: str, port: int, registry: CollectorRegistry) -> None:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        self.address_family = found[0][0]
        self.readers: list[socket.socket] = []
        super().__init__((host, port), _Reader.factory(registry))

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve a reader, and close the oldest of too many."""
        self.readers = [*(reader for reader in self.readers if reader.fileno() >= 0), request]
        for oldest in self.readers[:-MAX_READERS]:
            with suppress(OSError):
                oldest.shutdown(socket.SHUT_RDWR)
        super().process_request(request, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002 - the library's own method
        """Log what failed, unless a reader has left."""
        if not isinstance(error := sys.exception(), OSError):
            _log.error("The metrics were not sent: %r", error)


def serve(host: str, port: int, commit: str, most_workers: int, running: Callable[[], int]) -> None:
    """Count in files from now on, and serve their sums, how many workers run and which version it is.

    Raises OSError if the port cannot be used, or the disk has no space for the files of this many workers.
    """
    registry = CollectorRegistry()
    Gauge("service_workers", "Worker processes alive.", registry=registry).set_function(running)
    build = Info("service_build", "The service that runs: always 1.", registry=registry)
    build.info({"version": VERSION, "commit": commit})
    server = Server(host.strip("[]"), port, registry)
    try:
        _own.folder = _folder(f"settlement-metrics-{host.strip('[]')}-{port}", most_workers)
    except OSError:
        server.server_close()
        raise
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_own.folder)
    _count_in(_MASTER)
    MultiProcessCollector(registry, str(_own.folder))  # type: ignore[no-untyped-call]
    Thread(target=server.serve_forever, daemon=True).start()
    _own.server = server


def _folder(name: str, most_workers: int) -> Path:
    """A folder with files of reserved space.

    Who has the port may remove the folder that is named after it: one that was left by a master which was killed.
    """
    folder = Path(gettempdir(), name)
    rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    try:
        for kind, number in product(_KINDS, range(_MASTER, most_workers + 1)):
            with Path(folder, f"{kind}_{number}.db").open("wb") as file:
                os.posix_fallocate(file.fileno(), 0, ROOM)
    except OSError:
        rmtree(folder)
        raise
    return folder


def begin_worker(number: int) -> None:
    """Count in the files with this number, if there are files, and leave the port to the master."""
    if _own.server is None:
        _own.counts = _Counts()
        return
    _own.server.socket.close()
    try:
        _count_in(number)
    except Exception as error:  # who cannot count still serves
        _log.error("The counts of a worker are not shown: %r", error)
        values.ValueClass = values.MutexValue
        _own.counts = _Counts()


def _count_in(number: int) -> None:
    values.ValueClass = values.MultiProcessValue(lambda: number)  # type: ignore[no-untyped-call]
    _own.counts = _Counts()


def end() -> None:
    """Delete the files."""
    if _own.folder is not None:
        rmtree(_own.folder, ignore_errors=True)


_own = _Process()
