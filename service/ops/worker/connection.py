"""A client's connection in the loop: it waits, reads, has its request answered, sends, and waits again or parts.

Everything here runs in the worker's one loop and never blocks. A request has its time once, from its first byte to the
last of its answer; what exceeds it is told so, or cut off.
"""

import socket
import struct
from collections.abc import Callable
from concurrent.futures import Future
from enum import Enum, auto
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic
from typing import Any, Final, Protocol

from service.ops.problems import CUT_SHORT, INTERNAL, LATE, TOO_SLOW, Refusal, refusal_for
from service.ops.worker.answer import Answer, Application, Asked
from service.ops.worker.request import PIECE, Peer, Reader, Request

LAST_WORD: Final = 2.0
"""Seconds that a client has to close after the last answer."""


_AT_ONCE: Final = struct.pack("ii", 1, 0)


class Phase(Enum):
    """What a connection is about."""

    WAITING = auto()
    READING = auto()
    WORKING = auto()
    SENDING = auto()
    PARTING = auto()
    CLOSED = auto()


class Loop(Protocol):
    """What a connection needs of the worker in whose loop it is."""

    cfg: Any
    log: Any
    application: Application
    poller: DefaultSelector
    patience: float
    most_body: int

    def work(self, connection: "Connection", request: Request, asked: Asked) -> None:
        """Have a whole request answered."""

    def soon(self, call: Callable[[], None]) -> None:
        """Call something in the loop's next turn."""

    def idle_time(self) -> float:
        """Seconds that a connection may wait for its next request."""

    def keep_within_memory(self) -> None:
        """Make room while connections hold too much."""

    def forget(self, connection: "Connection") -> None:
        """A connection has ended."""


class Connection:
    """One client's connection."""

    def __init__(self, worker: Loop, sock: socket.socket, peer: Peer, server: Peer) -> None:
        sock.setblocking(False)
        self.worker = worker
        self.sock = sock
        self.server = server
        self.reader = Reader(worker.cfg, peer, worker.most_body)
        self.unsent = memoryview(b"")
        self.asked = 0  # bytes of the last request
        self.origin = ""  # of the page that the last request came from
        self.keep = True
        self.job: Future[Answer] | None = None
        self.watched = 0
        self.phase = Phase.WAITING
        self.since = monotonic()
        self.until = self.since + worker.cfg.keepalive
        self.watch(EVENT_READ)

    def watch(self, events: int) -> None:
        """Have the loop call `ready` at these events."""
        if events == self.watched:
            return
        if not self.watched:
            self.worker.poller.register(self.sock, events, self.ready)
        elif not events:
            self.worker.poller.unregister(self.sock)
        else:
            self.worker.poller.modify(self.sock, events, self.ready)
        self.watched = events

    def enter(self, phase: Phase, seconds: float) -> None:
        """Begin something that may take so long."""
        self.phase = phase
        self.since = monotonic()
        self.until = self.since + seconds

    def held(self) -> int:
        """Bytes that this connection keeps in memory."""
        return len(self.reader.buffer) + len(self.unsent) + (self.asked if self.phase is Phase.WORKING else 0)

    def ready(self) -> None:
        """Bytes have come, or room for bytes."""
        if self.phase is Phase.SENDING:
            self.send()
        elif self.phase is not Phase.CLOSED:  # by another that was called in the same turn
            self.receive()

    def receive(self) -> None:
        """Read what has come."""
        try:
            data = self.sock.recv(self.reader.wants())
        except BlockingIOError:
            return
        except OSError:
            self.close()
            return
        if not data:
            self.client_is_done()
        elif self.phase is not Phase.PARTING:
            if self.phase is Phase.WAITING:
                self.enter(Phase.READING, self.worker.patience)
            self.reader.buffer += data
            self.proceed()

    def client_is_done(self) -> None:
        """The client sends no more."""
        if self.phase is Phase.READING:
            self.refuse(CUT_SHORT)
        else:
            self.close()

    def proceed(self) -> None:
        """Have the request answered, if it is whole."""
        if self.phase is not Phase.READING:
            return
        try:
            request = self.reader.take()
            asked = request and self.worker.application.asked(request, self.server)
        except Exception as error:
            refusal = refusal_for(error)
            if refusal is INTERNAL:
                self.worker.log.exception("A request could not be read")
            self.refuse(refusal)
            return
        if request and asked:
            self.phase, self.asked = Phase.WORKING, request.size
            self.origin = asked.environ.get("HTTP_ORIGIN", "")
            self.worker.work(self, request, asked)
        elif self.reader.awaits_continue():
            self.sock.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        elif len(self.reader.buffer) > PIECE:
            self.worker.keep_within_memory()

    def answered(self, job: "Future[Answer]") -> None:
        """A thread has made the answer."""
        if not job.cancelled():
            self.tell(job.result())

    def tell(self, answer: Answer) -> None:
        """Send the answer, unless its time was over."""
        if self.phase is Phase.WORKING:
            self.phase = Phase.SENDING
            self.unsent, self.keep = memoryview(answer.data), answer.keep
            self.send()

    def send(self) -> None:
        """Send what the client takes."""
        try:
            self.unsent = self.unsent[self.sock.send(self.unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            self.close()
            return
        if self.unsent:
            self.watch(EVENT_WRITE)
            self.worker.keep_within_memory()
        elif self.keep:
            self.wait()
        else:
            self.part()

    def wait(self) -> None:
        """Wait for the next request, which may have come with the last."""
        self.watch(EVENT_READ)
        if self.reader.buffer:
            self.enter(Phase.READING, self.worker.patience)
            self.worker.soon(self.proceed)  # the others come first
        else:
            self.enter(Phase.WAITING, self.worker.idle_time())

    def part(self) -> None:
        """Say that nothing more comes and let the client close, lest the kernel take the answer back."""
        self.reader.buffer.clear()
        try:
            self.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self.close()
        else:
            self.watch(EVENT_READ)
            self.enter(Phase.PARTING, LAST_WORD)

    def refuse(self, refusal: Refusal) -> None:
        """Answer that the request is not answered, and part."""
        origin = self.origin if self.phase is Phase.WORKING else self.reader.origin()
        self.phase = Phase.WORKING
        self.tell(self.worker.application.refuse(refusal, origin))

    def expire(self) -> None:
        """What the connection is about has taken its time."""
        if self.phase is Phase.READING:
            self.refuse(TOO_SLOW)
        elif self.phase is Phase.WORKING:
            if self.job is not None:
                self.job.cancel()
            self.refuse(LATE)
        else:
            if self.phase is Phase.SENDING:  # else the system would go on for minutes
                self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
            self.close()

    def close(self) -> None:
        """End the connection."""
        self.watch(0)
        self.phase = Phase.CLOSED
        self.sock.close()
        self.worker.forget(self)
