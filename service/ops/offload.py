"""Run long requests on threads, so that short ones, answered by the worker's loop itself, do not wait for them."""

from collections.abc import Callable, Iterable
from contextvars import copy_context
from errno import ECONNRESET
from functools import cache
from io import BufferedReader, BytesIO, RawIOBase
from typing import Any, BinaryIO, Final, TypeVar
from wsgiref.types import InputStream, StartResponse, WSGIApplication, WSGIEnvironment

from gevent import get_hub, idle, monkey
from gevent.threadpool import ThreadPool

from service.ops.settings import Settings, from_environment

SHORT: Final = 4 * 1024
"""Most bytes of a body that the loop answers itself; it takes a few milliseconds at worst."""
PIECE: Final = 2 * 1024
"""Bytes of a body that are read before others run: in chunks of one byte they take about five milliseconds."""
Result = TypeVar("Result")


class Offload:
    """WSGI middleware: answers long requests in gevent's pool of native threads, under a gevent worker.

    Those are some paths, large bodies, and bodies with words that stand for work. The loop reads the body first, since
    a thread cannot wait for a greenlet's socket. The loop also answers streams, as they arrive; their view calls
    `in_thread` for long work.
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

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a WSGI request."""
        if not _has_loop():
            return self.app(environ, start_response)
        arriving, length = environ["wsgi.input"], int(environ.get("CONTENT_LENGTH") or 0)
        if environ["PATH_INFO"] in self.streamed_paths:
            environ["wsgi.input"] = read_ahead(arriving, self.most, length)
            return self.app(environ, start_response)
        if length > self.most:  # refused without reading it
            return self.app(environ, start_response)
        is_long = self._is_long(environ, length)
        body = _Incoming(arriving).read(self.most + 1) if is_long else arriving.read(length)
        environ["wsgi.input"] = BytesIO(body)
        if is_long or any(word in body for word in self.long_words):
            return in_thread(self.app, environ, start_response)
        return self.app(environ, start_response)

    def _is_long(self, environ: WSGIEnvironment, length: int) -> bool:
        return (
            length > SHORT
            or environ["PATH_INFO"] in self.long_paths
            or "HTTP_TRANSFER_ENCODING" in environ
            or "HTTP_CONTENT_ENCODING" in environ
        )


def let_others_run() -> None:
    """Wait for the next turn of the worker's loop, so that what has arrived on other connections is read meanwhile.

    At its highest priority gevent's `idle` waits for one turn, whatever else has happened; `sleep(0)` would look at
    other connections in every fiftieth call only.
    """
    idle(get_hub().loop.MAXPRI)


class _Incoming(RawIOBase):
    """A body that is read as it arrives; other greenlets run between two pieces, however fast it arrives.

    Raises ConnectionResetError if it ends before the promised length, which the server reports as a normal end.
    """

    def __init__(self, body: InputStream, promised: int = 0) -> None:
        self.body = body
        self.missing = promised

    def readable(self) -> bool:
        """Always true."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read into a buffer; returns the number of bytes, 0 at the end."""
        filled = 0
        while filled < len(buffer) and (piece := self._piece(len(buffer) - filled)):
            buffer[filled : filled + len(piece)] = piece
            filled += len(piece)
        return filled

    def _piece(self, most: int) -> bytes:
        let_others_run()
        piece = self.body.read(min(PIECE, most))
        self.missing -= len(piece)
        if not piece and self.missing > 0:
            raise ConnectionResetError(ECONNRESET, "the body broke off")
        return piece


def read_ahead(body: InputStream, size: int, promised: int = 0) -> BinaryIO:
    """A body of at least `promised` bytes with a buffer of `size` bytes, into which the first ones are read now.

    So a client may send the whole of a short body before it reads the response.
    """
    reader = BufferedReader(_Incoming(body, promised), size)
    reader.peek()
    return reader


def _has_loop() -> bool:
    """Whether this process is a gevent worker."""
    return bool(monkey.is_module_patched("threading"))


@cache
def _threads() -> ThreadPool:
    return ThreadPool(from_environment().threads)


def in_thread(call: Callable[..., Result], *given: Any) -> Result:
    """Call a function and return its result; in a gevent worker on a thread, with the caller's context variables."""
    if not _has_loop():
        return call(*given)
    result, error = _threads().apply(copy_context().run, (_outcome, call, *given))
    if error is not None:
        raise error
    return result  # type: ignore[no-any-return]


def _outcome(call: Callable[..., Result], *given: Any) -> tuple[Result | None, Exception | None]:
    """The result or exception of a call; gevent would print an exception raised in a thread to standard error."""
    try:
        return call(*given), None
    except Exception as error:
        return None, error
