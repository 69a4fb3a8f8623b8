"""Writes the examples of the pages of problems and faults: requests for each code, as the service answers them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scripts.conformance import RAW
from service.api.streams import MOST_STREAMS
from service.problems import PROBLEMS
from service.requests.refusals import Refused
from service.responses.problem_documents import document
from support.hostile_bodies import batch, own_rules, sheet

ROOT = Path(__file__).parents[1]
OUT = ROOT / "service" / "api" / "problem_examples.json"
REQUESTS = ROOT / "tests" / "data" / "refusals.json"
LONGEST = 800
"""Characters of a body that are shown."""
Json = dict[str, Any]


class Asked(NamedTuple):
    """A request, and the code for which it is refused."""

    code: str
    method: str
    path: str
    body: str = ""
    headers: tuple[tuple[str, str], ...] = ()


def requests() -> Iterator[Asked]:
    """A request for each code that one can be answered with."""
    for code, (path, body) in json.loads(REQUESTS.read_text()).items():
        yield _posted(code, path, json.dumps(body, ensure_ascii=False))
    for code, raw in RAW.items():
        if code in PROBLEMS:
            yield _posted(code, "/v1/scores", raw.body, raw.content_type)
    for code, path, long in _long():
        yield _posted(code, path, json.dumps(long))
    yield _posted("invalid-request", "/v1/false-mahjong", '{"ruleset": "bmja", "seat": "nobody"}')
    yield Asked("unknown-parameter", "GET", "/v1/rulesets/compare?a=bmja")
    yield Asked("unknown-ruleset", "GET", "/v1/rulesets/harr-1924")
    yield Asked("not-found", "GET", "/v1/rulebooks")
    yield Asked("method-not-allowed", "GET", "/v1/settlements")
    yield Asked("not-acceptable", "GET", "/v1/rulesets", headers=(("Accept", "image/png"),))
    yield Asked("headers-too-large", "GET", "/v1/rulesets", headers=(("Accept-Language", "de," * 500),))


def _posted(code: str, path: str, body: str, content_type: str = "application/json") -> Asked:
    return Asked(code, "POST", path, body, (("Content-Type", content_type),))


def _long() -> Iterator[tuple[str, str, Json]]:
    """Bodies that unpack to too much: many entries or deals, by many rules of the table's own."""
    yield "too-many-rules", "/v1/scoresheets", sheet(own_rules(98), 1000)
    yield "too-many-score-items", "/v1/scoresheets/csv", sheet(own_rules(16), 1000)
    yield "answer-too-large", "/v1/scoresheets", sheet(own_rules(2, "x" * 200), 1000)
    yield "too-many-house-rules", "/v1/settlements/batch", batch(*[own_rules(1, points=each) for each in range(33)])


def examples(client: FlaskClient) -> dict[str, Json]:
    """By code: the request as it is sent, and the answer; where no request alone leads to a problem, its document."""
    found = {asked.code: _example(client, asked) for asked in requests()}
    for code in PROBLEMS.keys() - found.keys():
        refusal = _SAID.get(code) or Refused(code, detail=PROBLEMS[code].title)
        found[code] = {"request": "", "answer": document(code, refusal.detail, path="/v1/settlements")}
    return dict(sorted(found.items()))


_SAID = {
    "internal-error": Refused("internal-error"),
    "not-ready": Refused("not-ready"),
    "overloaded": Refused("overloaded", most=MOST_STREAMS),
}
"""Problems of the service's own that have a sentence beside their title."""


def _example(client: FlaskClient, asked: Asked) -> Json:
    sent = client.open(asked.path, method=asked.method, data=asked.body or None, headers=[*asked.headers])
    answer = sent.get_json()
    del answer["request_id"]
    assert asked.code in {answer["code"], *_faults(sent)}, f"{asked.code}: {answer}"
    head = [f"{asked.method} {asked.path}", *(f"{name}: {_short(text, 60)}" for name, text in asked.headers)]
    return {
        "request": "\n".join([*head, *(["", _short(_lines(asked.body), LONGEST)] if asked.body else [])]),
        "answer": answer,
    }


def _faults(answer: TestResponse) -> list[str]:
    told = answer.get_json()
    return [each["code"] for each in (*told.get("errors", ()), *told.get("parameter_errors", ()))]


def _lines(body: str) -> str:
    """A body with its hands and entries on lines of their own, where it is JSON."""
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


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]} ..."


def write(client: FlaskClient) -> None:
    """Write them, a line each."""
    OUT.write_text(written(client))


def written(client: FlaskClient) -> str:
    """The file's text."""
    lines = [f"{json.dumps(code)}: {json.dumps(each, ensure_ascii=False)}" for code, each in examples(client).items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"
