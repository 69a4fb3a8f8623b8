"""The service with seams at which a test puts one fault after another, each met once.

SEAMS tells the seams, with blanks between, FAULT a file: while a fault waits to be met, it stands there as
`module:attribute before|after kill|<exception>`, as `service.usecases.deals:settle_deal before MemoryError`.
"""

import builtins
import importlib
import os
import signal
from functools import reduce
from pathlib import Path
from typing import Any

from flask import Flask

import service

MASTER = os.getpid()
WAITING = Path(os.environ["FAULT"])


def create_app() -> Flask:
    for place in os.environ["SEAMS"].split():
        open_seam(place)
    return service.create_app()


def open_seam(place: str) -> None:
    """Let a fault be put before and after what stands at a place."""
    module, _, attributes = place.partition(":")
    *owners, name = attributes.split(".")
    owner = reduce(getattr, owners, importlib.import_module(module))
    real = getattr(owner, name)

    def faulty(*args: Any, **kwargs: Any) -> Any:
        meet(f"{place} before")
        answer = real(*args, **kwargs)
        meet(f"{place} after")
        return answer

    setattr(owner, name, faulty)


def meet(here: str) -> None:
    """Fail in the way that waits here, if one does and this is a worker; whoever takes it away has met it."""
    if os.getpid() == MASTER:
        return
    try:
        where, _, what = WAITING.read_text().rpartition(" ")
        if where != here:
            return
        WAITING.unlink()
    except FileNotFoundError:
        return
    if what == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    raise getattr(builtins, what)
