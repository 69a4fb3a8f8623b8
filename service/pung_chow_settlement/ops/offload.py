"""Run long requests on threads, so that short ones, which the worker's loop answers, do not wait for them."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from contextvars import copy_context
from functools import cached_property
from io import BytesIO, RawIOBase
from typing import Any, Final, TypeVar, cast
from wsgiref.types import InputStream, StartResponse, WSGIApplication, WSGIEnvironment

from gevent import get_hub, idle, monkey
from gevent.lock import BoundedSemaphore
from gevent.threadpool import ThreadPool
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wsgi import ClosingIterator

from pung_chow_settlement.ops.client_buffers import ClientBuffer, ClientBuffers, ClientLeft
from pung_chow_settlement.ops.settings import Settings
from pung_chow_settlement.ops.turns import Lane, Turns

SHORT: Final = 4 * 1024
"""Most bytes of a body that the loop answers: in a few milliseconds, where layouts are compared within `MAX_STEPS`."""
PIECE: Final = 2 * 1024
"""Bytes of a body that are read before other greenlets run: in chunks of one byte about five milliseconds."""
SENT: Final = 128 * 1024
"""Bytes of a response that are sent before it is noted that the client takes them; each costs a turn of the loop."""
OVERLOADED: Final = "service.overloaded"
"""The WSGI variable that is set where the worker holds too much to take the body."""
LEFT: Final = "service.left"
"""The WSGI variable that is set where the client has left before it was answered."""
CHECK: Final = "service.check"
"""The WSGI variable with a function that raises an exception if the client has left, to be called in long requests."""
SMALL: Final = 16 * 1024
"""Most bytes of a body that is not costly: some forty entries of a scoresheet."""
OF_LONG_WORDS: Final = 64 * 1024
"""Bytes of a body that cost as much as what a long word in it causes."""
Result = TypeVar("Result")


class Offload:
    """WSGI middleware: answers long requests in gevent's pool of native threads, under a gevent worker.

    A request is long if its path or its length is, or if its body has one of `long_words`. The loop reads the body
    first, since a thread cannot wait for a greenlet's socket. The smallest has the next free thread. A path is what the
    router sees: with one slash at its start.
    """

    def __init__(
        self,
        app: WSGIApplication,
        settings: Settings,
        long_paths: Iterable[str],
        long_words: Iterable[bytes] = (),
        prompt_paths: Iterable[str] = (),
    ) -> None:
        self.app = app
        self.long_paths = frozenset(long_paths)
        self.long_words = tuple(long_words)
        self.prompt_paths = frozenset(prompt_paths)
        self.most = max(settings.max_body, settings.max_body_many)
        self.large = settings.max_body
        self.threads = settings.threads
        self.buffers = ClientBuffers(settings.max_held, settings.client_timeout)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request in the loop or in a thread."""
        environ["PATH_INFO"] = "/" + environ["PATH_INFO"].lstrip("/")
        if not _has_loop():
            return self.app(environ, start_response)
        held = ClientBuffer(self.buffers, environ["gunicorn.socket"], environ.get("REMOTE_ADDR", ""))
        try:
            response = self._respond(environ, start_response, held)
        except BaseException:
            held.release()
            raise
        close = getattr(response, "close", None)
        return ClosingIterator(_sent(response, held), [*([close] if close else []), held.release])

    def _respond(self, environ: WSGIEnvironment, start_response: StartResponse, held: ClientBuffer) -> Iterable[bytes]:
        length = _length(environ)
        if length > self.most:  # the application refuses it without reading it
            return self.app(environ, start_response)
        if self._is_for_document(environ, length):
            with self._documents:
                let_others_run()
                return self.app(environ, start_response)
        is_long = self._is_long(environ, length)
        body = self._body(environ, held, length, is_long=is_long)
        has_word = any(word in body for word in self.long_words)
        if not is_long and not has_word:
            return self.app(environ, start_response)
        size = _unpacked(environ, body)
        cost = size + OF_LONG_WORDS * has_word
        lane = Lane.LARGE if size > self.large else Lane.COSTLY if cost > SMALL else None
        environ[CHECK] = held.check
        with self._turns.turn(cost, held.has_left, lane) as has_thread, suppress(ClientLeft):
            if has_thread:
                return self.in_thread(self.app, environ, start_response)
        environ[LEFT] = True
        return self.app(environ, start_response)

    def _is_for_document(self, environ: WSGIEnvironment, length: int) -> bool:
        has_body = length or "HTTP_TRANSFER_ENCODING" in environ
        is_read = environ["REQUEST_METHOD"] in ("GET", "HEAD")
        return is_read and not has_body and environ["PATH_INFO"] not in self.prompt_paths

    def _is_long(self, environ: WSGIEnvironment, length: int) -> bool:
        return (
            length > SHORT
            or environ["PATH_INFO"] in self.long_paths
            or "HTTP_TRANSFER_ENCODING" in environ
            or "HTTP_CONTENT_ENCODING" in environ
        )

    def _body(self, environ: WSGIEnvironment, held: ClientBuffer, length: int, *, is_long: bool) -> bytes:
        """Read the body and put it into `environ`; what is longer than any body may be is not read to its end."""
        held.wait()
        arriving = environ["wsgi.input"]
        body = read_in_pieces(arriving, held, self.most + 1) if is_long else arriving.read(length)
        held.work()
        if self.buffers.is_full(held):
            environ[OVERLOADED], body = True, b""
        environ["wsgi.input"] = BytesIO(body) if len(body) <= self.most else _TooLarge()
        return body

    @cached_property
    def _pool(self) -> ThreadPool:
        """The threads, made in the worker: a fork copies none."""
        return ThreadPool(self.threads)

    @cached_property
    def _documents(self) -> BoundedSemaphore:
        """Admits one document in each turn of the loop, so that others do not wait for many."""
        return BoundedSemaphore(1)

    @cached_property
    def _turns(self) -> Turns:
        return Turns(self.threads)

    def in_thread(self, call: Callable[..., Result], *given: Any) -> Result:
        """Call a function on a thread with the caller's context variables, and return its result."""
        result: Result = _result(*self._pool.apply(copy_context().run, (_outcome, call, *given)))
        return result


def _length(environ: WSGIEnvironment) -> int:
    return int(environ.get("CONTENT_LENGTH") or 0)


def _unpacked(environ: WSGIEnvironment, body: bytes) -> int:
    """The bytes of the body; of a compressed one those that its end promises, without which it is refused."""
    packed = "HTTP_CONTENT_ENCODING" in environ
    return max(len(body), int.from_bytes(body[-4:], "little") if packed else 0)


def _sent(response: Iterable[bytes], held: ClientBuffer) -> Iterator[bytes]:
    """The response in pieces; while one is sent, the worker waits for the client."""
    for part in response:
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


def read_in_pieces(body: InputStream, held: ClientBuffer, most: int) -> bytes:
    """A whole body, or so many bytes of it; other greenlets run between two pieces, even if data is available."""
    read = bytearray()
    while len(read) < most:
        let_others_run()
        piece = body.read(min(PIECE, most - len(read)))
        if not piece:
            break
        held.wait(len(piece))
        read += piece
    return bytes(read)


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


def _outcome(call: Callable[..., Result], *given: Any) -> tuple[Result | None, BaseException | None]:
    """The result or exception of a call; gevent would print an exception of a thread to standard error."""
    try:
        return call(*given), None
    except (Exception, ClientLeft) as error:
        return None, error


def _result(result: Result | None, error: BaseException | None) -> Result:
    if error is not None:
        raise error
    return cast("Result", result)
