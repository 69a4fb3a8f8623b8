"""A whole request in, the bytes of its whole answer out: the WSGI side. No socket is seen here: any thread may ask."""

import logging
import re
from functools import lru_cache
from io import BytesIO
from random import getrandbits
from time import time
from typing import Any, Final, NamedTuple
from wsgiref.types import WSGIApplication, WSGIEnvironment

from gunicorn import util
from gunicorn.config import Config
from gunicorn.http import wsgi

from service.ops import logs, metrics
from service.ops.headers import Headers, cors
from service.ops.problems import INTERNAL, Refusal
from service.ops.problems import answer as problem
from service.ops.worker.request import Peer, Request

UNPARSED: Final = "unparsed"
_NAMED: Final = {"CONTENT-TYPE": "CONTENT_TYPE", "CONTENT-LENGTH": "CONTENT_LENGTH"}
_STATUS: Final = re.compile(r"[1-5]\d\d [\t -~]*")
_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE: Final = re.compile(r"[\t -~\x80-\xff]*")
_log = logging.getLogger(__name__)


class Answer(NamedTuple):
    """The whole answer, and whether the connection is kept after it."""

    data: bytes
    keep: bool


class Asked(NamedTuple):
    """What the application is asked, and whether the answer may leave the connection open."""

    environ: WSGIEnvironment
    keep: bool


class Application:
    """The WSGI application, asked with whole requests only, so that the length of an answer is always known."""

    def __init__(self, app: WSGIApplication, cfg: Config, origins: frozenset[str]) -> None:
        self.app = app
        self.origins = origins
        self.constant: WSGIEnvironment = {**wsgi.base_environ(cfg), "wsgi.multithread": True, "SCRIPT_NAME": ""}

    def asked(self, request: Request, server: Peer) -> Asked:
        """A request as gunicorn puts it to an application that is mounted nowhere."""
        head = request.head
        environ = self.constant | {
            "wsgi.input": BytesIO(request.body),
            "wsgi.url_scheme": head.scheme,
            "REQUEST_METHOD": head.method,
            "RAW_URI": head.uri,
            "PATH_INFO": util.unquote_to_wsgi_str(head.path or ""),
            "QUERY_STRING": head.query,
            "SERVER_PROTOCOL": "HTTP/1.1" if head.version != (1, 0) else "HTTP/1.0",
            "SERVER_NAME": server[0],
            "SERVER_PORT": str(server[1]),
            "REMOTE_ADDR": request.peer[0],
            "REMOTE_PORT": str(request.peer[1]),
        }
        for name, value in head.headers:
            key = _NAMED.get(name) or "HTTP_" + name.replace("-", "_")
            environ[key] = f"{environ[key]},{value}" if key in environ else value
        return Asked(environ, not head.should_close())

    def answer(self, asked: Asked) -> Answer:
        """Ask the application."""
        try:
            status, headers, data = self._ask(asked.environ)
            return Answer(_written(asked, status, headers, data), asked.keep)
        except Exception:
            _log.exception("Request failed")
            return self.refuse(INTERNAL, asked.environ.get("HTTP_ORIGIN", ""))

    def _ask(self, environ: WSGIEnvironment) -> tuple[str, Headers, bytes]:
        started: list[tuple[str, Headers]] = []
        pieces: list[bytes] = []

        def start(status: str, headers: Headers, _: object = None) -> Any:
            started[:] = [(status, headers)]  # the last word counts: nothing is sent before the end
            return pieces.append

        body = self.app(environ, start)
        try:
            pieces += body
        finally:
            if hasattr(body, "close"):
                body.close()
        ((status, headers),) = started
        return status, headers, b"".join(pieces)

    def refuse(self, refusal: Refusal, origin: str) -> Answer:
        """Answer in the application's stead; logged and counted like any other answer."""
        request_id = f"{getrandbits(64):016x}"
        metrics.count(UNPARSED, refusal.status)
        logs.write_request(
            request_id=request_id,
            operation=UNPARSED,
            method=None,
            path=None,
            status=refusal.status,
            milliseconds=0.0,
            ruleset=None,
        )
        return Answer(problem(refusal, request_id, cors(self.origins, origin)), keep=False)


def _written(asked: Asked, status: str, headers: Headers, data: bytes) -> bytes:
    """The answer as it is sent, in one piece."""
    length: object = len(data)
    if asked.environ["REQUEST_METHOD"] == "HEAD":
        data, length = b"", next((value for name, value in headers if name.lower() == "content-length"), 0)
    elif status[:3] in ("204", "304"):
        data, length = b"", None
    lines = [f"{asked.environ['SERVER_PROTOCOL']} {_checked(status)}\r\n", _date(int(time()))]
    lines.append("Connection: keep-alive\r\n" if asked.keep else "Connection: close\r\n")
    lines += [_line(name, value) for name, value in headers]
    lines.append("\r\n" if length is None else f"Content-Length: {length}\r\n\r\n")
    return "".join(lines).encode("latin-1") + data


@lru_cache(64)
def _checked(status: str) -> str:
    if not _STATUS.fullmatch(status):
        raise ValueError(f"no status: {status!r}")
    return status


@lru_cache(512)
def _line(name: str, value: str) -> str:
    """A header of the application as it is sent; what is between server and client is the server's to tell."""
    if not _NAME.fullmatch(name) or not _VALUE.fullmatch(value):
        raise ValueError(f"no header: {name!r}")
    return "" if util.is_hoppish(name) or name.lower() == "content-length" else f"{name}: {value}\r\n"


@lru_cache(1)
def _date(second: int) -> str:
    return f"Server: gunicorn\r\nDate: {util.http_date(second)}\r\n"
