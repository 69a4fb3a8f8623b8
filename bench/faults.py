"""A normal client beside clients that misbehave, and the memory of the largest worker: `python -m bench.faults`.

Two workers without a proxy. It ends with 1 where a normal client's 99th percentile reaches 300 ms or a worker's memory
100 MB. `--core DIRECTORY` serves another tree, such as the one that `make compile` makes.
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
from support.load import exchange, posted, read_some

SECONDS: Final = 6.0
MOST_WAITED: Final = 300.0
"""Milliseconds."""
MOST_HELD: Final = 100.0
"""Megabytes of a worker, what it shares with the master included."""
HEALTH: Final = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
Hold = Callable[[int, ExitStack], object]


class Beside(NamedTuple):
    """What a normal client waited, in milliseconds, and the largest worker's memory in megabytes."""

    fault: str
    answers: int
    median: float
    p99: float
    held: float


def measure(tree: Path = ROOT, seconds: float = SECONDS) -> Iterator[Beside]:
    """Every fault in turn, after a time alone."""
    with serving(tree) as server:
        for name, fault in _faults(server.port).items():
            with fault:
                waits = normal_client(server.port, seconds)
                held = server.memory() / 1e6
            yield Beside(name, len(waits), median(waits) * 1000, waits[len(waits) * 99 // 100] * 1000, held)


def _faults(port: int) -> dict[str, AbstractContextManager[None]]:
    return {
        "nobody else": nullcontext(),
        "200 idle connections": holding(port, _silent, 200),
        "40 half-sent heads": holding(port, _half_a_head, 40),
        "40 half-sent bodies": holding(port, _half_a_body, 40),
        "8 slow readers": holding(port, _slow_reader, 8),
        "4 worst bodies of 1 MiB": sending(port, _worst()),
        "8 gzip bodies of 1 MiB": sending(port, _worst(packed=True) * 2),
        "4 bodies that unpack to much": sending(port, _unpacking()),
        "4 bodies in chunks of a byte": sending(port, [_in_chunks_of_a_byte(2**20)] * 4),
        "4 with 500 requests at once": sending(port, [posted("/v1/settlements", _deal()) * 500] * 4),
    }


def connected(port: int, held: ExitStack) -> socket.socket:
    """A client that stays as long as the block runs."""
    return held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))


def _silent(port: int, held: ExitStack) -> None:
    connected(port, held)


def _half_a_head(port: int, held: ExitStack) -> None:
    connected(port, held).sendall(HEALTH[:20])


def _half_a_body(port: int, held: ExitStack) -> None:
    connected(port, held).sendall(posted("/v1/settlements/batch", b"[" * 500_000)[:250_000])


def _slow_reader(port: int, held: ExitStack) -> None:
    """A client that does not read an answer of 5 MB."""
    client = held.enter_context(socket.socket())
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", port))
    client.sendall(posted("/v1/settlements/batch", b'{"deals": [%b]}' % b",".join([_deal()] * 1000)))


def _deal() -> bytes:
    return body_of(corpus()[0].body)


def _worst(*, packed: bool = False) -> list[bytes]:
    return [hostile_bodies.sent(path, body, packed=packed) for path, body in hostile_bodies.large()]


def _unpacking() -> list[bytes]:
    return [hostile_bodies.sent(path, body, packed=True) for path, body in hostile_bodies.small()]


def _in_chunks_of_a_byte(length: int) -> bytes:
    head, _, _ = posted("/v1/settlements/batch", b"").partition(b"Content-Length")
    return head + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n[\r\n" * length + b"0\r\n\r\n"


@contextmanager
def holding(port: int, hold: Hold, number: int) -> Iterator[None]:
    """So many misbehaving clients while the block runs."""
    with ExitStack() as held:
        for _ in range(number):
            hold(port, held)
        yield


@contextmanager
def sending(port: int, sent: Sequence[bytes]) -> Iterator[None]:
    """One client for each request, which sends it again and again while the block runs."""
    stop = threading.Event()

    def run(request: bytes) -> None:
        while not stop.is_set():
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=60) as client:
                client.sendall(request)
                _pass_over_answer(client)

    threads = [threading.Thread(target=run, args=(request,)) for request in sent]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _pass_over_answer(client: socket.socket) -> None:
    """Read an answer and keep nothing: this process has one interpreter, and the normal client shares it."""
    head = b""
    while b"\r\n\r\n" not in head:
        head += read_some(client)
    head, _, body = head.partition(b"\r\n\r\n")
    left = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]) - len(body)
    while left > 0:
        left -= len(read_some(client))


def normal_client(port: int, seconds: float, pause: float = 0.02) -> list[float]:
    """Settle deals and ask for the health, each on a connection of its own: the seconds that each took, sorted."""
    settle = posted("/v1/settlements", _deal())
    until = time.monotonic() + seconds
    waits: list[float] = []
    for number in count():
        started = time.monotonic()
        if started > until:
            break
        with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
            head, _ = exchange(client, HEALTH if number % 4 == 3 else settle)
        waits.append(time.monotonic() - started)
        if not head.startswith(b"HTTP/1.1 200 "):
            raise ConnectionError(f"the server failed: {head[:200]!r}")
        time.sleep(pause)
    return sorted(waits)


def main() -> int:
    """Measure and print."""
    parser = ArgumentParser(prog="python -m bench.faults")
    parser.add_argument("--core", type=Path, default=ROOT, help="the tree that is served")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long each fault lasts")
    given = parser.parse_args()
    kept = True
    print(f"{'beside':28} {'answers':>7} {'median':>9} {'p99':>9} {'a worker':>9}")
    for result in measure(given.core, given.seconds):
        kept &= result.p99 < MOST_WAITED and result.held < MOST_HELD
        print(
            f"{result.fault:28} {result.answers:7} {result.median:6.1f} ms {result.p99:6.1f} ms {result.held:6.1f} MB",
            flush=True,
        )
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
