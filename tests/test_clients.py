"""The clients as their sources stand; `make clients` builds, installs and runs them."""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from flask.testing import FlaskClient

from pung_chow_settlement.operations.bounds import MAX_ANSWER
from pung_chow_settlement.rulebooks import ALL
from tests.support.server import ROOT
from tools import addresses

Json = dict[str, Any]
PYTHON: Final = ROOT / "clients" / "python" / "src" / "pung_chow"
TYPESCRIPT: Final = (ROOT / "clients" / "typescript" / "src" / "index.ts").read_text()
TRANSPORT: Final = {"transport": "fetch"}
"""What sends the requests has the name that users of each language know."""
ONLY_TYPESCRIPT: Final = {"signal"}
"""In Python a call is stopped by cancelling its task."""


def parsed(module: str) -> ast.Module:
    return ast.parse((PYTHON / f"{module}.py").read_text())


def function(module: str, name: str) -> ast.arguments:
    (found,) = (
        each.args
        for each in ast.walk(parsed(module))
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and each.name == name
    )
    return found


def members_of_class(name: str) -> set[str]:
    (found,) = (each for each in ast.walk(parsed("calls")) if isinstance(each, ast.ClassDef) and each.name == name)
    return {
        each.target.id for each in found.body if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    }


def members_of_interface(name: str) -> set[str]:
    (body,) = re.findall(rf"^export interface {name}\b.*?\{{\n(.*?)^\}}", TYPESCRIPT, re.MULTILINE | re.DOTALL)
    return {snake(each) for each in re.findall(r"^  readonly (\w+)\??:", body, re.MULTILINE)}


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def constants() -> dict[str, Any]:
    """The numbers that the Python client has at the top of `calls.py`."""
    found: dict[str, Any] = {}
    for each in parsed("calls").body:
        if isinstance(each, ast.AnnAssign | ast.Assign) and each.value is not None:
            target = each.target if isinstance(each, ast.AnnAssign) else each.targets[0]
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            values = each.value.elts if isinstance(each.value, ast.Tuple) else [each.value]
            found |= {ast.unparse(name): ast.unparse(value) for name, value in zip(names, values, strict=False)}
    return found


def number(text: str) -> float:
    """A number, or a product of numbers, as either language writes it."""
    product = 1.0
    for factor in re.sub(r"[()_\s]", "", text).split("*"):
        product *= float(factor)
    return product


def table(name: str) -> dict[str, float]:
    """The numbers of a constant of the TypeScript client."""
    (body,) = re.findall(rf"^const {name} = \{{ (.*?) \}};", TYPESCRIPT, re.MULTILINE)
    return {key: number(value) for key, value in re.findall(r"(\w+): ([\d_ *]+)", body)}


def test_the_python_client_takes_the_parameters_of_each_operation() -> None:
    """The TypeScript client has them from the contract's types."""
    contract = yaml.load((ROOT / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader)
    parameters = contract["components"]["parameters"]
    by_path = {}
    for path, operations in contract["paths"].items():
        referred = [
            parameters[each["$ref"].rpartition("/")[2]] for each in operations.get("post", {}).get("parameters", [])
        ]
        by_path[path] = {each["name"] for each in referred if each["in"] == "query"}
    bases = {each.name: each.bases for each in parsed("calls").body if isinstance(each, ast.ClassDef)}

    def taken(name: str) -> set[str]:
        inherited = [ast.unparse(base) for base in bases[name] if ast.unparse(base) in bases]
        return members_of_class(name).union(*map(taken, inherited))

    source = (PYTHON / "async_client.py").read_text().replace("BATCH", '"/v1/settlements/batch"')
    asked = re.findall(r"_post\(\s*\"(/v1/[^\"]+)\",[^)]*asked\(asked, (\w+)", source)
    asked.append(("/v1/scoresheets", "Keeping"))
    first = {"/v1/scoresheets": {"from"}}
    """`from` is a word of Python: the method has `first`."""
    found = {path: taken(name) - members_of_class("Call") | first.get(path, set()) for path, name in asked}
    assert found == {path: names for path, names in by_path.items() if path in found}
    assert len(found) == 9


def test_a_list_that_an_empty_one_clears_may_be_null() -> None:
    """Else generated clients in Java and Dart send an empty one for each that is not set."""
    schemas = yaml.load((ROOT / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader)["components"]["schemas"]
    members = {
        f"{schema}.{name}": member
        for schema in ("RuleChange", "ConditionPart", "LegalityChange")
        for name, member in schemas[schema]["properties"].items()
    }
    assert {"RuleChange.replaces", "LegalityChange.stands_for"} <= members.keys()
    assert [name for name, member in members.items() if is_initialized(member)] == []


def with_empties(schemas: Json, schema: Json, value: Any) -> Any:
    """A body as generated clients in Java and Dart send it: an empty list or map for each that is not set.

    They leave out one that may be null in the contract.
    """
    schema = schema.get("oneOf", [schema])[0]  # the second is null
    schema = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    if isinstance(value, list) and "items" in schema:
        return [with_empties(schemas, schema["items"], each) for each in value]
    if not isinstance(value, dict):
        return value
    members = schema.get("properties", {})
    others = schema.get("additionalProperties")
    inner = {name: members.get(name, others if isinstance(others, dict) else {}) for name in value}
    empty = {name: EMPTY[each["type"]] for name, each in members.items() if is_initialized(each)}
    return {**empty, **{name: with_empties(schemas, inner[name], each) for name, each in value.items()}}


EMPTY: Final[dict[str, Any]] = {"array": [], "object": {}}


def is_initialized(schema: Json) -> bool:
    """True if a member is a list or a map, and not null where it is not set."""
    return schema.get("type") in ("array", "object") and "properties" not in schema


def bodies_of(contract: Json) -> Iterator[tuple[str, Json, Json]]:
    """Path, schema and body: the contract's examples, what generated clients send each night, and house rules."""
    shown = contract["components"]["examples"]
    stored = json.loads((ROOT / "tools" / "clients" / "requests.json").read_text())
    for path, operations in contract["paths"].items():
        content = operations.get("post", {}).get("requestBody", {}).get("content", {}).get("application/json", {})
        named = [each["$ref"].rpartition("/")[2] for each in content.get("examples", {}).values()]
        for body in (*[shown[name]["value"] for name in named], *[stored[name] for name in NIGHTLY.get(path, ())]):
            yield path, content["schema"], body
    resolve = contract["paths"]["/v1/rulesets/resolve"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    for book in ALL:
        yield "/v1/rulesets/resolve", resolve, {"ruleset": book.id, "house_rules": HOUSE}


NIGHTLY: Final = {
    "/v1/settlements": ("deal", "drawn"),
    "/v1/settlements/batch": ("batch",),
    "/v1/scoresheets": ("sheet",),
}
HOUSE: Final[Json] = {
    "rules": {
        "mah-jong": {"points": 30},
        "house:nested": {"text": "Nested", "doubles": 1, "all_of": [{"any_of": [{"find": "one-suit"}]}]},
        "house:laid-out": {"text": "Laid out", "score": 100, "layout": {"tiles": "7 pairs"}},
    },
    "settlement": {"losers": "none", "east": {"pays": 1}},
    "legality": {"one_suit_only": False},
    "fines": {"house:late": {"text": "Late", "points": 50, "to": "one"}},
    "penalties": {"false-mahjong": {"points": 100}},
}
"""A change of each kind, each of one member or two."""


def test_an_empty_list_of_a_generated_client_changes_nothing(client: FlaskClient) -> None:
    contract = yaml.load((ROOT / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader)
    seen = 0
    for path, schema, body in bodies_of(contract):
        sent = with_empties(contract["components"]["schemas"], schema, body)
        seen += sent != body
        plain, same = (client.post(path, json=each).get_json() for each in (body, sent))
        for each in (plain, same):
            each.pop("request_id", None)
        assert same == plain, (path, body)
    assert seen > 20


def test_the_built_types_are_those_of_the_sources() -> None:
    """`make web` builds the TypeScript client; its unions are made of the contract by `make generate`."""
    folder = ROOT / "clients" / "typescript"
    source, *built = (
        re.findall(r'"[a-z_-]+"', (folder / file).read_text())
        for file in ("src/unions.ts", "dist/unions.d.ts", "dist/unions.d.cts")
    )
    assert built == [source, source], "make web"


def test_both_clients_have_the_same_settings() -> None:
    python = {argument.arg for argument in function("async_client", "__init__").kwonlyargs}
    assert {TRANSPORT.get(each, each) for each in python} == members_of_interface("Settings")
    assert len(python) == 8


def test_both_take_the_same_for_a_call_and_for_many_deals() -> None:
    assert members_of_class("Call") == members_of_interface("Ask") - ONLY_TYPESCRIPT
    batch, many = (
        {argument.arg for argument in function("async_client", name).kwonlyargs}
        for name in ("settle_batch", "settle_many")
    )
    assert batch == members_of_interface("AskBatch") == {"shared"}
    assert many - batch == members_of_interface("AskMany") == {"chunk_size", "in_flight"}


def test_both_have_the_same_defaults_in_their_own_units() -> None:
    python = {name: number(text) for name, text in constants().items() if re.fullmatch(r"[\d. _*]+", text)}
    defaults, pause, chunk, kept = map(table, ("DEFAULTS", "PAUSE", "CHUNK", "KEPT"))
    assert defaults == {
        "timeout": 1000 * python["TIMEOUT"],
        "retries": python["RETRIES"],
        "maxResponseBytes": python["MAX_RESPONSE_BYTES"],
    }
    assert pause == {"first": 1000 * python["FIRST_PAUSE"], "longest": 1000 * python["LONGEST_PAUSE"]}
    assert [*chunk.values()] == [python["CHUNK_DEALS"], python["CHUNK_BYTES"], python["IN_FLIGHT"]]
    assert [*kept.values()] == [python["MAX_KEPT"], python["MAX_KEPT_BYTES"]]
    (statuses,) = re.findall(r"REPEATED = new Set\(\[(.*?)\]\)", TYPESCRIPT)
    assert constants()["REPEATED"] == f"frozenset({{{statuses}}})"


def test_both_read_the_longest_response_of_the_service() -> None:
    assert table("DEFAULTS")["maxResponseBytes"] > MAX_ANSWER
    assert MAX_ANSWER == 12 * 1024 * 1024, "the READMEs say so"


def test_the_python_clients_metadata_names_what_it_runs_on() -> None:
    ours, theirs = (
        {each for each in tomllib.loads((ROOT / file).read_text())["project"]["classifiers"] if "Python ::" in each}
        for file in addresses.PYTHON
    )
    assert ours == theirs


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for file in (*addresses.PYTHON, addresses.NODE):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    for file in addresses.PYTHON:
        urls = "\n".join(f'{name} = "https://example.org"' for name in addresses.URLS)
        (tmp_path / file).write_text(f"[project]\nname = 'a'\n[project.urls]\n{urls}\n")
    (tmp_path / addresses.NODE).write_text('{"repository": "https://example.org", "homepage": "https://example.org"}')
    return tmp_path


def test_packages_that_name_their_addresses_are_ready(tree: Path) -> None:
    assert addresses.missing(tree) == []


@pytest.mark.parametrize("file", [*addresses.PYTHON, addresses.NODE])
def test_a_package_without_addresses_is_not_ready(tree: Path, file: str) -> None:
    (tree / file).write_text("{}" if file.endswith("json") else "[project]\nname = 'a'\n")
    assert {each.partition(":")[0] for each in addresses.missing(tree)} == {file}


def test_the_bodies_that_generated_clients_send_each_night_are_accepted(client: FlaskClient) -> None:
    bodies = json.loads((ROOT / "tools" / "clients" / "requests.json").read_text())
    paths = {name: path for path, names in NIGHTLY.items() for name in names}
    assert {name: client.post(paths[name], json=body).status_code for name, body in bodies.items()} == dict.fromkeys(
        paths, 200
    )


def test_the_evening_of_the_examples_is_settled_as_they_print_it(client: FlaskClient) -> None:
    evening = json.loads((ROOT / "clients" / "examples" / "evening.json").read_text())
    standings = client.post("/v1/scoresheets", json=evening).get_json()["standings"]
    printed = re.findall(
        r"^([A-Z]\w+) (-?\d+)$", (ROOT / "clients" / "examples" / "expected.txt").read_text(), re.MULTILINE
    )
    assert [(standing["name"], str(standing["total"])) for standing in standings] == printed
