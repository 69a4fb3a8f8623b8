"""A whole request in, the bytes of its answer out: the WSGI side. No socket is seen here, so any thread may ask."""

import logging
from io import BytesIO
from typing import Any, Final, NamedTuple
from wsgiref.types import WSGIApplication, WSGIEnvironment

from gunicorn import util
from gunicorn.config import Config
from gunicorn.http import wsgi
from gunicorn.http.message import Request as Head

from service.ops import logs, metrics
from service.ops.application import request_id_for
from service.ops.headers import cors
from service.ops.problems import INTERNAL, Refusal
from service.ops.problems import answer as problem
from service.ops.worker.request import Peer, Request

UNPARSED: Final = "unparsed"
_NAMED: Final = {"CONTENT-TYPE": "CONTENT_TYPE", "CONTENT-LENGTH": "CONTENT_LENGTH"}
_log = logging.getLogger(__name__)


class Answer(NamedTuple):
    """The whole answer, and whether the connection is kept after it."""

    data: bytes
    keep: bool


class _Pieces(list[bytes]):
    """What gunicorn's response takes for a socket."""

    sendall = list.append


class Application:
    """The WSGI application, asked with whole requests only."""

    def __init__(self, app: WSGIApplication, cfg: Config, origins: frozenset[str]) -> None:
        self.app = app
        self.cfg = cfg
        self.origins = origins
        self.constant = wsgi.base_environ(cfg) | {"wsgi.multithread": True, "SCRIPT_NAME": ""}

    def environ(self, request: Request, server: Peer) -> WSGIEnvironment:
        """The environment of a request, as gunicorn makes it for an application that is mounted nowhere."""
        head = request.head
        environ: dict[str, Any] = self.constant | {
            "wsgi.input": BytesIO(request.body),
            "wsgi.url_scheme": head.scheme,
            "REQUEST_METHOD": head.method,
            "RAW_URI": head.uri,
            "PATH_INFO": util.unquote_to_wsgi_str(head.path),
            "QUERY_STRING": head.query,
            "SERVER_PROTOCOL": f"HTTP/{head.version[0]}.{head.version[1]}",
            "SERVER_NAME": server[0],
            "SERVER_PORT": str(server[1]),
            "REMOTE_ADDR": head.peer_addr[0],
            "REMOTE_PORT": str(head.peer_addr[1]),
        }
        for name, value in head.headers:
            key = _NAMED.get(name) or "HTTP_" + name.replace("-", "_")
            environ[key] = f"{environ[key]},{value}" if key in environ else value
        return environ

    def answer(self, head: Head, environ: WSGIEnvironment, *, last: bool) -> Answer:
        """Ask the application; the connection closes after the last answer."""
        pieces = _Pieces()
        told = wsgi.Response(head, pieces, self.cfg)
        if last:
            told.force_close()
        try:
            body = self.app(environ, told.start_response)
            try:
                for part in body:
                    told.write(part)
                told.close()
            finally:
                if hasattr(body, "close"):
                    body.close()
        except Exception:
            _log.exception("Request failed")
            return self.refuse(INTERNAL, environ.get("HTTP_ORIGIN", ""))
        return Answer(b"".join(pieces), not told.should_close())

    def refuse(self, refusal: Refusal, origin: str) -> Answer:
        """Answer in the application's stead; logged and counted like any other answer."""
        request_id = request_id_for("")
        metrics.count(UNPARSED, refusal.status)
        logs.write_request({"service.request_id": request_id, "service.operation": UNPARSED}, refusal.status, 0.0)
        return Answer(problem(refusal, request_id, cors(self.origins, origin)), keep=False)
