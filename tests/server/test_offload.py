"""Which requests run in the worker's loop, and which in a thread."""

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import count
from socket import create_connection, create_server, socketpair
from threading import Event
from typing import Any
from urllib.parse import unquote

import gevent
import pytest
from flask.testing import FlaskClient

from pung_chow_settlement import create_app
from pung_chow_settlement.api.app import LONG_PATHS, LONG_WORDS
from pung_chow_settlement.server import offload
from pung_chow_settlement.server.offload import PIECE, Offload, has_left, read_in_pieces
from pung_chow_settlement.server.settings import Settings
from tests.support.server import ROOT, wait_until

PATH = "/v1/settlements"
DEAL = b'{"ruleset": "bmja"}'


@pytest.fixture
def calls(client_unchecked: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """What the middleware gives to threads, as in a worker; here it is called at once."""
    called: list[object] = []

    def record(_: Offload, call: Callable[..., Any], *args: Any, **__: Any) -> Any:
        called.append(call)
        return call(*args)

    monkeypatch.setattr(offload, "_has_loop", lambda: True)
    monkeypatch.setattr(Offload, "in_thread", record)
    ours, theirs = socketpair()
    monkeypatch.setitem(client_unchecked.environ_base, "gunicorn.socket", ours)
    with ours, theirs:
        yield called


def test_every_long_path_is_the_path_of_an_operation(client_unchecked: FlaskClient) -> None:
    urls = client_unchecked.application.url_map.bind("localhost")
    assert all(urls.allowed_methods(path) for path in LONG_PATHS)


def test_the_page_for_operators_lists_what_runs_on_a_thread() -> None:
    _, _, threads = (ROOT / "docs/operating.md").read_text().partition("### Threads\n")
    listed = re.findall(r"^- (.+)$", threads.partition("\n## ")[0], re.MULTILINE)
    paths, size, words = listed
    assert re.findall(r"`(/\S+)`", paths) == [*LONG_PATHS]
    assert f"above {offload.SHORT // 1024} KiB" in size
    word, escape = re.findall(r"`([^`]+)`", words)
    assert (word.encode(), escape[:2].encode()) == LONG_WORDS


@pytest.mark.parametrize(
    ("path", "body", "headers", "threaded"),
    [
        pytest.param("/healthz", b"", {}, False, id="no body"),
        pytest.param(PATH, DEAL, {}, False, id="a short deal"),
        pytest.param(PATH, DEAL + b" " * offload.SHORT, {}, True, id="a long body"),
        pytest.param(PATH, b'{"house_rules": {}}', {}, True, id="house rules"),
        pytest.param(PATH, rb'{"house\u005frules": {}}', {}, True, id="house rules with an escape"),
        pytest.param(PATH, DEAL, {"Content-Encoding": "gzip"}, True, id="a compressed body"),
        pytest.param("/v1/scoresheets", DEAL, {}, True, id="a path whose requests may be costly"),
        pytest.param(PATH, DEAL, {"Content-Length": "999999999"}, False, id="a body that is refused unread"),
    ],
)
def test_only_short_requests_stay_in_the_loop(
    client_unchecked: FlaskClient,
    calls: list[object],
    path: str,
    body: bytes,
    headers: dict[str, str],
    threaded: bool,
) -> None:
    response = client_unchecked.post(path, data=body, headers=headers, content_type="application/json")
    assert response.status_code in (400, 405, 413, 422)
    assert len(calls) == threaded


@pytest.mark.parametrize("path", ["/docs/swagger-ui-bundle.js", "/openapi.json", "/v1/rulesets"])
def test_documents_stay_in_the_loop(client_unchecked: FlaskClient, calls: list[object], path: str) -> None:
    assert client_unchecked.get(path, headers={"Accept-Encoding": "gzip"}).status_code == 200
    assert not calls


def test_a_request_whose_client_has_left_is_not_computed(
    client_unchecked: FlaskClient, calls: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offload, "has_left", lambda _: True)
    response = client_unchecked.post("/v1/scoresheets", data=DEAL, content_type="application/json")
    assert (response.status_code, response.get_json()["code"]) == (400, "bad-request")
    assert len(calls) == 1, "it is asked when the request has its thread"


def test_a_client_has_left_when_it_has_closed_its_side() -> None:
    with create_server(("127.0.0.1", 0)) as listening:
        client = create_connection(listening.getsockname())
        accepted, _ = listening.accept()
        client.sendall(b"half")
        assert not has_left(accepted)
        client.close()
        wait_until(lambda: has_left(accepted))
        accepted.close()
        assert has_left(accepted)
    one, other = socketpair()
    assert not has_left(one), "not TCP: it cannot be told"
    for each in (one, other):
        each.close()


def test_the_first_that_came_has_the_next_thread_and_one_too_many_is_refused(
    client_unchecked: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One has the thread, two wait; the fourth is refused before them, after a pause in which its body is not held."""
    monkeypatch.setattr(offload, "_has_loop", lambda: True)
    begun, served, free = list[str](), list[str](), Event()
    ours, theirs = socketpair()

    def app(environ: Any, _: Any) -> list[bytes]:
        if offload.OVERLOADED in environ:
            served.append(f"{environ['name']} refused")
            assert not environ["wsgi.input"].read()
            return []
        begun.append(environ["name"])
        free.wait()
        served.append(environ["name"])
        return []

    middleware = Offload(app, Settings(threads=1, waiting=2), LONG_PATHS)

    def ask(name: str) -> Any:
        environ = {"PATH_INFO": LONG_PATHS[0], "CONTENT_LENGTH": "2", "wsgi.input": BytesIO(b"{}"), "name": name}
        asked = gevent.spawn(middleware, {**environ, "gunicorn.socket": ours}, lambda *_: None)
        gevent.sleep(0.02)  # until its body is read
        return asked

    with ours, theirs:
        asked = [ask(name) for name in ("first", "second", "third", "fourth")]
        assert (begun, served) == (["first"], [])
        asked[3].get(timeout=5)
        assert (begun, served) == (["first"], ["fourth refused"])
        free.set()
        gevent.joinall(asked, timeout=5)
        assert served == ["fourth refused", "first", "second", "third"]
        gevent.joinall([ask("fifth")], timeout=5)
        assert served[-1] == "fifth"


def test_a_request_does_not_wait_for_large_bodies(monkeypatch: pytest.MonkeyPatch) -> None:
    """They have a thread of their own, of which there is at least one."""
    monkeypatch.setattr(offload, "_has_loop", lambda: True)
    served, free = list[int](), Event()
    ours, theirs = socketpair()

    def app(environ: Any, _: Any) -> list[bytes]:
        size = int(environ["CONTENT_LENGTH"])
        if size > settings.max_body:
            free.wait()
        served.append(size)
        return []

    settings = Settings(threads=1)
    middleware = Offload(app, settings, LONG_PATHS)
    with ours, theirs:
        asked = []
        for size in (settings.max_body + 1, settings.max_body + 2, 2):
            environ = {"PATH_INFO": LONG_PATHS[0], "CONTENT_LENGTH": str(size), "wsgi.input": BytesIO(b" " * size)}
            asked.append(gevent.spawn(middleware, {**environ, "gunicorn.socket": ours}, lambda *_: None))
            gevent.sleep(0.02)
        gevent.joinall(asked[2:], timeout=5)
        assert served == [2]
        free.set()
        gevent.joinall(asked, timeout=5)
    assert served == [2, settings.max_body + 1, settings.max_body + 2]


def test_a_refused_request_may_be_sent_again_later(client_unchecked: FlaskClient, calls: list[object]) -> None:
    middleware = client_unchecked.application.wsgi_app
    assert isinstance(middleware, Offload)
    middleware._at_once, before = middleware.most_at_once, middleware._at_once
    try:
        response = client_unchecked.post("/v1/scoresheets", data=DEAL, content_type="application/json")
    finally:
        middleware._at_once = before
    assert (response.status_code, response.get_json()["code"]) == (503, "overloaded")
    assert response.headers["Retry-After"] == "5"
    assert not calls


SAME_ID = {"X-Request-ID": "same"}
EXAMPLES = {
    "<ruleset_id:ruleset>": "bmja",
    "<path:name>": "index.html",
    "<name>": "swagger-ui-bundle.js",
    "<code>": "not-found",
}
ROUTES = [
    (method, "".join(EXAMPLES.get(part, part) for part in re.split("(<.*>)", path)))
    for rule in create_app().url_map.iter_rules()
    for method, path in [("POST" if "POST" in (rule.methods or ()) else "GET", rule.rule)]
]
SPELLINGS = {
    "two slashes": lambda path: "/" + path,
    "three slashes": lambda path: "//" + path,
    "a slash in code": lambda path: "/%2F" + path[1:],
    "a slash at the end": lambda path: path + "/",
    "a parameter": lambda path: path + ";x",
    "capitals": lambda path: path.upper(),
}


def test_the_pool_has_the_threads_of_the_applications_settings() -> None:
    middleware = create_app(Settings(threads=5)).wsgi_app
    assert isinstance(middleware, Offload)
    assert middleware.in_thread(lambda: middleware._pool.maxsize) == 5


def test_there_are_26_routes() -> None:
    assert len(ROUTES) == 26


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)
@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_a_path_that_is_spelled_otherwise_is_answered_as_the_route_or_not_found(
    client_unchecked: FlaskClient,
    calls: list[object],
    method: str,
    path: str,
    spelling: Callable[[str], str],
) -> None:
    """Also on the same thread, and with the same limits of its body."""

    def asked(spelled: str) -> tuple[int, bytes, int]:
        calls.clear()
        environ = {"PATH_INFO": unquote(spelled)}
        response = client_unchecked.open(
            method=method, data=b"{}", content_type="application/json", headers=SAME_ID, environ_overrides=environ
        )
        return response.status_code, response.data, len(calls)

    its, spelled = asked(path), asked(spelling(path))
    assert its[0] in (200, 400, 422)
    assert spelled == its or spelled[0] in (404, 405), "405: of another route that has such a parameter in its path"
    assert (spelled == its) >= spelling(path).startswith(("//", "/%2F"))


def test_a_request_for_the_whole_address_without_a_path_is_one_for_the_page(client_unchecked: FlaskClient) -> None:
    """`GET http://table.example` gives the server an empty path."""
    response = client_unchecked.get("/", environ_overrides={"PATH_INFO": ""})
    assert (response.status_code, response.mimetype) == (200, "text/html")


@pytest.mark.usefixtures("calls")
def test_a_body_is_read_whole_or_refused(client_unchecked: FlaskClient) -> None:
    most = client_unchecked.application.config["MAX_BODY_MANY"]
    chunked = {"headers": {"Transfer-Encoding": "chunked"}, "environ_overrides": {"wsgi.input_terminated": True}}
    for path, status in [("/v1/settlements/batch", 413), ("/v1/nowhere", 404)]:
        response = client_unchecked.post(
            path, input_stream=BytesIO(b" " * (most + 2)), content_type="application/json", **chunked
        )
        assert response.status_code == status
    short = {"CONTENT_LENGTH": str(len(DEAL) + 1), "wsgi.input_terminated": True}
    response = client_unchecked.post(PATH, data=DEAL, content_type="application/json", environ_overrides=short)
    assert (response.status_code, response.get_json()["code"]) == (400, "bad-request")


def test_others_run_even_if_threads_have_results_in_every_iteration_of_the_loop() -> None:
    """Results of threads have the highest priority: a body is still read at once beside many short requests."""
    loop, iterations = gevent.get_hub().loop, count()
    result = loop.async_()

    def again() -> None:
        next(iterations)
        result.send()

    result.start(again)
    try:
        result.send()
        with gevent.Timeout(5):
            for _ in range(10):
                offload.let_others_run()
    finally:
        result.stop()
        result.close()
    assert next(iterations) >= 10


def test_a_long_body_is_read_in_short_pieces() -> None:
    """Other requests run between two of them."""
    sizes: list[int] = []

    class Endless(BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            sizes.append(size or 0)
            return b"x" * (size or 0)

    assert len(read_in_pieces(Endless(), 16 * PIECE)) == 16 * PIECE
    assert sizes == [PIECE] * 16
