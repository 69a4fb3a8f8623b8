"""Log lines as JSON: one for each request on standard output, the server's own on standard error. Never a body.

Nobody waits for whoever reads the log: lines go into a queue, and a thread of each process writes them. What finds no
room in the queue, or cannot be written, is lost and counted.
"""

import atexit
import logging
import os
from _thread import allocate_lock, start_new_thread
from contextvars import ContextVar
from logging.handlers import QueueHandler, QueueListener
from queue import SimpleQueue
from select import PIPE_BUF
from time import sleep
from typing import Any

from gunicorn.config import Config
from gunicorn.glogging import Logger
from pythonjsonlogger.orjson import OrjsonFormatter

from service.ops import metrics

MOST_QUEUED = 2000
"""Lines that wait to be written; what comes beyond is lost."""
LONGEST = 3000
"""Characters of a text in a line: a line of PIPE_BUF bytes reaches a pipe whole, whoever else writes to it."""
_LAST_LINES = 1.0  # seconds that a process which ends waits for the log's reader
_PAUSE = 0.02
"""Seconds between the lines of a queue and the next; at most as many are queued in them as find room."""
_MEMBERS = ["levelname", "name", "process"]
_NAMES = {"levelname": "level", "name": "event", "process": "pid", "exc_info": "exception"}

# What no line here shows need not be collected (logging's howto, "Optimization"): gevent makes an object for each
# greenlet whose thread is asked for.
logging.logThreads = logging.logMultiprocessing = False

REQUEST_ID: ContextVar[str | None] = ContextVar("request_id", default=None)
"""Of the request that is being answered."""
_requests = logging.getLogger("request")
_requests.propagate = False
_requests.setLevel(logging.INFO)
_requests.addHandler(logging.NullHandler())


def secure_descriptors() -> None:
    """Open what was closed at the start of 0, 1 and 2: else the next socket would take that number, and log lines."""
    while (opened := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(opened, True)
    os.close(opened)


class JsonLines(OrjsonFormatter):
    """A record as a JSON object, with the id of the request during which it was logged."""

    def __init__(self, *members: str) -> None:
        super().__init__([*_MEMBERS, *members], rename_fields=_NAMES, timestamp="time")

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:  # noqa: D102 - the library's own method
        log_data["level"] = log_data["level"].lower()
        log_data.setdefault("id", REQUEST_ID.get())
        return {name: _fitting(value) if type(value) is str else value for name, value in log_data.items()}


def _fitting(text: str) -> str:
    """The end of a long text, in characters that can be written."""
    text = text if len(text) <= LONGEST else f"…{text[-LONGEST:]}"
    return text if text.isascii() else text.encode(errors="replace").decode()


class _Queued(QueueHandler):
    """Queues a line, formatted already, while there is room."""

    queue: "SimpleQueue[Any]"

    def createLock(self) -> None:  # noqa: N802 - logging's own name
        """Need none: a SimpleQueue is safe by itself, also between a worker's greenlets and its threads."""
        self.lock = None

    def prepare(self, record: logging.LogRecord) -> bytes:
        """The line itself: all that is left to do is to write it."""
        return f"{self.format(record)}\n".encode()

    def enqueue(self, record: Any) -> None:
        if self.queue.qsize() < MOST_QUEUED:
            self.queue.put(record)
        else:
            metrics.lose_line()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802 - logging's own method
        metrics.lose_line()


class _Listener(QueueListener):
    """Writes lines in a bare thread of the system: gevent, which comes after it, takes over those of `threading`.

    Lines go in as few calls of the system as reach a pipe whole, so that they do not mix, a fork takes none along
    half-written, and the thread seldom takes the loop's turn. What cannot be written is counted.
    """

    queue: "SimpleQueue[Any]"

    def __init__(self, queue: "SimpleQueue[Any]", descriptor: int) -> None:
        super().__init__(queue)
        self.descriptor = descriptor

    def start(self) -> None:
        self.ended = allocate_lock()
        self.ended.acquire()
        start_new_thread(self._listen, ())

    def _listen(self) -> None:
        lines = b""
        for line in iter(self.queue.get, None):
            if len(lines) + len(line) > PIPE_BUF:
                self._write(lines)
                lines = b""
            lines += line
            if self.queue.empty():
                self._write(lines)
                lines = b""
                sleep(_PAUSE)  # a thread that wakes for each line takes the loop's turn each time
        self._write(lines)
        self.ended.release()

    def _write(self, lines: bytes) -> None:
        try:
            os.write(self.descriptor, lines)
        except OSError:
            for _ in lines.splitlines():
                metrics.lose_line()

    def stop(self) -> None:
        """Let the reader have the last lines, unless he takes too long."""
        self.enqueue_sentinel()
        self.ended.acquire(timeout=_LAST_LINES)


class Channel:
    """The way of lines to a descriptor: a handler for whoever logs, and the thread that writes."""

    def __init__(self, descriptor: int, formatter: logging.Formatter) -> None:
        self.descriptor = descriptor
        self.handler = _Queued(SimpleQueue())
        self.handler.setFormatter(formatter)
        self.listener: _Listener | None = None

    def start(self) -> None:
        """Begin to write, with a queue of this process's own: a fork takes no thread along."""
        self.handler.queue = SimpleQueue()
        self.listener = _Listener(self.handler.queue, self.descriptor)
        self.listener.start()

    def stop(self) -> None:
        """Write what is queued and end."""
        if self.listener is not None:
            self.listener.stop()


_channels: list[Channel] = []


def start() -> None:
    """Write lines from this process: what the master does first, and each worker after its fork."""
    for channel in _channels:
        channel.start()


def _stop() -> None:
    for channel in _channels:
        channel.stop()
    _channels.clear()
    for logger in (_requests, logging.getLogger("gunicorn.error"), logging.root):
        logger.handlers.clear()  # one that outlives gevent at the interpreter's end would complain of it


def write_request(
    *,
    request_id: str,
    operation: str,
    method: str,
    path: str | None,
    status: int,
    milliseconds: float,
    ruleset: str | None,
) -> None:
    """Write the line of one answered request."""
    level = logging.INFO if status < 500 else logging.ERROR
    line = {
        "name": _requests.name,
        "levelno": level,
        "levelname": logging.getLevelName(level),
        "id": request_id,
        "operation": operation,
        "method": method,
        "path": path,
        "status": status,
        "ms": round(milliseconds, 3),
        "ruleset": ruleset,
    }
    _requests.handle(logging.makeLogRecord(line))  # `log` would look for the caller's line of code first


class Failures(logging.Handler):
    """Counts what the application failed at; the log records each, under its request's id."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, _: logging.LogRecord) -> None:  # noqa: D102 - logging's own method
        metrics.fail()


class JsonLogger(Logger):
    """gunicorn's logger, writing JSON lines; the application's loggers follow."""

    def setup(self, cfg: Config) -> None:  # noqa: D102 - gunicorn's own method
        super().setup(cfg)
        if not _channels:
            _channels.extend((Channel(1, JsonLines()), Channel(2, JsonLines("message"))))
            start()
            atexit.register(_stop)  # in the workers too: they are forked later
        requests, server = _channels
        self.error_log.handlers = [server.handler]
        _requests.handlers = [requests.handler]
        logging.root.handlers = [server.handler, Failures()]
        logging.root.setLevel(min(self.loglevel, logging.ERROR))
