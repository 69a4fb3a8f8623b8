"""gunicorn on loopback with the service's gunicorn_conf.py, and clients of it."""

import http.client
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.support.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
SMALL = "tests.server.small_app:create_app()"
REAL = "pung_chow_settlement:create_app()"
TIMEOUT = 60.0
"""Seconds after which waiting fails, even on a busy machine."""
TERM_AGAIN = 3.0
"""Seconds after which a worker that has not stopped gets another signal."""


@dataclass(frozen=True)
class Server:
    process: subprocess.Popen[bytes]
    port: int
    metrics_port: int
    log: Path

    def connect(self, port: int | None = None) -> closing[http.client.HTTPConnection]:
        """A connection to the service, or to its metrics; closed at the end of the block."""
        return closing(http.client.HTTPConnection("127.0.0.1", port or self.port, timeout=TIMEOUT))

    def send(self, raw: bytes) -> bytes:
        """Send raw bytes and read until the server closes the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=TIMEOUT) as client:
            client.sendall(raw)
            return b"".join(iter(lambda: client.recv(65536), b""))

    def metrics(self) -> dict[str, float]:
        """The metrics' samples, by name with labels."""
        with self.connect(self.metrics_port) as connection:
            connection.request("GET", "/metrics")
            lines = connection.getresponse().read().decode().splitlines()
        return {name: float(value) for name, value in re.findall(r"^([a-z].*) (\S+)$", "\n".join(lines), re.MULTILINE)}

    def lines(self) -> list[dict[str, object]]:
        """The log's lines once no more are written; they follow their responses after a moment."""
        text = None
        while text != (text := self.log.read_bytes()):
            time.sleep(0.05)
        return [json.loads(line) for line in text.splitlines()]

    def requests(self) -> list[dict[str, object]]:
        return [line for line in self.lines() if line["event"] == "request"]

    def workers(self) -> set[int]:
        return children(self.process.pid)

    def memory(self, figure: str = "VmRSS") -> int:
        """Memory of the largest worker in bytes, shared pages included; with `VmHWM` its peak."""
        statuses = "".join(Path(f"/proc/{worker}/status").read_text() for worker in self.workers())
        return 1024 * max(map(int, re.findall(rf"^{figure}:\s+(\d+) kB$", statuses, re.MULTILINE)))

    def processor_time(self) -> float:
        """Seconds of processor time that the workers have used."""
        ticks = 0
        for worker in self.workers():
            of_process = Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()
            ticks += int(of_process[11]) + int(of_process[12])  # in user mode and in the kernel
        return ticks / os.sysconf("SC_CLK_TCK")

    def signal(self, name: signal.Signals) -> None:
        os.kill(self.process.pid, name)


@contextmanager
def running(
    directory: Path, app: str = SMALL, *, tree: Path = ROOT, before: str = "", **settings: str
) -> Iterator[Server]:
    """Start a tree's gunicorn in a new process group, wait until it answers, and stop it after the block.

    `before` is a shell command that runs first. Without the setting `PORT` a free one is taken.
    """
    port = int(settings.get("PORT", 0)) or free_port()
    metrics_port = next(other for other in iter(free_port, None) if other != port)
    environment = {"HOST": "127.0.0.1", "METRICS_HOST": "127.0.0.1", "WEB_CONCURRENCY": "2", "DRAIN": "0", **settings}
    environ = (
        os.environ
        | {"PYTHONPATH": str(tree / "service"), "PORT": str(port), "METRICS_PORT": str(metrics_port)}
        | environment
    )
    gunicorn = shlex.join(
        [sys.executable, "-m", "gunicorn", "--config", "python:pung_chow_settlement.server.gunicorn_conf", app]
    )
    command = ["sh", "-c", f"{before or ':'}; exec {gunicorn}"]
    log = directory / "server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, cwd=tree, env=environ, stdout=out, stderr=subprocess.STDOUT, start_new_session=True
        )
    server = Server(process, port, metrics_port, log)
    try:
        await_answer(server)
        yield server
    finally:
        stop(process)


def wait_until(holds: Callable[[], object]) -> None:
    """Wait until a condition holds; AssertionError after `TIMEOUT`."""
    deadline = time.monotonic() + TIMEOUT
    while not holds():
        assert time.monotonic() < deadline, "timed out"
        time.sleep(0.05)


def await_answer(server: Server) -> None:
    deadline = time.monotonic() + 2 * TIMEOUT  # a machine that stands still for a while stops nothing
    while time.monotonic() < deadline and server.process.poll() is None:
        try:
            ask(server, "/healthz")
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(f"no response; the log: {server.log.read_text()}")


def await_workers(server: Server, number: int) -> None:
    """Send requests until this many workers have answered: a worker that is still starting misses a signal to stop."""
    wait_until(lambda: ask(server, "/healthz").status and len({line["pid"] for line in server.requests()}) >= number)


def ask(server: Server, path: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    with server.connect() as connection:
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        response.read()
        return response


def stop(process: subprocess.Popen[bytes]) -> None:
    """Stop gunicorn, with a second signal for workers that were still starting at the first."""
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(TERM_AGAIN)
    for worker in children(process.pid):
        with suppress(ProcessLookupError):
            os.kill(worker, signal.SIGTERM)
    try:
        process.wait(TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def children(pid: int) -> set[int]:
    """The child processes of a process."""
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
    return {int(child) for child in found.stdout.split()}
