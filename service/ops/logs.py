"""Log lines as JSON: one for each request on standard output, the server's own on standard error. Never a body."""

import logging
import os
from datetime import UTC, datetime
from wsgiref.types import WSGIEnvironment

import orjson
from flask import has_request_context, request
from gunicorn.config import Config
from gunicorn.glogging import Logger

_STDOUT = 1
_LINE = orjson.OPT_APPEND_NEWLINE | orjson.OPT_UTC_Z


def write_request(environ: WSGIEnvironment, status: int, milliseconds: float) -> None:
    """Write the line of one answered request, in one system call so that lines of several workers do not mix."""
    line = {
        "time": datetime.now(UTC),
        "level": "info" if status < 500 else "error",
        "event": "request",
        "id": environ.get("service.request_id"),
        "operation": environ.get("service.operation"),
        "method": environ.get("REQUEST_METHOD"),
        "path": environ.get("service.path"),
        "status": status,
        "ms": round(milliseconds, 3),
        "ruleset": environ.get("service.ruleset"),
        "pid": os.getpid(),
    }
    try:
        os.write(_STDOUT, orjson.dumps(line, option=_LINE))
    except OSError:
        return  # nobody reads the log any more; the answer matters more


class JsonLines(logging.Formatter):
    """A log record as one JSON line, with the id of the request during which it was written."""

    def format(self, record: logging.LogRecord) -> str:  # noqa: D102 - logging's own method
        line = {
            "time": datetime.now(UTC),
            "level": record.levelname.lower(),
            "event": record.name,
            "id": request.environ.get("service.request_id") if has_request_context() else None,
            "message": record.getMessage(),
            "pid": record.process,
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return orjson.dumps(line, option=orjson.OPT_UTC_Z).decode()


class JsonLogger(Logger):
    """gunicorn's logger, writing JSON lines; the application's loggers follow."""

    def setup(self, cfg: Config) -> None:  # noqa: D102 - gunicorn's own method
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JsonLines())
        logging.root.handlers = self.error_log.handlers
        logging.root.setLevel(self.loglevel)
