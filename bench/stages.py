"""Where a settlement request's time goes: its parts, timed in process.

A part's time is that between its call and its return, without the parts in it that are timed themselves.
"""

import json
from collections import defaultdict
from collections.abc import Callable
from functools import partial, wraps
from importlib import import_module
from statistics import median
from time import perf_counter
from typing import Any, Final

from flask import Flask, Response

from bench.inside import MICRO, of_the_readme
from bench.probe import SETTLE, answered, application

REQUESTS: Final = 3000
BYTES: Final = 4096
BARE: Final = "(a view of bare Flask that does nothing, for comparison)"
REST: Final = "Flask, Werkzeug, the timing and what is not below"
PARTS: Final = {
    "service.api.hooks._begin": "hook before: id, time, long headers",
    "service.api.responses.body_of": "body read",
    "service.api.responses.parsed": "JSON parsed",
    "service.requests.requests.load": "marshmallow's schemas",
    "service.requests.requests.read_deal": "rulebook, options, hands",
    "service.domain.legality.decompositions_of_winner": "winner's hand divided",
    "service.domain.legality.faults_of": "legality",
    "service.domain.pipeline.score_winner": "winner scored",
    "service.domain.pipeline.score_other": "three others scored",
    "service.domain.pipeline.settle": "settled",
    "service.usecases.deals.settle_deal": "between the stages of the domain",
    "service.responses.answers.settled": "records to dictionaries",
    "service.usecases.deals.check_hands": "bounds of the answer",
    "service.api.responses.answer": "language, JSON, Response",
    "service.api.hooks._headers_for": "headers chosen",
    "service.ops.metrics.count": "metrics",
    "service.ops.logs.write_request": "log record (not yet formatted)",
    "service.api.hooks._finish": "hook after: compression, headers, what is counted",
}
Times = dict[str, list[float]]


def timed(part: str, work: Callable[..., Any], times: Times, inner: list[float]) -> Callable[..., Any]:
    """The work, timed as a part."""

    @wraps(work)
    def done(*given: Any, **named: Any) -> Any:
        inner.append(0.0)
        started = perf_counter()
        try:
            return work(*given, **named)
        finally:
            taken = perf_counter() - started
            times[part].append(taken - inner.pop())
            inner[-1] += taken

    return done


def measure() -> dict[str, float]:
    """Microseconds of each part of the request that the README shows, and of a bare view. Patches what it times."""
    times: Times = defaultdict(list)
    inner = [0.0]
    for name, part in PARTS.items():
        module, _, function = name.rpartition(".")
        place = import_module(module)
        setattr(place, function, timed(part, getattr(place, function), times, inner))
    body = json.dumps(of_the_readme()).encode()
    for part, app in ((BARE, _bare()), (REST, application())):
        request = timed(part, partial(answered, app, SETTLE, body), times, inner)
        for _ in range(REQUESTS):
            request()
    return {part: median(times[part]) * len(times[part]) / REQUESTS * MICRO for part in (BARE, REST, *PARTS.values())}


def _bare() -> Any:
    """Flask with one view that answers as many bytes as the service."""
    app = Flask("bare")
    told = bytes(BYTES)
    app.post(SETTLE)(lambda: Response(told, content_type="application/json"))
    return app.wsgi_app
