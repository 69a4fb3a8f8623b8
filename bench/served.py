"""Behind gunicorn: answers a second over kept and over new connections by wrk, the 99th percentile, and memory."""

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPException
from itertools import product
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import sleep
from typing import Final, NamedTuple

from bench.corpus import ORDINARY, corpus
from bench.trees import Trees
from tests.ports import HOST, free_port

CONNECTIONS: Final = 8
WORKERS: Final = 2
ROUNDS: Final = 5
SECONDS: Final = 2
MANNERS: Final = ("kept", "a new one for each request")
_SCRIPT: Final = Path(__file__).with_name("wrk.lua")


class Load(NamedTuple):
    """What clients saw: answers a second, and milliseconds within which 99 of 100 came."""

    rate: float
    p99: float


class Served(NamedTuple):
    """The medians of a tree over the rounds, in which trees take turns, and the largest worker's megabytes after."""

    tree: str
    by_manner: dict[str, Load]
    megabytes: float


class Server(NamedTuple):
    """A running gunicorn."""

    port: int
    pid: int

    def megabytes(self) -> float:
        """What the largest of its workers holds, what it shares with the master included."""
        workers = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        pages = [int(Path(f"/proc/{worker}/statm").read_text().split()[1]) for worker in workers]
        return max(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


def measure(trees: Trees) -> list[Served]:
    """All trees under the same load, one after the other in each round."""
    with ExitStack() as stack:
        bodies = Path(stack.enter_context(TemporaryDirectory()), "bodies")
        bodies.write_text("".join(f"{json.dumps(each.body)}\n" for each in corpus() if each.kind == ORDINARY))
        servers = {name: stack.enter_context(serving(tree)) for name, tree in trees.items()}
        seen: dict[tuple[str, str], list[Load]] = defaultdict(list)
        for _, (name, server), manner in product(range(ROUNDS), servers.items(), MANNERS):
            seen[name, manner].append(load(server.port, bodies, manner))
        return [
            Served(name, {manner: _median(seen[name, manner]) for manner in MANNERS}, server.megabytes())
            for name, server in servers.items()
        ]


def _median(loads: list[Load]) -> Load:
    return Load(*(median(figures) for figures in zip(*loads, strict=True)))


def load(port: int, bodies: Path, manner: str) -> Load:
    """Send the bodies in turn for some seconds. Raises ConnectionError where the server fails."""
    options = ["-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "-s", str(_SCRIPT), f"http://{HOST}:{port}/v1/settlements"]
    closing = ["close"] if manner == MANNERS[1] else []
    run = subprocess.run(["wrk", *options, "--", str(bodies), *closing], capture_output=True, check=True)
    told = json.loads(run.stdout.splitlines()[-1])
    if told["errors"]:
        raise ConnectionError(f"{told['errors']} requests failed")
    return Load(told["answers"] / told["seconds"], told["p99"])


@contextmanager
def serving(tree: Path) -> Iterator[Server]:
    """Serve a tree with its own gunicorn settings."""
    port = free_port()
    settings = {"HOST": HOST, "PORT": str(port), "METRICS_PORT": "0", "DRAIN": "0", "WEB_CONCURRENCY": str(WORKERS)}
    command = [sys.executable, "-m", "gunicorn", "--config", "gunicorn.conf.py", "service:create_app()"]
    nowhere = subprocess.DEVNULL
    server = subprocess.Popen(command, cwd=tree, env=os.environ | settings, stdout=nowhere, stderr=nowhere)
    try:
        _wait_for(port, server)
        yield Server(port, server.pid)
    finally:
        server.terminate()
        server.wait(15)


def _wait_for(port: int, server: "subprocess.Popen[bytes]") -> None:
    for _ in range(1000):
        if server.poll() is not None:
            raise RuntimeError(f"the server has ended with {server.returncode}")
        try:
            connection = HTTPConnection(HOST, port, timeout=1)
            connection.request("GET", "/healthz")
            connection.getresponse().read()
        except (OSError, HTTPException):
            sleep(0.02)
        else:
            return
    raise RuntimeError("the server does not listen")
