"""Environment variables in, one frozen record out; `python -m service.ops.settings` prints the README's table."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any


def _setting(variable: str, default: object, text: str, shown: str | None = None, **bounds: object) -> Any:
    """Declare a setting; `within` are the least and the most of a number, `known` the words of a text or its form."""
    note = {"variable": variable, "text": text, "shown": str(default) if shown is None else shown, **bounds}
    if callable(default):
        return field(default_factory=default, metadata=note)
    return field(default=default, metadata=note)


def _cores() -> int:
    return len(os.sched_getaffinity(0))


_ADDRESS = re.compile(r"[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]"), "a name, an IPv4 address or an IPv6 address in brackets"
_ORIGIN = (
    re.compile(r"\*|https?://[a-z0-9.-]+(:\d{1,5})?|https?://\[[0-9a-f:]+\](:\d{1,5})?"),
    "`*` or origins such as https://table.example",
)
_NETWORK = re.compile(r"\*|[0-9A-Fa-f:.]+(/\d{1,3})?"), "`*` or addresses such as 10.0.0.7 or 10.0.0.0/8"
_FOLDER = re.compile("[^\0]+"), "a folder"
_LEVEL = re.compile("(?i)debug|info|warning|error|critical"), "debug, info, warning, error or critical"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that an operator can set; times are seconds, sizes are bytes."""

    host: str = _setting("HOST", "0.0.0.0", "address that the service listens on", known=_ADDRESS)  # noqa: S104 - a server's purpose
    port: int = _setting("PORT", 8000, "port of the service", within=(1, 65_535))
    workers: int = _setting("WEB_CONCURRENCY", _cores, "worker processes", "usable cores", within=(1, 1024))
    threads: int = _setting(
        "THREADS", 2, "threads of each worker, for what its loop does not answer itself", within=(1, 1024)
    )
    request_timeout: float = _setting(
        "REQUEST_TIMEOUT", 30.0, "seconds that a request and its answer may take in all", within=(0.1, 3600)
    )
    keepalive: int = _setting("KEEPALIVE", 75, "seconds that an idle connection stays open", within=(0, 3600))
    drain: float = _setting(
        "DRAIN", 5.0, "seconds between SIGTERM (`/readyz` fails) and the stop; 0 stops at once", within=(0, 3600)
    )
    graceful_timeout: int = _setting(
        "GRACEFUL_TIMEOUT", 30, "seconds that running requests have at a stop or reload", within=(1, 3600)
    )
    max_body: int = _setting("MAX_BODY", 64 * 1024, "largest request body", within=(1, 2**24))
    max_body_many: int = _setting(
        "MAX_BODY_MANY", 1024 * 1024, "largest body of a batch or a scoresheet", within=(1, 2**28)
    )
    max_depth: int = _setting("MAX_DEPTH", 32, "deepest nesting of a JSON body", within=(8, 150))
    max_request_line: int = _setting("MAX_REQUEST_LINE", 4094, "longest request line", within=(128, 8190))
    max_headers: int = _setting("MAX_HEADERS", 100, "most header fields of a request", within=(10, 32_768))
    max_header: int = _setting("MAX_HEADER", 8190, "longest header field", within=(128, 65_536))
    cors_origins: tuple[str, ...] = _setting(
        "CORS_ORIGINS",
        (),
        "web origins that may call the service, with commas between; `*` for all",
        "none",
        known=_ORIGIN,
    )
    forwarded_allow_ips: tuple[str, ...] = _setting(
        "FORWARDED_ALLOW_IPS",
        (),
        "proxies whose word on the scheme is taken, with commas between; `*` for all",
        "none",
        known=_NETWORK,
    )
    metrics_host: str = _setting("METRICS_HOST", "0.0.0.0", "address of the metrics", known=_ADDRESS)  # noqa: S104 - as above
    metrics_port: int = _setting(
        "METRICS_PORT", 9464, "port of the metrics (Prometheus); 0 for none", within=(0, 65_535)
    )
    rulebooks: str = _setting(
        "RULEBOOKS", "", "folder of own rulebooks, files of YAML or JSON (docs/house-rules.md)", "none", known=_FOLDER
    )
    log_level: str = _setting("LOG_LEVEL", "info", "least level of the server's own log lines", known=_LEVEL)
    log_requests: bool = _setting("LOG_REQUESTS", True, "one log line for each request", "true")


_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}
_READERS: dict[object, Callable[[str], object]] = {
    str: str,
    int: int,
    float: float,
    bool: lambda raw: _BOOLEANS[raw.lower()],
    tuple[str, ...]: lambda raw: tuple(part.strip() for part in raw.split(",") if part.strip()),
}


def from_environment(environ: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings; an empty variable counts as absent. Raises ValueError naming the variable at fault."""
    given = {known.name: known for known in fields(Settings) if environ.get(known.metadata["variable"])}
    return Settings(**{name: _read(known, environ[known.metadata["variable"]]) for name, known in given.items()})


def _read(known: "Field[Any]", raw: str) -> Any:
    try:
        value = _READERS[known.type](raw)
    except (KeyError, ValueError):
        value = None
    if value is None or not _accepted(known, value):
        raise ValueError(f"{known.metadata['variable']}={raw!r}: {_expected(known)} is expected")
    return value


def _accepted(known: "Field[Any]", value: Any) -> bool:
    if "within" in known.metadata:
        least, most = known.metadata["within"]
        return bool(least <= value <= most)
    if "known" in known.metadata:
        form, _ = known.metadata["known"]
        return all(map(form.fullmatch, value if isinstance(value, tuple) else [value]))
    return True


def _expected(known: "Field[Any]") -> str:
    if "within" in known.metadata:
        least, most = known.metadata["within"]
        return f"a {'whole ' if known.type is int else ''}number from {least} to {most}"
    return str(known.metadata["known"][1]) if "known" in known.metadata else "true or false"


def table() -> str:
    """Render the README's table of settings (Markdown)."""
    rows = [
        f"| `{known.metadata['variable']}` | {known.metadata['shown']} | {_range(known)} | {known.metadata['text']} |"
        for known in fields(Settings)
    ]
    return "\n".join(["| variable | default | accepted | meaning |", "| --- | --- | --- | --- |", *rows])


def _range(known: "Field[Any]") -> str:
    least, most = known.metadata.get("within", (None, None))
    return _expected(known) if least is None else f"{least} to {most}"


if __name__ == "__main__":
    print(table())  # noqa: T201 - the command's output
