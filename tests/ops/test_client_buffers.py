"""What clients that send or read slowly can hold of a worker: time, and bytes of bodies and answers."""

import json
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from pung_chow_settlement.ops.client_buffers import ClientBuffer, ClientBuffers
from tests.support.load import exchange, post_request
from tests.support.server import REAL, Server, ask, running, wait_until
from tests.support.sittings import SittingModel, as_entry
from tests.support.worked import WORKED_DEALS

MIB = 1024 * 1024
DEAL = json.dumps(WORKED_DEALS[0]).encode()
SETTLE = post_request("/v1/settlements", DEAL)
BATCH = post_request("/v1/settlements/batch", b'{"deals": [%b]}' % b",".join([DEAL] * 1000))
SHEET = post_request(
    "/v1/scoresheets",
    json.dumps(
        {"ruleset": "harr-1923", "players": [*"ABCD"], "entries": [as_entry(WORKED_DEALS[0], SittingModel(4))]}
    ).encode(),
)
ANSWER = 6 * MIB
"""The answer to the batch is longer than this."""


def client_of(server: Server, sent: bytes, stack: ExitStack) -> socket.socket:
    """A client that sends these bytes and takes little of what comes back."""
    client = stack.enter_context(socket.socket())
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(30)
    client.connect(("127.0.0.1", server.port))
    client.sendall(sent)
    return client


def taken(client: socket.socket) -> int:
    """The bytes that still come until the connection ends."""
    size = 0
    with suppress(ConnectionResetError):
        while data := client.recv(65536):
            size += len(data)
    return size


@pytest.mark.parametrize("sent", [SETTLE[:-100], BATCH[:100_000], BATCH], ids=["a half body", "half a batch", "unread"])
def test_a_client_that_neither_sends_nor_takes_anything_loses_its_connection(tmp_path: Path, sent: bytes) -> None:
    with running(tmp_path, REAL, WEB_CONCURRENCY="1", CLIENT_TIMEOUT="2") as server, ExitStack() as stack:
        client = client_of(server, sent, stack)
        if sent is BATCH:
            wait_until(lambda: batches(server))
            wait_until(lambda: not held_open(server, client))
        assert taken(client) < ANSWER
        assert [line for line in server.lines() if line["level"] in ("error", "critical")] == []


def held_open(server: Server, client: socket.socket) -> bool:
    """Whether the server has the connection still open.

    The kernel's table may leave a line out if other connections end while it is read, so one reading of five is enough.
    """
    ends = {f":{server.port:04X}", f":{client.getsockname()[1]:04X}"}

    def states() -> list[str]:
        lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
        return [line.split()[3] for line in lines if {line.split()[1][-5:], line.split()[2][-5:]} == ends]

    return any(states() == ["01", "01"] for _ in range(5))


def test_a_client_that_takes_its_answer_slowly_has_it_whole(tmp_path: Path) -> None:
    """It takes longer than the time within which a client must take something."""
    with running(tmp_path, REAL, WEB_CONCURRENCY="1", CLIENT_TIMEOUT="1") as server, ExitStack() as stack:
        client = client_of(server, BATCH.replace(b"Host: x", b"Host: x\r\nConnection: close", 1), stack)
        wait_until(lambda: batches(server))
        assert taken(client) > ANSWER


def batches(server: Server) -> int:
    """How many were answered."""
    return len([line for line in server.requests() if line["operation"] == "settleBatch"])


def test_unread_answers_are_held_within_a_budget(tmp_path: Path) -> None:
    """Those that have waited longest lose their connection; a client that reads has its answer."""
    with (
        running(tmp_path, REAL, WEB_CONCURRENCY="1", MAX_HELD=str(16 * MIB), CLIENT_TIMEOUT="600") as server,
        ExitStack() as stack,
    ):
        clients = [client_of(server, BATCH, stack) for _ in range(12)]
        wait_until(lambda: batches(server) == 12)
        before = server.memory()
        clients += [client_of(server, BATCH, stack) for _ in range(12)]
        wait_until(lambda: batches(server) == 24)
        assert server.memory() - before < 5 * ANSWER, "12 answers are 80 MB"
        assert 1 <= sum(held_open(server, client) for client in clients) <= 4
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as reader:
            head, body = exchange(reader, BATCH)
        assert head.startswith(b"HTTP/1.1 200 ")
        assert len(body) > ANSWER
        assert ask(server, "/healthz").status == 200
        assert [line for line in server.lines() if line["level"] in ("error", "critical")] == []


def test_a_sheet_does_not_wait_for_large_bodies(tmp_path: Path) -> None:
    with running(tmp_path, REAL, WEB_CONCURRENCY="1") as server, ExitStack() as stack:
        for _ in range(6):
            client_of(server, BATCH, stack)
        time.sleep(0.3)
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as client:
            head, _ = exchange(client, SHEET)
        assert head.startswith(b"HTTP/1.1 200 ")
        answered = [line["operation"] for line in server.requests()]
        assert answered[: answered.index("settleScoresheet")].count("settleBatch") < 5


def test_the_budget_closes_those_that_have_waited_longest() -> None:
    buffers = ClientBuffers(10, 1)
    one, two, three = (ClientBuffer(buffers, socket.socket()) for _ in range(3))
    for held, size in ((one, 4), (two, 4), (one, 1)):
        held.wait(size)
    three.wait(4)
    assert (one.size, two.size, three.size, buffers.size) == (5, 0, 4, 9)
    one.work()
    three.wait(4)
    assert (one.size, three.size) == (5, 8), "the one at work is not closed"
    assert buffers.is_full(three)
    one.release()
    assert not buffers.is_full(three)
    three.release()
    assert (buffers.size, buffers.waiting) == (0, {})
