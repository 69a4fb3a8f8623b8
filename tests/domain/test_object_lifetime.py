"""No cache keeps objects of a deal after its settlement, or rules of a deleted rulebook."""

import gc
import weakref
from collections.abc import Iterator
from dataclasses import fields, replace

import pytest

from pung_chow_settlement.domain.deal import Deal
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.hand_context import ArrangedHand, HandContext
from pung_chow_settlement.domain.legality.unchecked_deal import UncheckedDeal
from pung_chow_settlement.domain.rulebook.compiled_rulebook import PlayableRulebook
from pung_chow_settlement.domain.rulebook.rules import ScoringRule
from pung_chow_settlement.rulebooks import ALL, BUILT_IN
from tests.conftest import NOT_COMPILED
from tests.domain.builders import Rules, against, deal, hand, settle, won

RULEBOOK = BUILT_IN.by_id["harr-1922"].rulebook
MAH_JONG = BUILT_IN.library.entries["harr-1922", "mah-jong"].rule
KINDS = (Hand, Deal, HandContext, ArrangedHand)


class WatchedRule(ScoringRule):
    """A rule that allows weak references."""


def won_deal(ruleset: Rules) -> UncheckedDeal:
    """A win with several arrangements, so that everything cacheable is computed."""
    winner = hand("22233888m111z", "555m")
    return deal(ruleset, "east", won("discard", "3m", "south"), against("east", winner))


@pytest.fixture(autouse=True, scope="module")
def _ignore_older_objects() -> Iterator[None]:
    """Exclude objects of other tests from the search."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def live_objects(*kinds: type) -> list[object]:
    """The objects of these types that were created since and still exist."""
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, kinds)]


@pytest.mark.parametrize("ruleset", [rulebook.id for rulebook in ALL])
def test_no_cache_keeps_the_hands_of_a_deal(ruleset: str) -> None:
    before = live_objects(*KINDS)
    settled = settle(won_deal(ruleset))
    assert settled.settlement.payments
    assert len(live_objects(*KINDS)) > len(before)
    del settled
    assert len(live_objects(*KINDS)) == len(before)


@NOT_COMPILED
def test_no_cache_keeps_the_rules_of_a_deleted_rulebook() -> None:
    row = WatchedRule(**{field.name: getattr(MAH_JONG, field.name) for field in fields(ScoringRule)})
    reference = weakref.ref(row)
    cached = PlayableRulebook(replace(RULEBOOK, id="gone", rules=(row, *RULEBOOK.rules[1:])))
    assert settle(won_deal(cached.with_options({"limit": 500}))).scores[0].points
    del row, cached
    gc.collect()
    assert reference() is None
