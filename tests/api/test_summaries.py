"""GET /v1/rulesets: every rulebook without its rules, and the inputs that its rules use."""

from collections.abc import Iterator
from gzip import compress
from typing import Any

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement import rulebooks
from pung_chow_settlement.domain import circumstances
from tests.support.rulebook_cases import rule_cases

Json = dict[str, Any]
_MAX_COMPRESSED = 3_600
_MAX_LINE = 100
_IN_FULL_ONLY = ("digest", "legality", "rules", "settling")
_RULEBOOKS = [rulebook.id for rulebook in rulebooks.ALL]


@pytest.fixture
def summaries(client: FlaskClient) -> dict[str, Json]:
    return {each["id"]: each for each in client.get("/v1/rulesets").get_json()["rulesets"]}


def test_a_summary_is_the_rulebook_without_its_rules(client: FlaskClient, summaries: dict[str, Json]) -> None:
    assert list(summaries) == _RULEBOOKS
    for ruleset, summary in summaries.items():
        whole = client.get(f"/v1/rulesets/{ruleset}").get_json()
        assert summary == {name: value for name, value in whole.items() if name not in _IN_FULL_ONLY}


@pytest.mark.parametrize("ruleset", _RULEBOOKS)
def test_a_rulebook_has_a_description_of_one_line(ruleset: str, summaries: dict[str, Json]) -> None:
    assert 0 < len(summaries[ruleset]["about"]) < _MAX_LINE


def test_the_description_is_translated(client: FlaskClient) -> None:
    german = client.get("/v1/rulesets/dmjl", headers={"Accept-Language": "de"}).get_json()
    assert german["about"] == "Die deutsche Liga und ihre Clubs."


def test_a_rulebook_with_house_rules_has_no_description(client: FlaskClient) -> None:
    body = {"ruleset": "bmja", "house_rules": {"rules": {"mah-jong": {"points": 10}}}}
    response = client.post("/v1/rulesets/resolve", json=body)
    assert response.status_code == 200
    assert "about" not in response.get_json()


def test_all_summaries_together_are_small(client: FlaskClient) -> None:
    assert len(compress(client.get("/v1/rulesets").data)) < _MAX_COMPRESSED


def _stated_circumstances(ruleset: str) -> Iterator[str]:
    """The circumstances that the hits of a rulebook's rule cases state."""
    for case in rule_cases():
        if ruleset == case.ruleset:
            win = case.hit.get("win", {})
            yield from (member for member in circumstances.MEMBERS if win.get(member))


@pytest.mark.parametrize("ruleset", _RULEBOOKS)
def test_a_rulebook_looks_at_the_circumstances_of_its_rules(ruleset: str, summaries: dict[str, Json]) -> None:
    assert set(_stated_circumstances(ruleset)) == set(summaries[ruleset]["looks_at"]) & set(circumstances.MEMBERS)


_NO_KONG: Json = {"concealed": "111555m111p77799s"}
_TWO_KONGS: Json = {"concealed": "11m111p999s", "concealed_kongs": ["5555m", "7777s"]}
_DISCARDED: Json = {"source": "discard", "tile": "1m", "discarder": "east"}
_WINS: dict[str, tuple[Json, Json]] = {
    "last_tile": (_NO_KONG, {"source": "wall", "tile": "1m"}),
    "first_discard": (_NO_KONG, _DISCARDED),
    "standing_hand": (_NO_KONG, _DISCARDED),
    "last_discard": (_NO_KONG, _DISCARDED),
    "original_call": (_NO_KONG, _DISCARDED),
    "first_draw": (_NO_KONG, {"source": "wall", "tile": "1m"}),
    "kong_upon_kong": (_TWO_KONGS, {"source": "loose-tile", "tile": "1m"}),
}
"""For each circumstance, a hand and a win that it can be stated of."""
_OF_ONE_SUIT: dict[str, Json] = {
    "wall": {"concealed": "11122245688m444z"},
    "loose-tile": {"concealed": "11444m222z", "concealed_kongs": ["5555m", "7777m"]},
}
"""For rulebooks in which an ordinary hand wins in one suit only: hands by the source of the winning tile."""


@pytest.mark.parametrize("ruleset", _RULEBOOKS)
def test_a_circumstance_that_a_rulebook_does_not_look_at_has_no_effect(
    ruleset: str, client: FlaskClient, summaries: dict[str, Json]
) -> None:
    for member, (hand, win) in _WINS.items():
        own = _OF_ONE_SUIT if rulebooks.BUILT_IN.by_id[ruleset].rulebook.winner_shows else {}
        held = own.get(win["source"], own.get("wall", hand))
        body = {"ruleset": ruleset, "seat": "south", "round_wind": "east", "hand": held}
        without = client.post("/v1/scores", json={**body, "win": win}).get_json()
        result = client.post("/v1/scores", json={**body, "win": {**win, member: True}}).get_json()
        assert "hand" in without, without
        assert (without == result) == (member not in summaries[ruleset]["looks_at"]), member


_CLAIMED: Json = {"concealed": "111555456m44z", "claimed_kongs": ["2222z"]}
_MELDED: Json = {"concealed": "111555456m44z", "exposed": ["2222z"]}


@pytest.mark.parametrize("ruleset", _RULEBOOKS)
def test_a_claimed_kong_counts_as_any_other_where_the_rulebook_does_not_look_at_it(
    ruleset: str, client: FlaskClient, summaries: dict[str, Json]
) -> None:
    options = {"claimed_kong_concealed": True} if ruleset == "millington" else {}
    counts = []
    for hand in (_CLAIMED, _MELDED):
        body = {"ruleset": ruleset, "options": options, "seat": "west", "round_wind": "east", "hand": hand}
        answer = client.post("/v1/scores", json={**body, "win": {"source": "wall", "tile": "1m"}}).get_json()
        counts.append((answer["hand"]["points"], answer["hand"]["doubles"]))
    assert (counts[0] == counts[1]) == ("claimed_kongs" not in summaries[ruleset]["looks_at"])


_WILD: Json = {"concealed": "111555m44z", "exposed": ["222p", "999s"], "wild": "5m"}


@pytest.mark.parametrize("ruleset", _RULEBOOKS)
def test_tiles_are_wild_where_the_rulebook_looks_at_them_and_refused_elsewhere(
    ruleset: str, client: FlaskClient, summaries: dict[str, Json]
) -> None:
    body = {"ruleset": ruleset, "seat": "west", "round_wind": "east", "hand": _WILD}
    answer = client.post("/v1/scores", json={**body, "win": {"source": "wall", "tile": "4z"}}).get_json()
    refused = {each["code"] for each in answer.get("errors", ())}
    assert ("wrong-wild-tile" in refused) == ("wild" not in summaries[ruleset]["looks_at"])


def test_the_list_takes_no_parameters(client: FlaskClient) -> None:
    refused = client.get("/v1/rulesets?brief=true")
    assert (refused.status_code, refused.get_json()["type"].rsplit("/", 1)[-1]) == (400, "invalid-parameters")
