"""What the comparison with a peer calls a difference, and what a better reading of the same tiles."""

import copy
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import create_app
from tests.peers.compare import END_OF_WALL, Compared, compare, settled
from tests.peers.deals import (
    Asked,
    DeclaredSet,
    Json,
    PeerDeal,
    PeerHand,
    PeerScore,
    PeerWin,
    flaws,
    settlement_request,
)
from tests.peers.xmj_rules import OPTION_SETS, Scheme, asked_for, option_file

NOTHING = PeerScore(0, 0, 0)
SETS = (
    DeclaredSet("pung", "555s", open=True),
    DeclaredSet("chow", "567s"),
    DeclaredSet("chow", "123m"),
    DeclaredSet("chow", "456p"),
    DeclaredSet("pair", "99p"),
)
DEAL = PeerDeal(
    name="made up",
    rules="default",
    round_wind="east",
    east_wins_before=0,
    win=PeerWin("east", "5s", "discard", discarder="south", completes="555s"),
    hands={
        "east": PeerHand(SETS, "", "", PeerScore(22, 22, 0), 132),
        "south": PeerHand((), "114477m2558p369s", "", NOTHING, -44),
        "west": PeerHand((), "225588m3669p147s", "", NOTHING, -44),
        "north": PeerHand((), "336699m1447p268s", "", NOTHING, -44),
    },
    discards="",
)
"""East declared the claimed tile as a pung's; as a chow's it leaves the pung concealed, worth two points more."""


@pytest.fixture(scope="module")
def answer() -> Json:
    return settled_by(create_app().test_client())


def settled_by(client: FlaskClient) -> Json:
    response = client.post("/v1/settlements", json=settlement_request(DEAL, Asked("millington")))
    assert response.status_code == 200, response.get_json()
    return dict(response.get_json())


def changed(answer: Json, *path: Any, to: Any) -> Json:
    told = copy.deepcopy(answer)
    part = told
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = to
    return told


def test_the_deal_is_a_finished_one() -> None:
    assert flaws(DEAL) == []


def test_a_better_arrangement_of_the_same_tiles_is_no_difference(answer: Json) -> None:
    assert answer["hands"]["east"]["score"] == 24
    assert compare(DEAL, answer) == Compared("made up", (), better=("east",))


def test_the_same_score_is_the_same(answer: Json) -> None:
    hands = {**DEAL.hands, "east": replace(DEAL.hands["east"], score=PeerScore(24, 24, 0), net=144)}
    hands |= {seat: replace(DEAL.hands[seat], net=-48) for seat in ("south", "west", "north")}
    assert compare(replace(DEAL, hands=hands), answer) == Compared("made up", ())


def test_payments_that_do_not_follow_from_the_scores_are_a_difference(answer: Json) -> None:
    told = changed(answer, "settlement", "net", "south", to=-47)
    assert "by the scores" in compare(DEAL, told).faults[0]


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("score",), 20, "lower"),
        (("arrangement", 0, "tiles"), "124m", "124m is no chow"),
        (("arrangement", 0, "tiles"), "234m", "other tiles than the hand's"),
        (("uncapped_score",), 25, "does not add up"),
        (("items", 0, "points"), 22, "the items do not add up"),
        (("limit_hands",), ["all-honours"], "limit hands"),
    ],
)
def test_a_reading_that_is_no_legal_one_is_a_difference(
    answer: Json, path: tuple[Any, ...], value: Any, told: str
) -> None:
    compared = compare(DEAL, changed(answer, "hands", "east", *path, to=value))
    assert any(told in fault for fault in compared.faults)


def test_another_score_of_the_sets_as_declared_is_a_difference(answer: Json) -> None:
    declared = [{"kind": each.kind, "tiles": each.tiles, "exposed": each.open, "won": each.open} for each in SETS]
    compared = compare(DEAL, changed(answer, "hands", "east", "arrangement", to=declared))
    assert "another score of the same sets" in compared.faults[0]


def test_the_last_tile_of_a_loose_tile_is_explained(answer: Json) -> None:
    """xmj counts two doubles where the answer, made for one, has one."""
    theirs = PeerScore(96, 24, 2, items=("1 dbl winning with last tile", "1 dbl winning with loose tile"))
    loose = replace(DEAL, win=PeerWin("east", "5s", "loose"), hands={
        **DEAL.hands, "east": replace(DEAL.hands["east"], score=theirs, sets=(DeclaredSet("pung", "555s"), *SETS[1:])),
    })  # fmt: skip
    ours = {"points": 24, "doubles": 1, "score": 48}
    told = {**answer, "hands": {**answer["hands"], "east": {**answer["hands"]["east"], **ours}},
            "settlement": {"net": {"east": 288, "south": -96, "west": -96, "north": -96}}}  # fmt: skip
    assert compare(loose, told) == Compared("made up", (), explained=(END_OF_WALL,))


SCORES = {"east": 10, "south": 100, "west": 20, "north": 40}


@pytest.mark.parametrize(
    ("scheme", "cannoner", "source", "net"),
    [
        (Scheme(), None, "discard", {"east": -280, "south": 400, "west": -100, "north": -20}),
        (Scheme(losers=False), None, "discard", {"east": -200, "south": 400, "west": -100, "north": -100}),
        (Scheme(east=1), None, "wall", {"east": -140, "south": 300, "west": -110, "north": -50}),
        (Scheme(), "north", "discard", {"east": 0, "south": 400, "west": 0, "north": -400}),
        (Scheme(False, 1, True), None, "discard", {"east": -100, "south": 400, "west": -200, "north": -100}),
        (Scheme(False, 1, True), None, "robbed-kong", {"east": -200, "south": 600, "west": -200, "north": -200}),
    ],
)
def test_scores_settle_by_the_option_sets_scheme(
    scheme: Scheme, cannoner: str | None, source: str, net: dict[str, int]
) -> None:
    deal = replace(DEAL, win=PeerWin("south", "1m", source, discarder="west"), cannoner=cannoner)
    assert settled(deal, SCORES, scheme) == net


def test_an_option_set_is_told_to_xmj_and_to_the_service() -> None:
    assert option_file("kong3").splitlines() == [
        "GameOption 0 MahJongScore score 0 1 10 -",
        "GameOption 0 DeadWall16 bool 0 1 1 -",
        "GameOption 0 KongHas3Types bool 0 1 1 -",
    ]
    assert asked_for("nolimit") == Asked("millington", {"limit": None})
    assert asked_for("nosettle").house_rules == {
        "title": "xmj: losers do not settle", "settlement": {"losers": "none"},
    }  # fmt: skip
    assert all(asked_for(name).house_rules for name, each in OPTION_SETS.items() if each.house)
