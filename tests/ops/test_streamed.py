"""JSON lines to the service behind gunicorn: memory, concurrent requests, truncated bodies, the log."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from io import BytesIO
from pathlib import Path

import pytest

from service.api.streams import MOST_STREAMS
from service.ops.offload import PIECE, read_ahead
from support.amounts import amount
from support.server import REAL, Server, ask, running, wait_until
from tests.conftest import worked

DEAL = json.dumps(worked("deals")[0]["request"]).encode() + b"\n"
START = b"POST /v1/settlements/lines HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n"
HEAD = START + b"Transfer-Encoding: chunked\r\n\r\n"
END = b"0\r\n\r\n"
MAX_GROWTH = 24 * 1024 * 1024
MAX_PER_CLIENT = 2.5 * 1024 * 1024


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("streamed"), REAL, WEB_CONCURRENCY="1") as server:
        yield server


def chunk(text: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(text), text)


class Stream:
    """A client that reads while it sends."""

    def __init__(self, server: Server, pieces: Iterator[bytes], end: bytes = END) -> None:
        self.connection = socket.create_connection(("127.0.0.1", server.port), timeout=120)
        self.sender = threading.Thread(target=self._send, args=(pieces, end))
        self.sender.start()

    def _send(self, pieces: Iterator[bytes], end: bytes) -> None:
        with suppress(OSError):  # the reader closes the connection where the test has seen enough
            self.connection.sendall(HEAD)
            for piece in pieces:
                self.connection.sendall(chunk(piece))
            self.connection.sendall(end)
            self.connection.shutdown(socket.SHUT_WR)

    def read(self) -> Iterator[bytes]:
        """The parts of the response as they arrive."""
        with self.connection:
            while data := self.connection.recv(1024 * 1024):
                yield data
        self.sender.join()


def count_results(service: Server, number: int) -> int:
    """Send this many thousand lines, every twentieth a deal; the number of lines in the response."""
    thousand = (DEAL + b"?\n" * 19) * 50
    found, mark, tail = 0, b'{"line":', b""
    for data in Stream(service, (thousand for _ in range(number))).read():
        found += (tail + data).count(mark)
        tail = (tail + data)[1 - len(mark) :]
    return found


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the kernel does not report the peak memory")
def test_memory_does_not_grow_with_the_lines(service: Server) -> None:
    assert count_results(service, 5) == 5000
    before, many = service.memory("VmHWM"), amount(20, 100)
    assert count_results(service, many) == many * 1000
    assert service.memory("VmHWM") - before < MAX_GROWTH


def test_other_requests_are_handled_while_a_stream_is_open(service: Server) -> None:
    half, go_on = threading.Event(), threading.Event()

    def pieces() -> Iterator[bytes]:
        yield DEAL * 3000  # more than is read ahead
        half.set()
        go_on.wait(60)
        yield DEAL

    read = Stream(service, pieces()).read()
    head = next(read)
    assert head.startswith(b"HTTP/1.1 200 ")
    reader = threading.Thread(target=lambda: [*read])
    reader.start()
    half.wait(60)
    assert ask(service, "/healthz").status == 200
    go_on.set()
    reader.join()


@pytest.mark.parametrize("end", [b"zz\r\n", b"ff\r\n{"], ids=["a malformed chunk", "the end of the connection"])
def test_a_started_response_is_truncated_if_the_body_is_malformed(service: Server, end: bytes) -> None:
    response = b"".join(Stream(service, iter([DEAL * 4000]), end).read())
    assert response.startswith(b"HTTP/1.1 200 ")
    assert not response.endswith(END)
    assert [line for line in service.lines() if line["level"] in ("error", "critical")] == []


@pytest.mark.parametrize("lines", [1, 4000], ids=["before the response", "during the response"])
def test_a_body_shorter_than_its_length_has_a_truncated_response(service: Server, lines: int) -> None:
    body = DEAL * lines
    with socket.create_connection(("127.0.0.1", service.port), timeout=60) as client:
        head = START + b"Content-Length: %d\r\n\r\n" % (len(body) + len(DEAL))
        sender = threading.Thread(target=send_all, args=(client, head + body))
        sender.start()
        response = b"".join(iter(lambda: client.recv(1024 * 1024), b""))
        sender.join()
    assert not response.endswith(END)
    assert [line for line in service.lines() if line["level"] in ("error", "critical")] == []


def send_all(client: socket.socket, data: bytes) -> None:
    client.sendall(data)
    client.shutdown(socket.SHUT_WR)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the kernel does not report the peak memory")
def test_clients_that_never_read_use_little_memory_and_are_limited(tmp_path: Path) -> None:
    """Each uses the lines read ahead and one short chunk of results; a long chunk took three megabytes more."""
    with running(tmp_path, REAL, WEB_CONCURRENCY="1") as server, ExitStack() as stack:
        open_unread_streams(server, 4, stack)
        before = server.memory("VmHWM")
        open_unread_streams(server, MOST_STREAMS - 4, stack)
        assert server.memory("VmHWM") - before < (MOST_STREAMS - 4) * MAX_PER_CLIENT
        refused = b"".join(Stream(server, iter([DEAL])).read())
        assert refused.startswith(b"HTTP/1.1 503 ")
        assert b'"code":"overloaded"' in refused
        stack.close()
        wait_until(lambda: b"".join(Stream(server, iter([DEAL])).read()).startswith(b"HTTP/1.1 200 "))


def open_unread_streams(server: Server, number: int, stack: ExitStack) -> None:
    """Open streams that send until the server accepts nothing more, and read nothing."""
    clients = [stack.enter_context(socket.socket()) for _ in range(number)]
    senders = [threading.Thread(target=fill, args=(client, server.port)) for client in clients]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    assert ask(server, "/healthz").status == 200


def fill(client: socket.socket, port: int) -> None:
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(5)
    client.connect(("127.0.0.1", port))
    client.sendall(HEAD)
    with suppress(TimeoutError):
        while True:
            client.sendall(chunk(DEAL * 50))


def test_a_body_is_read_in_short_pieces() -> None:
    """Other requests run between two of them."""
    sizes: list[int] = []

    class Endless(BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            sizes.append(size or 0)
            return b"x" * (size or 0)

    assert read_ahead(Endless(), 16 * PIECE).read(1) == b"x"
    assert sizes == [PIECE] * 16


def test_a_malformed_first_chunk_is_refused(service: Server) -> None:
    assert service.send(HEAD + b"zz\r\n").startswith(b"HTTP/1.1 400 ")


def test_a_stream_is_logged_and_counted_at_its_end(service: Server) -> None:
    before = len([line for line in service.requests() if line["operation"] == "settleLines"])
    assert b"".join(Stream(service, iter([DEAL])).read()).endswith(END)
    wait_until(lambda: len([line for line in service.requests() if line["operation"] == "settleLines"]) == before + 1)
    last = [line for line in service.requests() if line["operation"] == "settleLines"][-1]
    assert (last["status"], last["ruleset"]) == (200, "harr-1923")
