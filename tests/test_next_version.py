"""The first change of the contract after a release, made in a copy of the tree as CONTRIBUTING.md says."""

import re
import sys
from pathlib import Path

import pytest

from tests.support.contract import CONTRACT
from tests.support.copies import edit, make_copy, run, succeeds
from tests.support.pages import ROOT

NEXT, NEXT_OF_NPM = "1.1.0.dev0", "1.1.0-dev.0"
MEMBERS = re.compile(r"(?<=^        )(?=points: {description: 'The points, before doubling)", re.MULTILINE)
NEW_MEMBER = "lost: {description: What the limit took., type: integer, format: int64, examples: [60]}\n        "
VERSION_OF_NPM = re.compile(r'(?<="version": ")[^"]+')
VERSION = re.compile(r"(?<=^  version: ).+", re.MULTILINE)
TESTS = ["tests/test_breaking_changes.py", "tests/api/test_contract.py", "tests/api/test_conformance_runner.py"]
GENERATED = ("readme", "client_types")
CHECKS = [["-m", "tools.breaking_changes"], *(["-m", f"tools.{each}", "--check"] for each in GENERATED)]


def test_the_contract_allows_the_version_that_contributing_names() -> None:
    pattern = CONTRACT["components"]["headers"]["ApiVersion"]["schema"]["pattern"]
    page = (ROOT / "CONTRIBUTING.md").read_text()
    assert [version for version in (NEXT, NEXT_OF_NPM) if f"`{version}`" not in page] == []
    assert [bool(re.search(pattern, version)) for version in (NEXT, "1.1.0", "1.1", "1.1.0-dev.0")] == [
        *(True, True, False, False)
    ]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return make_copy(tmp_path)


@pytest.mark.night
def test_a_change_after_a_release_passes_under_the_next_version(copy: Path) -> None:
    contract, package = copy / "openapi.yaml", copy / "clients/typescript/package.json"
    edit(contract, VERSION, "1.0.0")
    succeeds(copy, sys.executable, "-m", "tools.breaking_changes", "--release")
    edit(contract, MEMBERS, NEW_MEMBER)
    refused = run(copy, sys.executable, "-m", "tools.breaking_changes")
    assert "1.0.0 is released" in refused.stderr
    edit(contract, VERSION, NEXT)
    edit(package, VERSION_OF_NPM, NEXT_OF_NPM)
    succeeds(copy, "make", "--old-file=.venv-dev/stamp", "generate", f"DEV={Path(sys.executable).parent}")
    for check in CHECKS:
        succeeds(copy, sys.executable, *check)
    succeeds(copy, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", *TESTS)
    succeeds(copy, sys.executable, "-m", "tools.with_service", sys.executable, "conformance/run.py", "{url}")
