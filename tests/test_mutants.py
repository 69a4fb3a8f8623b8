"""What the sample of broken lines reports: each survivor that tests/mutants.toml does not name."""

import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.pages import ROOT
from tools.mutants import CONFIG, Survivor, survivors, unnamed

SETTINGS = tomllib.loads(CONFIG.read_text())
MODULES = ["domain", "schemas", "requests", "serializers", "operations", "api"]


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """A session of three mutants, of which the tests noticed one."""
    (tmp_path / "module.py").write_text("a = 1\nif a > 1:\n    a = 2\n")
    path = tmp_path / "session.sqlite"
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE mutation_specs (job_id, module_path, start_pos_row)")
        made.execute("CREATE TABLE work_results (job_id, test_outcome)")
        made.executemany("INSERT INTO mutation_specs VALUES (?, 'module.py', ?)", [("a", 1), ("b", 2), ("c", 3)])
        made.executemany(
            "INSERT INTO work_results VALUES (?, ?)", [("a", "KILLED"), ("b", "SURVIVED"), ("c", "SURVIVED")]
        )
        made.commit()
    return path


def test_a_survivor_is_reported_unless_its_line_is_named(session: Path) -> None:
    found = survivors(session, session.parent)
    assert found == [Survivor("module.py", "if a > 1:", 2), Survivor("module.py", "a = 2", 3)]
    assert unnamed(found, [{"file": "module.py", "line": "a = 2", "why": "nobody reads it"}]) == found[:1]


def test_lines_are_broken_in_all_packages_that_compute_an_answer() -> None:
    assert [Path(each).name for each in SETTINGS["cosmic-ray"]["module-path"]] == MODULES
    assert [each for each in SETTINGS["cosmic-ray"]["module-path"] if not (ROOT / each).is_dir()] == []


def test_each_named_line_is_still_there() -> None:
    named = SETTINGS.get("named", [])
    assert [each for each in named if each["line"] not in (ROOT / each["file"]).read_text() or not each["why"]] == []
