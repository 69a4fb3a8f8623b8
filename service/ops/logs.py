"""Log lines as JSON: one for each request on standard output, the server's own on standard error. Never a body.

Under gunicorn nobody waits for whoever reads the log: the processes write into a pipe that never makes them wait, and a
thread of the master empties it at the reader's pace. What finds no room there is lost, and counted.
"""

import atexit
import contextlib
import fcntl
import logging
import os
import select
import threading
import time
from contextvars import ContextVar
from datetime import UTC, datetime

import orjson
from gunicorn.config import Config
from gunicorn.glogging import Logger

from service.ops import metrics

LONGEST = select.PIPE_BUF
"""Bytes of a line: so many reach a pipe whole or not at all, whoever else writes to it."""
_ROOM = 1024 * 1024  # of a pipe; the most that Linux grants to all
_PORTION = 64 * 1024  # on its way out
_PAUSE = 0.01  # between two visits of the pipe, so that a busy service costs the master little
_LAST_LINES = 1.0
_OPTIONS = orjson.OPT_APPEND_NEWLINE | orjson.OPT_UTC_Z
_CUT = "…"


def secure_descriptors() -> None:
    """Open what was closed at the start of 0, 1 and 2: else the next socket would take that number, and log lines."""
    while (opened := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(opened, True)
    os.close(opened)


class Outlet:
    """Lines on their way to a descriptor: straight, or by a pipe once this process is the master of others."""

    def __init__(self, target: int) -> None:
        self.target = self.end = target
        self.source: int | None = None

    def write(self, line: bytes) -> None:
        """Write a line of LONGEST bytes at most, in one system call so that lines of several workers do not mix."""
        try:
            os.write(self.end, line)
        except OSError:  # the pipe is full, or nobody reads any more; the answer matters more
            metrics.lose_lines(1)

    def by_pipe(self) -> None:
        """From now on nobody waits who writes here, in this process or one that it forks."""
        if self.source is not None:
            return
        self.source, self.end = os.pipe()
        os.set_blocking(self.end, False)
        with contextlib.suppress(OSError):
            fcntl.fcntl(self.end, fcntl.F_SETPIPE_SZ, _ROOM)
        thread = threading.Thread(target=_pass_on, args=(self.source, self.target), name="log", daemon=True)
        thread.start()
        atexit.register(self._finish, self.end, thread, os.getpid())

    def _finish(self, end: int, thread: threading.Thread, master: int) -> None:
        """Let the reader have the last lines, unless he takes too long."""
        if os.getpid() == master:
            self.end = self.target
            os.close(end)
            thread.join(_LAST_LINES)

    def leave_the_reading(self) -> None:
        """A forked worker only writes."""
        if self.source is not None:
            os.close(self.source)


def _pass_on(source: int, target: int) -> None:
    while text := os.read(source, _PORTION):
        try:
            _write_all(target, text)
        except OSError:
            metrics.lose_lines(text.count(b"\n"))
        time.sleep(_PAUSE)


def _write_all(target: int, text: bytes) -> None:
    while text:
        try:
            text = text[os.write(target, text) :]
        except BlockingIOError:  # whoever gave us the descriptor made it so
            select.select([], [target], [])


REQUEST_ID: ContextVar[str | None] = ContextVar("request_id", default=None)
"""Of the request that is being answered."""
REQUESTS = Outlet(1)
SERVER = Outlet(2)


def in_worker() -> None:
    """Do what a worker does first with what the master gave it."""
    for outlet in (REQUESTS, SERVER):
        outlet.leave_the_reading()


def write_request(
    *,
    request_id: str,
    operation: str,
    method: str | None,
    path: str | None,
    status: int,
    milliseconds: float,
    ruleset: str | None,
) -> None:
    """Write the line of one answered request."""
    line: dict[str, object] = {
        "time": datetime.now(UTC),
        "level": "info" if status < 500 else "error",
        "event": "request",
        "id": request_id,
        "operation": operation,
        "method": method,
        "path": path,
        "status": status,
        "ms": round(milliseconds, 3),
        "ruleset": ruleset,
        "pid": os.getpid(),
    }
    REQUESTS.write(_fitting(line))


def _fitting(line: dict[str, object]) -> bytes:
    """The line as JSON; the longest text in it loses its beginning where the whole would be too long."""
    while len(text := orjson.dumps(line, option=_OPTIONS)) > LONGEST:
        name, longest = max(((name, each) for name, each in line.items() if type(each) is str), key=_length)
        line[name] = _CUT + longest[len(text) - LONGEST + len(_CUT.encode()) :]
    return text


def _length(item: tuple[str, str]) -> int:
    return len(item[1])


class JsonLines(logging.Handler):
    """Log records as JSON lines, with the id of the request during which each was written."""

    def emit(self, record: logging.LogRecord) -> None:  # noqa: D102 - logging's own method
        try:
            SERVER.write(self.line(record))
        except Exception:  # logging's own way tells standard error, whose reader may stall
            metrics.lose_lines(1)

    def line(self, record: logging.LogRecord) -> bytes:
        """The line of a record."""
        line: dict[str, object] = {
            "time": datetime.now(UTC),
            "level": record.levelname.lower(),
            "event": record.name,
            "id": REQUEST_ID.get(),
            "message": _writable(record.getMessage()),
            "pid": record.process,
        }
        if record.exc_info:
            line["exception"] = _writable(logging.Formatter().formatException(record.exc_info))
        return _fitting(line)


class Failures(logging.Handler):
    """Counts what the application failed at; the log tells each, under its request's id."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, _: logging.LogRecord) -> None:  # noqa: D102 - logging's own method
        metrics.fail()


def _writable(text: str) -> str:
    return text.encode(errors="replace").decode()


class JsonLogger(Logger):
    """gunicorn's logger, writing JSON lines; the application's loggers follow."""

    def setup(self, cfg: Config) -> None:  # noqa: D102 - gunicorn's own method
        super().setup(cfg)
        for outlet in (REQUESTS, SERVER):
            outlet.by_pipe()
        lines = JsonLines(self.loglevel)
        self.error_log.handlers = [lines]
        logging.root.handlers = [lines, Failures()]
        logging.root.setLevel(min(self.loglevel, logging.ERROR))
