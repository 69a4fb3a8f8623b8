"""One worker in a pod's memory under small bodies that unpack to much: `python -m bench.hostile_bodies --seconds 60`.

Clients send four such bodies in turn while another settles an ordinary deal fifty times a second. The server is the
real one, with gunicorn.conf.py, in a control group of its own where the system lets one be made. Ends with 1 where a
worker was killed, or the ordinary client's 99th percentile was not below 300 ms.
"""

import argparse
import gzip
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Event, Thread
from time import perf_counter
from typing import Any, Final

from bench.server import Server, serving
from tests.ports import HOST

Body = dict[str, Any]

MEMORY: Final = 192 * 1024 * 1024
"""Bytes that the server may hold."""
PATIENCE: Final = 0.3
"""Seconds below which the ordinary client's 99th percentile must stay."""
EVERY: Final = 0.02
"""Seconds between two requests of the ordinary client."""
DEAL: Final[Body] = {
    "type": "deal",
    "winning_player": 0,
    "win": {"source": "wall", "tile": "1z"},
    "hands": [{"concealed": hand} for hand in
              ("111999m111999p11z", "111999s222333z2m", "444555666777z2p", "234567m234567p2s")],
}  # fmt: skip
SEATS: Final = ("east", "south", "west", "north")
GROUPS: Final = (
    (Path("/sys/fs/cgroup/memory"), "memory.limit_in_bytes", "memory.max_usage_in_bytes"),
    (Path("/sys/fs/cgroup"), "memory.max", "memory.peak"),
)
"""Where a control group is made, what limits it and what tells its peak: version 1, version 2."""


def house(rules: int, text: str) -> Body:
    """Rules that all count once for each concealed pung of ones, nines and honours."""
    kind = {"kind": "pung", "exposed": False, "heads": True}
    rule = {"find": "sets", "parameters": kind, "applies_to": "all", "points": 1, "added": 1, "text": text}
    return {"ruleset": "harr-1923", "house_rules": {"rules": {f"house:{each}": rule for each in range(rules)}}}


def sheet(rules: int, text: str, entries: int) -> Body:
    """So many equal entries by such rules."""
    return {**house(rules, text), "players": ["A", "B", "C", "D"], "entries": [DEAL] * entries}


def settlement(rules: int, text: str) -> Body:
    """The deal of the entries, by itself."""
    hands = dict(zip(SEATS, DEAL["hands"], strict=True))
    return {**house(rules, text), "round_wind": "east", "winner": "east", "win": DEAL["win"], "hands": hands}


WAIT: Final = {"round_wind": "east", "seat": "east", "hand": {"concealed": "1112345678999m"}}
HOSTILE: Final = (
    ("/v1/scoresheets/csv", sheet(98, "x", 1000)),
    ("/v1/scoresheets", sheet(98, "\U0001f004" * 200, 1000)),
    ("/v1/settlements/batch", {"deals": [settlement(5, "x")] * 900}),
    ("/v1/waits", {**house(60, "\U0001f004" * 200), **WAIT}),
)


@contextmanager
def group() -> Iterator[Path | None]:
    """Enter a control group of so much memory; the file that tells its peak, None where no group can be made."""
    for root, limit, peak in GROUPS:
        place = root / "hostile-bodies"
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
    print("no control group can be made here: memory is not limited, read the resident size")
    yield None


def post(connection: HTTPConnection, path: str, body: bytes) -> int:
    """Send a packed body and read the whole answer; its status."""
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    connection.request("POST", path, body, headers)
    answer = connection.getresponse()
    answer.read()
    return answer.status


def packed(body: Body) -> bytes:
    """The body on the wire."""
    return gzip.compress(json.dumps(body, separators=(",", ":"), ensure_ascii=False).encode(), 9)


def attack(port: int, bodies: Sequence[tuple[str, bytes]], stop: Event, seen: Counter[str]) -> None:
    """Send the bodies in turn until told to stop."""
    connection = HTTPConnection(HOST, port, timeout=30)
    while not stop.is_set():
        for path, body in bodies:
            try:
                seen[f"{path} {post(connection, path, body)}"] += 1
            except (OSError, HTTPException) as broken:
                seen[f"{path} {type(broken).__name__}"] += 1
                connection.close()


def ordinary(port: int, seconds: float, seen: Counter[str]) -> list[float]:
    """Settle an ordinary deal again and again; the seconds that each took."""
    body, taken = packed({**settlement(0, "x")}), []
    connection = HTTPConnection(HOST, port, timeout=30)
    until, pause = perf_counter() + seconds, Event()
    while perf_counter() < until:
        began = perf_counter()
        try:
            seen[str(post(connection, "/v1/settlements", body))] += 1
        except (OSError, HTTPException) as error:
            seen[type(error).__name__] += 1
            connection.close()
        taken.append(perf_counter() - began)
        pause.wait(EVERY)
    return sorted(taken)


def run(server: Server, seconds: float, clients: int) -> bool:
    """Whether nobody was killed and the ordinary client was served in time; what was seen is printed."""
    bodies = [(path, packed(body)) for path, body in HOSTILE]
    print("bytes on the wire:", {path: len(body) for path, body in bodies})
    quiet = percentile(ordinary(server.port, seconds / 4, Counter()))
    before, stop, seen, served = server.workers(), Event(), Counter[str](), Counter[str]()
    threads = [Thread(target=attack, args=(server.port, bodies, stop, seen)) for _ in range(clients)]
    for thread in threads:
        thread.start()
    taken = ordinary(server.port, seconds, served)
    stop.set()
    for thread in threads:
        thread.join()
    killed, p99 = before != server.workers(), percentile(taken)
    print("hostile answers:", dict(sorted(seen.items())))
    print(f"ordinary answers: {dict(served)}, median {taken[len(taken) // 2]:.3f} s, p99 {p99:.3f} s, "
          f"longest {taken[-1]:.3f} s; by itself p99 {quiet:.3f} s")  # fmt: skip
    print(f"worker {'killed' if killed else 'lives'}, resident {server.resident() / 2**20:.0f} MiB")
    return not killed and set(served) == {"200"} and p99 < PATIENCE


def percentile(taken: Sequence[float]) -> float:
    """The 99th percentile of what is in order."""
    return taken[int(len(taken) * 0.99)]


def main() -> int:
    """Run it as the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--clients", type=int, default=1, help="clients that send the hostile bodies")
    given = parser.parse_args()
    with group() as peak, serving("service:create_app()", workers=1) as server:
        if peak is not None:
            (peak.parent.parent / "cgroup.procs").write_text(str(os.getpid()))  # the server stays
        well = run(server, given.seconds, given.clients)
        if peak is not None:
            print(f"peak of the control group: {int(peak.read_text()) / 2**20:.0f} of {MEMORY / 2**20:.0f} MiB")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
