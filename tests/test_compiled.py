"""The core is compiled only with CORE=compiled, in a copy of the tree, and then all modules that can be."""

import importlib
import os
from pathlib import Path

import pytest

from pung_chow_settlement.operations import FORM
from tools import compile  # noqa: A004 - the tool
from tools.compile import PACKAGE, PLAIN, modules

ROOT = Path(__file__).parents[1]
CORE = os.environ.get("CORE", "plain")
LIBRARIES = "*.so"


def test_the_core_runs_in_the_requested_form() -> None:
    assert FORM.startswith(CORE)


@pytest.mark.skipif(CORE == "compiled", reason="a copy with compiled modules")
def test_nothing_is_compiled_in_the_checkout() -> None:
    assert not list((ROOT / "service" / "pung_chow_settlement").rglob(LIBRARIES)) + list(
        (ROOT / "service").glob(LIBRARIES)
    )


@pytest.mark.skipif(CORE != "compiled", reason="nothing is compiled")
def test_every_listed_module_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT / "service")
    files = modules()
    assert len(files) > 40
    for file in files:
        module = importlib.import_module(file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        assert str(module.__file__).endswith(".so"), file


def test_a_package_without_modules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT / "service")
    monkeypatch.setattr(compile, "PACKAGES", ("domain", "domian"))
    with pytest.raises(SystemExit, match="nothing to compile in pung_chow_settlement/domian"):
        modules()


def test_every_module_that_stays_python_exists() -> None:
    assert all((ROOT / "service" / PACKAGE / file).is_file() for file in PLAIN)
