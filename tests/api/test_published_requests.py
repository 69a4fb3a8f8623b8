"""What the service accepts of what we print is valid by openapi.yaml as it is published, which generators read.

Other tests use the strict variant, which takes null for each optional member of a request, as the service does.
"""

import json
import re
import shlex
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import jsonschema_rs
import pytest
from flask.testing import FlaskClient

from tests.support.contract import CONTRACT, resolved
from tests.support.pages import PAGES, blocks
from tools.conformance import FILES

ROOT: Final = Path(__file__).parents[2]
ADDRESS: Final = re.compile(r"https?://[^/\s]+(/v1/[a-z/-]+)")
BODIES: Final = {
    path: item["post"]["requestBody"]["content"]["application/json"]
    for path, item in CONTRACT["paths"].items()
    if "requestBody" in item.get("post", {})
}


def printed() -> Iterator[tuple[str, str, Any]]:
    """Where a page prints a command that posts a body, the path and the body."""
    for page in PAGES:
        for block in blocks(page):
            words = shlex.split(block.text, comments=True) if block.language == "sh" and " -d" in block.text else []
            paths = [found[1] for word in words if (found := ADDRESS.match(word))]
            bodies = [after for word, after in pairwise(words) if word == "-d" and after.startswith("{")]
            for path, body in zip(paths, bodies, strict=False):
                yield page, path, json.loads(body)


def vectors() -> Iterator[tuple[str, str, Any]]:
    for name in FILES:
        for each in json.loads((ROOT / "conformance" / f"{name}.json").read_text())["vectors"]:
            if each["status"] == 200 and "request" in each:
                yield f"{name} {each['name']}", each["path"], each["request"]


def examples() -> Iterator[tuple[str, str, Any]]:
    for path, content in BODIES.items():
        for name, each in content["examples"].items():
            yield name, path, resolved(each)["value"]
    evening = json.loads((ROOT / "clients" / "examples" / "evening.json").read_text())
    yield "evening.json", "/v1/scoresheets", evening


@cache
def published(path: str) -> jsonschema_rs.Draft202012Validator:
    """The schema of the bodies of a path."""
    reference = f"#/paths/{quote(path.replace('/', '~1'))}/post/requestBody/content/application~1json/schema"
    return jsonschema_rs.Draft202012Validator({"$ref": reference, **CONTRACT})


def faults(path: str, body: Any) -> list[str]:
    return [
        f"{'/'.join(map(str, error.instance_path))}: {error.message}" for error in published(path).iter_errors(body)
    ]


@pytest.mark.parametrize(("source", "most"), [(printed, 5), (examples, 10), (vectors, 1000)])
def test_what_is_printed_and_accepted_is_valid_as_published(client: FlaskClient, source: Any, most: int) -> None:
    seen, wrong = 0, []
    for where, path, body in source():
        path, _, query = path.partition("?")
        if source is vectors or client.post(path, query_string=query, json=body).status_code == 200:
            seen += 1
            wrong += [f"{where}: {fault}" for fault in faults(path, body)]
    assert wrong == []
    assert seen >= most
