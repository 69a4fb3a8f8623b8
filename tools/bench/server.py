"""A tree of the service behind gunicorn with that tree's settings, reachable from this machine only."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.server import REAL, ROOT, Server, running


@contextmanager
def serving(tree: Path = ROOT, workers: int = 2, **more: str) -> Iterator[Server]:
    """Serve a tree's application, without log, and without metrics unless `more` settings name their port."""
    settings = {"METRICS_PORT": "0", "WEB_CONCURRENCY": str(workers), **more}
    with (
        TemporaryDirectory() as folder,
        running(Path(folder), REAL, tree=tree, before="exec >/dev/null 2>&1", **settings) as server,
    ):
        yield server
