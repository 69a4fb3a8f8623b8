"""A hand that the players counted settles as its tiles would."""

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from pung_chow_settlement.domain.danger import Danger
from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.legality.unchecked_deal import UncheckedDeal
from pung_chow_settlement.domain.pipeline import Settled
from pung_chow_settlement.domain.rulebook.settlement_terms import LoserLimit
from pung_chow_settlement.domain.scoring import Score
from pung_chow_settlement.domain.seats import SEAT_NAMES, Seat
from pung_chow_settlement.rulebooks import BUILT_IN
from tests.domain.builders import counted, deal, deal_of, settle, won
from tests.support.amounts import amount
from tests.support.oracle.legal_deals import random_deals

Json = dict[str, Any]
RULESETS = sorted(BUILT_IN.by_id)
VISIBLE_TILES_MATTER = ("harr-1922-limit", "harr-1923-limit", "pamphlet")
"""Rulebooks in which a winner's only possible tile depends on the sets of the others, which a count omits."""
RANDOM_DEALS = amount(30, 60)
PLAIN = {"east": counted(20), "south": counted(30), "west": counted(40), "north": counted(50)}


def paid(settled: Settled) -> set[tuple[str, str, int]]:
    """Payer, payee and amount of each payment."""
    return {
        (SEAT_NAMES[payment.payer], SEAT_NAMES[payment.payee], payment.amount)
        for payment in settled.settlement.payments
    }


def counted_deals(ruleset: str) -> list[UncheckedDeal]:
    return [deal_of(request) for request in islice(random_deals(ruleset, "counted"), RANDOM_DEALS)]


def as_counted(score: Score, *, won: bool, takes_limit: bool) -> Hand:
    """The hand as a count instead of tiles."""
    whole = won and any(item.limit_percent >= 100 for item in score.items)
    if whole or (takes_limit and score.limit_hands):
        return counted(score.uncapped_score, limit_hand=True)
    if score.bonus_points or score.score != score.points << score.doubles:
        return counted(score.score)
    return counted(score.points, score.doubles)


def counted_hand(played: UncheckedDeal, settled: Settled, seat: Seat) -> Hand:
    assert played.compiled is not None
    takes_limit = played.compiled.settlement.loser_limit is LoserLimit.TAKES_LIMIT
    return as_counted(settled.scores[seat], won=seat is played.winner, takes_limit=takes_limit)


def with_decision(win: Win, danger: Danger | None) -> Win:
    """The win with the decision on a dangerous discard, unless it names who is liable."""
    if danger is None or win.dangerous_discard_by is not None:
        return win
    return win._replace(discarder_excused=danger.excused)


def without_tile(win: Win, played: UncheckedDeal) -> Win:
    """The win of a counted hand, without what is known of its tile only, or not used by the rulebook."""
    assert played.compiled is not None
    liable = None if played.compiled.settlement.danger is None else win.dangerous_discard_by
    return win._replace(tile=None, discarder_excused=None, dangerous_discard_by=liable)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_random_deal_settles_the_same_from_its_counts(ruleset: str) -> None:
    for played in counted_deals(ruleset):
        expected, win = settle(played), played.win
        hands = {seat: counted_hand(played, expected, seat) for seat in played.hands}
        if win is not None:
            win = with_decision(without_tile(win, played), expected.settlement.danger)
        result = settle(replace(played, hands=hands, win=win))
        assert paid(result) == paid(expected), played
        assert result.next_deal == expected.next_deal


@pytest.mark.parametrize("ruleset", RULESETS)
def test_one_hand_may_be_a_count_beside_the_tiles_of_the_others(ruleset: str) -> None:
    for number, played in enumerate(counted_deals(ruleset)):
        expected, win = settle(played), played.win
        seat, danger = [*played.hands][number % len(played.hands)], expected.settlement.danger
        if win is not None:
            win = without_tile(win, played) if seat is played.winner and danger is None else with_decision(win, danger)
        hands = {**played.hands, seat: counted_hand(played, expected, seat)}
        result = settle(replace(played, hands=hands, win=win))
        assert result.scores[seat].items[0].rule.source.book == "table"
        assert result.scores[seat].arrangement.sets == ()
        if ruleset not in VISIBLE_TILES_MATTER:
            others = [other for other in played.hands if other is not seat]
            scores, before = ([each.scores[other] for other in others] for each in (result, expected))
            assert [(score, score.items) for score in scores] == [(each, each.items) for each in before]


@pytest.mark.parametrize(("ruleset", "whole"), [("western", 2000), ("bmja", 1000)])
def test_a_counted_limit_hand_is_capped_unless_the_rulebook_pays_it_in_full(ruleset: str, whole: int) -> None:
    for limit_hand, expected in ((True, whole), (False, 1000)):
        hands = PLAIN | {"west": counted(2000, limit_hand=limit_hand)}
        assert settle(deal(ruleset, "west", won("wall"), hands)).scores[Seat.WEST].score == expected
