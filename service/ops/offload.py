"""Run long requests on threads, so that short ones, which the worker's loop answers, do not wait for them."""

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
"""Most bytes of a body that the loop answers: in a few milliseconds, where layouts are compared within `MOST_STEPS`."""
PIECE: Final = 2 * 1024
"""Bytes of a body that are read before other greenlets run: in chunks of one byte about five milliseconds."""
Result = TypeVar("Result")


class Offload:
    """WSGI middleware: answers long requests in gevent's pool of native threads, under a gevent worker.

    A request is long if its path or its length is, or if its body has one of `long_words`. The loop reads the body
    first, since a thread cannot wait for a greenlet's socket. The loop also answers streams as they arrive; their view
    calls `in_thread` for long work.
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
        """Answer a request in the loop or in a thread."""
        if not _has_loop():
            return self.app(environ, start_response)
        arriving, length = environ["wsgi.input"], int(environ.get("CONTENT_LENGTH") or 0)
        if environ["PATH_INFO"] in self.streamed_paths:
            environ["wsgi.input"] = read_ahead(arriving, self.most, length)
            return self.app(environ, start_response)
        if length > self.most:  # the application refuses it without reading it
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
    """Wait for the next iteration of the worker's loop, which serves other connections.

    With the highest priority gevent's `idle` always waits for one iteration; `sleep(0)` polls other connections only at
    every fiftieth call.
    """
    idle(get_hub().loop.MAXPRI)


class _Incoming(RawIOBase):
    """A body that is read as it arrives; other greenlets run between two pieces, even if data is available.

    Raises ConnectionResetError if it ends before the promised length, which the server reports as a normal end.
    """

    def __init__(self, body: InputStream, promised: int = 0) -> None:
        self.body = body
        self.missing = promised

    def readable(self) -> bool:
        """Always true."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer, unless the body ends before; returns the number of bytes, 0 at the end."""
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
    """A body with a buffer of `size` bytes, which is filled at once; `promised` is its length, 0 if that is unknown.

    So a client can send a whole short body before it reads the response.
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
    """Call a function, in a gevent worker on a thread with the caller's context variables, and return its result."""
    if not _has_loop():
        return call(*given)
    result, error = _threads().apply(copy_context().run, (_outcome, call, *given))
    if error is not None:
        raise error
    return result  # type: ignore[no-any-return]


def _outcome(call: Callable[..., Result], *given: Any) -> tuple[Result | None, Exception | None]:
    """The result or exception of a call; gevent would print an exception of a thread to standard error."""
    try:
        return call(*given), None
    except Exception as error:
        return None, error
