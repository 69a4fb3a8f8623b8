from dataclasses import Field, fields
from typing import Any

import pytest

from pung_chow_settlement.server.settings import Settings, from_environment, table

VARIABLES = {known.metadata["variable"]: known for known in fields(Settings)}


@pytest.fixture(autouse=True)
def _empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)


def test_an_empty_environment_gives_the_defaults() -> None:
    settings = from_environment()
    assert settings == Settings()
    assert (settings.port, settings.metrics_port, settings.max_body) == (8000, 9464, 65_536)


@pytest.mark.parametrize(
    ("variable", "raw", "name", "value"),
    [
        ("PORT", "8123", "port", 8123),
        ("PORT", "", "port", 8000),
        ("DRAIN", "0.5", "drain", 0.5),
        ("HOST", "127.0.0.1", "host", "127.0.0.1"),
        ("LOG_LEVEL", "Warning", "log_level", "Warning"),
        ("LOG_REQUESTS", "False", "log_requests", False),
        ("LOG_REQUESTS", "1", "log_requests", True),
        (
            "CORS_ORIGINS",
            "https://a.example, https://b.example",
            "cors_origins",
            ("https://a.example", "https://b.example"),
        ),
    ],
)
def test_a_variable_sets_its_field(
    monkeypatch: pytest.MonkeyPatch, variable: str, raw: str, name: str, value: object
) -> None:
    monkeypatch.setenv(variable, raw)
    assert getattr(from_environment(), name) == value


@pytest.mark.parametrize(
    ("variable", "raw"),
    [
        ("HOST", "a/b"),
        ("PORT", "eighty"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("THREADS", "2.5"),
        ("DRAIN", "nan"),
        ("DRAIN", "inf"),
        ("CORS_ORIGINS", "table.example"),
        ("CORS_ORIGINS", "https://table.example/"),
        ("CORS_ORIGINS", "https://a.example,https://*.example"),
        ("METRICS_HOST", "here:9464"),
        ("LOG_LEVEL", "loud"),
        ("LOG_REQUESTS", "maybe"),
    ],
)
def test_an_invalid_value_is_refused_by_the_name_of_its_variable(
    monkeypatch: pytest.MonkeyPatch, variable: str, raw: str
) -> None:
    monkeypatch.setenv(variable, raw)
    with pytest.raises(ValueError, match=variable):
        from_environment()


def test_all_wrong_values_are_reported_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "0")
    monkeypatch.setenv("MAX_DEPTH", "1000")
    with pytest.raises(ValueError, match=r"PORT.*MAX_DEPTH"):
        from_environment()


NUMBERS = [known for known in VARIABLES.values() if known.type in (int, float)]


@pytest.mark.parametrize("known", NUMBERS, ids=lambda known: known.name)
def test_both_ends_of_each_range_are_accepted_and_nothing_beyond(
    monkeypatch: pytest.MonkeyPatch, known: "Field[Any]"
) -> None:
    variable, limits = known.metadata["variable"], known.metadata["validate"]
    for value in (limits.min, limits.max):
        monkeypatch.setenv(variable, str(value))
        assert getattr(from_environment(), known.name) == value
    for value in (limits.min - 1, limits.max + 1):
        monkeypatch.setenv(variable, str(value))
        with pytest.raises(ValueError, match=variable):
            from_environment()


def test_the_table_names_every_variable_with_its_default() -> None:
    lines = table().splitlines()
    assert "| `PORT` | 8000 | 1 to 65535 | port of the service |" in lines
    assert "| `LOG_REQUESTS` | true | true or false | one log line for each request |" in lines
    assert len(lines) == 2 + len(VARIABLES)
