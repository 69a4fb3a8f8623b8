"""Settling one deal and scoring one hand."""

from service.domain.pipeline import score_hand, settle_deal
from service.reading.requests import read_deal, read_score
from service.reading.rules import Note, unnoted
from service.telling import answers as tell
from service.telling.answers import Answer
from service.usecases.bounds import check_hands, check_scores


def settle(body: object, *, counters: bool = False, transfers: bool = False, note: Note = unnoted) -> Answer:
    """Settle a whole deal. Raises Refused."""
    deal, terms, complete = read_deal(body, note=note)
    settled = settle_deal(deal, terms, complete)
    check_scores(settled.scores, terms)
    answer = tell.settled(terms, deal, settled, counters=counters, transfers=transfers)
    check_hands([*answer["hands"].values()], terms)
    return answer


def score(body: object, *, note: Note = unnoted) -> Answer:
    """Score one hand. Raises Refused."""
    situation, terms = read_score(body, note)
    scored = score_hand(situation, terms)
    check_scores([scored], terms)
    answer = tell.scored_alone(terms, situation, scored)
    check_hands([answer["score"]], terms)
    return answer
