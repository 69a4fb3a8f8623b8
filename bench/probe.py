"""One tree's part of a comparison: `python bench/probe.py TREE` prepares works and runs them when asked.

Lines of JSON come in and go out. It runs in the trees of other commits, whose service and `bench/core.py` it imports.
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
    """What is to be measured: the core with these deals, or requests in process, one for each or one for all."""
    if kind == "core":
        from bench.core import core_of
        from bench.corpus import Example

        return core_of([Example("", "", deal) for deal in deals])
    app = application()
    path, bodies = (BATCH, [{"deals": deals}]) if kind == "batch" else (SETTLE, deals)
    sent = [json.dumps(body).encode() for body in bodies]
    return lambda: [answered(app, path, body) for body in sent]


def application() -> Any:
    """The tree's own, as WSGI has it."""
    from service import create_app

    return create_app().wsgi_app


def answered(app: Any, path: str, body: bytes, query: str = "") -> int:
    """Send a request; the bytes of its answer. Raises AssertionError where its status is not 200."""
    head = {"REQUEST_METHOD": "POST", "PATH_INFO": path, "QUERY_STRING": query, "CONTENT_TYPE": "application/json"}
    environ: dict[str, Any] = {**head, "CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body)}
    setup_testing_defaults(environ)
    statuses: list[str] = []
    answer = b"".join(app(environ, lambda status, headers, error=None: statuses.append(status)))
    assert statuses == ["200 OK"], "what is compared is settled, not refused"
    return len(answer)


def settles(deals: list[Any]) -> list[bool]:
    """Which of these deals are settled, not refused."""
    app = application()
    return [_is_settled(app, json.dumps(deal).encode()) for deal in deals]


def _is_settled(app: Any, body: bytes) -> bool:
    try:
        answered(app, SETTLE, body)
    except AssertionError:
        return False
    return True


def seconds(done: Work) -> float:
    """Seconds of processor time that some work takes."""
    started = process_time()
    done()
    return process_time() - started


def main(tree: str) -> None:
    """Answer each line `[name]` or, for a new work, `[name, kind, deals]` with its seconds.

    `[SETTLES, deals]` is answered with which of the deals are settled.
    """
    os.chdir(tree)
    sys.path[0] = tree
    out = os.fdopen(os.dup(STDOUT), "w", buffering=1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), STDOUT)  # the service's own lines
    works: dict[str, Work] = {}
    for line in sys.stdin:
        name, *given = json.loads(line)
        if name == SETTLES:
            print(json.dumps(settles(given[-1])), file=out)
            continue
        if given:
            works[name] = work(*given)
        print(json.dumps(seconds(works[name])), file=out)


if __name__ == "__main__":
    main(sys.argv[1])
