"""A service with an operator's own rulebooks."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement import create_app, rulebooks
from pung_chow_settlement.ops.settings import from_environment
from pung_chow_settlement.rulebooks import BY_ID
from tests.support.own_rulebooks import CLUB, JUNIORS


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder for rulebooks; those that the service read from it are removed afterwards."""
    library = rulebooks.LIBRARY
    tables: list[dict[Any, Any]] = [
        BY_ID,
        library.rulebooks,
        library.first,
        library.entries,
        library.dangers,
        library.concepts,
        rulebooks.FILES,
    ]
    saved = [(table, dict(table)) for table in tables]
    yield tmp_path
    for table, before in saved:
        table.clear()
        table.update(before)


@pytest.fixture
def served(folder: Path) -> FlaskClient:
    """A client of a service with two own rulebooks."""
    (folder / "1-club.yaml").write_text(CLUB)
    (folder / "2-juniors.json").write_text(json.dumps(JUNIORS))
    (folder / "README.txt").write_text("not a rulebook")
    return create_app(replace(from_environment(), rulebooks=str(folder))).test_client()
