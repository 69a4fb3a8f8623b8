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


@pytest.mark.parametrize("given", ["a", "0af7651916cd43dd8448eb211c80319c", "A.b_c-9", "x" * 64])
def test_a_safe_request_id_is_repeated(client: FlaskClient, given: str) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": given}).headers["X-Request-ID"] == given


@pytest.mark.parametrize("given", ["", "x" * 65, "two words", 'quote"', "<b>", "é", "a,b"])
def test_an_unsafe_request_id_is_replaced(client: FlaskClient, given: str) -> None:
    answered = client.get("/healthz", headers={"X-Request-ID": given}).headers["X-Request-ID"]
    assert re.fullmatch("[0-9a-f]{16}", answered)


def test_each_request_gets_an_id_of_its_own(client: FlaskClient) -> None:
    assert len({client.get("/healthz").headers["X-Request-ID"] for _ in range(100)}) == 100


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
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Referrer-Policy"] == "no-referrer"


def test_a_header_that_the_application_set_stays_alone() -> None:
    app = Flask(__name__)
    app.add_url_rule("/", view_func=lambda: ("", {"Content-Security-Policy": "default-src data:"}))
    answer = client_of(app, Settings()).get("/")
    assert answer.headers.getlist("Content-Security-Policy") == ["default-src data:"]


def test_a_page_kept_by_the_browser_keeps_its_policy() -> None:
    app = Flask(__name__)
    app.add_url_rule("/", view_func=lambda: ("", 304, {"ETag": '"a"'}))
    answer = client_of(app, Settings()).get("/")
    assert "Content-Security-Policy" not in answer.headers
    assert answer.headers["X-Request-ID"]


def client_of(app: Flask, settings: Settings) -> FlaskClient:
    hooks.init_app(app, settings)
    return app.test_client()


def cors_client(*origins: str) -> FlaskClient:
    app = Flask(__name__)
    app.add_url_rule("/", "home", lambda: "here", methods=["GET", "POST"])
    return client_of(app, Settings(cors_origins=origins))


PREFLIGHT = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}


def test_without_a_list_no_origin_is_let_in() -> None:
    for answer in (
        cors_client().get("/", headers={"Origin": "https://a.example"}),
        cors_client().options("/", headers={"Origin": "https://a.example", **PREFLIGHT}),
    ):
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]


@pytest.mark.parametrize("origin", ["https://a.example", "https://b.example"])
def test_a_listed_origin_is_let_in_by_name(origin: str) -> None:
    answer = cors_client("https://a.example", "https://b.example").get("/", headers={"Origin": origin})
    assert answer.headers["Access-Control-Allow-Origin"] == origin
    assert "X-Request-ID" in answer.headers["Access-Control-Expose-Headers"]
    assert answer.headers["Vary"] == "Origin"


@pytest.mark.parametrize("origin", ["https://a.example.evil.example", "http://a.example", "null", "*"])
def test_another_origin_is_not(origin: str) -> None:
    answer = cors_client("https://a.example").get("/", headers={"Origin": origin})
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert answer.headers["Vary"] == "Origin"


def test_a_star_lets_all_in() -> None:
    answer = cors_client("*").get("/", headers={"Origin": "https://any.example"})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_the_preflight_of_a_listed_origin_is_answered_with_what_it_may_send() -> None:
    answer = cors_client("https://a.example").options("/", headers={"Origin": "https://a.example", **PREFLIGHT})
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == "https://a.example"
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    assert answer.headers["Access-Control-Allow-Headers"] == "content-type"
    assert not answer.data


Lines = list[dict[str, Any]]


def test_a_request_is_one_line_of_json(client: FlaskClient, lines: Lines) -> None:
    client.post("/echo/7?secret=query", data=b"secret body", headers={"X-Request-ID": "abc"})
    (line,) = lines
    told = {
        name: line.pop(name) for name in ("event", "level", "id", "operation", "method", "path", "status", "ruleset")
    }
    assert told == {
        "event": "request",
        "level": "info",
        "id": "abc",
        "operation": "echo",
        "method": "POST",
        "path": "/echo/<int:number>",
        "status": 200,
        "ruleset": "harr-1923",
    }
    assert {name: type(value) for name, value in line.items()} == {
        "time": str,
        "ms": float,
        "pid": int,
        "message": str,
    }
    assert "secret" not in json.dumps(line)


def test_a_path_that_matches_nothing_is_not_logged(client: FlaskClient, lines: Lines) -> None:
    client.get("/a-secret-in-the-path")
    (line,) = lines
    assert (line["status"], line["path"], line["operation"]) == (404, None, "unmatched")


def test_request_lines_can_be_turned_off(lines: Lines) -> None:
    app = Flask(__name__)
    client_of(app, Settings(log_requests=False)).get("/")
    assert lines == []


def test_a_long_text_of_a_line_keeps_its_end() -> None:
    record = logging.makeLogRecord({"msg": "x" * 9000 + "\ud800 and its end"})
    told = json.loads(JsonLines("message").format(record))["message"]
    assert (len(told), told[0], told[-13:]) == (LONGEST + 1, "…", "? and its end")
