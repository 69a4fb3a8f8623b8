"""What a worker holds for its clients, half-sent bodies and unread answers, for a limited time and within a budget."""

from collections import Counter
from contextlib import suppress
from errno import EBADF
from socket import IPPROTO_TCP, SHUT_RDWR, SO_LINGER, SOL_SOCKET, TCP_INFO, socket
from struct import pack
from time import monotonic
from typing import Final

from gevent import Greenlet, sleep, spawn

_AT_ONCE: Final = pack("ii", 1, 0)
"""So that the kernel does not keep what was not taken."""
_ESTABLISHED: Final = 1
"""The state of a connection in which neither side has closed it (Linux)."""


class ClientLeft(BaseException):
    """Nobody waits for the response any more."""


class ClientBuffers:
    """What is held for all clients of a worker. Only the worker's loop uses it, so it needs no lock.

    A client that neither sends nor takes anything for `patience` seconds while the worker waits for it loses its
    connection. If more than `most` bytes are held, so do others: the largest of the address that holds most.
    """

    def __init__(self, most: int, patience: float) -> None:
        self.most = most
        self.patience = patience
        self.size = 0
        self.waiting: dict[ClientBuffer, float] = {}
        """The clients that have to send or take something, each since when, the longest waiting first."""
        self._watch: Greenlet | None = None

    def wait_for(self, held: "ClientBuffer") -> None:
        """Begin to wait for a client, or note that it has sent or taken something."""
        self.waiting.pop(held, None)
        self.waiting[held] = monotonic()
        if self._watch is None:
            self._watch = spawn(self._close_silent)

    def grow(self, held: "ClientBuffer", size: int) -> None:
        """Hold `size` bytes more for a client; close others if those are too many."""
        held.size += size
        self.size += size
        while self.size > self.most and size > 0 and (other := self._largest_but(held)):
            other.close()

    def _largest_but(self, held: "ClientBuffer") -> "ClientBuffer | None":
        """The largest of the address that holds most, among the other clients that have to send or take something."""
        by_address: Counter[str] = Counter()
        for each in self.waiting:
            by_address[each.address] += each.size
        others = [each for each in self.waiting if each.size and each is not held]
        return max(others, key=lambda each: (by_address[each.address], each.size), default=None)

    def is_full(self, held: "ClientBuffer") -> bool:
        """Whether the budget is exceeded, and not by this client alone."""
        return self.most < self.size != held.size

    def _close_silent(self) -> None:
        while True:
            sleep(min(1.0, self.patience / 4))
            latest = monotonic() - self.patience
            for held in [each for each, since in self.waiting.items() if since < latest]:
                held.close()


class ClientBuffer:
    """What is held for one request: `size` bytes."""

    def __init__(self, buffers: ClientBuffers, connection: socket, address: str = "") -> None:
        self.buffers = buffers
        self.connection = connection
        self.address = address
        self.size = 0

    def wait(self, size: int = 0) -> None:
        """It is the client's turn to send or take something; it has, and `size` bytes more are held."""
        self.buffers.wait_for(self)
        if size:
            self.buffers.grow(self, size)

    def work(self) -> None:
        """It is the worker's turn."""
        self.buffers.waiting.pop(self, None)

    def has_left(self) -> bool:
        """Whether the client has closed the connection, or its side of it."""
        try:
            return self.connection.getsockopt(IPPROTO_TCP, TCP_INFO, 1)[0] != _ESTABLISHED
        except OSError as error:
            return error.errno == EBADF  # it was closed here; otherwise it is not TCP

    def check(self) -> None:
        """Raises ClientLeft if the client has left."""
        if self.has_left():
            raise ClientLeft

    def release(self) -> None:
        """Hold nothing more."""
        self.work()
        self.buffers.grow(self, -self.size)

    def close(self) -> None:
        """Close the client's connection, which ends what is read from it or written to it."""
        self.release()
        # By a duplicate: gevent's `shutdown` raises EBADF where the connection is waited for, which gunicorn logs.
        with suppress(OSError), self.connection.dup() as duplicate:
            duplicate.setsockopt(SOL_SOCKET, SO_LINGER, _AT_ONCE)
            duplicate.shutdown(SHUT_RDWR)
