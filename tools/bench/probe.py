"""Measures one tree: `python tools/bench/probe.py TREE` reads commands, writes results, as JSON lines.

It runs in the trees of other commits, and imports their service and their `tools/bench/core.py`.
"""

import json
import os
import sys
from collections.abc import Callable
from io import BytesIO
from time import process_time
from typing import Any
from wsgiref.util import setup_testing_defaults

Work = Callable[[], object]
STDOUT = 1
SETTLES = "settles"
SETTLE, BATCH = "/v1/settlements", "/v1/settlements/batch"


def work(kind: str, deals: list[Any]) -> Work:
    """What is measured: the core with these deals, or requests in process, one for each deal or one for all."""
    if kind == "core":
        from tools.bench.core import core_of
        from tools.bench.corpus import Example

        return core_of([Example("", "", deal) for deal in deals])
    app = application()
    path, bodies = (BATCH, [{"deals": deals}]) if kind == "batch" else (SETTLE, deals)
    payloads = [json.dumps(body).encode() for body in bodies]
    return lambda: [response_size(app, path, payload) for payload in payloads]


def application() -> Any:
    """The WSGI application of the tree."""
    from pung_chow_settlement import create_app

    return create_app().wsgi_app


def response_size(app: Any, path: str, body: bytes, query: str = "") -> int:
    """Post a body; the length of the response in bytes. Raises AssertionError if its status is not 200."""
    head = {"REQUEST_METHOD": "POST", "PATH_INFO": path, "QUERY_STRING": query, "CONTENT_TYPE": "application/json"}
    environ: dict[str, Any] = {**head, "CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body)}
    setup_testing_defaults(environ)
    statuses: list[str] = []
    response = b"".join(app(environ, lambda status, headers, error=None: statuses.append(status)))
    assert statuses == ["200 OK"], "the deal is refused"
    return len(response)


def settles(deals: list[Any]) -> list[bool]:
    """Which of these deals are settled, not refused."""
    app = application()
    return [_is_settled(app, json.dumps(deal).encode()) for deal in deals]


def _is_settled(app: Any, body: bytes) -> bool:
    try:
        response_size(app, SETTLE, body)
    except AssertionError:
        return False
    return True


def seconds(measured: Work) -> float:
    """Processor time of a work in seconds."""
    started = process_time()
    measured()
    return process_time() - started


def main(tree: str) -> None:
    """For each line `[name]` or, to define the work, `[name, kind, deals]`: write its seconds.

    For `[SETTLES, deals]`: write which of the deals are settled.
    """
    os.chdir(tree)
    sys.path[:1] = [f"{tree}/service", tree]
    out = os.fdopen(os.dup(STDOUT), "w", buffering=1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), STDOUT)  # for the service's logs
    works: dict[str, Work] = {}
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        if name == SETTLES:
            print(json.dumps(settles(arguments[-1])), file=out)
            continue
        if arguments:
            works[name] = work(*arguments)
        print(json.dumps(seconds(works[name])), file=out)


if __name__ == "__main__":
    main(sys.argv[1])
