"""gunicorn's server hooks; gunicorn.conf.py lists these functions."""

import gc
import logging
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import Any
from wsgiref.simple_server import WSGIServer

from gevent import Timeout
from gunicorn.arbiter import Arbiter
from gunicorn.http.errors import ParseException
from gunicorn.workers.base import Worker

from service.ops import health, logs, metrics
from service.ops.offload import PIECE, let_others_run
from service.ops.settings import Settings, from_environment

_log = logging.getLogger(__name__)
_GENERATIONS = 2  # of workers, which live side by side while a reload lasts
_numbers: dict[int, int] = {}
"""Numbers of the workers' metrics files, by the worker's age as gunicorn counts it."""
_shown: list[WSGIServer] = []


def when_ready(server: Arbiter) -> None:
    """The listening sockets are open, no worker runs yet."""
    settings = from_environment()
    if settings.metrics_port:
        _serve_metrics(server, settings)
    if settings.drain:
        _drain_at_sigterm(server, settings.drain)
    # Exempt what is loaded from garbage collection, which halves the time of a long body and keeps the memory shared
    # between the workers and the master.
    gc.collect()
    gc.freeze()


def _serve_metrics(server: Arbiter, settings: Settings) -> None:
    try:
        metrics.share(_GENERATIONS * settings.workers)
        _shown.append(metrics.serve(settings.metrics_host, settings.metrics_port, lambda: len(server.WORKERS)))
    except OSError as error:
        _log.error("No metrics on port %d: %s", settings.metrics_port, error)


def _drain_at_sigterm(server: Arbiter, pause: float) -> None:
    """At SIGTERM readiness fails, and the master stops after a pause (seconds); a second SIGTERM stops it at once."""

    def stop(signum: int, frame: FrameType | None) -> None:
        server.signal(signal.SIGTERM, frame)

    def drain(signum: int, frame: FrameType | None) -> None:
        health.begin_drain()
        signal.signal(signal.SIGTERM, stop)
        signal.setitimer(signal.ITIMER_REAL, pause)

    signal.signal(signal.SIGALRM, stop)
    signal.signal(signal.SIGTERM, drain)


def pre_fork(server: Arbiter, worker: Worker) -> None:
    """A worker is about to start: give it the metrics files of a worker that has ended."""
    _numbers[worker.age] = metrics.free_number(_numbers.get(alive.age) for alive in server.WORKERS.values())


def post_fork(server: Arbiter, worker: Worker) -> None:
    """A worker starts; gevent has not replaced any of the standard library yet."""
    for shown in _shown:
        shown.socket.close()
    metrics.write_to(_numbers[worker.age])
    logs.start()
    sys.setswitchinterval(0.001)  # after each system call the loop waits for the interpreter lock that threads hold


def post_request(worker: Worker, request: Any, environ: dict[str, Any], response: Any) -> None:
    """A request is answered: other connections of the worker are next, even if this one has sent another request.

    What the view has left of the body is read for as long as an idle connection may last; then the connection closes.
    gunicorn would read it too, but answer nobody else while bytes of it arrive.
    """
    let_others_run()
    with Timeout(worker.cfg.keepalive, False), suppress(OSError, ParseException):
        while request.body.read(PIECE):
            let_others_run()
        return
    request.force_close()


def worker_exit(server: Arbiter, worker: Worker) -> None:
    """A worker ends: undo the freeze, since frozen objects would outlive gevent and make logging print errors."""
    gc.unfreeze()


def child_exit(server: Arbiter, worker: Worker) -> None:
    """A worker has ended."""
    _numbers.pop(worker.age, None)


def on_exit(server: Arbiter) -> None:
    """The master ends."""
    metrics.unshare()
