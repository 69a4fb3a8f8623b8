"""Read environment variables into one frozen record; run as a module, it prints the table of settings."""

import os
from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields
from typing import Any

from environs import Env, validate

from pung_chow_settlement.server.descriptors import FEWEST

BOOLEAN = "true or false"


def _setting(variable: str, default: object, text: str, accepted: Any, shown: str | None = None) -> Any:
    """Declare a setting; `accepted` has marshmallow's validator of its value and the words for it."""
    check, description = accepted
    note = {"variable": variable, "text": text, "validate": check, "accepted": description}
    note["shown"] = str(default).lower() if shown is None else shown
    if callable(default):
        return field(default_factory=default, metadata=note)
    return field(default=default, metadata=note)


def _within(least: float, most: float) -> tuple[validate.Validator, str]:
    return validate.Range(least, most), f"{least} to {most}"


def _like(form: str, description: str) -> tuple[validate.Validator, str]:
    return validate.Regexp(rf"(?:{form})\Z", error=f"Must be {description}."), description


def _each(form: str, description: str) -> tuple[Callable[[list[str]], object], str]:
    check, _ = _like(f" *(?:{form}) *", description)
    return lambda values: [check(value) for value in values], description


def _cores() -> int:
    return len(os.sched_getaffinity(0))


_ADDRESS = _like(r"[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]", "a name, an IPv4 address or an IPv6 address in brackets")
_ORIGINS = _each(
    r"\*|https?://[a-z0-9.-]+(:\d{1,5})?|https?://\[[0-9a-f:]+\](:\d{1,5})?",
    "`*` or origins such as https://table.example",
)
_LEVEL = _like("(?i:debug|info|warning|error|critical)", "debug, info, warning, error or critical")


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that an operator can set; times are seconds, sizes are bytes."""

    host: str = _setting("HOST", "0.0.0.0", "address that the service listens on", _ADDRESS)  # noqa: S104 - a server's purpose
    port: int = _setting("PORT", 8000, "port of the service", _within(1, 65_535))
    workers: int = _setting("WEB_CONCURRENCY", _cores, "worker processes", _within(1, 1024), "usable cores")
    threads: int = _setting("THREADS", 2, "threads of each worker, for long paths and large bodies", _within(1, 64))
    waiting: int = _setting(
        "WAITING",
        32,
        "requests of each worker that may wait for a thread; further ones are refused (503)",
        _within(0, 10_000),
    )
    connections: int = _setting("CONNECTIONS", 1000, "most connections of a worker", _within(FEWEST, 65_535))
    keepalive: int = _setting(
        "KEEPALIVE", 5, "seconds before an idle connection, or one still sending headers, is closed", _within(1, 3600)
    )
    drain: float = _setting(
        "DRAIN", 5.0, "seconds between SIGTERM (`/readyz` fails) and the stop; 0 stops at once", _within(0, 3600)
    )
    graceful_timeout: int = _setting(
        "GRACEFUL_TIMEOUT", 30, "seconds that running requests have at a stop or reload", _within(1, 3600)
    )
    max_body: int = _setting("MAX_BODY", 64 * 1024, "largest request body, in bytes", _within(1, 2**24))
    max_body_many: int = _setting(
        "MAX_BODY_MANY", 1024 * 1024, "largest body of a batch or a scoresheet, in bytes", _within(1, 2**28)
    )
    max_depth: int = _setting("MAX_DEPTH", 32, "deepest nesting of a JSON body", _within(8, 150))
    max_request_line: int = _setting("MAX_REQUEST_LINE", 4094, "longest request line, in bytes", _within(128, 8190))
    max_headers: int = _setting("MAX_HEADERS", 100, "most header fields of a request", _within(10, 32_768))
    max_header: int = _setting("MAX_HEADER", 8190, "longest header field, in bytes", _within(128, 65_536))
    cors_origins: tuple[str, ...] = _setting(
        "CORS_ORIGINS",
        (),
        "web origins that may call the service, with commas between; `*` for all",
        _ORIGINS,
        "none",
    )
    metrics_host: str = _setting("METRICS_HOST", "0.0.0.0", "address of the metrics", _ADDRESS)  # noqa: S104 - as above
    metrics_port: int = _setting(
        "METRICS_PORT", 9464, "port of the metrics (Prometheus); 0 for none", _within(0, 65_535)
    )
    rulebooks: str = _setting(
        "RULEBOOKS",
        "",
        "folder of own rulebooks, files of YAML or JSON (docs/operating.md)",
        _like("[^\0]+", "a folder"),
        "none",
    )
    commit: str = _setting(
        "COMMIT",
        "",
        "commit that the service is built from, for `service_build_info`; the image has its own",
        _like("[0-9a-f]{7,64}", "7 to 64 hexadecimal digits"),
        "none",
    )
    log_level: str = _setting("LOG_LEVEL", "info", "least level of the server's own log lines", _LEVEL)
    log_requests: bool = _setting("LOG_REQUESTS", True, "one log line for each request", (None, BOOLEAN))


_READERS: dict[object, Callable[..., object]] = {
    str: Env.str,
    int: Env.int,
    float: Env.float,
    bool: Env.bool,
    tuple[str, ...]: lambda env, variable, **how: tuple(map(str.strip, env.list(variable, **how) or ())),
}


def from_environment() -> Settings:
    """Read the settings; an empty variable counts as absent.

    Raises ValueError (environs' EnvValidationError), which lists every wrong variable.
    """
    env = Env(eager=False)
    given = {known.name: _read(env, known) for known in fields(Settings) if os.environ.get(known.metadata["variable"])}
    env.seal()
    return Settings(**given)


def _read(env: Env, known: "Field[Any]") -> Any:
    return _READERS[known.type](env, known.metadata["variable"], validate=known.metadata["validate"])


def table() -> str:
    """Render the table in docs/settings.md (Markdown)."""
    notes = [known.metadata for known in fields(Settings)]
    rows = [f"| `{note['variable']}` | {note['shown']} | {note['accepted']} | {note['text']} |" for note in notes]
    return "\n".join(["| variable | default | accepted | meaning |", "| --- | --- | --- | --- |", *rows])


if __name__ == "__main__":
    print(table())  # noqa: T201 - the command's output
