"""The paths: load, call, dump. Endpoint names are the contract's operationIds."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple
from wsgiref.types import WSGIEnvironment

import orjson
from flask import Response, request

from service.domain import rulebook as rulebooks
from service.http import contract
from service.http.contract import Document, document
from service.http.errors import page
from service.http.negotiation import (
    CSV,
    JSON,
    Limits,
    Parameter,
    accepted,
    flag,
    json_body,
    number,
    of_many,
    parameters,
)
from service.problems import PROBLEMS
from service.reading.refusals import Refused
from service.reading.schemas import MOST_ENTRIES
from service.telling.answers import Answer, ruleset
from service.telling.comparison import comparison
from service.telling.house_rules import finders
from service.usecases.batch import settle_batch
from service.usecases.deals import score, settle
from service.usecases.penalties import call_falsely, wash_tiles
from service.usecases.rulesets import resolve_rules
from service.usecases.scoresheets import keep_scoresheet, keep_scoresheet_as_csv

MIXED: Final = "mixed"
"""Stands, in the log and the metrics, for the several rulebooks that one request names."""
UseCase = Callable[..., Any]
View = Callable[..., Response]


class Route(NamedTuple):
    """A path and what answers it."""

    path: str
    operation_id: str
    view: View
    method: str


def routes(limits: Limits, ready: Callable[[], bool]) -> list[Route]:
    """Every operation: its bodies within these limits; `ready` is whether new requests should still be sent."""
    books = Books()
    return [
        _post("/v1/settlements", "settleDeal", settle, limits, counters=flag, transfers=flag),
        _batch("/v1/settlements/batch", "settleBatch", limits),
        _post("/v1/scores", "scoreHand", score, limits),
        _post("/v1/washed-tiles", "settleWashedTiles", wash_tiles, limits, counters=flag, transfers=flag),
        _post("/v1/false-mahjong", "settleFalseMahjong", call_falsely, limits, counters=flag, transfers=flag),
        _scoresheet("/v1/scoresheets", "keepScoresheet", limits),
        _scoresheet_as_csv("/v1/scoresheets/csv", "keepScoresheetAsCsv", limits),
        _post("/v1/rulesets/resolve", "resolveRuleset", resolve_rules, limits),
        _get("/v1/finders", "listFinders", lambda: _FINDERS),
        _get("/v1/rulesets", "listRulesets", lambda: books.all),
        _get("/v1/rulesets/<ruleset>", "getRuleset", books.one),
        _get("/v1/rulesets/compare", "compareRulesets", books.compared, a=str, b=str),
        _get("/openapi.yaml", "getContractYaml", lambda: contract.AS_YAML),
        _get("/openapi.json", "getContractJson", lambda: contract.AS_JSON),
        _get("/problems/<code>", "getProblemPage", _problem_page),
        Route("/healthz", "getHealth", _health, "GET"),
        _readiness("/readyz", "getReadiness", ready),
    ]


# Bodies in, answers out


def _post(path: str, operation_id: str, operation: UseCase, limits: Limits, **known: Parameter) -> Route:
    def view() -> Response:
        environ = request.environ
        given = parameters(environ, **known)
        accepted(environ, JSON)
        body = json_body(environ, limits)
        return _json(operation(body, note=_noted_in(environ), **given))

    return Route(path, operation_id, view, "POST")


def _json(answer: Answer) -> Response:
    return Response(orjson.dumps(answer), content_type=JSON)


def _noted_in(environ: WSGIEnvironment) -> Callable[[str], None]:
    """Note the rulebook that is read for the log and the metrics, also where the request is then refused."""

    def note(ruleset: str) -> None:
        environ["service.ruleset"] = ruleset if environ.get("service.ruleset", ruleset) == ruleset else MIXED

    return note


def _batch(path: str, operation_id: str, limits: Limits) -> Route:
    def view() -> Response:
        environ = request.environ
        parameters(environ)
        accepted(environ, JSON)
        note = _noted_in(environ)
        return of_many(environ, limits, lambda body: _json(settle_batch(body, note=note, path=path)))

    return Route(path, operation_id, view, "POST")


def _scoresheet(path: str, operation_id: str, limits: Limits) -> Route:
    def view() -> Response:
        environ = request.environ
        given = parameters(environ, **{"counters": flag, "from": number(1, MOST_ENTRIES + 1)})
        accepted(environ, JSON)
        counters, first, note = given.get("counters", False), given.get("from", 1), _noted_in(environ)

        def keep(body: Any) -> Response:
            return _json(keep_scoresheet(body, counters=counters, first=first, note=note, path=path))

        return of_many(environ, limits, keep)

    return Route(path, operation_id, view, "POST")


def _scoresheet_as_csv(path: str, operation_id: str, limits: Limits) -> Route:
    def view() -> Response:
        environ = request.environ
        parameters(environ)
        accepted(environ, CSV)
        keep = partial(keep_scoresheet_as_csv, note=_noted_in(environ))
        return of_many(environ, limits, lambda body: Response(keep(body), mimetype=CSV))

    return Route(path, operation_id, view, "POST")


# Documents that never change while the service runs

_FINDERS: Final = document(orjson.dumps(finders(rulebooks.LIBRARY.finders.values())), JSON)


class Books:
    """The rulebooks as they are told, an operator's own among them."""

    def __init__(self) -> None:
        told = [ruleset(compiled.rulebook) for compiled in rulebooks.BY_ID.values()]
        self.all: Final = document(orjson.dumps({"rulesets": told}), JSON)
        self.by_id: Final = {each["id"]: document(orjson.dumps(each), JSON) for each in told}

    def one(self, ruleset: str) -> Document:
        """One rulebook. Raises Refused where there is none of this id."""
        if ruleset not in self.by_id:
            raise Refused("not-found", f"no rulebook {ruleset[:40]!r} is known; known are {', '.join(self.by_id)}")
        _noted_in(request.environ)(ruleset)
        return self.by_id[ruleset]

    def compared(self, **names: str) -> Document:
        """Two rulebooks beside each other."""
        missing = [name for name in ("a", "b") if name not in names]
        if missing:
            raise Refused("unknown-parameter", f"the query needs {' and '.join(missing)}: the ids of two rulebooks")
        for name in names.values():
            self.one(name)
        a, b = (rulebooks.BY_ID[names[name]].rulebook for name in ("a", "b"))
        return document(orjson.dumps(comparison(a, b)), JSON)


def _get(path: str, operation_id: str, find: Callable[..., Document], **known: Parameter) -> Route:
    def view(**names: str) -> Response:
        environ = request.environ
        given = parameters(environ, **known)
        found = find(**names, **given)
        environ.pop("HTTP_IF_MATCH", None)  # for those who change documents; these never change
        accepted(environ, found.media_type)
        answer = Response(found.body, mimetype=found.media_type)
        answer.set_etag(found.etag)
        answer.cache_control.max_age = 3600
        answer.cache_control.public = True
        answer.make_conditional(request)
        return answer

    return Route(path, operation_id, view, "GET")


def _problem_page(code: str) -> Document:
    if code not in PROBLEMS:
        raise Refused("not-found", f"no problem {code[:40]!r} is known")
    return document(page(code).encode(), "text/html")


# Health


def _health() -> Response:
    parameters(request.environ)
    return Response(b'{"status":"ok"}', mimetype=JSON)


def _readiness(path: str, operation_id: str, ready: Callable[[], bool]) -> Route:
    def view() -> Response:
        parameters(request.environ)
        if not ready():
            raise Refused("not-ready", "the service is stopping")
        return Response(b'{"status":"ready"}', mimetype=JSON)

    return Route(path, operation_id, view, "GET")
