"""What gunicorn's master does at each turn of its life; gunicorn.conf.py names these functions."""

import gc
import logging
import signal
import socket
from types import FrameType
from weakref import WeakKeyDictionary

from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker

from service.ops import health, logs, metrics
from service.ops.settings import Settings, from_environment
from service.ops.worker import balance

_log = logging.getLogger(__name__)
_regions: WeakKeyDictionary[Worker, int | None] = WeakKeyDictionary()
_GENERATIONS = 2  # of workers, which live side by side while a reload lasts


def when_ready(server: Arbiter) -> None:
    """The listening sockets are open, no worker runs yet."""
    settings = from_environment()
    for listener in server.LISTENERS:
        # A connection is handed over with its first bytes: an idle one takes no thread.
        listener.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, int(settings.request_timeout))
    _serve_metrics(server, settings)
    if settings.drain:
        _drain_at_sigterm(server, settings.drain)
    # What is loaded stays: never to be looked through again, which halves the time of a long body and keeps the memory
    # that the workers share with the master.
    gc.collect()
    gc.freeze()


def _serve_metrics(server: Arbiter, settings: Settings) -> None:
    if not settings.metrics_port:
        return
    metrics.share(_GENERATIONS * settings.workers)
    try:
        metrics.serve(settings.metrics_host, settings.metrics_port, lambda: len(server.WORKERS))
    except OSError as error:
        _log.error("No metrics: port %d cannot be used (%s)", settings.metrics_port, error.strerror)


def _drain_at_sigterm(server: Arbiter, pause: float) -> None:
    """Let readiness fail at SIGTERM and stop only after the pause; a second SIGTERM stops at once."""

    def stop(signum: int, frame: FrameType | None) -> None:
        server.signal(signal.SIGTERM, frame)

    def drain(signum: int, frame: FrameType | None) -> None:
        health.begin_drain()
        signal.signal(signal.SIGTERM, stop)
        signal.setitimer(signal.ITIMER_REAL, pause)

    signal.signal(signal.SIGALRM, stop)
    signal.signal(signal.SIGTERM, drain)


def pre_fork(server: Arbiter, worker: Worker) -> None:
    """A worker is about to start: it counts where one counted that has ended."""
    _regions[worker] = metrics.free_region(_regions.get(alive) for alive in server.WORKERS.values())


def post_fork(server: Arbiter, worker: Worker) -> None:
    """A worker starts."""
    logs.in_worker()
    metrics.write_to(_regions[worker])


def child_exit(server: Arbiter, worker: Worker) -> None:
    """A worker has ended."""
    balance.forget(worker.age)
