"""Hands of Kajongg's scoring tests, with its two rulesets, which are house rules for `dmjl` and `bmja` here."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from tests.support.oracle.tiles import parse
from tests.support.oracle.tiles import written as write
from tests.vectors.adapters import Json, cases, each_of

HOUSE_RULES: Final = Path(__file__).parents[2] / "clients" / "examples" / "house_rules"
BASES: Final = {"kajongg-dmjl": "dmjl", "kajongg-bmja": "bmja"}
HANDS: Final = cases("kajongg_cases.json", "cases")
WAITS: Final = cases("kajongg_cases.json", "waits")
TWO_EXPOSED_PAIRS: Final = ("kajongg-dmjl-008", "kajongg-bmja-008")
"""The vectors' format has one exposed pair only; the other, of east winds, is missing."""
SOURCES: Final[dict[str, Json]] = {
    "wall": {"source": "wall"},
    "discard": {"source": "discard"},
    "loose_tile": {"source": "loose-tile"},
    "robbed_kong": {"source": "robbed-kong"},
    "last_wall_tile": {"source": "wall", "last_tile": True},
    "last_discard": {"source": "discard", "last_discard": True},
}
"""The members of a win, by the vectors' source."""

NO_KONG: Final = "a loose tile of a hand without a kong, flower or season"
CLAIMED: Final = "an original call with sets that were claimed before the win"
IMPOSSIBLE: Final = {
    "021": NO_KONG,
    "023": NO_KONG,
    "kajongg-dmjl-141": CLAIMED,
    "kajongg-dmjl-142": CLAIMED,
    "180": "an exposed set of three suits",
}
"""Hands that Kajongg scores and this service refuses, by the case's id or its number in both rulesets."""


def score_request(ruleset: str, case: Json) -> Json:
    """A case as a score request: a losing hand with too many tiles is dead."""
    win = case.get("win") or {}
    wins = case["expected"]["won"]
    request: Json = {
        "ruleset": ruleset,
        "round_wind": case["round_wind"],
        "seat": case["own_wind"],
        "hand": _hand(case, win.get("set") if wins and win.get("claimed") else None),
    }
    if wins:
        return request | {"win": _win(win, case["own_wind"], request["hand"])}
    request["hand"] |= {"fourteen": {"dead": True}, "short": {"partial": True}}.get(case["size"], {})
    return request


def _hand(case: Json, completed: str | None) -> Json:
    """The hand of a request; a set that a claimed tile completed is returned to the concealed tiles."""
    hand, exposed = case["hand"], list(case["hand"].get("exposed", []))
    if completed in exposed:
        exposed.remove(completed)
    else:
        completed = None
    missing = "11z" if case["id"] in TWO_EXPOSED_PAIRS else ""
    others = [
        *hand.get("concealed_sets", []),
        hand.get("exposed_pair", ""),
        *hand.get("exposed_tiles", []),
        missing,
    ]
    concealed = "".join([hand.get("concealed", ""), *others, completed or ""])
    declared: Json = {name: hand[name] for name in ("claimed_kongs", "concealed_kongs", "bonus") if name in hand}
    return {"concealed": write(parse(concealed)), "exposed": exposed, **declared}


def _win(win: Json, seat: str, hand: Json) -> Json:
    """The win of a request; without a source in the vector, the tile was drawn if it is concealed."""
    announced = win.get("announced", ())
    flags = {"original_call": "original_call" in announced, "kong_upon_kong": "twofold_fortune" in announced}
    result = {
        **_source(win, seat, twofold=flags["kong_upon_kong"]),
        **{name: True for name, true in flags.items() if true},
    }
    if result["source"] != "original-hand":
        result["tile"] = win.get("tile") or parse(hand["concealed"])[-1]
    return result


def _source(win: Json, seat: str, *, twofold: bool) -> Json:
    source = win.get("source", "unknown")
    if source in SOURCES:
        return SOURCES[source]
    if source == "as_dealt_or_first_discard":
        first = {"source": "discard", "discarder": "east", "first_discard": True}
        return {"source": "original-hand"} if seat == "east" else first
    if twofold:
        return SOURCES["loose_tile"]
    return SOURCES["discard" if win.get("claimed") else "wall"]


COMPLETE_CASES: Final = [case for case in HANDS if not case["problems"]]


@pytest.mark.parametrize("case", each_of([case for case in COMPLETE_CASES if case["ruleset"] == "kajongg-dmjl"]))
def test_a_dmjl_hand_scores_as_in_kajongg_without_house_rules(client_unchecked: FlaskClient, case: Json) -> None:
    check_score(client_unchecked, case, score_request("dmjl", case))


@pytest.mark.parametrize("case", each_of(COMPLETE_CASES))
def test_a_hand_scores_as_in_kajongg(client_unchecked: FlaskClient, case: Json) -> None:
    check_score(client_unchecked, case, with_house_rules(case))


def check_score(client_unchecked: FlaskClient, case: Json, request: Json) -> None:
    response = client_unchecked.post("/v1/scores", json=request)
    if IMPOSSIBLE.keys() & {case["id"], case["id"][-3:]}:
        assert response.status_code == 422
        return
    assert response.status_code == 200, response.get_json()
    result, expected = response.get_json()["score"], case["expected"]
    assert result["score"] == expected["total"]
    if not expected["limits"]:
        assert (result["points"], result["doubles"]) == (expected["points"], expected["doubles"])


@pytest.mark.parametrize("case", each_of(WAITS))
def test_a_hand_waits_for_the_tiles_that_kajongg_names(client_unchecked: FlaskClient, case: Json) -> None:
    waiting = case | {"expected": {"won": False}}
    for request in (score_request(BASES[case["ruleset"]], waiting), with_house_rules(waiting)):
        response = client_unchecked.post("/v1/waits", json=request)
        assert response.status_code == 200, response.get_json()
        assert write(parse("".join(wait["tile"] for wait in response.get_json()["waits"]))) == case["expected_waits"]


def with_house_rules(case: Json) -> Any:
    """The score request of a case with Kajongg's ruleset as house rules."""
    base = BASES[case["ruleset"]]
    rules = HOUSE_RULES / f"{case['ruleset']}.json"
    if not rules.is_file():
        pytest.skip(f"there are no house rules {case['ruleset']}")
    return score_request(base, case) | {"house_rules": json.loads(rules.read_text())}
