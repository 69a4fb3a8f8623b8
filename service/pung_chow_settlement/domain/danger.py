"""The dangerous discard: whether the discarder of the winning tile pays for all (1922 p.67, 1923 p.118)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from pung_chow_settlement.domain.deal import Win, WinSource
from pung_chow_settlement.domain.faults import Facts
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.hand_context import HandContext, arranged_hand, traits_of
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.rulebook.settlement_terms import DangerousDiscard, DangerPattern
from pung_chow_settlement.domain.scoring import Score, most_doubles, score_other
from pung_chow_settlement.domain.seats import Seat
from pung_chow_settlement.domain.tiles import Tile, write


class ExcuseKind(StrEnum):
    """The kinds of excuse that a discarder may have."""

    WAITING = "waiting"
    NO_CHOICE = "no-choice"


@dataclass(frozen=True, slots=True, eq=False)
class Excuse:
    """The result of examining one excuse for one danger pattern."""

    pattern: str
    kind: ExcuseKind
    held: bool
    sentence: str
    """The variant of the kind's sentence that says why it holds or does not."""
    facts: Facts = field(default_factory=dict)
    """The facts of the sentence, by name."""

    @property
    def message_key(self) -> str:
        """The key of the sentence."""
        return f"{self.kind}.{self.sentence}"


@dataclass(frozen=True, slots=True, eq=False)
class Danger:
    """A discard to which a penalty applies, and whether its discarder is excused."""

    discarder: Seat
    patterns: tuple[str, ...]
    excuses: tuple[Excuse, ...]
    excused: bool
    overridden: bool
    """True if the players decided instead of the service."""


def judge(
    winner: HandContext, score: Score, discarder: HandContext | None, compiled: CompiledRulebook
) -> Danger | None:
    """Judge the discard of the winning tile; None if no penalty applies to it."""
    penalty = compiled.settlement.danger
    if penalty is None or winner.win is None:
        return None
    if winner.hand.counted is not None:
        return _by_the_players(winner.win)
    if penalty.during_play:
        return _as_stated(winner, score, penalty)
    if discarder is None:
        return None
    patterns = penalty.patterns_served(arranged_hand(winner, score.arrangement, traits_of(winner.hand)))
    if not patterns:
        return None
    excuses = _excuses(patterns, winner.win, discarder, penalty, compiled)
    override = winner.win.discarder_excused if penalty.excuses else None
    return Danger(
        discarder=discarder.seat,
        patterns=tuple(pattern.id for pattern in patterns),
        excuses=excuses,
        excused=_excused_under_each(patterns, excuses) if override is None else override,
        overridden=override is not None,
    )


def _by_the_players(win: Win) -> Danger | None:
    """The players' own judgement, used if the winner's tiles are not given; either member says who is liable."""
    liable = win.dangerous_discard_by
    if liable is None and win.source is WinSource.DISCARD and win.discarder_excused is not None:
        liable = win.discarder
    return None if liable is None else Danger(liable, (), (), excused=_is_excused(win, liable), overridden=True)


def _is_excused(win: Win, liable: Seat) -> bool:
    """True if the players excuse him: the discarder of the winning tile, or of an earlier one if that is no discard."""
    return bool(win.discarder_excused) and win.discarder in (liable, None)


def _as_stated(winner: HandContext, score: Score, penalty: DangerousDiscard) -> Danger | None:
    """The player who is liable for a claim during play, as stated by the players, and the patterns of the hand."""
    liable = None if winner.win is None else winner.win.dangerous_discard_by
    if winner.win is None or liable is None:
        return None
    patterns = penalty.patterns_served(arranged_hand(winner, score.arrangement, traits_of(winner.hand)))
    shown = tuple(pattern.id for pattern in patterns)
    return Danger(liable, shown, (), excused=_is_excused(winner.win, liable), overridden=True)


def _excused_under_each(patterns: Sequence[DangerPattern], excuses: Sequence[Excuse]) -> bool:
    return all(any(excuse.held for excuse in excuses if excuse.pattern == pattern.id) for pattern in patterns)


def _excuses(
    patterns: Sequence[DangerPattern],
    win: Win,
    discarder: HandContext,
    penalty: DangerousDiscard,
    compiled: CompiledRulebook,
) -> tuple[Excuse, ...]:
    if not penalty.excuses or discarder.hand.partial or discarder.hand.counted is not None:
        return ()
    assert win.tile is not None
    waiting = _waiting_excuse(discarder, penalty.complete_honours, compiled)
    excuses = []
    for pattern in patterns:
        excuses.append(replace(waiting, pattern=pattern.id))
        excuses.append(_no_choice(pattern, discarder.hand, win.tile))
    return tuple(excuses)


def _waiting_excuse(discarder: HandContext, enough: int, compiled: CompiledRulebook) -> Excuse:
    """The excuse of a waiting hand: it has enough doubles, or one of its tiles would give it more than enough."""
    hand = discarder.hand
    without_bonus = discarder.with_hand(replace(hand, bonus=()), None) if hand.bonus else discarder
    waits = _waits(without_bonus)
    if not waits:
        return Excuse("", ExcuseKind.WAITING, False, "not-waiting")
    complete = score_other(without_bonus, compiled).doubles
    facts: Facts = {"tiles": write(waits), "complete": complete}
    if complete >= enough:
        return Excuse("", ExcuseKind.WAITING, True, "enough", facts)
    gain, tile = max((_doubles_with(without_bonus, tile, compiled), -tile) for tile in waits)
    facts = {**facts, "tile": write([-tile]), "gain": gain}
    return Excuse("", ExcuseKind.WAITING, gain > enough, "gain", facts)


def _waits(discarder: HandContext) -> list[Tile]:
    hand = discarder.hand
    if hand.dead or hand.excess_tiles:
        return []
    return discarder.waits()


def _doubles_with(discarder: HandContext, tile: Tile, compiled: CompiledRulebook) -> int:
    """The doubles of the discarder's hand if it had won on this tile."""
    hand = discarder.hand.with_tile(tile)
    return most_doubles(discarder.with_hand(hand, Win(WinSource.DISCARD, tile)), compiled)


def _no_choice(pattern: DangerPattern, hand: Hand, discard: Tile) -> Excuse:
    """The excuse that all of his concealed tiles would have completed the same pattern as the discard."""
    as_dangerous = pattern.as_dangerous[discard]
    others = [tile for tile in dict.fromkeys(hand.concealed) if tile not in as_dangerous]
    held = not others and discard in as_dangerous
    if held:
        return Excuse(pattern.id, ExcuseKind.NO_CHOICE, held, "none")
    return Excuse(pattern.id, ExcuseKind.NO_CHOICE, held, "others", {"tiles": write(others)})
