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

import pytest

from pung_chow_settlement.server.root import VERSION
from tools import conformance

Json = dict[str, Any]
Run = Callable[..., tuple[int, str]]
CONFORMANCE = Path(__file__).parents[2] / "conformance"
ITEM = {"rule": "mah-jong", "points": 10}
ANSWER = {"token": None, "list": [1, {"two": 2}], "score": {"items": [{**ITEM, "text": "Mah-Jong"}]}}
ETAG = '"of the answer"'


class _Server(BaseHTTPRequestHandler):
    """Gives every request the same document, with the token that it sent; drops the connection for one path."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/dropped":
            self.close_connection = True
            return
        has_it = self.headers["If-None-Match"] == ETAG
        body = b"" if has_it else json.dumps({**ANSWER, "token": self.headers["Authorization"]}).encode()
        self.send_response(304 if has_it else 200)
        for name, value in (("Content-Type", "application/json"), ("API-Version", "1.2.3"), ("ETag", ETAG)):
            self.send_header(name, value)
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


def vector(name: str, path: str = "/", response: Any = ANSWER, status: int = 200, request: Any = None) -> Json:
    method = {"method": "GET"} if request is None else {"method": "POST", "request": request}
    return {"name": name, "path": path, **method, "status": status, "response": response}


RIGHT = vector("right")


def test_a_server_that_answers_the_vectors_passes(run: Run) -> None:
    assert run([RIGHT, vector("a part", response={"list": [1, {}]})]) == (0, "2 vectors, 0 failed\n")


@pytest.mark.parametrize(
    ("wrong", "difference"),
    [
        ({"response": {"list": [1, {"two": 3}]}}, "list[1].two: expected 3, received 2"),
        ({"response": {"list": [1, {"three": 3}]}}, "list[1].three: expected 3, received missing"),
        ({"response": {"list": [True, {}]}}, "list[0]: expected true, received 1"),
        ({"response": {"list": [1]}}, "list[element]: expected missing, received present"),
        ({"response": {"list": {}}}, "list: expected ..., received ..."),
        ({"status": 422}, "status: expected 422, received 200"),
        ({"path": "/dropped"}, "response: expected present, received RemoteDisconnected"),
    ],
)
def test_a_difference_fails_and_names_its_vector(run: Run, wrong: Json, difference: str) -> None:
    status, result = run([RIGHT, vector("wrong", **wrong), vector("again")])
    assert status == 1
    assert f"some.json: wrong: {difference}" in result
    assert "\n3 vectors, 1 failed\n" in result


def test_each_request_has_the_given_header(run: Run) -> None:
    with_token = vector("with a token", response={"token": "Bearer x"})
    assert run([with_token, with_token], "--header", "Authorization: Bearer x")[0] == 0


def test_the_last_lines_group_failures_by_what_differs(run: Run) -> None:
    won = {"rule": "mah-jong", "points": 20}
    wrong = [
        vector("a", response={"score": {"items": [won]}, "list": [1, {"two": 0}]}),
        vector("b", response={"score": {"items": [won]}}),
        vector("c", response={"score": {"items": [{"rule": "mah-jong"}, {"rule": "flower"}]}}),
        vector("d", status=422),
    ]
    assert sorted(run([RIGHT, *wrong])[1].splitlines()[-5:]) == [
        "5 vectors, 4 failed",
        "`items[flower]` present -> missing: 1 vector",
        "`items[mah-jong].points` 20 -> 10: 2 vectors",
        "`list[1].two` 0 -> 2: 1 vector",
        "`status` 422 -> 200: 1 vector",
    ]


def test_the_most_frequent_difference_is_first_and_the_rest_is_counted(run: Run) -> None:
    many = [vector(str(each), response={"list": [each, {}]}) for each in range(2, 20)]
    lines = run([*many, vector("again", response={"list": [19, {}]})])[1].splitlines()
    assert lines[-11:-9] == ["`list[0]` 19 -> 1: 2 vectors", "`list[0]` 2 -> 1: 1 vector"]
    assert lines[-1] == "and 8 other differences"


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


MAX_BYTES = 2_500_000


def test_vectors_have_unique_names_and_minimum_numbers() -> None:
    texts = {path.stem: path.read_text() for path in CONFORMANCE.glob("*.json")}
    files = {name: json.loads(text) for name, text in texts.items()}
    assert sum(len(text.encode()) for text in texts.values()) < MAX_BYTES
    names = Counter(vector["name"] for file in files.values() for vector in file["vectors"])
    assert [name for name, times in names.items() if times > 1] == []
    assert {file["contract"] for file in files.values()} == {VERSION}
    paths = Counter(vector["path"].partition("?")[0] for file in files.values() for vector in file["vectors"])
    assert min(paths["/v1/scoresheets"], paths["/v1/waits"]) >= 200
    assert paths["/v1/rulesets/resolve"]
    assert {vector["language"] for vector in files["german"]["vectors"]} == {"de"}


def strings(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """The strings of a JSON value, with the names of their members."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, dict):
        for each, inner in value.items():
            yield from strings(inner, each)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner, name)


def test_no_vector_holds_a_sentence() -> None:
    """What has a space is the players' own, the id of a deal or the reason of a correction; or pages: `12, 24`."""
    for path in CONFORMANCE.glob("*.json"):
        for vector in json.loads(path.read_text())["vectors"]:
            own = {text for _, text in strings(vector.get("request"))}
            texts = [(name, text) for name, text in strings(vector["response"]) if name != "page" and text not in own]
            said = [(name, text) for name, text in texts if " " in text]
            assert said in ([], [("a", "option chows")]), vector["name"]


def test_a_member_that_is_new_in_a_response_changes_no_vector() -> None:
    response = {"score": {"points": 8, "items": [{"rule": "mah-jong", "points": 20, "new": 1}]}, "new": {"points": 8}}
    assert conformance.held(response, "hands", "a hand") == {
        "score": {"points": 8, "items": [{"rule": "mah-jong", "points": 20}]}
    }
