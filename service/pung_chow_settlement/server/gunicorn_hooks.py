"""gunicorn's server hooks; gunicorn_conf.py lists these functions."""

import gc
import logging
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from io import BytesIO
from time import monotonic
from types import FrameType
from typing import Any

from gevent import Timeout
from gunicorn.arbiter import Arbiter
from gunicorn.http.errors import ParseException
from gunicorn.workers.base import Worker

from pung_chow_settlement.server import logs, metrics, readiness
from pung_chow_settlement.server.offload import PIECE, let_others_run
from pung_chow_settlement.server.settings import Settings, from_environment

_log = logging.getLogger(__name__)
ONE_CONNECTION_S = 0.005
"""Seconds for which requests may be served without a look at other connections.

With a turn of the others after each request, `POST /v1/scores` has 0.92 of its rate, a deal 0.95.
"""
_GENERATIONS = 2  # of workers, which run at the same time during a reload


def when_ready(server: Arbiter) -> None:
    """The listening sockets are open, no worker runs yet."""
    settings = from_environment()
    if settings.metrics_port:
        _serve_metrics(server, settings)
    if settings.drain:
        _drain_at_sigterm(server, settings.drain)
    # Exempt loaded objects from garbage collection: it halves the time of a long body, and workers keep sharing the
    # memory of the master.
    gc.collect()
    gc.freeze()


def _serve_metrics(server: Arbiter, settings: Settings) -> None:
    most = _GENERATIONS * settings.workers
    try:
        metrics.serve(settings.metrics_host, settings.metrics_port, settings.commit, most, lambda: len(server.WORKERS))
    except (OSError, UnicodeError) as error:
        _log.error("No metrics on port %d: %s", settings.metrics_port, error)


def _drain_at_sigterm(server: Arbiter, pause: float) -> None:
    """At SIGTERM end readiness and stop the master after a pause (seconds); a second SIGTERM stops it at once."""

    def stop(signum: int, frame: FrameType | None) -> None:
        server.signal(signal.SIGTERM, frame)

    def drain(signum: int, frame: FrameType | None) -> None:
        readiness.begin_drain()
        signal.signal(signal.SIGTERM, stop)
        signal.setitimer(signal.ITIMER_REAL, pause)

    signal.signal(signal.SIGALRM, stop)
    signal.signal(signal.SIGTERM, drain)


def pre_fork(server: Arbiter, worker: Any) -> None:
    """A worker is about to start: reuse the metrics files of a worker that has ended."""
    alive: Iterable[Any] = server.WORKERS.values()
    taken = {other.number for other in alive}
    worker.number = min({*range(1, len(taken) + 2)} - taken)


def post_fork(server: Arbiter, worker: Any) -> None:
    """A worker starts; gevent has not patched the standard library yet."""
    worker.others_ran = monotonic()
    metrics.begin_worker(worker.number)
    logs.start()
    sys.setswitchinterval(0.001)  # after each system call the loop waits for the interpreter lock that threads hold


def post_request(worker: Any, request: Any, environ: dict[str, Any], response: Any) -> None:
    """A request is answered: from time to time serve other connections before the next request of this one.

    The time is our own: the loop's `now()` is set anew by every timer that is started, one for each request.

    gunicorn keeps the connection only if the body was read to its end. It would read the rest itself, but serve no
    other connection while bytes of it arrive.
    """
    if monotonic() - worker.others_ran > ONE_CONNECTION_S:
        let_others_run()
        worker.others_ran = monotonic()
    # As usual Offload has read a body of known length whole; one in chunks may go on.
    is_read = isinstance(environ.get("wsgi.input"), BytesIO) and "HTTP_TRANSFER_ENCODING" not in environ
    if not is_read and not _read_to_its_end(request.body, worker.cfg.keepalive):
        request.force_close()


def _read_to_its_end(body: Any, seconds: float) -> bool:
    """Read what the view left of a body; False if that fails or takes longer than an idle connection may last."""
    with Timeout(seconds, False), suppress(OSError, ParseException):
        while body.read(PIECE):
            let_others_run()
        return True
    return False


def worker_exit(server: Arbiter, worker: Worker) -> None:
    """A worker ends: undo the freeze, since frozen objects that outlive gevent make logging print errors."""
    gc.unfreeze()


def on_exit(server: Arbiter) -> None:
    """The master ends: delete the metrics files."""
    metrics.end()
