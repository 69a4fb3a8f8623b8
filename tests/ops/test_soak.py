"""The soak in small, and its clients' accounts: what is lost is seen, and nothing else is called lost."""

import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.soak.clients import Client, Job, Manner, Tally, sending, total
from bench.soak.processes import MIB, Watch
from bench.soak.run import Account, Plan, soak
from tests.amounts import amount
from tests.ops.load import posted
from tests.ops.server import running

IN_SMALL = Plan(seconds=amount(6, 9), reload=3, patience=20, hostile=8 * 1024)


def test_no_answer_is_lost_while_workers_are_renewed_beside_every_kind_of_client() -> None:
    account = soak(IN_SMALL)
    assert account.faults() == []
    assert all(tally.sent for tally in account.kinds.values()), account.kinds
    assert account.tally().answered > 50
    workers = account.watch.of_workers()
    assert len({look.pid for look in workers}) >= 2 * account.reloads >= 2
    assert all(20 * MIB < look.resident < 200 * MIB for look in (*workers, *account.watch.of_master()))


# The clients' accounts

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
CLOSING = OK.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
HALF = OK[:-1]
FAILED = OK.replace(b"200 OK", b"500 No")
ASKED = Job("/", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", 200, b"ok")


@contextmanager
def scripted(script: Sequence[Sequence[bytes]], stop: threading.Event) -> Iterator[int]:
    """A server that answers and closes connections as the script says, and stops the client with the last answer."""

    def run() -> None:
        left = sum(map(len, script))
        for answers in script:
            connection, _ = listener.accept()
            with connection:
                for answer in answers:
                    connection.recv(65536)
                    left -= 1
                    if not left:
                        stop.set()
                    connection.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=run)
        thread.start()
        yield listener.getsockname()[1]
        thread.join()


@pytest.mark.parametrize(
    ("script", "seen"),
    [
        pytest.param([[OK, OK]], lambda tally: tally.answered == 2, id="kept"),
        pytest.param([[CLOSING], [OK]], lambda tally: tally.told_to_close == 1 and not tally.found_closed, id="told"),
        pytest.param([[OK], [OK]], lambda tally: tally.found_closed == 1 and not tally.retried, id="found closed"),
        pytest.param([[OK, b""], [OK]], lambda tally: tally.retried == 1 and tally.answered == 2, id="retried once"),
        pytest.param([[OK, HALF], [OK]], lambda tally: len(tally.lost) == 1 and not tally.retried, id="half"),
        pytest.param([[OK, b""], [b""]], lambda tally: len(tally.lost) == 1 and tally.retried == 1, id="lost again"),
        pytest.param([[b""]], lambda tally: len(tally.lost) == 1 and not tally.retried, id="lost at once"),
        pytest.param([[FAILED]], lambda tally: len(tally.wrong) == 1 and tally.server_errors == 1, id="failed"),
        pytest.param([[OK.replace(b"ok", b"no")]], lambda tally: len(tally.wrong) == 1, id="another body"),
    ],
)
def test_the_account_tells_apart(script: Sequence[Sequence[bytes]], seen: Callable[[Tally], bool]) -> None:
    stop = threading.Event()
    with scripted(script, stop) as port:
        client = Client(port, Manner("client", 1, 0.4, [ASKED]), 0, stop)
        client.run()
    assert seen(client.tally), client.tally


def test_a_plain_client_that_has_to_wait_is_told_and_no_other() -> None:
    kinds = {"kept alive": Tally(longest=3.1), "a connection each": Tally(longest=2.9), "batches": Tally(longest=9.0)}
    account = Account(Plan(patience=9.0), 1, kinds, 0, Watch(os.getpid()), [])
    assert account.faults() == ["kept alive: waited 3.1 seconds"]


def test_a_slow_reader_and_a_slow_sender_have_the_whole_answer(tmp_path: Path) -> None:
    job = Job("/echo/1", posted("/echo/1", b"{}"), 200, b'{"length":2,"number":1}\n')
    slow = Manner("slow", 2, 0.1, [job], sending=0.3, reading=0.1)
    with running(tmp_path) as server, sending(server.port, [slow], []) as tallies:
        time.sleep(2)
    assert total(tallies).answered > 2
    assert not total(tallies).lost


def test_what_a_killed_worker_loses_is_told(tmp_path: Path) -> None:
    job = Job("/slow", b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n", 200, None)
    manner = Manner("client", 4, 0.01, [job], fresh=True)
    with running(tmp_path, WEB_CONCURRENCY="1") as server, sending(server.port, [manner], []) as tallies:
        time.sleep(0.5)
        for worker in server.workers():
            os.kill(worker, signal.SIGKILL)
        time.sleep(0.5)
    assert total(tallies).lost
