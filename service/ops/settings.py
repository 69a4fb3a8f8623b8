"""Environment variables in, one frozen record out; `python -m service.ops.settings` prints the README's table."""

import math
import os
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any


def _setting(variable: str, default: object, text: str, shown: str | None = None) -> Any:
    note = {"variable": variable, "text": text, "shown": str(default) if shown is None else shown}
    if callable(default):
        return field(default_factory=default, metadata=note)
    return field(default=default, metadata=note)


def _cores() -> int:
    return len(os.sched_getaffinity(0))


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that an operator can set; times are seconds, sizes are bytes."""

    host: str = _setting("HOST", "0.0.0.0", "address that the service listens on")  # noqa: S104 - a server's purpose
    port: int = _setting("PORT", 8000, "port of the service")
    workers: int = _setting("WEB_CONCURRENCY", _cores, "worker processes", "usable cores")
    threads: int = _setting("THREADS", 2, "threads of each worker, for what its loop does not answer itself")
    request_timeout: float = _setting("REQUEST_TIMEOUT", 30.0, "seconds that a request and its answer may take in all")
    keepalive: int = _setting("KEEPALIVE", 75, "seconds that an idle connection stays open")
    drain: float = _setting("DRAIN", 5.0, "seconds between SIGTERM (`/readyz` fails) and the stop; 0 stops at once")
    graceful_timeout: int = _setting("GRACEFUL_TIMEOUT", 30, "seconds that running requests have at a stop or reload")
    max_body: int = _setting("MAX_BODY", 64 * 1024, "largest request body")
    max_body_many: int = _setting("MAX_BODY_MANY", 1024 * 1024, "largest body of a batch or a scoresheet")
    max_depth: int = _setting("MAX_DEPTH", 32, "deepest nesting of a JSON body")
    max_request_line: int = _setting("MAX_REQUEST_LINE", 4094, "longest request line")
    max_headers: int = _setting("MAX_HEADERS", 100, "most header fields of a request")
    max_header: int = _setting("MAX_HEADER", 8190, "longest header field")
    cors_origins: tuple[str, ...] = _setting(
        "CORS_ORIGINS", (), "web origins that may call the service, with commas between; `*` for all", "none"
    )
    forwarded_allow_ips: tuple[str, ...] = _setting(
        "FORWARDED_ALLOW_IPS", (), "proxies whose word on the scheme is taken, with commas between; `*` for all", "none"
    )
    metrics_host: str = _setting("METRICS_HOST", "0.0.0.0", "address of the metrics")  # noqa: S104 - as above
    metrics_port: int = _setting("METRICS_PORT", 9464, "port of the metrics (Prometheus); 0 for none")
    log_level: str = _setting("LOG_LEVEL", "info", "least level of the server's own log lines")
    log_requests: bool = _setting("LOG_REQUESTS", True, "one log line for each request", "true")


_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}
_READERS: dict[object, Callable[[str], object]] = {
    str: str,
    int: int,
    float: float,
    bool: lambda raw: _BOOLEANS[raw.lower()],
    tuple[str, ...]: lambda raw: tuple(part.strip() for part in raw.split(",") if part.strip()),
}
_NUMBER = "a number of 0 or more"


def from_environment(environ: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings; an empty variable counts as absent. Raises ValueError naming the variable at fault."""
    given = {known.name: known for known in fields(Settings) if environ.get(known.metadata["variable"])}
    return Settings(**{name: _read(known, environ[known.metadata["variable"]]) for name, known in given.items()})


def _read(known: "Field[Any]", raw: str) -> Any:
    try:
        value = _READERS[known.type](raw)
    except (KeyError, ValueError):
        raise ValueError(f"{known.metadata['variable']}={raw!r}: {_expected(known)} is expected") from None
    if isinstance(value, int | float) and not 0 <= value < math.inf:
        raise ValueError(f"{known.metadata['variable']}={raw!r}: {_NUMBER} is expected")
    return value


def _expected(known: "Field[Any]") -> str:
    return "true or false" if known.type is bool else _NUMBER


def table() -> str:
    """Render the README's table of settings (Markdown)."""
    rows = [
        f"| `{known.metadata['variable']}` | {known.metadata['shown']} | {known.metadata['text']} |"
        for known in fields(Settings)
    ]
    return "\n".join(["| variable | default | meaning |", "| --- | --- | --- |", *rows])


if __name__ == "__main__":
    print(table())  # noqa: T201 - the command's output
