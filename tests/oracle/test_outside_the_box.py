"""The five doubles of Outside the Box that only a winner has, against a count of the sets that were laid."""

import random
from typing import Any

from flask.testing import FlaskClient

from tests.support.amounts import amount

HANDS = amount(300, 5000)
WINDS, DRAGONS = ("1z", "2z", "3z", "4z"), ("5z", "6z", "7z")
KINDS = (*WINDS, *DRAGONS, "2m", "5m", "8m", "2p", "5p", "8p", "2s", "5s", "8s")
"""No two of one suit make a chow, so that a hand can be laid in one way only."""
MEMBERS = {
    "exposed pung": "exposed",
    "exposed kong": "exposed",
    "claimed kong": "claimed_kongs",
    "kong": "concealed_kongs",
}
DOUBLES = ("three-concealed-pungs", "little-three-dragons", "big-three-dragons", "little-four-winds", "big-four-winds")

Json = dict[str, Any]


def laid(rng: random.Random) -> tuple[Json, list[tuple[str, str]], str]:
    """A hand of four pungs or kongs and a pair, its sets by kind, and the tile of the pair; most are of honours."""
    kinds = rng.sample(KINDS, 5, counts=[4] * 7 + [1] * 9)
    while len(set(kinds)) < len(kinds):
        kinds = rng.sample(KINDS, 5, counts=[4] * 7 + [1] * 9)
    *sets, pair = kinds
    how = [(kind, rng.choice(["pung", "pung", *MEMBERS])) for kind in sets]
    hand: Json = {"concealed": pair * 2 + "".join([kind * 3 for kind, each in how if each == "pung"])}
    for kind, each in how:
        if each in MEMBERS:
            hand.setdefault(MEMBERS[each], []).append(kind * (4 if each.endswith("kong") else 3))
    return hand, how, pair


def expected(how: list[tuple[str, str]], pair: str, claimed: str | None) -> set[str]:
    """The doubles of a winner: a claimed tile exposes the pung that it completes; every kong counts as concealed."""
    sets = {kind for kind, _ in how}
    concealed = [kind for kind, each in how if each.endswith("kong") or (each == "pung" and kind != claimed)]
    found = {"three-concealed-pungs"} if len(concealed) >= 3 else set()
    for honours, name in ((DRAGONS, "three-dragons"), (WINDS, "four-winds")):
        missing = set(honours) - sets
        found |= {f"big-{name}"} if not missing else {f"little-{name}"} if missing == {pair} else set()
    return found


def test_five_doubles_are_the_winners_and_every_kong_counts_as_concealed(client_unchecked: FlaskClient) -> None:
    rng, counted = random.Random("outside the box"), 0
    for _ in range(HANDS):
        hand, how, pair = laid(rng)
        of_pungs = [kind for kind, each in how if each == "pung"]
        tile, source = rng.choice([pair, *of_pungs]), rng.choice(["wall", "discard"])
        win = {"source": source, "tile": tile, **({"discarder": "west"} if source == "discard" else {})}
        body = {"ruleset": "outside-the-box", "round_wind": "east", "seat": "south", "hand": hand}
        won = client_unchecked.post("/v1/scores", json={**body, "win": win}).get_json()["hand"]
        if not won["limit_hands"]:
            found = {item["rule"] for item in won["items"]} & {*DOUBLES}
            assert found == expected(how, pair, tile if source == "discard" else None), (hand, win)
            counted += bool(found)
        loser = {**hand, "concealed": hand["concealed"].replace(tile, "", 1)}
        lost = client_unchecked.post("/v1/scores", json={**body, "hand": loser}).get_json()["hand"]
        assert not {item["rule"] for item in lost["items"]} & {*DOUBLES}, loser
    assert counted > HANDS // 4
