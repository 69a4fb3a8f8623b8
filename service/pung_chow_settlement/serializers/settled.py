"""The responses of operations on one deal or hand."""

from collections.abc import Sequence

from pung_chow_settlement.domain.calls import Call, PenaltyResult
from pung_chow_settlement.domain.deal import Deal
from pung_chow_settlement.domain.hand_context import HandContext
from pung_chow_settlement.domain.pipeline import Settled
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.scoring import Score
from pung_chow_settlement.domain.seats import SEAT_NAMES
from pung_chow_settlement.domain.tiles import NAMES
from pung_chow_settlement.domain.waiting import Wait
from pung_chow_settlement.serializers.languages import JsonObject
from pung_chow_settlement.serializers.payments import BY_SEAT, called, next_deal, settlement
from pung_chow_settlement.serializers.rulesets import played_by
from pung_chow_settlement.serializers.scored import scored, scored_in


def settled(
    compiled: CompiledRulebook,
    deal: Deal,
    result: Settled,
    *,
    counters: bool = False,
    transfers: bool = False,
) -> JsonObject:
    """The response of a settled deal."""
    return {
        **played_by(compiled),
        "round_wind": SEAT_NAMES[deal.round_wind],
        "winner": None if deal.winner is None else SEAT_NAMES[deal.winner],
        **({"goulash": True} if deal.goulash else {}),
        "hands": {SEAT_NAMES[seat]: scored_in(deal, seat, each) for seat, each in result.scores.of()},
        "settlement": settlement(result.settlement, counters=counters, transfers=transfers),
        "next_deal": next_deal(result.next_deal),
    }


def scored_alone(compiled: CompiledRulebook, context: HandContext, score: Score) -> JsonObject:
    """The response of one hand."""
    return {**_alone(compiled, context), "hand": scored(score, context.hand, context.win)}


def waits(compiled: CompiledRulebook, context: HandContext, found: Sequence[Wait]) -> JsonObject:
    """The tiles that complete a hand."""
    return {**_alone(compiled, context), "waits": [_wait(each) for each in found]}


def _alone(compiled: CompiledRulebook, context: HandContext) -> JsonObject:
    winds = {"round_wind": SEAT_NAMES[context.round_wind], "seat": SEAT_NAMES[context.seat]}
    return {**played_by(compiled), **winds, **({"goulash": True} if compiled.is_of_a_goulash else {})}


def _wait(one: Wait) -> JsonObject:
    discard = {} if one.discard is None else {"discard": NAMES[one.discard]}
    ways = {"drawn": one.drawn, "claimed": one.claimed}
    scores = {name: scored(way.score, way.context.hand, way.context.win) for name, way in ways.items() if way}
    return {**discard, "tile": NAMES[one.tile], "unseen": one.unseen, **scores}


def call(
    compiled: CompiledRulebook, by: Call, ended: PenaltyResult, *, counters: bool = False, transfers: bool = False
) -> JsonObject:
    """The response of a false Mah-Jong, of washed tiles or of a fine: a deal without a winner, or a payment in it."""
    return {
        **played_by(compiled),
        **called(by, BY_SEAT),
        "settlement": settlement(ended.settlement, counters=counters, transfers=transfers),
        "next_deal": next_deal(ended.next_deal),
    }
