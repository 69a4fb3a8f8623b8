import re
from dataclasses import Field, FrozenInstanceError, fields
from typing import Any

import pytest

from service.ops.settings import Settings, from_environment, table


def test_an_empty_environment_gives_the_defaults() -> None:
    settings = from_environment({})
    assert settings == Settings()
    assert (settings.port, settings.metrics_port, settings.max_body) == (8000, 9464, 65_536)


@pytest.mark.parametrize(
    ("variable", "raw", "name", "value"),
    [
        ("PORT", "8123", "port", 8123),
        ("PORT", "", "port", 8000),
        ("DRAIN", "0.5", "drain", 0.5),
        ("HOST", "127.0.0.1", "host", "127.0.0.1"),
        ("LOG_REQUESTS", "False", "log_requests", False),
        ("LOG_REQUESTS", "1", "log_requests", True),
        (
            "CORS_ORIGINS",
            "https://a.example, https://b.example,",
            "cors_origins",
            ("https://a.example", "https://b.example"),
        ),
    ],
)
def test_a_variable_sets_its_field(variable: str, raw: str, name: str, value: object) -> None:
    assert getattr(from_environment({variable: raw}), name) == value


@pytest.mark.parametrize(
    ("variable", "raw"),
    [
        ("HOST", "0.0.0.0 "),
        ("HOST", "a/b"),
        ("PORT", "eighty"),
        ("PORT", "-1"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("WEB_CONCURRENCY", "0"),
        ("THREADS", "0"),
        ("THREADS", "2.5"),
        ("REQUEST_TIMEOUT", "0"),
        ("REQUEST_TIMEOUT", "inf"),
        ("KEEPALIVE", "-1"),
        ("DRAIN", "nan"),
        ("GRACEFUL_TIMEOUT", "0"),
        ("MAX_BODY", "0"),
        ("MAX_BODY_MANY", "9999999999"),
        ("MAX_DEPTH", "0"),
        ("MAX_DEPTH", "1000"),
        ("MAX_REQUEST_LINE", "0"),
        ("MAX_REQUEST_LINE", "8191"),
        ("MAX_HEADERS", "0"),
        ("MAX_HEADER", "0"),
        ("CORS_ORIGINS", "table.example"),
        ("CORS_ORIGINS", "https://table.example/"),
        ("CORS_ORIGINS", "https://a.example,https://*.example"),
        ("METRICS_HOST", "here:9464"),
        ("METRICS_PORT", "65536"),
        ("LOG_LEVEL", "loud"),
        ("LOG_REQUESTS", "maybe"),
    ],
)
def test_a_value_out_of_its_range_is_refused_by_its_variable(variable: str, raw: str) -> None:
    with pytest.raises(ValueError, match=f"^{variable}='{re.escape(raw)}': .* is expected$"):
        from_environment({variable: raw})


@pytest.mark.parametrize("known", fields(Settings), ids=lambda known: known.name)
def test_each_default_and_both_ends_of_each_range_are_accepted(known: "Field[Any]") -> None:
    variable, default = known.metadata["variable"], getattr(Settings(), known.name)
    values = [*known.metadata.get("within", ()), *([] if isinstance(default, tuple) else [default])]
    for value in values:
        assert getattr(from_environment({variable: str(value)}), known.name) == value


def test_every_number_has_a_range() -> None:
    assert not [
        known.name for known in fields(Settings) if known.type in (int, float) and "within" not in known.metadata
    ]


def test_the_record_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        from_environment({}).port = 1  # type: ignore[misc]


def test_the_table_names_every_variable_with_its_default() -> None:
    lines = table().splitlines()
    assert "| `PORT` | 8000 | 1 to 65535 | port of the service |" in lines
    assert "| `LOG_REQUESTS` | true | true or false | one log line for each request |" in lines
    assert len(lines) == 2 + len(Settings.__slots__)
