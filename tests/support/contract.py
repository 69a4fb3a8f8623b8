"""Validates responses against openapi.yaml.

The tests use its strict variant, which allows only what the contract names.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import jsonschema_rs
import yaml
from werkzeug.test import TestResponse

from conformance import strict as strictly
from conformance.strict import parts, schemas_in

Json = dict[str, Any]
__all__ = ["CONTRACT", "EXAMPLES", "STRICT", "check", "operations", "parts", "resolved", "schemas_in", "validator"]
BAD_REQUEST = 400
CONTRACT: Json = yaml.load((Path(__file__).parents[2] / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader)
STRICT: Json = strictly.strict(CONTRACT)
_WITHOUT_ITEMS: Json = strictly.strict(CONTRACT, items=False)


def operations() -> list[tuple[str, str, Json]]:
    """Path, method and description of every operation in the contract."""
    return strictly.operations(CONTRACT)


def resolved(part: Json) -> Json:
    """A part of the contract with its reference resolved."""
    return strictly.resolved(CONTRACT, part)


def _examples() -> Iterator[tuple[str, Json]]:
    for path, method, operation in operations():
        examples = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("examples")
        if method == "POST" and examples:
            yield path, resolved(next(iter(examples.values())))["value"]


EXAMPLES: Final = dict(_examples())
"""By path, the first example of the body of each operation that takes one."""


@cache
def validator(schema_path: tuple[str, ...], *, items: bool = True) -> jsonschema_rs.Draft202012Validator:
    """The validator of a schema at a path of the strict contract, for responses with or without items."""
    reference = "#/" + "/".join(quote(step.replace("~", "~0").replace("/", "~1")) for step in schema_path)
    return jsonschema_rs.Draft202012Validator({"$ref": reference, **(STRICT if items else _WITHOUT_ITEMS)})


@cache
def operation_of(path: str, method: str) -> tuple[str, Json] | None:
    """The path template and operation of the strict contract for a path; a template without parameters wins."""
    steps = path.split("/")
    fitting = [
        (template, operation)
        for template, its_method, operation in strictly.operations(STRICT)
        if its_method == method and _fits(template.split("/"), steps)
    ]
    return min(fitting, key=lambda each: each[0].count("{"), default=None)


def _fits(template: list[str], steps: list[str]) -> bool:
    return len(template) == len(steps) and all(
        part == step or part.startswith("{") for part, step in zip(template, steps, strict=True)
    )


def check(response: TestResponse) -> None:
    """Assert that a response conforms to the contract, and that unknown paths and methods return a problem."""
    request = response.request
    found = operation_of(request.path, "GET" if request.method == "HEAD" else request.method)
    media_type = response.mimetype or ""
    if found is None:
        assert response.status_code in (404, 405) or request.path.startswith(("/static/", "/docs/")), request.path
        if media_type == "application/problem+json" and request.method != "HEAD":
            validator(("components", "schemas", "Problem")).validate(response.get_json())
        return
    template, operation = found
    status = str(response.status_code)
    if status not in operation["responses"]:
        assert response.status_code >= BAD_REQUEST, f"{operation['operationId']} does not promise {status}"
        status = "default"
    result = operation["responses"][status]
    where = _where(("paths", template, request.method.lower(), "responses", status), result)
    content = resolved(result).get("content")
    if response.status_code == 304 or request.method == "HEAD":
        return
    assert content is not None
    assert media_type in content, f"{operation['operationId']} does not promise {media_type}"
    _check_body((*where, "content", media_type, "schema"), response)
    for header in resolved(result).get("headers", {}):
        assert header in response.headers, f"{operation['operationId']} promises the header {header}"


def _check_body(schema: tuple[str, ...], response: TestResponse) -> None:
    if (response.mimetype or "").endswith("json"):
        items = response.request.args.get("items") not in ("false", "0")
        validator(schema, items=items).validate(response.get_json())


def _where(path: tuple[str, ...], part: Json) -> tuple[str, ...]:
    return tuple(part["$ref"].removeprefix("#/").split("/")) if "$ref" in part else path
