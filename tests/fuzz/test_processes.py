"""Every worker answers with the same bytes: nothing depends on the order of a set, which differs between processes."""

import os
import subprocess
import sys
from itertools import islice
from random import Random
from typing import BinaryIO

import pytest
from werkzeug.test import TestResponse

from support.fuzz.drawn import Drawn, kept, requests
from support.fuzz.service import call

DRAWN = 300
ORDERS = ("1", "2", "3")
"""Seeds of the order in which a process goes over a set."""

TIED = b"""{"ruleset": "harr-1922-limit", "round_wind": "east", "winner": null, "hands": {},
"house_rules": {"rules": {"last-tile": {"spoiled_by": ["bigof-own-wind"]}}}}"""
"""Two rows are as near to what it names as each other; which of them was suggested hung on the process once."""


def write(to: BinaryIO) -> None:
    """Write all answers, one per line."""
    to.write(b"\n".join(answers()))


def answers() -> list[bytes]:
    """The answers of this process to the stored bodies and to random ones, without request ids."""
    some = islice(requests(Random("processes")), DRAWN)
    asked = [Drawn("tied", "/v1/settlements", TIED), Drawn("allowed", "/healthz"), *kept().values(), *some]
    return [_without_id(call(each.method, each.path, each.query, each.body)) for each in asked]


def _without_id(answer: TestResponse) -> bytes:
    """The body, without the request's own id, and the methods that the path allows."""
    before, mark, after = bytes(answer.data).partition(b'"request_id":"')
    return before + mark + after.partition(b'"')[2] + str(answer.headers.get("Allow")).encode()


def answers_of_a_process(order: str) -> bytes:
    program = "import sys; from tests.fuzz.test_processes import write; write(sys.stdout.buffer)"
    environment = {**os.environ, "PYTHONHASHSEED": order}
    return subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True).stdout


@pytest.fixture(scope="module")
def first() -> list[bytes]:
    return answers_of_a_process(ORDERS[0]).split(b"\n")


@pytest.mark.parametrize("order", ORDERS[1:])
def test_processes_answer_alike(first: list[bytes], order: str) -> None:
    others = answers_of_a_process(order).split(b"\n")
    assert len(first) > DRAWN
    assert [(one, other) for one, other in zip(first, others, strict=True) if one != other] == []
