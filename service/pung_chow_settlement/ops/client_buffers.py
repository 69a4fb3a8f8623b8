"""What a worker holds for its clients, half-sent bodies and unread answers, for a limited time and within a budget."""

from contextlib import suppress
from socket import SHUT_RDWR, SO_LINGER, SOL_SOCKET, socket
from struct import pack
from time import monotonic
from typing import Final

from gevent import Greenlet, sleep, spawn

_AT_ONCE: Final = pack("ii", 1, 0)
"""So that the kernel does not keep what was not taken."""


class ClientBuffers:
    """What is held for all clients of a worker. Only the worker's loop uses it, so it needs no lock.

    A client that neither sends nor takes anything for `patience` seconds while the worker waits for it loses its
    connection. If more than `most` bytes are held, so do those that the worker has waited for longest.
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
        if self.size > self.most and size > 0:
            for other in [each for each in self.waiting if each.size and each is not held]:
                other.close()
                if self.size <= self.most:
                    return

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

    def __init__(self, buffers: ClientBuffers, connection: socket) -> None:
        self.buffers = buffers
        self.connection = connection
        self.size = 0

    def wait(self, size: int = 0) -> None:
        """It is the client's turn to send or take something; it has, and `size` bytes more are held."""
        self.buffers.wait_for(self)
        if size:
            self.buffers.grow(self, size)

    def work(self) -> None:
        """It is the worker's turn."""
        self.buffers.waiting.pop(self, None)

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
