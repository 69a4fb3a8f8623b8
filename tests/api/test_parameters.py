"""What is wrong with a query, a path or the form of a body: every fault with its facts and a suggestion."""

import json
from gzip import compress
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.ops.settings import Settings
from service.rulebooks import BY_ID
from tests.conftest import worked

Json = dict[str, Any]
DEAL = worked("deals")[0]["request"]
KNOWN = list(BY_ID)
FLAGS = ["true", "false", "1", "0"]


def faults(problem: Json) -> list[tuple[str, str, Json, str | None]]:
    """Name, code, facts and suggestion of each fault of a parameter."""
    return [
        (each["parameter"], each["code"], each["parameters"], each.get("suggestion"))
        for each in problem["parameter_errors"]
    ]


def test_every_fault_of_a_query_is_reported_at_once_by_its_parameter(client: FlaskClient) -> None:
    answer = client.post("/v1/scoresheets?counter=true&from=0&counters=yes&x=1&x=2", json={})
    assert (answer.status_code, answer.get_json()["code"]) == (400, "unknown-parameter")
    known = ["counters", "from", "items"]
    assert faults(answer.get_json()) == [
        ("counter", "unknown-member", {"member": "counter", "known": known}, "counters"),
        ("counters", "unknown-value", {"given": "yes", "known": FLAGS}, None),
        ("from", "out-of-range", {"given": "0", "least": 1, "most": 1001}, None),
        ("x", "unknown-member", {"member": "x", "known": known}, None),
    ]


def test_a_parameter_that_stands_twice_is_counted(client: FlaskClient) -> None:
    answer = client.post("/v1/settlements?counters=true&counters=true", json=DEAL)
    assert faults(answer.get_json()) == [("counters", "too-many-items", {"given": 2, "least": 0, "most": 1}, None)]


def test_of_a_thousand_parameters_a_hundred_are_reported(client: FlaskClient) -> None:
    answer = client.post("/v1/scores?" + "&".join(f"a{number}" for number in range(1000)), json={})
    assert len(answer.get_json()["parameter_errors"]) == 100


def test_a_long_name_is_shown_by_its_beginning(client: FlaskClient) -> None:
    answer = client.get(f"/healthz?{'n' * 1000}=1")
    assert [each["parameter"] for each in answer.get_json()["parameter_errors"]] == ["n" * 40]


@pytest.mark.parametrize(("flag", "result"), [("true", True), ("1", True), ("false", False), ("0", False)])
def test_a_flag_may_be_a_word_or_a_digit(client: FlaskClient, flag: str, result: bool) -> None:
    answer = client.post(f"/v1/settlements?counters={flag}", json=DEAL).get_json()
    assert all(("counters" in payment) is result for payment in answer["settlement"]["payments"])


@pytest.mark.parametrize("flag", ["True", "2", "01", "", "yes", "%31%20"])
def test_a_flag_is_nothing_else(client: FlaskClient, flag: str) -> None:
    assert client.post(f"/v1/settlements?counters={flag}", json=DEAL).status_code == 400


@pytest.mark.parametrize(("given", "suggestion"), [("bmj", "bmja"), ("harr1923", "harr-1923"), ("x", None)])
def test_an_unknown_rulebook_in_a_path_has_a_problem_of_its_own(
    client: FlaskClient, given: str, suggestion: str | None
) -> None:
    answer = client.get(f"/v1/rulesets/{given}")
    assert (answer.status_code, answer.get_json()["code"]) == (404, "unknown-ruleset")
    facts = {"given": given, "known": KNOWN}
    assert faults(answer.get_json()) == [("ruleset", "unknown-value", facts, suggestion)]


def test_two_unknown_rulebooks_are_reported_together(client: FlaskClient) -> None:
    answer = client.get("/v1/rulesets/compare?a=bmj&b=dmj")
    assert (answer.status_code, answer.get_json()["code"]) == (404, "unknown-ruleset")
    assert [(name, suggestion) for name, _, _, suggestion in faults(answer.get_json())] == [
        ("a", "bmja"),
        ("b", "dmjl"),
    ]


# Bodies that are not read


@pytest.mark.parametrize(
    ("body", "code", "facts"),
    [
        (b'{"a": 1,\n "b": ]}', "malformed-json", {"error": "expected value", "line": 2, "column": 7}),
        (b"", "malformed-json", {"error": "EOF while parsing a value", "line": 1, "column": 1}),
        (b'{"a": 1,\n "a": 2}', "duplicate-key", {"member": "a", "line": 2, "column": 6}),
        (b'{"a":\n\n  NaN}', "not-a-number", {"constant": "NaN", "line": 3, "column": 3}),
        (b"[" * 40 + b"]" * 40, "nested-too-deep", {"most": 32}),
        (b" " * 65_537, "body-too-large", {"most": 65_536}),
    ],
)
def test_a_body_that_is_not_read_names_where_as_numbers(
    client: FlaskClient, body: bytes, code: str, facts: Json
) -> None:
    problem = client.post("/v1/scores", data=body, content_type="application/json").get_json()
    assert (problem["code"], problem["message_key"], problem["parameters"]) == (code, code, facts)


@pytest.mark.parametrize(
    ("media_type", "key", "facts"),
    [
        ("text/plain; charset=utf-8", "unsupported-media-type", {"given": "text/plain", "known": ["application/json"]}),
        ("", "unsupported-media-type.none", {"known": ["application/json"]}),
    ],
)
def test_a_body_of_another_kind_names_what_was_given_and_what_is_accepted(
    client: FlaskClient, media_type: str, key: str, facts: Json
) -> None:
    problem = client.post("/v1/scores", data=b"{}", headers={"Content-Type": media_type}).get_json()
    assert (problem["status"], problem["message_key"], problem["parameters"]) == (415, key, facts)


def test_an_answer_of_another_kind_names_what_there_is(client: FlaskClient) -> None:
    problem = client.post("/v1/scoresheets/csv", json={}, headers={"Accept": "application/pdf"}).get_json()
    assert problem["parameters"] == {"given": "application/pdf", "known": ["text/csv"]}


@pytest.mark.parametrize("path", ["/v1/settlements", "/v1/scoresheets"])
@pytest.mark.parametrize("packed", [False, True])
def test_the_bound_of_a_body_is_the_operator_s(path: str, packed: bool) -> None:
    client = create_app(Settings(max_body=100, max_body_many=200, log_requests=False)).test_client()
    most = 200 if path.endswith("sheets") else 100
    for length, code in ((most, "malformed-json"), (most + 1, "body-too-large")):
        body = b" " * length
        headers = {"Content-Type": "application/json", **({"Content-Encoding": "gzip"} if packed else {})}
        answer = client.post(path, data=compress(body) if packed else body, headers=headers).get_json()
        assert answer["code"] == code


@pytest.mark.parametrize(("length", "status"), [(65_536, 200), (65_537, 413), (2_000_000, 413)])
def test_a_chunked_body_has_the_same_bound(length: int, status: int) -> None:
    client = create_app(Settings(log_requests=False)).test_client()
    body = json.dumps(DEAL).encode().ljust(length)
    chunked = {"wsgi.input": BytesIO(body), "wsgi.input_terminated": True, "CONTENT_TYPE": "application/json"}
    answer = client.post("/v1/settlements", environ_overrides=chunked)
    assert answer.status_code == status


def test_a_packed_body_that_is_cut_short_is_refused(client: FlaskClient) -> None:
    body = compress(b'{"a": 1}' + b" " * 1000)[:-9]
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    assert client.post("/v1/scores", data=body, headers=headers).get_json()["code"] == "bad-request"


# Headers


LONG = {
    "Accept-Language": "a-" * 4000 + "a",
    "Accept": "a/b," * 2000,
    "Accept-Encoding": "a," * 2000,
    "If-None-Match": '"a",' * 2000,
    "Access-Control-Request-Headers": "a," * 2000,
}


@pytest.mark.parametrize(("name", "value"), LONG.items(), ids=LONG)
def test_a_long_header_is_refused_before_it_is_parsed(client: FlaskClient, name: str, value: str) -> None:
    answer = client.post("/v1/settlements", json=DEAL, headers={name: value})
    assert (answer.status_code, answer.get_json()["code"]) == (431, "headers-too-large")
    assert answer.get_json()["parameters"] == {"name": name, "most": 1024}


def test_a_header_that_any_browser_sends_is_not_too_long(client: FlaskClient) -> None:
    languages = ",".join(f"x{number}-YY;q=0.1" for number in range(70)) + ",de;q=0.2"
    assert 900 < len(languages) <= 1024
    answer = client.post("/v1/settlements", json=DEAL, headers={"Accept-Language": languages})
    assert answer.headers["Content-Language"] == "de"


@pytest.mark.parametrize("coding", ["br", "gzip, gzip", "deflate"])
def test_a_coding_that_is_not_known_is_refused_by_name(client: FlaskClient, coding: str) -> None:
    headers = {"Content-Encoding": coding, "Content-Type": "application/json"}
    answer = client.post("/v1/settlements", data=b"{}", headers=headers)
    assert answer.status_code == 415
    assert answer.get_json()["parameters"] == {"given": coding, "known": ["gzip"]}


@pytest.mark.parametrize(("coding", "status"), [("GZIP", 200), ("identity", 400)])
def test_a_coding_is_known_in_any_case(client: FlaskClient, coding: str, status: int) -> None:
    body = compress(json.dumps(DEAL).encode())
    headers = {"Content-Encoding": coding, "Content-Type": "application/json"}
    assert client.post("/v1/settlements", data=body, headers=headers).status_code == status


def test_what_follows_a_packed_body_is_refused(client: FlaskClient) -> None:
    body = compress(json.dumps(DEAL).encode())
    headers = {"Content-Encoding": "gzip", "Content-Type": "application/json"}
    for more in (b"junk", body):
        answer = client.post("/v1/settlements", data=body + more, headers=headers)
        assert (answer.status_code, answer.get_json()["code"]) == (400, "bad-request")
