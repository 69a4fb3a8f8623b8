"""Many deals at once: the batch, and the file command with one and two workers."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final, NamedTuple

import orjson

from bench.bare import body_of
from bench.clock import MICRO, cost
from bench.core import core_of_all
from bench.corpus import CLASSES, corpus
from bench.wsgi import call, without_log
from service import create_app
from service.api.schemas import MOST_DEALS
from service.files import CHUNK

PATH: Final = "/v1/settlements/batch"
EACH: Final = 40
"""Deals of each class in each rulebook: 1,000 good ones in all."""
COPIES: Final = 6
"""How often the file holds these deals."""
ROUNDS: Final = 3


class Many(NamedTuple):
    """Microseconds of CPU for each of many mixed deals, and what two workers gain."""

    core: float
    batch: float
    """A batch of 1,000, from bytes to bytes."""
    file: float
    """The file command with one worker, start-up apart."""
    speed_up: float
    """How many times as fast two workers are, by the clock on the wall, start-up apart."""
    rate: float
    """Deals a second of the file command with two workers, by the clock on the wall, start-up apart."""


class Run(NamedTuple):
    """Seconds of the command."""

    wall: float
    cpu: float


def measure() -> Many:
    """Measure the batch and the command with the same 1,000 mixed deals."""
    examples = [each for each in corpus(EACH) if each.kind != CLASSES[-1]]
    lines = [body_of(each.body) for each in examples]
    assert len(lines) == MOST_DEALS
    rounds = _commands(lines)
    return Many(
        core=core_of_all(examples),
        batch=_batch(lines),
        file=median(one.cpu for one, _ in rounds) * MICRO,
        speed_up=median(one.wall / two.wall for one, two in rounds),
        rate=1 / median(two.wall for _, two in rounds),
    )


def _batch(lines: Sequence[bytes]) -> float:
    app = create_app().wsgi_app
    body = body_of({"deals": [orjson.loads(line) for line in lines]})
    with without_log():
        assert call(app, PATH, body).body.count(b'"status":200') == len(lines)
        return cost(lambda: call(app, PATH, body), len(lines), ROUNDS)


def _commands(lines: list[bytes]) -> list[tuple[Run, Run]]:
    """What a deal costs with one worker and with two, by round."""
    short = lines[: 2 * CHUNK]
    with TemporaryDirectory() as place:
        few, many = Path(place, "few"), Path(place, "many")
        few.write_bytes(b"\n".join(short))
        many.write_bytes(b"\n".join(lines * COPIES))
        more = len(lines) * COPIES - len(short)
        return [(_command(few, many, more, 1), _command(few, many, more, 2)) for _ in range(ROUNDS)]


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
