"""Out of descriptors, a killed master, Ctrl-C: what runs is answered, and nobody is sent to a service that ends."""

import json
import os
import resource
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.ops import faults
from tests.ops.load import exchange, read_answer
from tests.ops.server import REAL, SMALL, Server, await_workers, running

DESCRIPTORS = 64


def ended(pids: set[int]) -> bool:
    return not any(Path(f"/proc/{pid}").exists() for pid in pids)


def await_end(pids: set[int], seconds: float) -> None:
    until = time.monotonic() + seconds
    while not ended(pids):
        assert time.monotonic() < until, "some workers stay"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Two workers with few descriptors."""
    with running(tmp_path_factory.mktemp("limited"), REAL, WEB_CONCURRENCY="2", REQUEST_TIMEOUT="2") as server:
        await_workers(server, 2)
        for worker in server.workers():
            resource.prlimit(worker, resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))
        yield server


@pytest.mark.parametrize("hold", [faults.silent, faults.kept_alive, faults.slow_headers, faults.never_closing])
def test_out_of_descriptors_no_worker_exits_and_new_clients_are_answered(limited: Server, hold: faults.Hold) -> None:
    workers = limited.workers()
    with faults.holding(limited.port, hold, 3 * DESCRIPTORS):
        waits = faults.normal_client(limited.port, 3)
    assert waits[-1] < 1
    assert len(waits) > 20
    assert limited.workers() == workers
    assert not [line for line in limited.lines() if line["level"] in ("error", "critical")]


def asked_for_long(server: Server) -> socket.socket:
    """A client whose answer takes a while to make."""
    client = socket.create_connection(("127.0.0.1", server.port), timeout=20)
    client.sendall(faults.LARGE_ANSWER)
    time.sleep(0.1)
    return client


def assert_answered(client: socket.socket) -> None:
    head, body = read_answer(client)
    assert head.startswith(b"HTTP/1.1 200 ")
    assert len(json.loads(body)["results"]) == 1000
    client.close()


def test_the_workers_of_a_killed_master_accept_no_more_at_once_but_answer_what_runs(tmp_path: Path) -> None:
    with running(tmp_path, REAL) as server:
        await_workers(server, 2)
        workers = server.workers()
        client = asked_for_long(server)
        server.signal(signal.SIGKILL)
        time.sleep(0.3)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", server.port), timeout=1)
        assert_answered(client)
        await_end(workers, 5)


@pytest.mark.parametrize("number", [1, 6])
def test_ctrl_c_answers_what_runs_and_ends_soon(tmp_path: Path, number: int) -> None:
    with running(tmp_path, REAL) as server, ExitStack() as held:
        await_workers(server, 2)
        idle = faults.connected(server.port, held)
        exchange(idle, faults.KEPT)
        clients = [asked_for_long(server) for _ in range(number)]
        os.killpg(server.process.pid, signal.SIGINT)
        for client in clients:
            assert_answered(client)
        assert server.process.wait(8) == 0
        assert idle.recv(1) == b""


def test_ctrl_c_answers_what_waits_for_a_thread(tmp_path: Path) -> None:
    asked = b"GET /slow?seconds=0.5 HTTP/1.1\r\nHost: x\r\n\r\n"
    with running(tmp_path, SMALL, WEB_CONCURRENCY="1", THREADS="1") as server, ExitStack() as held:
        clients = [faults.connected(server.port, held) for _ in range(6)]
        for client in clients:
            client.sendall(asked)
        time.sleep(0.3)  # in the queue, not in a thread
        os.killpg(server.process.pid, signal.SIGINT)
        assert [exchange(client, b"")[0][:13] for client in clients] == [b"HTTP/1.1 200 "] * 6
        assert server.process.wait(8) == 0


def test_ctrl_c_twice_ends_at_once(tmp_path: Path) -> None:
    with running(tmp_path, REAL) as server, ExitStack() as held:
        await_workers(server, 2)
        faults.slow_reader(server.port, held)
        time.sleep(1)
        for _ in range(2):
            os.killpg(server.process.pid, signal.SIGINT)
            time.sleep(0.3)
        assert server.process.wait(8) == 0  # not the thirty seconds of a grace


def test_a_stopping_service_waits_for_no_client_longer_than_its_grace(tmp_path: Path) -> None:
    with running(tmp_path, REAL, GRACEFUL_TIMEOUT="2") as server, ExitStack() as held:
        await_workers(server, 2)
        for hold in (faults.kept_alive, faults.slow_headers, faults.slow_reader, faults.never_closing):
            hold(server.port, held)
        server.signal(signal.SIGTERM)
        assert server.process.wait(8) == 0
