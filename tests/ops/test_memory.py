"""The Kubernetes base's limit holds under the worst bodies: one worker in a memory cgroup, four hostile clients.

MEMORY_SECONDS sets how long. Needs root and a memory cgroup that can be made here.
"""

import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.amounts import amount
from tests.api.test_hostile_bodies import BATCHES, MOST, SHEETS
from tests.conftest import worked
from tests.ops.load import exchange, posted
from tests.ops.server import REAL, ROOT, Server, ask, running

LIMIT = 192 * 1024 * 1024
SECONDS = float(os.environ.get("MEMORY_SECONDS", amount(5, 10)))
CGROUPS = Path("/sys/fs/cgroup")


class Cgroup:
    """A memory cgroup of this test's own, by either version of the interface."""

    def __init__(self, name: str) -> None:
        self.second = (CGROUPS / "cgroup.controllers").exists()
        self.path = (CGROUPS if self.second else CGROUPS / "memory") / name

    def begin(self) -> None:
        self.path.mkdir()
        self.write("memory.max" if self.second else "memory.limit_in_bytes", LIMIT)

    def write(self, name: str, value: int) -> None:
        (self.path / name).write_text(str(value))

    def enter(self) -> str:
        """What a shell does to be in it, with all that it starts."""
        return f"echo $$ > {self.path}/cgroup.procs"

    def peak(self) -> int:
        return int((self.path / ("memory.peak" if self.second else "memory.max_usage_in_bytes")).read_text())

    def kills(self) -> int:
        lines = (self.path / ("memory.events" if self.second else "memory.oom_control")).read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("oom_kill "))


@pytest.fixture
def cgroup() -> Iterator[Cgroup]:
    made = Cgroup(f"settlement-test-{os.getpid()}")
    try:
        made.begin()
    except OSError:
        pytest.skip("no memory cgroup can be made here")
    try:
        yield made
    finally:
        for _ in range(50):  # the last process leaves a moment after its end
            try:
                made.path.rmdir()
            except OSError:
                time.sleep(0.1)
            else:
                return


def whole_batch() -> bytes:
    """As many legal deals as one body holds: the longest answers."""
    deal = worked("deals")[0]["request"]
    return json.dumps({"deals": [deal] * 1000}, separators=(",", ":")).encode()[:MOST]


def escaped() -> list[bytes]:
    """What once was parsed twice."""
    return [posted("/v1/scoresheets", SHEETS["an escaped letter once"])]


def mixed() -> list[bytes]:
    """All that is known to cost much, and what is answered at length."""
    sheets = [posted("/v1/scoresheets", body) for body in SHEETS.values()]
    batches = [posted("/v1/settlements/batch", body) for body in (*BATCHES.values(), whole_batch())]
    return sheets + batches


def attack(server: Server, requests: list[bytes], number: int, until: float, answered: list[int]) -> None:
    while time.monotonic() < until:
        number += 1
        try:
            with socket.create_connection(("127.0.0.1", server.port), timeout=60) as connection:
                head, _ = exchange(connection, requests[number % len(requests)])
                answered.append(int(head.split()[1]) if head else 0)
        except OSError:
            answered.append(0)


@pytest.mark.parametrize("bodies", [escaped, mixed])
def test_four_hostile_clients_stay_within_the_limit_of_the_kubernetes_base(
    tmp_path: Path, cgroup: Cgroup, bodies: Callable[[], list[bytes]]
) -> None:
    with running(tmp_path, REAL, before=cgroup.enter(), WEB_CONCURRENCY="1", LOG_REQUESTS="false") as server:
        before = server.workers()
        answered: list[int] = []
        requests = bodies()
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
        told = f"{len(answered)} hostile answers, peak {cgroup.peak() >> 20} MiB, slowest probe {max(probes):.2f} s"
        print(told)
        assert cgroup.kills() == 0, told
        assert server.workers() == before, told
        assert set(answered) <= {200, 400, 413, 422}, told
        # The base's liveness probe waits 3 s, and a third failure in a row ends the container.
        assert all(min(three) < 3 for three in zip(probes, probes[1:], probes[2:], strict=False)), told


def test_the_limit_is_that_of_the_kubernetes_base() -> None:
    manifest = (ROOT / "deploy/kubernetes/deployment.yaml").read_text()
    assert f"memory: {LIMIT >> 20}Mi" in manifest
