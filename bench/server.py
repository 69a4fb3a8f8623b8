"""A tree of the service behind gunicorn, with that tree's own settings, on this machine only."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from support.server import REAL, ROOT, Server, running


@contextmanager
def serving(tree: Path = ROOT, workers: int = 2) -> Iterator[Server]:
    """Serve a tree's application, its log thrown away and its metrics off."""
    settings = {"METRICS_PORT": "0", "WEB_CONCURRENCY": str(workers)}
    with (
        TemporaryDirectory() as place,
        running(Path(place), REAL, tree=tree, before="exec >/dev/null 2>&1", **settings) as server,
    ):
        yield server
