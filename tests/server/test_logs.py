"""Log lines are queued by any Python that the package names, though tests run on one."""

import logging
import os

import pytest

from pung_chow_settlement.server.logs import Channel


def handle(self: logging.Handler, record: logging.LogRecord) -> bool:
    """`logging.Handler.handle` of Python 3.13; before, it asked whether there is a lock."""
    kept = self.filter(record)
    if kept:
        assert self.lock is not None, "Python 3.13 enters it"
        with self.lock:
            self.emit(record)
    return bool(kept)


@pytest.mark.parametrize("later_python", [False, True])
def test_a_line_is_written_whether_or_not_logging_asks_for_a_lock(
    monkeypatch: pytest.MonkeyPatch, later_python: bool
) -> None:
    if later_python:
        monkeypatch.setattr(logging.Handler, "handle", handle)
    reader, writer = os.pipe()
    channel = Channel(writer, logging.Formatter("%(message)s"))
    channel.start()
    channel.handler.handle(logging.makeLogRecord({"msg": "a line"}))
    channel.handler.acquire()
    channel.handler.release()
    channel.stop()
    os.close(writer)
    with os.fdopen(reader) as written:
        assert written.read() == "a line\n"
