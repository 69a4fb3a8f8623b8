"""A mock of the contract answers every operation with its good example, and survives tiles that are none.

Usage: python -m scripts.mock_check COMMAND ... (the command of Prism, to which its arguments are added).
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from support.contract import operations, resolved
from support.ports import HOST, await_answer, free_port

CONTRACT = Path(__file__).parents[1] / "openapi.yaml"
BAD_TILES = ("9x", "\U0001f600", "\x00", "\ud83c\udc07", "1" * 401, "(((((", "0m")
OF_TILES = ("concealed", "bonus", "discards", "visible", "tile")
Json = dict[str, Any]


def wrong(client: httpx.Client) -> Iterator[str]:
    """Every good example that the mock does not answer, and every bad tile that it does not survive."""
    for path, method, operation in operations():
        url, query = path.format(**_examples(operation, "path")), _examples(operation, "query")
        asked: Json = {"method": method, "url": url, "params": query}
        bodies = _shown(operation.get("requestBody", {}).get("content", {}).get("application/json", {}))
        for content in operation["responses"]["200"]["content"].values():
            yield from _wrong_examples(client, asked, bodies, _shown(content))
        yield from _wrong_tiles(client, asked, bodies)


def _wrong_examples(client: httpx.Client, asked: Json, bodies: Json, answers: Json) -> Iterator[str]:
    for name, value in answers.items():
        answer = _ask(client, asked, bodies.get(name), Prefer=f"code=200, example={name}")
        told = answer.text if isinstance(value, str) else _json(answer.text)
        if answer.status_code != 200 or told != value:
            yield f"{asked['url']} {name}: {answer.status_code} {answer.text[:200]!r}"


def _wrong_tiles(client: httpx.Client, asked: Json, bodies: Json) -> Iterator[str]:
    for name, body in bodies.items():
        for tiles in BAD_TILES if "hand" in json.dumps(body) else ():
            status = _ask(client, asked, _with_tiles(body, tiles)).status_code
            if status not in (200, 422):
                yield f"{asked['url']} {name} with {tiles[:10]!r}: {status}"


def _ask(client: httpx.Client, asked: Json, body: Any, **headers: str) -> httpx.Response:
    """Ask with a body, as JSON in ASCII: some of the bad tiles are no characters."""
    sent: Json = {} if body is None else {"content": json.dumps(body)}
    return client.request(**asked, **sent, headers={"Content-Type": "application/json", **headers} if sent else headers)


def _shown(content: Json) -> Json:
    """The examples of a body, by name."""
    return {name: resolved(each)["value"] for name, each in content.get("examples", {}).items()}


def _examples(operation: Json, place: str) -> dict[str, str]:
    """The first examples of the parameters that an operation needs in its path or its query."""
    needed = [each for each in map(resolved, operation["parameters"]) if each.get("required") and each["in"] == place]
    return {each["name"]: next(iter(each["examples"].values()))["value"] for each in needed}


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _with_tiles(value: Any, tiles: str) -> Any:
    """A body whose every string of tiles is this one."""
    if isinstance(value, list):
        return [_with_tiles(each, tiles) for each in value]
    if not isinstance(value, dict):
        return value
    return {name: tiles if name in OF_TILES else _with_tiles(each, tiles) for name, each in value.items()}


def main(command: list[str]) -> int:
    """Start the mock, ask it, end it."""
    port = free_port()
    started = [*command, "mock", "--host", HOST, "--port", str(port), str(CONTRACT)]
    with subprocess.Popen(started, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT) as process:
        try:
            await_answer(port)
            with httpx.Client(base_url=f"http://{HOST}:{port}", timeout=30) as client:
                found = list(wrong(client))
        finally:
            process.terminate()
    print("\n".join(found) or "the mock answers every good example and survives bad tiles")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
