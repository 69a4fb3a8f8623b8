"""The service with one fault put at a seam: FAULT tells where, when and what, ONCE a file that marks it as done.

FAULT is `module:attribute before|after kill|<exception>`, as `service.usecases.deals:settle_deal before MemoryError`.
"""

import builtins
import importlib
import os
import signal
from functools import reduce
from typing import Any

from flask import Flask

import service


def create_app() -> Flask:
    place, moment, what = os.environ["FAULT"].split()
    module, _, attributes = place.partition(":")
    *owners, name = attributes.split(".")
    owner = reduce(getattr, owners, importlib.import_module(module))
    real, master = getattr(owner, name), os.getpid()

    def faulty(*args: Any, **kwargs: Any) -> Any:
        if moment == "before" and os.getpid() != master:
            fail_once(what)
        answer = real(*args, **kwargs)
        if moment == "after" and os.getpid() != master:
            fail_once(what)
        return answer

    setattr(owner, name, faulty)
    return service.create_app()


def fail_once(what: str) -> None:
    """Fail, unless that was done already, by whichever worker."""
    try:
        os.close(os.open(os.environ["ONCE"], os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return
    if what == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    raise getattr(builtins, what)
