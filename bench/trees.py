"""The trees that are compared: this one, another commit, and the copy with a compiled core."""

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
BEFORE, HERE, FAST = "before", "plain", "compiled"
Trees = dict[str, Path]


@contextmanager
def trees(before: str) -> Iterator[Trees]:
    """Every tree that is there; `before` is a folder, or a commit that is taken out of git."""
    with TemporaryDirectory() as place:
        found = {BEFORE: Path(before) if Path(before).is_dir() else _from_git(before, Path(place)), HERE: ROOT}
        cached = {FAST: COMPILED} if any(COMPILED.glob("*.so")) else {}
        yield {name: path.resolve() for name, path in (found | cached).items()}


def _from_git(commit: str, place: Path) -> Path:
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True)
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as files:
        files.extractall(place, filter="data")
    return place
