"""Run long requests on threads, so that short ones, which the worker's loop answers, do not wait for them."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from errno import ECONNRESET
from functools import cached_property
from io import BytesIO, RawIOBase
from typing import Any, Final, TypeVar, cast
from wsgiref.types import InputStream, StartResponse, WSGIApplication, WSGIEnvironment

from gevent import get_hub, idle, monkey, spawn
from gevent.lock import BoundedSemaphore
from gevent.threadpool import ThreadPool
from gunicorn.http.body import Body, ChunkedReader
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wsgi import ClosingIterator

from pung_chow_settlement.ops.held import Held, Ledger
from pung_chow_settlement.ops.lines import LineReader, Streams
from pung_chow_settlement.ops.settings import Settings

SHORT: Final = 4 * 1024
"""Most bytes of a body that the loop answers: in a few milliseconds, where layouts are compared within `MOST_STEPS`."""
PIECE: Final = 2 * 1024
"""Bytes of a body that are read before other greenlets run: in chunks of one byte about five milliseconds."""
ARRIVED: Final = 64 * 1024
"""Bytes of what has arrived of a stream that are taken at once: each piece costs a turn of the worker's loop."""
SENT: Final = 128 * 1024
"""Bytes of an answer that are sent before it is noted that the client takes them; each piece costs a turn of the loop,
in which a thread that answers a stream stands still."""
LINES: Final = "service.lines"
"""The WSGI variable with the lines of a streamed body."""
OVERLOADED: Final = "service.overloaded"
"""The WSGI variable that is set where the worker holds too much to take the body."""
Result = TypeVar("Result")


class Offload:
    """WSGI middleware: answers long requests in gevent's pool of native threads, under a gevent worker.

    A request is long if its path or its length is, or if its body has one of `long_words`. The loop reads the body
    first, since a thread cannot wait for a greenlet's socket. The loop also answers streams of lines as they arrive;
    their view finds them in `LINES`. A path is what the router sees: with one slash at its start.
    """

    def __init__(
        self,
        app: WSGIApplication,
        settings: Settings,
        long_paths: Iterable[str],
        streamed_paths: Iterable[str] = (),
        long_words: Iterable[bytes] = (),
    ) -> None:
        self.app = app
        self.long_paths = frozenset(long_paths)
        self.streamed_paths = frozenset(streamed_paths)
        self.long_words = tuple(long_words)
        self.most = max(settings.max_body, settings.max_body_many)
        self.large = settings.max_body
        self.threads = settings.threads
        self.ledger = Ledger(settings.max_held, settings.client_timeout)
        self.streams = Streams(settings.client_timeout)
        self.lanes = max(1, settings.threads - 1)
        """Threads that streams may have: all but one, or a single one in turn with others."""
        self._calls = 0

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request in the loop or in a thread."""
        environ["PATH_INFO"] = "/" + environ["PATH_INFO"].lstrip("/")
        if not _has_loop():
            return self.app(environ, start_response)
        held = Held(self.ledger, environ["gunicorn.socket"])
        try:
            if environ["PATH_INFO"] in self.streamed_paths:
                return self._streamed(environ, start_response, held)
            answer = self._answer(environ, start_response, held)
        except BaseException:
            held.release()
            raise
        return _closing(_sent(answer, held), answer, held.release)

    def _streamed(self, environ: WSGIEnvironment, start_response: StartResponse, held: Held) -> Iterable[bytes]:
        body = _Trickling(environ["wsgi.input"], held, _length(environ))
        lines = environ[LINES] = LineReader(self.streams, body, held, self.most + 2, self)
        answer = self.app(environ, start_response)
        return _closing(_sent(answer, held), answer, lines.close, held.release)

    def _answer(self, environ: WSGIEnvironment, start_response: StartResponse, held: Held) -> Iterable[bytes]:
        length = _length(environ)
        if length > self.most:  # the application refuses it without reading it
            return self.app(environ, start_response)
        is_long = self._is_long(environ, length)
        body = self._body(environ, held, length, is_long=is_long)
        if _unpacked(environ, body) > self.large:
            with self._large:
                return self.in_thread(self.app, environ, start_response)
        if is_long or any(word in body for word in self.long_words):
            return self.in_thread(self.app, environ, start_response)
        return self.app(environ, start_response)

    def _is_long(self, environ: WSGIEnvironment, length: int) -> bool:
        return (
            length > SHORT
            or environ["PATH_INFO"] in self.long_paths
            or "HTTP_TRANSFER_ENCODING" in environ
            or "HTTP_CONTENT_ENCODING" in environ
        )

    def _body(self, environ: WSGIEnvironment, held: Held, length: int, *, is_long: bool) -> bytes:
        """Read the body and put it into `environ`; what is longer than any body may be is not read to its end."""
        held.wait()
        arriving = environ["wsgi.input"]
        body = Incoming(arriving, held).read(self.most + 1) if is_long else arriving.read(length)
        held.work()
        if self.ledger.is_full(held):
            environ[OVERLOADED], body = True, b""
        environ["wsgi.input"] = BytesIO(body) if len(body) <= self.most else _TooLarge()
        return body

    @cached_property
    def _pool(self) -> ThreadPool:
        """The threads, made in the worker: a fork copies none."""
        return ThreadPool(self.threads)

    @cached_property
    def _lanes(self) -> BoundedSemaphore:
        """Admits streams to their threads."""
        return BoundedSemaphore(self.lanes)

    @cached_property
    def _large(self) -> BoundedSemaphore:
        """Admits one large body to the threads: a megabyte of JSON takes 35 MB when parsed, and all share a core."""
        return BoundedSemaphore(1)

    def others_wait(self) -> bool:
        """Whether a request may have to wait for a thread because streams have theirs."""
        return self._calls > self.lanes

    def begin(self, call: Callable[..., Result], *given: Any) -> Callable[[], Result]:
        """Begin to call a function for a stream, on a thread; what is returned waits for its result."""
        outcome = spawn(self._in_turn, copy_context().run, (_outcome, call, *given))
        let_others_run()
        return lambda: _result(*outcome.get())

    def _in_turn(self, *call: Any) -> Any:
        with self._counted(), self._lanes:
            return self._pool.apply(*call)

    def in_thread(self, call: Callable[..., Result], *given: Any) -> Result:
        """Call a function on a thread with the caller's context variables, and return its result."""
        with self._counted():
            result: Result = _result(*self._pool.apply(copy_context().run, (_outcome, call, *given)))
        return result

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """A call that has a thread, or waits for one."""
        self._calls += 1
        try:
            yield
        finally:
            self._calls -= 1


def _length(environ: WSGIEnvironment) -> int:
    return int(environ.get("CONTENT_LENGTH") or 0)


def _unpacked(environ: WSGIEnvironment, body: bytes) -> int:
    """The bytes of the body; of a compressed one those that its end promises, without which it is refused."""
    packed = "HTTP_CONTENT_ENCODING" in environ
    return max(len(body), int.from_bytes(body[-4:], "little") if packed else 0)


def _closing(sent: Iterator[bytes], answer: Iterable[bytes], *further: Callable[[], None]) -> Iterable[bytes]:
    close = getattr(answer, "close", None)
    return ClosingIterator(sent, [*([close] if close else []), *further])


def _sent(answer: Iterable[bytes], held: Held) -> Iterator[bytes]:
    """The answer in pieces; while one is sent, the worker waits for the client."""
    for part in answer:
        held.wait(len(part))
        for start in range(0, len(part), SENT):
            piece = part[start : start + SENT]
            yield piece
            held.wait(-len(piece))
        held.work()


def let_others_run() -> None:
    """Wait for the next iteration of the worker's loop, which serves other connections.

    With the highest priority gevent's `idle` always waits for one iteration; `sleep(0)` polls other connections only at
    every fiftieth call.
    """
    idle(get_hub().loop.MAXPRI)


class Incoming:
    """A body that is read as it arrives; other greenlets run between two pieces, even if data is available."""

    most_at_once = PIECE

    def __init__(self, body: InputStream, held: Held, promised: int = 0) -> None:
        self.body = body
        self.held = held
        self.missing = promised

    def piece(self, most: int = sys.maxsize) -> bytes:
        """The next bytes, none at the end.

        Raises ConnectionResetError before the promised length, which the server reports as a normal end.
        """
        let_others_run()
        piece = self._read(min(self.most_at_once, most))
        self.held.wait(len(piece))
        self.missing -= len(piece)
        if not piece and self.missing > 0:
            raise ConnectionResetError(ECONNRESET, "the body broke off")
        return piece

    def _read(self, most: int) -> bytes:
        return self.body.read(most)

    def read(self, most: int) -> bytes:
        """The whole body, or so many bytes of it."""
        body = bytearray()
        while len(body) < most and (piece := self.piece(most - len(body))):
            body += piece
        return bytes(body)


class _Trickling(Incoming):
    """A body whose pieces are what has arrived: gunicorn's own `read` waits for as much as is asked for."""

    most_at_once = ARRIVED

    def _read(self, most: int) -> bytes:
        if not isinstance(self.body, Body):
            return super()._read(most)
        reader = self.body.reader
        buffer = reader if isinstance(reader, ChunkedReader) else reader.unreader
        first = b"" if buffer.buf.tell() else reader.read(1)
        arrived: bytes = first + reader.read(min(most - len(first), buffer.buf.tell()))
        return arrived


class _TooLarge(RawIOBase):
    """A body of which only a part was read: whoever asks for it refuses it."""

    def readable(self) -> bool:
        """Always true."""
        return True

    def readinto(self, _: Any) -> int:
        """Raises RequestEntityTooLarge."""
        raise RequestEntityTooLarge


def _has_loop() -> bool:
    """Whether this process is a gevent worker."""
    return bool(monkey.is_module_patched("threading"))


def _outcome(call: Callable[..., Result], *given: Any) -> tuple[Result | None, Exception | None]:
    """The result or exception of a call; gevent would print an exception of a thread to standard error."""
    try:
        return call(*given), None
    except Exception as error:
        return None, error


def _result(result: Result | None, error: Exception | None) -> Result:
    if error is not None:
        raise error
    return cast("Result", result)
