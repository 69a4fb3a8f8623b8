"""What the operator's layer adds to every answer, seen in process."""

import json
import logging
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.api import hooks
from service.ops.logs import LONGEST, JsonLines
from service.ops.settings import Settings

Lines = list[dict[str, Any]]
A, B = "https://a.example", "https://b.example"
PREFLIGHT = {
    "Origin": A,
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization, content-type",
}


def client_of(view: Any = lambda: "here", **settings: Any) -> FlaskClient:
    """A client of an application of one path."""
    app = Flask(__name__)
    app.add_url_rule("/", "home", view, methods=["GET", "POST"])
    hooks.init_app(app, Settings(**settings))
    return app.test_client()


@pytest.mark.parametrize("given", ["a", "0af7651916cd43dd8448eb211c80319c", "A.b_c-9", "x" * 64])
def test_a_safe_request_id_is_repeated(client: FlaskClient, given: str) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": given}).headers["X-Request-ID"] == given


def test_an_unsafe_request_id_is_replaced_by_one_of_its_own(client: FlaskClient) -> None:
    unsafe = ["", "x" * 65, "two words", 'quote"', "<b>", "é", "a,b"]
    answered = [client.get("/healthz", headers={"X-Request-ID": each}).headers["X-Request-ID"] for each in unsafe]
    assert all(re.fullmatch("[0-9a-f]{16}", each) for each in answered)
    assert len(set(answered)) == len(unsafe)


@pytest.mark.parametrize(
    ("path", "status", "policy"),
    [
        ("/healthz", 200, "default-src 'none'; frame-ancestors 'none'"),
        ("/page", 200, "default-src 'none'; script-src 'self'; style-src 'self';"),
        ("/nowhere", 404, "default-src 'none'; script-src 'self'"),
    ],
)
def test_every_answer_has_the_security_headers(client: FlaskClient, path: str, status: int, policy: str) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert answer.headers["Content-Security-Policy"].startswith(policy)
    names = ("X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy")
    assert [answer.headers[name] for name in names] == ["nosniff", "DENY", "no-referrer"]


def test_a_policy_that_the_application_set_or_the_browser_has_kept_stays_alone() -> None:
    own = client_of(lambda: ("", {"Content-Security-Policy": "default-src data:"})).get("/")
    assert own.headers.getlist("Content-Security-Policy") == ["default-src data:"]
    kept = client_of(lambda: ("", 304, {"ETag": '"a"'})).get("/")
    assert "Content-Security-Policy" not in kept.headers
    assert kept.headers["X-Request-ID"]


@pytest.mark.parametrize(
    ("listed", "origin", "let_in"),
    [
        ((), A, None),
        ((A, B), A, A),
        ((A, B), B, B),
        (("*",), A, "*"),
        *(((A,), origin, None) for origin in (f"{A}.evil.example", "http://a.example", "null", "*")),
    ],
)
def test_an_origin_is_let_in_where_it_is_listed(listed: tuple[str, ...], origin: str, let_in: str | None) -> None:
    answer = client_of(cors_origins=listed).get("/", headers={"Origin": origin})
    assert answer.headers.get("Access-Control-Allow-Origin") == let_in
    assert answer.headers.get("Vary") == ("Origin" if listed else None)
    assert ("X-Request-ID" in answer.headers.get("Access-Control-Expose-Headers", "")) is bool(let_in)


def test_a_preflight_is_answered_with_what_may_be_sent_and_with_nothing_without_a_list() -> None:
    answer = client_of(cors_origins=(A,)).options("/", headers=PREFLIGHT)
    assert (answer.status_code, answer.data) == (200, b"")
    assert answer.headers["Access-Control-Allow-Origin"] == A
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    assert answer.headers["Access-Control-Allow-Headers"] == "authorization, content-type"
    none = client_of().options("/", headers=PREFLIGHT)
    assert not [name for name, _ in none.headers if name.startswith("Access-Control")]


def test_a_request_is_one_line_of_json(client: FlaskClient, lines: Lines) -> None:
    client.post("/echo/7?secret=query", data=b"secret body", headers={"X-Request-ID": "abc"})
    (line,) = lines
    assert "secret" not in json.dumps(line)
    kinds = {name: type(line.pop(name)) for name in ("time", "ms", "pid", "message")}
    assert kinds == {"time": str, "ms": float, "pid": int, "message": str}
    assert line == {
        "event": "request",
        "level": "info",
        "id": "abc",
        "operation": "echo",
        "method": "POST",
        "path": "/echo/<int:number>",
        "status": 200,
        "ruleset": "harr-1923",
    }


def test_a_path_that_matches_nothing_is_not_logged_and_lines_can_be_turned_off(
    client: FlaskClient, lines: Lines
) -> None:
    client_of(log_requests=False).get("/")
    client.get("/a-secret-in-the-path")
    assert [(line["status"], line["path"], line["operation"]) for line in lines] == [(404, None, "unmatched")]


def test_a_long_text_of_a_line_keeps_its_end() -> None:
    record = logging.makeLogRecord({"msg": "x" * 9000 + "\ud800 and its end"})
    result = json.loads(JsonLines("message").format(record))["message"]
    assert (len(result), result[0], result[-13:]) == (LONGEST + 1, "…", "? and its end")
