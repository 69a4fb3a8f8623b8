"""Every process responds with the same bytes: none depend on the iteration order of a set, which differs by process."""

import os
import subprocess
import sys
from itertools import islice
from random import Random
from typing import BinaryIO

import pytest
from werkzeug.test import TestResponse

from tests.support.fuzz.drawn import RandomRequest, requests, stored
from tests.support.fuzz.service import call

REQUESTS = 300
ORDERS = ("1", "2", "3")
"""Hash seeds, which decide the iteration order of sets."""

TIED = b"""{"ruleset": "harr-1922-limit", "round_wind": "east", "winner": null, "hands": {},
"house_rules": {"rules": {"last-tile": {"spoiled_by": ["bigof-own-wind"]}}}}"""
"""It names no rule, and two ids are equally near; which was suggested once depended on the process."""


def write(to: BinaryIO) -> None:
    """Write all responses, one per line."""
    to.write(b"\n".join(responses()))


def responses() -> list[bytes]:
    """The responses of this process to stored and random requests."""
    random_ones = islice(requests(Random("processes")), REQUESTS)
    sent = [
        RandomRequest("tied", "/v1/settlements", TIED),
        RandomRequest("allowed", "/healthz"),
        *stored().values(),
        *random_ones,
    ]
    return [_without_id(call(each.method, each.path, each.query, each.body)) for each in sent]


def _without_id(response: TestResponse) -> bytes:
    """The body without the request id, and the methods that the path allows."""
    before, mark, after = bytes(response.data).partition(b'"request_id":"')
    return before + mark + after.partition(b'"')[2] + str(response.headers.get("Allow")).encode()


def responses_of_a_process(order: str) -> bytes:
    program = "import sys; from tests.fuzz.test_processes import write; write(sys.stdout.buffer)"
    environment = {**os.environ, "PYTHONHASHSEED": order}
    return subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True).stdout


@pytest.fixture(scope="module")
def first() -> list[bytes]:
    return responses_of_a_process(ORDERS[0]).split(b"\n")


@pytest.mark.night
@pytest.mark.parametrize("order", ORDERS[1:])
def test_all_processes_respond_with_the_same_bytes(first: list[bytes], order: str) -> None:
    others = responses_of_a_process(order).split(b"\n")
    assert len(first) > REQUESTS
    assert [(one, other) for one, other in zip(first, others, strict=True) if one != other] == []
