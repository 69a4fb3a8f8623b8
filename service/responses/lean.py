"""Serialize lean responses (`items=false`): scores, payments and totals only."""

from typing import Final

from service.domain.arranged_hand import HandContext
from service.domain.deal import Deal
from service.domain.pipeline import Settled
from service.domain.rulebook.compiled_rulebook import CompiledRulebook
from service.domain.scoring import Score
from service.domain.seats import SEAT_NAMES
from service.domain.settlement import Settlement
from service.responses.answers import BY_SEAT, Answer, PaymentMembers, next_deal

MEDIA_TYPE: Final = "application/vnd.pung-chow.lean+json"
"""A media type of their own, since members that the contract requires of `application/json` are missing."""


def settled(compiled: CompiledRulebook, deal: Deal, result: Settled) -> Answer:
    """A settled deal."""
    net = {name: sum(row.values()) for name, row in result.settlement.matrix.items()}
    return {
        **played_by(compiled),
        "winner": None if deal.winner is None else SEAT_NAMES[deal.winner],
        "hands": {SEAT_NAMES[seat]: scored(each) for seat, each in result.scores.of()},
        "settlement": {"net": net, "payments": payments(result.settlement, BY_SEAT)},
        "next_deal": next_deal(result.next_deal),
    }


def scored_alone(compiled: CompiledRulebook, context: HandContext, score: Score) -> Answer:
    """One hand."""
    return {**played_by(compiled), "seat": SEAT_NAMES[context.seat], "score": scored(score)}


def scored(score: Score) -> Answer:
    """The score of a hand."""
    return {
        "points": score.points,
        "doubles": score.doubles,
        "added": score.bonus_points,
        "score": score.score,
        "capped": score.capped,
    }


def payments(paid: Settlement, names: PaymentMembers) -> list[Answer]:
    """The payments."""
    return [
        {names.payer: names.of[each.payer], names.payee: names.of[each.payee], "amount": each.amount}
        for each in paid.payments
    ]


def played_by(compiled: CompiledRulebook) -> Answer:
    """The rulebook and its revision, which every response repeats."""
    return {"ruleset": compiled.rulebook.id, "revision": compiled.rulebook.revision}
