"""SIGTERM and SIGHUP to the master while several clients send as fast as possible."""

import json
import re
import signal
import time
from pathlib import Path

import pytest

from pung_chow_settlement import create_app
from tests.support.amounts import amount
from tests.support.load import Job, Tally, load, post_request
from tests.support.server import REAL, TIMEOUT, Server, ask, await_workers, running, wait_until
from tests.support.worked import WORKED_DEALS

CLIENTS = 6
ENOUGH = 20
"""The minimum of responses of each client."""
RELOADS = amount(2, 5)


def settlements() -> list[Job]:
    """The books' four deals, with the responses of the application in process."""
    bodies = [json.dumps(deal).encode() for deal in WORKED_DEALS]
    client = create_app().test_client()
    path = "/v1/settlements"
    return [
        Job(post_request(path, body), client.post(path, data=body, content_type="application/json").data)
        for body in bodies
    ]


def assert_nothing_lost(tallies: list[Tally]) -> None:
    assert sum(tally.lost for tally in tallies) == 0, tallies
    assert sum(tally.wrong for tally in tallies) == 0, tallies


def await_responses(tallies: list[Tally]) -> None:
    wait_until(lambda: all(tally.answered > ENOUGH for tally in tallies))


def workers_with_requests(server: Server) -> set[int]:
    """The processes that have logged a request; the log may still grow."""
    return set(map(int, re.findall(rb'"event":"request","pid":(\d+)', server.log.read_bytes())))


def reload(server: Server) -> None:
    """Reload, and wait until the old workers have ended and the new ones respond."""
    old = server.workers()
    server.signal(signal.SIGHUP)
    wait_until(lambda: not server.workers() & old and len(server.workers()) == 2)
    wait_until(lambda: ask(server, "/healthz").status and server.workers() <= workers_with_requests(server))


def test_reloads_and_a_stop_under_load_lose_no_request(tmp_path: Path) -> None:
    with running(tmp_path, REAL, DRAIN="1") as server:
        await_workers(server, 2)
        with load(server, settlements(), CLIENTS) as tallies:
            for _ in range(RELOADS):
                reload(server)
            await_responses(tallies)
            assert sum(tally.refused for tally in tallies) == 0, tallies
            assert server.metrics()["service_workers"] == 2
            server.signal(signal.SIGTERM)
            assert server.process.wait(TIMEOUT) == 0
    assert_nothing_lost(tallies)


def test_readiness_fails_before_connections_close_and_a_second_sigterm_stops_at_once(tmp_path: Path) -> None:
    with running(tmp_path, DRAIN="3600") as server:
        await_workers(server, 2)
        assert ask(server, "/readyz").status == 200
        server.signal(signal.SIGTERM)
        wait_until(lambda: ask(server, "/readyz").status == 503)
        assert ask(server, "/healthz").status == 200
        server.signal(signal.SIGTERM)
        assert server.process.wait(TIMEOUT) == 0


def test_a_running_request_is_answered_after_sigterm(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        await_workers(server, 2)
        with server.connect() as connection:
            connection.request("GET", "/slow?seconds=2")
            time.sleep(0.5)
            server.signal(signal.SIGTERM)
            response = connection.getresponse()
            response.read()
        assert response.status == 200


def test_the_service_leaves_no_files_and_writes_its_last_log_lines(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with running(tmp_path, TMPDIR=str(temporary)) as server:
        await_workers(server, 2)
        assert server.metrics()["service_workers"] == 2
    assert not list(temporary.iterdir())
    assert "Shutting down: Master" in [line.get("message") for line in server.lines()]


@pytest.mark.night
def test_a_metrics_port_in_use_is_reported_and_does_not_stop_the_service(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    with running(tmp_path) as first, running(other, METRICS_PORT=str(first.metrics_port)) as second:
        await_workers(first, 2)
        await_workers(second, 2)
        assert ask(second, "/healthz").status == 200
        assert any("No metrics on port" in str(line.get("message")) for line in second.lines())
        assert first.metrics()["service_workers"] == 2, "those of the first are left alone"


def test_a_wrong_setting_prevents_the_start_and_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="THREADS"), running(tmp_path, THREADS="many"):
        pass
