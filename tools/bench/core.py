"""The core alone: legality, scoring and settlement of deals that are already parsed."""

from collections.abc import Callable, Sequence

from pung_chow_settlement.domain.layouts.steps import Steps
from pung_chow_settlement.domain.legality.legal_deal import LegalDeal, judged
from pung_chow_settlement.domain.legality.unchecked_deal import UncheckedDeal
from pung_chow_settlement.domain.pipeline import settle_deal
from pung_chow_settlement.domain.seats import BySeat
from pung_chow_settlement.requests.read_deal import read_deal
from pung_chow_settlement.rulebooks import BUILT_IN
from tools.bench.corpus import Example


def core_of(examples: Sequence[Example]) -> Callable[[], object]:
    """A function that settles all these deals."""
    parsed = [read_deal(BUILT_IN, example.body, Steps()).legal for example in examples]
    unchecked = [_unchecked_deal(each) for each in parsed]
    return lambda: [_settle(*each) for each in zip(parsed, unchecked, strict=True)]


def _settle(legal: LegalDeal, played: UncheckedDeal) -> object:
    played.steps = Steps()
    played, faults = judged(played)
    assert not faults
    settled = settle_deal(legal.deal, legal.compiled, BySeat(played.contexts.values()))
    return settled, [score.items for score in settled.scores]  # made when they are asked for, as an answer does


def _unchecked_deal(legal: LegalDeal) -> UncheckedDeal:
    deal = legal.deal
    hands, seats = dict(deal.hands.of()), deal.hands.seats
    return UncheckedDeal(hands, seats, deal.winner, deal.win, deal.round_wind, deal.discards, legal.compiled, Steps())
