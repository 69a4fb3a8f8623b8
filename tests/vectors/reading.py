"""The vectors of other programs: where they lie, and their deals and hands as requests."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from flask.testing import FlaskClient

from tests.contract import CONTRACT
from tests.peers.deals import DeclaredSet, Json, PeerDeal, PeerHand, PeerScore, PeerWin

ROOT: Final = Path(__file__).parents[2]
VECTORS: Final = ROOT / ".." / "shared" / "rules" / "vectors"
SOURCE_OF: Final = {"robbed_kong": "robbed-kong"}


def cases(file: str, *members: str) -> list[Any]:
    """The cases of a file; none where it does not lie beside the repository."""
    path = VECTORS / file
    if not path.is_file():
        return []
    read = json.loads(path.read_text())
    return [case for member in members for case in read[member]]


def each_of(found: list[Any]) -> list[Any]:
    """Parameters of a test for each case by its id; one that is skipped with the reason where there are none."""
    if found:
        return [pytest.param(case, id=case["id"]) for case in found]
    reason = "the vectors of other programs do not lie beside the repository"
    return [pytest.param(None, marks=pytest.mark.skip(reason=reason), id="missing")]


def needs(client: FlaskClient, ruleset: str) -> None:
    """Skip a test of a rulebook that the service does not have yet."""
    if client.get(f"/v1/rulesets/{ruleset}").status_code == 404:
        pytest.skip(f"waits for the rulebook {ruleset}")


def needs_member(schema: str, member: str) -> None:
    """Skip a test that sends what the contract does not have yet."""
    if member not in CONTRACT["components"]["schemas"][schema]["properties"]:
        pytest.skip(f"waits for `{member}` in a request")


def xmj_deal(vector: Json) -> PeerDeal:
    """A deal of xmj_deals.json."""
    win = vector["win"]
    source = SOURCE_OF.get(win["source"], win["source"])
    return PeerDeal(
        name=vector["id"],
        rules=vector["options"],
        round_wind=vector["round_wind"],
        east_wins_before=vector["east_wins_before"],
        win=PeerWin(
            seat=win["seat"],
            tile=win["tile"],
            source=source,
            discarder=win.get("from"),
            completes=win.get("completes"),
            last_tile=win["last_tile"] or win["last_discard"],
            first_discard=source == "discard" and vector["discards"] == 1,
        ),
        hands={seat: _xmj_hand(hand) for seat, hand in vector["seats"].items()},
        discards=vector["on_the_table"],
        cannoner=vector.get("cannoner"),
    )


def _xmj_hand(told: Json) -> PeerHand:
    sets = [DeclaredSet(each["kind"], each["tiles"], each["open"], each.get("added", False)) for each in told["sets"]]
    score = told["score"]
    items = [" ".join(str(value) for value in item.values()) for item in score["items"]]
    read = PeerScore(score["score"], score["points"], score["doubles"], tuple(score["limit_hands"]), tuple(items))
    return PeerHand(tuple(sets), told["rest"], told["bonus"], read, told["net"])


def score_request(ruleset: str, vector: Json, win: Json | None, options: Json | None = None) -> Json:
    """A hand of bmja_cases.json or noxone_cases.json; one that did not win and is not whole is partly told."""
    told = {**vector, **vector.get("sets", {})}
    alike = [told.get(member, "") for member in ("tiles", "pair", "exposed_pair")]
    concealed = "".join([*alike, *told.get("concealed_sets", []), *told.get("pairs", [])])
    hand: Json = {"concealed": concealed}
    hand |= {member: told[member] for member in ("exposed", "concealed_kongs", "bonus") if told.get(member)}
    if win is None and sum(map(str.isdigit, concealed)) + 3 * len(told.get("exposed", [])) != 13:
        hand["partial"] = True
    request: Json = {
        "ruleset": ruleset,
        "options": options or {},
        "round_wind": vector["round_wind"],
        "seat": vector["own_wind"],
        "hand": hand,
    }
    return request if win is None else {**request, "win": win}
