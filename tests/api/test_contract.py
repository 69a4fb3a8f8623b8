"""The contract is executed: it validates, its paths are the routes, its examples are what the service answers."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from openapi_spec_validator import validate

from service import create_app
from service.domain.rulebook import ALL
from service.problems import PROBLEMS
from service.reading import schemas
from tests.contract import CONTRACT, operations, resolved

Json = dict[str, Any]
FILES = {"static", "docs"}


def test_the_document_is_valid_openapi() -> None:
    validate(CONTRACT)


def test_routes_and_paths_are_equal() -> None:
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method, rule.endpoint)
        for rule in create_app().url_map.iter_rules()
        if rule.endpoint not in FILES
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert routes == {(path, method, operation["operationId"]) for path, method, operation in operations()}


def examples_of(part: Json) -> dict[tuple[str, str], Any]:
    """Every example of a body, by its media type and name."""
    return {
        (media_type, name): resolved(example)["value"]
        for media_type, content in part.get("content", {}).items()
        for name, example in content.get("examples", {}).items()
    }


REPLAYED = [
    pytest.param(path, method, body, operation, name, id=f"{operation['operationId']}-{name}")
    for path, method, operation in operations()
    for (_, name), body in examples_of(resolved(operation.get("requestBody", {}))).items()
]


@pytest.mark.parametrize(("path", "method", "body", "operation", "name"), REPLAYED)
def test_an_example_is_answered_as_the_contract_says(
    client: FlaskClient, path: str, method: str, body: Any, operation: Json, name: str
) -> None:
    answers = {
        (status, media_type): value
        for status, told in operation["responses"].items()
        for (media_type, its_name), value in examples_of(resolved(told)).items()
        if its_name == name
    }
    assert answers, f"no answer of {operation['operationId']} shows {name}"
    for (status, media_type), value in answers.items():
        accept = media_type if status == "200" else "*/*"
        response = client.open(path, method=method, json=body, headers={"Accept": accept})
        assert str(response.status_code) == status
        told: Any = response.get_json() if media_type.endswith("json") else response.get_data(as_text=True)
        if status != "200":
            told.pop("request_id")
            value = {member: each for member, each in value.items() if member != "request_id"}
        assert told == value


def test_every_problem_has_an_example() -> None:
    shown = {
        value["type"].removeprefix("/problems/")
        for part in (
            *CONTRACT["components"]["responses"].values(),
            *(o["responses"][s] for _, _, o in operations() for s in o["responses"]),
        )
        for (media_type, _), value in examples_of(resolved(part)).items()
        if media_type == "application/problem+json"
    }
    assert shown == set(PROBLEMS)


def test_rule_ids_and_limit_hands_are_listed_in_full() -> None:
    listed = CONTRACT["components"]["schemas"]
    assert set(listed["RuleId"]["enum"]) == {rule.id for rulebook in ALL for rule in rulebook.rules}
    limit_hands = {rule.id for rulebook in ALL for rule in rulebook.rules if rule.limit_hand}
    assert set(listed["LimitHandId"]["enum"]) == limit_hands
    assert set(listed["RulesetId"]["enum"]) == {rulebook.id for rulebook in ALL}


def every_field(schema: Any, where: str) -> list[tuple[str, Json]]:
    if isinstance(schema, list):
        return [found for each in schema for found in every_field(each, where)]
    if not isinstance(schema, dict):
        return []
    found = [(f"{where}.{name}", field) for name, field in schema.get("properties", {}).items()]
    inner = [
        every_field(value, f"{where}.{key}") for key, value in schema.items() if key not in ("example", "examples")
    ]
    return found + [each for fields in inner for each in fields]


FIELDS = [
    field for name, schema in CONTRACT["components"].get("schemas", {}).items() for field in every_field(schema, name)
]


@pytest.mark.parametrize(("where", "field"), FIELDS, ids=[where for where, _ in FIELDS])
def test_every_field_is_described_and_shown(where: str, field: Json) -> None:
    told = {**resolved(field), **field}
    assert told.get("description"), where
    assert "const" in told or "example" in told or "examples" in told or "default" in told, where


OBJECTS = [
    (name, schema)
    for name, schema in CONTRACT["components"].get("schemas", {}).items()
    if schema.get("type") == "object" and "properties" in schema
]


@pytest.mark.parametrize(("name", "schema"), OBJECTS, ids=[name for name, _ in OBJECTS])
def test_every_object_is_closed(name: str, schema: Json) -> None:
    assert schema.get("additionalProperties") is False or schema.get("unevaluatedProperties") is False


READ_AS = {
    "SettlementRequest": schemas.SETTLEMENT,
    "ScoreRequest": schemas.SCORE,
    "WashedTilesRequest": schemas.WASHED_TILES,
    "FalseMahjongRequest": schemas.FALSE_MAHJONG,
    "ScoresheetRequest": schemas.SCORESHEET,
    "BatchRequest": schemas.BATCH,
    "Hand": schemas.HandSchema(),
    "Win": schemas.WinSchema(),
}
"""The contract's schemas and those that read them."""


@pytest.mark.parametrize("name", READ_AS)
def test_what_is_read_is_what_the_contract_names(name: str) -> None:
    told, read = CONTRACT["components"]["schemas"][name], READ_AS[name]
    fields = {field.data_key or member: field for member, field in read.fields.items()}
    assert set(told["properties"]) == set(fields)
    assert set(told.get("required", [])) == {member for member, field in fields.items() if field.required}
