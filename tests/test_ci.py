"""`.ci/run` runs every target and ends with a table; `make check` runs every check before it fails."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.pages import ROOT

MADE = ".venv-dev/stamp web/node_modules/.package-lock.json tools/prose/node_modules/.package-lock.json"
TARGETS = f"""
{MADE}:
	@mkdir -p $(@D) && touch $@
web good slow:
	@echo "made $@"
bad:
	@echo "this is wrong" && exit 3
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with the script and targets that pass or fail; what it expects of the machine is there."""
    (tmp_path / "bin").mkdir()
    for tool in ("chromium-headless-shell", "promtool", "systemd-analyze", "tcc"):
        (tmp_path / "bin" / tool).write_text("#!/bin/sh\n")
        (tmp_path / "bin" / tool).chmod(0o755)
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci/run", tmp_path / ".ci")
    (tmp_path / "Makefile").write_text(TARGETS)
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "Add all"]):
        subprocess.run(
            ["git", "-c", "user.name=Test", "-c", "user.email=t@example.org", *command], cwd=tmp_path, check=True
        )
    return tmp_path


def run(checkout: Path, *targets: str) -> tuple[int, list[str]]:
    """The exit status of the script and the rows of its table, without times."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "GITHUB"))}
    environ["PATH"] = f"{checkout}/bin:{environ['PATH']}"
    done = subprocess.run(
        [checkout / ".ci/run", *targets], env=environ, capture_output=True, text=True, check=False, timeout=60
    )
    rows = [line.split("|")[1:3] for line in done.stdout.splitlines() if line.startswith("| make")]
    return done.returncode, sorted(f"{target.strip()}: {result.strip()}" for target, result in rows)


def test_the_table_names_the_failed_target_and_the_others_run(checkout: Path) -> None:
    assert run(checkout, "web", "bad", "good") == (
        1,
        ["make bad: **FAILED**", "make good: passed", "make web: passed"],
    )


def test_the_status_is_0_if_all_passed(checkout: Path) -> None:
    assert run(checkout, "good", "slow") == (0, ["make good: passed", "make slow: passed"])


def test_every_check_runs_before_make_check_fails(tmp_path: Path) -> None:
    """The recipes of lint and spelling stand in for all: each has a target of its own, and make keeps going."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in ("ruff", "codespell"):
        (tools / tool).write_text(f"#!/bin/sh\necho {tool} $1 ran\nexit 1\n")
        (tools / tool).chmod(0o755)
    old = [f"--old-file={each}" for each in MADE.split()]
    command = ["make", *old, "check", "CHECKS=lint format spelling", f"DEV={tools}"]
    for path in MADE.split():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    environ = {"PATH": os.environ["PATH"]}
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    ran = [line.split()[:2] for line in done.stdout.splitlines() if line.endswith(" ran")]
    assert [" ".join(words) for words in ran] == ["ruff check", "ruff format", "codespell *.md"]
