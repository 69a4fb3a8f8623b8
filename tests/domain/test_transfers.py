"""The fewest transfers that settle an evening, or a deal: exact, never more than players - 1, and no fewer will do."""

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.domain.transfers import fewest_transfers
from service.usecases.scoresheets import keep_scoresheet
from support.sittings import NINE_MAJORS
from tests.conftest import worked

Json = dict[str, Any]
SHEETS = 2000


def received(players: int, transfers: Sequence[tuple[int, int, int]]) -> list[int]:
    net = [0] * players
    for payer, payee, amount in transfers:
        net[payer] -= amount
        net[payee] += amount
    return net


def can_be_settled(net: list[int], pairs: tuple[tuple[int, int], ...]) -> bool:
    """Whether transfers between these pairs alone, which make no ring, settle it: who has one pair left must use it."""
    left, open_pairs = list(net), list(pairs)
    while open_pairs:
        ends = [player for pair in open_pairs for player in pair]
        leaf = next(player for player in ends if ends.count(player) == 1)
        pair = next(pair for pair in open_pairs if leaf in pair)
        other = sum(pair) - leaf
        left[other] += left[leaf]
        left[leaf] = 0
        open_pairs.remove(pair)
    return not any(left)


def fewest_by_trying(net: list[int]) -> int:
    pairs = list(combinations(range(len(net)), 2))
    fewer = [number for number in range(3) for some in combinations(pairs, number) if can_be_settled(net, some)]
    return min(fewer, default=3)


def random_sheet(rng: random.Random) -> Json:
    """Corrections and washed tiles between two to four players, small enough that nets often cancel in part."""
    players = rng.choice([2, 3, 4, 4])
    entries: list[Json] = []
    for _ in range(rng.randrange(5)):
        amounts = [rng.randrange(-3, 4) * 10 for _ in range(players - 1)]
        entries.append({"type": "correction", "amounts": [*amounts, -sum(amounts)], "reason": "played elsewhere"})
    if rng.random() < 0.5:
        entries.append({"type": "washed-tiles", "player": 1, "hand": {"concealed": NINE_MAJORS}})
    starting = [rng.randrange(-2000, 2000) for _ in range(players)]
    return {
        "ruleset": "harr-1923-limit",
        "players": list("ABCD")[:players],
        "entries": entries,
        "starting_totals": starting,
    }


def test_random_sheets_are_settled_by_the_fewest_transfers() -> None:
    rng = random.Random("transfers")
    numbers = set()
    for _ in range(SHEETS):
        sheet = random_sheet(rng)
        answer, players = keep_scoresheet(sheet), len(sheet["players"])
        transfers = [(each["paying_player"], each["receiving_player"], each["amount"]) for each in answer["transfers"]]
        totals = {each["player"]: each["total"] for each in answer["standings"]}
        net = [totals[player] - sheet["starting_totals"][player] for player in range(players)]
        assert received(players, transfers) == net, sheet
        assert all(amount > 0 for *_, amount in transfers)
        assert transfers == sorted(transfers)
        assert len(transfers) <= players - 1
        assert len(transfers) == fewest_by_trying(net), sheet
        numbers.add((players, len(transfers)))
    assert numbers == {(players, number) for players in (2, 3, 4) for number in range(players)}


@pytest.mark.parametrize("biggest", [3, 12, 10**12])
def test_four_players_are_settled_by_the_fewest_transfers(biggest: int) -> None:
    rng = random.Random(biggest)
    for _ in range(SHEETS):
        won = [rng.randint(-biggest, biggest) for _ in range(3)]
        net = [*won, -sum(won)]
        transfers = fewest_transfers(net)
        assert received(4, transfers) == net
        assert len(transfers) == fewest_by_trying(net), net


@pytest.mark.parametrize(
    ("net", "expected"),
    [
        ([0, 0, 0, 0], []),
        ([-20, 20, 0, 0], [(0, 1, 20)]),
        ([-20, 30, 20, -30], [(0, 2, 20), (3, 1, 30)]),
        ([-20, 31, 20, -31], [(0, 2, 20), (3, 1, 31)]),
        ([-20, 30, 21, -31], [(0, 2, 20), (3, 1, 30), (3, 2, 1)]),
        ([30, -10, -10, -10], [(1, 0, 10), (2, 0, 10), (3, 0, 10)]),
    ],
)
def test_pairs_that_cancel_settle_apart_and_a_near_miss_takes_one_more(
    net: list[int], expected: list[tuple[int, int, int]]
) -> None:
    assert fewest_transfers(net) == expected


# Over HTTP


def test_a_deal_names_its_transfers_on_request_only(client: FlaskClient) -> None:
    request = worked("deals")[0]["request"]
    plain = client.post("/v1/settlements", json=request).get_json()
    assert "transfers" not in plain["settlement"]
    answer = client.post("/v1/settlements?transfers=true&counters=true", json=request).get_json()
    transfers = answer["settlement"].pop("transfers")
    assert transfers == [
        {"payer": "south", "payee": "east", "amount": 1120},
        {"payer": "west", "payee": "east", "amount": 496},
        {"payer": "north", "payee": "east", "amount": 1264},
    ]
    for payment in answer["settlement"]["payments"]:
        del payment["counters"]
    assert answer == plain


@pytest.mark.parametrize(
    ("path", "more", "amounts"),
    [
        ("washed-tiles", {"hand": {"concealed": NINE_MAJORS}}, {"east": 50, "west": 50, "north": 50}),
        ("false-mahjong", {}, {"east": 300, "west": 150, "north": 150}),
    ],
)
def test_a_deal_without_a_winner_names_its_transfers_too(
    client: FlaskClient, path: str, more: Json, amounts: dict[str, int]
) -> None:
    request = {"ruleset": "harr-1923-limit", "seat": "south", **more}
    answer = client.post(f"/v1/{path}?transfers=true", json=request).get_json()
    result = answer["settlement"]["transfers"]
    assert {(each["payer"] if path == "washed-tiles" else each["payee"]): each["amount"] for each in result} == amounts


def test_the_standings_of_an_example_sheet(client: FlaskClient) -> None:
    entries = [{"type": "correction", "amounts": [-50, -30, 60, 20], "reason": "the evening"}]
    sheet = {"ruleset": "harr-1922", "players": list("ABCD"), "starting_totals": [2000] * 4, "entries": entries}
    answer = client.post("/v1/scoresheets", json=sheet).get_json()
    assert answer["transfers"] == [
        {"paying_player": 0, "receiving_player": 2, "amount": 50},
        {"paying_player": 1, "receiving_player": 2, "amount": 10},
        {"paying_player": 1, "receiving_player": 3, "amount": 20},
    ]
