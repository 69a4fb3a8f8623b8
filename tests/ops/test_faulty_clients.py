"""Clients that misbehave cost others nothing: no thread waits for a client."""

import json
import resource
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from bench.worst import requests as worst_requests
from service.ops.worker.worker import MOST_HELD
from tests.ops import faults
from tests.ops.load import posted, read_some
from tests.ops.server import REAL, SMALL, Server, running

TIMEOUT = 1.0
"""REQUEST_TIMEOUT of these tests; as long, an idle connection is kept from the workers by the system."""
LOOK = 0.5
"""The worker looks at the time so often."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("faulty"), REAL, REQUEST_TIMEOUT="1") as server:
        faults.normal_client(server.port, 1)
        yield server


@pytest.mark.parametrize(
    ("hold", "number", "seconds"),
    [
        pytest.param(faults.silent, 100, 6.0, id="100 idle from the start"),
        pytest.param(faults.kept_alive, 100, 2.0, id="100 idle after an answer"),
        pytest.param(faults.never_closing, 8, 1.5, id="8 that never close"),
        pytest.param(faults.slow_headers, 16, 1.5, id="16 slow headers"),
        pytest.param(faults.slow_body, 16, 1.5, id="16 slow bodies"),
        pytest.param(faults.slow_reader, 8, 1.5, id="8 slow readers"),
    ],
)
def test_a_normal_client_is_answered_at_once_beside(
    service: Server, hold: faults.Hold, number: int, seconds: float
) -> None:
    with faults.holding(service.port, hold, number):
        waits = faults.normal_client(service.port, seconds)
    assert len(waits) > 10
    assert waits[-1] < 0.7


def test_a_normal_client_waits_less_than_a_tenth_of_a_second_beside_8_hostile_bodies(tmp_path: Path) -> None:
    named = {each.name: each for each in worst_requests(256 * 1024)}
    worst = [each for name, each in named.items() if "suits short" in name or "orphans" in name or "slips" in name]
    bodies = [posted(each.path, each.body) for each in (worst * 8)[:8]]
    with running(tmp_path, REAL) as server:
        alone = faults.percentile(faults.normal_client(server.port, 2, 0), 99)
        with faults.sending(server.port, bodies):
            time.sleep(0.5)
            rounds = (faults.percentile(faults.normal_client(server.port, 3, 0), 99) for _ in range(4))
            assert any(p99 < max(0.1, 10 * alone) for p99 in rounds)  # a busy machine makes both wait


def resident(pid: int) -> int:
    """Bytes of memory that a process has."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()


def test_half_sent_bodies_hold_no_more_memory_than_is_set_aside(tmp_path: Path) -> None:
    half = faults.LARGE_ANSWER.partition(b"Content-Length")[0] + b"Content-Length: 1000000\r\n\r\n" + b" " * 999_999
    with running(tmp_path, REAL, WEB_CONCURRENCY="1") as server, ExitStack() as held:
        faults.normal_client(server.port, 0.5)
        (worker,) = server.workers()
        before = resident(worker)
        clients = [faults.connected(server.port, held) for _ in range(60)]
        for client in clients:
            client.sendall(half)
        assert faults.normal_client(server.port, 1)[-1] < 0.7
        assert resident(worker) - before < 2 * MOST_HELD
        assert clients[0].recv(65536).startswith(b"HTTP/1.1 408 ")  # the one that was waited for longest
        clients[-1].sendall(b" ")
        assert clients[-1].recv(65536).startswith(b"HTTP/1.1 400 ")


def seconds_until_closed(client: socket.socket) -> tuple[float, bytes]:
    started = time.monotonic()
    client.settimeout(10)
    try:
        data = b"".join(iter(lambda: client.recv(65536), b""))
    except ConnectionResetError:
        data = b""
    return time.monotonic() - started, data


@pytest.mark.parametrize("start", [b"GET /healthz HTTP/1.1\r\nX: y", faults.SETTLE[:-1]], ids=["headers", "body"])
def test_a_request_that_stays_incomplete_is_told_so_once_its_time_is_over(service: Server, start: bytes) -> None:
    with socket.create_connection(("127.0.0.1", service.port)) as client:
        began = time.monotonic()  # before the service can have begun to count
        client.sendall(start)
        _, answer = seconds_until_closed(client)
        seconds = time.monotonic() - began
    assert TIMEOUT <= seconds < TIMEOUT + 2 * LOOK
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"/problems/request-timeout" in answer


@pytest.mark.parametrize("start", [b"GET /healthz HTTP/1.1\r\nX: y", faults.SETTLE[:-1]], ids=["headers", "body"])
def test_however_many_stay_incomplete_each_is_told_so_once_its_time_is_over(service: Server, start: bytes) -> None:
    with ExitStack() as held, ThreadPoolExecutor(40) as clients:
        connections = [faults.connected(service.port, held) for _ in range(40)]
        for connection in connections:
            connection.sendall(start)
        told = list(clients.map(seconds_until_closed, connections))
    assert all(answer.startswith(b"HTTP/1.1 408 ") for _, answer in told)
    assert max(seconds for seconds, _ in told) < TIMEOUT + 3 * LOOK


def test_a_request_that_the_service_does_not_come_to_in_time_may_be_sent_again(tmp_path: Path) -> None:
    settings = {"REQUEST_TIMEOUT": "1", "WEB_CONCURRENCY": "1", "CORS_ORIGINS": "https://a.example"}
    asked = b"GET /slow?seconds=2.5 HTTP/1.1\r\nHost: x\r\nOrigin: https://a.example\r\n\r\n"
    with running(tmp_path, SMALL, **settings) as server, ExitStack() as held:
        clients = [faults.connected(server.port, held) for _ in range(3)]
        for client in clients:
            client.sendall(asked)
        told = [seconds_until_closed(client) for client in clients]
    assert all(seconds < TIMEOUT + 2 * LOOK for seconds, _ in told)
    for head, _, body in (answer.partition(b"\r\n\r\n") for _, answer in told):
        assert head.startswith(b"HTTP/1.1 503 ")
        assert b"\r\nRetry-After: 1" in head
        assert b"\r\nAccess-Control-Allow-Origin: https://a.example" in head
        assert json.loads(body)["code"] == "overloaded"


def test_a_dripped_body_has_the_time_of_one_request(service: Server) -> None:
    with ExitStack() as held:
        client = faults.connected(service.port, held)
        faults.drip(client, faults.SETTLE.replace(b"Length: ", b"Length: 9")[:200], held)
        seconds, answer = seconds_until_closed(client)
    assert seconds < TIMEOUT + 2 * LOOK
    assert answer == b"" or answer.startswith(b"HTTP/1.1 408 ")


def test_a_client_that_does_not_read_is_cut_off_in_time(service: Server) -> None:
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", service.port))
        client.sendall(faults.LARGE_ANSWER)
        time.sleep(TIMEOUT + 3 * LOOK)
        seconds, _ = seconds_until_closed(client)
    assert seconds < LOOK


def test_an_answer_larger_than_the_system_takes_at_once_comes_whole(tmp_path: Path) -> None:
    with running(tmp_path, REAL) as server, ExitStack() as held:
        client = faults.connected(server.port, held)
        client.sendall(faults.LARGE_ANSWER)
        time.sleep(1)
        data = b""
        while b"\r\n\r\n" not in data:
            data += read_some(client)
        head, _, body = data.partition(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        while len(body) < length:
            body += read_some(client)
    assert len(body) == length > 4_000_000
