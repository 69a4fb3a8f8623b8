"""Log lines as JSON: one for each request on standard output, those of the server on standard error. Never a body.

Requests never wait for the reader of the log: lines are queued, and a thread in each process writes them. Lines that do
not fit into the queue, or cannot be written, are dropped and counted.
"""

import atexit
import logging
import os
from _thread import allocate_lock, start_new_thread
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from logging.handlers import QueueHandler, QueueListener
from queue import SimpleQueue
from select import PIPE_BUF
from time import sleep
from typing import Any

import orjson
from gunicorn.config import Config
from gunicorn.glogging import Logger
from pythonjsonlogger.orjson import OrjsonFormatter

from pung_chow_settlement.server import metrics

MAX_QUEUED = 2000
"""Most lines in the queue; further lines are dropped."""
LONGEST = {"exception": 2400}
MAX_OTHER = 1000
"""Most bytes of a text in a line, by its member: all fit into PIPE_BUF bytes, which a pipe takes in one piece."""
_LAST_LINES = 1.0  # seconds that an ending process waits for the log's reader
_PAUSE = 0.02
"""Seconds between two writes of the queue."""
_MAX_ESCAPE = 6  # bytes of a character as JSON
_MEMBERS = ["levelname", "name", "process", "message"]
_NAMES = {"levelname": "level", "name": "event", "process": "pid", "exc_info": "exception"}


@dataclass(slots=True)
class Served:
    """A request that is being answered; its rulebook and the code of its problem once they are known."""

    id: str | None
    started: float
    ruleset: str | None = None
    problem: str | None = None


NOTHING = Served(None, 0)
SERVED: ContextVar[Served] = ContextVar("served", default=NOTHING)
"""The current request."""


class JsonLines(OrjsonFormatter):
    """Formats a record as a JSON object, with the id of the current request."""

    def __init__(self) -> None:
        super().__init__(_MEMBERS, rename_fields=_NAMES, timestamp="time")

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:  # noqa: D102 - the library's own method
        log_data["level"] = log_data["level"].lower()
        log_data.setdefault("id", SERVED.get().id)
        return {
            name: _truncated(value, LONGEST.get(name, MAX_OTHER)) if type(value) is str else value
            for name, value in log_data.items()
        }


def _truncated(text: str, most: int) -> str:
    """The end of a text that takes at most so many bytes as JSON, with unencodable characters replaced."""
    if len(text) * _MAX_ESCAPE <= most and text.isascii():
        return text
    text = text.encode(errors="replace").decode()
    while (excess := len(orjson.dumps(text)) - most) > 0:
        text = f"…{text[1 + -(-excess // _MAX_ESCAPE) :]}"
    return text


class _NoLock:
    """A lock that never waits; None will not do, since from Python 3.13 on logging enters it."""

    def acquire(self) -> None:
        pass

    release = __enter__ = acquire

    def __exit__(self, *_: object) -> None:
        pass


class _Queued(QueueHandler):
    """Queues formatted lines while there is room."""

    queue: "SimpleQueue[Any]"

    def createLock(self) -> None:  # noqa: N802 - logging's own name
        """No lock: a SimpleQueue is safe between a worker's greenlets and threads."""
        self.lock: Any = _NoLock()

    def prepare(self, record: logging.LogRecord) -> bytes:
        """The formatted line, ready to be written."""
        return f"{self.format(record)}\n".encode()

    def enqueue(self, record: Any) -> None:
        if self.queue.qsize() < MAX_QUEUED:
            self.queue.put(record)
        else:
            metrics.count_lost_line()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802 - logging's own method
        metrics.count_lost_line()


class _Listener(QueueListener):
    """Writes lines in a native thread, since gevent patches `threading` later.

    Lines are joined into as few atomic writes as possible, so that lines of processes do not mix, a fork copies no
    partial line, and the thread rarely takes the interpreter lock from the loop. Lost lines are counted.
    """

    queue: "SimpleQueue[Any]"

    def __init__(self, queue: "SimpleQueue[Any]", descriptor: int) -> None:
        super().__init__(queue)
        self.descriptor = descriptor
        self._is_cut = False
        """True if the last line was written in part, so that the next one begins on a line of its own."""

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
                sleep(_PAUSE)  # waking for each line would take the interpreter lock from the loop each time
        self._write(lines)
        self.ended.release()

    def _write(self, lines: bytes) -> None:
        lines, written = b"\n" * self._is_cut + lines, 0
        with suppress(OSError):
            written = os.write(self.descriptor, lines)
        if written:
            self._is_cut = lines[written - 1 : written] != b"\n"
        for _ in lines[written:].splitlines():  # a disk that is nearly full takes a part
            metrics.count_lost_line()

    def stop(self) -> None:
        """Write the queued lines, for at most `_LAST_LINES` seconds."""
        self.enqueue_sentinel()
        self.ended.acquire(timeout=_LAST_LINES)


class Channel:
    """Sends lines to a descriptor: a handler for loggers, and the thread that writes."""

    def __init__(self, descriptor: int, formatter: logging.Formatter) -> None:
        self.descriptor = descriptor
        self.handler = _Queued(SimpleQueue())
        self.handler.setFormatter(formatter)
        self.listener: _Listener | None = None

    def start(self) -> None:
        """Start writing with a new queue and thread, since a fork copies no threads."""
        self.handler.queue = SimpleQueue()
        self.listener = _Listener(self.handler.queue, self.descriptor)
        self.listener.start()

    def stop(self) -> None:
        """Write the queued lines and end the thread."""
        if self.listener is not None:
            self.listener.stop()


_channels: list[Channel] = []


def start() -> None:
    """Start the channels of this process: in the master first, and in each worker after its fork."""
    for channel in _channels:
        channel.start()


def _stop() -> None:
    for channel in _channels:
        channel.stop()
    _channels.clear()
    for logger in (logging.getLogger("gunicorn.error"), logging.root):
        logger.handlers.clear()  # one that outlives gevent would print errors when the interpreter ends


def write_request(
    served: Served, *, operation: str, method: str, path: str, status: int, milliseconds: float, trace: str | None
) -> None:
    """Log one answered request, with the id of its trace.

    Not by `logging` and a formatter: those take thirty microseconds more.
    """
    line = {
        "level": "info" if status < 500 else "error",
        "event": "request",
        "pid": os.getpid(),
        "id": served.id,
        "operation": operation,
        "method": method,
        "path": _truncated(path, MAX_OTHER),
        "status": status,
        "ms": round(milliseconds, 3),
        "ruleset": served.ruleset,
        "problem": served.problem,
        "trace": trace,
        "time": datetime.now(UTC),
    }
    for requests in _channels[:1]:
        requests.handler.enqueue(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))


def critical(message: str) -> str:
    """The line of what prevents the start."""
    record = logging.makeLogRecord({"name": "service", "levelname": "CRITICAL", "msg": message})
    return JsonLines().format(record)


class Failures(logging.Handler):
    """Counts unexpected errors of the application, which the log has with the id of the request."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)

    def emit(self, _: logging.LogRecord) -> None:  # noqa: D102 - logging's own method
        metrics.count_failure()


class JsonLogger(Logger):
    """gunicorn's logger, writing JSON lines; the application's loggers follow."""

    def setup(self, cfg: Config) -> None:  # noqa: D102 - gunicorn's own method
        super().setup(cfg)
        # Not collected, since no line shows them: gevent makes an object for each greenlet whose thread is looked up.
        logging.logThreads = logging.logMultiprocessing = False
        if not _channels:
            _channels.extend(Channel(descriptor, JsonLines()) for descriptor in (1, 2))
            start()
            atexit.register(_stop)  # also in the workers, which are forked later
        _, server = _channels
        self.error_log.handlers = [server.handler]
        logging.root.handlers = [server.handler, Failures()]
        logging.root.setLevel(min(self.loglevel, logging.ERROR))
