"""One worker in a pod's memory under small bodies that unpack to much: `python -m bench.small_memory`.

Clients send the four bodies of `hostile_bodies.small` in turn while another settles an ordinary deal fifty times a
second. The server runs in a control group of 192 MiB where the system lets one be made. Ends with 1 where a worker was
killed or the ordinary client's 99th percentile was 300 ms or more.
"""

import argparse
import gzip
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Event, Thread
from time import perf_counter
from typing import Any, Final

from bench.corpus import corpus
from bench.server import serving
from bench.trees import ROOT
from support.hostile_bodies import small
from support.ports import HOST

MEMORY: Final = 192 * 1024 * 1024
"""Bytes that the server may hold."""
MOST_WAITED: Final = 0.3
"""Seconds of the ordinary client's 99th percentile."""
EVERY: Final = 0.02
"""Seconds between two requests of the ordinary client."""
GROUPS: Final = (
    (Path("/sys/fs/cgroup/memory"), "memory.limit_in_bytes", "memory.max_usage_in_bytes"),
    (Path("/sys/fs/cgroup"), "memory.max", "memory.peak"),
)
"""Where a control group is made, what limits it and what says its peak: version 1, version 2."""


@contextmanager
def group() -> Iterator[Path | None]:
    """Enter a control group of so much memory; the file that says its peak, None if no group can be made."""
    for root, limit, peak in GROUPS:
        place = root / "small-memory"
        try:
            place.mkdir()
            (place / limit).write_text(str(MEMORY))
            (place / "cgroup.procs").write_text(str(os.getpid()))
        except OSError:
            with suppress(OSError):
                place.rmdir()
            continue
        try:
            yield place / peak
        finally:
            place.rmdir()
        return
    print("no control group can be made here: memory is not limited")
    yield None


def post(connection: HTTPConnection, path: str, body: bytes) -> str:
    """Send a packed body and read the whole answer; its status, or what broke."""
    try:
        connection.request("POST", path, body, {"Content-Type": "application/json", "Content-Encoding": "gzip"})
        answer = connection.getresponse()
        answer.read()
    except (OSError, HTTPException) as broken:
        connection.close()
        return type(broken).__name__
    return str(answer.status)


def packed(body: Any) -> bytes:
    """A body as it is sent."""
    return gzip.compress(json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode(), 9)


def attack(port: int, stop: Event, seen: Counter[str]) -> None:
    """Send the bodies in turn until given to stop."""
    connection = HTTPConnection(HOST, port, timeout=30)
    bodies = [(path, packed(body)) for path, body in small()]
    while not stop.is_set():
        for path, body in bodies:
            seen[f"{path} {post(connection, path, body)}"] += 1


def ordinary(port: int, seconds: float, seen: Counter[str]) -> list[float]:
    """Settle an ordinary deal again and again; the seconds that each took, in order."""
    connection = HTTPConnection(HOST, port, timeout=30)
    body, taken, pause, until = packed(corpus(1)[0].body), [], Event(), perf_counter() + seconds
    while perf_counter() < until:
        began = perf_counter()
        seen[post(connection, "/v1/settlements", body)] += 1
        taken.append(perf_counter() - began)
        pause.wait(EVERY)
    return sorted(taken)


def main() -> int:
    """Run it as the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--clients", type=int, default=1, help="clients that send the bodies")
    parser.add_argument("--tree", type=Path, default=ROOT, help="the tree that is served, such as build/compiled")
    given = parser.parse_args()
    seen, served, stop = Counter[str](), Counter[str](), Event()
    with group() as peak, serving(tree=given.tree, workers=1) as server:
        if peak is not None:  # the server stays
            (peak.parent.parent / "cgroup.procs").write_text(str(os.getpid()))
        before = server.workers()
        threads = [Thread(target=attack, args=(server.port, stop, seen)) for _ in range(given.clients)]
        for thread in threads:
            thread.start()
        taken = ordinary(server.port, given.seconds, served)
        stop.set()
        for thread in threads:
            thread.join()
        killed, p99 = before != server.workers(), taken[int(len(taken) * 0.99)]
        if peak is not None:
            print(f"peak of the control group: {int(peak.read_text()) / 2**20:.0f} of {MEMORY / 2**20:.0f} MiB")
    print("hostile answers:", dict(sorted(seen.items())))
    print(f"ordinary answers: {dict(served)}, median {taken[len(taken) // 2]:.3f} s, p99 {p99:.3f} s")
    print(f"worker {'killed' if killed else 'lives'}")
    return int(killed or set(served) != {"200"} or p99 >= MOST_WAITED)


if __name__ == "__main__":
    sys.exit(main())
