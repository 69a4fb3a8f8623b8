"""The metrics' port and what stands behind it, under full disks, killed workers and clients that do not let go."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from service.ops import metrics
from tests.ops.server import Server, ask, await_workers, running


def total(server: Server, name: str = "service_requests_total", operation: str = "getHealth") -> float:
    return sum(
        value for key, value in server.metrics().items() if key.startswith(name) and f'operation="{operation}"' in key
    )


def threads(process: int) -> int:
    return len(os.listdir(f"/proc/{process}/task"))


def await_threads(server: Server, most: int, seconds: float) -> None:
    until = time.monotonic() + seconds
    while threads(server.process.pid) > most:
        assert time.monotonic() < until, "some threads stay"
        time.sleep(0.05)


def sockets(process: int) -> set[str]:
    """The sockets that a process holds."""
    held = set()
    for number in os.listdir(f"/proc/{process}/fd"):
        try:
            target = os.readlink(f"/proc/{process}/fd/{number}")
        except OSError:
            continue
        if target.startswith("socket:"):
            held.add(target)
    return held


def await_new_workers(server: Server, old: set[int]) -> None:
    until = time.monotonic() + 60
    while server.workers() & old or len(server.workers()) != 2:
        assert time.monotonic() < until, "the old workers stay"
        assert server.process.poll() is None, "the master has stopped"
        time.sleep(0.1)
    for _ in range(10):
        assert ask(server, "/healthz").status == 200


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A tmpfs of 256 KiB without a free byte."""
    place = tmp_path / "full"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", place], capture_output=True)
    if mounted.returncode:
        pytest.skip("mounting a tmpfs needs root")
    try:
        with pytest.raises(OSError, match="No space"):
            (place / "ballast").write_bytes(b"x" * 1024 * 1024)
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def renew(server: Server) -> None:
    """Reload, then kill a worker: each time new ones must come up."""
    old = server.workers()
    server.signal(signal.SIGHUP)
    await_new_workers(server, old)
    killed = min(server.workers())
    os.kill(killed, signal.SIGKILL)
    await_new_workers(server, {killed})


def test_a_full_disk_stops_no_worker(tmp_path: Path, full_disk: Path) -> None:
    with running(tmp_path, PROMETHEUS_MULTIPROC_DIR=str(full_disk), TMPDIR=str(full_disk)) as server:
        for _ in range(2):
            renew(server)
        assert total(server) >= 40


def test_a_metrics_directory_that_goes_stops_no_worker(tmp_path: Path) -> None:
    place = tmp_path / "metrics"
    place.mkdir()
    with running(tmp_path, PROMETHEUS_MULTIPROC_DIR=str(place)) as server:
        subprocess.run(["rm", "-rf", place], check=True)
        for _ in range(2):
            renew(server)
        assert total(server) >= 40


def test_a_killed_worker_leaves_its_counts(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        await_workers(server, 2)
        for _ in range(40):
            ask(server, "/healthz")
        before = total(server)
        for _ in range(3):
            old = server.workers()
            for worker in old:
                os.kill(worker, signal.SIGKILL)
            await_new_workers(server, old)
        assert total(server) == before + 30
        assert total(server, "service_request_seconds_count") == before + 30
        assert server.metrics()["service_workers"] == 2


def test_more_workers_than_were_planned_cost_counts_alone(tmp_path: Path) -> None:
    with running(tmp_path, WEB_CONCURRENCY="1") as server:
        for _ in range(3):
            server.signal(signal.SIGTTIN)
            time.sleep(0.3)  # signals that wait are one
        await_workers(server, 4)
        for _ in range(20):
            assert ask(server, "/healthz").status == 200
        assert 0 < total(server) <= 100
        assert server.metrics()["service_workers"] == 4


def test_a_scrape_while_counts_are_new_reads_none_by_half() -> None:
    memory = memoryview(bytearray(metrics.REGION))
    writer, written = metrics.Region(memory), Event()

    def scrape() -> list[bool]:
        whole: list[bool] = []
        while not whole or not written.is_set():
            read = enumerate(metrics.Region(memory).read())
            whole.append(all(name == (f"a count {number}",) for number, (name, _) in read))
        return whole

    with ThreadPoolExecutor(1) as threads:
        scraped = threads.submit(scrape)
        for number in range(metrics.RECORDS + 9):
            writer.add(((f"a count {number}",), 1))
        written.set()
        assert all(scraped.result())
    read = dict(metrics.Region(memory).read())
    assert len(read) == metrics.RECORDS
    assert set(read.values()) == {1}


def hold(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.metrics_port), timeout=10)


def test_connections_to_the_metrics_are_few_and_short(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        server.metrics()
        before = threads(server.process.pid)
        held = [hold(server) for _ in range(14)]
        for connection in held:
            connection.sendall(b"GET /metrics HTTP/1.1\r\n")  # never ends
        time.sleep(0.5)
        assert threads(server.process.pid) - before <= 8
        assert ask(server, "/healthz").status == 200
        await_threads(server, before, 6)
        assert total(server) > 0
        for connection in held:
            connection.close()


def test_a_scrape_that_drips_or_is_not_read_ends_in_time(tmp_path: Path) -> None:
    def drip(connection: socket.socket) -> float:
        began = time.monotonic()
        try:
            while time.monotonic() - began < 15:
                connection.sendall(b"x")
                time.sleep(0.2)
        except OSError:
            pass
        return time.monotonic() - began

    with running(tmp_path) as server:
        server.metrics()
        before = threads(server.process.pid)
        with ThreadPoolExecutor(8) as clients:
            assert max(clients.map(drip, [hold(server) for _ in range(8)])) < 8
        await_threads(server, before, 0.6)
        assert total(server) > 0


def test_a_new_worker_holds_no_connection_of_the_metrics(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        held = [hold(server) for _ in range(4)]
        for connection in held:
            connection.sendall(b"GET /metrics HTTP/1.1\r\n")
        time.sleep(0.3)
        listening = sockets(server.process.pid)
        old = server.workers()
        server.signal(signal.SIGHUP)
        await_new_workers(server, old)
        shared = [sockets(worker) & listening for worker in server.workers()]
        assert [len(each) for each in shared] == [1, 1], "the public port's socket, and no other"
        for connection in held:
            connection.close()
