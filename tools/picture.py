"""Takes the README's picture again, three screens of the page side by side: `python -m tools.picture` (needs Chromium).

The screenshots of the page's manifest, which a phone shows before it puts the page on the home screen, are taken too.

The page is the one in service/pung_chow_settlement/static: build it before (`make web`).
"""

import base64
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.support.server import ROOT

PICTURE: Final = ROOT / "docs/images/scorekeeper.png"
SCREENS: Final = ("08-hand-of-the-winner", "17-table-with-deals", "20-end-of-the-evening")
"""Names of screens of web/tests/test_screens.py."""
SHOTS: Final = {"17-table-with-deals": "shot-table.png", "08-hand-of-the-winner": "shot-hand.png"}
"""Screens of the manifest, with their files in web/public."""
_STYLE: Final = """
  body { margin: 10px; display: flex; gap: 24px }
  div { width: 450px; height: 974px; border: 1px solid #bbb; border-radius: 28px; overflow: hidden }
  img { width: 100% }
"""


def main() -> None:
    """Let the test of all screens save them, and put three together."""
    with tempfile.TemporaryDirectory() as folder:
        test = ("-m", "pytest", "-q", "web/tests/test_screens.py", "-k", "no_screen_has_faults")
        subprocess.run([sys.executable, *test], cwd=ROOT, env={**os.environ, "SCREENSHOTS": folder}, check=True)
        for screen, file in SHOTS.items():
            shutil.copyfile(Path(folder) / f"{screen}-light.png", ROOT / "web/public" / file)
        shots = [(Path(folder) / f"{screen}-light.png").read_bytes() for screen in SCREENS]
    images = [f"<div><img src='data:image/png;base64,{base64.b64encode(shot).decode()}'></div>" for shot in shots]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1425, "height": 998})
        page.set_content(f"<style>{_STYLE}</style>{''.join(images)}")
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
