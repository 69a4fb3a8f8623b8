"""A real gunicorn with two workers: its own refusals, its limits, its logs and its metrics."""

import json
import os
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.ops.server import Server, ask, await_workers, running

HOST = b"Host: x\r\n"


def parts(raw: bytes) -> tuple[int, dict[str, str], dict[str, object]]:
    head, _, body = raw.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    return int(first.split()[1]), headers, json.loads(body)


@pytest.mark.parametrize(
    ("raw", "status", "code"),
    [
        pytest.param(b"NONSENSE\r\n\r\n", 400, "bad-request", id="no request line"),
        pytest.param(b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400, "bad-request", id="TLS on the plain port"),
        pytest.param(b"GET / HTTP/9.1\r\n" + HOST + b"\r\n", 400, "bad-request", id="unknown HTTP version"),
        pytest.param(b"GET / HTTP/1.1\r\nA b: c\r\n\r\n", 400, "bad-request", id="blank in a header's name"),
        pytest.param(b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n", 400, "bad-request", id="length no number"),
        pytest.param(b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\n\r\n", 414, "uri-too-long", id="request line too long"),
        pytest.param(
            b"GET / HTTP/1.1\r\nA: " + b"a" * 9000 + b"\r\n\r\n", 431, "headers-too-large", id="header too long"
        ),
        pytest.param(b"GET / HTTP/1.1\r\n" + b"A: a\r\n" * 101 + b"\r\n", 431, "headers-too-large", id="101 headers"),
        pytest.param(b"GET / HTTP/1.1\r\nExpect: tea\r\n\r\n", 417, "expectation-failed", id="unknown expectation"),
        pytest.param(
            b"POST / HTTP/1.1\r\nTransfer-Encoding: tea\r\n\r\n",
            501,
            "unsupported-transfer-coding",
            id="unknown coding",
        ),
        pytest.param(b"GET /healthz HT", 408, "request-timeout", id="headers never end"),
        pytest.param(
            b"POST /echo/1 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            400,
            "bad-request",
            id="chunk's size",
        ),
    ],
)
def test_what_gunicorn_refuses_is_a_problem_document(server: Server, raw: bytes, status: int, code: str) -> None:
    answered, headers, problem = parts(server.send(raw))
    assert answered == problem["status"] == status
    assert headers["Content-Type"] == "application/problem+json"
    assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert problem["code"] == code
    assert problem["request_id"] == headers["X-Request-ID"]
    assert headers["X-Request-ID"] in {line["id"] for line in server.requests()}


def test_a_body_that_drips_is_cut_off_in_time(server: Server) -> None:
    started = time.monotonic()
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
        client.sendall(b"POST /echo/1 HTTP/1.1\r\n" + HOST + b"Content-Length: 1000\r\n\r\n")
        drip_until_closed(client)
    assert time.monotonic() - started < 6


def drip_until_closed(client: socket.socket) -> None:
    client.settimeout(0.2)
    until = time.monotonic() + 8
    while time.monotonic() < until:
        try:
            client.sendall(b"x")
            if not client.recv(65536):
                return
        except TimeoutError:
            continue
        except OSError:
            return


def test_idle_connections_take_no_thread(server: Server) -> None:
    idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]
    started = time.monotonic()
    assert ask(server, "/healthz").status == 200
    assert time.monotonic() - started < 1
    for connection in idle:
        connection.close()


def test_a_client_that_does_not_close_holds_up_no_other(server: Server) -> None:
    lazy = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(4)]
    for connection in lazy:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nConnection: close\r\n" + HOST + b"\r\n")
        assert connection.recv(65536)
    started = time.monotonic()
    for _ in range(10):
        assert ask(server, "/healthz").status == 200
    assert time.monotonic() - started < 1
    for connection in lazy:
        connection.close()


def test_an_exception_shows_the_client_no_code(server: Server) -> None:
    connection = server.connect()
    connection.request("GET", "/broken", headers={"X-Request-ID": "broken-one"})
    answer = connection.getresponse()
    assert (answer.status, answer.headers["X-Request-ID"]) == (500, "broken-one")
    assert b"secret" not in answer.read()
    told = [line for line in server.lines() if line["id"] == "broken-one" and "exception" in line]
    assert "a secret of the code" in str(told[0]["exception"])


def total(metrics: dict[str, float], name: str, *labels: str) -> float:
    return sum(
        value for key, value in metrics.items() if key.startswith(name) and all(label in key for label in labels)
    )


def test_the_metrics_of_two_workers_add_up_exactly(server: Server) -> None:
    def hundred_requests(client: int) -> None:
        connection = server.connect()
        connection.request("GET", "/slow")  # so that all eight are open at once
        connection.getresponse().read()
        for number in range(100):
            connection.request("POST", f"/echo/{number}", body=b"x" * client)
            connection.getresponse().read()

    before = server.metrics()
    with ThreadPoolExecutor(8) as clients:
        list(clients.map(hundred_requests, range(8)))
    after = server.metrics()
    for name in ("service_requests_total", "service_request_seconds_count"):
        assert total(after, name, 'operation="echo"') - total(before, name, 'operation="echo"') == 800
    assert after["service_workers"] == 2
    served = {line["pid"] for line in server.requests() if line["operation"] == "echo"}
    assert served == server.workers()


def test_the_metrics_are_not_on_the_public_port(server: Server) -> None:
    assert ask(server, "/metrics").status == 404


def test_kept_alive_connections_spread_over_the_workers(server: Server) -> None:
    connections = [server.connect() for _ in range(8)]

    def twice_slow(connection: HTTPConnection) -> None:
        for _ in range(2):
            connection.request("GET", "/slow")
            connection.getresponse().read()

    await_workers(server, 2)
    with ThreadPoolExecutor(8) as clients:
        for _ in range(10):  # a worker that a busy machine lets wait has its share of the same connections later
            list(clients.map(twice_slow, connections))
            pids = [line["pid"] for line in server.requests()[-16:]]
            shares = sorted(pids.count(pid) for pid in server.workers())
            if shares == [8, 8]:
                break
    assert shares == [8, 8]


def test_connections_that_one_worker_had_to_take_spread_again(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        await_workers(server, 2)
        slower, _ = workers = sorted(server.workers())
        os.kill(slower, signal.SIGSTOP)
        connections = [server.connect() for _ in range(8)]
        for connection in connections:
            connection.request("GET", "/healthz")
            connection.getresponse().read()
        os.kill(slower, signal.SIGCONT)
        for _ in range(20):
            time.sleep(0.1)
            for connection in connections:  # which connects again where it was told that the connection closes
                connection.request("GET", "/healthz")
                connection.getresponse().read()
        pids = [line["pid"] for line in server.requests()[-8:]]
        assert all(3 <= pids.count(pid) <= 5 for pid in workers)


def test_cors_follows_the_variable(server: Server) -> None:
    listed = ask(server, "/healthz", Origin="https://other.example")
    preflight = ask(server, "/echo/1", "OPTIONS", Origin="https://other.example", Access_Control_Request_Method="POST")
    assert listed.headers["Access-Control-Allow-Origin"] == "https://other.example"
    assert (preflight.status, preflight.headers["Access-Control-Allow-Origin"]) == (204, "https://other.example")
    assert ask(server, "/healthz", Origin="https://strange.example").headers["Access-Control-Allow-Origin"] is None


def test_every_line_of_the_log_is_json(server: Server) -> None:
    events = {line["event"] for line in server.lines()}
    assert {"request", "gunicorn.error"} <= events
