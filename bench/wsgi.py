"""Calling a WSGI application directly, without a test client or a server."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Final, NamedTuple
from wsgiref.types import WSGIApplication, WSGIEnvironment

JSON: Final = "application/json"
SETTLE: Final = "/v1/settlements"
_STDOUT: Final = 1


class Answer(NamedTuple):
    """What an application answered."""

    status: int
    media_type: str
    body: bytes


def environ(path: str, body: bytes) -> WSGIEnvironment:
    """The environment of a request as gunicorn makes it."""
    return {
        "REQUEST_METHOD": "POST",
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_TYPE": JSON,
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_HOST": "127.0.0.1:8000",
        "HTTP_ACCEPT": "*/*",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(body),
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }


def call(app: WSGIApplication, path: str, body: bytes) -> Answer:
    """Send a request and take the whole answer."""
    told: list[Answer] = []

    def start(status: str, headers: list[tuple[str, str]], _: object = None) -> None:
        told.append(Answer(int(status[:3]), dict(headers)["Content-Type"], b""))

    answer = b"".join(app(environ(path, body), start))  # type: ignore[arg-type]
    return told[0]._replace(body=answer)


@contextmanager
def without_log() -> Iterator[None]:
    """Let the lines that the service logs be written nowhere: writing is part of its cost, the terminal's is not."""
    sys.stdout.flush()
    kept = os.dup(_STDOUT)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, _STDOUT)
    try:
        yield
    finally:
        os.dup2(kept, _STDOUT)
        os.close(kept)
        os.close(nowhere)
