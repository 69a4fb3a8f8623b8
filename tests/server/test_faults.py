"""A normal client beside misbehaving ones, without a proxy and behind that of deploy/nginx.conf; and a worker's memory.

`WHOLE=1 LOAD_SECONDS=30 python -m pytest -s tests/server/test_faults.py` lasts longer, and prints what it measures.
"""

import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from itertools import count, cycle, islice
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple, Protocol

import pytest

from tests.support import hostile_bodies, hostile_layouts
from tests.support.load import exchange, post_request, read_some
from tests.support.proxy import NGINX, proxy
from tests.support.server import REAL, TIMEOUT, Server, running
from tests.support.sessions import SessionModel, as_entry
from tests.support.worked import WORKED_DEALS

DEAL: Final = json.dumps(WORKED_DEALS[0]).encode()
SETTLE: Final = post_request("/v1/settlements", DEAL)
BATCH: Final = post_request("/v1/settlements/batch", b'{"deals": [%b]}' % b",".join([DEAL] * 1000))
_ONE_ENTRY: Final = {
    "ruleset": "harr-1923",
    "players": [*"ABCD"],
    "entries": [as_entry(WORKED_DEALS[0], SessionModel(4))],
}
SHEET: Final = post_request("/v1/scoresheets", json.dumps(_ONE_ENTRY).encode())
SECONDS: Final = float(os.environ.get("LOAD_SECONDS", "6"))
"""Seconds of the normal client beside each load."""
MAX_P99: Final = 0.1
"""Seconds of the 99th percentile of ordinary requests; on a slower machine ten times what it is alone."""
MAX_SHEET: Final = 0.5
"""Seconds of a scoresheet of one entry; on a slower machine fifty times what it takes alone."""
MAX_BATCH: Final = 3.0
"""Times that a batch of 500 deals takes alone."""
MAX_MEMORY: Final = 192 * 2**20
"""Bytes of a worker, including what it shares with the master: the limit of the Kubernetes base."""
BEHIND_PROXY: Final = 46
"""Connections of a load behind the proxy, which admits fifty of an address."""
HEALTH: Final = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
BUNDLE: Final = b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n"


class Stop(Protocol):
    """When a load ends."""

    def is_set(self) -> bool: ...

    def wait(self, timeout: float | None = None) -> bool: ...


Client = Callable[[int, Stop], None]
"""What one client does with a port until it is stopped."""


class Load(NamedTuple):
    """Clients that misbehave at the same time."""

    clients: Sequence[Client]
    workers: int = 1
    at_metrics: bool = False
    """True if they connect to the port of the metrics."""
    with_batch: bool = False
    """True if a batch of 500 deals is measured too."""
    overloads: bool = False
    """True if more of its long requests come at once than may wait: a long request of the normal client may be refused
    then, at once."""


def connection(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=60)


def repeating(*requests: bytes) -> Client:
    """Sends requests again and again, each on a new connection, and takes the responses."""

    def run(port: int, stop: Stop) -> None:
        for request in cycle(requests):
            if stop.is_set():
                return
            with suppress(OSError), connection(port) as client:
                client.sendall(request)
                discard_response(client)

    return run


def discard_response(client: socket.socket) -> None:
    head = b""
    while b"\r\n\r\n" not in head:
        head += read_some(client)
    head, _, body = head.partition(b"\r\n\r\n")
    left = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]) - len(body)
    while left > 0:
        left -= len(read_some(client))


def holding(sent: bytes, taken: int = 0) -> Client:
    """Sends this and takes so many bytes each 0.2 s, so that it stays fresh; opened again where it is cut."""

    def run(port: int, stop: Stop) -> None:
        while not stop.wait(0.2):
            with suppress(OSError), socket.socket() as client:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                client.settimeout(60)
                client.connect(("127.0.0.1", port))
                client.sendall(sent)
                while not stop.wait(0.2):
                    if taken and not client.recv(taken):
                        break

    return run


def leaving(request: bytes) -> Client:
    """Sends a request and leaves."""

    def run(port: int, _: Stop) -> None:
        with suppress(OSError), connection(port) as client:
            client.sendall(request)

    return run


def refused_layouts(number: int) -> list[Client]:
    """Clients that send layouts which no request had before, one of two in turn."""
    houses = cycle([hostile_layouts.refused(tiles) for tiles in hostile_layouts.REFUSED.values()])
    bodies = ({"ruleset": "dmjl", "house_rules": {"rules": {"house:a": next(next(houses))}}} for _ in count())
    return [
        repeating(*[hostile_bodies.request("/v1/rulesets/resolve", body) for body in islice(bodies, 25)])
        for _ in range(number)
    ]


def worst(*, gzipped: bool = False) -> list[Client]:
    bodies = [hostile_bodies.request(path, body, gzipped=gzipped) for path, body in hostile_bodies.one_mebibyte()]
    return [repeating(body) for body in bodies]


def batch(deals: int) -> bytes:
    return post_request("/v1/settlements/batch", b'{"deals": [%b]}' % b",".join([DEAL] * deals))


def sheet(entries: int) -> bytes:
    entry = as_entry(WORKED_DEALS[0], SessionModel(4))
    body = {"ruleset": "harr-1923", "players": [*"ABCD"], "entries": [entry] * entries}
    return hostile_bodies.request("/v1/scoresheets", body)


def in_chunks_of_a_byte(length: int) -> bytes:
    head, _, _ = post_request("/v1/settlements/batch", b"").partition(b"Content-Length")
    return head + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n[\r\n" * length + b"0\r\n\r\n"


COSTLY: Final = post_request("/v1/settlements", hostile_layouts.costly_deal())
HALF_A_BODY: Final = post_request("/v1/settlements/batch", b"[" * 500_000)[:250_000]
UNPACKING: Final = [hostile_bodies.request(*each, gzipped=True) for each in hostile_bodies.amplifying()]
LOADS: Final = {
    "50 with refused layouts": Load(refused_layouts(50), overloads=True),
    "50 who left long requests": Load([leaving(BATCH), leaving(COSTLY)] * 25),
    "48 that load Swagger UI": Load([repeating(BUNDLE)] * 48),
    "24 sheets of 1,000 deals": Load([repeating(sheet(1000))] * 24),
    "46 fresh holders": Load([holding(batch(120), taken=2048)] * 46, overloads=True),
}
"""Loads of one worker, which are asked behind the proxy too."""
KEPT_BY_THE_PROXY: Final = {"25 unread answers of 7 MB": Load([holding(BATCH)] * 25, with_batch=True)}
"""Loads of one worker that are asked behind the proxy only, which keeps what slow clients have not taken."""
FURTHER: Final = {
    "4 with costly deals": Load([repeating(COSTLY)] * 4, with_batch=True),
    "254 idle at the metrics": Load([holding(b"")] * 254, at_metrics=True, with_batch=True),
    "200 idle connections": Load([holding(b"")] * 200, workers=2),
    "40 half-sent heads": Load([holding(HEALTH[:20])] * 40, workers=2),
    "40 half-sent bodies": Load([holding(HALF_A_BODY)] * 40, workers=2),
    "8 slow readers": Load([holding(BATCH)] * 8, workers=2),
    "4 worst bodies of 1 MiB": Load(worst(), workers=2),
    "8 gzip bodies of 1 MiB": Load(worst(gzipped=True) * 2, workers=2),
    "4 bodies that unpack to much": Load([repeating(body) for body in UNPACKING], workers=2),
    "4 bodies in chunks of a byte": Load([repeating(in_chunks_of_a_byte(2**20))] * 4, workers=2),
    "4 with 500 requests at once": Load([repeating(SETTLE * 500)] * 4, workers=2),
}


@contextmanager
def beside(clients: Sequence[Client], port: int) -> Iterator[None]:
    """The clients, in a process of their own, so that the normal client does not wait for them itself."""
    context = get_context("fork")
    stop = context.Event()
    process = context.Process(target=run_all, args=(clients, port, stop))
    process.start()
    try:
        time.sleep(1)
        yield
    finally:
        stop.set()
        process.join(TIMEOUT)
        process.kill()


def run_all(clients: Sequence[Client], port: int, stop: Stop) -> None:
    threads = [threading.Thread(target=client, args=(port, stop), daemon=True) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def seconds_of(port: int, request: bytes, *, may_be_refused: bool = False) -> float:
    """The seconds of a request, on a new connection, that must be answered, or refused with the time to come again."""
    started = time.monotonic()
    with connection(port) as client:
        head, _ = exchange(client, request)
    refused = head.startswith(b"HTTP/1.1 503 ") and b"\r\nRetry-After: " in head
    assert head.startswith(b"HTTP/1.1 200 ") or (refused and may_be_refused), head[:200]
    return time.monotonic() - started


class Measured(NamedTuple):
    """Seconds: the 99th percentile of ordinary requests, the slowest of ten sheets, and a batch's median of three."""

    p99: float
    sheet: float
    batch: float


def measured(port: int, seconds: float, load: Load) -> Measured:
    waits: list[float] = []
    deadline = time.monotonic() + seconds
    for number in count():
        if time.monotonic() > deadline:
            break
        waits.append(seconds_of(port, HEALTH if number % 4 == 3 else SETTLE))
        time.sleep(0.02)
    sheets = [seconds_of(port, SHEET, may_be_refused=load.overloads) for _ in range(10)]
    batches = [seconds_of(port, batch(500)) for _ in range(3 * load.with_batch)]
    return Measured(sorted(waits)[len(waits) * 99 // 100], max(sheets), median(batches) if batches else 0)


def readable_by_all(directory: str) -> Path:
    Path(directory).chmod(0o755)
    return Path(directory)


@contextmanager
def served(directory: Path, load: Load, *, proxied: bool) -> Iterator[tuple[Server, int]]:
    """A server, and the port to ask."""
    directory.chmod(0o755)
    workers = str(load.workers)
    with (
        TemporaryDirectory() as readable,  # the proxy's processes have another user
        running(directory, REAL, before="exec >/dev/null", WEB_CONCURRENCY=workers, MALLOC_ARENA_MAX="2") as server,
        proxy(readable_by_all(readable), server.port) if proxied else nullcontext(server.port) as port,
    ):
        yield server, port


def check(directory: Path, load: Load, *, proxied: bool = False) -> None:
    """The limits hold; what is slow is measured twice, as the machine may be busy."""
    clients = load.clients[:BEHIND_PROXY] if proxied else load.clients
    with served(directory, load, proxied=proxied) as (server, port):
        alone = measured(port, 1, load)
        results, memory = list[Measured](), 0
        while len(results) < 2 and not (results and is_within(results[-1], alone)):
            with beside(clients, server.metrics_port if load.at_metrics else port):
                results.append(measured(port, SECONDS, load))
                memory = max(memory, server.memory())
    for result in (alone, *results):
        times = f"{result.p99 * 1000:6.1f} ms, a sheet {result.sheet * 1000:6.1f} ms, 500 deals {result.batch:5.2f} s"
        print(f"99th percentile {times}")
    print(f"a worker {memory / 1e6:.1f} MB")
    assert is_within(results[-1], alone), (alone, results)
    assert memory < MAX_MEMORY


def is_within(result: Measured, alone: Measured) -> bool:
    return (
        result.p99 < max(MAX_P99, 10 * alone.p99)
        and result.sheet < max(MAX_SHEET, 50 * alone.sheet)
        and result.batch <= MAX_BATCH * alone.batch
    )


pytestmark = pytest.mark.night


@pytest.mark.parametrize("name", [*LOADS, *FURTHER])
def test_a_normal_client_does_not_suffer_from_others(tmp_path: Path, name: str) -> None:
    check(tmp_path, {**LOADS, **FURTHER}[name])


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
@pytest.mark.parametrize("name", [*LOADS, *KEPT_BY_THE_PROXY])
def test_nor_does_it_behind_the_proxy(tmp_path: Path, name: str) -> None:
    check(tmp_path, {**LOADS, **KEPT_BY_THE_PROXY}[name], proxied=True)
