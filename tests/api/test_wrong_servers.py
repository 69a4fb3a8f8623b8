"""conformance/run.py tells a wrong server: the service with one fault, in each way that a team's server was wrong."""

import importlib.util
import json
import subprocess
from collections.abc import Callable, Iterator
from io import BytesIO
from threading import Thread
from typing import Any

import pytest
from flask import Response
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.test import run_wsgi_app
from werkzeug.wrappers import Request

from pung_chow_settlement import create_app
from tests.support.pages import ROOT, command

CONFORMANCE = ROOT / "conformance"
_SPEC = importlib.util.spec_from_file_location("conformance_run", CONFORMANCE / "run.py")
assert _SPEC
assert _SPEC.loader
runner = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(runner)

Json = Any
SERVICE = create_app()


class Silent(WSGIRequestHandler):
    """Logs no request."""

    def log(self, *_: Any) -> None:
        """Nothing."""


FAULT = "X-Fault"
"""The header by which a run chooses what is wrong with the server."""
OF_A_RUN = "HTTP_X_FAULT"


def each_object(value: Json, change: Callable[[dict[str, Json]], object]) -> Json:
    """Change every object of a response."""
    if isinstance(value, list):
        for each in value:
            each_object(each, change)
    elif isinstance(value, dict):
        change(value)
        for each in [*value.values()]:
            each_object(each, change)
    return value


def replaced(name: str, old: Json, new: Json) -> Callable[[Json], Json]:
    """The response with another value of a member."""
    return lambda body: each_object(body, lambda each: each.update({name: new}) if each.get(name) == old else None)


def without(*names: str) -> Callable[[Json], Json]:
    """The response without these members."""
    return lambda body: each_object(body, lambda each: [each.pop(name, None) for name in names])


def _one_more(each: dict[str, Json]) -> None:
    if "net" in each:
        each["net"]["east"] += 1


def _cut_pointers(each: dict[str, Json]) -> None:
    if "pointer" in each:
        each["pointer"] = each["pointer"].rpartition("/")[0]


def _amounts_as_text(each: dict[str, Json]) -> None:
    if "amount" in each:
        each["amount"] = str(each["amount"])


def _other_order(each: dict[str, Json]) -> None:
    if "payments" in each:
        each["payments"].reverse()


def _items_without_tiles(each: dict[str, Json]) -> None:
    if "rule" in each:
        each.pop("tiles", None)


def _page_one(each: dict[str, Json]) -> None:
    if "page" in each:
        each["page"] = "1"


def _as_400(response: Response) -> None:
    if response.status_code == 422:
        response.status_code = 400


WRONG_BODIES: dict[str, Callable[[Json], Json]] = {
    "ten points where twenty are right": replaced("points", 20, 10),
    "a net that is one too high": lambda body: each_object(body, _one_more),
    "pointers without their last step": lambda body: each_object(body, _cut_pointers),
    "amounts as strings": lambda body: each_object(body, _amounts_as_text),
    "another seat is East next": replaced("next_east", "south", "west"),
    "payments in another order": lambda body: each_object(body, _other_order),
    "no factors": without("changed_by", "factors"),
    "no detail of a fault": without("detail"),
    "every page is the first": lambda body: each_object(body, _page_one),
    "no tiles of an item": lambda body: each_object(body, _items_without_tiles),
}
WRONG_HEADS: dict[str, Callable[[Response], object]] = {
    "400 in place of 422": _as_400,
    "problems as plain JSON": lambda response: setattr(response, "mimetype", "application/json"),
    "no version of the contract": lambda response: response.headers.pop("API-Version", None),
    "no ETag": lambda response: response.headers.pop("ETag", None),
}
UNREAD_HEADERS = {
    "the language is ignored": "HTTP_ACCEPT_LANGUAGE",
    "an ETag is ignored": "HTTP_IF_NONE_MATCH",
}
UNREAD_MEMBERS = {"a pinned revision is ignored": "revision"}

REPORTED = {
    "ten points where twenty are right": ("deals", "`items[mah-jong].points` 20 -> 10: "),
    "a net that is one too high": ("deals", "`settlement.net.east` "),
    "pointers without their last step": ("refusals", "`errors[/hands/east/concealed].pointer` "),
    "amounts as strings": ("deals", '`payments[others-settle].amount` 16 -> "16": '),
    "another seat is East next": ("deals", '`next_deal.next_east` "south" -> "west": '),
    "payments in another order": ("deals", "`payments[others-settle].rule` "),
    "no factors": ("deals", "`payments[winner-collects].factors` ... -> missing: "),
    "no detail of a fault": ("refusals", "detail` a text -> missing: "),
    "every page is the first": ("deals", "`items[mah-jong].source.page` "),
    "no tiles of an item": ("deals", '`items[pung-of-dragons].tiles` "777z" -> missing: '),
    "400 in place of 422": ("refusals", "`status` 422 -> 400: "),
    "problems as plain JSON": ("refusals", "`Content-Type` application/problem+json -> application/json: "),
    "no version of the contract": ("deals", "`API-Version` a version -> missing: "),
    "no ETag": ("rulebooks", "`ETag` present -> missing: "),
    "a pinned revision is ignored": ("refusals", "`status` 409 -> 200: "),
    "the language is ignored": ("german", "`language` de -> en: "),
    "an ETag is ignored": ("rulebooks", "`status with If-None-Match` 304 -> 200: "),
}
"""For each fault the file of vectors that shows it, and the line of the summary that names it."""


def wrong(environ: dict[str, Any], start_response: Any) -> Any:
    """The service with the fault that the run asks for."""
    name = environ.get(OF_A_RUN, "")
    environ.pop(UNREAD_HEADERS.get(name, ""), None)
    if name in UNREAD_MEMBERS:
        sent = Request(environ).get_json()
        sent.pop(UNREAD_MEMBERS[name], None)
        content = json.dumps(sent).encode()
        environ |= {"wsgi.input": BytesIO(content), "CONTENT_LENGTH": str(len(content))}
    response = Response(*run_wsgi_app(SERVICE, environ))
    if name in WRONG_HEADS:
        WRONG_HEADS[name](response)
    if name in WRONG_BODIES:
        response.data = json.dumps(WRONG_BODIES[name](response.get_json(force=True)))
    return response(environ, start_response)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    server = make_server("127.0.0.1", 0, wrong, request_handler=Silent)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


def run(url: str, capsys: pytest.CaptureFixture[str], file: str, fault: str) -> tuple[int, list[str]]:
    """The exit status and the summary of a run of one file."""
    status = runner.main([url, str(CONFORMANCE / f"{file}.json"), "--header", f"{FAULT}: {fault}"])
    return status, [line for line in capsys.readouterr().out.splitlines() if line.startswith("`")]


@pytest.mark.parametrize("file", sorted({file for file, _ in REPORTED.values()}))
def test_a_right_server_passes(url: str, capsys: pytest.CaptureFixture[str], file: str) -> None:
    assert run(url, capsys, file, "none") == (0, [])


@pytest.mark.parametrize("fault", REPORTED)
def test_a_wrong_server_is_told_by_its_fault(url: str, capsys: pytest.CaptureFixture[str], fault: str) -> None:
    file, line = REPORTED[fault]
    status, summary = run(url, capsys, file, fault)
    assert status == 1
    assert [each for each in summary if line in each], summary


def test_the_command_of_the_page_passes(url: str) -> None:
    printed = command("conformance/README.md", "python3 conformance/run.py").replace("http://127.0.0.1:8000", url)
    done = subprocess.run(
        ["bash", "-c", f"{printed} --operation /v1/rulesets/compare"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.endswith("vectors, 0 failed\n")


def test_every_way_to_be_wrong_is_run() -> None:
    assert {*REPORTED} == {*WRONG_BODIES, *WRONG_HEADS, *UNREAD_HEADERS, *UNREAD_MEMBERS}
