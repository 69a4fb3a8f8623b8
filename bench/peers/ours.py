"""This service's core: `python -m bench.peers.ours`, in this tree or in the compiled copy."""

import sys
from functools import partial
from typing import Any

from bench.peers.hands import Hand, declared, standing
from bench.peers.probe import Score, serve
from service.domain.legality import Case, LegalHand, faults_of
from service.domain.pipeline import score_hand
from service.domain.scoring import Score as Scored
from service.domain.seats import SEAT_NAMES, SEATS
from service.reading.requests import read_score

RULESET = "harr-1923-limit"
WITH_LEGALITY = "legality"


def body(hand: Hand) -> dict[str, Any]:
    """The request for a hand's score."""
    sets = [(one["claimed"], "".join(one["tiles"])) for one in hand["sets"] if declared(one)]
    return {
        "ruleset": RULESET,
        "round_wind": SEAT_NAMES[hand["wind"]],
        "seat": SEAT_NAMES[hand["seat"]],
        "hand": {
            "concealed": "".join(standing(hand)),
            "exposed": [tiles for claimed, tiles in sets if claimed],
            "concealed_kongs": [tiles for claimed, tiles in sets if not claimed],
        },
        "win": {"source": "wall", "tile": hand["won"]}
        if hand["drawn"]
        else {"source": "discard", "tile": hand["won"], "discarder": SEAT_NAMES[(hand["seat"] + 1) % len(SEATS)]},
    }


def scoring(hand: Hand) -> Score:
    """The score of a hand that was read and found legal."""
    return partial(_scored, read_score(body(hand)))


def legality_and_scoring(hand: Hand) -> Score:
    """The same with the checks whether such a hand can be."""
    legal = read_score(body(hand))
    seat = legal.situation.seat
    case = Case(
        hands={seat: legal.situation.hand},
        seats=SEATS,
        winner=seat,
        win=legal.situation.win,
        round_wind=legal.situation.round_wind,
        discards=legal.situation.discards,
        terms=legal.terms,
        others_known=False,
    )
    return partial(_judged, case, legal)


def _scored(legal: LegalHand) -> Scored:
    return score_hand(legal.situation._replace(memory={}), legal.terms)


def _judged(case: Case, legal: LegalHand) -> Scored:
    assert not faults_of(case)
    return _scored(legal)


if __name__ == "__main__":
    serve(legality_and_scoring if WITH_LEGALITY in sys.argv else scoring)
