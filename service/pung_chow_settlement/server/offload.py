"""Run long requests on threads, so that short ones, which the worker's loop answers, do not wait for them."""

from collections.abc import Callable, Iterable
from contextvars import copy_context
from errno import EBADF
from functools import cached_property
from io import BytesIO
from socket import IPPROTO_TCP, TCP_INFO, socket
from typing import Any, Final, TypeVar, cast
from wsgiref.types import InputStream, StartResponse, WSGIApplication, WSGIEnvironment

from gevent import monkey, sleep
from gevent.threadpool import ThreadPool

from pung_chow_settlement.server.settings import Settings

SHORT: Final = 4 * 1024
"""Most bytes of a body that the loop answers: in a few milliseconds, where layouts are compared within `MAX_STEPS`."""
PIECE: Final = 2 * 1024
"""Bytes of a body that are read before other greenlets run: in chunks of one byte about five milliseconds."""
PAUSE: Final = 0.1
"""Seconds before a request is refused since too many wait: some clients come again at once.

Beside 50 of them the 99th percentile of a deal is 70 ms, and without the pause 105 ms.
"""
OVERLOADED: Final = "service.overloaded"
"""The WSGI variable that is set where too many requests wait for a thread."""
LEFT: Final = "service.left"
"""The WSGI variable that is set where the client has left before its request had a thread."""
_CODINGS: Final = ("HTTP_TRANSFER_ENCODING", "HTTP_CONTENT_ENCODING")
_ESTABLISHED: Final = 1
"""The state of a connection in which neither side has closed it (Linux)."""
Result = TypeVar("Result")


class Offload:
    """WSGI middleware: answers long requests in gevent's pool of native threads, under a gevent worker.

    A request is long if its path or its length is, or if its body has one of `long_words`. The loop reads the body
    first, since a thread cannot wait for a greenlet's socket. The first that came has the next free thread; large
    bodies have threads of their own; if too many wait, a further one is refused after a pause. A path is what the
    router sees: with one slash at its start.
    """

    def __init__(
        self, app: WSGIApplication, settings: Settings, long_paths: Iterable[str], long_words: Iterable[bytes] = ()
    ) -> None:
        self.app = app
        self.long_paths = frozenset(long_paths)
        self.long_words = tuple(long_words)
        self.most = max(settings.max_body, settings.max_body_many)
        self.large = settings.max_body
        self.threads = settings.threads
        self.most_at_once = settings.threads + settings.waiting
        self._at_once = 0
        """The requests that have a thread or wait for one. Only the worker's loop counts them: it needs no lock."""

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request in the loop or on a thread."""
        environ["PATH_INFO"] = "/" + environ["PATH_INFO"].lstrip("/")
        length, is_coded = int(environ.get("CONTENT_LENGTH") or 0), any(coding in environ for coding in _CODINGS)
        if not _has_loop() or length > self.most or not (length or is_coded):  # too long: refused, without reading it
            return self.app(environ, start_response)
        is_long = length > SHORT or is_coded or environ["PATH_INFO"] in self.long_paths
        arriving = environ["wsgi.input"]
        body = read_in_pieces(arriving, length or self.most + 1) if is_long else arriving.read(length)
        environ["wsgi.input"] = BytesIO(body)
        if not is_long and not any(word in body for word in self.long_words):
            return self.app(environ, start_response)
        if self._at_once >= self.most_at_once:
            environ[OVERLOADED], environ["wsgi.input"] = True, BytesIO()
            del body  # nothing is held during the pause
            sleep(PAUSE)
            return self.app(environ, start_response)
        self._at_once += 1
        try:
            pool = self._large_pool if _unpacked(environ, body) > self.large else self._pool
            return self.in_thread(self._unless_left, environ, start_response, pool=pool)
        finally:
            self._at_once -= 1

    def _unless_left(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if has_left(environ["gunicorn.socket"]):
            environ[LEFT] = True
        return self.app(environ, start_response)

    @cached_property
    def _pool(self) -> ThreadPool:
        """The threads, made in the worker: a fork copies none."""
        return ThreadPool(self.threads)

    @cached_property
    def _large_pool(self) -> ThreadPool:
        """Threads for bodies that only operations on many deals take, so that others do not wait behind them."""
        return ThreadPool(max(1, self.threads - 1))

    def in_thread(self, call: Callable[..., Result], *given: Any, pool: ThreadPool | None = None) -> Result:
        """Call a function on a thread with the caller's context variables, and return its result."""
        threads = self._pool if pool is None else pool  # an idle pool is false
        result, error = threads.apply(copy_context().run, (_outcome, call, *given))
        if error is not None:
            raise error
        return cast("Result", result)


def _unpacked(environ: WSGIEnvironment, body: bytes) -> int:
    """The bytes of the body; of a compressed one those that its end promises, without which it is refused."""
    packed = "HTTP_CONTENT_ENCODING" in environ
    return max(len(body), int.from_bytes(body[-4:], "little") if packed else 0)


def read_in_pieces(body: InputStream, most: int) -> bytes:
    """A whole body, or so many bytes of it; other greenlets run between two pieces, even if data is available."""
    read = bytearray()
    while len(read) < most:
        let_others_run()
        piece = body.read(min(PIECE, most - len(read)))
        if not piece:
            break
        read += piece
    return bytes(read)


def has_left(connection: socket) -> bool:
    """True if the client has closed the connection, or its side of it."""
    try:
        return connection.getsockopt(IPPROTO_TCP, TCP_INFO, 1)[0] != _ESTABLISHED
    except OSError as error:
        return error.errno == EBADF  # it was closed here; otherwise it is not TCP


def let_others_run() -> None:
    """Wait for the next iteration of the worker's loop, which serves other connections.

    A timer that is due at once fires in each iteration. `sleep(0)` polls other connections only at every fiftieth call,
    and `idle` waits for an iteration in which no thread has a result: for seconds, if many do.
    """
    sleep(1e-9)


def _has_loop() -> bool:
    """True if this process is a gevent worker."""
    return bool(monkey.is_module_patched("threading"))


def _outcome(call: Callable[..., Result], *given: Any) -> tuple[Result | None, Exception | None]:
    """The result or exception of a call; gevent would print an exception of a thread to standard error."""
    try:
        return call(*given), None
    except Exception as error:
        return None, error
