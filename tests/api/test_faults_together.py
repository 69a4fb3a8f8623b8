"""A fault of one member and a fault between two others come in one answer: neither hides the other."""

from typing import Any, Final

import pytest
from flask.testing import FlaskClient
from marshmallow import Schema, ValidationError

from pung_chow_settlement.requests.forms import HandCountSchema, HandSchema, forms
from pung_chow_settlement.rulebooks import BUILT_IN
from tests.support.worked import WORKED_DEALS

Json = dict[str, Any]
DEAL: Final[Json] = WORKED_DEALS[0]


def with_hand(**hand: Any) -> Json:
    return {**DEAL, "hands": {**DEAL["hands"], "west": hand}}


def with_rules(**house_rules: Any) -> Json:
    return {"ruleset": "bmja", "house_rules": house_rules}


SETTLE: Final = "/v1/settlements"
RESOLVE: Final = "/v1/rulesets/resolve"
FAULTY: Final[dict[str, tuple[str, Json, set[str]]]] = {
    "the table's count": (
        SETTLE,
        with_hand(counted={"score": "many", "points": 5}),
        {"/hands/west/counted/score", "/hands/west/counted/points"},
    ),
    "a hand": (
        SETTLE,
        with_hand(counted={"points": 5}, concealed="1m", dead="no"),
        {"/hands/west/concealed", "/hands/west/dead"},
    ),
    "a deal": (
        SETTLE,
        {**{name: value for name, value in DEAL.items() if name != "winner"}, "round_wind": "up"},
        {"/winner", "/round_wind"},
    ),
    "a deal that nobody won": (
        SETTLE,
        {**DEAL, "wins_before": 1, "goulash": "no"},
        {"/wins_before", "/goulash"},
    ),
    "a rule": (
        RESOLVE,
        with_rules(rules={"mah-jong": {"points": 5, "score": 10, "applies_to": "us"}}),
        {"/house_rules/rules/mah-jong/points", "/house_rules/rules/mah-jong/applies_to"},
    ),
    "a waiting hand's worth": (
        RESOLVE,
        with_rules(
            rules={
                "house:sevens": {
                    "text": "Sevens",
                    "layout": {"tiles": "7 pairs of a"},
                    "score": 100,
                    "waiting": {"score": 10, "doubles": 1, "points": "x"},
                }
            }
        ),
        {"/house_rules/rules/house:sevens/waiting/doubles", "/house_rules/rules/house:sevens/waiting/points"},
    ),
    "a penalty": (
        RESOLVE,
        with_rules(penalties={"false-mahjong": {"points": 5, "limit_share": "1/2", "shared": "no"}}),
        {"/house_rules/penalties/false-mahjong/limit_share", "/house_rules/penalties/false-mahjong/shared"},
    ),
}


@pytest.mark.parametrize("name", FAULTY)
def test_a_wrong_member_hides_no_fault_between_two_others(client: FlaskClient, name: str) -> None:
    path, body, expected = FAULTY[name]
    response = client.post(path, json=body)
    assert {fault["pointer"] for fault in response.get_json()["errors"]} == expected


DEALS: Final = forms(BUILT_IN).settlement
BY_FORM: Final[dict[str, tuple[Schema, Json]]] = {
    "the table's count": (HandCountSchema(), {"score": "many", "points": 5}),
    "a hand": (HandSchema(), {"counted": {"points": 5}, "concealed": "1m", "dead": "no"}),
    "a deal": (DEALS, FAULTY["a deal"][1]),
    "a deal that nobody won": (DEALS, FAULTY["a deal that nobody won"][1]),
}


@pytest.mark.parametrize("name", BY_FORM)
def test_marshmallows_own_load_finds_both_too(name: str) -> None:
    form, body = BY_FORM[name]
    with pytest.raises(ValidationError) as ours:
        form.load(body)
    with pytest.raises(ValidationError) as marshmallows:
        Schema.load(form, body)
    assert set(marshmallows.value.messages_dict) == set(ours.value.messages_dict)
    assert len(ours.value.messages_dict) == 2
