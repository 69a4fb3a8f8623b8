"""Log lines as JSON: one for each request on standard output, those of the server on standard error. Never a body.

Requests never wait for the reader of the log: a `QueueHandler` queues the lines, and a `QueueListener` in each process
writes them. What these do not do, and we need:

- Lines that do not fit into the queue are dropped and counted. `queue.Queue` has a bound, but gevent patches its locks.
- Many lines are one write, which a pipe takes in one piece: lines of processes do not mix, and the thread rarely takes
  the interpreter lock from the loop.
- Lines that cannot be written are counted, too.
- A stop waits for the reader no longer than a second, and not for the end of the thread, which gevent's patch breaks.
- The line of a request is made without a record and a formatter, which take thirty microseconds more.
"""

import atexit
import logging
import os
from _thread import allocate_lock
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


class _Listener(QueueListener):
    """Writes the lines of a queue to a descriptor, as many at a time as fit into PIPE_BUF bytes."""

    queue: "SimpleQueue[Any]"

    def __init__(self, queue: "SimpleQueue[Any]", descriptor: int) -> None:
        super().__init__(queue)
        self.descriptor = descriptor
        self.waiting = b""
        """Lines for the next write."""
        self.is_cut = False
        """True if the last line was written in part, so that the next one begins on a line of its own."""
        self.all_written = allocate_lock()
        self.all_written.acquire()

    def handle(self, record: Any) -> None:
        """Write a line, after those that wait; a mark of the end is empty."""
        if len(self.waiting) + len(record) > PIPE_BUF:
            self._write()
        self.waiting += record
        if not record:
            self._write()
            self.all_written.release()
        elif self.queue.empty():
            self._write()
            sleep(_PAUSE)  # waking for each line would take the interpreter lock from the loop each time

    def _write(self) -> None:
        start, written = b"\n" * self.is_cut, 0
        with suppress(OSError):
            written = os.write(self.descriptor, start + self.waiting) if self.waiting else 0
        if written:
            self.is_cut = (start + self.waiting)[written - 1 : written] != b"\n"
        for _ in range(self.waiting.count(b"\n", max(0, written - len(start)))):  # a nearly full disk takes a part
            metrics.count_lost_line()
        self.waiting = b""

    def stop(self) -> None:
        """Wait until the queued lines are written, for at most `_LAST_LINES` seconds."""
        self.queue.put_nowait(b"")
        self.all_written.acquire(timeout=_LAST_LINES)


class Channel(QueueHandler):
    """Queues formatted lines for a descriptor while there is room."""

    queue: "SimpleQueue[Any]"
    listener: _Listener

    def __init__(self, descriptor: int) -> None:
        super().__init__(SimpleQueue())
        self.setFormatter(JsonLines())
        self.descriptor = descriptor

    def start(self) -> None:
        """Start writing with a new queue and thread, since a fork copies no threads."""
        self.queue = SimpleQueue()
        self.listener = _Listener(self.queue, self.descriptor)
        self.listener.start()

    def prepare(self, record: logging.LogRecord) -> bytes:
        """The formatted line, ready to be written."""
        return f"{self.format(record)}\n".encode()

    def enqueue(self, record: Any) -> None:
        """Queue a line, or count it as lost."""
        if self.queue.qsize() < MAX_QUEUED:
            self.queue.put(record)
        else:
            metrics.count_lost_line()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802 - logging's own method
        """Count a line that could not be made."""
        metrics.count_lost_line()


_channels: list[Channel] = []


def start() -> None:
    """Start the channels of this process: in the master first, and in each worker after its fork."""
    for channel in _channels:
        channel.start()


def _stop() -> None:
    for channel in _channels:
        channel.listener.stop()
    _channels.clear()
    for logger in (logging.getLogger("gunicorn.error"), logging.root):
        logger.handlers.clear()  # one that outlives gevent would print errors when the interpreter ends


def write_request(
    served: Served, *, operation: str, method: str, path: str, status: int, milliseconds: float, trace: str | None
) -> None:
    """Log one answered request, with the id of its trace."""
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
        requests.enqueue(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))


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
            _channels.extend(Channel(descriptor) for descriptor in (1, 2))
            start()
            atexit.register(_stop)  # also in the workers, which are forked later
        _, server = _channels
        self.error_log.handlers = [server]
        logging.root.handlers = [server, Failures()]
        logging.root.setLevel(min(self.loglevel, logging.ERROR))
