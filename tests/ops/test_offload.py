"""Which requests run in the worker's loop, and which in a thread."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.app import LONG_PATHS
from service.ops import offload

PATH = "/v1/settlements"
DEAL = b'{"ruleset": "bmja"}'


def test_every_long_path_is_the_path_of_an_operation(client_unchecked: FlaskClient) -> None:
    urls = client_unchecked.application.url_map.bind("localhost")
    assert all(urls.allowed_methods(path) for path in LONG_PATHS)


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
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    body: bytes,
    headers: dict[str, str],
    threaded: bool,
) -> None:
    calls: list[object] = []

    def record(call: Callable[..., Any], *args: Any) -> Any:
        calls.append(call)
        return call(*args)

    monkeypatch.setattr(offload, "_has_loop", lambda: True)
    monkeypatch.setattr(offload, "in_thread", record)
    response = client_unchecked.post(path, data=body, headers=headers, content_type="application/json")
    assert response.status_code in (400, 405, 413, 422)
    assert len(calls) == threaded
