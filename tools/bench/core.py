"""The core alone: legality, scoring and settlement of deals that are already parsed."""

from collections.abc import Callable, Sequence

from pung_chow_settlement.domain.layouts.steps import Steps
from pung_chow_settlement.domain.legality.deal import LegalDeal, decompositions_of_winner, faults_of
from pung_chow_settlement.domain.legality.partial_deal import PartialDeal
from pung_chow_settlement.domain.pipeline import settle_deal
from pung_chow_settlement.requests.deals import read_deal
from tools.bench.corpus import Example


def core_of(examples: Sequence[Example]) -> Callable[[], object]:
    """A function that settles all these deals."""
    parsed = [read_deal(each.body) for each in examples]
    partials = [_partial_deal(each) for each in parsed]
    return lambda: [_settle(*each) for each in zip(parsed, partials, strict=True)]


def _settle(legal: LegalDeal, partial: PartialDeal) -> object:
    partial = partial._replace(steps=Steps())
    complete = decompositions_of_winner(partial)
    assert not faults_of(partial, complete)
    settled = settle_deal(legal.deal, legal.compiled, complete)
    return settled, [each.items for each in settled.scores]  # made when they are asked for, as an answer does


def _partial_deal(legal: LegalDeal) -> PartialDeal:
    deal = legal.deal
    hands, seats = dict(deal.hands.of()), deal.hands.seats
    return PartialDeal(hands, seats, deal.winner, deal.win, deal.round_wind, deal.discards, legal.compiled, Steps())
