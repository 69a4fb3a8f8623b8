"""Runs the blocks of the pages that are marked `<!-- run: tools/printed.py -->`: `python -m tools.printed`.

In a clean clone, whose changes are undone after each. Needs `.venv-dev`, node and network.
"""

import os
import subprocess
import sys
from typing import Final

from tests.support.pages import PAGES, ROOT, Block, blocks

MARKED: Final = [block for page in PAGES for block in blocks(page) if block.runner == "tools/printed.py"]


def succeeds(each: Block) -> bool:
    """True if the block's commands succeed, in the folder of its page."""
    folder = ROOT / "web" if each.page.startswith("web/") else ROOT
    environ = os.environ | {"PATH": f"{ROOT}/.venv-dev/bin:{os.environ['PATH']}"}
    return not subprocess.run(["bash", "-euxo", "pipefail", "-c", each.text], cwd=folder, env=environ).returncode


def main() -> int:
    """Run what is marked, and undo what it changed; the number of blocks that failed."""
    if subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, check=True, capture_output=True).stdout:
        sys.exit("the checkout has changes, which would be lost: run it in a clean clone")
    failed = []
    for each in MARKED:
        failed += [] if succeeds(each) else [each]
        for undo in ("checkout --quiet .", "clean --quiet --force -d"):
            subprocess.run(["git", *undo.split()], cwd=ROOT, check=True)
    for each in failed:
        print(f"FAILED: {each.page}\n{each.text}")
    return len(failed) if MARKED else sys.exit("nothing is marked")


if __name__ == "__main__":
    sys.exit(main())
