"""A new language of the service and of the page, added in a copy as docs/languages.md says."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import polib
import pytest

from tests.support.pages import spans
from tests.support.scorekeeper import copied, needs_node, npm
from tests.support.server import ROOT
from tools import page_rulebooks

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


STEPS: Final = {
    "first/fetch.ts": ("  nl: (", "  fr: () => import('./first-fr.ts'),\n  nl: ("),
    "i18n/language.ts": ("nl: 'Nederlands'", "nl: 'Nederlands', fr: 'Français'"),
    "i18n/texts.ts": ("  nl: (", "  fr: () => import('./fr.json?rest'),\n  nl: ("),
    "model/choosing.ts": ("nl: 'nts-2002'", "nl: 'nts-2002', fr: 'harr-1923'"),
}
"""What each file that the page of languages names is changed to, below web/src."""
SPOKEN: Final = """
import { expect, it } from 'vitest';
import { best } from '../src/i18n/language.ts';
it('is French', () => expect(best(undefined, ['fr-CH', 'de'])).toBe('fr'));
"""


def test_the_page_names_each_file_that_has_a_place_for_a_language() -> None:
    sources = {str(file.relative_to(ROOT / "web/src")): file.read_text() for file in (ROOT / "web/src").rglob("*.ts*")}
    with_place = {name for name, text in sources.items() if re.search(r"Record<[^>]*\bLanguage\b", text)}
    assert with_place | {"i18n/language.ts"} == {*STEPS}
    assert {*STEPS} <= {*spans(PAGE)}


@needs_node
def test_the_page_speaks_a_language_that_is_added_as_its_guide_says(tmp_path: Path) -> None:
    web = copied(tmp_path)
    english: dict[str, str] = {}
    for file in (web / "src/i18n/en").glob("*.json"):
        english |= json.loads(file.read_text())
    missing, *others = sorted(english)
    french = {name: f"En français : {english[name]}" for name in others}
    (web / "src/i18n/fr.json").write_text(json.dumps(french))
    tested = npm(web, "test", "--", "unit/languages.test.ts", "-t", "ids and gaps")
    assert tested.returncode == 1
    assert f'-   "{missing}",' in tested.stderr, "the text that is missing is listed"

    (web / "src/i18n/fr.json").write_text(json.dumps(french | {missing: f"En français : {english[missing]}"}))
    for name, (before, after) in STEPS.items():
        text = (web / "src" / name).read_text()
        assert text.count(before) == 1
        (web / "src" / name).write_text(text.replace(before, after))
    german = (web / "src/first/first-de.ts").read_text()
    (web / "src/first/first-fr.ts").write_text(german.replace("de.json", "fr.json"))
    for file, text in page_rulebooks.files(web / "src"):
        file.write_text(text)
    (web / "unit/spoken.test.ts").write_text(SPOKEN)
    tested = npm(web, "test", "--", "unit/languages.test.ts", "unit/spoken.test.ts", "-t", "ids and gaps|French")
    assert tested.returncode == 0, tested.stdout

    built = npm(web, "run", "build")
    assert built.returncode == 0, built.stderr
    files = {file.name: file.read_text() for file in (web.parent / "service/pung_chow_settlement/static").rglob("*.js")}
    assert sum("En français" in text for text in files.values()) == 2, "the texts of the first screen, and the rest"
    (first,) = (text for name, text in files.items() if name.startswith("first-fr-"))
    assert "En français" in first
    assert "harr-1922" in first, "the rulebooks, without which the page would wait for the service"
    assert any("Français" in text for text in files.values()), "its name, at the foot of the page"
