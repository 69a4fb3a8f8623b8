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
from service.domain.rulebook import ALL
from service.reading.schemas import MOST_DEALS
from service.usecases.files import CHUNK

PATH: Final = "/v1/settlements/batch"
EACH: Final = MOST_DEALS // ((len(CLASSES) - 1) * len(ALL))
"""Deals of each class in each rulebook: as many good ones in all as a batch takes."""
COPIES: Final = 20
"""How often the file holds these deals: enough that the last chunk, which one worker settles alone, weighs little."""
ROUNDS: Final = 9


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
    most: float
    """How many times as fast two commands at once are: what this machine's two cores have to give."""
    share: float
    """What two workers take of that, each round by itself."""
    rate: float
    """Deals a second of the file command with two workers, by the clock on the wall, start-up apart."""


class Run(NamedTuple):
    """Seconds of the command for a deal."""

    wall: float
    cpu: float


class Round(NamedTuple):
    """Seconds of CPU for a deal, one after the other; the command with one worker, with two, and twice at once."""

    core: float
    batch: float
    one: Run
    two: Run
    twice: Run


def measure() -> Many:
    """Measure the batch and the command with the same mixed deals, as many of each kind as a batch takes."""
    examples = [each for each in corpus(EACH) if each.kind != CLASSES[-1]]
    lines = [body_of(each.body) for each in examples]
    rounds = list(_rounds(examples, lines))
    return Many(
        core=median(each.core for each in rounds) * MICRO,
        batch=median(each.batch for each in rounds) * MICRO,
        over_core=median(each.batch - each.core for each in rounds) * MICRO,
        file=median(each.one.cpu for each in rounds) * MICRO,
        file_share=median(each.one.cpu / each.batch for each in rounds),
        speed_up=median(each.one.wall / each.two.wall for each in rounds),
        most=median(2 * each.one.wall / each.twice.wall for each in rounds),
        share=median(each.twice.wall / (2 * each.two.wall) for each in rounds),
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
        assert call(app, PATH, body).body.count(b'"outcome":"settled"') == len(lines)
        for _ in range(ROUNDS):
            yield Round(
                cpu(core) / len(lines),
                cpu(lambda: call(app, PATH, body)) / len(lines),
                _command(few, many, more),
                _command(few, many, more, workers=2),
                _command(few, many, more, commands=2),
            )


def _command(few: Path, many: Path, more: int, workers: int = 1, commands: int = 1) -> Run:
    """A long file's time less that of a short one, which every worker has a part of, by deal."""
    start, whole = _run(few, workers, commands), _run(many, workers, commands)
    return Run((whole.wall - start.wall) / more, (whole.cpu - start.cpu) / more)


def _run(deals: Path, workers: int, commands: int) -> Run:
    started = perf_counter()
    command = [sys.executable, "-m", "service", "settle", str(deals), "--workers", str(workers)]
    used = [_cpu(each) for each in [_started(command) for _ in range(commands)]]
    return Run(perf_counter() - started, sum(used))


def _started(command: list[str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _cpu(process: "subprocess.Popen[bytes]") -> float:
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_utime + used.ru_stime
