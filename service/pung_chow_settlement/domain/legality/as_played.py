"""Take a deal as it is played, between reading and judging it: with the rules of a goulash, and without a stand-in."""

from dataclasses import replace

from pung_chow_settlement.domain.arrangements import played_as
from pung_chow_settlement.domain.legality.counts import has_too_many
from pung_chow_settlement.domain.legality.unchecked_deal import UncheckedDeal, win_conditions_of


def as_played(deal: UncheckedDeal) -> UncheckedDeal:
    """The deal by the rules that hold for its hands."""
    compiled = deal.compiled.of_a_goulash if deal.is_goulash else deal.compiled
    return _without_stand_in(deal if compiled is deal.compiled else replace(deal, compiled=compiled))


def _without_stand_in(deal: UncheckedDeal) -> UncheckedDeal:
    """The deal with a winning tile that stands in for another replaced by it."""
    stand_ins, winner, hand, win = deal.compiled.rulebook.stand_ins, deal.winner, deal.winners_hand, deal.win
    if not stand_ins or winner is None or hand is None or win is None:
        return deal
    if hand.excess_tiles != 1 or has_too_many(hand.concealed):
        return deal
    played = played_as(deal.counted_hand(winner), win, stand_ins, win_conditions_of(deal, winner))
    return deal if played is None else replace(deal, hands={**deal.hands, winner: played[0]}, win=played[1])
