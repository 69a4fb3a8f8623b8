"""HTTP as it comes over a connection: in pieces, in a row, chunked, cut short, forged."""

import json
import socket
import time
from collections.abc import Iterator

import pytest

from tests.ops.faults import DEAL, KEPT, SETTLE
from tests.ops.load import read_answer
from tests.ops.server import REAL, Server, running

ORIGIN = "https://table.example"
POST = b"POST /v1/settlements HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {"WEB_CONCURRENCY": "1", "REQUEST_TIMEOUT": "2", "CORS_ORIGINS": ORIGIN}
    with running(tmp_path_factory.mktemp("http"), REAL, **settings) as server:
        yield server


def sent(server: Server, *pieces: bytes, end: bool = False) -> tuple[int, bytes, bytes]:
    """Send the pieces one by one; the status, head and body of the first answer."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for piece in pieces:
            client.sendall(piece)
            time.sleep(0.01 if len(pieces) > 1 else 0)
        if end:
            client.shutdown(socket.SHUT_WR)
        head, body = read_answer(client)
    return int(head.split()[1]), head, body


def chunks(body: bytes, size: int, extension: bytes = b"") -> bytes:
    pieces = [body[start : start + size] for start in range(0, len(body), size)]
    return b"".join(b"%x%b\r\n%b\r\n" % (len(piece), extension, piece) for piece in pieces)


def test_a_request_may_come_in_any_pieces(service: Server) -> None:
    whole = sent(service, SETTLE)
    cut = SETTLE.index(b"\r\n\r\n")
    for pieces in (
        [SETTLE[:5], SETTLE[5:]],
        [SETTLE[: cut + 2], SETTLE[cut + 2 :]],
        [SETTLE[: cut + 4], SETTLE[cut + 4 :]],
    ):
        status, _, body = sent(service, *pieces)
        assert (status, body) == (200, whole[2])


def test_requests_in_a_row_are_answered_in_their_order(service: Server) -> None:
    with socket.create_connection(("127.0.0.1", service.port), timeout=10) as client:
        asked = [SETTLE, KEPT, SETTLE.replace(b"/v1/settlements", b"/v1/nowhere", 1), KEPT] * 5
        client.sendall(b"".join(asked))
        read = client.makefile("rb")
        statuses = []
        for _ in asked:
            statuses.append(int(read.readline().split()[1]))
            headers = dict(line.split(b": ", 1) for line in iter(lambda: read.readline().strip(), b""))
            read.read(int(headers[b"Content-Length"]))
    assert statuses == [200, 200, 404, 200] * 5


@pytest.mark.parametrize(
    ("body", "status"),
    [
        pytest.param(chunks(DEAL, 100) + b"0\r\n\r\n", 200, id="chunks of 100 bytes"),
        pytest.param(chunks(DEAL, 1) + b"0\r\n\r\n", 200, id="chunks of one byte"),
        pytest.param(chunks(DEAL, 64, b' ; a="b"') + b"0\r\n\r\n", 200, id="extensions"),
        pytest.param(chunks(DEAL, 64) + b"0\r\nA: b\r\nHost: evil\r\n\r\n", 200, id="trailers"),
        pytest.param(b"zz\r\n", 400, id="a size that is no number"),
        pytest.param(b"-1\r\n", 400, id="a negative size"),
        pytest.param(b"0x10\r\n", 400, id="a size in another notation"),
        pytest.param(b"\r\n", 400, id="no size"),
        pytest.param(b"2\r\n{}x\r\n0\r\n\r\n", 400, id="a chunk longer than told"),
        pytest.param(b"f" * 9000, 400, id="a size that does not end"),
        pytest.param(b"0\r\n" + b"a" * 9000, 400, id="a trailer that does not end"),
        pytest.param(b"2\n{}\n0\n\n" + b"a" * 9000, 400, id="bare line feeds"),
    ],
)
def test_a_chunked_body(service: Server, body: bytes, status: int) -> None:
    assert sent(service, CHUNKED + body)[0] == status
    assert sent(service, CHUNKED, body)[0] == status


def test_a_chunked_body_that_is_too_large_is_refused(service: Server) -> None:
    with socket.create_connection(("127.0.0.1", service.port), timeout=10) as client:
        client.sendall(CHUNKED + chunks(b" " * (2 * 1024 * 1024), 65536))
        head, _ = read_answer(client)
    assert head.startswith(b"HTTP/1.1 413 ")


def test_a_body_announced_too_large_is_refused_before_it_is_sent(service: Server) -> None:
    status, _, body = sent(service, POST + b"Content-Length: 9999999\r\nExpect: 100-continue\r\n\r\n")
    assert (status, json.loads(body)["code"]) == (413, "body-too-large")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        (b"Transfer-Encoding: gzip, chunked", 501),
        (b"Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", 501),
        (b"Transfer-Encoding: identity, chunked", 501),
        (b"Transfer-Encoding: gzip", 400),
        (b"Transfer-Encoding: chunked, chunked", 400),
        (b"Transfer-Encoding: chunked\r\nContent-Length: 2", 400),
        (b"Content-Length: 2\r\nContent-Length: 2", 400),
        (b"Content-Length: +2", 400),
        (b"Content-Length: -2", 400),
        (b"Content-Length: 2 ,2", 400),
    ],
)
def test_a_body_whose_end_is_not_plain_is_refused(service: Server, headers: bytes, status: int) -> None:
    answered, head, _ = sent(service, POST + headers + b"\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
    assert (answered, b"Connection: close" in head) == (status, True)


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(SETTLE.replace(b"Length: ", b"Length: 9"), id="a body shorter than announced"),
        pytest.param(CHUNKED + chunks(DEAL, 100), id="chunks without an end"),
        pytest.param(b"GET /healthz HTTP/1.1\r\nHost: x\r\n", id="headers without an end"),
    ],
)
def test_a_request_that_is_cut_short_is_refused(service: Server, raw: bytes) -> None:
    status, _, body = sent(service, raw, end=True)
    assert (status, json.loads(body)["code"]) == (400, "bad-request")


def test_a_client_that_asks_first_is_told_to_go_on(service: Server) -> None:
    head, _, body = SETTLE.partition(b"\r\n\r\n")
    with socket.create_connection(("127.0.0.1", service.port), timeout=10) as client:
        client.sendall(head + b"\r\nExpect: 100-continue\r\n\r\n")
        assert client.recv(65536) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.sendall(body)
        assert read_answer(client)[0].startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    ("header", "path", "status"),
    [
        ("SCRIPT_NAME: /mount", "/healthz", 200),
        ("SCRIPT_NAME: /mount", "/mount/healthz", 404),
        ("SCRIPT-NAME: /mount", "/mount/healthz", 404),
        ("PATH_INFO: /nowhere", "/healthz", 200),
        ("REMOTE_USER: admin", "/healthz", 200),
        ("X-Forwarded-Prefix: /mount", "/mount/healthz", 404),
        ("X-Forwarded-Proto: https", "/healthz", 200),
    ],
)
def test_a_forged_header_of_a_proxy_changes_nothing(service: Server, header: str, path: str, status: int) -> None:
    assert sent(service, f"GET {path} HTTP/1.1\r\nHost: x\r\n{header}\r\n\r\n".encode())[0] == status


@pytest.mark.parametrize(
    ("origin", "allowed"), [(ORIGIN, ORIGIN), ("https://strange.example", None), (None, None)], ids=str
)
@pytest.mark.parametrize("line", ["GET / HTTP/9.1", "GET / HTTP/1.1\r\nTransfer-Encoding: tea", "GET / HTTP/1.1\r\nX"])
def test_the_servers_own_refusals_are_seen_by_the_pages_that_may(
    service: Server, line: str, origin: str | None, allowed: str | None
) -> None:
    told = f"\r\nOrigin: {origin}" if origin else ""
    status, head, _ = sent(service, f"{line}{told}\r\n\r\n".encode())
    headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
    assert status in (400, 501)
    assert headers["Vary"] == "Origin"
    assert headers.get("Access-Control-Allow-Origin") == allowed


def test_the_answer_to_head_has_the_headers_alone_and_the_connection_stays(service: Server) -> None:
    with socket.create_connection(("127.0.0.1", service.port), timeout=10) as client:
        client.sendall(KEPT.replace(b"GET", b"HEAD", 1) + KEPT)
        read = client.makefile("rb")
        for _ in range(2):
            assert read.readline() == b"HTTP/1.1 200 OK\r\n"
            headers = list(iter(lambda: read.readline().strip(), b""))
            assert b"Content-Length: 15" in headers
        assert read.read(15) == b'{"status":"ok"}'


def test_a_document_that_has_not_changed_is_told_without_a_body(service: Server) -> None:
    _, head, _ = sent(service, b"GET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n")
    tag = next(line for line in head.split(b"\r\n") if line.startswith(b"ETag: ")).removeprefix(b"ETag: ")
    with socket.create_connection(("127.0.0.1", service.port), timeout=10) as client:
        client.sendall(b"GET /openapi.yaml HTTP/1.1\r\nHost: x\r\nIf-None-Match: " + tag + b"\r\n\r\n" + KEPT)
        read = client.makefile("rb")
        assert read.readline() == b"HTTP/1.1 304 NOT MODIFIED\r\n"
        assert not [line for line in iter(lambda: read.readline().strip(), b"") if b"Content-Length" in line]
        assert read.readline() == b"HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize(
    ("version", "header", "kept"),
    [
        ("1.1", "", True),
        ("1.1", "Connection: close\r\n", False),
        ("1.0", "", False),
        ("1.0", "Connection: keep-alive\r\n", True),
    ],
)
def test_a_connection_is_kept_as_the_client_asks(service: Server, version: str, header: str, kept: bool) -> None:
    _, head, _ = sent(service, f"GET /healthz HTTP/{version}\r\nHost: x\r\n{header}\r\n".encode())
    assert (b"Connection: keep-alive" in head) == kept
