"""Find what a hand waits for: each tile that completes it, drawn or claimed, with the resulting score.

A hand with a tile too many is looked at after each of its discards.
"""

from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter
from typing import Final, NamedTuple

from pung_chow_settlement.domain.arrangements import decomposed, nearest, played_as
from pung_chow_settlement.domain.clauses.clause import Reason
from pung_chow_settlement.domain.deal import Win, WinSource
from pung_chow_settlement.domain.hand_context import HandContext
from pung_chow_settlement.domain.layouts.steps import TooManyStepsError
from pung_chow_settlement.domain.legality.complete import may_win
from pung_chow_settlement.domain.legality.legal_deal import LegalHand
from pung_chow_settlement.domain.pipeline import score_hand
from pung_chow_settlement.domain.scoring import Score
from pung_chow_settlement.domain.tiles import COPIES, Tile, Tiles, without, write


class Completed(NamedTuple):
    """The hand completed by one tile."""

    context: HandContext
    score: Score


class Wait(NamedTuple):
    """A tile that completes a hand."""

    tile: Tile
    unseen: int
    """The number of the tile that are neither in the hand nor face up."""
    drawn: Completed | None
    """The hand with the tile drawn from the wall; None if it may not win by that."""
    claimed: Completed | None
    """The hand with the tile claimed as a discard; None if it may not win by that."""
    discard: Tile | None = None
    """The tile to discard before, of a hand with a tile too many."""

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """Sort key: the score if drawn, the score if claimed, the unseen tiles, the order of tiles reversed."""
        drawn, claimed = (0 if each is None else each.score.score for each in (self.drawn, self.claimed))
        return drawn, claimed, self.unseen, -self.tile


_RANK: Final = attrgetter("rank")


def find_waits(given: LegalHand) -> list[Wait]:
    """Every tile that completes a legal hand, best first, except tiles whose copies are all seen."""
    found = [
        each._replace(discard=discard) for discard, waiting in _hands_to_wait(given) for each in _completing(waiting)
    ]
    return sorted([each for each in found if each.drawn or each.claimed], key=_RANK, reverse=True)


def _hands_to_wait(given: LegalHand) -> Iterator[tuple[Tile | None, LegalHand]]:
    """The hand if it is one tile short; else what each discard leaves of it, with the discard face up."""
    context, compiled = given
    hand = context.hand
    if hand.excess_tiles <= 0:
        yield None, given
        return
    wild = without(hand.wild, [tile for each in hand.declared for tile in each.tiles])
    for discard in sorted(set(without(hand.concealed, wild))):
        left = hand.with_concealed(without(hand.concealed, (discard,)))
        seen: Tiles = tuple(sorted((*context.discards, discard)))
        yield discard, LegalHand(replace(context, hand=left, table=(left,), discards=seen), compiled)


def _completing(waiting: LegalHand) -> Iterator[Wait]:
    """The tiles that complete a hand one tile short."""
    context, compiled = waiting
    win_conditions, reached, tiles = context.win_conditions, context.reach(), context.waits()
    for tile in tiles:
        shapes = tuple([shape for shape, completing in reached if tile in completing or not shape.layout])
        with_tile = replace(context, win_conditions=win_conditions.only(shapes), known_waits=tiles)
        if unseen := context.unseen(tile):
            yield _wait(LegalHand(with_tile, compiled), tile, unseen)
    yield from _stand_ins(waiting, tiles)


def _stand_ins(waiting: LegalHand, tiles: list[Tile]) -> Iterator[Wait]:
    """The tiles that win as stand-ins of another."""
    context, compiled = waiting
    for each in compiled.rulebook.stand_ins:
        unseen = context.unseen(each.tile)
        if unseen and each.tile not in tiles and context.counted_hand().size_short == 1:
            with_tile = replace(context, known_waits=tiles)
            yield _wait(LegalHand(with_tile, compiled), each.tile, unseen)


def _wait(waiting: LegalHand, tile: Tile, unseen: int) -> Wait:
    context = waiting.context
    counted, win_conditions = context.counted_hand().with_tile(tile), context.win_conditions
    whole, complete, stand_ins = counted.hand, decomposed(counted, win_conditions), waiting.compiled.rulebook.stand_ins

    def completed(source: WinSource) -> Completed | None:
        """The hand with the winning tile, scored; None if the rulebook does not let it win this way."""
        win = Win(source, tile)
        played = played_as(counted, win, stand_ins, win_conditions)
        if played is not None:
            return scored(replace(context, hand=played[0], win=played[1], table=(played[0],)))
        return scored(replace(context, hand=whole, win=win, table=(whole,), complete=complete))

    def scored(won: HandContext) -> Completed | None:
        return Completed(won, score_hand(won, waiting.compiled)) if may_win(won, waiting.compiled) else None

    return Wait(tile, unseen, completed(WinSource.WALL), completed(WinSource.DISCARD))


def why_no_waits(given: LegalHand) -> list[Reason]:
    """Why a hand waits for no tile: it lacks more than one, or those that complete it are forbidden or all seen."""
    barred = [reason for _, waiting in _hands_to_wait(given) for reason in _barred(waiting.context)]
    return [*dict.fromkeys(barred)] or [_not_waiting(given.context)]


def _barred(context: HandContext) -> list[Reason]:
    """Why none of the tiles that complete a hand counts as a wait."""
    held, allowed = context.hand.real, context.waits()
    tiles = sorted({tile for _, completing in context.reach() for tile in completing})
    available = [tile for tile in tiles if held.count(tile) < COPIES[tile]]
    all_seen = [tile for tile in tiles if tile not in available or (tile in allowed and not context.unseen(tile))]
    forbidden = [tile for tile in available if tile not in allowed]
    chows = ("most", context.win_conditions.most_chows)
    reasons = [
        _reason("waits.all-seen", all_seen),
        _reason("waits.too-many-chows", forbidden, chows),
        _reason("waits.may-not-win", [tile for tile in allowed if tile not in all_seen]),
    ]
    return [reason for reason in reasons if reason is not None]


def _not_waiting(context: HandContext) -> Reason:
    """The number of missing tiles as a reason; unknown if searching the layouts takes too many steps."""
    try:
        lacks = nearest(context.counted_hand(), context.win_conditions).short
        return Reason("waits.not-waiting", (("lacks", lacks),)) if lacks else Reason("waits.complete")
    except TooManyStepsError:
        return Reason("waits.far")


def _reason(key: str, tiles: list[Tile], *more: tuple[str, int]) -> Reason | None:
    return Reason(key, (("tiles", write(tiles)), *more)) if tiles else None
