"""Settling one deal and scoring one hand."""

from service.domain.arranged_hand import HandContext
from service.domain.explained import explained
from service.domain.pipeline import score_hand, settle_deal
from service.domain.rulebook.compiled_rulebook import CompiledRulebook
from service.domain.scoring import Score
from service.requests.requests import Note, read_deal, read_score, unnoted
from service.responses import answers as serialize
from service.responses import lean
from service.responses.answers import Answer
from service.responses.explanations import explanation
from service.usecases.bounds import check_hands, check_scores, layouts_bounded


def settle(
    body: object,
    *,
    counters: bool = False,
    transfers: bool = False,
    explain: bool = False,
    items: bool = True,
    note: Note = unnoted,
) -> Answer:
    """Settle a whole deal; without `items`, the response has scores and payments only. Raises Refused."""
    deal, compiled, complete = read_deal(body, note=note)
    with layouts_bounded(compiled):
        settled = settle_deal(deal, compiled, complete)
    check_scores(settled.scores, compiled)
    if not items:
        return lean.settled(compiled, deal, settled)
    answer = serialize.settled(compiled, deal, settled, counters=counters, transfers=transfers)
    hands = [*answer["hands"].values()]
    check_hands(hands, compiled)
    if explain:
        for entry, context, score in zip(hands, settled.contexts, settled.scores, strict=True):
            entry["explanation"] = _explanation(context, score, compiled)
    return answer


def score(body: object, *, explain: bool = False, items: bool = True, note: Note = unnoted) -> Answer:
    """Score one hand; without `items`, the response has the score only. Raises Refused."""
    context, compiled = read_score(body, note)
    with layouts_bounded(compiled):
        scored = score_hand(context, compiled)
    check_scores([scored], compiled)
    if not items:
        return lean.scored_alone(compiled, context, scored)
    answer = serialize.scored_alone(compiled, context, scored)
    check_hands([answer["score"]], compiled)
    if explain:
        answer["score"]["explanation"] = _explanation(context, scored, compiled)
    return answer


def _explanation(context: HandContext, score: Score, compiled: CompiledRulebook) -> Answer:
    with layouts_bounded(compiled):
        return explanation(explained(context, score, compiled))
