"""Compression of responses and files, for clients that accept it, and of request bodies."""

import json
from gzip import compress, decompress
from pathlib import Path
from time import process_time

import pytest
from flask.testing import FlaskClient
from werkzeug.exceptions import NotFound
from werkzeug.test import TestResponse

from pung_chow_settlement import create_app
from pung_chow_settlement.api.documents import send
from tests.conftest import NOT_TRACED
from tests.support.amounts import cpu_seconds
from tests.support.worked import WORKED_DEALS

GZIP = {"Accept-Encoding": "gzip, br"}
DEAL = WORKED_DEALS[0]


@pytest.fixture(scope="module")
def bare() -> FlaskClient:
    """A client whose responses are not checked against the contract, which describes uncompressed bodies."""
    return create_app().test_client()


def test_a_response_is_compressed_for_clients_that_accept_it(client: FlaskClient, bare: FlaskClient) -> None:
    plain = client.post("/v1/settlements", json=DEAL)
    assert "Content-Encoding" not in plain.headers
    assert "Accept-Encoding" in plain.headers["Vary"]
    compressed = bare.post("/v1/settlements", json=DEAL, headers=GZIP)
    assert compressed.headers["Content-Encoding"] == "gzip"
    assert int(compressed.headers["Content-Length"]) == len(compressed.data) < len(plain.data) / 2
    assert decompress(compressed.data) == plain.data


@pytest.mark.parametrize("path", ["/", "/v1/rulesets"])
def test_head_names_the_length_of_what_get_sends(bare: FlaskClient, path: str) -> None:
    for headers in ({}, GZIP):
        full, head = bare.get(path, headers=headers), bare.head(path, headers=headers)
        assert head.data == b""
        for name in ("Content-Length", "Content-Encoding", "ETag", "Vary"):
            assert head.headers.get(name) == full.headers.get(name), name


@pytest.mark.parametrize("accepted", ["identity", "gzip;q=0", "br"])
def test_other_clients_get_an_uncompressed_response(client: FlaskClient, accepted: str) -> None:
    response = client.post("/v1/settlements", json=DEAL, headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in response.headers


@pytest.mark.parametrize("path", ["/", "/tiles.svg", "/sw.js"])
def test_a_file_has_the_same_etag_compressed_and_uncompressed(bare: FlaskClient, path: str) -> None:
    plain = bare.get(path)
    compressed = bare.get(path, headers=GZIP)
    tag = compressed.headers["ETag"]
    assert decompress(compressed.data) == plain.data
    assert tag == plain.headers["ETag"]
    assert tag.startswith("W/")
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Accept-Encoding" in compressed.headers["Vary"]
    again = bare.get(path, headers={**GZIP, "If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")


def test_the_page_ignores_query_parameters(client: FlaskClient) -> None:
    assert client.get("/?fbclid=abc&utm_source=x").data == client.get("/").data
    assert client.get("/docs?fbclid=abc").status_code == 400


def test_the_service_worker_may_fetch_from_the_service_only(bare: FlaskClient) -> None:
    policy = bare.get("/sw.js").headers["Content-Security-Policy"]
    assert policy == "default-src 'none'; script-src 'self'; connect-src 'self'"


def _post_compressed(client: FlaskClient, body: bytes) -> TestResponse:
    return client.post(
        "/v1/settlements", data=body, content_type="application/json", headers={"Content-Encoding": "gzip"}
    )


def test_a_body_may_be_compressed(client: FlaskClient) -> None:
    response = _post_compressed(client, compress(json.dumps(DEAL).encode()))
    assert response.get_json() == client.post("/v1/settlements", json=DEAL).get_json()


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
    ids=["not gzip", "fifty megabytes of blanks", "half an object", "truncated", "two members", "trailing data"],
)
def test_a_malformed_compressed_body_is_refused(client: FlaskClient, body: bytes, problem: str) -> None:
    assert _post_compressed(client, body).get_json()["code"] == problem


@NOT_TRACED
@pytest.mark.parametrize(
    "path", ["/docs/swagger-ui-bundle.js", "/openapi.yaml", "/openapi.json", "/v1/rulesets", "/v1/rulesets/bmja",
             "/v1/rulesets/compare?a=bmja&b=western", "/v1/finders"]
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_document_is_written_and_compressed_once(bare: FlaskClient, path: str, language: str) -> None:
    headers = {**GZIP, "Accept-Language": language}
    first = bare.get(path, headers=headers)
    started = process_time()
    for _ in range(20):
        again = bare.get(path, headers=headers)
        assert again.data == first.data
        assert again.headers["ETag"] == first.headers["ETag"]
    assert (process_time() - started) / 20 < cpu_seconds(alone=0.003)
    assert decompress(first.data) == bare.get(path, headers={"Accept-Language": language}).data


def test_a_file_that_has_changed_is_sent_as_it_is_now(bare: FlaskClient, tmp_path: Path) -> None:
    text = tmp_path / "page.html"
    for content in (b"a" * 2000, b"b" * 2001, b""):
        text.write_bytes(content)
        with bare.application.test_request_context(headers=GZIP):
            response = send(tmp_path, "page.html")
        assert (decompress(response.data) if content else response.data) == content
    with bare.application.test_request_context(), pytest.raises(NotFound):
        send(tmp_path, "../page.html")
