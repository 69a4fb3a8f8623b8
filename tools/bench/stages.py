"""Profile of a settlement request: the time of its parts, measured in process.

A part's time is that between call and return, less the parts that it calls.
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

from tools.bench.inside import MICRO, of_the_readme
from tools.bench.probe import SETTLE, application, response_size

REQUESTS: Final = 3000
BYTES: Final = 4096
BARE: Final = "(a view of bare Flask that does nothing, for comparison)"
REST: Final = "Flask, Werkzeug, the timing and what is not below"
PARTS: Final = {
    "pung_chow_settlement.api.hooks._begin": "hook before: id, time, long headers",
    "pung_chow_settlement.api.responses.body_of": "body read",
    "pung_chow_settlement.api.responses.parsed": "JSON parsed",
    "pung_chow_settlement.requests.deals.load": "marshmallow's schemas",
    "pung_chow_settlement.requests.deals.read_deal": "rulebook, options, hands",
    "pung_chow_settlement.domain.legality.deal.decompositions_of_winner": "winner's hand divided",
    "pung_chow_settlement.domain.legality.deal.faults_of": "legality",
    "pung_chow_settlement.domain.pipeline.score_winner": "winner scored",
    "pung_chow_settlement.domain.pipeline.score_other": "three others scored",
    "pung_chow_settlement.domain.pipeline.settle": "settled",
    "pung_chow_settlement.operations.deals.settle_deal": "between the stages of the domain",
    "pung_chow_settlement.serializers.deals.settled": "records to dictionaries",
    "pung_chow_settlement.operations.deals.check_hands": "bounds of the answer",
    "pung_chow_settlement.api.responses.answer": "language, JSON, Response",
    "pung_chow_settlement.api.hooks._headers_for": "headers chosen",
    "pung_chow_settlement.ops.metrics.count": "metrics",
    "pung_chow_settlement.ops.logs.write_request": "log record (not yet formatted)",
    "pung_chow_settlement.api.hooks._finish": "hook after: compression, headers, what is counted",
}
Times = dict[str, list[float]]


def timed(part: str, function: Callable[..., Any], times: Times, inner: list[float]) -> Callable[..., Any]:
    """The function, timed as a part."""

    @wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        inner.append(0.0)
        started = perf_counter()
        try:
            return function(*args, **kwargs)
        finally:
            elapsed = perf_counter() - started
            times[part].append(elapsed - inner.pop())
            inner[-1] += elapsed

    return wrapper


def measure() -> dict[str, float]:
    """Microseconds of each part of the README's request, and of a bare view. Patches the timed functions."""
    times: Times = defaultdict(list)
    inner = [0.0]
    for name, part in PARTS.items():
        module, _, function = name.rpartition(".")
        owner = import_module(module)
        setattr(owner, function, timed(part, getattr(owner, function), times, inner))
    body = json.dumps(of_the_readme()).encode()
    for part, app in ((BARE, _bare()), (REST, application())):
        request = timed(part, partial(response_size, app, SETTLE, body), times, inner)
        for _ in range(REQUESTS):
            request()
    return {part: median(times[part]) * len(times[part]) / REQUESTS * MICRO for part in (BARE, REST, *PARTS.values())}


def _bare() -> Any:
    """Flask with one view whose response is about as long as the service's."""
    app = Flask("bare")
    body = bytes(BYTES)
    app.post(SETTLE)(lambda: Response(body, content_type="application/json"))
    return app.wsgi_app
