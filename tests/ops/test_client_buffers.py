"""What clients that send or read slowly can hold of a worker: time, and bytes of bodies and answers."""

import json
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from pung_chow_settlement.ops.client_buffers import ClientBuffer, ClientBuffers, ClientLeft
from tests.support.amounts import cpu_seconds
from tests.support.load import exchange, post_request
from tests.support.server import REAL, Server, ask, running, wait_until
from tests.support.sittings import SittingModel, as_entry
from tests.support.worked import WORKED_DEALS

MIB = 1024 * 1024
DEAL = json.dumps(WORKED_DEALS[0]).encode()
SETTLE = post_request("/v1/settlements", DEAL)
BATCH = post_request("/v1/settlements/batch", b'{"deals": [%b]}' % b",".join([DEAL] * 1000))
NIGHT = pytest.mark.night
ENTRY = as_entry(WORKED_DEALS[0], SittingModel(4))
SHEET, LARGE_SHEET = (
    post_request(
        "/v1/scoresheets",
        json.dumps({"ruleset": "harr-1923", "players": [*"ABCD"], "entries": [ENTRY] * entries}).encode(),
    )
    for entries in (1, 320)
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


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(BATCH, id="unread"),
        pytest.param(BATCH[:100_000], id="half a batch", marks=NIGHT),
        pytest.param(SETTLE[:-100], id="a half body", marks=NIGHT),
    ],
)
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


@pytest.mark.night
def test_unread_answers_are_held_within_a_budget(tmp_path: Path) -> None:
    """The largest lose their connection; a client that reads has its answer."""
    with (
        running(tmp_path, REAL, WEB_CONCURRENCY="1", MAX_HELD=str(16 * MIB), CLIENT_TIMEOUT="600") as server,
        ExitStack() as stack,
    ):
        clients = [client_of(server, BATCH, stack) for _ in range(6)]
        wait_until(lambda: batches(server) == 6)
        before = server.memory()
        clients += [client_of(server, BATCH, stack) for _ in range(9)]
        wait_until(lambda: batches(server) == 15)
        assert server.memory() - before < 5 * ANSWER, "9 answers are 60 MB"
        assert 1 <= sum(held_open(server, client) for client in clients) <= 4
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as reader:
            head, body = exchange(reader, BATCH)
        assert head.startswith(b"HTTP/1.1 200 ")
        assert len(body) > ANSWER
        assert ask(server, "/healthz").status == 200
        assert [line for line in server.lines() if line["level"] in ("error", "critical")] == []


@pytest.mark.parametrize(
    "sheet", [pytest.param(LARGE_SHEET, id="320 entries"), pytest.param(SHEET, id="one entry", marks=NIGHT)]
)
def test_a_sheet_does_not_wait_for_larger_bodies(tmp_path: Path, sheet: bytes) -> None:
    """It is answered after the body that is at work at most; the others came before it."""
    with running(tmp_path, REAL, WEB_CONCURRENCY="1") as server, ExitStack() as stack:
        for _ in range(6):
            client_of(server, BATCH, stack)
        time.sleep(0.3)
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as client:
            head, _ = exchange(client, sheet)
        assert head.startswith(b"HTTP/1.1 200 ")
        assert batches(server) <= 2


def test_the_budget_closes_the_largest_of_the_others() -> None:
    buffers = ClientBuffers(10, 1)
    small, large, own = (ClientBuffer(buffers, socket.socket()) for _ in range(3))
    for held, size in ((small, 1), (large, 6), (own, 3)):
        held.wait(size)
    large.wait()  # it has taken something, so the worker has waited longest for the small one
    own.wait(5)
    assert (small.size, large.size, own.size, buffers.size) == (1, 0, 8, 9)
    small.work()
    own.wait(4)
    assert (small.size, own.size) == (1, 12), "the one at work is not closed"
    assert buffers.is_full(own)
    small.release()
    assert not buffers.is_full(own)
    own.release()
    assert (buffers.size, buffers.waiting) == (0, {})


def test_the_budget_closes_clients_of_the_address_that_holds_most() -> None:
    """Those that keep themselves fresh hold less each than the other, which is not cut for them."""
    buffers = ClientBuffers(100, 1)
    other = ClientBuffer(buffers, socket.socket(), "192.0.2.1")
    other.wait(20)
    holders = [ClientBuffer(buffers, socket.socket(), "198.51.100.7") for _ in range(20)]
    for holder in holders:
        holder.wait(5)
    assert other.size == 20
    assert sum(holder.size for holder in holders) == 80


def test_a_client_has_left_when_it_has_closed_its_side() -> None:
    buffers = ClientBuffers(10, 1)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        client = socket.create_connection(listening.getsockname())
        accepted, _ = listening.accept()
        held = ClientBuffer(buffers, accepted)
        client.sendall(b"half")
        assert not held.has_left()
        held.check()
        client.close()
        wait_until(held.has_left)
        with pytest.raises(ClientLeft):
            held.check()
        accepted.close()
        assert held.has_left()
    one, _ = pair = socket.socketpair()
    assert not ClientBuffer(buffers, one).has_left(), "not TCP: it cannot be told"
    for each in pair:
        each.close()


def test_what_a_client_has_left_is_not_computed(tmp_path: Path) -> None:
    """Neither one that waits for a thread, nor the rest of one that has it."""
    with running(tmp_path, REAL, WEB_CONCURRENCY="1") as server:
        with ExitStack() as stack:
            for _ in range(8):
                client_of(server, BATCH, stack)
            started = server.processor_time()
            wait_until(lambda: server.processor_time() > started + 0.2)
        used = server.processor_time()
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as client:
            head, _ = exchange(client, SHEET)
        assert head.startswith(b"HTTP/1.1 200 ")
        wait_until(lambda: batches(server) == 8)
        assert server.processor_time() - used < cpu_seconds(alone=0.5), "each takes about a second"
        left = [line for line in server.requests() if line["status"] == 400]
        assert len(left) >= 7
        assert {line["problem"] for line in left} == {"bad-request"}
