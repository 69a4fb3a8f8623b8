"""Runs generated clients against the service, and against one of a later version; each must state what is expected.

Usage: python -m scripts.clients.run DIRECTORY: its `commands.txt` has a client on each line, a name, a tab and a
command, to which the service's URL and the file of requests are added.
"""

import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from service.rulebooks import ALL
from support.ports import await_answer, free_port
from support.server import REAL, running

HERE = Path(__file__).parent
REQUESTS = HERE / "requests.json"
EXPECTED = (HERE / "expected.txt").read_text()
TODAY = EXPECTED.format(rulebooks=len(ALL))
LATER = EXPECTED.format(rulebooks=len(ALL) + 1)
"""The same is expected of a client of today that meets a later service, but that it sees one rulebook more."""


def wrong(directory: Path, url: str, expected: str) -> list[str]:
    """The clients that do not state what is expected."""
    found = []
    for line in (directory / "commands.txt").read_text().splitlines():
        name, command = line.split("\t")
        started = time.monotonic()
        words = [*shlex.split(command), url, str(REQUESTS)]
        run = subprocess.run(words, cwd=directory, capture_output=True, text=True, check=False, timeout=120)
        right = run.returncode == 0 and run.stdout == expected
        print(f"{'ok' if right else 'WRONG':5} {name} ({time.monotonic() - started:.1f} s)")
        if not right:
            print(run.stdout, run.stderr[-3000:], sep="\n")
            found.append(name)
    return found


def later(port: int) -> "subprocess.Popen[bytes]":
    """The service of a later version, started."""
    server = subprocess.Popen([sys.executable, "-m", "scripts.clients.future", str(port)])
    await_answer(port)
    return server


def main(directory: Path) -> int:
    """All clients against both; 1 where one is wrong."""
    print("against the service:")
    with tempfile.TemporaryDirectory() as work, running(Path(work), REAL) as server:
        found = wrong(directory, f"http://127.0.0.1:{server.port}", TODAY)
    print("against the service of tomorrow:")
    server_of_tomorrow = later(port := free_port())
    try:
        found += wrong(directory, f"http://127.0.0.1:{port}", LATER)
    finally:
        server_of_tomorrow.terminate()
        server_of_tomorrow.wait()
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
