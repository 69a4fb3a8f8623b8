"""Checks the mock of the contract that docs/api.md prints: it returns every good example, and survives invalid tiles.

Usage: python -m tools.mock_check (needs npx and network).
"""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx

from tests.support.contract import operations, resolved
from tests.support.pages import ROOT, command
from tests.support.ports import HOST, await_answer, free_port

BAD_TILES = ("9x", "\U0001f600", "\x00", "\ud83c\udc07", "1" * 401, "(((((", "0m")
OF_TILES = ("concealed", "bonus", "discards", "visible", "tile")
Json = dict[str, Any]


def failures(client: httpx.Client) -> Iterator[str]:
    """Every good example that the mock does not return, and every invalid tile that it does not survive."""
    for path, method, operation in operations():
        url, query = path.format(**_examples(operation, "path")), _examples(operation, "query")
        request: Json = {"method": method, "url": url, "params": query}
        bodies = _body_examples(operation.get("requestBody", {}).get("content", {}).get("application/json", {}))
        for content in operation["responses"]["200"]["content"].values():
            yield from _failing_examples(client, request, bodies, _body_examples(content))
        yield from _failing_tiles(client, request, bodies)


def _failing_examples(client: httpx.Client, request: Json, bodies: Json, expected: Json) -> Iterator[str]:
    for name, value in expected.items():
        response = _send(client, request, bodies.get(name), Prefer=f"code=200, example={name}")
        actual = response.text if isinstance(value, str) else _json(response.text)
        if response.status_code != 200 or actual != value:
            yield f"{request['url']} {name}: {response.status_code} {response.text[:200]!r}"


def _failing_tiles(client: httpx.Client, request: Json, bodies: Json) -> Iterator[str]:
    for name, body in bodies.items():
        for tiles in BAD_TILES if "hand" in json.dumps(body) else ():
            status = _send(client, request, _with_tiles(body, tiles)).status_code
            if status not in (200, 422):
                yield f"{request['url']} {name} with {tiles[:10]!r}: {status}"


def _send(client: httpx.Client, request: Json, body: Any, **headers: str) -> httpx.Response:
    """Send a request with a body as JSON in ASCII, since some of the invalid tiles are lone surrogates."""
    if body is None:
        return client.request(**request, headers=headers)
    return client.request(**request, content=json.dumps(body), headers={"Content-Type": "application/json", **headers})


def _body_examples(content: Json) -> Json:
    """The examples of a body, by name."""
    return {name: resolved(each)["value"] for name, each in content.get("examples", {}).items()}


def _examples(operation: Json, place: str) -> dict[str, str]:
    """The first examples of the parameters that an operation requires in its path or its query."""
    needed = [each for each in map(resolved, operation["parameters"]) if each.get("required") and each["in"] == place]
    return {each["name"]: next(iter(each["examples"].values()))["value"] for each in needed}


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _with_tiles(value: Any, tiles: str) -> Any:
    """A body with every string of tiles replaced by this one."""
    if isinstance(value, list):
        return [_with_tiles(each, tiles) for each in value]
    if not isinstance(value, dict):
        return value
    return {name: tiles if name in OF_TILES else _with_tiles(each, tiles) for name, each in value.items()}


def main() -> int:
    """Start the mock, check it, stop it."""
    port = free_port()
    mock = [*shlex.split(command("docs/api.md", "npx @stoplight/prism-cli")), "--host", HOST, "--port", str(port)]
    environ = os.environ | {"npm_config_yes": "true"}
    with subprocess.Popen(mock, cwd=ROOT, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT) as process:
        try:
            await_answer(port)
            with httpx.Client(base_url=f"http://{HOST}:{port}", timeout=30) as client:
                found = list(failures(client))
        finally:
            process.terminate()
    print("\n".join(found) or "the mock answers every good example and survives bad tiles")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
