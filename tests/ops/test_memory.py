"""The Kubernetes base's limit holds under the worst bodies: one worker in a memory cgroup, four hostile clients.

MEMORY_SECONDS sets how long. Needs root and a memory cgroup that can be made here.
"""

import json
import os
import random
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from support import hostile_bodies, hostile_layouts
from support.amounts import amount
from support.load import exchange, posted
from support.server import REAL, ROOT, Server, ask, running, wait_until
from tests.api.test_hostile_bodies import BATCHES, MOST, SHEETS
from tests.conftest import worked

LIMIT = 192 * 1024 * 1024
SECONDS = float(os.environ.get("MEMORY_SECONDS", amount(5, 10)))
TABLES = amount(20, 200)
"""Tables with costly layouts of their own, each kept for a while by whoever asks."""
CHANCE = random.Random("deals")
CGROUPS = Path("/sys/fs/cgroup")


class Cgroup(NamedTuple):
    """A memory cgroup for this test, in either version of the interface."""

    path: Path
    second: bool

    def read(self, name: str, before: str) -> str:
        return (self.path / (name if self.second else before)).read_text()

    def peak(self) -> int:
        return int(self.read("memory.peak", "memory.max_usage_in_bytes"))

    def kills(self) -> int:
        lines = self.read("memory.events", "memory.oom_control").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("oom_kill "))


@pytest.fixture
def cgroup() -> Iterator[Cgroup]:
    second = (CGROUPS / "cgroup.controllers").exists()
    made = Cgroup((CGROUPS if second else CGROUPS / "memory") / f"settlement-test-{os.getpid()}", second)
    try:
        made.path.mkdir()
        (made.path / ("memory.max" if second else "memory.limit_in_bytes")).write_text(str(LIMIT))
    except OSError:
        pytest.skip("no memory cgroup can be made here")
    yield made
    wait_until(lambda: removed(made.path))  # the last process leaves a moment after its end


def removed(place: Path) -> bool:
    with suppress(OSError):
        place.rmdir()
    return not place.exists()


def hostile() -> list[bytes]:
    """All known costly bodies, and as many legal deals as one body holds, for the longest responses."""
    whole = json.dumps({"deals": [worked("deals")[0]["request"]] * 1000}, separators=(",", ":")).encode()[:MOST]
    packed = [hostile_bodies.sent(path, body, packed=True) for path, body in hostile_bodies.small()]
    sheets = [posted("/v1/scoresheets", body) for body in SHEETS.values()]
    tables = islice(hostile_layouts.tables(random.Random("memory")), TABLES)
    layouts = [posted("/v1/settlements", json.dumps(hostile_layouts.deal(table, CHANCE)).encode()) for table in tables]
    return [*layouts, *sheets, *(posted("/v1/settlements/batch", body) for body in (*BATCHES.values(), whole)), *packed]


def attack(server: Server, requests: list[bytes], number: int, until: float, answered: list[int]) -> None:
    while time.monotonic() < until:
        number += 1
        try:
            with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
                head, _ = exchange(connection, requests[number % len(requests)])
                answered.append(int(head.split()[1]) if head else 0)
        except OSError:
            answered.append(0)


def test_four_hostile_clients_stay_within_the_limit_of_the_kubernetes_base(tmp_path: Path, cgroup: Cgroup) -> None:
    enter = f"echo $$ > {cgroup.path}/cgroup.procs"
    settings: dict[str, Any] = {
        "WEB_CONCURRENCY": "1",
        "LOG_REQUESTS": "false",
        "MALLOC_ARENA_MAX": "2",
    }  # as the image
    with running(tmp_path, REAL, before=enter, **settings) as server:
        before = server.workers()
        answered: list[int] = []
        requests = hostile()
        until = time.monotonic() + SECONDS
        clients = [
            threading.Thread(target=attack, args=(server, requests, 4 * each, until, answered)) for each in range(4)
        ]
        for client in clients:
            client.start()
        probes = []
        while time.monotonic() < until:
            began = time.monotonic()
            assert ask(server, "/healthz").status == 200
            probes.append(time.monotonic() - began)
            time.sleep(0.2)
        for client in clients:
            client.join()
        result = f"{len(answered)} hostile answers, peak {cgroup.peak() >> 20} MiB, slowest probe {max(probes):.2f} s"
        print(result)
        assert cgroup.kills() == 0, result
        assert server.workers() == before, result
        assert set(answered) <= {200, 400, 413, 422}, result
        # The base's liveness probe waits 3 s, and a third failure in a row ends the container.
        assert all(min(three) < 3 for three in zip(probes, probes[1:], probes[2:], strict=False)), result


def test_the_limit_is_that_of_the_kubernetes_base() -> None:
    manifest = (ROOT / "deploy/kubernetes/deployment.yaml").read_text()
    assert f"memory: {LIMIT >> 20}Mi" in manifest
