"""The trees that are compared: this one, the commit that claims are held against, and the copy with a compiled core."""

import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parents[1]
COMPILED: Final = ROOT / "build" / "compiled"
COMMIT: Final = "32eabf0"
"""The commit before the house was rebuilt and the worker written, which the claims on speed are held against."""
BEFORE, HERE, FAST = "before", "here", "compiled"
Trees = dict[str, Path]


@contextmanager
def trees(before: Path | None, compiled: Path) -> Iterator[Trees]:
    """Every tree that is there; the commit's is taken from git where it is not given."""
    with TemporaryDirectory() as place:
        found = {BEFORE: before or _from_git(Path(place)), HERE: ROOT, FAST: compiled}
        yield {name: path.resolve() for name, path in found.items() if path is not None and _is_there(name, path)}


def _is_there(name: str, path: Path) -> bool:
    return (path / "service").is_dir() and (name != FAST or any(path.glob("*.so")))


def _from_git(place: Path) -> Path | None:
    """The commit's files; None where git does not know it (a copy, a shallow clone)."""
    packed = subprocess.run(["git", "archive", COMMIT], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode != 0:
        return None
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as files:
        files.extractall(place, filter="data")
    return place
