"""The request in process: the service's whole WSGI application against the bare view, in alternation."""

from collections.abc import Sequence
from functools import partial
from statistics import median
from typing import NamedTuple
from wsgiref.types import WSGIApplication

from bench.bare import body_of
from bench.bare import create_app as create_bare
from bench.clock import MICRO, in_turn, ratio
from bench.corpus import CLASSES, Example
from bench.wsgi import SETTLE, call, without_log
from service import create_app

ROUNDS = 15


class Compared(NamedTuple):
    """Microseconds of CPU for a request of a class."""

    kind: str
    service: float
    bare: float
    ratio: float


def compare(examples: Sequence[Example]) -> list[Compared]:
    """Every class through both applications."""
    apps = create_app().wsgi_app, create_bare().wsgi_app
    return [_compare(kind, [body_of(each.body) for each in examples if each.kind == kind], apps) for kind in CLASSES]


def _compare(kind: str, sent: list[bytes], apps: tuple[WSGIApplication, ...]) -> Compared:
    with without_log():
        rounds = in_turn([partial(_send, app, sent) for app in apps], ROUNDS)
    service, bare = (median(times) / len(sent) * MICRO for times in zip(*rounds, strict=True))
    return Compared(kind, service, bare, ratio(rounds))


def _send(app: WSGIApplication, sent: list[bytes]) -> None:
    for body in sent:
        call(app, SETTLE, body)
