"""One tree's part of a comparison: `python bench/probe.py TREE`; works are made once, and run when told.

Lines of JSON come in and go out. It runs in trees that are older than itself, with what their own `bench` always had.
"""

import json
import os
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

Work = Callable[[], object]
STDOUT = 1
BATCH = "/v1/settlements/batch"


def enter(tree: str) -> None:
    """Import from this tree from now on."""
    os.chdir(tree)
    sys.path[0] = tree


def work(kind: str, sent: list[Any]) -> Work:
    """What is to be measured: the core of these deals, or requests with them in process."""
    from bench.bare import body_of
    from bench.core import core_of
    from bench.corpus import Example
    from bench.wsgi import SETTLE, call

    if kind == "core":
        return core_of([Example("", "", body) for body in sent])
    path, bodies = (BATCH, [body_of({"deals": sent})]) if kind == "batch" else (SETTLE, list(map(body_of, sent)))
    app = application("bench.bare" if kind == "bare" else "service").wsgi_app
    for body in bodies:
        assert call(app, path, body).status == 200, "what is compared is settled, not refused"
    return lambda: [call(app, path, body) for body in bodies]


def application(module: str) -> Any:
    """The application that a module makes."""
    return __import__(module, fromlist=["create_app"]).create_app()


def seconds(done: Work) -> float:
    """Seconds of CPU that some work takes."""
    started = process_time()
    done()
    return process_time() - started


def main(tree: str) -> None:
    """Do what is told until nothing more is."""
    enter(tree)
    told = os.fdopen(os.dup(STDOUT), "w", buffering=1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), STDOUT)  # the service's own lines
    works: dict[str, Work] = {}
    for line in sys.stdin:
        name, *given = json.loads(line)
        if given:
            works[name] = work(*given)
        print(json.dumps(seconds(works[name])), file=told)


if __name__ == "__main__":
    main(sys.argv[1])
