"""Deals as JSON lines over HTTP (application/x-ndjson): results, broken lines, refusals."""

import json
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.usecases.files import answer_file
from tests.support.worked import WORKED_DEALS
from tests.test_command_line import BROKEN

LINES = "/v1/settlements/lines"
NDJSON = "application/x-ndjson"


def lines(*deals: object) -> bytes:
    return b"".join(json.dumps(deal).encode() + b"\n" for deal in deals)


def post_lines(client: FlaskClient, body: bytes, **headers: str) -> list[dict[str, Any]]:
    response = client.post(LINES, data=body, headers={"Content-Type": NDJSON, **headers})
    assert (response.status_code, response.mimetype) == (200, NDJSON)
    return [json.loads(line) for line in response.data.splitlines()]


def test_each_line_has_the_result_of_the_file_command(client: FlaskClient) -> None:
    body = lines(*WORKED_DEALS)
    (in_a_file,) = answer_file(BytesIO(body), 65_536)
    assert client.post(LINES, data=body, content_type=NDJSON).data == in_a_file.text


def test_a_result_has_the_number_of_its_line_and_the_id_of_its_deal(client: FlaskClient) -> None:
    results = post_lines(client, b"\n" + lines({**WORKED_DEALS[0], "id": "table 7"}, {"id": "wrong"}))
    results_in_brief = [(each["line"], each["id"], each["outcome"]) for each in results]
    assert results_in_brief == [(2, "table 7", "settled"), (3, "wrong", "refused")]


@pytest.mark.parametrize(("broken", "status", "code"), [*BROKEN.values(), (b"x" * 3_000_000, 413, "body-too-large")])
def test_a_broken_line_does_not_affect_others(client: FlaskClient, broken: bytes, status: int, code: str) -> None:
    """One is longer than what is read ahead."""
    first, second, third = post_lines(client, lines(WORKED_DEALS[0]) + broken + b"\n" + lines(WORKED_DEALS[1]))
    assert (first["outcome"], second["outcome"], third["outcome"]) == ("settled", "refused", "settled")
    problem = second["problem"]
    assert (second["line"], problem["status"], problem["code"]) == (2, status, code)
    assert problem["type"] == f"/problems/{code}"
    assert "message_key" in problem or problem["errors"]


def test_results_and_problems_are_translated(client: FlaskClient) -> None:
    settled, refused = post_lines(client, lines(WORKED_DEALS[0], {}), **{"Accept-Language": "de"})
    assert settled["answer"]["hands"]["east"]["items"][0]["text"] == "Mah-Jongg"
    assert refused["problem"]["title"] == "Der Inhalt ist wohlgeformt, aber falsch"


def test_a_stream_may_be_longer_than_the_bound_of_a_body(client_unchecked: FlaskClient) -> None:
    padded = lines(WORKED_DEALS[0]).rstrip() + b" " * 60_000 + b"\n"
    assert [each["line"] for each in post_lines(client_unchecked, padded * 40)] == list(range(1, 41))  # 2.4 MB


def test_an_empty_body_has_an_empty_response(client: FlaskClient) -> None:
    assert post_lines(client, b"") == []


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"Accept": "application/json"}, 406, "not-acceptable"),
        ({"Content-Encoding": "gzip"}, 415, "unsupported-media-type"),
        ({"Content-Type": "text/plain"}, 415, "unsupported-media-type"),
    ],
)
def test_wrong_headers_are_refused_before_any_line(
    client: FlaskClient, headers: dict[str, str], status: int, code: str
) -> None:
    response = client.post(LINES, data=lines(WORKED_DEALS[0]), headers={"Content-Type": NDJSON, **headers})
    assert (response.status_code, response.get_json()["code"]) == (status, code)


def test_an_unknown_parameter_is_refused_before_any_line(client: FlaskClient) -> None:
    response = client.post(f"{LINES}?a=b", data=lines(WORKED_DEALS[0]), content_type=NDJSON)
    assert (response.status_code, response.get_json()["code"]) == (400, "unknown-parameter")


def test_no_other_operation_takes_lines(client: FlaskClient) -> None:
    assert client.post("/v1/settlements", data=lines(WORKED_DEALS[0]), content_type=NDJSON).status_code == 415


def test_lines_have_two_media_types_and_may_begin_with_a_byte_order_mark(client: FlaskClient) -> None:
    jsonl, body = "application/jsonl", lines(WORKED_DEALS[0])
    plain = client.post(LINES, data=body, content_type=NDJSON)
    for accepted, answered in (("*/*", NDJSON), (NDJSON, NDJSON), (jsonl, jsonl)):
        response = client.post(LINES, data=b"\xef\xbb\xbf" + body, content_type=jsonl, headers={"Accept": accepted})
        assert (response.status_code, response.mimetype, response.data) == (200, answered, plain.data)
