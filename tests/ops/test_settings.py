from dataclasses import FrozenInstanceError

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
    [("PORT", "eighty"), ("PORT", "-1"), ("THREADS", "2.5"), ("LOG_REQUESTS", "maybe"), ("DRAIN", "nan")],
)
def test_a_wrong_value_is_refused_by_its_variable(variable: str, raw: str) -> None:
    with pytest.raises(ValueError, match=f"^{variable}='{raw}': .* is expected$"):
        from_environment({variable: raw})


def test_the_record_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        from_environment({}).port = 1  # type: ignore[misc]


def test_the_table_names_every_variable_with_its_default() -> None:
    lines = table().splitlines()
    assert "| `PORT` | 8000 | port of the service |" in lines
    assert (
        "| `CORS_ORIGINS` | none | web origins that may call the service, with commas between; `*` for all |" in lines
    )
    assert len(lines) == 2 + len(Settings.__slots__)
