"""Find every fault of a deal whose form is right.

Faults have a stable code, the path of the wrong member and a sentence with facts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from pung_chow_settlement.domain.deal import Deal
from pung_chow_settlement.domain.faults import Fault, Path
from pung_chow_settlement.domain.goulash import WILD_TILES
from pung_chow_settlement.domain.hand import Hand, HandCount, has_wild_tiles
from pung_chow_settlement.domain.hand_context import HandContext
from pung_chow_settlement.domain.legality.as_played import as_played
from pung_chow_settlement.domain.legality.complete import (
    incomplete_hand_faults,
    may_win_faults,
    no_special_hand,
    requirement_faults,
    too_few_points,
    too_low,
)
from pung_chow_settlement.domain.legality.counts import (
    goulash_faults,
    hand_faults,
    has_too_many,
    real_concealed,
    seat_faults,
    tile_count_faults,
)
from pung_chow_settlement.domain.legality.hands_by_name import named_hand_faults
from pung_chow_settlement.domain.legality.unchecked_deal import UncheckedDeal
from pung_chow_settlement.domain.legality.win import original_call_faults, win_faults, winner_faults
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.seats import BySeat, Seat
from pung_chow_settlement.domain.table_counts import may_be_limit_hand


class LegalDeal(NamedTuple):
    """A deal without fault, its compiled rulebook, and the context of each hand, by seat."""

    deal: Deal
    compiled: CompiledRulebook
    contexts: BySeat[HandContext]


class LegalHand(NamedTuple):
    """One hand without fault, the others unknown, and its compiled rulebook."""

    context: HandContext
    compiled: CompiledRulebook


def legal_deal(deal: UncheckedDeal) -> LegalDeal | list[Fault]:
    """The legal deal, or every fault."""
    deal, faults = judged(deal)
    if faults:
        return faults
    hands = BySeat(deal.hands.values())
    played = Deal(hands, deal.round_wind, deal.winner, deal.win, deal.discards, deal.wins_before, deal.is_goulash)
    return LegalDeal(played, deal.compiled, BySeat(deal.contexts.values()))


def legal_hand(deal: UncheckedDeal) -> LegalHand | list[Fault]:
    """The only hand of a deal if it is legal, or every fault."""
    deal, faults = judged(deal)
    if faults:
        return faults
    (context,) = deal.contexts.values()
    return LegalHand(context, deal.compiled)


def judged(deal: UncheckedDeal) -> tuple[UncheckedDeal, list[Fault]]:
    """The deal as it is played, and every fault."""
    place = ("hands",) if deal.winner is None else (*deal.at.hand(deal.winner), "concealed")
    with deal.steps.stage(place) as faults:
        deal = as_played(deal)
        faults += _faults_of(deal)
    return deal, faults


def _can_be_decomposed(deal: UncheckedDeal, winner: Seat, hand: Hand) -> bool:
    """True if a winner's hand has as many tiles, and of each kind, as a complete one can have."""
    whole = hand.excess_tiles == 1 or deal.has_bonus_in_place(winner, hand)
    return whole and len(hand.wild) <= WILD_TILES and not has_too_many(real_concealed(hand))


def _faults_of(deal: UncheckedDeal) -> list[Fault]:
    """Every fault of a deal."""
    counted = {seat: hand.counted for seat, hand in deal.hands.items() if hand.counted is not None}
    if counted:
        uncounted = {seat: hand for seat, hand in deal.hands.items() if hand.counted is None}
        with_tiles = replace(deal, hands=uncounted, counted=counted, known_contexts=deal.contexts)
        return [*_counts(with_tiles, counted), *_faults_of(with_tiles)]
    faults = [] if deal.alone else seat_faults(deal.seats, ("hands",))
    faults += tile_count_faults(deal)
    if deal.is_goulash or has_wild_tiles(deal.hands.values()):
        faults += goulash_faults(deal)
    for seat, hand in deal.hands.items():
        if hand.excess_tiles != (deal.drawn or seat is deal.winner) or hand.dead or hand.partial:
            faults += hand_faults(deal, seat, hand)
        if hand.original_call:
            faults += original_call_faults(deal, seat, hand)
    return faults + _faults_of_the_win(deal, faults)


def _faults_of_the_win(deal: UncheckedDeal, others: Sequence[Fault]) -> list[Fault]:
    """The faults of the winner, the win and the winner's hand; `others` are the faults found before."""
    winner, win, hand = deal.winner, deal.win, deal.winners_hand
    if winner is None or win is None:
        return []
    whole = hand is not None and _can_be_decomposed(deal, winner, hand)
    incomplete = [*incomplete_hand_faults(deal, winner, win)] if whole else []
    found = [*winner_faults(deal, winner), *win_faults(deal, winner, win), *incomplete]
    if hand is None or incomplete or any(fault.lies_in(deal.at.hand(winner)) for fault in others):
        return found
    cleared = [*may_win_faults(deal, winner, win)]
    return [*found, *cleared] if found else [*cleared, *requirement_faults(deal, winner, win)]


def _counts(deal: UncheckedDeal, counted: Mapping[Seat, HandCount]) -> Iterator[Fault]:
    compiled = deal.compiled
    for seat, count_of_hand in counted.items():
        path, points, won = (*deal.at.hand(seat), "counted"), count_of_hand.points, seat is deal.winner
        if count_of_hand.rule_id is not None:
            yield from named_hand_faults(deal, seat, count_of_hand, path)
        elif count_of_hand.limit_hand and not may_be_limit_hand(compiled, won=won):
            sentence = "limit-hand-of-another" if may_be_limit_hand(compiled, won=True) else "limit-hand"
            yield Fault("unexpected-member", (*path, "limit_hand"), sentence=sentence)
        elif points is None and compiled.limit_hand_score is None:
            yield Fault("missing-member", (*path, "points"), sentence="count-of-a-limit-hand")
        elif won and points is not None and not count_of_hand.limit_hand:
            yield from _too_few_of_a_count(points, count_of_hand.doubles, compiled.rulebook, path)


def _too_few_of_a_count(points: int, doubles: int, rulebook: Rulebook, path: Path) -> Iterator[Fault]:
    """Faults of a winner's count that is too low, unless a fact that the count omits might make up for it."""
    if not rulebook.shows_or_least:
        yield from no_special_hand(rulebook, path)
        yield from too_few_points(points, rulebook.least_points, path)
        yield from too_low(points << doubles, rulebook.least_score, path)
