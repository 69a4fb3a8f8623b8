"""The Makefile's environments, and whether the committed page is as new as its sources."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.server import ROOT

OTHER = "0.0.0"
OWN = sys.version.split()[0]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    return tmp_path


@pytest.mark.parametrize(
    ("version", "arguments", "is_built"),
    [
        (None, [], True),
        (OTHER, [], False),
        (OWN, [f"PYTHON={sys.executable}"], False),
        (OTHER, [f"PYTHON={sys.executable}"], True),
    ],
)
def test_a_given_interpreter_builds_an_environment_of_another_version_anew(
    checkout: Path, version: str | None, arguments: list[str], is_built: bool
) -> None:
    if version:
        for environment in (".venv", ".venv-dev", ".venv-nightly"):
            (checkout / environment).mkdir()
            (checkout / environment / "pyvenv.cfg").write_text(f"home = /usr/bin\nversion = {version}\n")
            (checkout / environment / "stamp").touch()
    command = ["make", "--dry-run", "--no-print-directory", *arguments, "serve"]
    environ = {"PATH": os.environ["PATH"]}  # nothing of a make that runs this test
    run = subprocess.run(command, cwd=checkout, env=environ, check=True, capture_output=True, text=True)
    assert ("-m venv --clear .venv" in run.stdout) == is_built
    assert run.stdout.splitlines()[-1].endswith("-m pung_chow_settlement serve")


def _git(checkout: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=Test", "-c", "user.email=test@example.org")
    subprocess.run(["git", *identity, *arguments], cwd=checkout, check=True, capture_output=True)


def _commit(checkout: Path, path: str, subject: str) -> None:
    file = checkout / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(subject)
    _git(checkout, "add", ".")
    _git(checkout, "commit", "--message", subject)


def test_a_page_older_than_its_sources_is_noticed(tmp_path: Path) -> None:
    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run([ROOT / "tools/page_age"], cwd=tmp_path, capture_output=True, text=True, check=False)

    _git(tmp_path, "init")
    _commit(tmp_path, "web/src/app.tsx", "Add the page")
    _commit(tmp_path, "service/pung_chow_settlement/static/index.html", "Build the page")
    _commit(tmp_path, "web/README.md", "Describe the page")
    assert run().returncode == 0
    _commit(tmp_path, "clients/typescript/src/index.ts", "Fix the client")
    assert run().returncode == 1
    assert "Fix the client" in run().stdout
