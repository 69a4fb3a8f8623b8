"""The way of a deal: the one place that calls the stages, each once, after every refusal has been made."""

from typing import NamedTuple

from service.domain.arrange import Divided
from service.domain.counted import score_counted
from service.domain.danger import judge
from service.domain.deal import Deal
from service.domain.records import make
from service.domain.rulebook.terms import Terms
from service.domain.scoring import Score, score_other, score_winner
from service.domain.seats import BySeat
from service.domain.settlement import NextDeal, Settlement, next_deal, settle
from service.domain.view import Situation


class Settled(NamedTuple):
    """A deal, scored and settled."""

    scores: BySeat[Score]
    settlement: Settlement
    next_deal: NextDeal


def settle_deal(deal: Deal, terms: Terms, complete: Divided | None = None) -> Settled:
    """Score every hand of a legal deal and settle it; `complete` where the winner's hand has been divided by these
    terms already.
    """
    hands, wind, winner, win, discards = deal
    ways = terms.ways
    situations = [
        make(Situation, (hand, seat, wind, win if seat is winner else None, hands, discards, ways, {}))
        for seat, hand in hands.of()
    ]
    if winner is not None and complete is not None:
        situations[winner].memory["divided"] = complete
    scores = BySeat([score_hand(situation, terms) for situation in situations])
    danger = None
    if winner is not None and win is not None:
        discarder = None if win.discarder is None else situations[win.discarder]
        danger = judge(situations[winner], scores[winner], discarder, terms)
    return Settled(
        scores=scores,
        settlement=settle(scores, winner, win, danger, terms),
        next_deal=next_deal(winner, win, terms.rulebook),
    )


def score_hand(situation: Situation, terms: Terms) -> Score:
    """Score one hand of a legal deal."""
    counted = situation.hand.counted
    if counted is not None:
        return score_counted(counted, terms, won=situation.win is not None)
    return score_other(situation, terms) if situation.win is None else score_winner(situation, terms)
