"""What many tests use: the application, and the books' worked examples."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import create_app

DATA = Path(__file__).parent / "data"


def worked(name: str) -> list[dict[str, Any]]:
    """The books' own examples, in the request form."""
    return list(json.loads((DATA / f"worked_{name}.json").read_text())[name])


@pytest.fixture(scope="session")
def client() -> FlaskClient:
    """A client of the application, in process."""
    return create_app().test_client()
