"""A copy of the page's sources, in which tests change, test and build it with the tools of this checkout."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.support.server import ROOT

TOOLS: Final = ROOT / "web/node_modules"
needs_node: Final = pytest.mark.skipif(not TOOLS.exists(), reason="the tools of the page are not installed")


def copied(folder: Path) -> Path:
    """Copy the page, and the client that it uses, into a folder; returns the page's own."""
    ignored = shutil.ignore_patterns("node_modules", "tests")
    for each in ("web", "clients/typescript"):
        shutil.copytree(ROOT / each, folder / each, ignore=ignored)
    (folder / "web/node_modules").symlink_to(TOOLS)
    return folder / "web"


def npm(web: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run npm in a copy."""
    environ = os.environ | {"NO_COLOR": "1"}
    return subprocess.run(["npm", *arguments], cwd=web, env=environ, capture_output=True, text=True)
