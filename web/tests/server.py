"""The service in this process, on a port that stays the same when it is stopped and started."""

from threading import Thread
from typing import Any

from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

import pung_chow_settlement
from tests.support.ports import HOST, free_port


class _Quiet(WSGIRequestHandler):
    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 - the name is werkzeug's
        pass


class Served:
    """An application, and its server while it runs."""

    def __init__(self) -> None:
        self.port = free_port()
        self.origin = f"http://{HOST}:{self.port}"
        self._app = pung_chow_settlement.create_app()
        self._server: BaseWSGIServer | None = None

    def start(self) -> None:
        """Start the server unless it runs."""
        if self._server is not None:
            return
        self._server = make_server(HOST, self.port, self._app, threaded=True, request_handler=_Quiet)
        Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        if self._server is None:
            return
        self._server.shutdown()
        self._server.server_close()
        self._server = None
