"""`python -m bench.lines [DEALS [TIMES]]`: deals as JSON lines by the file command and in one request, in turn.

One worker process settles in either way. The request is sent by curl, which reads while it sends.
"""

import subprocess
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.corpus import ORDINARY, body_of, corpus
from bench.server import serving
from bench.trees import ROOT

CURL = ("curl", "--silent", "--fail", "--request", "POST", "--header", "Content-Type: application/x-ndjson")


def main(number: int = 100_000, times: int = 3) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as work, serving(workers=1) as server:
        deals, by_file, by_http = (Path(work, name) for name in ("deals", "file", "http"))
        drawn = cycle([body_of(each.body) for each in corpus() if each.kind == ORDINARY])
        deals.write_bytes(b"".join(each + b"\n" for each in islice(drawn, number)))
        file = [sys.executable, "-m", "service", "settle", str(deals), "--output", str(by_file)]
        url = f"http://127.0.0.1:{server.port}/v1/settlements/lines"
        request = [*CURL, "--upload-file", str(deals), "--output", str(by_http), url]
        taken = [(seconds(file), seconds(request), server.memory("VmHWM")) for _ in range(times)]
        same = by_file.read_bytes() == by_http.read_bytes()
    of_files, of_requests, memory = zip(*taken, strict=True)
    print(f"{number} deals, {times} times each in turn; the same bytes: {same}")
    print(f"file command: {number / median(of_files):,.0f} deals a second")
    print(f"one request:  {number / median(of_requests):,.0f} deals a second")
    print(f"request / file: {median(one / other for one, other, _ in taken):.2f}")
    print(f"the worker holds {', '.join(f'{each / 1e6:.0f}' for each in memory)} MB after each")


def seconds(command: list[str]) -> float:
    """How long a command takes."""
    began = perf_counter()
    subprocess.run(command, cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
    return perf_counter() - began


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
