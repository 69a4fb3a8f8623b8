"""SIGTERM and SIGHUP to the master while several clients send as fast as they can."""

import json
import re
import signal
import time
from pathlib import Path

import pytest

from service import create_app
from support.amounts import amount
from support.load import Job, Tally, load, posted
from support.server import PATIENCE, REAL, Server, ask, await_workers, running, wait_until
from tests.conftest import worked

CLIENTS = 6
ENOUGH = 20
"""Answers that each client must have had."""
RELOADS = amount(2, 5)


def settlements() -> list[Job]:
    """The books' four deals, with the responses of the application in process."""
    bodies = [json.dumps(deal["request"]).encode() for deal in worked("deals")]
    client = create_app().test_client()
    path = "/v1/settlements"
    return [
        Job(posted(path, body), client.post(path, data=body, content_type="application/json").data) for body in bodies
    ]


def assert_nothing_lost(tallies: list[Tally]) -> None:
    assert sum(tally.lost for tally in tallies) == 0, tallies
    assert sum(tally.wrong for tally in tallies) == 0, tallies


def await_answers(tallies: list[Tally]) -> None:
    wait_until(lambda: all(tally.answered > ENOUGH for tally in tallies))


def answering(server: Server) -> set[int]:
    """The processes that have logged a request, read while the log still grows."""
    return set(map(int, re.findall(rb'"event":"request","pid":(\d+)', server.log.read_bytes())))


def reload(server: Server) -> None:
    """Renew the workers, and wait until the old ones have ended and the new ones answer."""
    old = server.workers()
    server.signal(signal.SIGHUP)
    wait_until(lambda: not server.workers() & old and len(server.workers()) == 2)
    wait_until(lambda: ask(server, "/healthz").status and server.workers() <= answering(server))


def test_reloads_and_a_stop_under_load_lose_no_request(tmp_path: Path) -> None:
    with running(tmp_path, REAL, DRAIN="1") as server:
        await_workers(server, 2)
        with load(server, settlements(), CLIENTS) as tallies:
            for _ in range(RELOADS):
                reload(server)
            await_answers(tallies)
            assert sum(tally.refused for tally in tallies) == 0, tallies
            assert server.metrics()["service_workers"] == 2
            server.signal(signal.SIGTERM)
            assert server.process.wait(PATIENCE) == 0
    assert_nothing_lost(tallies)


def test_readiness_fails_before_connections_close_and_a_second_sigterm_stops_at_once(tmp_path: Path) -> None:
    with running(tmp_path, DRAIN="3600") as server:
        await_workers(server, 2)
        assert ask(server, "/readyz").status == 200
        server.signal(signal.SIGTERM)
        wait_until(lambda: ask(server, "/readyz").status == 503)
        assert ask(server, "/healthz").status == 200
        server.signal(signal.SIGTERM)
        assert server.process.wait(PATIENCE) == 0


def test_a_running_request_is_answered_after_sigterm(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        await_workers(server, 2)
        connection = server.connect()
        connection.request("GET", "/slow?seconds=2")
        time.sleep(0.5)
        server.signal(signal.SIGTERM)
        assert connection.getresponse().status == 200


def test_the_service_leaves_no_files_and_its_last_lines_are_written(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with running(tmp_path, TMPDIR=str(temporary)) as server:
        await_workers(server, 2)
        assert server.metrics()["service_workers"] == 2
    assert not list(temporary.iterdir())
    assert "Shutting down: Master" in [line.get("message") for line in server.lines()]


def test_a_taken_metrics_port_is_reported_and_does_not_stop_the_service(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    with running(tmp_path) as first, running(other, METRICS_PORT=str(first.metrics_port)) as second:
        await_workers(first, 2)
        await_workers(second, 2)
        assert ask(second, "/healthz").status == 200
        assert any("No metrics on port" in str(line.get("message")) for line in second.lines())


def test_a_wrong_setting_stops_the_start_by_name(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="THREADS"), running(tmp_path, THREADS="many"):
        pass
