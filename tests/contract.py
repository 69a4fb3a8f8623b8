"""openapi.yaml, executed: finds the operation of an answer and checks the answer against it."""

from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jsonschema_rs
import yaml
from werkzeug.test import TestResponse

CONTRACT: dict[str, Any] = yaml.safe_load((Path(__file__).parents[1] / "openapi.yaml").read_text())


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    """Path, method and operation of everything in the contract."""
    return [
        (path, method.upper(), operation)
        for path, item in CONTRACT["paths"].items()
        for method, operation in item.items()
        if method in ("get", "post")
    ]


def resolved(part: dict[str, Any]) -> dict[str, Any]:
    """A part of the contract, its reference followed."""
    while "$ref" in part:
        found: Any = CONTRACT
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step.replace("~1", "/").replace("~0", "~")]
        part = found
    return part


@cache
def validator(schema_path: tuple[str, ...]) -> jsonschema_rs.Draft202012Validator:
    """The validator of a schema at a path of the contract."""
    reference = "#/" + "/".join(quote(step.replace("~", "~0").replace("/", "~1")) for step in schema_path)
    return jsonschema_rs.Draft202012Validator({"$ref": reference, **CONTRACT})


def operation_of(path: str, method: str) -> tuple[str, dict[str, Any]] | None:
    """The contract's path and operation for a concrete path, a fixed path before one with parameters."""
    steps = path.split("/")
    fitting = [
        (template, operation)
        for template, its_method, operation in operations()
        if its_method == method and _fits(template.split("/"), steps)
    ]
    return min(fitting, key=lambda each: each[0].count("{"), default=None)


def _fits(template: list[str], steps: list[str]) -> bool:
    return len(template) == len(steps) and all(
        part == step or part.startswith("{") for part, step in zip(template, steps, strict=True)
    )


def check(response: TestResponse) -> None:
    """Assert that an answer is one that the contract promises; paths and methods it does not name are problems."""
    request = response.request
    found = operation_of(request.path, "GET" if request.method == "HEAD" else request.method)
    media_type = response.mimetype or ""
    if found is None:
        assert response.status_code in (404, 405) or request.path.startswith(("/static/", "/docs/")), request.path
        if media_type == "application/problem+json":
            validator(("components", "schemas", "Problem")).validate(response.get_json())
        return
    template, operation = found
    told = operation["responses"].get(str(response.status_code))
    assert told is not None, (
        f"{operation['operationId']} does not promise {response.status_code}: {response.data[:500]!r}"
    )
    where = _where(("paths", template, request.method.lower(), "responses", str(response.status_code)), told)
    content = resolved(told).get("content")
    if response.status_code == 304 or request.method == "HEAD":
        return
    assert content is not None
    assert media_type in content, f"{operation['operationId']} does not promise {media_type}"
    if media_type.endswith("json"):
        validator((*where, "content", media_type, "schema")).validate(response.get_json())
    for header in resolved(told).get("headers", {}):
        assert header in response.headers, f"{operation['operationId']} promises the header {header}"


def _where(path: tuple[str, ...], part: dict[str, Any]) -> tuple[str, ...]:
    return tuple(part["$ref"].removeprefix("#/").split("/")) if "$ref" in part else path
