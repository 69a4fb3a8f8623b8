"""The service as a later minor version may answer: everything that may grow has grown.

A rulebook more, a rule in every rulebook and on every hand, a code for every fault, a kind of scoresheet entry, words
where words are listed, and a member in every object. Usage: python -m tools.clients.future PORT
"""

import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from pung_chow_settlement import create_app
from pung_chow_settlement.server.settings import from_environment

Json = dict[str, Any]
OF_TOMORROW = "of-tomorrow"
_NEW_KIND = "entry-of-tomorrow"
WORDS = {"reason", "kind", "excuse", "applies_to", "gives", "book"}
"""Members of answers that hold a word of a list that may grow."""


def grown(value: Any) -> Any:
    """An answer of a later version: unknown words and members in it."""
    if isinstance(value, list):
        return [grown(each) for each in value]
    if not isinstance(value, dict):
        return value
    grown_members = {name: _member(name, each) for name, each in value.items()}
    return {"member_of_tomorrow": {"list": [1, None, "text"]}, **grown_members}


def _member(name: str, value: Any) -> Any:
    if name == "entries" and value:  # of a sheet; or the kinds of them that a rulebook has
        return grown([*value, _NEW_KIND if isinstance(value[0], str) else _entry(value)])
    if name == "rulesets":
        return grown([*value, {**value[0], "id": "book-of-tomorrow"}])
    if name in ("rules", "items") and value:
        return grown([*value, {**value[0], ("id" if name == "rules" else "rule"): "rule-of-tomorrow"}])
    if name == "errors":
        return grown([{**each, "code": f"{each['code']}-{OF_TOMORROW}"} for each in value])
    if name == "limit_hands":
        return [*value, "limit-hand-of-tomorrow"]
    return OF_TOMORROW if name in WORDS and isinstance(value, str) and name != "kind" else grown(value)


def _entry(entries: list[Json]) -> Json:
    """An entry of a kind that is not known today, with no more than every entry has."""
    result = {"net": [0] * len(entries[0]["net"]), "totals": entries[-1]["totals"]}
    return {"number": len(entries) + 1, "type": _NEW_KIND, **result}


class Future:
    """The service, its JSON answers grown."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:  # noqa: D102
        sent: list[Any] = []
        environ.pop("HTTP_ACCEPT_ENCODING", None)  # what grows is read here

        def start(status: str, headers: list[tuple[str, str]], *_: Any) -> Any:
            sent[:] = [status, headers]

        body = b"".join(self.app(environ, start))
        status, headers = sent
        types = [value for name, value in headers if name.lower() == "content-type"]
        if body and types and types[0].split(";")[0].endswith("json"):
            body = json.dumps(grown(json.loads(body))).encode()
        kept = [(name, value) for name, value in headers if name.lower() != "content-length"]
        start_response(status, [*kept, ("Content-Length", str(len(body)))])
        return [body]


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing of each request."""


def main(port: int) -> None:
    """Serve until ended."""
    app = create_app(replace(from_environment(), log_requests=False))
    with make_server("127.0.0.1", port, Future(app), handler_class=_Quiet) as server:
        server.serve_forever()


if __name__ == "__main__":
    main(int(sys.argv[1]))
