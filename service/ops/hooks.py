"""What gunicorn's master does at each turn of its life; gunicorn.conf.py names these functions."""

import logging
import os
import shutil
import signal
import socket
from types import FrameType
from wsgiref.simple_server import WSGIServer

from gunicorn.arbiter import Arbiter
from gunicorn.workers.base import Worker
from prometheus_client.multiprocess import mark_process_dead

from service.ops import health, metrics
from service.ops.settings import Settings, from_environment
from service.ops.worker import balance

_log = logging.getLogger(__name__)
_metrics_servers: list[WSGIServer] = []


def when_ready(server: Arbiter) -> None:
    """The listening sockets are open, no worker runs yet."""
    settings = from_environment()
    for listener in server.LISTENERS:
        # A connection is handed over with its first bytes: an idle one takes no thread.
        listener.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, int(settings.request_timeout))
    _serve_metrics(settings)
    if settings.drain:
        _drain_at_sigterm(server, settings.drain)


def _serve_metrics(settings: Settings) -> None:
    if not settings.metrics_port:
        return
    try:
        _metrics_servers.append(metrics.serve(settings.metrics_host, settings.metrics_port)[0])
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


def post_fork(server: Arbiter, worker: Worker) -> None:
    """A worker starts: the metrics' port is the master's alone."""
    for metrics_server in _metrics_servers:
        metrics_server.socket.close()
    metrics.WORKERS.set(1)


def child_exit(server: Arbiter, worker: Worker) -> None:
    """A worker has ended: its counts stay, its gauges go."""
    balance.forget(worker.age)
    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: Arbiter) -> None:
    """The master ends."""
    shutil.rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
