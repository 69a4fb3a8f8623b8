"""The core runs compiled only where that was asked for: in a copy of the tree, all of it that can be."""

import importlib
import os
from pathlib import Path

import pytest

from scripts.compile import PLAIN, modules
from service.usecases.core import FORM

ROOT = Path(__file__).parents[1]
ASKED = os.environ.get("CORE", "plain")
LIBRARIES = "*.so"


def test_the_core_runs_in_the_form_that_was_asked_for() -> None:
    assert FORM.startswith(ASKED)


@pytest.mark.skipif(ASKED == "compiled", reason="a copy, made to hold them")
def test_nothing_is_compiled_in_the_checkout() -> None:
    assert not list((ROOT / "service").rglob(LIBRARIES)) + list(ROOT.glob(LIBRARIES))


@pytest.mark.skipif(ASKED != "compiled", reason="nothing is compiled here")
def test_every_module_that_can_be_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    files = modules()
    assert len(files) > 40
    for file in files:
        module = importlib.import_module(file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        assert str(module.__file__).endswith(".so"), file


def test_what_stays_python_is_there() -> None:
    assert all((ROOT / file).is_file() for file in PLAIN)
