"""JSON lines to the service behind gunicorn: memory, concurrent requests, truncated bodies, the log."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPResponse
from io import BytesIO
from pathlib import Path
from statistics import median

import pytest

from pung_chow_settlement.ops.held import Held, Ledger
from pung_chow_settlement.ops.lines import MOST_STREAMS
from pung_chow_settlement.ops.offload import PIECE, Incoming
from tests.support.amounts import amount
from tests.support.hostile_layouts import costly_line
from tests.support.load import chunk, exchange, post_request
from tests.support.server import REAL, Server, ask, running, wait_until
from tests.support.sittings import SittingModel, as_entry
from tests.support.worked import WORKED_DEALS

DEAL = json.dumps(WORKED_DEALS[0]).encode() + b"\n"
START = b"POST /v1/settlements/lines HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n"
HEAD = START + b"Transfer-Encoding: chunked\r\n\r\n"
END = b"0\r\n\r\n"
MAX_GROWTH = 24 * 1024 * 1024
MAX_PER_CLIENT = 3.5 * 1024 * 1024  # of ordinary deals; half of what the longest answers may take


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("streamed"), REAL, WEB_CONCURRENCY="1") as server:
        yield server


class Stream:
    """A client that reads while it sends."""

    def __init__(self, server: Server, pieces: Iterator[bytes], end: bytes = END, head: bytes = HEAD) -> None:
        self.connection = socket.create_connection(("127.0.0.1", server.port), timeout=120)
        self.sender = threading.Thread(target=self._send, args=(pieces, end, head))
        self.sender.start()

    def _send(self, pieces: Iterator[bytes], end: bytes, head: bytes) -> None:
        with suppress(OSError):  # the reader closes the connection where the test has seen enough
            self.connection.sendall(head)
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
    return results_of(Stream(service, (thousand for _ in range(number))))


def results_of(stream: Stream) -> int:
    """The number of lines in the whole response; its chunks may end within a line."""
    with stream.connection, HTTPResponse(stream.connection) as response:
        response.begin()
        assert response.status == 200
        found = sum(line.startswith(b'{"line":') for line in response)
    stream.sender.join()
    return found


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the kernel does not report the peak memory")
def test_memory_does_not_grow_with_the_lines(service: Server) -> None:
    few, many = amount(10, 100), amount(50, 300)  # the answers to many are at least 33 MB
    for _ in range(2):  # until as much is read ahead as ever is, which depends on who else uses the cores
        assert count_results(service, few) == few * 1000
    before = service.memory("VmHWM")
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
    with running(tmp_path, REAL, WEB_CONCURRENCY="1", CLIENT_TIMEOUT="600") as server, ExitStack() as stack:
        open_unread_streams(server, 4, stack)
        before = server.memory("VmHWM")
        open_unread_streams(server, MOST_STREAMS - 4, stack)
        assert server.memory("VmHWM") - before < (MOST_STREAMS - 4) * MAX_PER_CLIENT
        refused = b"".join(Stream(server, iter([DEAL])).read())
        assert refused.startswith(b"HTTP/1.1 503 ")
        assert b'"code":"overloaded"' in refused
        assert b"\r\nRetry-After: 5\r\n" in refused
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
    with suppress(TimeoutError, ConnectionError):
        while True:
            client.sendall(chunk(DEAL * 50))


@pytest.mark.parametrize("spelling", [b"/v1", b"//v1", b"///v1", b"/%2Fv1", b"/v1/settlements/%6Cines"])
def test_every_line_is_answered_however_the_path_is_spelled(service: Server, spelling: bytes) -> None:
    head = HEAD.replace(b"/v1/settlements/lines" if b"lines" in spelling or b"%6C" in spelling else b"/v1", spelling, 1)
    lines = (b"?" * 191 + b"\n") * 96
    assert results_of(Stream(service, (lines for _ in range(100)), head=head)) == 9600  # of 1.84 MB


def test_a_client_that_sends_lines_now_and_then_has_their_answers_as_they_come(service: Server) -> None:
    with socket.create_connection(("127.0.0.1", service.port), timeout=10) as client:
        client.sendall(HEAD)
        for number in range(1, 4):
            client.sendall(chunk(DEAL))
            answer = b""
            while not answer.endswith(b"}\n\r\n"):
                answer += client.recv(65536)
            assert b'{"line":%d,' % number in answer


def held_by(raw: bytes, server: Server, stack: ExitStack) -> socket.socket:
    """A client that has opened a stream and sent this."""
    client = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=30))
    client.sendall(HEAD + raw)
    return client


def ended(client: socket.socket) -> bool:
    """Whether the server ends a stream within the client's time-out, without its last chunk."""
    answer = b""
    with suppress(ConnectionResetError):
        while data := client.recv(65536):
            answer += data
    return not answer.endswith(END)


@pytest.mark.parametrize("sends", [b"", chunk(b"\n"), chunk(b"{")], ids=["nothing", "blank lines", "no end of a line"])
def test_a_stream_without_lines_is_closed(tmp_path: Path, sends: bytes) -> None:
    with running(tmp_path, REAL, WEB_CONCURRENCY="1", CLIENT_TIMEOUT="1") as server, ExitStack() as stack:
        client = held_by(chunk(DEAL), server, stack)
        stop = threading.Event()

        def go_on() -> None:
            with suppress(OSError):
                while not stop.wait(0.2):
                    client.sendall(sends)

        sender = threading.Thread(target=go_on)
        sender.start()
        assert ended(client)
        stop.set()
        sender.join()
        assert [line for line in server.lines() if "exception" in line] == []


def test_a_stream_that_is_not_read_is_closed(tmp_path: Path) -> None:
    with running(tmp_path, REAL, WEB_CONCURRENCY="1", CLIENT_TIMEOUT="2") as server, ExitStack() as stack:
        open_unread_streams(server, 1, stack)
        wait_until(lambda: [line for line in server.requests() if line["operation"] == "settleLines"])
        assert [line for line in server.lines() if "exception" in line] == []


def test_streams_that_are_held_with_blank_lines_give_way_to_others(tmp_path: Path) -> None:
    with running(tmp_path, REAL, WEB_CONCURRENCY="1", CLIENT_TIMEOUT="600") as server, ExitStack() as stack:
        clients = [held_by(chunk(b"\n"), server, stack) for _ in range(MOST_STREAMS)]
        wait_until(lambda: settled_beside(server) == 503)
    with running(tmp_path, REAL, WEB_CONCURRENCY="1", CLIENT_TIMEOUT="12") as server, ExitStack() as stack:
        clients = [held_by(chunk(b"\n"), server, stack) for _ in range(MOST_STREAMS)]
        wait_until(lambda: settled_beside(server) == 503)
        wait_until(lambda: settled_beside(server) == 200)
        assert ended(clients[0])


def settled_beside(server: Server) -> int:
    """The status of one more stream."""
    return int(b"".join(Stream(server, iter([DEAL])).read()).split()[1])


SHEET = post_request(
    "/v1/scoresheets",
    json.dumps(
        {"ruleset": "harr-1923", "players": [*"ABCD"], "entries": [as_entry(json.loads(DEAL), SittingModel(4))]}
    ).encode(),
)


def seconds_of_a_sheet(server: Server) -> float:
    """The median of five."""

    def measured() -> float:
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as client:
            started = time.monotonic()
            head, _ = exchange(client, SHEET)
        assert head.startswith(b"HTTP/1.1 200 ")
        return time.monotonic() - started

    return median(measured() for _ in range(5))


@pytest.mark.parametrize("threads", ["1", "2"])
def test_a_sheet_does_not_wait_for_streams_of_costly_lines(tmp_path: Path, threads: str) -> None:
    with running(tmp_path, REAL, WEB_CONCURRENCY="1", THREADS=threads) as server:
        alone = seconds_of_a_sheet(server)
        with ExitStack() as stack:
            for _ in range(4):
                held_by(chunk(costly_line() * 100), server, stack)
            time.sleep(0.5)
            beside = seconds_of_a_sheet(server)
        assert beside < alone + 0.3


def test_a_body_is_read_in_short_pieces() -> None:
    """Other requests run between two of them."""
    sizes: list[int] = []

    class Endless(BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            sizes.append(size or 0)
            return b"x" * (size or 0)

    held = Held(Ledger(1, 1), socket.socket())
    assert len(Incoming(Endless(), held).read(16 * PIECE)) == 16 * PIECE
    assert sizes == [PIECE] * 16


def test_a_malformed_first_chunk_is_refused(service: Server) -> None:
    assert service.send(HEAD + b"zz\r\n").startswith(b"HTTP/1.1 400 ")


def test_a_stream_is_logged_and_counted_at_its_end(service: Server) -> None:
    before = len([line for line in service.requests() if line["operation"] == "settleLines"])
    assert b"".join(Stream(service, iter([DEAL])).read()).endswith(END)
    wait_until(lambda: len([line for line in service.requests() if line["operation"] == "settleLines"]) == before + 1)
    last = [line for line in service.requests() if line["operation"] == "settleLines"][-1]
    assert (last["status"], last["ruleset"]) == (200, "harr-1923")
