"""Find every fault of a partial deal at once, each with its path.

Faults have a stable code, the path of the wrong member and a sentence with facts. What could not be parsed is missing
from the partial deal; no fault is reported of it again, nor of anything that it might have changed.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pung_chow_settlement.domain.arrangements import DecompositionsByShape, decomposed, played_as
from pung_chow_settlement.domain.deal import Deal
from pung_chow_settlement.domain.faults import SHOWN, Facts, Fault, Path, merge_faults
from pung_chow_settlement.domain.goulash import WILD_TILES
from pung_chow_settlement.domain.hand import HandCount, has_wild_tiles
from pung_chow_settlement.domain.hand_context import HandContext
from pung_chow_settlement.domain.layouts.steps import TooManyStepsError
from pung_chow_settlement.domain.legality.complete import (
    incomplete_hand_faults,
    may_win_faults,
    no_special_hand,
    requirement_faults,
    too_few_points,
    too_low,
)
from pung_chow_settlement.domain.legality.partial_deal import (
    ALL_BUT_BONUS,
    PLAYING_TILES_AT,
    PartialDeal,
    context_of,
    win_conditions_of,
)
from pung_chow_settlement.domain.legality.tiles import (
    hand_faults,
    has_too_many,
    real_concealed,
    seat_faults,
    tile_count_faults,
    wild_tile_faults,
)
from pung_chow_settlement.domain.legality.win import original_call_faults, win_faults, winner_faults
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.rulebook.rules import waiting_id
from pung_chow_settlement.domain.seats import BySeat, Seat
from pung_chow_settlement.domain.table_counts import may_be_limit_hand, rows_named


class LegalDeal(NamedTuple):
    """A deal without fault, its compiled rulebook, and the decompositions of the winner's hand."""

    deal: Deal
    compiled: CompiledRulebook
    complete: DecompositionsByShape | None = None


class LegalHand(NamedTuple):
    """One hand without fault, the others unknown, and its compiled rulebook."""

    context: HandContext
    compiled: CompiledRulebook


def legal_deal(partial: PartialDeal, form: Sequence[Fault] = ()) -> LegalDeal | list[Fault]:
    """The legal deal, or every fault: those of form (`form`), and those of the game."""
    partial, complete, faults = _judged(partial, form)
    if faults or partial.compiled is None or partial.round_wind is None:
        return faults
    hands = BySeat(partial.hands.values())
    deal = Deal(hands, partial.round_wind, partial.winner, partial.win, partial.discards, partial.wins_before)
    return LegalDeal(deal, partial.compiled, complete)


def legal_hand(partial: PartialDeal, form: Sequence[Fault] = ()) -> LegalHand | list[Fault]:
    """The only hand of a partial deal if it is legal, or every fault: those of form (`form`), and those of the game."""
    partial, complete, faults = _judged(partial, form)
    if faults or partial.compiled is None or partial.round_wind is None or len(partial.hands) != 1:
        return faults
    (seat,) = partial.hands
    return LegalHand(context_of(partial, seat, partial.win, complete), partial.compiled)


def _judged(
    partial: PartialDeal, form: Sequence[Fault]
) -> tuple[PartialDeal, DecompositionsByShape | None, list[Fault]]:
    """The deal as it is played, the decompositions of the winner's hand, and every fault."""
    partial.steps.begin()
    try:
        played = _with_goulash_and_stand_in(partial)
        complete = decompositions_of_winner(played)
        return played, complete, merge_faults(form, faults_of(played, complete))
    except TooManyStepsError:
        return partial, None, merge_faults(form, [_too_costly(partial)])


def _with_goulash_and_stand_in(partial: PartialDeal) -> PartialDeal:
    """The deal with the rules of a goulash if it is one, and with a winning stand-in replaced by its tile."""
    if partial.compiled is not None and has_wild_tiles(partial.hands.values()):
        partial = partial._replace(compiled=partial.compiled.for_hands(partial.hands.values()))
    compiled, winner, hand, win = partial.compiled, partial.winner, partial.winners_hand, partial.win
    if compiled is None or not compiled.rulebook.stand_ins or winner is None or hand is None or win is None:
        return partial
    if hand.excess_tiles != 1 or not partial.knows(winner, PLAYING_TILES_AT) or has_too_many(hand.concealed):
        return partial
    counted, conditions = partial.counted_hand(winner), win_conditions_of(partial, winner)
    played = played_as(counted, win, compiled.rulebook.stand_ins, conditions)
    return partial if played is None else partial._replace(hands={**partial.hands, winner: played[0]}, win=played[1])


def _too_costly(partial: PartialDeal) -> Fault:
    place = ("hands",) if partial.winner is None else (*partial.at.hand(partial.winner), "concealed")
    return Fault("layouts-too-costly", place, sentence="deal")


def decompositions_of_winner(partial: PartialDeal) -> DecompositionsByShape | None:
    """The decompositions of the winner's hand; None if its tiles are not all known."""
    hand = partial.winners_hand
    if (
        partial.compiled is None
        or hand is None
        or hand.excess_tiles != 1
        or not partial.knows(partial.winner, PLAYING_TILES_AT)
    ):
        return None
    if len(hand.wild) > WILD_TILES or has_too_many(real_concealed(hand)):
        return None  # such hands cannot be decomposed
    if partial.winner is None or (partial.round_wind is None and partial.compiled.by_seat is not None):
        return None  # a layout may depend on the wind
    return decomposed(partial.counted_hand(partial.winner), win_conditions_of(partial, partial.winner))


def faults_of(partial: PartialDeal, complete: DecompositionsByShape | None = None) -> list[Fault]:
    """Every fault of a partial deal; `complete` has the decompositions of the winner's hand, if computed before."""
    if complete is None:
        complete = decompositions_of_winner(partial)
    counted = {seat: hand.counted for seat, hand in partial.hands.items() if hand.counted is not None}
    if counted:
        uncounted = {seat: hand for seat, hand in partial.hands.items() if hand.counted is None}
        return [*_counts(partial, counted), *faults_of(partial._replace(hands=uncounted, counted=counted), complete)]
    faults = seat_faults(partial.seats, ("hands",)) if partial.known.others and partial.seats is not None else []
    faults += tile_count_faults(partial)
    if has_wild_tiles(partial.hands.values()) and partial.compiled is not None:
        faults += wild_tile_faults(partial, partial.compiled)
    for seat, hand in partial.hands.items():
        if hand.excess_tiles != (partial.drawn or seat is partial.winner) or hand.dead or hand.partial:
            faults += hand_faults(partial, seat, hand)
        if hand.original_call:
            faults += original_call_faults(partial, seat, hand)
    faults += winner_faults(partial)
    return faults + _faults_of_the_win(partial, complete, faults)


def _faults_of_the_win(
    partial: PartialDeal, complete: DecompositionsByShape | None, others: Sequence[Fault]
) -> list[Fault]:
    """The faults of the win and the winner's hand; `others` are the faults found before."""
    winner, win = partial.winner, partial.win
    incomplete = [] if winner is None or complete is None else [*incomplete_hand_faults(partial, winner, complete)]
    found = [*(() if win is None else win_faults(partial, win)), *incomplete]
    if winner is None or win is None or incomplete or not partial.knows(winner, ALL_BUT_BONUS):
        return found
    if any(fault.lies_in(partial.at.hand(winner)) for fault in others):
        return found
    cleared = [*may_win_faults(partial, partial.hands[winner], win, complete)]
    return [*found, *cleared] if found else [*cleared, *requirement_faults(partial, win, complete)]


def _counts(partial: PartialDeal, counted: Mapping[Seat, HandCount]) -> Iterator[Fault]:
    compiled = partial.compiled
    if compiled is None:
        return
    for seat, count_of_hand in counted.items():
        path, points, won = (*partial.at.hand(seat), "counted"), count_of_hand.points, seat is partial.winner
        if count_of_hand.rule_id is not None:
            yield from _named_hand(partial, compiled, count_of_hand, path, won=won)
        elif count_of_hand.limit_hand and partial.known.winner and not may_be_limit_hand(compiled, won=won):
            sentence = "limit-hand-of-another" if may_be_limit_hand(compiled, won=True) else "limit-hand"
            yield Fault("unexpected-member", (*path, "limit_hand"), sentence=sentence)
        elif points is None and compiled.limit_hand_score is None:
            yield Fault("missing-member", (*path, "points"), sentence="count-of-a-limit-hand")
        elif won and points is not None and not count_of_hand.limit_hand:
            yield from _too_few_of_a_count(points, count_of_hand.doubles, compiled.rulebook, path)


def _too_few_of_a_count(points: int, doubles: int, rulebook: Rulebook, path: Path) -> Iterator[Fault]:
    """Faults of a winner's count that is too low, unless something that a count does not tell may stand for it."""
    if not rulebook.shows_or_least:
        yield from no_special_hand(rulebook, path)
        yield from too_few_points(points, rulebook.least_points, path)
        yield from too_low(points << doubles, rulebook.least_score, path)


def _named_hand(
    partial: PartialDeal, compiled: CompiledRulebook, count_of_hand: HandCount, path: Path, *, won: bool
) -> Iterator[Fault]:
    """Faults of a hand of which the players name the rule."""
    name, rulebook = str(count_of_hand.rule_id), compiled.rulebook
    known = {name for rule in rulebook.rules for name in (rule.id, waiting_id(rule))}
    facts: Facts = {"ruleset": rulebook.id, "rule": name[SHOWN]}
    if name not in known:
        yield Fault("unknown-value", (*path, "special"), facts=facts, sentence="rule-of-a-rulebook")
        return
    if not partial.known.winner:
        return
    rows = rows_named(name, compiled, won=won)
    if not rows:
        sentence = "special" if won else "special-of-another"
        yield Fault("unknown-value", (*path, "special"), facts=facts, sentence=sentence)
    elif len(rows) == 1 and count_of_hand.exposed is not None:
        yield Fault("unexpected-member", (*path, "exposed"), facts=facts, sentence="exposed")
    elif len(rows) > 1 and count_of_hand.exposed is None:
        yield Fault("missing-member", (*path, "exposed"), facts=facts, sentence="exposed")
