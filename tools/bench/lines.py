"""Compares the file command with one request of JSON lines: `python -m tools.bench.lines [DEALS [TIMES]]`.

Both settle in one worker process. curl sends the request, since it reads while it sends.
"""

import subprocess
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter

from tools.bench.corpus import ORDINARY, body_of, corpus
from tools.bench.server import serving
from tools.bench.trees import ROOT

CURL = ("curl", "--silent", "--fail", "--request", "POST", "--header", "Content-Type: application/x-ndjson")


def main(number: int = 30_000, times: int = 3) -> None:
    """Run both in turn and print the medians."""
    with tempfile.TemporaryDirectory() as folder, serving(workers=1) as server:
        deals, by_file, by_http = (Path(folder, name) for name in ("deals", "file", "http"))
        bodies = cycle([body_of(each.body) for each in corpus() if each.kind == ORDINARY])
        deals.write_bytes(b"".join(each + b"\n" for each in islice(bodies, number)))
        file = [sys.executable, "-m", "pung_chow_settlement", "settle", str(deals), "--output", str(by_file)]
        url = f"http://127.0.0.1:{server.port}/v1/settlements/lines"
        request = [*CURL, "--upload-file", str(deals), "--output", str(by_http), url]
        measured = [(seconds(file), seconds(request), server.memory("VmHWM")) for _ in range(times)]
        same = by_file.read_bytes() == by_http.read_bytes()
    of_files, of_requests, memory = zip(*measured, strict=True)
    print(f"{number} deals, {times} times each in turn; the same bytes: {same}")
    print(f"file command: {number / median(of_files):,.0f} deals a second")
    print(f"one request:  {number / median(of_requests):,.0f} deals a second")
    print(f"request / file: {median(one / other for one, other, _ in measured):.2f}")
    print(f"the worker holds {', '.join(f'{each / 1e6:.0f}' for each in memory)} MB after each")


def seconds(command: list[str]) -> float:
    """Wall time of a command in seconds."""
    started = perf_counter()
    subprocess.run(command, cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
    return perf_counter() - started


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
