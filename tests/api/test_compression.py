"""Answers and files made small for clients that can read it; the rest is as it was."""

import json
from gzip import compress, decompress

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service import create_app
from tests.conftest import worked

GZIP = {"Accept-Encoding": "gzip, br"}
DEAL = worked("deals")[0]["request"]


@pytest.fixture(scope="module")
def bare() -> FlaskClient:
    """A client whose responses are not checked against the contract, which describes uncompressed bodies."""
    return create_app().test_client()


def test_an_answer_is_packed_for_those_who_can_read_it(client: FlaskClient, bare: FlaskClient) -> None:
    plain = client.post("/v1/settlements", json=DEAL)
    assert "Content-Encoding" not in plain.headers
    assert "Accept-Encoding" in plain.headers["Vary"]
    packed = bare.post("/v1/settlements", json=DEAL, headers=GZIP)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2
    assert decompress(packed.data) == plain.data


@pytest.mark.parametrize("path", ["/", "/v1/rulesets"])
def test_head_names_the_length_of_what_get_sends(bare: FlaskClient, path: str) -> None:
    for headers in ({}, GZIP):
        sent, head = bare.get(path, headers=headers), bare.head(path, headers=headers)
        assert head.data == b""
        for name in ("Content-Length", "Content-Encoding", "ETag", "Vary"):
            assert head.headers.get(name) == sent.headers.get(name), name


@pytest.mark.parametrize("accepted", ["identity", "gzip;q=0", "br"])
def test_others_get_it_as_it_is(client: FlaskClient, accepted: str) -> None:
    answer = client.post("/v1/settlements", json=DEAL, headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/tiles.svg", "/sw.js"])
def test_the_tag_of_a_file_stands_for_its_compressed_form_too(bare: FlaskClient, path: str) -> None:
    plain = bare.get(path)
    packed = bare.get(path, headers=GZIP)
    tag = packed.headers["ETag"]
    assert decompress(packed.data) == plain.data
    assert tag == plain.headers["ETag"]
    assert tag.startswith("W/")
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Accept-Encoding" in packed.headers["Vary"]
    again = bare.get(path, headers={**GZIP, "If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")


def test_the_page_is_served_whatever_is_hung_on_its_address(client: FlaskClient) -> None:
    assert client.get("/?fbclid=abc&utm_source=x").data == client.get("/").data
    assert client.get("/docs?fbclid=abc").status_code == 400


def test_the_worker_may_fetch_from_the_service_alone(bare: FlaskClient) -> None:
    policy = bare.get("/sw.js").headers["Content-Security-Policy"]
    assert policy == "default-src 'none'; script-src 'self'; connect-src 'self'"


def _packed(client: FlaskClient, body: bytes) -> TestResponse:
    return client.post(
        "/v1/settlements", data=body, content_type="application/json", headers={"Content-Encoding": "gzip"}
    )


def test_a_body_may_come_packed(client: FlaskClient) -> None:
    answer = _packed(client, compress(json.dumps(DEAL).encode()))
    assert answer.get_json() == client.post("/v1/settlements", json=DEAL).get_json()


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"{}", "bad-request"),
        (compress(b"{" + b" " * 50_000_000), "body-too-large"),
        (compress(b"{"), "malformed-json"),
        (compress(b"{}")[:-4], "bad-request"),
        (compress(b"{}") * 2, "bad-request"),
        (compress(b"{}") + b"junk", "bad-request"),
    ],
    ids=["not gzip", "fifty megabytes of blanks", "half an object", "cut short", "twice", "more behind it"],
)
def test_a_body_that_unpacks_to_nothing_good_is_refused(client: FlaskClient, body: bytes, problem: str) -> None:
    assert _packed(client, body).get_json()["code"] == problem
