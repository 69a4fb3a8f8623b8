"""The stages of a legal deal, each called once."""

from typing import NamedTuple

from pung_chow_settlement.domain.danger import judge
from pung_chow_settlement.domain.deal import Deal
from pung_chow_settlement.domain.hand_context import HandContext
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.scoring import Score, score_other, score_winner
from pung_chow_settlement.domain.seats import BySeat
from pung_chow_settlement.domain.settlement import NextDeal, Settlement, next_deal, settle
from pung_chow_settlement.domain.table_counts import score_counted


class Settled(NamedTuple):
    """A deal, scored and settled."""

    scores: BySeat[Score]
    settlement: Settlement
    next_deal: NextDeal
    contexts: BySeat[HandContext]


def settle_deal(deal: Deal, compiled: CompiledRulebook, contexts: BySeat[HandContext]) -> Settled:
    """Score every hand of a legal deal, given in its context, and settle it."""
    winner, win = deal.winner, deal.win
    scores = BySeat([score_hand(context, compiled) for context in contexts])
    danger = None
    if winner is not None and win is not None:
        discarder = None if win.discarder is None else contexts[win.discarder]
        danger = judge(contexts[winner], scores[winner], discarder, compiled)
    return Settled(
        scores=scores,
        settlement=settle(scores, winner, win, danger, compiled),
        next_deal=next_deal(winner, deal.run, compiled, goulash=deal.goulash),
        contexts=contexts,
    )


def score_hand(context: HandContext, compiled: CompiledRulebook) -> Score:
    """Score one hand of a legal deal."""
    counted = context.hand.counted
    if counted is not None:
        return score_counted(counted, compiled, won=context.win is not None)
    return score_other(context, compiled) if context.win is None else score_winner(context, compiled)
