"""conformance/run.py passes a server that answers the vectors as expected, and names each vector that differs."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from xml.etree import ElementTree

import pytest

from pung_chow_settlement.ops.root import VERSION

Json = dict[str, Any]
Run = Callable[..., tuple[int, str]]
CONFORMANCE = Path(__file__).parents[2] / "conformance"
ANSWER = {"token": None, "list": [1, {"two": 2}]}


class _Server(BaseHTTPRequestHandler):
    """Gives every request the same response, with the token that it sent; drops the connection for one path."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/dropped":
            self.close_connection = True
            return
        body = json.dumps({**ANSWER, "token": self.headers["Authorization"]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET  # noqa: N815 - the library calls it so

    def log_message(self, *_: Any) -> None:
        """Log no request."""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), _Server) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def run(url: str, tmp_path: Path) -> Run:
    """Run some vectors with some options; the exit status and the output."""

    def run(vectors: list[Json], *options: str) -> tuple[int, str]:
        path = tmp_path / "some.json"
        path.write_text(json.dumps({"contract": "1.2.3", "vectors": vectors}))
        command = [sys.executable, str(CONFORMANCE / "run.py"), url, str(path), *options]
        process = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        return process.returncode, process.stdout + process.stderr

    return run


def vector(name: str, path: str = "/", answer: Any = ANSWER, status: int = 200, request: Any = None) -> Json:
    method = {"method": "GET"} if request is None else {"method": "POST", "request": request}
    return {"name": name, "path": path, **method, "status": status, "answer": answer}


RIGHT = vector("right")
WRONG = vector("wrong & <sharp> #1", status=422)


def test_a_server_that_answers_the_vectors_passes(run: Run) -> None:
    assert run([RIGHT, vector("a part", answer={"list": [1, {}]})]) == (
        0,
        "2 vectors, 0 failed\nof the contract 1.2.3\n",
    )


@pytest.mark.parametrize(
    ("wrong", "difference"),
    [
        ({"answer": {"list": [1, {"two": 3}]}}, "/list/1/two: 3 is expected, 2 was received"),
        ({"answer": {"list": [1, {"three": 3}]}}, "/list/1/three: missing"),
        ({"answer": {"list": [True, {}]}}, "/list/0: True is expected, 1 was received"),
        ({"answer": {"list": [1]}}, "/list: [1] is expected"),
        ({"status": 422}, "status 422 is expected, 200 was received"),
        ({"path": "/dropped"}, "no response: "),
    ],
)
def test_a_difference_fails_and_names_its_vector(run: Run, wrong: Json, difference: str) -> None:
    status, result = run([RIGHT, vector("wrong", **wrong), vector("again")])
    assert status == 1
    assert f"some.json: wrong: {difference}" in result
    assert "\n3 vectors, 1 failed\n" in result


def test_each_request_has_the_given_header(run: Run) -> None:
    with_token = vector("with a token", answer={"token": "Bearer x"})
    assert run([with_token, with_token], "--header", "Authorization: Bearer x")[0] == 0


def test_an_allowed_failure_is_reported_and_does_not_fail_the_run(run: Run, tmp_path: Path) -> None:
    (tmp_path / "allowed").write_text(f"some.json: {WRONG['name']}\n")
    status, result = run([RIGHT, WRONG], "--allowed", str(tmp_path / "allowed"))
    assert (status, result.splitlines()[0]) == (0, "2 vectors, 0 failed, 1 failed as allowed")


def test_a_line_that_allows_what_passes_is_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "allowed").write_text(f"some.json: right\nsome.json: {WRONG['name']}\nother.json: unasked\n")
    status, result = run([RIGHT, WRONG], "--allowed", str(tmp_path / "allowed"))
    assert (status, result.splitlines()[-1]) == (0, "allowed to fail without need: some.json: right")
    assert "unasked" not in result


def test_junit_is_xml_that_names_each_vector_and_failure(run: Run) -> None:
    status, result = run([RIGHT, WRONG], "--report", "junit")
    suite = ElementTree.fromstring(result)
    assert (status, suite.get("tests"), suite.get("failures")) == (1, "2", "1")
    assert [case.get("name") for case in suite if case.find("failure") is not None] == [f"some.json: {WRONG['name']}"]


def test_tap_names_each_vector_and_failure(run: Run) -> None:
    status, result = run([RIGHT, WRONG], "--report", "tap")
    expected = ["TAP version 13", "1..2", "ok 1 - some.json: right", "not ok 2 - some.json: wrong & <sharp> \\#1"]
    assert (status, result.splitlines()[:4]) == (1, expected)


@pytest.mark.parametrize(
    ("options", "number"),
    [
        (["--operation", "/v1/scores"], 1),
        (["--operation", "/v1/waits", "--operation", "/v1/scores"], 2),
        (["--ruleset", "bmja"], 2),
        (["--ruleset", "bmja", "--operation", "/v1/scores"], 0),
    ],
)
def test_vectors_are_chosen_by_operation_and_rulebook(run: Run, options: list[str], number: int) -> None:
    waits = vector("b", "/v1/waits", request={"ruleset": "bmja"})
    status, result = run([vector("a", "/v1/scores", request={}), waits, vector("c", "/v1/rulesets/bmja")], *options)
    assert result.startswith(f"{number} vectors, 0 failed")
    assert status == (0 if number else 2)


def test_vectors_have_unique_names_and_minimum_numbers() -> None:
    files = {path.stem: json.loads(path.read_text()) for path in CONFORMANCE.glob("*.json")}
    names = Counter(vector["name"] for file in files.values() for vector in file["vectors"])
    assert [name for name, times in names.items() if times > 1] == []
    assert {file["contract"] for file in files.values()} == {VERSION}
    paths = Counter(vector["path"].partition("?")[0] for file in files.values() for vector in file["vectors"])
    assert min(paths["/v1/scoresheets"], paths["/v1/waits"]) >= 200
    assert paths["/v1/scoresheets/csv"]
    assert paths["/v1/rulesets/resolve"]
    assert {vector["language"] for vector in files["german"]["vectors"]} == {"de"}
