"""conformance/run.py: silent about a server that answers the vectors, names the vector where one number differs."""

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest

from service import create_app

Json = dict[str, Any]
CONFORMANCE = Path(__file__).parents[2] / "conformance"
VECTORS: list[Json] = json.loads((CONFORMANCE / "deals.json").read_text())["vectors"][:3]


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing of each request."""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with make_server("127.0.0.1", 0, create_app(), handler_class=_Quiet) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def run(url: str, directory: Path, vectors: list[Json]) -> tuple[int, str]:
    """Exit status and output of the runner, asked for these vectors."""
    path = directory / "some.json"
    path.write_text(json.dumps({"vectors": vectors}))
    command = [sys.executable, str(CONFORMANCE / "run.py"), url, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout


def numbers(value: Any, *place: str | int) -> Iterator[tuple[str | int, ...]]:
    """The place of every number in an answer."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inner:
        yield from numbers(each, *place, name)
    if type(value) is int:
        yield place


def changed(vectors: list[Json], number: int, place: tuple[str | int, ...]) -> list[Json]:
    """The vectors with one number of one answer one more."""
    wrong = copy.deepcopy(vectors)
    part: Any = wrong[number]["answer"]
    for step in place[:-1]:
        part = part[step]
    part[place[-1]] += 1
    return wrong


def test_a_server_that_answers_the_vectors_passes(url: str, tmp_path: Path) -> None:
    assert run(url, tmp_path, VECTORS) == (0, "3 vectors, 0 failed\n")


@pytest.mark.parametrize("which", [0, 0.3, 0.6, 0.999])
def test_one_number_changed_fails_and_names_its_vector(url: str, tmp_path: Path, which: float) -> None:
    places = list(numbers(VECTORS[1]["answer"]))
    place = places[int(which * len(places))]
    status, result = run(url, tmp_path, changed(VECTORS, 1, place))
    assert status == 1
    pointer = "".join(f"/{step}" for step in place)
    assert f"some.json: {VECTORS[1]['name']}: {pointer}: " in result
    assert result.endswith("3 vectors, 1 failed\n")


def test_another_status_fails_and_names_its_vector(url: str, tmp_path: Path) -> None:
    status, result = run(url, tmp_path, [{**VECTORS[0], "status": 422}])
    assert status == 1
    assert f"{VECTORS[0]['name']}: status 422 is expected, 200 is told" in result
