"""The operations on one deal, hand or rulebook: the rulebooks and a body in, its response out, or Refused."""

from pung_chow_settlement.domain.calls import ended_by
from pung_chow_settlement.domain.explanations import explained
from pung_chow_settlement.domain.hand_context import HandContext
from pung_chow_settlement.domain.layouts.steps import MAX_STEPS, MAX_STEPS_OF_DISCARDS, Steps
from pung_chow_settlement.domain.legality.legal_deal import LegalDeal
from pung_chow_settlement.domain.pipeline import Settled, score_hand, settle_deal
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.scoring import Score
from pung_chow_settlement.domain.waiting import find_waits, why_no_waits
from pung_chow_settlement.operations.bounds import EXPLANATION, bounded_json, check_scores, layouts_bounded
from pung_chow_settlement.requests.read_deal import (
    CallRequest,
    DealRequest,
    read_deal,
    read_false_mahjong,
    read_fine,
    read_rules,
    read_score,
    read_waiting_hand,
    read_washed_tiles,
)
from pung_chow_settlement.rulebooks import Rulebooks
from pung_chow_settlement.serializers import settled as serialize
from pung_chow_settlement.serializers.amended import resolved
from pung_chow_settlement.serializers.brief import brief
from pung_chow_settlement.serializers.explained import explanation, no_waits
from pung_chow_settlement.serializers.languages import JsonObject, identified, to_json
from pung_chow_settlement.texts import Language


def settled_within(legal: LegalDeal, steps: Steps) -> Settled:
    """A legal deal, settled within the bounds of layouts and scores. Raises Refused."""
    with layouts_bounded(legal.compiled, steps):
        settled = settle_deal(*legal)
    check_scores(settled.scores, legal.compiled)
    return settled


def settle(rulebooks: Rulebooks, body: object, *, language: Language | None = None, **shown: bool) -> bytes:
    """Settle a whole deal. Raises Refused."""
    steps = Steps()
    given = read_deal(rulebooks, body, steps)
    return settled_response(given, settled_within(given.legal, steps), language=language, **shown)


def settled_response(
    given: DealRequest,
    settled: Settled,
    *,
    explain: bool = False,
    items: bool = True,
    language: Language | None = None,
    **shown: bool,
) -> bytes:
    """The response of a settled deal; without `items`, it is brief. Raises Refused if it is too long."""
    compiled = given.legal.compiled
    response = identified(given.id) | serialize.settled(compiled, given.legal.deal, settled, **shown)
    response = response if items else brief(response)
    hands = [*response["hands"].values()]
    if explain and items:
        for entry, context, score in zip(hands, settled.contexts, settled.scores, strict=True):
            entry[EXPLANATION] = _explanation(context, score, compiled)
    return bounded_json(response, hands, compiled, language)


def score(
    rulebooks: Rulebooks,
    body: object,
    *,
    explain: bool = False,
    items: bool = True,
    language: Language | None = None,
) -> bytes:
    """Score one hand; without `items`, the response is brief. Raises Refused."""
    context, compiled = read_score(rulebooks, body)
    with layouts_bounded(compiled, context.steps):
        scored = score_hand(context, compiled)
    check_scores([scored], compiled)
    response = serialize.scored_alone(compiled, context, scored)
    response = response if items else brief(response)
    if explain and items:
        response["hand"][EXPLANATION] = _explanation(context, scored, compiled)
    return bounded_json(response, [response["hand"]], compiled, language)


def _explanation(context: HandContext, score: Score, compiled: CompiledRulebook) -> JsonObject:
    with layouts_bounded(compiled, context.steps):
        return explanation(explained(context, score, compiled))


def list_waits(
    rulebooks: Rulebooks,
    body: object,
    *,
    each_discard: bool = False,
    items: bool = True,
    language: Language | None = None,
) -> bytes:
    """Return each tile that completes a hand, with its scores; without `items`, the response is brief. Raises Refused.

    With `each_discard` the hand has a tile to discard, and the tiles are those that complete it after each discard.
    """
    waiting = read_waiting_hand(rulebooks, body, drawn=each_discard)
    most = MAX_STEPS_OF_DISCARDS if each_discard else MAX_STEPS
    with layouts_bounded(waiting.compiled, waiting.context.steps, most):
        found = find_waits(waiting)
        reasons = [] if found else why_no_waits(waiting)
    for each in found:
        check_scores([way.score for way in (each.drawn, each.claimed) if way], waiting.compiled)
    response = serialize.waits(waiting.compiled, waiting.context, found)
    response = response if items else brief(response)
    completed = [each[way] for each in response["waits"] for way in ("drawn", "claimed") if way in each]
    return bounded_json(response if found else response | no_waits(reasons), completed, waiting.compiled, language)


def wash_tiles(rulebooks: Rulebooks, body: object, *, language: Language | None = None, **shown: bool) -> bytes:
    """Settle washed tiles. Raises Refused."""
    return _settled_call(read_washed_tiles(rulebooks, body), language, **shown)


def call_falsely(rulebooks: Rulebooks, body: object, *, language: Language | None = None, **shown: bool) -> bytes:
    """Settle a false Mah-Jong. Raises Refused."""
    return _settled_call(read_false_mahjong(rulebooks, body), language, **shown)


def settle_fine(rulebooks: Rulebooks, body: object, *, language: Language | None = None, **shown: bool) -> bytes:
    """Settle a fine. Raises Refused."""
    return _settled_call(read_fine(rulebooks, body), language, **shown)


def _settled_call(given: CallRequest, language: Language | None, **shown: bool) -> bytes:
    ended = ended_by(given.call, given.compiled, given.players)
    response = serialize.call(given.compiled, given.call, ended, **shown)
    return to_json(identified(given.id) | response, language)


def resolve_rules(rulebooks: Rulebooks, body: object, *, language: Language | None = None) -> bytes:
    """A rulebook with the house rules applied. Raises Refused."""
    return to_json(resolved(read_rules(rulebooks, body), rulebooks.library), language)
