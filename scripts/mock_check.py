"""A mock of the contract answers every operation with its good example, and survives tiles that are none.

Usage: python -m scripts.mock_check COMMAND ... (the command of Prism, to which its arguments are added).
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import yaml

from support.ports import free_port

CONTRACT = Path(__file__).parents[1] / "openapi.yaml"
BAD_TILES = ("9x", "\U0001f600", "\x00", "\ud83c\udc07", "1" * 401, "(((((", "0m")
Json = dict[str, Any]


class Mock:
    """The mock, and questions to it."""

    def __init__(self, port: int, contract: Json) -> None:
        self.port = port
        self.contract = contract

    def ask(self, method: str, path: str, body: Any = None, prefer: str = "") -> tuple[int, bytes]:
        """Status and body of an answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Prefer": prefer} if prefer else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer: HTTPResponse = connection.getresponse()
        return answer.status, answer.read()

    def resolved(self, part: Json) -> Json:
        """A part of the contract, its reference followed."""
        while "$ref" in part:
            found: Any = self.contract
            for step in part["$ref"].removeprefix("#/").split("/"):
                found = found[step.replace("~1", "/")]
            part = found
        return part

    def wrong(self) -> Iterator[str]:
        """Every good example that the mock does not answer, and every bad tile that it does not survive."""
        for path, item in self.contract["paths"].items():
            for method, operation in item.items():
                yield from self._wrong_examples(method.upper(), path, operation)

    def _wrong_examples(self, method: str, path: str, operation: Json) -> Iterator[str]:
        content = operation["responses"]["200"]["content"]
        bodies = self._bodies(operation)
        for shown in content.values():
            for name, example in shown.get("examples", {}).items():
                value = self.resolved(example)["value"]
                status, body = self.ask(
                    method, _concrete(operation, path), bodies.get(name), f"code=200, example={name}"
                )
                same = body.decode() == value if isinstance(value, str) else _json(body) == value
                if status != 200 or not same:
                    yield f"{operation['operationId']} {name}: {status} {body[:200]!r}"
        for name, sent in bodies.items():
            for tiles in BAD_TILES if "hand" in json.dumps(sent) else ():
                status, _ = self.ask(method, path, _with_bad_tiles(sent, tiles))
                if status not in (200, 422):
                    yield f"{operation['operationId']} {name} with {tiles[:10]!r}: {status}"

    def _bodies(self, operation: Json) -> Json:
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        return {name: self.resolved(each)["value"] for name, each in content.get("examples", {}).items()}


def _concrete(operation: Json, path: str) -> str:
    """A path with the examples of the parameters that it needs."""
    needed = [parameter for parameter in operation.get("parameters", []) if parameter.get("required")]
    result = {each["name"]: next(iter(each["examples"].values()))["value"] for each in needed}
    query = {each["name"]: result[each["name"]] for each in needed if each["in"] == "query"}
    return path.format(**result) + (f"?{urlencode(query)}" if query else "")


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


def _with_bad_tiles(value: Any, tiles: str) -> Any:
    """A body whose every string of tiles is this one."""
    if isinstance(value, list):
        return [_with_bad_tiles(each, tiles) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        name: tiles if name in ("concealed", "bonus", "discards", "visible", "tile") else _with_bad_tiles(each, tiles)
        for name, each in value.items()
    }


def main(command: list[str]) -> int:
    """Start the mock, ask it, end it."""
    port = free_port()
    started = [*command, "mock", "--host", "127.0.0.1", "--port", str(port), str(CONTRACT)]
    with subprocess.Popen(started, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            mock = Mock(port, yaml.safe_load(CONTRACT.read_text()))
            _wait_for(mock)
            wrong = list(mock.wrong())
        finally:
            process.terminate()
    print("\n".join(wrong) or "the mock answers every good example and survives bad tiles")
    return bool(wrong)


def _wait_for(mock: Mock) -> None:
    for _ in range(600):
        try:
            mock.ask("GET", "/healthz")
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise TimeoutError("the mock does not start")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
