"""Hands out of Kajongg's own scoring tests, under its two rulesets, which are house rules of `dmjl` and `bmja` here."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from support.oracle.brute import parse
from support.oracle.brute import written as write
from tests.vectors.adapters import Json, cases, each_of
from tests.vectors.kajongg import read, score_request

HOUSE_RULES: Final = Path(__file__).parents[2] / "house_rules"
BASES: Final = {"kajongg-dmjl": "dmjl", "kajongg-bmja": "bmja"}
HANDS: Final = cases("kajongg_cases.json", "cases")
WAITS: Final = cases("kajongg_cases.json", "waits")
TWO_EXPOSED_PAIRS: Final = ("kajongg-dmjl-008", "kajongg-bmja-008")
"""The vectors' own reading has room for one exposed pair and lost the other."""

NO_KONG: Final = "a loose tile of a hand without a kong, flower or season"
CLAIMED: Final = "an original call with sets that were claimed before the win"
IMPOSSIBLE: Final = {
    "021": NO_KONG,
    "023": NO_KONG,
    "kajongg-dmjl-141": CLAIMED,
    "kajongg-dmjl-142": CLAIMED,
    "180": "an exposed set of three suits",
}
"""Hands that Kajongg scores and this service refuses, by the case, or its number in both rulesets."""


@pytest.mark.parametrize(
    ("written", "hand", "win"),
    [
        ("", {}, None),
        ("RB2B2DgWnS9C1", {"concealed": "1m9p22s46z"}, None),
        ("c1c1c1 b7b8b9", {"exposed": ["111m", "789s"]}, None),
        ("s5s5s5s5 s6s6s6S6 s7S7S7s7", {"exposed": ["5555p"], "claimed_kongs": ["6666p"],
                                        "concealed_kongs": ["7777p"]}, None),
        ("DbDbDb drdr", {"concealed_sets": ["555z"], "exposed_pair": "77z"}, None),
        ("fe fs yw", {"bonus": "12f3y"}, None),
        ("RB4 LB4B4B4", {"concealed": "4s"}, {"tile": "4s", "claimed": False, "set": "44s"}),
        ("b4b4 mZ Lb4", {"exposed_pair": "44s"}, {"source": "last_discard", "tile": "4s", "claimed": True}),
        ("m.at", {}, {"source": "unknown", "announced": ["original_call", "twofold_fortune"]}),
    ],
)  # fmt: skip
def test_a_string_of_kajonggs_is_read(written: str, hand: Json, win: Json | None) -> None:
    assert read(written) == (hand, win)


@pytest.mark.parametrize("case", each_of(HANDS + WAITS))
def test_a_string_is_read_as_the_vectors_have_it(case: Json) -> None:
    hand, win = read(case["hand_kajongg"])
    if case["id"] in TWO_EXPOSED_PAIRS:
        assert (hand.pop("exposed_pair"), case["hand"]["exposed_pair"]) == ("11s11z", "11s")
        case = case | {"hand": {name: result for name, result in case["hand"].items() if name != "exposed_pair"}}
    assert hand == case["hand"]
    if "win" in case:
        assert win == case["win"]


def test_a_claimed_tile_goes_back_among_the_concealed_ones() -> None:
    case: Json = {"hand_kajongg": "RB1B1B1B2B2B2B3B4 wnwnwn wewewe Lwnwnwnwn", "own_wind": "east", "round_wind": "east",
                  "size": "fourteen", "expected": {"won": True}}  # fmt: skip
    assert score_request("dmjl", case) == {
        "ruleset": "dmjl", "round_wind": "east", "seat": "east",
        "hand": {"concealed": "11122234s444z", "exposed": ["111z"]},
        "win": {"source": "discard", "tile": "4z"},
    }  # fmt: skip


SOUND: Final = [case for case in HANDS if not case["problems"]]


@pytest.mark.parametrize("case", each_of([case for case in SOUND if case["ruleset"] == "kajongg-dmjl"]))
def test_a_german_hand_scores_as_in_kajongg_without_any_house_rules(client: FlaskClient, case: Json) -> None:
    assert_as_kajongg(client, case, score_request("dmjl", case))


@pytest.mark.parametrize("case", each_of(SOUND))
def test_a_hand_scores_as_in_kajongg(client: FlaskClient, case: Json) -> None:
    assert_as_kajongg(client, case, with_house_rules(client, case))


def assert_as_kajongg(client: FlaskClient, case: Json, request: Json) -> None:
    answer = client.post("/v1/scores", json=request)
    if IMPOSSIBLE.keys() & {case["id"], case["id"][-3:]}:
        assert answer.status_code == 422
        return
    assert answer.status_code == 200, answer.get_json()
    result, expected = answer.get_json()["score"], case["expected"]
    assert result["score"] == expected["total"]
    if not expected["limits"]:
        assert (result["points"], result["doubles"]) == (expected["points"], expected["doubles"])


@pytest.mark.parametrize("case", each_of(WAITS))
def test_a_hand_waits_for_the_tiles_that_kajongg_names(client: FlaskClient, case: Json) -> None:
    waiting = case | {"expected": {"won": False}}
    for request in (score_request(BASES[case["ruleset"]], waiting), with_house_rules(client, waiting)):
        answer = client.post("/v1/waits", json=request)
        assert answer.status_code == 200, answer.get_json()
        assert write(parse("".join(wait["tile"] for wait in answer.get_json()["waits"]))) == case["expected_waits"]


def with_house_rules(client: FlaskClient, case: Json) -> Any:
    """The case by Kajongg's ruleset, a file of house rules; skipped while there are none."""
    base = BASES[case["ruleset"]]
    rules = HOUSE_RULES / f"{case['ruleset']}.json"
    if not rules.is_file():
        pytest.skip(f"waits for the house rules {case['ruleset']}")
    return score_request(base, case) | {"house_rules": json.loads(rules.read_text())}
