"""Many deals at once: the batch, and the file command with one and two workers."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final, NamedTuple

import orjson

from bench.bare import body_of
from bench.clock import MICRO, cpu
from bench.core import core_of
from bench.corpus import CLASSES, Example, corpus
from bench.wsgi import call, without_log
from service import create_app
from service.api.schemas import MOST_DEALS
from service.files import CHUNK

PATH: Final = "/v1/settlements/batch"
EACH: Final = 40
"""Deals of each class in each rulebook: 1,000 good ones in all."""
COPIES: Final = 6
"""How often the file holds these deals."""
ROUNDS: Final = 5


class Many(NamedTuple):
    """Microseconds of CPU for each of many mixed deals, and the medians of what was compared in a round."""

    core: float
    batch: float
    """A batch of 1,000, from bytes to bytes."""
    over_core: float
    """What of it is not the core's own time."""
    file: float
    """The file command with one worker, start-up apart."""
    file_share: float
    """That of the batch's time."""
    speed_up: float
    """How many times as fast two workers are, by the clock on the wall, start-up apart."""
    rate: float
    """Deals a second of the file command with two workers, by the clock on the wall, start-up apart."""


class Run(NamedTuple):
    """Seconds of the command for a deal."""

    wall: float
    cpu: float


class Round(NamedTuple):
    """Seconds of CPU for a deal, one after the other, and the two commands."""

    core: float
    batch: float
    one: Run
    two: Run


def measure() -> Many:
    """Measure the batch and the command with the same 1,000 mixed deals."""
    examples = [each for each in corpus(EACH) if each.kind != CLASSES[-1]]
    lines = [body_of(each.body) for each in examples]
    assert len(lines) == MOST_DEALS
    rounds = list(_rounds(examples, lines))
    return Many(
        core=median(each.core for each in rounds) * MICRO,
        batch=median(each.batch for each in rounds) * MICRO,
        over_core=median(each.batch - each.core for each in rounds) * MICRO,
        file=median(each.one.cpu for each in rounds) * MICRO,
        file_share=median(each.one.cpu / each.batch for each in rounds),
        speed_up=median(each.one.wall / each.two.wall for each in rounds),
        rate=1 / median(each.two.wall for each in rounds),
    )


def _rounds(examples: Sequence[Example], lines: list[bytes]) -> Iterator[Round]:
    core, app = core_of(examples), create_app().wsgi_app
    body = body_of({"deals": [orjson.loads(line) for line in lines]})
    short = lines[: 2 * CHUNK]
    more = len(lines) * COPIES - len(short)
    with TemporaryDirectory() as place, without_log():
        few, many = Path(place, "few"), Path(place, "many")
        few.write_bytes(b"\n".join(short))
        many.write_bytes(b"\n".join(lines * COPIES))
        assert call(app, PATH, body).body.count(b'"status":200') == len(lines)
        for _ in range(ROUNDS):
            yield Round(
                cpu(core) / len(lines),
                cpu(lambda: call(app, PATH, body)) / len(lines),
                _command(few, many, more, 1),
                _command(few, many, more, 2),
            )


def _command(few: Path, many: Path, more: int, workers: int) -> Run:
    """A long file's time less that of a short one, which every worker has a part of, by deal."""
    start, whole = _run(few, workers), _run(many, workers)
    return Run((whole.wall - start.wall) / more, (whole.cpu - start.cpu) / more)


def _run(deals: Path, workers: int) -> Run:
    started = perf_counter()
    command = [sys.executable, "-m", "service", "settle", str(deals), "--workers", str(workers)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return Run(perf_counter() - started, used.ru_utime + used.ru_stime)
