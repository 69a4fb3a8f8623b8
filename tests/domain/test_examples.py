"""The examples in the docstrings of the domain are what the code returns."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import pung_chow_settlement.domain
from tests.conftest import NOT_COMPILED

DOMAIN = pung_chow_settlement.domain
MODULES = [package.name for package in walk_packages(DOMAIN.__path__, f"{DOMAIN.__name__}.")]
WITH_EXAMPLES = [f"{DOMAIN.__name__}.{name}" for name in ("tiles", "layouts", "arrangements", "scoring", "settlement")]


@NOT_COMPILED
@pytest.mark.parametrize("name", MODULES)
def test_an_example_returns_what_it_says(name: str) -> None:
    failed, tried = doctest.testmod(import_module(name))
    assert not failed
    assert tried or name not in WITH_EXAMPLES
