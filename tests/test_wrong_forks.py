"""Forks of the service with one fault: the vectors report it, and schemathesis as conformance/README.md prints it."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.support.pages import block, command
from tests.support.server import REAL, ROOT, running

PAGE: Final = "conformance/README.md"
PACKAGE: Final = "service/pung_chow_settlement"
VECTORS: Final = ("deals.json", "hands.json")
"""Files that take a few seconds."""


class Fork(NamedTuple):
    """What is other than in the service, and what the last lines of the vectors' report say of it."""

    file: str
    right: str
    wrong: str
    reported: str


FORKS: Final = {
    "a number": Fork(
        "rulebooks/harr-1923.yaml", "    mah-jong: 20\n", "    mah-jong: 10\n", "`items[mah-jong].points` 20 -> 10: "
    ),
    "East is paid once": Fork(
        "domain/rulebook/rates.py",
        "factor(rows.east, terms.east_receives,",
        "factor(rows.east, 1,",
        "`payments[others-settle].amount` 16 -> 8: ",
    ),
    "no items": Fork(
        "serializers/scored.py",
        '        "items": [item.shown or _shown(item) for item in score.items],\n',
        "",
        "`hand.items` ... -> missing: ",
    ),
}


@pytest.fixture(scope="module", params=FORKS)
def fork(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Fork, str]]:
    """A fork that runs, and its address."""
    fork, tree = FORKS[request.param], tmp_path_factory.mktemp("fork")
    shutil.copytree(ROOT / "service", tree / "service", ignore=shutil.ignore_patterns("static", "__pycache__"))
    (tree / PACKAGE / "static").symlink_to(ROOT / PACKAGE / "static")
    shutil.copy(ROOT / "openapi.yaml", tree)
    file = tree / PACKAGE / fork.file
    assert file.read_text().count(fork.right) == 1
    file.write_text(file.read_text().replace(fork.right, fork.wrong))
    with running(tree, REAL, tree=tree, WEB_CONCURRENCY="1") as server:
        yield fork, f"http://127.0.0.1:{server.port}"


@pytest.mark.night
def test_the_vectors_report_a_fork(fork: tuple[Fork, str]) -> None:
    wrong, url = fork
    files = [str(ROOT / "conformance" / name) for name in VECTORS]
    process = subprocess.run(
        [sys.executable, str(ROOT / "conformance" / "run.py"), url, *files], capture_output=True, text=True, check=False
    )
    assert process.returncode == 1, process.stderr
    assert any(line.startswith(wrong.reported) for line in process.stdout.splitlines()[-11:]), process.stdout[-2000:]


@pytest.mark.night
def test_schemathesis_reports_a_fork(fork: tuple[Fork, str], tmp_path: Path) -> None:
    """As the short variant is printed."""
    _, url = fork
    (tmp_path / "conformance").symlink_to(ROOT / "conformance")
    (tmp_path / "schemathesis.toml").write_text(block(PAGE, "hooks = "))
    strict = command(PAGE, "python3 conformance/strict.py")
    run = command(PAGE, "schemathesis run strict.json --url http://127.0.0.1:8000 --phases=examples")
    printed = f"{strict} && {Path(sys.executable).parent}/{run}".replace("http://127.0.0.1:8000", url)
    process = subprocess.run(["bash", "-ec", printed], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert process.returncode == 1, process.stdout + process.stderr
    assert "_ POST /v1/settlements _" in process.stdout
