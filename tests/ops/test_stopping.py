"""SIGTERM and SIGHUP to the master while several clients send as fast as they can."""

import json
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from service import create_app
from tests.conftest import worked
from tests.ops.load import Job, Tally, load, posted
from tests.ops.server import REAL, SMALL, Server, ask, await_workers, running

CLIENTS = 6
ENOUGH = 20
"""Answers that each client must have had."""


def echoes() -> list[Job]:
    return [Job(posted(f"/echo/{n}", b"{}"), b'{"length":2,"number":%d}\n' % n) for n in range(10)]


def settlements() -> list[Job]:
    """The books' four layouts, with the answers of the application in process."""
    bodies = [json.dumps(deal["request"]).encode() for deal in worked("deals")]
    client = create_app().test_client()
    path = "/v1/settlements"
    return [
        Job(posted(path, body), client.post(path, data=body, content_type="application/json").data) for body in bodies
    ]


WORKLOADS = pytest.mark.parametrize(
    ("app", "operation", "jobs"), [(SMALL, "echo", echoes), (REAL, "settleDeal", settlements)], ids=["small", "service"]
)


def assert_nothing_lost(tallies: list[Tally]) -> None:
    assert sum(tally.lost for tally in tallies) == 0, tallies
    assert sum(tally.wrong for tally in tallies) == 0, tallies
    assert all(tally.answered > ENOUGH for tally in tallies), tallies


def await_answers(tallies: list[Tally]) -> None:
    until = time.monotonic() + 15
    while not all(tally.answered > ENOUGH for tally in tallies):
        assert time.monotonic() < until, tallies
        time.sleep(0.05)


@pytest.mark.parametrize("drain", ["0", "1"])
@WORKLOADS
def test_sigterm_under_load_loses_no_request(
    tmp_path: Path, app: str, operation: str, jobs: Callable[[], list[Job]], drain: str
) -> None:
    with running(tmp_path, app, DRAIN=drain) as server, load(server, jobs(), CLIENTS) as tallies:
        await_answers(tallies)
        server.signal(signal.SIGTERM)
        assert server.process.wait(15) == 0
    assert_nothing_lost(tallies)


@WORKLOADS
def test_reload_under_load_loses_no_request_and_renews_every_worker(
    tmp_path: Path, app: str, operation: str, jobs: Callable[[], list[Job]]
) -> None:
    with running(tmp_path, app) as server:
        with load(server, jobs(), CLIENTS) as tallies:
            for _ in range(2):
                time.sleep(0.5)
                old = server.workers()
                server.signal(signal.SIGHUP)
                await_workers_but(server, old)
            await_answers(tallies)
        assert_nothing_lost(tallies)
        assert sum(tally.refused for tally in tallies) == 0, tallies
        counted = sum(value for key, value in server.metrics().items() if f'total{{operation="{operation}"' in key)
        assert counted == sum(tally.answered for tally in tallies)
        assert server.metrics()["service_workers"] == 2


def await_workers_but(server: Server, old: set[int]) -> None:
    until = time.monotonic() + 60
    while server.workers() & old or len(server.workers()) != 2:
        assert time.monotonic() < until, "the old workers stay"
        time.sleep(0.1)


def test_readiness_fails_before_connections_close(tmp_path: Path) -> None:
    with running(tmp_path, DRAIN="1.5") as server:
        assert ask(server, "/readyz").status == 200
        stopped = time.monotonic()
        server.signal(signal.SIGTERM)
        time.sleep(0.3)
        assert ask(server, "/readyz").status == 503
        assert ask(server, "/healthz").status == 200
        assert server.process.wait(10) == 0
        assert 1.4 < time.monotonic() - stopped < 6


def test_answers_tell_clients_to_close_while_the_service_drains(tmp_path: Path) -> None:
    with running(tmp_path, DRAIN="2.5") as server:
        assert ask(server, "/healthz").headers["Connection"] == "keep-alive"
        server.signal(signal.SIGTERM)
        until = time.monotonic() + 1.5
        while ask(server, "/healthz").headers["Connection"] != "close":
            assert time.monotonic() < until
            time.sleep(0.05)


def test_a_second_sigterm_stops_without_the_pause(tmp_path: Path) -> None:
    with running(tmp_path, DRAIN="60") as server:
        for _ in range(2):
            server.signal(signal.SIGTERM)
            time.sleep(0.2)
        assert server.process.wait(5) == 0


def test_a_running_request_is_answered_after_sigterm(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        connection = server.connect()
        connection.request("GET", "/slow")
        time.sleep(0.1)
        server.signal(signal.SIGTERM)
        assert connection.getresponse().status == 200


def test_the_service_leaves_no_files(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with running(tmp_path, TMPDIR=str(temporary)) as server:
        await_workers(server, 2)
        server.metrics()
        assert not list(temporary.iterdir())
    assert not list(temporary.iterdir())


def test_a_taken_metrics_port_is_told_and_does_not_stop_the_service(tmp_path: Path) -> None:
    with running(tmp_path) as first, running(tmp_path, METRICS_PORT=str(first.metrics_port)) as second:
        assert ask(second, "/healthz").status == 200
        assert any("No metrics: port" in str(line.get("message")) for line in second.lines())


def test_a_wrong_setting_stops_the_start_by_name(tmp_path: Path) -> None:
    with (
        pytest.raises(AssertionError, match="THREADS='many': a whole number from 1 to 1024 is expected"),
        running(tmp_path, THREADS="many"),
    ):
        pass


def test_the_tally_sees_what_a_killed_worker_loses(tmp_path: Path) -> None:
    with running(tmp_path, WEB_CONCURRENCY="1") as server, load(server, echoes(), CLIENTS) as tallies:
        time.sleep(0.5)
        for worker in server.workers():
            os.kill(worker, signal.SIGKILL)
        time.sleep(0.5)
    assert sum(tally.lost for tally in tallies) > 0
