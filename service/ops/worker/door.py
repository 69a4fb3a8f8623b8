"""The listening sockets of a worker: when it accepts, and when it leaves a new connection to the others."""

import errno
from math import inf
from selectors import EVENT_READ, DefaultSelector
from socket import socket
from time import monotonic
from typing import Any, Final, Protocol

from service.ops.worker import balance

LEAVE: Final = 0.005
"""Seconds that a new connection is left to workers that hold fewer."""
FULL: Final = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
"""What the system says where it has no room for another connection."""


class House(Protocol):
    """What a door needs of the worker that it belongs to."""

    sockets: list[Any]
    poller: DefaultSelector
    age: int

    def make_room(self) -> None:
        """End a connection, since the system has no room for another."""

    def welcome(self, sock: socket, client: Any, server: Any) -> None:
        """Take a connection in."""


class Door:
    """Opens and closes, and hands each connection to the worker."""

    def __init__(self, worker: House) -> None:
        self.worker = worker
        self.is_open = False
        self.opens_at = inf

    def open(self) -> None:
        """Accept from now on."""
        self.opens_at = inf
        self.is_open = True
        for listener in self.worker.sockets:
            listener.setblocking(False)
            self.worker.poller.register(listener, EVENT_READ, self.knocked)

    def close(self, seconds: float = inf) -> None:
        """Accept none for so long."""
        if self.is_open:
            for listener in self.worker.sockets:
                self.worker.poller.unregister(listener)
        self.is_open = False
        self.opens_at = monotonic() + seconds

    def open_when_due(self, now: float) -> None:
        """Open again, and take what nobody took."""
        if now >= self.opens_at:
            self.open()
            self.take()

    def knocked(self) -> None:
        """A new connection has come: others who hold fewer are asked first."""
        if balance.more_than_the_least(self.worker.age) > 0:
            self.close(LEAVE)
        else:
            self.take()

    def take(self) -> None:
        """Accept a connection, if it is still there."""
        for listener in self.worker.sockets:
            try:
                sock, client = listener.accept()
            except (BlockingIOError, ConnectionAbortedError):
                continue
            except OSError as error:
                if error.errno not in FULL:
                    raise
                self.worker.make_room()
            else:
                self.worker.welcome(sock, client, listener.getsockname())
