"""The trees that are compared: this one, another commit, and the copy with a compiled core."""

import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parents[2]
COMPILED: Final = ROOT / "build" / "compiled"
BEFORE, HERE, FAST = "before", "plain", "compiled"
Trees = dict[str, Path]


@contextmanager
def trees(before: str) -> Iterator[Trees]:
    """The trees by name; `before` is a folder or a commit, the compiled copy is left out if there is none."""
    with TemporaryDirectory() as folder:
        compared = {BEFORE: Path(before) if Path(before).is_dir() else _from_git(before, Path(folder)), HERE: ROOT}
        compiled = {FAST: COMPILED} if any(COMPILED.glob("service/*.so")) else {}
        yield {name: path.resolve() for name, path in (compared | compiled).items()}


def _from_git(commit: str, folder: Path) -> Path:
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True)
    with tarfile.open(fileobj=BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")
    return folder
