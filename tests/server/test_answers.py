"""What the hooks add to every response: request id, security headers, CORS, log lines."""

import json
import logging
import re
import sys
from select import PIPE_BUF
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from pung_chow_settlement.api import hooks
from pung_chow_settlement.server.logs import JsonLines
from pung_chow_settlement.server.settings import Settings

Lines = list[dict[str, Any]]
A, B = "https://a.example", "https://b.example"
PREFLIGHT = {
    "Origin": A,
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "authorization, baggage, content-type, sentry-trace",
}


def client_of(view: Any = lambda: "body", **settings: Any) -> FlaskClient:
    """A client of an application with one view."""
    app = Flask(__name__)
    app.add_url_rule("/", "home", view, methods=["GET", "POST"])
    hooks.init_app(app, Settings(**settings))
    return app.test_client()


@pytest.mark.parametrize("request_id", ["a", "0af7651916cd43dd8448eb211c80319c", "A.b_c-9", "x" * 64])
def test_a_safe_request_id_is_repeated(client: FlaskClient, request_id: str) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": request_id}).headers["X-Request-ID"] == request_id


def test_an_unsafe_request_id_is_replaced_by_a_new_one(client: FlaskClient) -> None:
    unsafe = ["", "x" * 65, "two words", 'quote"', "<b>", "é", "a,b"]
    replaced = [client.get("/healthz", headers={"X-Request-ID": each}).headers["X-Request-ID"] for each in unsafe]
    assert all(re.fullmatch("[0-9a-f]{16}", each) for each in replaced)
    assert len(set(replaced)) == len(unsafe)


@pytest.mark.parametrize(
    ("path", "status", "policy"),
    [
        ("/healthz", 200, "default-src 'none'; frame-ancestors 'none'"),
        ("/page", 200, "default-src 'none'; script-src 'self'; style-src 'self';"),
        ("/nowhere", 404, "default-src 'none'; script-src 'self'"),
    ],
)
def test_every_response_has_the_security_headers(client: FlaskClient, path: str, status: int, policy: str) -> None:
    response = client.get(path)
    assert response.status_code == status
    assert response.headers["Content-Security-Policy"].startswith(policy)
    names = ("X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy")
    assert [response.headers[name] for name in names] == ["nosniff", "DENY", "no-referrer"]


def test_a_policy_of_the_view_and_a_304_response_are_not_changed() -> None:
    own = client_of(lambda: ("", {"Content-Security-Policy": "default-src data:"})).get("/")
    assert own.headers.getlist("Content-Security-Policy") == ["default-src data:"]
    not_modified = client_of(lambda: ("", 304, {"ETag": '"a"'})).get("/")
    assert "Content-Security-Policy" not in not_modified.headers
    assert not_modified.headers["X-Request-ID"]


@pytest.mark.parametrize(
    ("listed", "origin", "allowed"),
    [
        ((), A, None),
        ((A, B), A, A),
        ((A, B), B, B),
        (("*",), A, "*"),
        *(((A,), origin, None) for origin in (f"{A}.evil.example", "http://a.example", "null", "*")),
    ],
)
def test_only_listed_origins_are_allowed(listed: tuple[str, ...], origin: str, allowed: str | None) -> None:
    response = client_of(cors_origins=listed).get("/", headers={"Origin": origin})
    assert response.headers.get("Access-Control-Allow-Origin") == allowed
    assert response.headers.get("Vary") == ("Origin" if listed else None)
    assert ("X-Request-ID" in response.headers.get("Access-Control-Expose-Headers", "")) is bool(allowed)


def test_a_preflight_lists_what_is_allowed_and_nothing_without_configured_origins() -> None:
    response = client_of(cors_origins=(A,)).options("/", headers=PREFLIGHT)
    assert (response.status_code, response.data) == (200, b"")
    assert response.headers["Access-Control-Allow-Origin"] == A
    assert "POST" in response.headers["Access-Control-Allow-Methods"]
    assert response.headers["Access-Control-Allow-Headers"] == "authorization, baggage, content-type, sentry-trace"
    none = client_of().options("/", headers=PREFLIGHT)
    assert not [name for name, _ in none.headers if name.startswith("Access-Control")]


def test_a_request_is_one_line_of_json(client: FlaskClient, lines: Lines) -> None:
    client.post("/echo/7?secret=query", data=b"secret body", headers={"X-Request-ID": "abc"})
    (line,) = lines
    assert "secret" not in json.dumps(line)
    kinds = {name: type(line.pop(name)) for name in ("time", "ms", "pid")}
    assert kinds == {"time": str, "ms": float, "pid": int}
    assert line == {
        "event": "request",
        "level": "info",
        "id": "abc",
        "operation": "echo",
        "method": "POST",
        "path": "/echo/<int:number>",
        "status": 200,
        "ruleset": "harr-1923",
        "problem": None,
        "trace": None,
    }


def test_a_path_that_nothing_answers_is_logged_and_lines_can_be_switched_off(client: FlaskClient, lines: Lines) -> None:
    client_of(log_requests=False).get("/")
    client.get("/v1/settlement?secret=query")
    assert [(line["status"], line["path"], line["operation"]) for line in lines] == [
        (404, "/v1/settlement", "unmatched")
    ]


@pytest.mark.parametrize(
    ("given", "logged"),
    [
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "0af7651916cd43dd8448eb211c80319c"),
        ("00-0af7651916cd43dd8448eb211c80319-b7ad6b7169203331-01", None),
        ("a trace", None),
    ],
)
def test_the_trace_of_a_request_is_logged(client: FlaskClient, lines: Lines, given: str, logged: str | None) -> None:
    client.post("/echo/7", headers={"traceparent": given})
    assert [line["trace"] for line in lines] == [logged]


def test_a_long_message_is_truncated_at_its_beginning() -> None:
    record = logging.makeLogRecord({"msg": "x" * 9000 + "\ud800 and its end"})
    result = json.loads(JsonLines().format(record))["message"]
    assert (result[0], result[-13:]) == ("…", "? and its end")


@pytest.mark.parametrize("text", ["x", "ü", "\x01", '"', "\U0001f000", "\ud800"])
def test_a_line_fits_into_one_write_to_a_pipe(text: str) -> None:
    """Whatever is in the message and the exception: a pipe takes PIPE_BUF bytes in one piece."""
    try:
        raise ValueError(text * 9000)
    except ValueError:
        record = logging.makeLogRecord({"msg": text * 9000, "name": "service", "exc_info": sys.exc_info()})
    line = JsonLines().format(record).encode()
    assert 2000 < len(line) < PIPE_BUF
    assert {*json.loads(line)} == {"level", "event", "pid", "message", "exception", "time", "id"}
