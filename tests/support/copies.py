"""A copy of the checkout, in which a test does what CONTRIBUTING.md and docs/releasing.md say."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.pages import ROOT

ENVIRONMENTS = (".venv-dev", "web/node_modules", "tools/prose/node_modules", "clients/typescript/node_modules")


def make_copy(folder: Path) -> Path:
    """Copy the tree as it is, with the environments of the checkout, which are as old as there.

    Skips the test where the tree is itself a copy, as that with the compiled core: git lists the files of a checkout.
    """
    if not (ROOT / ".git").exists():
        pytest.skip("the tree is a copy, not a checkout")
    copied = "xargs -0 cp --parents --no-dereference --preserve=timestamps -t"
    listed = f'git ls-files -z --cached --others --exclude-standard | {copied} "$1"'
    subprocess.run([*("bash", "-o", "pipefail", "-c"), listed, "-", folder], cwd=ROOT, check=True)
    for name in ENVIRONMENTS:
        if (ROOT / name).exists():
            (folder / name).symlink_to(ROOT / name)
    return folder


def edit(path: Path, old: re.Pattern[str], new: str) -> None:
    """Replace the first place in a file."""
    text, edits = old.subn(new, path.read_text(), count=1)
    assert edits, path
    path.write_text(text)


def run(copy: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the copy, whose service it imports."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "PYTEST"))}
    environ |= {"PYTHONPATH": f"{copy / 'service'}:{copy}", "LOG_REQUESTS": "false"}
    return subprocess.run(command, cwd=copy, env=environ, capture_output=True, text=True, check=False)


def succeeds(copy: Path, *command: str) -> str:
    """Run a command in the copy, and return what it prints."""
    done = run(copy, *command)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    return done.stdout
