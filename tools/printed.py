"""Runs the commands that the pages print, as they are printed: `python -m tools.printed [WORDS]` (with the words).

What another test or step of CI runs from the page is in `ELSEWHERE`, or named by `.ci/run` or `.ci/nightly`; everything
else is run here, in a clean clone, whose changes are undone after each command. What is generated must be what is
committed. Needs `.venv-dev`, node, npm, pipx and network.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from tests.support.pages import PAGES, SHELL, Printed, printed
from tests.support.server import REAL, ROOT, running

CI: Final = (".ci/run", ".ci/nightly")


class Elsewhere(NamedTuple):
    """Who runs what begins so on the pages: a file, and what stands in it, by default the beginning."""

    beginning: str
    file: str
    as_: str = ""
    pages: tuple[str, ...] = PAGES


INSTALLED: Final = "tests/test_installed.py"
PACKAGES: Final = "tools/client_packages.py"
CLIENTS, PYTHON, TYPESCRIPT = ((f"clients{folder}/README.md",) for folder in ("", "/python", "/typescript"))
ELSEWHERE: Final = (
    Elsewhere("make serve", "tools/serve_check"),
    Elsewhere("PORT=9000 make serve", "tools/serve_check"),
    Elsewhere("curl ", "tools/example.py", pages=("README.md",)),
    Elsewhere("curl ", "tests/test_printed.py", pages=("docs/api.md",)),
    Elsewhere("curl ", "tests/test_many_deals.py", pages=("docs/many-deals.md",)),
    Elsewhere("pip install .", INSTALLED),
    Elsewhere("pip install ./clients/python", INSTALLED),
    Elsewhere("pung-chow ", INSTALLED),
    Elsewhere("split ", INSTALLED),
    Elsewhere("for part in part-*", INSTALLED, "split "),
    Elsewhere("cat results-part-*", INSTALLED, "split "),
    Elsewhere("from dask", INSTALLED),
    Elsewhere("cat results-*.jsonl", INSTALLED),
    Elsewhere("python -m pung_chow_settlement", "tests/test_many_deals.py"),
    Elsewhere("python3 -m pip ", INSTALLED, pages=("docs/upgrading.md",)),
    Elsewhere("cp ", INSTALLED, "python3 -m pip "),
    Elsewhere("python3 -m venv build/builder", INSTALLED, "python3 -m pip "),
    Elsewhere("build/builder/", INSTALLED, "python3 -m pip "),
    Elsewhere("python3 -m venv settlement", INSTALLED),
    Elsewhere("settlement/bin/", INSTALLED, "python3 -m venv settlement"),
    Elsewhere("import json\nfrom pung_chow", INSTALLED, pages=("docs/api.md",)),
    Elsewhere("pip install 'schemathesis", INSTALLED),
    Elsewhere("schemathesis run", INSTALLED),
    Elsewhere("npx @stoplight/prism-cli", "tools/mock_check.py"),
    Elsewhere("pip install ../pung-chow", PACKAGES, "as_written", PYTHON),
    Elsewhere("import json\nfrom pung_chow", PACKAGES, "check_snippets", PYTHON),
    Elsewhere("python clients/examples/backend", PACKAGES),
    Elsewhere("npm install", PACKAGES, pages=CLIENTS),
    Elsewhere("npx tsc", PACKAGES, "check_form", CLIENTS),
    Elsewhere("python3 -m http.server", PACKAGES, "check_form", CLIENTS),
    Elsewhere("CORS_ORIGINS=http://127.0.0.1:8080 make serve", PACKAGES, "CORS_ORIGINS", CLIENTS),
    Elsewhere("openapi-generator-cli ", "tools/generated_clients"),
    Elsewhere("go mod init evening", "tools/generated_clients"),
    Elsewhere("go run .", "tools/generated_clients", "go mod init evening"),
    Elsewhere("npm install --install-links ../pung-chow", PACKAGES, "as_written", TYPESCRIPT),
    Elsewhere("npm run prepare", PACKAGES, pages=TYPESCRIPT),
    Elsewhere("import { readFile }", PACKAGES, "check_snippets", TYPESCRIPT),
    Elsewhere("TWO_KONGS: Final", "tests/rulebooks/test_adding_a_rulebook.py"),
    Elsewhere(".ci/run", ".github/workflows/ci.yml"),
    Elsewhere(".ci/nightly", ".github/workflows/nightly.yml"),
    Elsewhere("make clients", ".ci/nightly", "-m tools.client_packages"),
    Elsewhere("make audit", ".ci/nightly", "tools/audit"),
    Elsewhere("make compile", "Makefile", "test-compiled: compile"),
    Elsewhere("make fuzz-browser", ".ci/nightly", "make fuzz-browser EVENINGS=200"),
    Elsewhere("python -m tools.bench.faults", ".ci/nightly"),
    Elsewhere("python -m tools.bench", "Makefile"),
)
SERVES: Final = {"npm run dev": "http://localhost:5173/"}
"""What goes on until it is ended, and the page that it serves."""
CHANGES: Final = ("make new-rulebook", "touch ", "make bench", "make lock")
"""What is meant to change the checkout."""
IMAGE: Final = f"image@sha256:{'0' * 64}"
"""The image of a release, for the variables that name one; there is none yet."""
LONGEST: Final = 3600.0


_GOES_ON: Final = re.compile(r"(?<=\w)[\w.]|(?<=\.)[./]")
"""The beginning ended within a word."""


def run_by(each: Printed) -> Elsewhere | None:
    """Who else runs it."""
    for row in ELSEWHERE:
        begins = each.text.startswith(row.beginning) and not _GOES_ON.match(each.text, len(row.beginning))
        if begins and each.page in row.pages:
            return row
    for file in CI:
        if re.search(rf"(?<![\w/.]){re.escape(each.text)}(?![\w-])", (ROOT / file).read_text()):
            return Elsewhere(each.text, file)
    return None


def left() -> Iterator[Printed]:
    """What nobody else runs, once where pages say the same."""
    seen = set()
    for each in printed():
        if run_by(each) is None and each.text not in seen:
            seen.add(each.text)
            yield each


def wrong(each: Printed, url: str) -> str:
    """What is wrong with a command that was run; empty if nothing is."""
    assert each.language == SHELL, f"{each.page}: nobody runs a program of {each.language}"
    text = re.sub(r"http://(127\.0\.0\.1|localhost):8000", url, each.text).replace("=...", f"={IMAGE}")
    folder = ROOT / "web" if text.startswith("npm ") else ROOT
    images = dict.fromkeys(("BASE", "IMAGE", "PROXY"), IMAGE)
    environ = os.environ | images | {"PATH": f"{ROOT}/.venv-dev/bin:{os.environ['PATH']}"}
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            ["bash", "-euo", "pipefail", "-c", text],
            cwd=folder,
            env=environ,
            stdin=log,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        if served := SERVES.get(text):
            return _unserved(process, served)
        status = process.wait(LONGEST)
        log.seek(0)
        output = log.read().decode(errors="replace")[-3000:]
    if status:
        return f"exit status {status}\n{output}"
    return "" if text.startswith(CHANGES) else _git("status", "--porcelain")


def _unserved(process: "subprocess.Popen[bytes]", url: str) -> str:
    try:
        for _ in range(300):
            with suppress(OSError), urllib.request.urlopen(url) as page:  # noqa: S310 - an address of this machine
                return "" if page.status == 200 else f"{url} is answered by {page.status}"
            time.sleep(0.2)
        return f"nothing at {url}"
    finally:
        os.killpg(process.pid, signal.SIGTERM)  # npm leaves what it started
        process.wait()


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def main(*words: str) -> int:
    """Run what is left, and undo what it changed; 1 if anything was wrong."""
    if _git("status", "--porcelain"):
        sys.exit("the checkout has changes, which would be lost: run it in a clean clone")
    failed = 0
    with tempfile.TemporaryDirectory() as work, running(Path(work), REAL) as server:
        for each in left():
            if all(word in each.text for word in words):
                started = time.monotonic()
                found = wrong(each, f"http://127.0.0.1:{server.port}")
                failed |= bool(found)
                print(f"{'WRONG' if found else 'ok':5} {each.page}: {each.text} ({time.monotonic() - started:.0f} s)")
                print(found, end="", flush=True)
                _git("checkout", "--quiet", ".")
                _git("clean", "--quiet", "--force", "-d")
                for stamp in ROOT.glob(".venv*/stamp"):
                    stamp.touch()  # an undone lock is newer, but what was made of it stays
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
