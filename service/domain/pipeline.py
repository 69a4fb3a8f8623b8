"""The way of a deal: the one place that calls the stages, each once, after every refusal has been made."""

from typing import NamedTuple

from service.domain.danger import judge
from service.domain.deal import Deal, Win
from service.domain.hand import Hand
from service.domain.rulebook.terms import Terms
from service.domain.scoring import Score, score_other, score_winner
from service.domain.seats import BySeat, Seat
from service.domain.settlement import NextDeal, Settlement, next_deal, settle
from service.domain.view import Memory, Situation


class Settled(NamedTuple):
    """A deal, scored and settled."""

    scores: BySeat[Score]
    settlement: Settlement
    next_deal: NextDeal


def settle_deal(deal: Deal, terms: Terms) -> Settled:
    """Score every hand of a legal deal and settle it."""
    situations = [_situation(deal, seat, hand, terms) for seat, hand in deal.hands.of()]
    scores = BySeat([score_hand(situation, terms) for situation in situations])
    danger = None
    if deal.winner is not None and deal.win is not None:
        discarder = None if deal.win.discarder is None else situations[deal.win.discarder]
        danger = judge(situations[deal.winner], scores[deal.winner], discarder, terms)
    return Settled(
        scores=scores,
        settlement=settle(scores, deal.winner, deal.win, danger, terms),
        next_deal=next_deal(deal.winner, terms.settling),
    )


def score_hand(situation: Situation, terms: Terms) -> Score:
    """Score one hand of a legal deal."""
    scorer = score_other if situation.win is None else score_winner
    return scorer(situation, terms)


def _situation(deal: Deal, seat: Seat, hand: Hand, terms: Terms) -> Situation:
    win: Win | None = deal.win if seat is deal.winner else None
    return Situation(hand, seat, deal.round_wind, win, deal.hands, deal.discards, terms.ways, Memory())
