"""Streams of lines in a worker: read ahead of their answers, few at once, none for a client that sends no lines."""

from collections.abc import Callable
from errno import ECONNRESET
from time import monotonic
from typing import Any, Final, Protocol, TypeVar

from gevent import Greenlet, spawn
from gevent.event import Event

from pung_chow_settlement.ops.held import Held

MOST_STREAMS: Final = 16
"""Streams open at once in one worker; a client that does not read holds up to 7 MiB with each, `MAX_HELD` in all."""
Result = TypeVar("Result")


class Body(Protocol):
    """A body as it arrives."""

    def piece(self) -> bytes:
        """Wait for the next bytes, none at the end."""


class Threads(Protocol):
    """Threads, which streams have in turn."""

    def begin(self, call: Callable[..., Result], *given: Any) -> Callable[[], Result]:
        """Begin to call a function on a thread; what is returned waits for its result."""

    def others_wait(self) -> bool:
        """Whether a request may have to wait for a thread."""


class Streams:
    """The streams that a worker answers."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        """Seconds that a stream may be without a line that is not blank, while none is left to answer."""
        self.opened: set[LineReader] = set()

    def admit(self, lines: "LineReader") -> bool:
        """Open a stream, if need be in place of the one that has waited for its client longest, and for long."""
        if len(self.opened) == MOST_STREAMS:
            idle = max(self.opened, key=LineReader.waited)
            if idle.waited() < self.patience / 6:
                return False
            self.opened.remove(idle)
            idle.held.close()
        self.opened.add(lines)
        return True


class LineReader:
    """The lines of a body, read ahead by up to `ahead` bytes while earlier ones are answered and the answers are sent.

    So a client can send a whole short body before it reads the answer, or one line at a time.
    """

    def __init__(self, streams: Streams, body: Body, held: Held, ahead: int, threads: Threads) -> None:
        self.streams = streams
        self.body = body
        self.held = held
        self.ahead = ahead
        self.begin = threads.begin
        self.others_wait = threads.others_wait
        self._buffer = bytearray()
        self._changed = Event()
        """Set when something was read, or taken from what was read."""
        self._reader: Greenlet | None = None
        self._error: Exception | None = None
        self._waited = 0.0
        """Seconds that were waited since the last line that is not blank."""
        self._waits_since: float | None = None

    def admitted(self) -> bool:
        """Whether the stream can be answered now."""
        return self.streams.admit(self)

    def at_hand(self) -> bool:
        """Whether the next line can be read without waiting for the client."""
        return b"\n" in self._buffer

    def readline(self, most: int) -> bytes:
        """Read to the end of the line, but at most this many bytes.

        Raises ConnectionResetError if the client sends no line but blank ones for too long, or what the body raises.
        """
        if self._reader is None:
            self._reader = spawn(self._read_ahead)
        searched = 0
        while (end := self._buffer.find(b"\n", searched, most)) < 0 and len(self._buffer) < most and not self._ended():
            searched = len(self._buffer)
            self._wait()
        if self._error is not None:
            raise self._error
        line = bytes(self._buffer[: end + 1 if end >= 0 else most])
        del self._buffer[: len(line)]
        self._changed.set()
        self.held.ledger.grow(self.held, -len(line))
        if line.strip():
            self._waited = 0.0
        return line

    def waited(self) -> float:
        """Seconds for which the stream has waited for its client."""
        reading = 0.0 if self._waits_since is None else monotonic() - self._waits_since
        return max(self._waited + reading, self.held.waited())

    def close(self) -> None:
        """End the stream; if the body was not read to its end, no further request can follow on the connection."""
        self.streams.opened.discard(self)
        if self._reader is not None and not self._reader.dead:
            self._reader.kill()
            self.held.close()

    def _ended(self) -> bool:
        return self._reader is not None and self._reader.dead

    def _wait(self) -> None:
        """Wait until something arrives."""
        self._waits_since = monotonic()
        self._changed.clear()
        arrived = self._changed.wait(max(0.0, self.streams.patience - self._waited))
        self._waited += monotonic() - self._waits_since
        self._waits_since = None
        if not arrived:
            raise ConnectionResetError(ECONNRESET, "no lines arrived")

    def _read_ahead(self) -> None:
        try:
            while piece := self.body.piece():
                self._buffer += piece
                self._changed.set()
                while len(self._buffer) >= self.ahead:
                    self._changed.clear()
                    self._changed.wait()
        except Exception as error:
            self._error = error
        finally:
            self._changed.set()
