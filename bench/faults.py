"""The latency of a normal client beside misbehaving ones, and a worker's memory: `python -m bench.faults`.

Two workers without a proxy. The exit status is 1 if the normal client's 99th percentile reaches 300 ms or the memory of
a worker 100 MB. `--core DIRECTORY` serves another tree, such as the one that `make compile` makes.
"""

import socket
import sys
import threading
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from itertools import count
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from bench.corpus import body_of, corpus
from bench.server import serving
from bench.trees import ROOT
from support import hostile_bodies
from support.load import exchange, post_request, read_some

SECONDS: Final = 6.0
MAX_P99: Final = 300.0
"""Milliseconds."""
MAX_MEMORY: Final = 100.0
"""Megabytes of a worker, including what it shares with the master."""
HEALTH: Final = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
Hold = Callable[[int, ExitStack], object]


class Measured(NamedTuple):
    """A normal client's latency in milliseconds and the largest worker's memory in megabytes."""

    fault: str
    answers: int
    median: float
    p99: float
    memory: float


def measure(tree: Path = ROOT, seconds: float = SECONDS) -> Iterator[Measured]:
    """Every fault in turn, the first measurement without any."""
    with serving(tree) as server:
        for name, fault in _faults(server.port).items():
            with fault:
                waits = normal_client(server.port, seconds)
                memory = server.memory() / 1e6
            yield Measured(name, len(waits), median(waits) * 1000, waits[len(waits) * 99 // 100] * 1000, memory)


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
    client.sendall(post_request("/v1/settlements/batch", b'{"deals": [%b]}' % b",".join([_deal()] * 1000)))


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
    parser = ArgumentParser(prog="python -m bench.faults")
    parser.add_argument("--core", type=Path, default=ROOT, help="the tree that is served")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long each fault lasts")
    arguments = parser.parse_args()
    within_limits = True
    print(f"{'beside':28} {'answers':>7} {'median':>9} {'p99':>9} {'a worker':>9}")
    for result in measure(arguments.core, arguments.seconds):
        within_limits &= result.p99 < MAX_P99 and result.memory < MAX_MEMORY
        times = f"{result.median:6.1f} ms {result.p99:6.1f} ms"
        print(f"{result.fault:28} {result.answers:7} {times} {result.memory:6.1f} MB", flush=True)
    return 0 if within_limits else 1


if __name__ == "__main__":
    sys.exit(main())
