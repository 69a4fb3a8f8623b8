"""The latency of a normal client beside misbehaving ones, and a worker's memory: `python -m tools.bench.faults`.

Without a proxy: two workers beside bodies and connections, one beside costly deals and unread answers. The status is 1
if the normal client's 99th percentile reaches 300 ms or the memory of a worker the limit of the Kubernetes base, and
beside one worker also if a scoresheet of one entry takes 500 ms or a batch of 500 deals three times as long as alone.
`--core DIRECTORY` serves another tree, such as the one that `make compile` makes.
"""

import json
import socket
import sys
import threading
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from itertools import chain, count
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from tests.support import hostile_bodies, hostile_layouts
from tests.support.load import exchange, post_request, read_some
from tests.support.ports import free_port
from tests.support.sittings import SittingModel, as_entry
from tools.bench.corpus import body_of, corpus
from tools.bench.server import serving
from tools.bench.trees import ROOT

SECONDS: Final = 6.0
MAX_P99: Final = 300.0
"""Milliseconds."""
MAX_SHEET: Final = 500.0
"""Milliseconds of a scoresheet of one entry."""
MAX_BATCH: Final = 3.0
"""Times that a batch of 500 deals takes alone."""
MAX_MEMORY: Final = 192 * 1.048576
"""Megabytes of a worker, including what it shares with the master: the limit of the Kubernetes base, 192 Mi."""
HEALTH: Final = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
Hold = Callable[[int, ExitStack], object]


class Measured(NamedTuple):
    """A normal client's latency in milliseconds and the largest worker's memory in megabytes."""

    fault: str
    answers: int
    median: float
    p99: float
    memory: float
    sheet: float = 0.0
    """Milliseconds of the slowest of ten scoresheets of one entry; 0 where it is not measured."""
    batch: float = 0.0
    """Milliseconds of a batch of 500 deals, the median of five; 0 where it is not measured."""

    def is_within_limits(self, alone: float) -> bool:
        """Whether no limit is reached; the batch takes `alone` milliseconds beside nobody."""
        is_in_time = self.p99 < MAX_P99 and self.sheet < MAX_SHEET and self.batch <= MAX_BATCH * alone
        return is_in_time and self.memory < MAX_MEMORY


def measure(tree: Path = ROOT, seconds: float = SECONDS) -> Iterator[Measured]:
    """Every fault of bodies and connections in turn, the first measurement without any."""
    with serving(tree) as server:
        for name, fault in _faults(server.port).items():
            with fault:
                waits = normal_client(server.port, seconds)
                memory = server.memory() / 1e6
            yield Measured(name, len(waits), median(waits) * 1000, waits[len(waits) * 99 // 100] * 1000, memory)


def measure_one_worker(tree: Path = ROOT, seconds: float = SECONDS) -> Iterator[Measured]:
    """Every fault of costly deals and unread answers in turn, the first measurement without any; a server for each."""
    for name, make in _faults_of_one_worker().items():
        metrics = str(free_port())
        with serving(tree, 1, METRICS_PORT=metrics, MALLOC_ARENA_MAX="2") as server, make(server.port, int(metrics)):
            waits = normal_client(server.port, seconds)
            sheets = [_time(server.port, _sheet()) for _ in range(10)]
            batches = [_time(server.port, _batch(500)) for _ in range(5)]
            memory = server.memory() / 1e6
        yield Measured(
            name,
            len(waits),
            median(waits) * 1000,
            waits[len(waits) * 99 // 100] * 1000,
            memory,
            max(sheets) * 1000,
            median(batches) * 1000,
        )


def _faults_of_one_worker() -> dict[str, Callable[[int, int], AbstractContextManager[None]]]:
    """By name, each for the ports of the service and of its metrics."""
    return {
        "one worker, nobody else": lambda port, _: nullcontext(),
        "4 clients with costly deals": lambda port, _: sending(port, [_costly()] * 4),
        "254 idle at the metrics": lambda _, metrics: holding(metrics, _silent, 254),
        "25 unread answers of 7 MB": lambda port, _: holding(port, _slow_reader, 25),
    }


def _faults(port: int) -> dict[str, AbstractContextManager[None]]:
    return {
        "nobody else": nullcontext(),
        "200 idle connections": holding(port, _silent, 200),
        "40 half-sent heads": holding(port, _half_a_head, 40),
        "40 half-sent bodies": holding(port, _half_a_body, 40),
        "8 slow readers": holding(port, _slow_reader, 8),
        "4 worst bodies of 1 MiB": sending(port, _worst()),
        "8 gzip bodies of 1 MiB": sending(port, _worst(gzipped=True) * 2),
        "4 bodies that unpack to much": sending(port, _unpacking()),
        "4 bodies in chunks of a byte": sending(port, [_in_chunks_of_a_byte(2**20)] * 4),
        "4 with 500 requests at once": sending(port, [post_request("/v1/settlements", _deal()) * 500] * 4),
    }


def connected(port: int, stack: ExitStack) -> socket.socket:
    """A client that stays connected until the stack is closed."""
    return stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))


def _silent(port: int, stack: ExitStack) -> None:
    connected(port, stack)


def _half_a_head(port: int, stack: ExitStack) -> None:
    connected(port, stack).sendall(HEALTH[:20])


def _half_a_body(port: int, stack: ExitStack) -> None:
    connected(port, stack).sendall(post_request("/v1/settlements/batch", b"[" * 500_000)[:250_000])


def _slow_reader(port: int, stack: ExitStack) -> None:
    """A client that does not read its response of 5 MB."""
    client = stack.enter_context(socket.socket())
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", port))
    client.sendall(_batch(1000))
    client.settimeout(60)
    client.recv(1, socket.MSG_PEEK)  # it is answered


def _costly() -> bytes:
    return post_request("/v1/settlements", hostile_layouts.costly_deal())


def _sheet() -> bytes:
    """A scoresheet of one entry."""
    entry = as_entry(corpus()[0].body, SittingModel(4))
    sheet = {"ruleset": corpus()[0].ruleset, "players": [*"ABCD"], "entries": [entry]}
    return post_request("/v1/scoresheets", json.dumps(sheet).encode())


def _batch(number: int) -> bytes:
    return post_request("/v1/settlements/batch", b'{"deals": [%b]}' % b",".join([_deal()] * number))


def _time(port: int, request: bytes) -> float:
    """The seconds of a request, on a new connection."""
    started = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        head, _ = exchange(client, request)
    if not head.startswith(b"HTTP/1.1 200 "):
        raise ConnectionError(f"the server failed: {head[:200]!r}")
    return time.monotonic() - started


def _deal() -> bytes:
    return body_of(corpus()[0].body)


def _worst(*, gzipped: bool = False) -> list[bytes]:
    return [hostile_bodies.request(path, body, gzipped=gzipped) for path, body in hostile_bodies.one_mebibyte()]


def _unpacking() -> list[bytes]:
    return [hostile_bodies.request(path, body, gzipped=True) for path, body in hostile_bodies.amplifying()]


def _in_chunks_of_a_byte(length: int) -> bytes:
    head, _, _ = post_request("/v1/settlements/batch", b"").partition(b"Content-Length")
    return head + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n[\r\n" * length + b"0\r\n\r\n"


@contextmanager
def holding(port: int, hold: Hold, number: int) -> Iterator[None]:
    """Keep this many misbehaving clients while the block runs."""
    with ExitStack() as stack:
        for _ in range(number):
            hold(port, stack)
        yield


@contextmanager
def sending(port: int, requests: Sequence[bytes]) -> Iterator[None]:
    """One client for each request, which repeats it while the block runs."""
    stop = threading.Event()

    def run(request: bytes) -> None:
        while not stop.is_set():
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=60) as client:
                client.sendall(request)
                _discard_response(client)

    threads = [threading.Thread(target=run, args=(request,)) for request in requests]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _discard_response(client: socket.socket) -> None:
    """Read a response and keep nothing: the normal client shares this interpreter."""
    head = b""
    while b"\r\n\r\n" not in head:
        head += read_some(client)
    head, _, body = head.partition(b"\r\n\r\n")
    left = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]) - len(body)
    while left > 0:
        left -= len(read_some(client))


def normal_client(port: int, seconds: float, pause: float = 0.02) -> list[float]:
    """Request settlements and the health, each on a new connection; the seconds of each, sorted."""
    settle = post_request("/v1/settlements", _deal())
    deadline = time.monotonic() + seconds
    waits: list[float] = []
    for number in count():
        started = time.monotonic()
        if started > deadline:
            break
        with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
            head, _ = exchange(client, HEALTH if number % 4 == 3 else settle)
        waits.append(time.monotonic() - started)
        if not head.startswith(b"HTTP/1.1 200 "):
            raise ConnectionError(f"the server failed: {head[:200]!r}")
        time.sleep(pause)
    return sorted(waits)


def main() -> int:
    """Print a line for each fault; 1 if a limit is reached."""
    parser = ArgumentParser(prog="python -m tools.bench.faults")
    parser.add_argument("--core", type=Path, default=ROOT, help="the tree that is served")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long each fault lasts")
    parser.add_argument("--one-worker", action="store_true", help="only those with one worker")
    arguments = parser.parse_args()
    within_limits, alone = True, 0.0
    print(f"{'beside':28} {'answers':>7} {'median':>9} {'p99':>9} {'a worker':>9} {'a sheet':>9} {'500 deals':>9}")
    measurements = [] if arguments.one_worker else [measure(arguments.core, arguments.seconds)]
    for result in chain(*measurements, measure_one_worker(arguments.core, arguments.seconds)):
        alone = alone or result.batch
        within_limits &= result.is_within_limits(alone)
        times = f"{result.median:6.1f} ms {result.p99:6.1f} ms"
        beside = f" {result.sheet:6.1f} ms {result.batch / alone:7.2f} x" if alone else ""
        print(f"{result.fault:28} {result.answers:7} {times} {result.memory:6.1f} MB{beside}", flush=True)
    return 0 if within_limits else 1


if __name__ == "__main__":
    sys.exit(main())
