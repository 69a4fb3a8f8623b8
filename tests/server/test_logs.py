"""The thread that writes the log: whole lines in few writes, and what is lost is counted."""

import logging
import os
from select import PIPE_BUF

import pytest

from pung_chow_settlement.server import metrics
from pung_chow_settlement.server.logs import MAX_QUEUED, Channel


def lost() -> float:
    return metrics.counted("service_log_lines_lost_total")


class Disk:
    """What takes so many bytes at each write, and all after those."""

    def __init__(self, *rooms: int) -> None:
        self.rooms = list(rooms)
        self.writes: list[bytes] = []

    def write(self, _: int, text: bytes) -> int:
        self.writes.append(text[: self.rooms.pop(0)] if self.rooms else text)
        return len(self.writes[-1])


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk()
    monkeypatch.setattr(os, "write", disk.write)
    return disk


def write_one_by_one(*lines: bytes) -> None:
    channel = Channel(1)
    channel.start()
    for line in lines:
        channel.listener.handle(line)
    channel.listener.stop()


def test_a_record_of_logging_is_a_line_of_json() -> None:
    reader, writer = os.pipe()
    channel = Channel(writer)
    channel.start()
    channel.handle(logging.makeLogRecord({"msg": "a line", "name": "service"}))
    channel.listener.stop()
    os.close(writer)
    with os.fdopen(reader) as written:
        (line,) = written.read().splitlines()
    assert '"message":"a line"' in line


def test_queued_lines_are_written_in_order_and_as_many_at_a_time_as_a_pipe_takes_in_one_piece(disk: Disk) -> None:
    lines = [b"%d %s\n" % (number, b"x" * 90) for number in range(400)]
    channel, before = Channel(1), lost()
    channel.start()
    for line in lines:
        channel.enqueue(line)
    channel.listener.stop()
    assert b"".join(disk.writes) == b"".join(lines)
    assert all(len(text) <= PIPE_BUF and text.endswith(b"\n") for text in disk.writes)
    assert len(disk.writes) < 40
    assert lost() == before


def test_lines_that_do_not_fit_into_the_queue_are_counted() -> None:
    channel, before = Channel(1), lost()
    for _ in range(MAX_QUEUED + 3):
        channel.enqueue(b"a line\n")
    assert (channel.queue.qsize(), lost()) == (MAX_QUEUED, before + 3)


def test_after_a_short_write_the_next_line_is_on_a_line_of_its_own(disk: Disk) -> None:
    before = lost()
    disk.rooms = [9, 0]
    write_one_by_one(b"one\nand half\n", b"none\n", b"two\n", b"three\n")
    assert b"".join(disk.writes) == b"one\nand h\ntwo\nthree\n"
    assert lost() == before + 2


def test_the_lines_that_a_short_write_lost_are_counted(disk: Disk) -> None:
    before = lost()
    disk.rooms = [10]
    write_one_by_one(b"a whole line\nanother\n")
    assert lost() == before + 2


def test_a_reader_that_does_not_read_holds_up_no_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    channel = Channel(writer)
    channel.start()
    for _ in range(MAX_QUEUED):
        channel.enqueue(b"x" * 1000 + b"\n")
    monkeypatch.setattr("pung_chow_settlement.server.logs._LAST_LINES", 0.1)
    channel.listener.stop()
    assert channel.queue.qsize() > 0
    os.close(reader)
