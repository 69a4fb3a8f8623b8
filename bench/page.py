"""What the pages of measured figures are made of."""

import platform
from collections.abc import Iterable, Sequence
from pathlib import Path


def processor() -> str:
    """The name of this machine's processor."""
    names = (line.partition(":")[2].strip() for line in _lines(Path("/proc/cpuinfo")) if line.startswith("model name"))
    return next(names, platform.processor() or "an unnamed processor")


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *rows))
