"""Long requests in threads: a worker's loop answers what is short by itself, and nobody waits for what is not."""

from collections.abc import Iterable
from contextvars import copy_context
from functools import cache
from io import BytesIO
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from gevent import monkey
from gevent.threadpool import ThreadPool

from service.ops.settings import Settings, from_environment

SHORT: Final = 4 * 1024
"""Bytes of a body that the loop answers itself, in some milliseconds at worst."""


class Offload:
    """Answers long paths and large bodies in gevent's pool of native threads, where the worker is gevent's.

    A body is read before, by the loop: a thread cannot wait for a greenlet's socket.
    """

    def __init__(self, app: WSGIApplication, settings: Settings, long_paths: Iterable[str]) -> None:
        self.app = app
        self.long_paths = frozenset(long_paths)
        self.most = max(settings.max_body, settings.max_body_many)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request, as WSGI has it."""
        if not self._is_long(environ) or not monkey.is_module_patched("threading"):
            return self.app(environ, start_response)
        environ["wsgi.input"] = BytesIO(environ["wsgi.input"].read(self.most + 1))
        return _in_thread(self.app, environ, start_response)

    def _is_long(self, environ: WSGIEnvironment) -> bool:
        length = int(environ.get("CONTENT_LENGTH") or 0)
        if length > self.most:  # refused unread
            return False
        return (
            length > SHORT
            or environ["PATH_INFO"] in self.long_paths
            or "HTTP_TRANSFER_ENCODING" in environ
            or "HTTP_CONTENT_ENCODING" in environ
        )


@cache
def _threads() -> ThreadPool:
    return ThreadPool(from_environment().threads)


def _in_thread(app: WSGIApplication, *asked: Any) -> Iterable[bytes]:
    """Call the application in a thread, with the loop's context variables."""
    answer, error = _threads().apply(copy_context().run, (_outcome, app, *asked))
    if error is not None:
        raise error
    return answer  # type: ignore[no-any-return]


def _outcome(app: WSGIApplication, *asked: Any) -> tuple[Iterable[bytes] | None, Exception | None]:
    """What came of a call; gevent would write an exception that a thread raises to standard error."""
    try:
        return app(*asked), None
    except Exception as error:
        return None, error
