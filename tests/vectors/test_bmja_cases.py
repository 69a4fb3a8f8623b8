"""Hands and settlements of another scorer of the British rules, and of published examples."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import pytest
from flask.testing import FlaskClient

from pung_chow_settlement.domain.arrange import NO_SETS
from pung_chow_settlement.domain.deal import Source, Win
from pung_chow_settlement.domain.rulebook.rule_table import NO_RULES
from pung_chow_settlement.domain.scoring import Score
from pung_chow_settlement.domain.seats import BySeat, Seat
from pung_chow_settlement.domain.settlement import Settlement, settle
from pung_chow_settlement.rulebooks import BY_ID
from tests.support.oracle.tiles import SEATS
from tests.vectors.adapters import Json, cases, each_of, score_request

RULEBOOK: Final = "bmja"
WINS: Final[dict[str, Json]] = {
    "mixed-one-suit": {"source": "wall", "tile": "5s"},
    "mixed-one-suit-2": {"source": "wall", "tile": "5s"},
    "purity": {"source": "discard", "tile": "5m"},
    "all-pair-honours": {"source": "discard", "tile": "1s"},
    "all-pair-honours-last-discard": {"source": "discard", "tile": "1s", "last_discard": True},
    "all-pair-winds-dragons": {"source": "discard", "tile": "1z"},
    "knitting": {"source": "discard", "tile": "7s"},
    "triple-knitting": {"source": "discard", "tile": "9s"},
    "gates-of-heaven": {"source": "wall", "tile": "5p"},
    "wriggling-snake": {"source": "discard", "tile": "9s"},
    "imperial-jade": {"source": "wall", "tile": "6s"},
    "all-winds-and-dragons-capped": {"source": "wall", "tile": "5z"},
    "all-winds-and-dragons": {"source": "wall", "tile": "5z"},
    "capped": {"source": "discard", "tile": "5s"},
    "heavens-blessing": {"source": "original-hand"},
    "heavens-blessing-south": {"source": "original-hand"},
    "heavens-blessing-flower": {"source": "original-hand"},
    "earths-blessing": {"source": "discard", "tile": "5s", "discarder": "east", "first_discard": True},
    "two-chows": {"source": "wall", "tile": "9m"},
}
"""The winning tiles of vectors that name none."""
OPTIONS: Final[dict[str, Json]] = {"mixed-one-suit": {"chows": 2}}
REFUSED: Final = {"knitting": "its pairs are of three suits; the description has two suits only"}
"""Hands that the other program scores and this service refuses."""
SPECIALS: Final = {
    "All Pair Honours": "all-pair-honours",
    "knitting": "knitting",
    "triple-knitting": "triple-knitting",
    "gates-of-heaven": "gates-of-heaven",
    "wriggling-snake": "wriggling-snake",
    "imperial-jade": "imperial-jade",
    "Thirteen Unique Wonders (fishing)": "thirteen-unique-wonders",
    "All Winds and Dragons": "all-winds-and-dragons",
    "Heaven's Blessing": "heavens-blessing",
    "Earth's Blessing": "earths-blessing",
}
"""The vectors' names of special hands, and the rulebook's ids."""
HANDS: Final = cases("bmja_cases.json", "hands")
NO_SCORE: Final = Score(0, 0, 0, 0, 0, limit_hands=(), arrangement=NO_SETS, gives=NO_RULES)


@pytest.mark.parametrize("vector", each_of(HANDS))
def test_a_hand_scores_as_in_the_other_program(client_unchecked: FlaskClient, vector: Json) -> None:
    win = WINS[vector["id"]] if vector["won"] else None
    response = client_unchecked.post("/v1/scores", json=score_request(RULEBOOK, vector, win, OPTIONS.get(vector["id"])))
    expected = vector["expected"]
    if vector["id"] == "heavens-blessing-flower":  # refused there: here a hand of replaced flowers wins as any other
        assert "heavens-blessing" not in response.get_json()["score"]["limit_hands"]
        return
    if not expected.get("valid", True) or vector["id"] in REFUSED:
        assert response.status_code == 422
        return
    assert response.status_code == 200, response.get_json()
    result = response.get_json()["score"]
    assert result["score"] == expected.get("total", 1000)
    if "doubles" in expected:
        assert (result["points"], result["doubles"]) == (expected["points"], expected["doubles"])
    if "special" in expected:
        assert SPECIALS[expected["special"]] in result["limit_hands"]
    if isinstance(expected.get("uncapped"), int):
        assert result["uncapped_score"] == expected["uncapped"]


@pytest.mark.parametrize("vector", each_of(cases("bmja_cases.json", "settlements", "other_settlements")))
def test_published_scores_have_the_published_settlement(vector: Json) -> None:
    if RULEBOOK not in BY_ID:
        pytest.skip(f"there is no rulebook {RULEBOOK}")
    paid = {(SEATS[each.payer], SEATS[each.payee]): each.amount for each in settled(vector).payments}
    net = {seat: amount - vector.get("start", 0) for seat, amount in vector.get("balances", {}).items()}
    net |= vector.get("net", {})
    assert {seat: received(paid, seat) for seat in net} == net
    for result in vector.get("payments_between_losers", []):
        assert paid[result["from"], result["to"]] == result["amount"]
    to_winner = [paid[seat, vector["winner"]] for seat in SEATS if seat != vector["winner"]]
    assert vector.get("payments_to_winner", to_winner) == to_winner


def settled(vector: Json) -> Settlement:
    """The settlement of the published scores; the hands are not published."""
    winner = Seat[vector["winner"].upper()]
    scores = BySeat([replace(NO_SCORE, uncapped_score=vector[seat], score=vector[seat]) for seat in SEATS])
    return settle(scores, winner, Win(Source.WALL, tile=0), None, BY_ID[RULEBOOK].plain)


def received(paid: Mapping[tuple[str, str], int], seat: str) -> int:
    """The net amount of a seat."""
    return sum(amount * ((payee == seat) - (payer == seat)) for (payer, payee), amount in paid.items())
