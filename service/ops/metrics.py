"""Prometheus metrics, right with several workers, and the server that shows them on a port of its own.

prometheus_client decides when it is imported whether it counts for one process or, in the files of
PROMETHEUS_MULTIPROC_DIR, for many; gunicorn.conf.py sets that variable first.
"""

import threading
from functools import cache
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector

REQUESTS = Counter("service_requests", "Requests answered.", ["operation", "status", "ruleset"])
SECONDS = Histogram(
    "service_request_seconds",
    "Time from a request's headers read to its answer made.",
    ["operation"],
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
WORKERS = Gauge("service_workers", "Worker processes alive.", multiprocess_mode="livesum")

_requests = cache(REQUESTS.labels)
_seconds = cache(SECONDS.labels)


def count(operation: str, status: int, ruleset: str = "", seconds: float | None = None) -> None:
    """Count one answer; the labels must come from closed lists, never from what a client wrote."""
    _requests(operation, status, ruleset).inc()
    if seconds is not None:
        _seconds(operation).observe(seconds)


def serve(host: str, port: int) -> tuple[WSGIServer, threading.Thread]:
    """Serve the sums over all workers, in a thread of the calling process."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return start_http_server(port, host, registry)
