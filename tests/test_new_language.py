"""A new language, added in a copy as docs/languages.md says."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import polib
import pytest

from tests.support.pages import spans
from tests.support.server import ROOT

PAGE: Final = "docs/languages.md"
HANDS: Final = {"east": {"concealed": "123456789m"}, "south": {"counted": {"score": 0}}}
DEAL: Final = {"ruleset": "bmja", "round_wind": "east", "winner": None, "hands": HANDS}
TILES: Final = {0: "{n} tuile", 1: "{n} tuiles"}
SIZE: Final = "wrong-number-of-tiles.hand"
ASKED: Final = """
import json, sys
from pung_chow_settlement import create_app
headers = {"Accept-Language": "fr"}
response = create_app().test_client().post("/v1/settlements", json=json.loads(sys.argv[1]), headers=headers)
print(json.dumps([response.headers["Content-Language"], response.get_json()]))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The parts of the checkout that the page's steps need."""
    ignored = shutil.ignore_patterns("static", "node_modules", "__pycache__", "bench", "clients")
    for folder in ("service", "tools"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    shutil.copy(ROOT / "openapi.yaml", tmp_path)
    return tmp_path


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = os.environ | {"PYTHONPATH": f"{copy}/service:{copy}"}
    return subprocess.run([sys.executable, *arguments], cwd=copy, env=environ, capture_output=True, text=True)


def answer(copy: Path) -> Any:
    done = run(copy, "-c", ASKED, json.dumps(DEAL))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_language_needs_a_catalogue_and_no_python(copy: Path) -> None:
    (step,) = (span for span in spans(PAGE) if span.startswith("touch "))
    file = copy / step.split()[1]
    file.touch()
    assert run(copy, "-m", "tools.texts").returncode == 0
    catalogue = polib.pofile(str(file))
    assert len(catalogue) > 1000

    file.write_text(f"# French. Partial: a beginning.\n{file.read_text()}")
    assert "fr.po" not in run(copy, "-m", "tools.texts").stdout, "nothing is wrong with untranslated texts"

    catalogue = polib.pofile(str(file))
    catalogue.metadata["Plural-Forms"] = "nplurals=2; plural=(n > 1);"
    for entry in catalogue:
        if entry.msgctxt == "tile":
            entry.msgstr_plural = TILES
        elif entry.msgctxt == SIZE:
            entry.msgstr = "{given:#tile}, non {kongs!p}{needed}"
    catalogue.save()
    assert "fr.po" not in run(copy, "-m", "tools.texts").stdout, "what is translated fits"

    language, problem = answer(copy)
    assert language == "fr, en"
    assert problem["errors"][0]["detail"] == "9 tuiles, non 13"
    assert problem["in_english"] == ["title", "detail"], "the rest is English, and named"


def test_a_translation_that_does_not_fit_is_listed(copy: Path) -> None:
    file = copy / "service/pung_chow_settlement/locales/fr.po"
    entry = polib.POEntry(msgctxt="wrong-type.one-of", msgid="send one of {known}", msgstr="un de {connus}")
    catalogue = polib.POFile(check_for_duplicates=True)
    catalogue.header = "French. Partial: a beginning."
    catalogue.metadata = {"Content-Type": "text/plain; charset=utf-8"}
    catalogue.append(entry)
    catalogue.save(str(file))
    done = run(copy, "-m", "tools.texts", "--check")
    assert done.returncode == 1
    assert "fr.po has other facts: wrong-type.one-of: send one of {known}" in done.stdout
