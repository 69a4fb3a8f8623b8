"""Behind gunicorn: throughput and p99 of the service and of the bare view, in alternation, on 127.0.0.1."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from signal import SIGKILL
from statistics import median
from time import perf_counter, sleep
from typing import Final, NamedTuple

from bench.bare import body_of
from bench.client import HOST, load
from bench.clock import MICRO
from bench.corpus import CLASSES, Example

ROOT: Final = Path(__file__).parent.parent
ROUNDS: Final = {CLASSES[0]: 5}
"""Rounds by class; one for the classes not named."""
SECONDS: Final = 1


class Server(NamedTuple):
    """A running gunicorn."""

    port: int
    pid: int

    def workers(self) -> list[str]:
        """The processes that answer."""
        return Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()

    def cpu(self) -> float:
        """Seconds of CPU that its workers have used."""
        return sum(_ticks(worker) for worker in self.workers()) / os.sysconf("SC_CLK_TCK")

    def renew(self) -> float:
        """End its one worker; seconds until the next one answers."""
        (worker,) = self.workers()
        started = perf_counter()
        os.kill(int(worker), SIGKILL)
        while True:
            try:
                _ask(self.port)
            except (OSError, HTTPException):
                sleep(0.002)
            else:
                return perf_counter() - started

    def resident(self) -> int:
        """Bytes that the largest of its workers holds, what it shares with the master included."""
        pages = [int(Path(f"/proc/{worker}/statm").read_text().split()[1]) for worker in self.workers()]
        return max(pages) * os.sysconf("SC_PAGE_SIZE")


def _ticks(pid: str) -> int:
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    user, system = after_name[11:13]
    return int(user) + int(system)


class Run(NamedTuple):
    """A load run: what the client saw, and the workers' CPU for a request in microseconds."""

    rate: float
    p99: float
    cpu: float


class Served(NamedTuple):
    """The medians of both, and of the rounds' ratios of throughput."""

    kind: str
    service: Run
    bare: Run
    ratio: float


def compare(examples: Sequence[Example]) -> list[Served]:
    """Every class from both servers; one of them is idle while the other works."""
    with serving("service:create_app()") as service, serving("bench.bare:create_app()") as bare:
        return [
            _compare(kind, [body_of(each.body) for each in examples if each.kind == kind], service, bare)
            for kind in CLASSES
        ]


def _compare(kind: str, sent: list[bytes], service: Server, bare: Server) -> Served:
    rounds = [(_run(service, sent), _run(bare, sent)) for _ in range(ROUNDS.get(kind, 1))]
    ours, theirs = zip(*rounds, strict=True)
    return Served(kind, _median(ours), _median(theirs), median(our.rate / their.rate for our, their in rounds))


def _run(server: Server, sent: list[bytes]) -> Run:
    before = server.cpu()
    seen = load(server.port, sent, SECONDS)
    return Run(seen.rate, seen.p99, (server.cpu() - before) / (seen.rate * SECONDS) * MICRO)


def _median(runs: Sequence[Run]) -> Run:
    return Run(*(median(figures) for figures in zip(*runs, strict=True)))


@contextmanager
def serving(app: str, tree: Path = ROOT, workers: int | None = None) -> Iterator[Server]:
    """Serve an application of a tree with that tree's own gunicorn settings."""
    port = _free_port()
    settings = {"HOST": HOST, "PORT": str(port), "METRICS_PORT": "0", "DRAIN": "0"}
    if workers is not None:
        settings["WEB_CONCURRENCY"] = str(workers)
    server = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "--config", "gunicorn.conf.py", app],
        cwd=tree,
        env=os.environ | settings,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port, server)
        yield Server(port, server.pid)
    finally:
        server.terminate()
        server.wait(15)


def _ask(port: int) -> None:
    """Have any answer. Raises OSError or HTTPException where there is none."""
    connection = HTTPConnection(HOST, port, timeout=1)
    try:
        connection.request("GET", "/healthz")
        connection.getresponse().read()
    finally:
        connection.close()


def _free_port() -> int:
    with socket.create_server((HOST, 0)) as free:
        port: int = free.getsockname()[1]
        return port


def _wait_for(port: int, server: "subprocess.Popen[bytes]") -> None:
    for _ in range(1000):
        if server.poll() is not None:
            raise RuntimeError(f"the server has ended with {server.returncode}")
        try:
            _ask(port)
        except (OSError, HTTPException):
            sleep(0.01)
        else:
            return
    raise RuntimeError("the server does not listen")
