"""The paths: load, call, dump. Endpoint names are the contract's operationIds."""

from collections.abc import Callable
from typing import Any, Final
from wsgiref.types import WSGIEnvironment

import orjson
from flask import Response, request

from service.api import bodies, contract, operations, responses
from service.api.contract import Document, document
from service.api.problems import PROBLEMS, Refused, page
from service.domain import rulebook as rulebooks
from service.ops import health
from service.ops.settings import from_environment

ROUTES: Final[list[tuple[str, str, Callable[..., Response], str]]] = []
"""Path, operationId, view and method of every operation."""
JSON: Final = "application/json"
CSV: Final = "text/csv"
_SETTINGS: Final = from_environment()
_FLAGS: Final = {"false": False, "true": True}

Operation = Callable[..., Any]


# Bodies in, answers out


def _post(path: str, operation_id: str, operation: Operation, *flags: str, most: int = _SETTINGS.max_body) -> None:
    def view() -> Response:
        environ = request.environ
        asked = _parameters(environ, *flags)
        _accepts(environ, JSON)
        answer = operation(_body(environ, most), **asked)
        environ["service.ruleset"] = answer.get("ruleset")
        return Response(orjson.dumps(answer), content_type=JSON)

    ROUTES.append((path, operation_id, view, "POST"))


def _parameters(environ: WSGIEnvironment, *flags: str) -> dict[str, bool]:
    """The query parameters, which are true or false; one that is not known or stands twice is refused."""
    if not environ.get("QUERY_STRING"):
        return {}
    for name, values in request.args.lists():
        if name not in flags:
            raise Refused("unknown-parameter", f"no query parameter {name[:40]!r} is known here")
        if len(values) > 1 or values[0] not in _FLAGS:
            raise Refused("unknown-parameter", f"the query parameter {name!r} must be true or false, given once")
    return {name: _FLAGS[value] for name, value in request.args.items()}


def _accepts(environ: WSGIEnvironment, *media_types: str) -> str:
    """The media type to answer in."""
    accepted = environ.get("HTTP_ACCEPT", "*/*")
    if accepted in ("", "*/*", media_types[0]):
        return media_types[0]
    best = request.accept_mimetypes.best_match(media_types)
    if best is None:
        raise Refused("not-acceptable", f"the answer comes as {' or '.join(media_types)}")
    return best


def _body(environ: WSGIEnvironment, most: int) -> Any:
    if environ.get("CONTENT_TYPE") != JSON and request.mimetype != JSON:
        raise Refused("unsupported-media-type", f"the body is sent as {JSON}")
    request.max_content_length = most + 1  # a chunked body ends there without a word
    body = request.get_data(cache=False)
    if len(body) > most:
        raise Refused("body-too-large", f"the body is longer than {most} bytes")
    return bodies.parse(body, _SETTINGS.max_depth)


_post("/v1/settlements", "settleDeal", operations.settle, "counters")
_post("/v1/settlements/batch", "settleBatch", operations.settle_batch, most=_SETTINGS.max_body_many)
_post("/v1/scores", "scoreHand", operations.score)
_post("/v1/washed-tiles", "settleWashedTiles", operations.wash_tiles, "counters")
_post("/v1/false-mahjong", "settleFalseMahjong", operations.call_falsely, "counters")


def _keep_scoresheet() -> Response:
    environ = request.environ
    asked = _parameters(environ, "counters")
    media_type = _accepts(environ, JSON, CSV)
    body = _body(environ, _SETTINGS.max_body_many)
    if media_type == CSV:
        answer = Response(operations.keep_scoresheet_as_csv(body), mimetype=CSV)
    else:
        answer = Response(orjson.dumps(operations.keep_scoresheet(body, **asked)), mimetype=JSON)
    answer.vary.add("Accept")
    return answer


ROUTES.append(("/v1/scoresheets", "keepScoresheet", _keep_scoresheet, "POST"))


# Documents that never change while the service runs

_RULESETS: Final = [responses.ruleset(rulebook) for rulebook in rulebooks.ALL]
_ALL_RULESETS: Final = document(orjson.dumps({"rulesets": _RULESETS}), JSON)
_RULESET: Final = {told["id"]: document(orjson.dumps(told), JSON) for told in _RULESETS}


def _get(path: str, operation_id: str, find: Callable[..., Document]) -> None:
    def view(**names: str) -> Response:
        environ = request.environ
        _parameters(environ)
        told = find(**names)
        environ.pop("HTTP_IF_MATCH", None)  # for those who change documents; these never change
        _accepts(environ, told.media_type)
        answer = Response(told.body, mimetype=told.media_type)
        answer.set_etag(told.etag)
        answer.cache_control.max_age = 3600
        answer.cache_control.public = True
        answer.make_conditional(request)
        return answer

    ROUTES.append((path, operation_id, view, "GET"))


def _one_ruleset(ruleset: str) -> Document:
    if ruleset not in _RULESET:
        raise Refused("not-found", f"no rulebook {ruleset[:40]!r} is known; known are {', '.join(_RULESET)}")
    request.environ["service.ruleset"] = ruleset
    return _RULESET[ruleset]


def _problem_page(code: str) -> Document:
    if code not in PROBLEMS:
        raise Refused("not-found", f"no problem {code[:40]!r} is known")
    return document(page(code).encode(), "text/html")


_get("/v1/rulesets", "listRulesets", lambda: _ALL_RULESETS)
_get("/v1/rulesets/<ruleset>", "getRuleset", _one_ruleset)
_get("/openapi.yaml", "getContractYaml", lambda: contract.AS_YAML)
_get("/openapi.json", "getContractJson", lambda: contract.AS_JSON)
_get("/problems/<code>", "getProblemPage", _problem_page)


# Health


def _health() -> Response:
    _parameters(request.environ)
    return Response(b'{"status":"ok"}', mimetype=JSON)


def _readiness() -> Response:
    _parameters(request.environ)
    if not health.ready():
        raise Refused("not-ready", "the service is stopping")
    return Response(b'{"status":"ready"}', mimetype=JSON)


ROUTES.append(("/healthz", "getHealth", _health, "GET"))
ROUTES.append(("/readyz", "getReadiness", _readiness, "GET"))
