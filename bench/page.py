"""What the page of measured figures is made of: what the service takes, then what other programs take."""

import platform
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

RESULTS: Final = Path(__file__).with_name("RESULTS.md")
PEERS: Final = "## Beside other programs"
"""The heading of the last section, which is measured apart."""


def write(text: str) -> None:
    """Write what the service takes; what other programs take stays as it is."""
    _, heading, peers = RESULTS.read_text().partition(PEERS)
    RESULTS.write_text(f"{text}\n{heading}{peers}")


def write_peers(text: str) -> None:
    """Write what other programs take; what the service takes stays as it is."""
    before, _, _ = RESULTS.read_text().partition(PEERS)
    RESULTS.write_text(before + text)


def processor() -> str:
    """The name of this machine's processor."""
    names = (line.partition(":")[2].strip() for line in _lines(Path("/proc/cpuinfo")) if line.startswith("model name"))
    return next(names, platform.processor() or "an unnamed processor")


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *rows))
