"""A tree of the service behind gunicorn, with that tree's own settings, on this machine only."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import sleep
from typing import Final, NamedTuple

from bench.trees import ROOT
from support.ports import HOST, free_port

SERVICE: Final = "service:create_app()"


class Server(NamedTuple):
    """A running gunicorn."""

    port: int
    pid: int

    def workers(self) -> list[str]:
        """The processes that answer."""
        return Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()

    def resident(self) -> int:
        """Bytes that the largest of its workers holds, what it shares with the master included."""
        pages = [int(Path(f"/proc/{worker}/statm").read_text().split()[1]) for worker in self.workers()]
        return max(pages) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def serving(app: str = SERVICE, tree: Path = ROOT, workers: int = 2) -> Iterator[Server]:
    """Serve an application of a tree."""
    port = free_port()
    settings = {"HOST": HOST, "PORT": str(port), "METRICS_PORT": "0", "DRAIN": "0", "WEB_CONCURRENCY": str(workers)}
    command = [sys.executable, "-m", "gunicorn", "--config", "gunicorn.conf.py", app]
    nowhere = subprocess.DEVNULL
    server = subprocess.Popen(command, cwd=tree, env=os.environ | settings, stdout=nowhere, stderr=nowhere)
    try:
        _wait_for(port, server)
        yield Server(port, server.pid)
    finally:
        server.terminate()
        server.wait(60)


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
