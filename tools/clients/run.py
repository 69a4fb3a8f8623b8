"""Runs generated clients against the service, and against one of a later version; each must state what is expected.

Usage: python -m tools.clients.run DIRECTORY: its `commands.txt` has a client on each line, a name, a tab and a
command, to which the service's URL and the file of requests are added. The clients and how they were checked are the
table in clients/README.md, which must be so; with `--write` at the end it is written.
"""

import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pung_chow_settlement.rulebooks import ALL
from tests.support.ports import await_answer, free_port
from tests.support.server import REAL, ROOT, running

HERE = Path(__file__).parent
REQUESTS = HERE / "requests.json"
EXPECTED = (HERE / "expected.txt").read_text()
TODAY = EXPECTED.format(rulebooks=len(ALL))
LATER = EXPECTED.format(rulebooks=len(ALL) + 1)
"""The same is expected of a client of today that meets a later service, but that it sees one rulebook more."""
README = ROOT / "clients" / "README.md"
TABLE = re.compile(
    r"(?<=<!-- generated: written by `tools/generated_clients --write` -->\n).*?(?=<!-- /generated -->)", re.DOTALL
)
COMPILED = {
    "TypeScript": "`tsc`, strict",
    "Python": "`mypy`, strict",
    "Go": "`go vet`",
    "Java": "`javac`",
    "Kotlin": "`kotlinc`",
}
"""How `tools/generated_clients` checks the client of a language before it is run."""


def stated(directory: Path, url: str, expected: str) -> dict[str, str]:
    """How each client was checked; empty if it did not state what is expected."""
    found = {}
    for line in (directory / "commands.txt").read_text().splitlines():
        name, command = line.split("\t")
        started = time.monotonic()
        words = [*shlex.split(command), url, str(REQUESTS)]
        run = subprocess.run(words, cwd=directory, capture_output=True, text=True, check=False, timeout=120)
        right = run.returncode == 0 and run.stdout == expected
        print(f"{'ok' if right else 'WRONG':5} {name} ({time.monotonic() - started:.1f} s)")
        if not right:
            print(run.stdout, run.stderr[-3000:], sep="\n")
        found[name] = COMPILED[name.partition(" ")[0]] if right else ""
    return found


def table(found: dict[str, str]) -> str:
    """The clients, and how they were checked."""
    rows = [f"| {name} | {checked} |\n" for name, checked in sorted(found.items())]
    return "".join(["| client | compiled or checked by |\n| --- | --- |\n", *rows])


def later(port: int) -> "subprocess.Popen[bytes]":
    """The service of a later version, started."""
    server = subprocess.Popen([sys.executable, "-m", "tools.clients.future", str(port)])
    await_answer(port)
    return server


def main(directory: Path, *, write: bool) -> int:
    """All clients against both; 1 where one is wrong, or the table."""
    print("against the service:")
    with tempfile.TemporaryDirectory() as work, running(Path(work), REAL) as server:
        today = stated(directory, f"http://127.0.0.1:{server.port}", TODAY)
    print("against the service of tomorrow:")
    server_of_tomorrow = later(port := free_port())
    try:
        tomorrow = stated(directory, f"http://127.0.0.1:{port}", LATER)
    finally:
        server_of_tomorrow.terminate()
        server_of_tomorrow.wait()
    if today != tomorrow or not all(today.values()):
        return 1
    text = README.read_text()
    renewed = TABLE.sub(lambda _: table(today), text)
    if write:
        README.write_text(renewed)
    elif renewed != text:
        print("the table in clients/README.md is stale: tools/generated_clients --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), write="--write" in sys.argv))
