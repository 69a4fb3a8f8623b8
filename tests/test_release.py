"""A release, made in a copy of the tree as docs/releasing.md says."""

import json
import re
import sys
from pathlib import Path

import pytest

from tests.support.copies import edit, make_copy, run, succeeds
from tests.support.pages import ROOT

VERSION = "1.2.0"
GIT = ("git", "-c", "user.name=Releaser", "-c", "user.email=releaser@example.org")
PROJECTS = ("pyproject.toml", "clients/python/pyproject.toml")
URLS = '[project.urls]\nRepository = "https://example.org/a"\nDocumentation = "https://example.org/b"\nChangelog = "https://example.org/c"\n\n'


def commit(copy: Path, message: str) -> None:
    succeeds(copy, *GIT, "add", "--all")
    succeeds(copy, *GIT, "commit", "--quiet", "--allow-empty", "--message", message)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy that is a repository, with the addresses that a release needs."""
    copy = make_copy(tmp_path)
    succeeds(copy, "git", "init", "--quiet", "--initial-branch=main")
    succeeds(copy, "git", "config", "user.name", "Releaser")
    succeeds(copy, "git", "config", "user.email", "releaser@example.org")
    for name in PROJECTS:
        if "[project.urls]" not in (copy / name).read_text():
            edit(copy / name, re.compile(r"(?=^\[build-system\])", re.MULTILINE), URLS)
    package = copy / "clients/typescript/package.json"
    package.write_text(
        json.dumps(
            json.loads(package.read_text())
            | {"repository": "https://example.org/a", "homepage": "https://example.org/b"},
            indent=2,
        )
        + "\n"
    )
    commit(copy, "All of it")
    return copy


def refused(checkout: Path, version: str) -> str:
    done = run(checkout, sys.executable, "-m", "tools.release", version)
    assert done.returncode == 1, done.stdout
    return done.stderr


def test_what_keeps_a_version_from_being_released_is_said(checkout: Path) -> None:
    assert "1.2 is no version" in refused(checkout, "1.2")
    succeeds(checkout, "git", "tag", f"v{VERSION}")
    assert f"v{VERSION} is a tag already" in refused(checkout, VERSION)
    (checkout / "README.md").write_text("changed")
    edit(checkout / "CHANGELOG.md", re.compile(r"(?s)(?<=\[Unreleased\]\n).*"), "")
    assert "not committed" in refused(checkout, "1.3.0")
    assert "nothing under Unreleased" in refused(checkout, "1.3.0")


def test_the_page_and_the_workflow_name_the_commands_that_are_there() -> None:
    page, workflow = (ROOT / "docs/releasing.md").read_text(), (ROOT / ".github/workflows/release.yml").read_text()
    assert "make release VERSION=1.0.0" in page
    assert "make build-release" in workflow
    assert re.findall(r"^(release|build-release):", (ROOT / "Makefile").read_text(), re.MULTILINE) == [
        *("release", "build-release")
    ]


@pytest.mark.night
def test_a_release_is_made_by_one_command(checkout: Path) -> None:
    succeeds(checkout, "make", "release", f"VERSION={VERSION}")
    assert succeeds(checkout, "git", "describe", "--exact-match").strip() == f"v{VERSION}"
    assert succeeds(checkout, "git", "status", "--porcelain") == ""
    assert (checkout / f"conformance/releases/{VERSION}.yaml.gz").exists()
    assert f"\n## [Unreleased]\n\n## [{VERSION}] - 20" in (checkout / "CHANGELOG.md").read_text()
    lock = json.loads((checkout / "clients/typescript/package-lock.json").read_text())
    assert (lock["version"], lock["packages"][""]["version"]) == (VERSION, VERSION)
    built = {each.name for each in (checkout / "build/release").iterdir()}
    assert built >= {
        f"pung_chow_settlement-{VERSION}-py3-none-any.whl",
        f"pung_chow_settlement-{VERSION}.tar.gz",
        f"pung_chow_client-{VERSION}-py3-none-any.whl",
        f"pung_chow_client-{VERSION}.tar.gz",
        f"pung-chow-client-{VERSION}.tgz",
        "service.cdx.json",
        "page.cdx.json",
    }
