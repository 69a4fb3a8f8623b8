"""What the soak sends: requests of every kind, each with the answer of the application in process."""

import json
from collections.abc import Iterator
from typing import Any

from flask.testing import FlaskClient

from bench.bare import body_of
from bench.corpus import corpus
from bench.soak.clients import Job
from bench.worst import BATCH, SHEET, requests
from bench.wsgi import JSON, SETTLE, without_log
from service import create_app
from tests.conftest import worked
from tests.ops import faults
from tests.ops.load import posted

SCORE = "/v1/scores"
READ = ("/healthz", "/readyz", "/v1/rulesets", "/", "/openapi.json")
REFUSED = (b"", b"{", b"[]", b'{"a": 1}', b'{"a": 1, "a": 2}', b"\xff", b"[" * 500)


def jobs(hostile: int) -> dict[str, list[Job]]:
    """Requests by their kind; the hostile ones have so many bytes."""
    with without_log():
        client = create_app().test_client()
        examples = list(_examples(client))
        return {
            "settle": list(_settlements(client)),
            "read": [_get(client, path) for path in READ],
            "examples": examples,
            "batch": [_batch(client, number) for number in (20, 60)],
            "large": [_post(client, BATCH, faults.LARGE_ANSWER.partition(b"\r\n\r\n")[2])],
            "sheet": [job for job in examples if job.path == SHEET],
            "refused": list(_refused(client)),
            "hostile": [_post(client, each.path, each.body) for each in requests(hostile) if each.path != SETTLE],
        }


def _post(client: FlaskClient, path: str, body: bytes) -> Job:
    answer = client.post(path, data=body, content_type=JSON)
    return Job(path, posted(path, body), answer.status_code, answer.data if answer.status_code == 200 else None)


def _get(client: FlaskClient, path: str) -> Job:
    return Job(path, b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n" % path.encode(), 200, client.get(path).data)


def _settlements(client: FlaskClient) -> Iterator[Job]:
    for deal in worked("deals"):
        yield _post(client, SETTLE, json.dumps(deal["request"]).encode())
    for example in corpus(2):
        yield _post(client, SETTLE, body_of(example.body))


def _batch(client: FlaskClient, number: int) -> Job:
    deals = [deal["request"] for deal in worked("deals")] * number
    return _post(client, BATCH, json.dumps({"deals": deals[:number]}).encode())


def _examples(client: FlaskClient) -> Iterator[Job]:
    """The contract's own requests, in every operation, those among them that are refused."""
    contract = json.loads(client.get("/openapi.json").data)
    for path, operations in contract["paths"].items():
        for name in _names_of_examples(operations.get("post", {})):
            body = contract["components"]["examples"][name]["value"]
            yield _post(client, path, json.dumps(body).encode())


def _names_of_examples(operation: dict[str, Any]) -> list[str]:
    content = operation.get("requestBody", {}).get("content", {}).get(JSON, {})
    return [each["$ref"].rpartition("/")[2] for each in content.get("examples", {}).values()]


def _refused(client: FlaskClient) -> Iterator[Job]:
    """Requests that the application refuses, and some that the server refuses before it."""
    for body in REFUSED:
        yield _post(client, SCORE, body)
    start = b"POST /v1/scores HTTP/1.1\r\nHost: x\r\n"
    yield Job("/nowhere", b"GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n", 404, None)
    yield Job(SCORE, b"DELETE /v1/scores HTTP/1.1\r\nHost: x\r\n\r\n", 405, None)
    yield Job(SCORE, posted(SCORE, b"{}").replace(b"application/json", b"text/plain"), 415, None)
    yield Job(SCORE, start + b"Content-Length: 20000000\r\n\r\n", 413, None)
    yield Job(SCORE, start + b"Transfer-Encoding: gzip, chunked\r\n\r\n", 501, None)
    yield Job("/", b"G\x00T / HTTP/1.1\r\nHost: x\r\n\r\n", 400, None)
