"""Faults of queries and headers, and the bounds of bodies."""

import json
from gzip import compress
from io import BytesIO

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement import create_app
from pung_chow_settlement.server.settings import Settings
from tests.support.worked import WORKED_DEALS

DEAL = WORKED_DEALS[0]


def test_of_a_thousand_parameters_a_hundred_are_reported(client: FlaskClient) -> None:
    response = client.post("/v1/scores?" + "&".join(f"a{number}" for number in range(1000)), json={})
    assert len(response.get_json()["errors"]) == 100


def test_a_long_parameter_name_is_truncated(client: FlaskClient) -> None:
    response = client.get(f"/healthz?{'n' * 1000}=1")
    assert [each["parameter"] for each in response.get_json()["errors"]] == ["n" * 40]


@pytest.mark.parametrize(("flag", "result"), [("true", True), ("1", True), ("false", False), ("0", False)])
def test_a_flag_may_be_a_word_or_a_digit(client: FlaskClient, flag: str, result: bool) -> None:
    answer = client.post(f"/v1/settlements?counters={flag}", json=DEAL).get_json()
    assert all(("counters" in payment) is result for payment in answer["settlement"]["payments"])


@pytest.mark.parametrize("flag", ["True", "2", "01", "", "yes", "%31%20"])
def test_a_flag_is_nothing_else(client: FlaskClient, flag: str) -> None:
    assert client.post(f"/v1/settlements?counters={flag}", json=DEAL).status_code == 400


# Bodies


def test_an_unacceptable_media_type_is_refused_with_the_known_ones(client: FlaskClient) -> None:
    problem = client.post("/v1/scoresheets", json={}, headers={"Accept": "application/pdf"}).get_json()
    assert problem["facts"] == {"given": "application/pdf", "known": ["application/json"]}


@pytest.mark.parametrize("path", ["/v1/settlements", "/v1/scoresheets"])
@pytest.mark.parametrize("gzipped", [False, True])
def test_the_bound_of_a_body_is_a_setting(path: str, gzipped: bool) -> None:
    client = create_app(Settings(max_body=100, max_body_many=200, log_requests=False)).test_client()
    bound = 200 if path.endswith("sheets") else 100
    for length, code in ((bound, "malformed-json"), (bound + 1, "body-too-large")):
        body = b" " * length
        headers = {"Content-Type": "application/json", **({"Content-Encoding": "gzip"} if gzipped else {})}
        answer = client.post(path, data=compress(body) if gzipped else body, headers=headers).get_json()
        assert answer["code"] == code


@pytest.mark.parametrize(("length", "status"), [(65_536, 200), (65_537, 413), (2_000_000, 413)])
def test_a_chunked_body_has_the_same_bound(length: int, status: int) -> None:
    client = create_app(Settings(log_requests=False)).test_client()
    body = json.dumps(DEAL).encode().ljust(length)
    chunked = {"wsgi.input": BytesIO(body), "wsgi.input_terminated": True, "CONTENT_TYPE": "application/json"}
    response = client.post("/v1/settlements", environ_overrides=chunked)
    assert response.status_code == status


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
    response = client.post("/v1/settlements", json=DEAL, headers={name: value})
    assert (response.status_code, response.get_json()["code"]) == (431, "headers-too-large")
    assert response.get_json()["facts"] == {"name": name, "most": 1024}


def test_a_header_that_any_browser_sends_is_not_too_long(client: FlaskClient) -> None:
    languages = ",".join(f"x{number}-YY;q=0.1" for number in range(70)) + ",de;q=0.2"
    assert 900 < len(languages) <= 1024
    response = client.post("/v1/settlements", json=DEAL, headers={"Accept-Language": languages})
    assert response.headers["Content-Language"] == "de"


@pytest.mark.parametrize("coding", ["br", "gzip, gzip", "deflate"])
def test_an_unknown_content_coding_is_refused(client: FlaskClient, coding: str) -> None:
    headers = {"Content-Encoding": coding, "Content-Type": "application/json"}
    response = client.post("/v1/settlements", data=b"{}", headers=headers)
    assert response.status_code == 415
    assert response.get_json()["facts"] == {"given": coding, "known": ["gzip"]}


@pytest.mark.parametrize(("coding", "status"), [("GZIP", 200), ("identity", 400)])
def test_a_content_coding_is_case_insensitive(client: FlaskClient, coding: str, status: int) -> None:
    body = compress(json.dumps(DEAL).encode())
    headers = {"Content-Encoding": coding, "Content-Type": "application/json"}
    assert client.post("/v1/settlements", data=body, headers=headers).status_code == status
