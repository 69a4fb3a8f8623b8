"""gunicorn's threaded worker, made fair and patient to a limit.

- It accepts a connection only while one of its threads is free, so that kept-alive connections spread over the workers.
- A request has REQUEST_TIMEOUT seconds in all, however slowly its bytes come or its answer is read.
- A connection is closed in its own thread: the wait for the client's last word holds up no other.
- What gunicorn refuses by itself is answered by a problem document, logged and counted like any other request.
"""

import contextlib
import socket
from concurrent.futures import Future
from time import monotonic
from typing import Any

from gunicorn import util
from gunicorn.http.message import Request
from gunicorn.workers.gthread import TConn, ThreadWorker

from service.ops import health, logs, metrics
from service.ops.application import request_id_for
from service.ops.problems import INTERNAL, TOO_SLOW, Refusal, answer, refusal_for
from service.ops.settings import from_environment

UNPARSED = "unparsed"
_LAST_WORD = 2.0


class FairThreadWorker(ThreadWorker):
    """Threads serve requests; the main thread accepts, waits and keeps the time."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.patience = from_environment().request_timeout
        self.deadlines: dict[TConn, float] = {}  # of the connections that hold a thread, or wait for one
        self.late: set[TConn] = set()
        self.parsed: set[TConn] = set()

    def set_accept_enabled(self, enabled: bool | None) -> None:
        """Accept only while a thread is free; the main loop asks again on every turn."""
        super().set_accept_enabled(bool(enabled) and len(self.deadlines) < self.cfg.threads)

    def enqueue_req(self, conn: TConn) -> None:
        """Give a connection to the threads."""
        self.deadlines[conn] = monotonic() + self.patience
        if len(self.deadlines) >= self.cfg.threads:
            self.set_accept_enabled(False)
        super().enqueue_req(conn)

    def finish_request(self, conn: TConn, fs: "Future[Any]") -> None:
        """Take a connection back from the threads."""
        self.deadlines.pop(conn, None)
        self.late.discard(conn)
        super().finish_request(conn, fs)

    def notify(self) -> None:
        """Tell the master that this worker lives, and end what took too long."""
        super().notify()
        if not health.ready():
            self.max_keepalived = 0  # every answer now says that the connection closes, so that clients go elsewhere
        now = monotonic()
        for conn in [conn for conn, deadline in self.deadlines.items() if deadline < now]:
            self.interrupt(conn)

    def interrupt(self, conn: TConn) -> None:
        """First let the thread read no more, so that it can still answer; the next time let it write no more either."""
        how = socket.SHUT_RDWR if conn in self.late else socket.SHUT_RD
        self.late.add(conn)
        self.deadlines[conn] = monotonic() + self.patience
        with contextlib.suppress(OSError):
            conn.sock.shutdown(how)

    def handle(self, conn: TConn) -> Any:
        """Serve one request of a connection; runs in a thread."""
        self.parsed.discard(conn)
        keep = super().handle(conn)
        if keep is False:
            self.part(conn)
        return keep

    def handle_request(self, req: Request, conn: TConn) -> bool:
        """Serve a request whose headers are read."""
        self.parsed.add(conn)
        return super().handle_request(req, conn)

    def part(self, conn: TConn) -> None:
        """Say that nothing more comes and let the client close, lest the kernel take the answer back."""
        if conn in self.late and conn not in self.parsed:
            self.refuse(conn.sock, TOO_SLOW)
        self.parsed.discard(conn)
        with contextlib.suppress(OSError):
            linger(conn.sock)

    def handle_error(self, req: Request | None, client: socket.socket, addr: Any, exc: BaseException) -> None:
        """Answer what gunicorn could not read, or what the application failed at."""
        refusal = refusal_for(exc)
        if refusal is INTERNAL:
            self.log.exception("Request failed")
        self.refuse(client, refusal)

    def refuse(self, client: socket.socket, refusal: Refusal) -> None:
        """Write a refusal to the client, the log and the metrics."""
        request_id = request_id_for("")
        metrics.count(UNPARSED, refusal.status)
        logs.write_request({"service.request_id": request_id, "service.operation": UNPARSED}, refusal.status, 0.0)
        with contextlib.suppress(OSError):
            util.write_nonblock(client, answer(refusal, request_id))


def linger(sock: socket.socket) -> None:
    """End the writing side, read what still comes until the client closes, then end the reading side."""
    sock.shutdown(socket.SHUT_WR)
    until = monotonic() + _LAST_WORD
    while (left := until - monotonic()) > 0:
        sock.settimeout(left)
        if not sock.recv(65536):
            break
    sock.shutdown(socket.SHUT_RDWR)
