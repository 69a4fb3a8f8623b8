"""conformance/run.py: silent about a server that answers the vectors, names the vector where one number differs."""

import copy
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from socket import SHUT_RDWR
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server
from xml.etree import ElementTree

import pytest

from service import create_app
from service.api.contract import VERSION

Json = dict[str, Any]
CONFORMANCE = Path(__file__).parents[2] / "conformance"
VECTORS: list[Json] = json.loads((CONFORMANCE / "deals.json").read_text())["vectors"][:3]


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Log no request."""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with make_server("127.0.0.1", 0, create_app(), handler_class=_Quiet) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def run(url: str, directory: Path, vectors: list[Json], *options: str) -> tuple[int, str]:
    """Exit status and output of the runner, asked for these vectors."""
    path = directory / "some.json"
    path.write_text(json.dumps({"contract": "1.2.3", "vectors": vectors}))
    command = [sys.executable, str(CONFORMANCE / "run.py"), url, str(path), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout


def numbers(value: Any, *place: str | int) -> Iterator[tuple[str | int, ...]]:
    """The path of every number in an answer."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inner:
        yield from numbers(each, *place, name)
    if type(value) is int:
        yield place


def changed(vectors: list[Json], number: int, place: tuple[str | int, ...]) -> list[Json]:
    """The vectors with one number of one answer increased by one."""
    wrong = copy.deepcopy(vectors)
    part: Any = wrong[number]["answer"]
    for step in place[:-1]:
        part = part[step]
    part[place[-1]] += 1
    return wrong


def test_a_server_that_answers_the_vectors_passes(url: str, tmp_path: Path) -> None:
    assert run(url, tmp_path, VECTORS) == (0, "3 vectors, 0 failed\nof the contract 1.2.3\n")


@pytest.mark.parametrize("which", [0, 0.3, 0.6, 0.999])
def test_one_number_changed_fails_and_names_its_vector(url: str, tmp_path: Path, which: float) -> None:
    places = list(numbers(VECTORS[1]["answer"]))
    place = places[int(which * len(places))]
    status, result = run(url, tmp_path, changed(VECTORS, 1, place))
    assert status == 1
    pointer = "".join(f"/{step}" for step in place)
    assert f"some.json: {VECTORS[1]['name']}: {pointer}: " in result
    assert "\n3 vectors, 1 failed\n" in result


def test_another_status_fails_and_names_its_vector(url: str, tmp_path: Path) -> None:
    status, result = run(url, tmp_path, [{**VECTORS[0], "status": 422}])
    assert status == 1
    assert f"{VECTORS[0]['name']}: status 422 is expected, 200 is told" in result


WRONG = {**VECTORS[0], "name": "wrong & <sharp> #1", "status": 422}


def test_a_failure_that_is_allowed_is_reported_and_fails_nothing(url: str, tmp_path: Path) -> None:
    allowed = tmp_path / "allowed"
    allowed.write_text(f"some.json: {WRONG['name']}\n")
    status, result = run(url, tmp_path, [*VECTORS, WRONG], "--allowed", str(allowed))
    assert (status, result.splitlines()[0]) == (0, "4 vectors, 0 failed, 1 failed as allowed")


def test_junit_is_xml_that_names_each_vector_and_failure(url: str, tmp_path: Path) -> None:
    status, result = run(url, tmp_path, [*VECTORS, WRONG], "--report", "junit")
    suite = ElementTree.fromstring(result)
    assert (status, suite.get("tests"), suite.get("failures")) == (1, "4", "1")
    failed = [case.get("name") for case in suite if case.find("failure") is not None]
    assert failed == [f"some.json: {WRONG['name']}"]


def test_tap_names_each_vector_and_failure(url: str, tmp_path: Path) -> None:
    status, result = run(url, tmp_path, [VECTORS[0], WRONG], "--report", "tap")
    lines = result.splitlines()
    assert status == 1
    assert lines[:3] == ["TAP version 13", "1..2", f"ok 1 - some.json: {VECTORS[0]['name']}"]
    assert lines[3] == "not ok 2 - some.json: wrong & <sharp> \\#1"


@pytest.mark.parametrize(
    ("options", "number"),
    [
        (["--operation", "/v1/scores"], 1),
        (["--operation", "/v1/waits", "--operation", "/v1/scores"], 2),
        (["--ruleset", "bmja"], 2),
        (["--ruleset", "bmja", "--operation", "/v1/scores"], 0),
    ],
)
def test_vectors_are_chosen_by_operation_and_rulebook(
    url: str, tmp_path: Path, options: list[str], number: int
) -> None:
    vectors = [
        {"name": "a", "method": "POST", "path": "/v1/scores", "request": {}, "status": 422, "answer": {}},
        {
            "name": "b",
            "method": "POST",
            "path": "/v1/waits",
            "request": {"ruleset": "bmja"},
            "status": 422,
            "answer": {},
        },
        {"name": "c", "method": "GET", "path": "/v1/rulesets/bmja", "status": 200, "answer": {}},
    ]
    status, result = run(url, tmp_path, vectors, *options)
    assert result.startswith(f"{number} vectors, 0 failed")
    assert status == (0 if number else 2)


class _Moody(BaseHTTPRequestHandler):
    """Drops the connection at the second request; answers the others according to a request header."""

    protocol_version = "HTTP/1.1"
    asked = 0

    def do_GET(self) -> None:
        type(self).asked += 1
        if self.asked == 2:
            self.close_connection = True
            self.connection.shutdown(SHUT_RDWR)
            return
        body = json.dumps({"token": self.headers["Authorization"]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Log no request."""


def test_a_dropped_connection_is_one_failure_and_each_request_bears_the_token(tmp_path: Path) -> None:
    answer = {"token": "Bearer x"}
    vectors = [{"name": n, "method": "GET", "path": "/", "status": 200, "answer": answer} for n in "abc"]
    with HTTPServer(("127.0.0.1", 0), _Moody) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        status, result = run(url, tmp_path, vectors, "--header", "Authorization: Bearer x")
        server.shutdown()
    assert status == 1
    assert "some.json: b: no answer: " in result
    assert "3 vectors, 1 failed" in result


def test_vectors_have_names_of_their_own_and_are_enough() -> None:
    files = {path.stem: json.loads(path.read_text()) for path in CONFORMANCE.glob("*.json")}
    names = Counter(vector["name"] for file in files.values() for vector in file["vectors"])
    assert [name for name, times in names.items() if times > 1] == []
    assert {file["contract"] for file in files.values()} == {VERSION}
    paths = Counter(vector["path"].partition("?")[0] for file in files.values() for vector in file["vectors"])
    assert min(paths["/v1/scoresheets"], paths["/v1/waits"]) >= 200
    assert paths["/v1/scoresheets/csv"]
    assert paths["/v1/rulesets/resolve"]
    assert {vector["language"] for vector in files["german"]["vectors"]} == {"de"}
