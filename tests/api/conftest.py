"""A service with an operator's own rulebooks."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement import create_app
from pung_chow_settlement.server.settings import from_environment
from tests.support.own_rulebooks import CLUB, JUNIORS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for rulebooks."""
    return tmp_path


@pytest.fixture
def served(folder: Path) -> FlaskClient:
    """A client of a service with two own rulebooks."""
    (folder / "1-club.yaml").write_text(CLUB)
    (folder / "2-juniors.json").write_text(json.dumps(JUNIORS))
    (folder / "README.txt").write_text("not a rulebook")
    return create_app(replace(from_environment(), rulebooks=str(folder))).test_client()
