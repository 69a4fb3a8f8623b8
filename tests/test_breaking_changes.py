"""tools/breaking_changes.py reports changes of the contract that break clients, and no others."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.contract import CONTRACT
from tools.breaking_changes import Comparison, faults, record, without_texts

Json = dict[str, Any]
KNOWN = "x-extensible-enum"
Change = Callable[[Json], object]


def schema(contract: Json, name: str) -> Json:
    found: Json = contract["components"]["schemas"][name]
    return found


def breaks_of(change: Change) -> list[str]:
    changed = copy.deepcopy(CONTRACT)
    change(changed)
    return Comparison(without_texts(CONTRACT), changed).breaks()


def test_the_same_contract_breaks_nothing() -> None:
    assert breaks_of(lambda _: None) == []


BREAKING: dict[str, Change] = {
    "a path is gone": lambda c: c["paths"].pop("/v1/scores"),
    "an operationId changed": lambda c: c["paths"]["/v1/scores"]["post"].update(operationId="score"),
    "an answer lost a member": lambda c: schema(c, "HandScore")["properties"].pop("capped"),
    "a member of an answer may be missing": lambda c: schema(c, "HandScore")["required"].remove("score"),
    "a member of an answer changed its type": lambda c: schema(c, "HandScore")["properties"]["points"].update(
        type="string"
    ),
    "a member of a request is gone": lambda c: schema(c, "Hand")["properties"].pop("bonus"),
    "a member of a request became required": lambda c: schema(c, "ScoreRequest")["required"].append("win"),
    "fewer items are read": lambda c: schema(c, "BatchRequest")["properties"]["deals"].update(maxItems=500),
    "null is no longer read": lambda c: schema(c, "SettlementRequest")["properties"]["winner"]["oneOf"].pop(),
    "a rulebook is gone": lambda c: schema(c, "RulesetId")[KNOWN].remove("pamphlet"),
    "a rule id is gone": lambda c: schema(c, "RuleId")[KNOWN].remove("mah-jong"),
    "a problem code is gone": lambda c: schema(c, "ProblemCode")[KNOWN].remove("not-found"),
    "a pattern changed": lambda c: schema(c, "PlayingTiles").update(pattern="^[1-9mps]*$"),
    "a status is gone": lambda c: c["paths"]["/v1/scores"]["post"]["responses"].pop("422"),
    "YAML is gone": lambda c: c["paths"]["/openapi.yaml"]["get"]["responses"]["200"]["content"].pop("application/yaml"),
    "a list that could grow is closed": lambda c: schema(c, "BookId").update(enum=schema(c, "BookId").pop(KNOWN)),
    "a word of a request is gone": lambda c: schema(c, "WinSource")["enum"].remove("wall"),
    "an entry type is gone": lambda c: schema(c, "EntryType")["enum"].remove("fine"),
    "all of a request must have a member more": lambda c: schema(c, "ScoreRequest").update(
        allOf=[{"required": ["win"]}]
    ),
    "a request must have some members": lambda c: schema(c, "HouseRules").update(minProperties=1),
    "a request may have fewer members": lambda c: schema(c, "HouseRules")["properties"]["rules"].update(
        maxProperties=2
    ),
    "items of a request must differ": lambda c: schema(c, "BatchRequest")["properties"]["deals"].update(
        uniqueItems=True
    ),
    "a number of a request has a lower bound of another kind": lambda c: schema(c, "Win")["properties"][
        "consecutive_wins"
    ].update(exclusiveMinimum=1),
    "a number of a request must be less": lambda c: schema(c, "Win")["properties"]["consecutive_wins"].update(
        exclusiveMaximum=100
    ),
    "some names of members are no longer read": lambda c: schema(c, "HouseRules")["properties"]["rules"].update(
        propertyNames={"pattern": "^house:"}
    ),
    "one member needs another": lambda c: schema(c, "ScoreRequest").update(dependentRequired={"win": ["discards"]}),
    "clients must say who they are": lambda c: c.update(security=[{"bearer": []}]),
    "one operation must know who asks": lambda c: c["paths"]["/v1/scores"]["post"].update(security=[{"bearer": []}]),
    "the headers of an answer are gone": lambda c: c["paths"]["/v1/scores"]["post"]["responses"]["200"].pop("headers"),
    "a number of an answer has another format": lambda c: schema(c, "HandScore")["properties"]["score"].update(
        format="int32"
    ),
    "a number of an answer may be less": lambda c: schema(c, "HandScore")["properties"]["score"].pop("minimum"),
    "a body is needed": lambda c: c["paths"]["/v1/rulesets"]["get"].update(
        requestBody={"required": True, "content": {}}
    ),
    "something that nobody has thought of": lambda c: schema(c, "Hand").update(unevaluatedProperties=False),
}

HARMLESS: dict[str, Change] = {
    "a new rule id": lambda c: schema(c, "RuleId")[KNOWN].append("new-rule"),
    "a new member of an answer": lambda c: schema(c, "HandScore")["properties"].update(new={"type": "integer"}),
    "a new optional member of a request": lambda c: schema(c, "Hand")["properties"].update(new={"type": "integer"}),
    "a new operation": lambda c: c["paths"].update({"/v1/new": copy.deepcopy(c["paths"]["/v1/scores"])}),
    "more items are read": lambda c: schema(c, "BatchRequest")["properties"]["deals"].update(maxItems=2000),
    "another text": lambda c: schema(c, "Hand").update(description="Other words."),
    "forms in another order": lambda c: schema(c, "SettlementRequest")["properties"]["winner"]["oneOf"].reverse(),
    "a number of a request may be less": lambda c: schema(c, "Win")["properties"]["consecutive_wins"].pop("minimum"),
    "a body that was needed before": lambda c: c["paths"]["/v1/scores"]["post"]["requestBody"].update(required=True),
    "which rulebook has which option": lambda c: schema(c, "Options").update({"x-members-by": "ruleset"}),
    "a warning that it will go": lambda c: c["paths"]["/v1/scores"]["post"].update(deprecated=True),
    "a caller may say who he is": lambda c: c.update(security=[{}, {"bearer": []}]),
}


@pytest.mark.parametrize("change", BREAKING.values(), ids=BREAKING)
def test_a_breaking_change_is_found(change: Change) -> None:
    assert breaks_of(change)


@pytest.mark.parametrize("change", HARMLESS.values(), ids=HARMLESS)
def test_a_harmless_change_is_not_reported(change: Change) -> None:
    assert breaks_of(change) == []


@pytest.mark.parametrize(
    ("least", "most", "breaks"), [(0, 1000, False), (10, 20, False), (11, 1000, True), (0, 19, True)]
)
def test_a_range_may_replace_listed_numbers_within_it(least: int, most: int, breaks: bool) -> None:
    before, after = copy.deepcopy(CONTRACT), copy.deepcopy(CONTRACT)
    schema(before, "Options")["properties"]["mahjong_points"] = {"type": "integer", "enum": [10, 20]}
    points = {"type": "integer", "minimum": least, "maximum": most}
    schema(after, "Options")["properties"]["mahjong_points"] = points
    assert bool(Comparison(before, after).breaks()) is breaks


def test_what_is_said_in_other_words_breaks_nothing() -> None:
    winner = {"oneOf": [{"$ref": "#/components/schemas/Seat"}, {"type": "null"}]}
    before = {"type": ["string", "null"], "pattern": "^(east|south|west|north)$"}
    old, new = copy.deepcopy(CONTRACT), copy.deepcopy(CONTRACT)
    old["components"]["schemas"]["SettledDeal"]["properties"]["winner"] = before
    new["components"]["schemas"]["SettledDeal"]["properties"]["winner"] = winner
    assert Comparison(without_texts(old), new).breaks() == []
    old["components"]["schemas"]["SettledDeal"]["properties"]["winner"] = {**before, "pattern": "^(east|south)$"}
    assert Comparison(without_texts(old), new).breaks() == []
    new["components"]["schemas"]["SettledDeal"]["properties"]["winner"] = {**winner, "oneOf": winner["oneOf"][:1]}
    assert Comparison(without_texts(new), CONTRACT).breaks() == [
        "SettledDeal.winner: the type ['string'] became ['null', 'string']"
    ]


MORE = HARMLESS["a new optional member of a request"]
DESCRIBED: Change = lambda c: c["info"].update(description="other words")  # noqa: E731


def versioned(version: str, change: Change = DESCRIBED) -> Json:
    changed = copy.deepcopy(CONTRACT)
    change(changed)
    changed["info"]["version"] = version
    return changed


RELEASED = record(versioned("1.0.0"), {"bmja": 2})


@pytest.mark.parametrize(
    ("contract", "revision", "refused"),
    [
        pytest.param(versioned("1.0.0"), 2, False, id="other words"),
        pytest.param(versioned("1.0.0"), 3, True, id="another revision"),
        pytest.param(versioned("1.1.0.dev0"), 3, False, id="another revision and version"),
        pytest.param(versioned("1.0.0", MORE), 2, True, id="a member more"),
        pytest.param(versioned("1.1.0.dev0", MORE), 2, False, id="and a version"),
        pytest.param(versioned("1.1.0.dev0", BREAKING["a path is gone"]), 2, True, id="a path less"),
        pytest.param(versioned("2.0.0.dev0", BREAKING["a path is gone"]), 2, False, id="and a major version"),
    ],
)
def test_a_change_after_a_release_needs_another_version(contract: Json, revision: int, refused: bool) -> None:
    assert bool(faults(RELEASED, record(contract, {"bmja": revision}))) is refused
