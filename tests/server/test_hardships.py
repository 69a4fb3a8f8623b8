"""The service still responds after a worker was killed, with a full disk, an unread log, or no metrics directory."""

import json
import os
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from pung_chow_settlement.server.metrics import MAX_READERS, PATIENCE
from tests.support.load import exchange, post_request
from tests.support.server import REAL, ROOT, SMALL, Server, ask, await_workers, running, wait_until
from tests.support.worked import WORKED_DEALS

pytestmark = pytest.mark.night
LOST = "service_log_lines_lost_total"
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-ID: " + b"i" * 64 + b"\r\n\r\n"
DEAL = json.dumps(WORKED_DEALS[0]).encode()
BATCH = post_request("/v1/settlements/batch", b'{"deals": [%b]}' % b",".join([DEAL] * 1000))


RESET = struct.pack("ii", 1, 0)


def responds(server: Server) -> bool:
    try:
        return ask(server, "/healthz").status == 200
    except OSError:
        return False


def send_health_requests(server: Server, times: int) -> None:
    with server.connect() as connection:
        connection.connect()
        for _ in range(times):
            head, _ = exchange(connection.sock, HEALTH)
            assert head.startswith(b"HTTP/1.1 200 ")


def counted(server: Server) -> float:
    return sum(value for name, value in server.metrics().items() if name.startswith("service_requests_total"))


@pytest.mark.parametrize("raw", [BATCH, b"", BATCH[:1000]], ids=["at work", "idle", "half a body"])
def test_after_a_worker_was_killed_the_service_responds_and_its_counts_remain(tmp_path: Path, raw: bytes) -> None:
    with running(tmp_path, REAL, WEB_CONCURRENCY="1") as server:
        send_health_requests(server, 20)
        before = counted(server)
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
            connection.sendall(raw)
            for worker in server.workers():
                os.kill(worker, signal.SIGKILL)
            wait_until(lambda: responds(server))
        assert counted(server) > before >= 20
        assert len(os.listdir(f"/proc/{server.process.pid}/fd")) < 40


@pytest.mark.parametrize(
    "before",
    ["exec >/dev/full", "exec 0>&- 1>&- 2>&-", "exec >/dev/full 2>&1", "exec 2>&-", "exec >&-"],
)
def test_a_log_that_cannot_be_written_or_was_closed_loses_no_response(tmp_path: Path, before: str) -> None:
    with running(tmp_path, before=before) as server:
        send_health_requests(server, 50)
        if "full" in before:
            wait_until(lambda: server.metrics()[LOST] >= 50)


def test_a_reader_of_the_log_that_stalls_or_ends_loses_no_response(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    with running(tmp_path, WEB_CONCURRENCY="1", before=f"exec >{fifo}") as server:
        send_health_requests(server, 4000)  # a pipe and a queue full
        lost = server.metrics()[LOST]
        assert lost > 0
        assert json.loads(os.read(reader, 4096).splitlines()[0])["event"] == "request"
        os.close(reader)
        send_health_requests(server, 50)
        wait_until(lambda: server.metrics()[LOST] > lost)


def test_idle_readers_of_the_metrics_keep_neither_others_nor_a_new_worker_out(tmp_path: Path) -> None:
    with running(tmp_path, WEB_CONCURRENCY="1", before="ulimit -n 256") as server, ExitStack() as stack:
        for _ in range(254):
            stack.enter_context(socket.create_connection(("127.0.0.1", server.metrics_port), timeout=30))
        wait_until(lambda: threads(server) < 2 * MAX_READERS)
        assert server.metrics()["service_workers"] == 1
        for worker in server.workers():
            os.kill(worker, signal.SIGKILL)
        wait_until(lambda: responds(server))


def threads(server: Server) -> int:
    """The threads of the master."""
    return len(os.listdir(f"/proc/{server.process.pid}/task"))


def test_an_idle_reader_of_the_metrics_is_closed(tmp_path: Path) -> None:
    with running(tmp_path, WEB_CONCURRENCY="1") as server:
        reader = socket.create_connection(("127.0.0.1", server.metrics_port), timeout=30)
        started = time.monotonic()
        assert reader.recv(100) == b""
        assert time.monotonic() - started < 3 * PATIENCE
        reader.close()


def test_a_reader_of_the_metrics_that_leaves_writes_nothing_into_the_log(tmp_path: Path) -> None:
    with running(tmp_path, WEB_CONCURRENCY="1") as server:
        for sent in (b"", b"GET", b"GET /metrics HTTP/1.1\r\n\r\n", b"\x16\x03\x01\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", server.metrics_port), timeout=30) as reader:
                reader.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                reader.sendall(sent)
            assert server.metrics()["service_workers"] == 1
            assert [line for line in server.lines() if line["level"] in ("error", "critical")] == [], sent


def test_more_clients_than_descriptors_wait_for_their_turn(tmp_path: Path) -> None:
    with running(tmp_path, REAL, WEB_CONCURRENCY="1", before="ulimit -n 64") as server:
        with ExitStack() as stack:
            clients = [
                stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=60))
                for _ in range(100)
            ]
            for client in clients:
                client.sendall(HEALTH.replace(b"Host: x", b"Host: x\r\nConnection: close"))
            for client in clients:
                assert client.recv(65536).startswith(b"HTTP/1.1 200 ")
        assert [line for line in server.lines() if line["level"] in ("error", "critical")] == []


@pytest.mark.parametrize(
    ("hardship", "message"),
    [
        ("ulimit -n 30", "30 file descriptors are too few"),
        ("ulimit -f 0", "No usable temporary directory"),
        ("export THREADS=many", "THREADS"),
    ],
)
def test_what_prevents_the_start_is_one_line_of_the_log(hardship: str, message: str) -> None:
    gunicorn = f"{sys.executable} -m gunicorn --config python:pung_chow_settlement.server.gunicorn_conf '{SMALL}'"
    run = subprocess.run(["sh", "-c", f"{hardship}; exec {gunicorn}"], cwd=ROOT, capture_output=True, check=False)
    (line,) = run.stderr.splitlines()
    assert message in json.loads(line)["message"]
    assert (run.returncode, run.stdout) == (1, b"")


def remove_files(_: Server, temporary: Path) -> None:
    for file in temporary.glob("settlement-metrics-*/*"):
        file.unlink()
    for directory in temporary.glob("settlement-metrics-*"):
        directory.rmdir()


def check_no_metrics(server: Server, temporary: Path) -> None:
    assert any("No metrics on port" in str(line.get("message")) for line in server.lines())
    assert not list(temporary.glob("settlement-metrics-*/*_1.db"))


@pytest.mark.parametrize(
    ("before", "hardship"),
    [
        (":", remove_files),
        ("ulimit -f 64", check_no_metrics),
        ("export PROMETHEUS_MULTIPROC_DIR=/nowhere", remove_files),
    ],
    ids=["removed", "files too large", "the library's own variable is ignored"],
)
def test_without_a_directory_for_the_metrics_the_service_responds(
    tmp_path: Path, before: str, hardship: Callable[[Server, Path], None]
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with running(tmp_path, SMALL, before=before, TMPDIR=str(temporary)) as server:
        await_workers(server, 2)
        hardship(server, temporary)
        send_health_requests(server, 20)
        old = server.workers()
        server.signal(signal.SIGHUP)
        wait_until(lambda: not server.workers() & old and responds(server))
        send_health_requests(server, 20)


def test_the_metrics_files_of_a_killed_master_are_removed_at_the_next_start_on_its_port(tmp_path: Path) -> None:
    def directories() -> set[str]:
        return {each.name for each in temporary.iterdir()}

    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with running(tmp_path, TMPDIR=str(temporary)) as killed, running(tmp_path, TMPDIR=str(temporary)) as other:
        both = {f"settlement-metrics-127.0.0.1-{server.metrics_port}" for server in (killed, other)}
        assert directories() == both
        for name in both:
            (temporary / name / "mark").touch()
        workers = killed.workers()
        killed.signal(signal.SIGKILL)
        wait_until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
        assert directories() == both
        with running(tmp_path, TMPDIR=str(temporary), METRICS_PORT=str(killed.metrics_port)):
            assert directories() == both
            assert [name for name in both if (temporary / name / "mark").exists()] == [
                f"settlement-metrics-127.0.0.1-{other.metrics_port}"
            ], "that of the one that runs is left alone"
