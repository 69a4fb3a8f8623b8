"""Every example of the contract is valid by its schema, which allows only what it names; the night's linter agrees."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.contract import CONTRACT, STRICT, resolved, validator

Json = Any


def schemas(part: Json, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Json]]:
    """The schemas of the contract that have examples, by their path."""
    if isinstance(part, dict):
        if isinstance(part.get("examples"), list):
            yield path, part["examples"]
        for name, each in part.items():
            if name not in ("examples", "example"):
                yield from schemas(each, (*path, name))


def bodies(part: Json, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Json]]:
    """The bodies of the contract that have examples, by the path of their schema."""
    if isinstance(part, dict):
        if isinstance(part.get("examples"), dict) and isinstance(part.get("schema"), dict):
            yield (*path, "schema"), [resolved(each)["value"] for each in part["examples"].values()]
        for name, each in part.items():
            if name != "examples":
                yield from bodies(each, (*path, name))


OF_SCHEMAS = dict(schemas(STRICT["components"]["schemas"], ("components", "schemas")))
OF_BODIES = dict([*bodies(CONTRACT["paths"], ("paths",)), *bodies(CONTRACT["components"], ("components",))])


@pytest.mark.parametrize("path", [*OF_SCHEMAS, *OF_BODIES], ids="/".join)
def test_an_example_is_valid_by_its_schema(path: tuple[str, ...]) -> None:
    check = validator(path)
    examples = {**OF_SCHEMAS, **OF_BODIES}[path]
    assert [error.message for example in examples for error in check.iter_errors(example)] == []


def test_no_text_has_become_a_member() -> None:
    """In `{description: Optional, as below., type: string}` YAML reads a member `as below.`."""
    unknown = [
        (path, name)
        for path, schema in all_objects(STRICT["components"]["schemas"])
        for name, value in schema.items()
        if value is None and name.endswith(".")
    ]
    assert unknown == []


def all_objects(part: Json, path: str = "") -> Iterator[tuple[str, Json]]:
    """All objects of a document, with their paths."""
    if isinstance(part, dict):
        yield path, part
    for name, each in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        yield from all_objects(each, f"{path}/{name}")
