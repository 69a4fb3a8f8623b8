"""Whoever reads the log may stall, go away or never have been there: requests are answered, lost lines are counted."""

import fcntl
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.ops.load import exchange
from tests.ops.server import ROOT, Server, ask, await_answer, end, running
from tests.ports import free_port

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-ID: " + b"i" * 64 + b"\r\n\r\n"
LOST = "service_log_lines_lost_total"
ENOUGH = 9_000  # lines to fill every pipe on their way


def asked_often(server: Server, times: int) -> int:
    answered = 0
    connection = server.connect()
    connection.connect()
    for _ in range(times):
        head, _ = exchange(connection.sock, REQUEST)
        answered += head.startswith(b"HTTP/1.1 200 ")
    connection.close()
    return answered


@contextmanager
def pipe() -> Iterator[tuple[int, int]]:
    source, end = os.pipe()
    try:
        yield source, end
    finally:
        for descriptor in (source, end):
            try:
                os.close(descriptor)
            except OSError:
                continue


def test_a_reader_that_stalls_holds_up_no_request(tmp_path: Path) -> None:
    with pipe() as (source, end_), started(tmp_path, stdout=end_, WEB_CONCURRENCY="1") as server:
        assert asked_often(server, ENOUGH) == ENOUGH
        lost = server.metrics()[LOST]
        assert lost > 0
        os.set_blocking(source, False)
        read = b""
        until = time.monotonic() + 5
        while read.count(b"\n") < ENOUGH + 1 - lost and time.monotonic() < until:
            try:
                read += os.read(source, 1 << 20)
            except BlockingIOError:
                time.sleep(0.02)
        whole = [json.loads(line) for line in read.splitlines()]
        assert ENOUGH <= len(whole) + lost <= ENOUGH + 5  # the start's own questions are lines too
        assert ask(server, "/healthz").status == 200
        time.sleep(0.1)
        assert b"getHealth" in os.read(source, 1 << 20), "lines come again once the reader reads"


def test_a_reader_of_the_servers_own_lines_that_stalls_holds_up_no_request(tmp_path: Path) -> None:
    with pipe() as (_, end_):
        fcntl.fcntl(end_, fcntl.F_SETPIPE_SZ, 4096)
        with started(tmp_path, stderr=end_, LOG_REQUESTS="false") as server:
            for _ in range(400):  # each failure writes a traceback of four kilobytes
                assert ask(server, "/deep").status == 500
            assert ask(server, "/healthz").status == 200
            assert server.metrics()[LOST] > 0


def test_a_reader_that_goes_away_holds_up_no_request(tmp_path: Path) -> None:
    with pipe() as (source, end_), started(tmp_path, stdout=end_) as server:
        os.close(source)
        os.close(end_)
        assert asked_often(server, 50) == 50
        time.sleep(0.1)
        assert server.metrics()[LOST] > 0


@contextmanager
def started(
    directory: Path, redirect: str = "", stdout: int | None = None, stderr: int | None = None, **settings: str
) -> Iterator[Server]:
    """The small application, started by a shell that may close a descriptor first; its log is a file unless told."""
    port, metrics_port = free_port(), free_port()
    given = {"HOST": "127.0.0.1", "METRICS_HOST": "127.0.0.1", "WEB_CONCURRENCY": "2", "DRAIN": "0", **settings}
    environ = os.environ | {"PORT": str(port), "METRICS_PORT": str(metrics_port)} | given
    command = (
        f"exec {sys.executable} -m gunicorn --config gunicorn.conf.py 'tests.ops.small_app:create_app()' {redirect}"
    )
    log = directory / "server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            ["sh", "-c", command], cwd=ROOT, env=environ, stdout=stdout or out, stderr=stderr or out
        )
    server = Server(process, port, metrics_port, log)
    try:
        await_answer(server)
        yield server
    finally:
        end(process)


@pytest.mark.parametrize("closed", ["0", "1", "2", "012"])
def test_a_descriptor_closed_at_the_start_is_no_place_for_log_lines(tmp_path: Path, closed: str) -> None:
    with started(tmp_path, " ".join(f"{number}>&-" for number in closed)) as server:
        assert asked_often(server, 50) == 50
        opened = {
            os.readlink(f"/proc/{process}/fd/{number}")
            for process in (server.process.pid, *server.workers())
            for number in closed
        }
        assert opened == {os.devnull}


def test_the_last_lines_are_written_before_the_end(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert asked_often(server, 200) == 200
    assert len(server.requests()) >= 200
    assert "Shutting down: Master" in [line.get("message") for line in server.lines()]


def test_a_long_traceback_is_cut_so_that_its_line_stays_whole(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        assert ask(server, "/deep").status == 500
        told = next(str(line["exception"]) for line in server.lines() if "exception" in line)
    assert told.startswith("…")
    assert told.endswith("RuntimeError: the depth")
    assert all(len(line) <= 4096 for line in server.log.read_bytes().splitlines())
