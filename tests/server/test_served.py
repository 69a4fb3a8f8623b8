"""The service behind gunicorn: raw requests, what gunicorn itself refuses, busy clients, log and metrics."""

import gzip
import json
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from pung_chow_settlement.server.root import VERSION
from tests.support.load import post_request, read_response
from tests.support.server import REAL, SMALL, Server, ask, await_workers, running, wait_until
from tests.support.worked import WORKED_DEALS

DEAL = json.dumps(WORKED_DEALS[0]).encode()
SETTLE = post_request("/v1/settlements", DEAL)
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST /v1/settlements HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
ENDLESS = POST + b"Content-Length: 999999999999\r\n\r\n"
COMMIT = "0123abc"
NOWHERE = CHUNKED.replace(b"/v1/settlements", b"/nowhere")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("http"), REAL, WEB_CONCURRENCY="1", COMMIT=COMMIT) as server:
        yield server


def send(server: Server, raw: bytes, *, shut_down: bool = False) -> tuple[int, bytes, bytes]:
    """Send bytes and return the status, head and body of the first response."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as client:
        client.sendall(raw)
        if shut_down:
            client.shutdown(socket.SHUT_WR)
        head, body = read_response(client)
    return int(head.split()[1]), head, body


def chunks(body: bytes, size: int, extension: bytes = b"") -> bytes:
    pieces = [body[start : start + size] for start in range(0, len(body), size)]
    return b"".join(b"%x%b\r\n%b\r\n" % (len(piece), extension, piece) for piece in pieces)


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        pytest.param(b"NONSENSE\r\n\r\n", 400, id="no request line"),
        pytest.param(b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400, id="TLS on the plain port"),
        pytest.param(b"GET / HTTP/1.1\r\nA b: c\r\n\r\n", 400, id="blank in a header's name"),
        pytest.param(b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n", 400, id="length no number"),
        pytest.param(b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\n\r\n", 414, id="request line too long"),
        pytest.param(b"GET / HTTP/1.1\r\nA: " + b"a" * 9000 + b"\r\n\r\n", 431, id="header too long"),
        pytest.param(b"GET / HTTP/1.1\r\n" + b"A: a\r\n" * 101 + b"\r\n", 431, id="101 headers"),
        pytest.param(b"GET / HTTP/1.1\r\nExpect: tea\r\n\r\n", 417, id="unknown expectation"),
        pytest.param(b"POST / HTTP/1.1\r\nTransfer-Encoding: tea\r\n\r\n", 501, id="unknown coding"),
        pytest.param(POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 501, id="two codings"),
        pytest.param(CHUNKED + b"zz\r\n", 400, id="chunk's size"),
        pytest.param(CHUNKED + b"2\r\n{}X\r\n0\r\n\r\n", 400, id="chunk's end"),
        pytest.param(CHUNKED + chunks(DEAL, 64) + b"0\r\nA: b\r\nHost: evil\r\n\r\n", 400, id="Host in the trailers"),
        pytest.param(
            POST + b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 400, id="2 ends"
        ),
        pytest.param(POST + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", 400, id="two lengths"),
        pytest.param(POST + b"Content-Length: +2\r\n\r\n{}", 400, id="signed length"),
    ],
)
def test_malformed_http_is_refused_by_gunicorn_and_the_connection_closed(
    service: Server, raw: bytes, status: int
) -> None:
    response = service.send(raw)
    assert int(response.split()[1]) == status
    assert b"connection: close" in response.partition(b"\r\n\r\n")[0].lower()
    assert response.count(b"HTTP/1.1 ") == 1, "there is one response"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        pytest.param(chunks(DEAL, 100) + b"0\r\n\r\n", 200, id="chunks of 100 bytes"),
        pytest.param(chunks(DEAL, 1) + b"0\r\n\r\n", 200, id="chunks of one byte"),
        pytest.param(chunks(DEAL, 64, b' ; a="b"') + b"0\r\n\r\n", 200, id="extensions"),
        pytest.param(chunks(DEAL, 64) + b"0\r\nA: b\r\n\r\n", 200, id="trailers"),
        pytest.param(chunks(b" " * (2 * 1024 * 1024), 65536) + b"0\r\n\r\n", 413, id="too large"),
    ],
)
def test_a_chunked_body_is_read(service: Server, body: bytes, status: int) -> None:
    assert send(service, CHUNKED + body)[0] == status


def test_a_body_with_too_large_a_length_is_refused_unread(service: Server) -> None:
    status, _, body = send(service, POST + b"Content-Length: 9999999\r\n\r\n")
    assert (status, json.loads(body)["code"]) == (413, "body-too-large")


@pytest.mark.parametrize("kind", ["small", "large", "compressed"])
def test_small_large_and_compressed_bodies_have_the_same_response(service: Server, kind: str) -> None:
    """The first is handled in the loop, the others in a thread."""
    body = DEAL if kind == "small" else DEAL + b" " * 50_000
    request = post_request("/v1/settlements", gzip.compress(body) if kind == "compressed" else body)
    if kind == "compressed":
        request = request.replace(b"Host: x", b"Host: x\r\nContent-Encoding: gzip", 1)
    assert send(service, request)[2] == send(service, SETTLE)[2]


def test_pipelined_requests_have_their_responses_in_order(service: Server) -> None:
    with socket.create_connection(("127.0.0.1", service.port), timeout=60) as client:
        requests = [SETTLE, HEALTH, SETTLE.replace(b"/v1/settlements", b"/v1/nowhere", 1), HEALTH] * 5
        client.sendall(b"".join(requests))
        read = client.makefile("rb")
        statuses = []
        for _ in requests:
            statuses.append(int(read.readline().split()[1]))
            headers = dict(line.split(b": ", 1) for line in iter(lambda: read.readline().strip(), b""))
            read.read(int(headers[b"Content-Length"]))
    assert statuses == [200, 200, 404, 200] * 5


@contextmanager
def busy(server: Server, start: bytes, again: bytes) -> Iterator[threading.Event]:
    """A client that sends as fast as possible while the block runs; the event is set at the first response."""
    has_response = threading.Event()
    with socket.create_connection(("127.0.0.1", server.port), timeout=60) as client:

        def send() -> None:
            with suppress(OSError):
                client.sendall(start)
                while True:
                    client.sendall(again)

        def read() -> None:
            with suppress(OSError):
                while client.recv(1024 * 1024):
                    has_response.set()

        threads = [threading.Thread(target=each) for each in (send, read)]
        for thread in threads:
            thread.start()
        yield has_response
        client.shutdown(socket.SHUT_RDWR)
    for thread in threads:
        thread.join()


@pytest.mark.parametrize(
    ("start", "again"),
    [
        pytest.param(b"", SETTLE * 20, id="requests without a pause"),
        pytest.param(ENDLESS, b"x" * 65536, id="an endless body"),
        pytest.param(NOWHERE, b"1\r\nx\r\n" * 9999, id="an endless body in chunks"),
    ],
)
def test_a_client_that_never_stops_sending_does_not_block_others(service: Server, start: bytes, again: bytes) -> None:
    with busy(service, start, again) as has_response:
        assert has_response.wait(60)
        assert {ask(service, "/healthz").status for _ in range(20)} == {200}
    assert [line for line in service.lines() if "exception" in line] == [], "the master killed no worker as stuck"


def test_a_body_in_chunks_of_one_byte_does_not_block_others(service: Server) -> None:
    batch = CHUNKED.replace(b"/v1/settlements", b"/v1/settlements/batch")
    with busy(service, batch, b"1\r\n[\r\n" * 9999) as has_response:
        assert {ask(service, "/healthz").status for _ in range(20)} == {200}
        assert not has_response.is_set(), "a megabyte of it takes seconds"


def trickle(client: socket.socket, seconds: int) -> None:
    for _ in range(10 * seconds):
        client.sendall(b"x")
        time.sleep(0.1)


def test_the_connection_of_an_endless_unread_body_is_closed(tmp_path: Path) -> None:
    with (
        running(tmp_path, SMALL, WEB_CONCURRENCY="1", KEEPALIVE="1") as server,
        socket.create_connection(("127.0.0.1", server.port), timeout=60) as client,
    ):
        client.sendall(ENDLESS)
        with pytest.raises(ConnectionError):
            trickle(client, 60)


@pytest.mark.parametrize(
    ("header", "path", "status"),
    [
        ("SCRIPT_NAME: /mount", "/mount/healthz", 404),
        ("SCRIPT-NAME: /mount", "/mount/healthz", 404),
        ("PATH_INFO: /nowhere", "/healthz", 200),
        ("REMOTE_USER: admin", "/healthz", 200),
        ("X-Forwarded-Prefix: /mount", "/mount/healthz", 404),
    ],
)
def test_forged_proxy_headers_are_ignored(service: Server, header: str, path: str, status: int) -> None:
    assert send(service, f"GET {path} HTTP/1.1\r\nHost: x\r\n{header}\r\n\r\n".encode())[0] == status


HOSTS = (b"table.example", b"my_service:8000", b"127.0.0.1:80", b"[::1]:8000", b"xn--bcher-kva.example:", b"A-b.c~d")


@pytest.mark.parametrize("host", [b"", b"Host:\r\n", *(b"Host: %b\r\n" % name for name in HOSTS)])
@pytest.mark.parametrize("target", [b"/healthz", b"/v1/nowhere", b"http://x"])
def test_a_missing_or_another_host_changes_no_answer(service: Server, host: bytes, target: bytes) -> None:
    head = b"GET %b HTTP/1.1\r\nConnection: close\r\n" % target
    its = service.send(head + b"Host: x\r\n\r\n").split()[1]
    assert its in (b"200", b"404")
    assert service.send(head + host + b"\r\n").split()[1] == its


@pytest.mark.parametrize("host", [b"a b", b"x/../y", b"[::1", b"a:99999", b"a:b", b"\xff", b"a@b", b"<b>", b"x" * 300])
@pytest.mark.parametrize("target", [b"/healthz", b"/v1/nowhere", b"http://x"])
def test_a_host_that_is_no_host_is_refused(service: Server, host: bytes, target: bytes) -> None:
    response = service.send(b"GET %b HTTP/1.1\r\nConnection: close\r\nHost: %b\r\n\r\n" % (target, host))
    assert response.split()[1] == b"400"
    assert [line for line in service.lines() if "exception" in line] == []


def test_a_thread_logs_with_the_id_of_its_request(service: Server) -> None:
    body = b'{"deals": [%b]}' % b",".join([DEAL] * 20)
    request = post_request("/v1/settlements/batch", body).replace(
        b"Host: x", b"Host: x\r\nX-Request-ID: in-a-thread", 1
    )
    assert send(service, request)[0] == 200
    (line,) = [line for line in service.requests() if line["id"] == "in-a-thread"]
    assert (line["operation"], line["status"], line["level"]) == ("settleBatch", 200, "info")
    assert set(line) == {
        *("time", "level", "event", "id", "operation", "method", "path", "status", "ms", "ruleset", "pid"),
        *("problem", "trace"),
    }


def test_a_problem_is_logged_and_counted_from_zero_by_its_code(service: Server) -> None:
    series = 'service_problems_total{code="malformed-json"}'
    before = service.metrics()[series]
    request = post_request("/v1/settlements", b"{").replace(b"Host: x", b"Host: x\r\nX-Request-ID: malformed", 1)
    assert send(service, request)[0] == 400
    assert [line["problem"] for line in service.requests() if line["id"] == "malformed"] == ["malformed-json"]
    after = service.metrics()
    assert after[series] == before + 1
    assert after['service_problems_total{code="internal-error"}'] == 0
    assert after[f'service_build_info{{commit="{COMMIT}",version="{VERSION}"}}'] == 1


def test_an_exception_is_logged_with_its_traceback_and_hidden_from_the_client(server: Server) -> None:
    with server.connect() as connection:
        connection.request("GET", "/broken", headers={"X-Request-ID": "broken-one"})
        response = connection.getresponse()
        assert (response.status, response.headers["X-Request-ID"]) == (500, "broken-one")
        assert b"secret" not in response.read()
    result = [line for line in server.lines() if line["id"] == "broken-one" and "exception" in line]
    assert "a secret of the code" in str(result[0]["exception"])
    assert server.metrics()["service_failures_total"] >= 1


def total(metrics: dict[str, float], name: str, *labels: str) -> float:
    return sum(
        value for key, value in metrics.items() if key.startswith(name) and all(label in key for label in labels)
    )


def test_the_metrics_of_two_workers_are_added(server: Server) -> None:
    def hundred_requests(client: int) -> None:
        with server.connect() as connection:
            for number in range(100):
                connection.request("POST", f"/echo/{number}", body=b"x" * client)
                connection.getresponse().read()

    await_workers(server, 2)
    before = server.metrics()
    with ThreadPoolExecutor(8) as clients:
        list(clients.map(hundred_requests, range(8)))
    after = server.metrics()
    for name in ("service_requests_total", "service_request_seconds_count"):
        assert total(after, name, 'operation="echo"') - total(before, name, 'operation="echo"') == 800
    assert after["service_workers"] == 2


def test_the_metrics_are_not_on_the_public_port(server: Server) -> None:
    assert ask(server, "/metrics").status == 404


def test_every_line_of_the_log_is_json(server: Server) -> None:
    ask(server, "/healthz")
    wait_until(lambda: {line["event"] for line in server.lines()} >= {"request", "gunicorn.error"})
