"""Clients that misbehave, each held as long as a block runs, and a normal one beside them."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import count

from tests.conftest import worked
from tests.ops.load import exchange, posted, read_some

CLOSING = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
KEPT = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
DEAL = json.dumps(worked("deals")[0]["request"]).encode()
SETTLE = posted("/v1/settlements", DEAL)
LARGE_ANSWER = posted("/v1/settlements/batch", b'{"deals": [%b]}' % b",".join([DEAL] * 1000))
"""Nearly 5 MB: more than the system keeps for a client that does not read."""

Hold = Callable[[int, ExitStack], None]


def connected(port: int, held: ExitStack) -> socket.socket:
    return held.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))


def silent(port: int, held: ExitStack) -> None:
    """A client that connects and sends nothing."""
    connected(port, held)


def kept_alive(port: int, held: ExitStack) -> None:
    """A client that has its answer and stays."""
    exchange(connected(port, held), KEPT)


def never_closing(port: int, held: ExitStack) -> None:
    """A client that does not close after the last answer."""
    exchange(connected(port, held), CLOSING)


def slow_headers(port: int, held: ExitStack) -> None:
    """A client that drips its headers."""
    drip(connected(port, held), b"GET /healthz HTTP/1.1\r\nX: ", held)


def slow_body(port: int, held: ExitStack) -> None:
    """A client that drips its body."""
    drip(connected(port, held), SETTLE.replace(b"Length: ", b"Length: 9")[:200], held)


def slow_reader(port: int, held: ExitStack) -> None:
    """A client that does not read a large answer."""
    client = held.enter_context(socket.socket())
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", port))
    client.sendall(LARGE_ANSWER)


def drip(client: socket.socket, start: bytes, held: ExitStack) -> None:
    stop = threading.Event()

    def run() -> None:
        with suppress(OSError):
            client.sendall(start)
            while not stop.wait(0.2):
                client.sendall(b"x")

    thread = threading.Thread(target=run)
    thread.start()
    held.callback(thread.join)
    held.callback(stop.set)


@contextmanager
def sending(port: int, requests: list[bytes]) -> Iterator[list[int]]:
    """One client for each request, which sends it again and again; yields how often each was answered."""
    stop = threading.Event()
    answered = [0] * len(requests)

    def run(number: int) -> None:
        while not stop.is_set():
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=60) as client:
                while not stop.is_set():
                    client.sendall(requests[number])
                    pass_over_answer(client)
                    answered[number] += 1

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(requests))]
    for thread in threads:
        thread.start()
    try:
        yield answered
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def pass_over_answer(client: socket.socket) -> None:
    """Read an answer and keep nothing: this process has one interpreter, and the normal client shares it."""
    head = b""
    while b"\r\n\r\n" not in head:
        head += read_some(client)
    head, _, body = head.partition(b"\r\n\r\n")
    left = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]) - len(body)
    while left > 0:
        left -= len(read_some(client))


@contextmanager
def holding(port: int, hold: Hold, number: int) -> Iterator[None]:
    """So many misbehaving clients while the block runs."""
    with ExitStack() as held:
        for _ in range(number):
            hold(port, held)
        yield


def normal_client(port: int, seconds: float, pause: float = 0.02) -> list[float]:
    """Settle deals and ask for the health, each on a connection of its own: the seconds that each took, sorted."""
    until = time.monotonic() + seconds
    waits: list[float] = []
    for number in count():
        started = time.monotonic()
        if started > until:
            return sorted(waits)
        with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
            head, _ = exchange(client, KEPT if number % 4 == 3 else SETTLE)
        waits.append(time.monotonic() - started)
        assert head.startswith(b"HTTP/1.1 200 "), head
        time.sleep(pause)
    raise AssertionError


def percentile(waits: Sequence[float], share: int) -> float:
    """The seconds within which so many of a hundred came."""
    return waits[min(len(waits) * share // 100, len(waits) - 1)]
