"""The contract against the service: routes, examples, schemas, and rules for what may grow."""

import json
import re
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient
from marshmallow import pre_load

from pung_chow_settlement import create_app
from pung_chow_settlement.domain.circumstances import BITS
from pung_chow_settlement.domain.deal import Win, WinSource
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.seats import SEAT_NAMES
from pung_chow_settlement.problems import PROBLEMS
from pung_chow_settlement.requests import forms
from pung_chow_settlement.requests.house_rules import (
    FalseMahjongChangeSchema,
    WashedTilesChangeSchema,
    house_rules_form,
)
from pung_chow_settlement.requests.own_rulebooks import RESERVED
from pung_chow_settlement.rulebooks import BUILT_IN
from pung_chow_settlement.schemas.fields import Boolean, Dict, Length, Range, Schema, String
from pung_chow_settlement.schemas.layouts import LayoutField
from pung_chow_settlement.serializers.comparison import OF_A_RULE
from tests.support.contract import CONTRACT, operations, parts, resolved, schemas_in
from tools import conformance, problem_examples
from tools.breaking_changes import joined
from tools.enumerations import IDS, filled
from tools.examples import ANSWER, ASKED

Json = dict[str, Any]
FILES = {"static", "docs", "worker"}
BOUNDS = ("minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties")
KNOWN = "x-extensible-enum"
ROOT = Path(__file__).parents[2]


class _NamesOnce(yaml.SafeLoader):
    """A YAML loader that refuses duplicate members; in Python, which refuses more than libyaml, as generators do."""

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        names = [self.construct_object(name, deep=deep) for name, _ in node.value]
        assert len(names) == len(set(names)), node.start_mark
        return super().construct_mapping(node, deep=deep)


def test_a_response_names_the_version_of_the_contract(client: FlaskClient) -> None:
    assert client.get("/healthz").headers["API-Version"] == CONTRACT["info"]["version"]


def test_the_document_is_served_as_json(client: FlaskClient) -> None:
    assert client.get("/openapi.json").get_json() == CONTRACT


def test_no_member_of_the_document_is_named_twice() -> None:
    assert yaml.load((ROOT / "openapi.yaml").read_text(), _NamesOnce) == CONTRACT


def test_conformance_vectors_are_up_to_date(client: FlaskClient) -> None:
    for name in conformance.FILES:
        assert (ROOT / "conformance" / f"{name}.json").read_text() == conformance.file_text(name, client), name


def test_routes_and_paths_are_equal() -> None:
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method, rule.endpoint.rpartition(".")[2])
        for rule in create_app().url_map.iter_rules()
        if rule.endpoint.rpartition(".")[2] not in FILES
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


EXAMPLES = [
    pytest.param(path, method, body, operation, name, id=f"{operation['operationId']}-{name}")
    for path, method, operation in operations()
    for (_, name), body in examples_of(resolved(operation.get("requestBody", {}))).items()
]


@pytest.mark.parametrize(("path", "method", "body", "operation", "name"), EXAMPLES)
def test_an_example_has_the_response_of_the_contract(
    client: FlaskClient, path: str, method: str, body: Any, operation: Json, name: str
) -> None:
    answers = {
        (status, media_type, end): value
        for status, result in operation["responses"].items()
        for (media_type, its_name), value in examples_of(resolved(result)).items()
        for end in ASKED
        if its_name == name + end.removesuffix(ANSWER)
    }
    assert ANSWER in {end for _, _, end in answers}, f"no response of {operation['operationId']} shows {name}"
    for (status, media_type, end), value in answers.items():
        headers = {"Accept": media_type if status == "200" else "*/*", **ASKED[end].get("headers", {})}
        response = client.open(path, method=method, json=body, **{**ASKED[end], "headers": headers})
        assert str(response.status_code) == status
        result: Any = response.get_json() if media_type.endswith("json") else response.get_data(as_text=True)
        if status != "200":
            result["request_id"] = value["request_id"]
        assert result == value


def test_a_response_shows_what_one_of_the_requests_has() -> None:
    for _, _, operation in operations():
        asked = {name for _, name in examples_of(resolved(operation.get("requestBody", {})))}
        known = {name + end.removesuffix(ANSWER) for name in asked for end in ASKED}
        for status in ("200", "422") if asked else ():
            shown = {name for _, name in examples_of(resolved(operation["responses"][status]))}
            assert shown <= known | {"empty-batch"}, operation["operationId"]


def test_mocks_show_what_clients_must_be_able_to_show() -> None:
    """A deal entered by scores, a drawn one, what `explain` and `counters` add, and another language."""
    shown = {name: example["value"] for name, example in CONTRACT["components"]["examples"].items()}
    by_scores, session = shown["entered-by-scores-request"], shown["short-sitting-in-counters"]
    assert {*map(len, by_scores["hands"].values())} == {1}
    assert "counted" in by_scores["hands"]["east"]
    assert shown["drawn-deal-answer"]["winner"] is None
    assert shown["won-hand-explained"]["hand"]["explanation"]["not_counted"]
    assert session["transfers"]
    assert session["entries"][0]["payments"][0]["counters"]["piles"]
    assert shown["won-hand-in-dutch"]["hand"]["items"][0]["text"] == "Mahjong"
    assert "fouten" in shown["refused-three-faults-in-dutch"]["detail"]


def test_the_example_of_a_problem_is_the_services(client: FlaskClient) -> None:
    sent = {code: each["answer"] for code, each in json.loads(problem_examples.file_text(client)).items()}
    shown = [each["value"] for name, each in CONTRACT["components"]["examples"].items() if name.startswith("problem-")]
    assert len(shown) == 14
    for value in shown:
        assert {name: each for name, each in value.items() if name != "request_id"} == sent[value["code"]]


def test_every_problem_response_shows_problems_of_its_status() -> None:
    for _, _, operation in operations():
        for status in operation["responses"].keys() - {"200", "304", "default"}:
            shown = examples_of(resolved(operation["responses"][status])).values()
            assert {str(PROBLEMS[value["code"]].status) for value in shown} == {status}


def test_every_id_of_the_data_is_listed() -> None:
    text = (ROOT / "openapi.yaml").read_text()
    assert filled(text) == text, "make generate"


def test_ids_that_no_rule_has_are_not_listed() -> None:
    listed = CONTRACT["components"]["schemas"]
    assert set(listed["RuleId"][KNOWN]) == {*IDS["RuleId"], "rounded-points", "rounded-scores"}
    assert [
        name for name in ("LimitHandId", "RulesetId", "ProblemCode") if {*listed[name][KNOWN]} != {*IDS[name]}
    ] == []


def test_members_by_which_rules_differ_are_those_of_a_rule() -> None:
    listed = SCHEMAS["RuleDifference"]["properties"]["differs"]["items"][KNOWN]
    assert listed == ["id", "looks_for", *[name for name in OF_A_RULE if name in SCHEMAS["Rule"]["properties"]]]


def test_ids_that_no_rulebook_has_are_listed() -> None:
    """Those of operations beside rulebooks are in the paths, so that a new one is noticed."""
    beside = {path.rpartition("/")[2] for path in CONTRACT["paths"] if re.fullmatch(r"/v1/rulesets/\w+", path)}
    assert beside | {"house", "mixed"} == {*RESERVED}
    listed = f"No rulebook is called {', '.join([f'`{each}`' for each in RESERVED])};"
    assert listed in " ".join(SCHEMAS["RulesetId"]["description"].split())
    page = " ".join((ROOT / "docs" / "operating.md").read_text().split())
    assert f"{', '.join([f'`{each}`' for each in RESERVED[:-1]])} and `{RESERVED[-1]}` are reserved" in page


def every_field(schema: Any, where: str) -> list[tuple[str, Json]]:
    if isinstance(schema, list):
        return [found for each in schema for found in every_field(each, where)]
    if not isinstance(schema, dict):
        return []
    found = [(f"{where}.{name}", field) for name, field in schema.get("properties", {}).items()]
    inner = [
        every_field(value, f"{where}.{key}") for key, value in schema.items() if key not in ("example", "examples")
    ]
    return found + [field for fields in inner for field in fields]


FIELDS = [
    field for name, schema in CONTRACT["components"].get("schemas", {}).items() for field in every_field(schema, name)
]


def test_every_field_is_described_and_shown() -> None:
    assert [where for where, field in FIELDS if not is_described_and_shown(field)] == []


def is_described_and_shown(field: Json) -> bool:
    """True if a field has a description and an example or default, of an object those of its members."""
    whole = {**resolved(field), **field}
    shown = {"const", "example", "examples", "default", "properties"}
    return bool(whole.get("description")) and not whole.keys().isdisjoint(shown)


def test_no_example_of_a_schema_is_taken_for_one_of_a_body() -> None:
    """A mock answers with that of the schema, if there is one."""
    for _, _, operation in operations():
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        contents = [each for body in bodies for each in resolved(body).get("content", {}).values()]
        of_bodies = [resolved(content["schema"]) for content in contents if "schema" in content]
        assert not [body["title"] for body in of_bodies if "examples" in body and "properties" in body]


def test_the_example_of_a_parameter_is_its_default() -> None:
    for parameter in CONTRACT["components"]["parameters"].values():
        if "default" in parameter["schema"]:
            assert parameter.get("example") == parameter["schema"]["default"], parameter["name"]


# What may grow, and what every generator supports


SCHEMAS: Json = CONTRACT["components"]["schemas"]
REQUESTED = schemas_in(CONTRACT, [operation.get("requestBody", {}) for _, _, operation in operations()])
RESPONDED = schemas_in(CONTRACT, [operation["responses"] for _, _, operation in operations()])
CLOSED = {"Seat", "PlayerNumber"}
"""Closed lists of responses: the winds, and a player for each."""


@pytest.mark.parametrize("name", sorted(REQUESTED - RESPONDED))
def test_a_request_is_closed(name: str) -> None:
    objects = [part for part in parts(SCHEMAS[name]) if "properties" in part]
    assert all(part.get("additionalProperties") is False for part in objects)


NULLABLE = [{"type": "null"}]
"""A form beside a schema that has a name: generators make it nullable."""


@pytest.mark.parametrize("name", sorted(RESPONDED - CLOSED))
def test_a_response_is_open(name: str) -> None:
    for part in parts(SCHEMAS[name]):
        assert part.get("additionalProperties", True) is True
        grows = NULLABLE[0] in part.get("oneOf", ()) or {"oneOf", "anyOf", "const", "maxItems", "maximum"}.isdisjoint(
            part
        )
        assert grows, "this could not grow"
        assert set(part.get("enum", [])) <= set(SEAT_NAMES), "a list of ids or codes could not grow"


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_supported_by_every_generator(name: str) -> None:
    assert name != "Index", "a name that files of a generator have"
    for part in parts(SCHEMAS[name]):
        types = part.get("type", [])
        assert types != "null" or part in NULLABLE, "a schema of null alone"
        assert isinstance(types, str) or len(types) <= 2, "a type of three kinds"
        assert part.get("pattern", "").isascii(), "a pattern beyond ASCII"
        assert not re.search(r"\\[uUpP]", part.get("pattern", "")), "a pattern that needs a flag"
        assert "const" not in part, "a constant: enum of one is read everywhere"
        assert None not in part.get("enum", []), "null among words"
        for member in part.get("properties", {}):
            assert re.fullmatch(r"[a-z][a-z_]*", member), "a name that some language does not allow"
            assert member.replace("_", "") != name.lower(), "a member with its schema's name"
        for union in ("oneOf", "anyOf"):
            kinds = [resolved(form).get("type") for form in part.get(union, [])]
            told_apart = "discriminator" in part or len({*kinds}) == len(kinds)
            assert told_apart, "a union without a discriminator, of forms of one type"


def test_every_operation_has_a_default_response() -> None:
    for _, _, operation in operations():
        assert "default" in operation["responses"]


def test_an_operation_shows_few_good_examples_and_one_problem() -> None:
    for _, _, operation in operations():
        shown = [name for _, name in examples_of(resolved(operation.get("requestBody", {})))]
        refused = [name for name in shown if name.startswith("refused-")]
        most = 3 if operation["operationId"] == "settleDeal" else 1
        assert len(refused) <= 1, operation["operationId"]
        assert len(shown) - len(refused) <= most, operation["operationId"]


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_and_its_title_have_one_name(name: str) -> None:
    """Some generators name a type by the title, others by the schema."""
    assert SCHEMAS[name]["title"].replace(" ", "").lower() == name.lower()


def nested(schema: Any, words: tuple[str, ...], where: str = "") -> list[str]:
    """The places within a schema that have one of these words, but the schema itself."""
    if isinstance(schema, list):
        return [found for number, each in enumerate(schema) for found in nested(each, words, f"{where}/{number}")]
    if not isinstance(schema, dict):
        return []
    inner = {key: value for key, value in schema.items() if key not in ("example", "examples", "x-members-by")}
    found = [where] if where and not inner.keys().isdisjoint(words) else []
    return found + [each for key, value in inner.items() for each in nested(value, words, f"{where}/{key}")]


def test_an_object_and_an_enumeration_are_schemas_with_a_name() -> None:
    """Of one without a name each generator invents another. An extensible list is a text to them."""
    words = ("properties", "enum")
    unnamed = [f"{name}{where}" for name, schema in SCHEMAS.items() for where in nested(schema, words)]
    assert unnamed == []
    for _, _, operation in operations():
        assert nested(operation, ("properties",)) == [], operation["operationId"]


def test_every_schema_and_parameter_of_the_contract_is_used() -> None:
    """What a removed operation leaves behind."""
    used = {
        *re.findall(r"#/components/(?:schemas|parameters|responses|headers)/(\w+)", (ROOT / "openapi.yaml").read_text())
    }
    kinds = ("schemas", "parameters", "responses", "headers")
    assert [name for kind in kinds for name in CONTRACT["components"].get(kind, {}) if name not in used] == []


def test_seats_and_player_numbers_share_no_name() -> None:
    named: dict[str, set[str]] = {"Seat": set(), "PlayerNumber": set()}
    for schema in SCHEMAS.values():
        for member, part in schema.get("properties", {}).items():
            kind = part.get("$ref", "").rpartition("/")[2]
            if kind in named and schema["title"] != "Seating":
                named[kind].add(member)
    assert named["Seat"].isdisjoint(named["PlayerNumber"])


FORMS = forms.forms(BUILT_IN)
HOUSE_RULES = house_rules_form(BUILT_IN)


class PenaltyChange(WashedTilesChangeSchema, FalseMahjongChangeSchema):
    """The members of both penalties, which the contract has in one schema."""


READ_AS = {
    "HouseRules": HOUSE_RULES,
    "SettlementChange": HOUSE_RULES.members["settlement"].schema,
    "EastChange": HOUSE_RULES.members["settlement"].schema.members["east"].schema,
    "DiscarderChange": HOUSE_RULES.members["settlement"].schema.members["discarder"].schema,
    "LegalityChange": HOUSE_RULES.members["legality"].schema,
    "RuleChange": HOUSE_RULES.members["rules"].value_field.schema,
    "PenaltyChange": PenaltyChange(),
    "OptionChange": HOUSE_RULES.members["options"].value_field.schema,
    "SettlementRequest": FORMS.settlement,
    "ScoreRequest": FORMS.score,
    "WaitsRequest": FORMS.waits,
    "WaitingHand": forms.WaitingHandSchema(),
    "WashedTilesRequest": FORMS.washed_tiles,
    "FalseMahjongRequest": FORMS.false_mahjong,
    "ScoresheetRequest": FORMS.scoresheet,
    "BatchRequest": forms.BATCH,
    "Hand": forms.HandSchema(),
    "HandCount": forms.HandCountSchema(),
    "Win": forms.WinSchema(),
    "FineRequest": FORMS.fine,
    "FineChange": HOUSE_RULES.members["fines"].value_field.schema,
    "EntryWin": forms.PlayersWinSchema(),
}
"""The contract's schemas and the service's schemas that read them."""


def test_a_member_of_a_rulebook_has_the_sentence_of_its_declaration_in_the_contract() -> None:
    for name, read in READ_AS.items():
        for member, field in read.members.items():
            if stated := field.metadata.get("description"):
                assert " ".join(SCHEMAS[name]["properties"][member]["description"].split()) == stated, (name, member)


@pytest.mark.parametrize("name", READ_AS)
def test_the_service_reads_the_members_that_the_contract_names(name: str) -> None:
    result, read = SCHEMAS[name], READ_AS[name]
    assert set(result["properties"]) == set(read.members)
    assert set(result.get("required", [])) == set(read.required)


def test_an_entry_has_the_members_that_the_service_reads_of_each_type() -> None:
    named = SCHEMAS["Entry"]["x-members-by"]["values"]
    assert named.keys() == set(SCHEMAS["EntryType"]["enum"]) == forms.ENTRIES.keys()
    always = {"type", "id"}
    for kind, read in forms.ENTRIES.items():
        required, optional = (set(named[kind].get(each, ())) for each in ("required", "optional"))
        assert (required | optional | always, required | {"type"}) == (set(read.members), set(read.required)), kind
    assert set(SCHEMAS["Entry"]["properties"]) == {member for read in forms.ENTRIES.values() for member in read.members}


def test_the_members_of_a_hand_and_a_win_are_the_fields_of_their_records() -> None:
    of_a_hand = {field.attribute or field.name for field in forms.HandSchema().members.values()}
    of_a_win = {field.attribute or field.name for field in forms.WinSchema().members.values()}
    assert of_a_hand == {field.name for field in fields(Hand)}
    assert of_a_win - BITS.keys() == set(Win._fields) - {"circumstances", "stand_in"}


def test_absent_members_of_a_hand_and_a_win_have_the_defaults_of_their_records() -> None:
    assert forms.HandSchema().load({"concealed": "12m"}) == Hand((0, 1))
    assert forms.WinSchema().load({"source": "wall"}) == Win(WinSource.WALL)


class WithPreLoad(Schema):
    @pre_load
    def build(self, data: Any, **_: Any) -> Any:
        return data


class WithDefault(Schema):
    member = Boolean(load_default=False)


class WithUnknown(Schema):
    class Meta:
        unknown = "include"


@pytest.mark.parametrize("unsupported", [WithPreLoad, WithDefault, WithUnknown, partial(Dict, validate=Length(0, 1))])
def test_what_our_load_does_not_support_is_refused_at_the_start(unsupported: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        unsupported()


def bounds_of(field: Any) -> dict[str, Any]:
    """The bounds of a field in the contract's words."""
    length = getattr(field, "length", None) or next((v for v in field.validators if isinstance(v, Length)), None)
    limits = next((validator for validator in field.validators if isinstance(validator, Range)), None)
    kind = "Length" if isinstance(field, String | LayoutField) else "Properties" if isinstance(field, Dict) else "Items"
    least = (
        None if field.empty is not None and field.is_absent(field.empty) else getattr(length, "min", None)
    )  # what is empty counts as absent
    found = {f"min{kind}": least or None, f"max{kind}": length.max} if length else {}
    found |= {"minimum": limits.min, "maximum": limits.max} if limits else {}
    return {name: bound for name, bound in found.items() if bound is not None}


OLDER_BOUNDS = {("HandCount", "score"): {"maximum": 10**10}}
"""Bounds that the contract has kept from its first release; its description says what is accepted."""


MOST: dict[str | None, dict[str, int]] = {"int32": {"maximum": 2**31 - 1}, "int64": {"maximum": 2**63 - 1}}
"""The bound of a format."""
MAY_BE_EMPTY = ("minItems", "minLength")
"""Bounds that the contract does not have of an entry's members, since those of other types may be empty."""
BOUNDED = [(name, read, BOUNDS) for name, read in READ_AS.items()] + [
    ("Entry", read, tuple(bound for bound in BOUNDS if bound not in MAY_BE_EMPTY)) for read in forms.ENTRIES.values()
]


@pytest.mark.parametrize(("name", "read", "known"), BOUNDED)
def test_the_service_bounds_members_as_the_contract_does(name: str, read: Any, known: tuple[str, ...]) -> None:
    for member, field in read.members.items():
        if bounds := {each: bound for each, bound in bounds_of(field).items() if each in known}:
            stated = joined(CONTRACT, resolved(SCHEMAS[name]["properties"][member]))
            stated = {**MOST.get(stated.get("format"), {}), **stated}
            stated = stated | OLDER_BOUNDS.get((name, member), {})
            assert {each: stated[each] for each in known if each in stated} == bounds, member
