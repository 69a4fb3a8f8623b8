"""The memory limit of the Kubernetes base under the worst bodies: one worker in a cgroup, four hostile clients.

MEMORY_SECONDS sets the duration. Needs root and permission to create a memory cgroup.
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

from tests.api.test_hostile_bodies import BATCHES, MAX_BYTES, SHEETS
from tests.support import hostile_bodies, hostile_layouts
from tests.support.amounts import amount
from tests.support.load import exchange, post_request
from tests.support.server import REAL, ROOT, Server, ask, running, wait_until
from tests.support.worked import WORKED_DEALS

LIMIT = 192 * 1024 * 1024
SECONDS = float(os.environ.get("MEMORY_SECONDS", amount(5, 10)))
TABLES = amount(20, 200)
"""House rules with costly layouts, which the service caches."""
RNG = random.Random("deals")
CGROUPS = Path("/sys/fs/cgroup")
pytestmark = pytest.mark.night


class Cgroup(NamedTuple):
    """A memory cgroup, with version 1 or 2 of the interface."""

    path: Path
    version_2: bool

    def read(self, name: str, name_1: str) -> str:
        return (self.path / (name if self.version_2 else name_1)).read_text()

    def peak(self) -> int:
        return int(self.read("memory.peak", "memory.max_usage_in_bytes"))

    def kills(self) -> int:
        lines = self.read("memory.events", "memory.oom_control").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("oom_kill "))


@pytest.fixture
def cgroup() -> Iterator[Cgroup]:
    version_2 = (CGROUPS / "cgroup.controllers").exists()
    created = Cgroup((CGROUPS if version_2 else CGROUPS / "memory") / f"settlement-test-{os.getpid()}", version_2)
    try:
        created.path.mkdir()
        (created.path / ("memory.max" if version_2 else "memory.limit_in_bytes")).write_text(str(LIMIT))
    except OSError:
        pytest.skip("no memory cgroup can be created")
    yield created
    wait_until(lambda: removed(created.path))  # the last process leaves it a moment after its end


def removed(path: Path) -> bool:
    with suppress(OSError):
        path.rmdir()
    return not path.exists()


def hostile() -> list[bytes]:
    """All known costly bodies, and a batch of legal deals, for the longest responses."""
    batch = json.dumps({"deals": [WORKED_DEALS[0]] * 1000}, separators=(",", ":")).encode()[:MAX_BYTES]
    gzipped = [hostile_bodies.request(path, body, gzipped=True) for path, body in hostile_bodies.amplifying()]
    sheets = [post_request("/v1/scoresheets", body) for body in SHEETS.values()]
    tables = islice(hostile_layouts.tables(random.Random("memory")), TABLES)
    layouts = [
        post_request("/v1/settlements", json.dumps(hostile_layouts.deal(table, RNG)).encode()) for table in tables
    ]
    return [
        *layouts,
        *sheets,
        *(post_request("/v1/settlements/batch", body) for body in (*BATCHES.values(), batch)),
        *gzipped,
    ]


def attack(server: Server, requests: list[bytes], number: int, deadline: float, statuses: list[int]) -> None:
    while time.monotonic() < deadline:
        number += 1
        try:
            with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
                head, _ = exchange(connection, requests[number % len(requests)])
                statuses.append(int(head.split()[1]) if head else 0)
        except OSError:
            statuses.append(0)


def test_four_hostile_clients_stay_within_the_limit_of_the_kubernetes_base(tmp_path: Path, cgroup: Cgroup) -> None:
    enter = f"echo $$ > {cgroup.path}/cgroup.procs"
    settings: dict[str, Any] = {
        "WEB_CONCURRENCY": "1",
        "LOG_REQUESTS": "false",
        "MALLOC_ARENA_MAX": "2",
    }  # as in the image
    with running(tmp_path, REAL, before=enter, **settings) as server:
        before = server.workers()
        statuses: list[int] = []
        requests = hostile()
        deadline = time.monotonic() + SECONDS
        clients = [
            threading.Thread(target=attack, args=(server, requests, 4 * each, deadline, statuses)) for each in range(4)
        ]
        for client in clients:
            client.start()
        probes = []
        while time.monotonic() < deadline:
            started = time.monotonic()
            assert ask(server, "/healthz").status == 200
            probes.append(time.monotonic() - started)
            time.sleep(0.2)
        for client in clients:
            client.join()
        result = f"{len(statuses)} hostile responses, peak {cgroup.peak() >> 20} MiB, slowest probe {max(probes):.2f} s"
        print(result)
        assert cgroup.kills() == 0, result
        assert server.workers() == before, result
        assert set(statuses) <= {200, 400, 413, 422}, result
        # The base's liveness probe waits 3 s, and a third failure in a row ends the container.
        assert all(min(three) < 3 for three in zip(probes, probes[1:], probes[2:], strict=False)), result


def test_the_kubernetes_base_has_this_limit() -> None:
    manifest = (ROOT / "deploy/kubernetes/deployment.yaml").read_text()
    assert f"memory: {LIMIT >> 20}Mi" in manifest
