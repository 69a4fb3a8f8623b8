"""The soak's clients: each keeps account of every request it sends, whatever becomes of it."""

import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from select import select
from time import monotonic, sleep
from typing import Final, NamedTuple

from bench.client import HOST
from tests.ops import faults

ANSWER_SECONDS: Final = 90
"""A client waits so long: three times what a request may take."""
SMALL_BUFFER: Final = 32 * 1024
PIECES: Final = 10


class Job(NamedTuple):
    """A request as bytes and what answers it; a refusal's body names its request and is not compared."""

    path: str
    request: bytes
    status: int
    body: bytes | None


class Manner(NamedTuple):
    """How a kind of clients behaves."""

    name: str
    clients: int
    pause: float
    """Mean seconds between an answer and the next request."""
    jobs: Sequence[Job]
    fresh: bool = False
    """Whether each request has a connection of its own."""
    sending: float = 0.0
    """Seconds over which a request is sent, in pieces."""
    reading: float = 0.0
    """Seconds before each piece of the answer is read, through a small buffer."""


class Held(NamedTuple):
    """Clients that misbehave, so many at a time and for so long; nothing is owed to them."""

    hold: faults.Hold
    number: int
    seconds: float


@dataclass
class Tally:
    """What became of the requests of one client."""

    answered: int = 0
    """As expected: the status and, unless it is a refusal, every byte of the body."""
    refused: int = 0
    """Refusals, as expected."""
    wrong: list[str] = field(default_factory=list)
    """Whole answers that were not expected."""
    lost: list[str] = field(default_factory=list)
    """Requests without a whole answer."""
    server_errors: int = 0
    retried: int = 0
    """Sent on a kept connection that was closed meanwhile, no byte answered, and sent once more."""
    found_closed: int = 0
    """Kept connections that were found closed before anything was sent."""
    told_to_close: int = 0
    paths: Counter[str] = field(default_factory=Counter)
    """Whole answers by path."""
    longest: float = 0.0
    """Seconds from the start of a request to the end of its answer, at most."""

    @property
    def sent(self) -> int:
        """Requests, a repeated one counted once."""
        return self.answered + self.refused + len(self.wrong) + len(self.lost)


def total(tallies: Sequence[Tally]) -> Tally:
    """The sum over clients."""
    return Tally(
        sum(each.answered for each in tallies),
        sum(each.refused for each in tallies),
        [line for each in tallies for line in each.wrong],
        [line for each in tallies for line in each.lost],
        sum(each.server_errors for each in tallies),
        sum(each.retried for each in tallies),
        sum(each.found_closed for each in tallies),
        sum(each.told_to_close for each in tallies),
        sum((each.paths for each in tallies), Counter()),
        max((each.longest for each in tallies), default=0.0),
    )


class NoAnswerError(OSError):
    """A connection ended without a whole answer, after so many bytes of it."""

    def __init__(self, cause: OSError | str, got: int) -> None:
        super().__init__(f"{cause!r} after {got} bytes")
        self.got = got


class Client:
    """One client: it sends jobs in a random order until told to stop."""

    def __init__(self, port: int, manner: Manner, seed: int, stop: threading.Event) -> None:
        self.port = port
        self.manner = manner
        self.rng = Random(f"{manner.name} {seed}")
        self.stop = stop
        self.tally = Tally()
        self.socket: socket.socket | None = None

    def run(self) -> None:
        """Send until told to stop."""
        self.stop.wait(self.rng.uniform(0, self.manner.pause))
        while not self.stop.is_set():
            job = self.rng.choice(self.manner.jobs)
            asked = monotonic()
            try:
                self._take_in(job, *self._ask(job))
            except OSError as error:
                self._close()
                self.tally.lost.append(f"{self.manner.name}: {job.path}: {error!r}")
            self.tally.longest = max(self.tally.longest, monotonic() - asked)
            self.stop.wait(self.rng.uniform(0.5, 1.5) * self.manner.pause)
        self._close()

    def _ask(self, job: Job) -> tuple[bytes, bytes]:
        if self.socket and select([self.socket], [], [], 0)[0]:
            self.tally.found_closed += 1
            self._close()
        kept = self.socket is not None
        try:
            return self._exchange(job)
        except NoAnswerError as broken:
            if not kept or broken.got:
                raise
        self.tally.retried += 1
        self._close()
        return self._exchange(job)

    def _exchange(self, job: Job) -> tuple[bytes, bytes]:
        connection = self.socket = self.socket or self._connect()
        try:
            self._send(connection, job.request)
        except OSError as error:
            raise NoAnswerError(error, 0) from None
        return self._read(connection)

    def _connect(self) -> socket.socket:
        connection = socket.socket()
        connection.settimeout(ANSWER_SECONDS)
        if self.manner.reading:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        connection.connect((HOST, self.port))
        return connection

    def _send(self, connection: socket.socket, request: bytes) -> None:
        if not self.manner.sending:
            connection.sendall(request)
            return
        size = len(request) // PIECES + 1
        for start in range(0, len(request), size):
            connection.sendall(request[start : start + size])
            sleep(self.manner.sending / PIECES)

    def _read(self, connection: socket.socket) -> tuple[bytes, bytes]:
        data = bytearray()
        head_end, end = -1, -1
        while end < 0 or len(data) < end:
            if self.manner.reading:
                sleep(self.manner.reading)
            try:
                more = connection.recv(65536)
            except OSError as error:
                raise NoAnswerError(error, len(data)) from None
            if not more:
                raise NoAnswerError("closed", len(data))
            data += more
            if end < 0 and (head_end := data.find(b"\r\n\r\n")) >= 0:
                end = head_end + 4 + _length(bytes(data[:head_end]))
        return bytes(data[:head_end]), bytes(data[head_end + 4 :])

    def _take_in(self, job: Job, head: bytes, body: bytes) -> None:
        status = int(head[9:12])
        self.tally.paths[job.path] += 1
        self.tally.server_errors += status >= 500 and status != job.status
        if status != job.status or job.body not in (None, body):
            self.tally.wrong.append(f"{self.manner.name}: {job.path}: {status} for {job.status}: {body[:200]!r}")
        elif job.body is None:
            self.tally.refused += 1
        else:
            self.tally.answered += 1
        told = b"\r\nconnection: close" in head.lower()
        self.tally.told_to_close += told
        if told or self.manner.fresh:
            self._close()

    def _close(self) -> None:
        if self.socket:
            self.socket.close()
        self.socket = None


def _length(head: bytes) -> int:
    return int(head.lower().partition(b"\r\ncontent-length:")[2].partition(b"\r\n")[0])


@contextmanager
def sending(port: int, manners: Sequence[Manner], held: Sequence[Held]) -> Iterator[list[Tally]]:
    """All clients, each in a thread, while the block runs; their tallies are whole after it."""
    stop = threading.Event()
    clients = [Client(port, manner, number, stop) for manner in manners for number in range(manner.clients)]
    calls: list[Callable[[], None]] = [client.run for client in clients]
    calls += [_holder(port, each, stop) for each in held]
    threads = [threading.Thread(target=call) for call in calls]
    for thread in threads:
        thread.start()
    try:
        yield [client.tally for client in clients]
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def _holder(port: int, held: Held, stop: threading.Event) -> Callable[[], None]:
    def run() -> None:
        while not stop.is_set():
            with suppress(OSError), faults.holding(port, held.hold, held.number):
                stop.wait(held.seconds)

    return run
