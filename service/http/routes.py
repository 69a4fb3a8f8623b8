"""The paths: load, call, dump. Endpoint names are the contract's operationIds."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple
from wsgiref.types import WSGIEnvironment

import orjson
from werkzeug.wrappers import Response

from service.domain import rulebook as rulebooks
from service.http import contract, packing
from service.http.contract import Document, document
from service.http.errors import page
from service.http.negotiation import (
    CSV,
    CSV_IN_UTF8,
    JSON,
    Limits,
    Parameter,
    accepted,
    flag,
    json_body,
    language_of,
    number,
    of_many,
    parameters,
    spoken,
)
from service.http.whole import Whole
from service.problems import PROBLEMS
from service.reading.refusals import Refused
from service.reading.schemas import MOST_ENTRIES
from service.telling.answers import Answer, outline, ruleset
from service.telling.comparison import comparison
from service.telling.house_rules import finders
from service.telling.languages import told_in
from service.texts import LANGUAGES, Language
from service.usecases.batch import settle_batch
from service.usecases.deals import score, settle
from service.usecases.penalties import call_falsely, wash_tiles
from service.usecases.rulesets import resolve_rules
from service.usecases.scoresheets import keep_scoresheet, keep_scoresheet_as_csv
from service.usecases.waits import wait

MIXED: Final = "mixed"
"""Stands, in the log and the metrics, for the several rulebooks that one request names."""
UseCase = Callable[..., Any]
View = Callable[..., Response | Whole]
"""From a request, and the names in its path, to an answer, as a WSGI application."""


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
        _post("/v1/waits", "waitForTiles", wait, limits),
        _post("/v1/washed-tiles", "settleWashedTiles", wash_tiles, limits, counters=flag, transfers=flag),
        _post("/v1/false-mahjong", "settleFalseMahjong", call_falsely, limits, counters=flag, transfers=flag),
        _scoresheet("/v1/scoresheets", "keepScoresheet", limits),
        _scoresheet_as_csv("/v1/scoresheets/csv", "keepScoresheetAsCsv", limits),
        _post("/v1/rulesets/resolve", "resolveRuleset", resolve_rules, limits),
        _get_prose("/v1/finders", "listFinders", _always(_FINDERS)),
        _get_prose("/v1/rulesets", "listRulesets", _always(books.all)),
        _get_prose("/v1/rulesets/<rulebook_id:ruleset>", "getRuleset", books.one),
        _get_prose("/v1/rulesets/outline", "outlineRulesets", _always(books.outline)),
        _get_prose("/v1/rulesets/compare", "compareRulesets", books.compared, a=str, b=str),
        _get("/openapi.yaml", "getContractYaml", lambda _: contract.AS_YAML),
        _get("/openapi.json", "getContractJson", lambda _: contract.as_json()),
        _get_prose("/problems/<code>", "getProblemPage", _problem_page),
        Route("/healthz", "getHealth", _health, "GET"),
        _readiness("/readyz", "getReadiness", ready),
    ]


# Bodies in, answers out


def _post(path: str, operation_id: str, operation: UseCase, limits: Limits, **known: Parameter) -> Route:
    def view(environ: WSGIEnvironment) -> Whole:
        given = parameters(environ, **known)
        accepted(environ, JSON)
        body = json_body(environ, limits)
        return _json(operation(body, note=_noted_in(environ), **given), environ)

    return Route(path, operation_id, view, "POST")


def _json(answer: Answer, environ: WSGIEnvironment) -> Whole:
    language = language_of(environ)
    return _told(told_in(language, answer), language)


def _told(answer: Answer, language: Language | None) -> Whole:
    """The answer that is in this language already."""
    return Whole(orjson.dumps(answer), JSON, headers=spoken(language))


def _noted_in(environ: WSGIEnvironment) -> Callable[[str], None]:
    """Note the rulebook that is read for the log and the metrics, also where the request is then refused."""

    def note(ruleset: str) -> None:
        environ["service.ruleset"] = ruleset if environ.get("service.ruleset", ruleset) == ruleset else MIXED

    return note


def _batch(path: str, operation_id: str, limits: Limits) -> Route:
    def view(environ: WSGIEnvironment) -> Whole:
        parameters(environ)
        accepted(environ, JSON)
        language = language_of(environ)
        settle = partial(settle_batch, note=_noted_in(environ), path=path, language=language)
        return of_many(environ, limits, lambda body: _told(settle(body), language))

    return Route(path, operation_id, view, "POST")


def _scoresheet(path: str, operation_id: str, limits: Limits) -> Route:
    def view(environ: WSGIEnvironment) -> Whole:
        given = parameters(environ, **{"counters": flag, "from": number(1, MOST_ENTRIES + 1)})
        accepted(environ, JSON)
        counters, first, note = given.get("counters", False), given.get("from", 1), _noted_in(environ)

        def keep(body: Any) -> Whole:
            language = language_of(environ)
            told = keep_scoresheet(body, counters=counters, first=first, note=note, path=path, language=language)
            return _told(told_in(language, told), language)

        return of_many(environ, limits, keep)

    return Route(path, operation_id, view, "POST")


def _scoresheet_as_csv(path: str, operation_id: str, limits: Limits) -> Route:
    def view(environ: WSGIEnvironment) -> Whole:
        parameters(environ)
        accepted(environ, CSV)
        keep = partial(keep_scoresheet_as_csv, note=_noted_in(environ))
        return of_many(environ, limits, lambda body: Whole(keep(body).encode(), CSV_IN_UTF8))

    return Route(path, operation_id, view, "POST")


# Documents that never change while the service runs

Find = Callable[..., Document]


def _prose(answer: Answer, language: Language | None) -> Document:
    """A document with texts for people, in a language."""
    return document(orjson.dumps(told_in(language, answer)), JSON, spoken(language))


_SPOKEN: Final = (None, *LANGUAGES.values())


def _in_all(answer: Answer) -> dict[Language | None, Document]:
    return {language: _prose(answer, language) for language in _SPOKEN}


_FINDERS: Final = _in_all(finders(rulebooks.LIBRARY.finders.values()))


class Books:
    """The rulebooks as they are told, an operator's own among them."""

    def __init__(self) -> None:
        known = [compiled.rulebook for compiled in rulebooks.BY_ID.values()]
        told = [ruleset(rulebook) for rulebook in known]
        self.all: Final = _in_all({"rulesets": told})
        self.outline: Final = _in_all({"rulesets": [outline(rulebook) for rulebook in known]})
        self.by_id: Final = {each["id"]: _in_all(each) for each in told}

    def one(self, environ: WSGIEnvironment, language: Language | None, ruleset: str) -> Document:
        """One rulebook. Raises Refused where there is none of this id."""
        if ruleset not in self.by_id:
            given, known = ruleset[:40], list(self.by_id)
            detail = f"no rulebook {given!r} is known; known are {', '.join(known)}"
            raise Refused("not-found", detail, sentence="ruleset", given=given, known=known)
        _noted_in(environ)(ruleset)
        return self.by_id[ruleset][language]

    def compared(self, environ: WSGIEnvironment, language: Language | None, **names: str) -> Document:
        """Two rulebooks beside each other."""
        missing = [name for name in ("a", "b") if name not in names]
        if missing:
            detail = f"the query needs {' and '.join(missing)}: the ids of two rulebooks"
            raise Refused("unknown-parameter", detail, sentence="compared", missing=missing)
        for name in names.values():
            self.one(environ, language, name)
        a, b = (rulebooks.BY_ID[names[name]].rulebook for name in ("a", "b"))
        return _prose(comparison(a, b), language)


def _always(told: Mapping[Language | None, Document]) -> Find:
    return lambda _, language: told[language]


def _get_prose(path: str, operation_id: str, find: Find, **known: Parameter) -> Route:
    def find_in_language(environ: WSGIEnvironment, **names: str) -> Document:
        return find(environ, language_of(environ), **names)

    return _get(path, operation_id, find_in_language, **known)


def _get(path: str, operation_id: str, find: Find, **known: Parameter) -> Route:
    def view(environ: WSGIEnvironment, **names: str) -> Response:
        given = parameters(environ, **known)
        found = find(environ, **names, **given)
        environ.pop("HTTP_IF_MATCH", None)  # for those who change documents; these never change
        accepted(environ, found.media_type)
        answer = Response(found.body, mimetype=found.media_type, headers=found.headers)
        answer.set_etag(found.etag)
        answer.cache_control.max_age = 3600
        answer.cache_control.public = True
        answer.make_conditional(environ)
        return packing.document(answer, environ)

    return Route(path, operation_id, view, "GET")


def _problem_page(_: WSGIEnvironment, language: Language | None, code: str) -> Document:
    if code not in PROBLEMS:
        raise Refused("not-found", f"no problem {code[:40]!r} is known", sentence="problem", given=code[:40])
    return document(page(code, language).encode(), "text/html", spoken(language))


# Health


def _health(environ: WSGIEnvironment) -> Whole:
    parameters(environ)
    return Whole(b'{"status":"ok"}', JSON)


def _readiness(path: str, operation_id: str, ready: Callable[[], bool]) -> Route:
    def view(environ: WSGIEnvironment) -> Whole:
        parameters(environ)
        if not ready():
            raise Refused("not-ready", "the service is stopping")
        return Whole(b'{"status":"ready"}', JSON)

    return Route(path, operation_id, view, "GET")
