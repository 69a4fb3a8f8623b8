"""Load over kept-alive connections, bounded in time: `wrk` where it is installed, else a client in one thread."""

import json
import selectors
import shutil
import socket
import subprocess
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final, NamedTuple

from bench.wsgi import JSON, SETTLE

CONNECTIONS: Final = 8
"""Four for each of two workers."""
HOST: Final = "127.0.0.1"
WRK: Final = shutil.which("wrk")
_SCRIPT: Final = Path(__file__).with_name("wrk.lua")


class Load(NamedTuple):
    """What a load run saw."""

    rate: float
    """Answers a second."""
    p99: float
    """Milliseconds within which 99 of 100 answers came."""


def load(port: int, sent: Sequence[bytes], seconds: int) -> Load:
    """Send the bodies in turn for some seconds. Raises ConnectionError where the server fails."""
    return by_wrk(port, sent, seconds) if WRK else _by_python(port, sent, seconds)


def by_wrk(port: int, sent: Sequence[bytes], seconds: int, *, kept: bool = True) -> Load:
    """The same by wrk, over kept connections or one for each request. Raises ConnectionError without wrk too."""
    if WRK is None:
        raise ConnectionError("wrk is not installed")
    with TemporaryDirectory() as place:
        lines = Path(place, "bodies")
        lines.write_bytes(b"".join(body + b"\n" for body in sent))
        options = ["-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", str(_SCRIPT), f"http://{HOST}:{port}{SETTLE}"]
        run = subprocess.run(
            [WRK, *options, "--", str(lines), "keep-alive" if kept else "close"], capture_output=True, check=True
        )
    told = json.loads(run.stdout.splitlines()[-1])
    if told["errors"]:
        raise ConnectionError(f"{told['errors']} requests failed")
    return Load(told["answers"] / told["seconds"], told["p99"])


# The client in Python


class Connection:
    """One kept-alive connection with one request on its way."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((HOST, port), timeout=10)
        self.started = 0.0
        self.missing = 0
        self.data = b""

    def send(self, body: bytes) -> None:
        """Send a request."""
        head = f"POST {SETTLE} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: {JSON}\r\nContent-Length: {len(body)}\r\n\r\n"
        self.started = perf_counter()
        self.data = b""
        self.socket.sendall(head.encode() + body)

    def answered(self) -> bool:
        """Read what has come; whether the answer is whole."""
        more = self.socket.recv(65536)
        if not more or (not self.data and more.startswith(b"HTTP/1.1 5")):
            raise ConnectionError(f"the server failed: {more[:200]!r}")
        self.data += more
        head, end, body = self.data.partition(b"\r\n\r\n")
        return bool(end) and len(body) == _length(head)


def _length(head: bytes) -> int:
    _, _, after = head.lower().partition(b"\r\ncontent-length:")
    return int(after.partition(b"\r\n")[0])


def _by_python(port: int, sent: Sequence[bytes], seconds: int) -> Load:
    bodies = cycle(sent)
    waits: list[float] = []
    ready = selectors.DefaultSelector()
    for connection in [Connection(port) for _ in range(CONNECTIONS)]:
        ready.register(connection.socket, selectors.EVENT_READ, connection)
        connection.send(next(bodies))
    started = perf_counter()
    while (now := perf_counter()) - started < seconds:
        for key, _ in ready.select(1):
            if key.data.answered():
                waits.append(perf_counter() - key.data.started)
                key.data.send(next(bodies))
    for key in list(ready.get_map().values()):
        key.data.socket.close()
    waits.sort()
    return Load(len(waits) / (now - started), waits[len(waits) * 99 // 100] * 1000)
