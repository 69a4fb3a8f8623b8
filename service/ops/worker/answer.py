"""A whole request in, the bytes of its answer out: the WSGI side. No socket is seen here, so any thread may ask."""

import logging
from io import BytesIO
from typing import Any, Final, NamedTuple, cast
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from gunicorn.config import Config
from gunicorn.http import wsgi

from service.ops import logs, metrics
from service.ops.application import request_id_for
from service.ops.headers import cors
from service.ops.problems import INTERNAL, Refusal
from service.ops.problems import answer as problem
from service.ops.worker.request import Peer, Request

UNPARSED: Final = "unparsed"
_log = logging.getLogger(__name__)


class Answer(NamedTuple):
    """The whole answer, and whether the connection is kept after it."""

    data: bytes
    keep: bool


class Pieces(list[bytes]):
    """What gunicorn's response takes for a socket."""

    sendall = list.append


class Asked(NamedTuple):
    """What the application is asked, and where gunicorn writes what it answers."""

    environ: WSGIEnvironment
    response: wsgi.Response
    pieces: Pieces


class Application:
    """The WSGI application, asked with whole requests only."""

    def __init__(self, app: WSGIApplication, cfg: Config, origins: frozenset[str]) -> None:
        self.app = app
        self.cfg = cfg
        self.origins = origins

    def asked(self, request: Request, server: Peer) -> Asked:
        """A request as gunicorn puts it to an application."""
        pieces = Pieces()
        sink = cast("Any", pieces)
        response, environ = wsgi.create(request.head, sink, request.head.peer_addr, server, self.cfg)
        environ["wsgi.multithread"] = True
        environ["wsgi.input"] = BytesIO(request.body)
        return Asked(cast("WSGIEnvironment", environ), response, pieces)

    def answer(self, asked: Asked) -> Answer:
        """Ask the application."""
        environ, response, pieces = asked
        try:
            body = self.app(environ, cast("StartResponse", response.start_response))
            try:
                for part in body:
                    response.write(part)
                response.close()
            finally:
                if hasattr(body, "close"):
                    body.close()
        except Exception:
            _log.exception("Request failed")
            return self.refuse(INTERNAL, environ.get("HTTP_ORIGIN", ""))
        return Answer(b"".join(pieces), not response.should_close())

    def refuse(self, refusal: Refusal, origin: str) -> Answer:
        """Answer in the application's stead; logged and counted like any other answer."""
        request_id = request_id_for("")
        metrics.count(UNPARSED, refusal.status)
        logs.write_request({"service.request_id": request_id, "service.operation": UNPARSED}, refusal.status, 0.0)
        return Answer(problem(refusal, request_id, cors(self.origins, origin)), keep=False)
