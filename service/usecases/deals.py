"""Settling one deal and scoring one hand."""

from service.domain.pipeline import score_hand, settle_deal
from service.requests.requests import read_deal, read_score
from service.requests.rules import Note, unnoted
from service.responses import answers as serialize
from service.responses.answers import Answer
from service.usecases.bounds import check_hands, check_scores, layouts_bounded


def settle(body: object, *, counters: bool = False, transfers: bool = False, note: Note = unnoted) -> Answer:
    """Settle a whole deal. Raises Refused."""
    deal, compiled, complete = read_deal(body, note=note)
    with layouts_bounded(compiled):
        settled = settle_deal(deal, compiled, complete)
    check_scores(settled.scores, compiled)
    answer = serialize.settled(compiled, deal, settled, counters=counters, transfers=transfers)
    check_hands([*answer["hands"].values()], compiled)
    return answer


def score(body: object, *, note: Note = unnoted) -> Answer:
    """Score one hand. Raises Refused."""
    context, compiled = read_score(body, note)
    with layouts_bounded(compiled):
        scored = score_hand(context, compiled)
    check_scores([scored], compiled)
    answer = serialize.scored_alone(compiled, context, scored)
    check_hands([answer["score"]], compiled)
    return answer
