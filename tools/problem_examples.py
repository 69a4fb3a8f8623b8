"""Writes the examples of the pages of problems and faults: for each code a request and the service's answer."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pung_chow_settlement.problems import PROBLEMS
from pung_chow_settlement.requests.read_scoresheet import RULES_FAILED
from pung_chow_settlement.requests.refusals import Refused, invalid_request
from pung_chow_settlement.serializers.problem_documents import problem
from tests.support.cases import cases_of
from tests.support.hostile_bodies import batch, own_rules, sheet
from tools.conformance import RAW

ROOT = Path(__file__).parents[1]
OUT = ROOT / "service" / "pung_chow_settlement" / "api" / "problem_examples.json"
LONGEST = 800
"""The maximum length of a body in an example, in characters."""
Json = dict[str, Any]


class Request(NamedTuple):
    """A request, and the code with which it is refused."""

    code: str
    method: str
    path: str
    body: str = ""
    headers: tuple[tuple[str, str], ...] = ()


def requests() -> Iterator[Request]:
    """A request for each code that a request can cause."""
    for case in cases_of("refusals"):
        yield _post(case["name"], case["path"], json.dumps(case["body"], ensure_ascii=False))
    for code, raw in RAW.items():
        if code in PROBLEMS:
            yield _post(code, "/v1/scores", raw.body * raw.times, raw.content_type)
    for code, path, long in _long():
        yield _post(code, path, json.dumps(long))
    yield _post("invalid-request", "/v1/false-mahjong", '{"ruleset": "bmjaa", "seat": "nobody"}')
    yield Request("invalid-parameters", "GET", "/v1/rulesets/compare?a=bmja&bb=dmjl")
    yield _post("bad-request", "/v1/scores", "{}", headers=(("Content-Encoding", "gzip"),))
    yield Request("unknown-ruleset", "GET", "/v1/rulesets/harr-1924")
    yield Request("not-found", "GET", "/v1/rulebooks")
    yield Request("method-not-allowed", "GET", "/v1/settlements")
    yield Request("not-acceptable", "GET", "/v1/rulesets", headers=(("Accept", "image/png"),))
    yield Request("headers-too-large", "GET", "/v1/rulesets", headers=(("Accept-Language", "de," * 500),))


def _post(
    code: str, path: str, body: str, content_type: str = "application/json", headers: tuple[tuple[str, str], ...] = ()
) -> Request:
    return Request(code, "POST", path, body, (("Content-Type", content_type), *headers))


def _long() -> Iterator[tuple[str, str, Json]]:
    """Bodies that cause too much work: many entries or deals, with many house rules."""
    yield "too-many-rules", "/v1/scoresheets", sheet(own_rules(98), 1000)
    yield "too-many-score-items", "/v1/scoresheets", sheet(own_rules(16), 1000)
    yield "answer-too-large", "/v1/scoresheets", sheet(own_rules(2, "x" * 200), 1000)
    yield "too-many-house-rules", "/v1/settlements/batch", batch(*[own_rules(1, points=each) for each in range(33)])


def examples(client: FlaskClient) -> dict[str, Json]:
    """By code: the request and the answer; for a problem that no request alone causes, its document only."""
    found = {request.code: _example(client, request) for request in requests()}
    for code in PROBLEMS.keys() - found.keys():
        refusal = _WITH_DETAIL.get(code) or Refused(code, detail=PROBLEMS[code].title)
        found[code] = {"request": "", "answer": problem(code, refusal.detail)}
    for fault in _WITHOUT_REQUEST:
        refusal = invalid_request([fault])
        found[fault.code] = {"request": "", "answer": problem(refusal.code, refusal.detail, refusal.faults)}
    return dict(sorted(found.items()))


_WITH_DETAIL = {
    "internal-error": Refused("internal-error"),
    "not-ready": Refused("not-ready"),
    "overloaded": Refused("overloaded"),
}
"""Problems without a request that have a sentence besides their title."""
_WITHOUT_REQUEST = (RULES_FAILED.prefixed(("entries", 0)),)
"""Faults of the service itself, which no request causes."""


def _example(client: FlaskClient, request: Request) -> Json:
    response = client.open(request.path, method=request.method, data=request.body or None, headers=[*request.headers])
    answer = response.get_json()
    del answer["request_id"]
    assert request.code in {answer["code"], *_faults(response)}, f"{request.code}: {answer}"
    head = [f"{request.method} {request.path}", *(f"{name}: {_short(text, 60)}" for name, text in request.headers)]
    return {
        "request": "\n".join([*head, *(["", _short(_lines(request.body), LONGEST)] if request.body else [])]),
        "answer": answer,
    }


def _faults(response: TestResponse) -> list[str]:
    problem = response.get_json()
    return [each["code"] for each in problem.get("errors", ())]


def _lines(body: str) -> str:
    """A body with a line for each member if it is JSON, else unchanged."""
    try:
        value = json.loads(body) if "NaN" not in body else None
    except ValueError:
        return body
    if not isinstance(value, dict):
        return body
    return (
        "{"
        + ",\n ".join(f"{json.dumps(name)}: {json.dumps(each, ensure_ascii=False)}" for name, each in value.items())
        + "}"
    )


def _short(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length]} ..."


def write(client: FlaskClient) -> None:
    """Write the file, a line for each code."""
    OUT.write_text(file_text(client))


def file_text(client: FlaskClient) -> str:
    """The file's text."""
    lines = [f"{json.dumps(code)}: {json.dumps(each, ensure_ascii=False)}" for code, each in examples(client).items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"
