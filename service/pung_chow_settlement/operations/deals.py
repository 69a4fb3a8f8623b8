"""The operations on one deal, hand or rulebook: the rulebooks and a body in, its response out, or Refused."""

from pung_chow_settlement.domain.explanations import explained
from pung_chow_settlement.domain.hand_context import HandContext
from pung_chow_settlement.domain.layouts.steps import MAX_STEPS, MAX_STEPS_OF_DISCARDS, Steps
from pung_chow_settlement.domain.legality.deal import LegalDeal
from pung_chow_settlement.domain.penalties import ended_by
from pung_chow_settlement.domain.pipeline import Settled, score_hand, settle_deal
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.scoring import Score
from pung_chow_settlement.domain.waiting import find_waits, why_no_waits
from pung_chow_settlement.operations.bounds import check_hands, check_scores, layouts_bounded
from pung_chow_settlement.requests.deals import (
    CallRequest,
    read_deal,
    read_false_mahjong,
    read_fine,
    read_rules,
    read_score,
    read_waiting_hand,
    read_washed_tiles,
)
from pung_chow_settlement.rulebooks import Rulebooks
from pung_chow_settlement.serializers import deals as serialize
from pung_chow_settlement.serializers.amended import resolved
from pung_chow_settlement.serializers.brief import brief
from pung_chow_settlement.serializers.explanations import explanation, no_waits
from pung_chow_settlement.serializers.languages import JsonObject


def settled_within(legal: LegalDeal, steps: Steps) -> Settled:
    """A legal deal, settled within the bounds of layouts and scores. Raises Refused."""
    with layouts_bounded(legal.compiled, steps):
        settled = settle_deal(*legal)
    check_scores(settled.scores, legal.compiled)
    return settled


def settle(
    rulebooks: Rulebooks,
    body: object,
    *,
    counters: bool = False,
    transfers: bool = False,
    explain: bool = False,
    items: bool = True,
) -> JsonObject:
    """Settle a whole deal; without `items`, the response is brief. Raises Refused."""
    steps = Steps()
    legal = read_deal(rulebooks, body, steps)
    compiled = legal.compiled
    settled = settled_within(legal, steps)
    response = serialize.settled(compiled, legal.deal, settled, counters=counters, transfers=transfers)
    response = response if items else brief(response)
    hands = [*response["hands"].values()]
    check_hands(hands, compiled)
    if explain and items:
        for entry, context, score in zip(hands, settled.contexts, settled.scores, strict=True):
            entry["explanation"] = _explanation(context, score, compiled)
    return {**named(body), **response}


def named(body: object) -> JsonObject:
    """The client's own name for what it sent, if it has one."""
    return {"id": body["id"]} if isinstance(body, dict) and isinstance(body.get("id"), str) else {}


def score(rulebooks: Rulebooks, body: object, *, explain: bool = False, items: bool = True) -> JsonObject:
    """Score one hand; without `items`, the response is brief. Raises Refused."""
    context, compiled = read_score(rulebooks, body)
    with layouts_bounded(compiled, context.steps):
        scored = score_hand(context, compiled)
    check_scores([scored], compiled)
    response = serialize.scored_alone(compiled, context, scored)
    response = response if items else brief(response)
    check_hands([response["score"]], compiled)
    if explain and items:
        response["score"]["explanation"] = _explanation(context, scored, compiled)
    return response


def _explanation(context: HandContext, score: Score, compiled: CompiledRulebook) -> JsonObject:
    with layouts_bounded(compiled, context.steps):
        return explanation(explained(context, score, compiled))


def list_waits(rulebooks: Rulebooks, body: object, *, discards: bool = False, items: bool = True) -> JsonObject:
    """Return each tile that completes a hand, with its scores; without `items`, the response is brief. Raises Refused.

    With `discards` the hand has a tile to discard, and the tiles are those that complete it after each discard.
    """
    waiting = read_waiting_hand(rulebooks, body, drawn=discards)
    most = MAX_STEPS_OF_DISCARDS if discards else MAX_STEPS
    with layouts_bounded(waiting.compiled, waiting.context.steps, most):
        found = find_waits(waiting)
        reasons = [] if found else why_no_waits(waiting)
    for each in found:
        check_scores([way.score for way in (each.drawn, each.claimed) if way], waiting.compiled)
    response = serialize.waits(waiting.compiled, waiting.context, found)
    response = response if items else brief(response)
    completed = [each[way] for each in response["waits"] for way in ("drawn", "claimed") if way in each]
    check_hands(completed, waiting.compiled)
    return response if found else {**response, **no_waits(reasons)}


def wash_tiles(rulebooks: Rulebooks, body: object, *, counters: bool = False, transfers: bool = False) -> JsonObject:
    """Settle washed tiles. Raises Refused."""
    return _called_off(body, read_washed_tiles(rulebooks, body), counters=counters, transfers=transfers)


def call_falsely(rulebooks: Rulebooks, body: object, *, counters: bool = False, transfers: bool = False) -> JsonObject:
    """Settle a false Mah-Jong. Raises Refused."""
    return _called_off(body, read_false_mahjong(rulebooks, body), counters=counters, transfers=transfers)


def settle_fine(rulebooks: Rulebooks, body: object, *, counters: bool = False, transfers: bool = False) -> JsonObject:
    """Settle a fine. Raises Refused."""
    return _called_off(body, read_fine(rulebooks, body), counters=counters, transfers=transfers)


def _called_off(body: object, given: CallRequest, **shown: bool) -> JsonObject:
    ended = ended_by(given.call, given.compiled, given.players)
    return {**named(body), **serialize.called_off(given.compiled, given.call, ended, **shown)}


def resolve_rules(rulebooks: Rulebooks, body: object) -> JsonObject:
    """A rulebook with the house rules applied. Raises Refused."""
    return resolved(read_rules(rulebooks, body), rulebooks.library)
