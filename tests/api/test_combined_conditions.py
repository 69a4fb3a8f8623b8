"""Combined conditions of a rule, in requests and rulebooks' files: matches, faults, explanations."""

import json
import random
import re
from pathlib import Path
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.domain.clauses.clause import BoundCondition
from pung_chow_settlement.domain.clauses.combinators import ALL_OF, ANY_OF, NOT, of_parts
from pung_chow_settlement.domain.hand_context import ArrangedHand, arranged_hand, traits_of
from pung_chow_settlement.domain.rulebook.check import RulebookError
from pung_chow_settlement.domain.rulebook.library import CONDITIONS
from pung_chow_settlement.requests.read_deal import read_score
from pung_chow_settlement.rulebooks import BUILT_IN, FOLDER
from pung_chow_settlement.schemas.rulebook_files import filled_in, rulebook
from pung_chow_settlement.schemas.yaml_files import read_yaml
from tests.support import random_houses
from tests.support.rulebook_cases import rule_cases

Json = dict[str, Any]
PAGE: Final = (Path(__file__).parents[2] / "docs" / "house-rules.md").read_text()
HIDDEN: Final = "house:hidden-suit"
[EXAMPLE] = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL) if HIDDEN in block]
RESOLVE: Final = "/v1/rulesets/resolve"
ONE_SUIT: Final = {"find": "one-suit"}
CONCEALED: Final = {"find": "almost-concealed", "parameters": {"claimed_kongs": False}}
PURE: Final = "11123455577799m"


def request(concealed: str = PURE, exposed: tuple[str, ...] = (), **rule: Any) -> Json:
    """A hand won on a claimed nine or, if incomplete, a losing one; with the page's rule or this one."""
    house = {"rules": {"house:a": {"score": 500, **rule}}} if rule else EXAMPLE
    complete = sum(map(str.isdigit, concealed)) + 3 * len(exposed) == 14
    win = {"win": {"source": "discard", "tile": "9m"}} if complete else {}
    hand = {"concealed": concealed, "exposed": [*exposed]}
    return {"ruleset": "bmja", "seat": "south", "round_wind": "east", "hand": hand, **win, "house_rules": house}


def score(client: FlaskClient, body: Json, **more: Any) -> Json:
    response = client.post("/v1/scores", json=body, **more)
    assert response.status_code == 200, response.get_json()["errors"]
    result: Json = response.get_json()["hand"]
    return result


# Matches


def test_one_suit_concealed_before_the_claim_is_found_by_one_rule(client: FlaskClient) -> None:
    assert HIDDEN in score(client, request())["limit_hands"]
    assert HIDDEN not in score(client, request("11123455599m", ("777m",)))["limit_hands"]  # a claimed set
    assert HIDDEN not in score(client, request("111234555p77799m"))["limit_hands"]  # two suits


def arranged_hands() -> list[ArrangedHand]:
    """The winning hands of the rules' cases, in each arrangement."""
    found = []
    for case in rule_cases():
        for body in (case.hit, case.miss):
            context = read_score(BUILT_IN, body).context
            if context.win is not None and context.hand.counted is None:
                traits = traits_of(context.hand)
                found += [arranged_hand(context, arrangement, traits) for arrangement in context.arrangements()]
    return found


def holds(one: BoundCondition, arranged: ArrangedHand) -> bool:
    return bool(one.with_options({}).evidence(arranged))


def test_a_combination_agrees_with_its_parts_in_every_hand() -> None:
    rng = random.Random(28)
    hands = rng.sample(arranged_hands(), 200)
    catalogue = [
        condition for condition in CONDITIONS.values() if condition.id not in ("waiting-for", "called-without-winning")
    ]
    for _ in range(60):
        chosen = rng.choices(catalogue, k=2)
        one, other = (condition(**random_houses.parameters(rng, condition)) for condition in chosen)
        for arranged in hands:
            first, second = holds(one, arranged), holds(other, arranged)
            assert holds(of_parts(ALL_OF, one, other), arranged) == (first and second)
            assert holds(of_parts(ANY_OF, one, other), arranged) == (first or second)
            assert holds(of_parts(ALL_OF, one, of_parts(NOT, other)), arranged) == (first and not second)


def test_the_resolved_table_has_the_same_combinations_and_digest(client: FlaskClient) -> None:
    rule: Json = {"all_of": [ONE_SUIT, {"any_of": [CONCEALED, {"not": {"find": "no-chow"}}]}], "doubles": 1}
    first = client.post(RESOLVE, json={"ruleset": "bmja", "house_rules": {"rules": {"house:a": rule}}}).get_json()
    either = first["table"]["rules"]["house:a"]["all_of"][1]["any_of"]
    assert either[1] == {"not": {"find": "no-chow", "parameters": {}}}
    again = client.post(RESOLVE, json={"ruleset": "dmjl", "house_rules": first["table"]}).get_json()
    assert again["table"] == first["table"]
    other = {**rule, "all_of": [ONE_SUIT, {"any_of": [CONCEALED, {"find": "no-chow"}]}]}
    changed = client.post(RESOLVE, json={"ruleset": "bmja", "house_rules": {"rules": {"house:a": other}}}).get_json()
    assert changed["digest"] != first["digest"]


# Rulebooks' files


def from_file(rule: Json) -> Json:
    """The data of a rulebook's file with one more rule."""
    data = read_yaml((FOLDER / "harr-1922.yaml").read_bytes())
    own = {"text": "Ours", "doubles": 1, "applies_to": "winner", "source": {"harr-1922": 1}, **rule}
    return {**data, "rules": {**data["rules"], "ours": own}}


def test_a_rulebooks_file_combines_conditions_as_a_request_does() -> None:
    built = rulebook(filled_in(from_file({"all_of": [ONE_SUIT, {"not": CONCEALED}]}), BUILT_IN.files))
    assert built.rules[-1].condition == of_parts(
        ALL_OF, CONDITIONS["one-suit"](), of_parts(NOT, CONDITIONS["almost-concealed"](claimed_kongs=False))
    )


@pytest.mark.parametrize(
    ("rule", "place"),
    [({"any_of": [ONE_SUIT, {"find": "one-suite"}]}, "/rules/ours/any_of/1/find"), ({"not": 3}, "/rules/ours/not")],
)
def test_a_wrong_combination_in_a_file_is_reported_at_its_pointer(rule: Json, place: str) -> None:
    with pytest.raises(RulebookError) as refused:
        rulebook(filled_in(from_file(rule), BUILT_IN.files))
    assert [fault.partition(" ")[0] for fault in refused.value.faults] == [place]


# Explanations


@pytest.mark.parametrize(
    ("rule", "part", "text"),
    [
        ({"all_of": [{"find": "four-sets"}, {"find": "no-chow"}]}, "all_of/1", "234m is a chow"),
        ({"all_of": [{"any_of": [{"find": "honours-only"}]}]}, "all_of/0/any_of/0", None),
        ({"all_of": [ONE_SUIT, {"not": ONE_SUIT}]}, "all_of/1/not", "must not hold: All tiles of one suit, no honours"),
        ({"not": ONE_SUIT}, "not", "not must not hold: All tiles of one suit, no honours"),
    ],
)
def test_the_explanation_names_the_part_that_failed(
    client: FlaskClient, rule: Json, part: str, text: str | None
) -> None:
    answer = client.post("/v1/scores?explain=true", json=request(**rule)).get_json()
    [why] = [each for each in answer["hand"]["explanation"]["not_counted"] if "house:a" in each["rules"]]
    assert why["facts"]["part"] == part
    assert text is None or text in why["text"]


def test_the_explanation_is_translated(client: FlaskClient) -> None:
    rule: Json = {"not": ONE_SUIT}
    body = request(**rule)
    result = score(client, body, query_string={"explain": "true"}, headers={"Accept-Language": "de"})
    assert [each["text"] for each in result["explanation"]["not_counted"] if "house:a" in each["rules"]] == [
        "Das darf nicht gelten (not): Alle Steine von einer Farbe, keine Bildsteine"
    ]
