"""The service in process, called as a WSGI server calls it: a test client costs more than an answer."""

from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple

import orjson
from flask import Flask
from werkzeug.datastructures import Headers
from werkzeug.test import TestResponse
from werkzeug.wrappers import Request

from service import create_app
from service.ops.settings import from_environment
from tests import contract

SERVER = {
    "REQUEST_METHOD": "POST",
    "SCRIPT_NAME": "",
    "QUERY_STRING": "",
    "CONTENT_TYPE": "application/json",
    "SERVER_NAME": "localhost",
    "SERVER_PORT": "80",
    "SERVER_PROTOCOL": "HTTP/1.1",
    "HTTP_HOST": "localhost",
    "wsgi.version": (1, 0),
    "wsgi.url_scheme": "http",
    "wsgi.multithread": False,
    "wsgi.multiprocess": False,
    "wsgi.run_once": False,
}


class Told(NamedTuple):
    """An answer as it was sent."""

    status: int
    headers: dict[str, str]
    data: bytes

    @property
    def json(self) -> Any:
        return orjson.loads(self.data)

    def check(self, path: str, method: str = "POST") -> None:
        """Assert that it is one that the contract promises for this method at the path."""
        request = Request({**SERVER, "REQUEST_METHOD": method, "PATH_INFO": path, "wsgi.input": BytesIO()})
        contract.check(TestResponse([self.data], str(self.status), Headers(self.headers), request))


@cache
def application() -> Flask:
    """The service without request lines, one for each process."""
    return create_app(replace(from_environment(), log_requests=False))


def post(path: str, body: bytes, query: str = "") -> Told:
    """Send a body and take the whole answer."""
    return call("POST", path, query, body)


def call(method: str, path: str, query: str = "", body: bytes = b"") -> Told:
    """Ask anything and take the whole answer."""
    begun: list[tuple[int, dict[str, str]]] = []
    errors = BytesIO()

    def start(status: str, headers: list[tuple[str, str]], error: object = None) -> None:
        begun.append((int(status[:3]), {name.lower(): value for name, value in headers}))

    asked = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "CONTENT_LENGTH": str(len(body))}
    environ = {**SERVER, **asked, "wsgi.input": BytesIO(body), "wsgi.errors": errors}
    answer = application()(environ, start)  # type: ignore[arg-type]
    try:
        data = b"".join(answer)
    finally:
        getattr(answer, "close", lambda: None)()
    status, headers = begun[-1]
    return Told(status, headers, data)
