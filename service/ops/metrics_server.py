"""The port of the metrics: a few connections at a time, each for a few seconds, none of them known to a worker."""

import contextlib
import os
import socket
import socketserver
import threading
import time
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from prometheus_client import CollectorRegistry, make_wsgi_app

MOST = 8
"""Connections, and so threads, at a time; more are closed at once."""
PATIENCE = 5.0
"""Seconds that a connection may last."""


class _Quiet(WSGIRequestHandler):
    timeout = PATIENCE

    def log_message(self, *_: Any) -> None:
        """Say nothing: a scrape every few seconds is no event."""


class MetricsServer(socketserver.ThreadingMixIn, WSGIServer):
    """Answers scrapes in threads of the process that made it; processes forked from it inherit none of its sockets."""

    daemon_threads = True
    request_queue_size = 4 * MOST
    """Connections that the system holds until the loop comes round: one that finds no room is retried after seconds."""

    def __init__(self, host: str, port: int, registry: CollectorRegistry) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.deadlines: dict[socket.socket, float] = {}
        self.forking = threading.Lock()
        super().__init__((host, port), _Quiet)
        self.set_app(make_wsgi_app(registry))
        os.register_at_fork(
            before=self.forking.acquire, after_in_parent=self.forking.release, after_in_child=self._forget
        )
        threading.Thread(target=self.serve_forever, name="metrics", daemon=True).start()

    def server_bind(self) -> None:
        """Bind without asking the resolver for this machine's name, which may take long."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]  # type: ignore[assignment]
        self.setup_environ()

    def _forget(self) -> None:
        """In a forked process: close what belongs to the one that forked it."""
        for inherited in (self.socket, *self.deadlines):
            with contextlib.suppress(OSError):
                os.close(inherited.detach())
        self.deadlines.clear()

    def get_request(self) -> tuple[socket.socket, Any]:
        """Accept a connection, never while the process forks."""
        with self.forking:
            try:
                connection, address = super().get_request()
            except OSError:  # no descriptor is left, perhaps: the connection waits, so do not spin
                time.sleep(0.1)
                raise
            self.deadlines[connection] = time.monotonic() + PATIENCE
            return connection, address

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Whether a connection is served."""
        return len(self.deadlines) <= MOST

    def service_actions(self) -> None:
        """End what has lasted too long; the server's loop comes here twice a second."""
        now = time.monotonic()
        for connection, deadline in list(self.deadlines.items()):
            if deadline < now:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)

    def close_request(self, request: Any) -> None:
        """Close a connection and forget it."""
        with self.forking:
            self.deadlines.pop(request, None)
            super().close_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that went away."""
