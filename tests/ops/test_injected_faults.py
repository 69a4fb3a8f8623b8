"""Faults at the seams of the running service; after each the next request is answered, and rightly."""

import json
import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from service import create_app
from tests.conftest import NOT_COMPILED, worked
from tests.ops.load import exchange, posted
from tests.ops.server import REAL, Server, running

FAULTY = "tests.ops.faulty_app:create_app()"
PATH = "/v1/settlements"
DEAL = worked("deals")[0]["request"]
REQUEST = posted(PATH, json.dumps(DEAL).encode())
BATCH = posted(f"{PATH}/batch", json.dumps({"deals": [DEAL] * 3}).encode())
LONG = posted(f"{PATH}/batch", json.dumps({"deals": [DEAL] * 1000}, separators=(",", ":")).encode())
SETTLED = create_app().test_client().post(PATH, json=DEAL).data
SHORTLY = 15.0  # seconds until a new worker answers, on a machine that is busy


def ask(server: Server, request: bytes = REQUEST) -> tuple[bytes, bytes]:
    """Head and body of the answer; both empty where the connection ends without one."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        return exchange(connection, request)


def status(head: bytes) -> int:
    return int(head.split()[1]) if head else 0


def assert_answers_again(server: Server) -> None:
    until = time.monotonic() + SHORTLY
    while time.monotonic() < until:
        try:
            head, body = ask(server)
        except OSError:
            head = b""
        if head:
            assert (status(head), body) == (200, SETTLED)
            assert server.process.poll() is None
            assert server.metrics()["service_workers"] >= 1
            assert server.lines(), "and each of them is JSON"
            return
        time.sleep(0.1)
    raise AssertionError(f"no answer any more; the log says: {server.log.read_text()}")


KILLS = [
    "service.api.settlements:query before",
    "service.reading.bodies:parse before",
    "service.reading.bodies:parse after",
    "service.usecases.deals:read_deal after",
    "service.usecases.deals:settle_deal after",
    "service.telling.answers:settled after",
    "service.ops.metrics:Region.add before",
    "service.ops.metrics:Region.add after",
    "service.ops.metrics:Region._place before",
    "service.ops.metrics:Region._place after",
    "service.ops.logs:write_request before",
    "service.ops.logs:write_request after",
    "service.ops.worker.answer:Application.answer after",
]


ERRORS = [
    "service.reading.bodies:parse before MemoryError",
    "service.usecases.deals:read_deal before RecursionError",
    "service.usecases.deals:settle_deal before MemoryError",
    "service.telling.answers:settled before MemoryError",
]
OF_A_BATCH = "service.usecases.batch:settle_deal before MemoryError"
NOTED = ["service.ops.logs:Outlet.write", "service.ops.metrics:Region.add"]
SEAMS = {fault.split()[0] for fault in (*KILLS, *ERRORS, OF_A_BATCH, *NOTED)}


DIRECT = {"service.usecases.deals:read_deal", "service.telling.answers:settled"}
"""Which compiled modules call without looking them up."""


def unless_direct(faults: list[str]) -> list[Any]:
    return [pytest.param(fault, marks=NOT_COMPILED if fault.split()[0] in DIRECT else ()) for fault in faults]


class Faulty(NamedTuple):
    """A server of one worker, which meets each fault once."""

    server: Server
    waiting: Path

    def put(self, fault: str) -> None:
        written = self.waiting.with_suffix(".new")
        written.write_text(fault)
        written.rename(self.waiting)

    def assert_met(self) -> None:
        assert not self.waiting.exists(), "the fault was not met"


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Faulty]:
    directory = tmp_path_factory.mktemp("faulty")
    waiting = directory / "fault"
    settings = {"WEB_CONCURRENCY": "1", "SEAMS": " ".join(sorted(SEAMS)), "FAULT": str(waiting)}
    with running(directory, FAULTY, **settings) as server:
        yield Faulty(server, waiting)


@pytest.mark.parametrize("place", unless_direct(KILLS))
def test_after_a_worker_was_killed_within_a_request_the_next_is_answered(faulty: Faulty, place: str) -> None:
    (doomed,) = faulty.server.workers()
    faulty.put(f"{place} kill")
    head, _ = ask(faulty.server)  # which is answered where the fault comes after it
    assert status(head) in (0, 200)
    assert_answers_again(faulty.server)
    faulty.assert_met()
    assert doomed not in faulty.server.workers()


@pytest.mark.parametrize("fault", unless_direct(ERRORS))
def test_after_an_error_in_the_core_the_same_connection_is_answered_again(faulty: Faulty, fault: str) -> None:
    server, failures = faulty.server, faulty.server.metrics()["service_failures_total"]
    faulty.put(fault)
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        head, body = exchange(connection, REQUEST)
        problem = json.loads(body)
        assert (status(head), problem["code"]) == (500, "internal-error")
        assert b"Error" not in body
        head, body = exchange(connection, REQUEST)
        assert (status(head), body) == (200, SETTLED)
    told = [line for line in server.lines() if line["id"] == problem["request_id"] and "exception" in line]
    assert fault.split()[2] in str(told[0]["exception"])
    assert server.metrics()["service_failures_total"] == failures + 1


def test_a_deal_of_a_batch_that_was_failed_at_is_logged_with_the_requests_id_and_counted(faulty: Faulty) -> None:
    server, failures = faulty.server, faulty.server.metrics()["service_failures_total"]
    faulty.put(OF_A_BATCH)
    head, body = ask(server, BATCH.replace(b"Host: x\r\n", b"Host: x\r\nX-Request-ID: the-batch\r\n"))
    results = json.loads(body)["results"]
    assert (status(head), [result["outcome"] for result in results]) == (200, ["failed", "settled", "settled"])
    told = [line for line in server.lines() if line["id"] == "the-batch" and "exception" in line]
    assert [line["message"] for line in told] == ["failed at deal 1 of a batch"]
    assert server.metrics()["service_failures_total"] == failures + 1


@pytest.mark.parametrize("error", ["OSError", "MemoryError", "ValueError"])
@pytest.mark.parametrize("place", NOTED)
def test_the_log_and_the_metrics_may_fail_in_any_way(faulty: Faulty, place: str, error: str) -> None:
    faulty.put(f"{place} before {error}")
    head, body = ask(faulty.server)
    assert (status(head), body) == (200, SETTLED)
    assert_answers_again(faulty.server)
    faulty.assert_met()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("service"), REAL) as started:
        yield started


@pytest.mark.parametrize(
    ("sent", "answer"),
    [(b"", 0), (REQUEST[:40], 0), (REQUEST[:-100], 0), (LONG, 0), (LONG, 1000)],
    ids=["connected", "within the headers", "within the body", "while it settles", "while it sends"],
)
def test_after_a_worker_was_killed_from_outside_the_next_request_is_answered(
    service: Server, sent: bytes, answer: int
) -> None:
    with socket.create_connection(("127.0.0.1", service.port), timeout=10) as connection:
        connection.sendall(sent)
        if answer:
            connection.recv(answer)
        else:
            time.sleep(0.05)
        for worker in service.workers():
            os.kill(worker, signal.SIGKILL)
        assert_answers_again(service)


def test_a_log_that_cannot_be_written_is_counted_as_lost(tmp_path: Path) -> None:
    with running(tmp_path, REAL, before="exec >/dev/full") as server:
        for _ in range(20):
            assert ask(server)[1] == SETTLED
        time.sleep(0.2)
        assert server.metrics()["service_log_lines_lost_total"] >= 20


NO_MEMORY_TO_SHARE = """
import builtins, errno, mmap

real_mmap, real_open = mmap.mmap, builtins.open

def no_mmap(number, length, *more, **named):
    if length > 65536:
        raise OSError(errno.ENOMEM, "no memory")
    return real_mmap(number, length, *more, **named)

def no_open(file, mode="r", *more, **named):
    if str(file).endswith(".db"):
        raise OSError(errno.ENOSPC, "no space", file)
    return real_open(file, mode, *more, **named)

mmap.mmap, builtins.open = no_mmap, no_open
"""


def test_without_memory_or_files_for_the_metrics_requests_are_answered(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(NO_MEMORY_TO_SHARE)
    with running(tmp_path, REAL, PYTHONPATH=str(tmp_path)) as server:
        for _ in range(20):
            assert ask(server)[1] == SETTLED
        assert any("No memory to count in" in str(line.get("message")) for line in server.lines())
        old = server.workers()
        server.signal(signal.SIGHUP)
        until = time.monotonic() + SHORTLY
        while server.workers() & old:
            assert time.monotonic() < until
            time.sleep(0.1)
        assert_answers_again(server)
