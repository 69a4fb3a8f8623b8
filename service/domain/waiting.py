"""What a hand waits for: each tile that completes it, drawn or claimed, with the score that it would give."""

from operator import attrgetter
from typing import Final, NamedTuple

from service.domain.arrange import Ways
from service.domain.deal import Source, Win
from service.domain.hand import Hand
from service.domain.legality import LegalHand, may_win
from service.domain.pipeline import score_hand
from service.domain.scoring import Score
from service.domain.tiles import Tile
from service.domain.view import Situation


class Completed(NamedTuple):
    """The hand as one tile completed it."""

    situation: Situation
    score: Score


class Awaited(NamedTuple):
    """A tile that completes a hand."""

    tile: Tile
    unseen: int
    """How many of it are neither in the hand nor face up."""
    drawn: Completed | None
    """The hand with the tile drawn from the wall; None where it may not win so."""
    claimed: Completed | None
    """The hand with the tile claimed as a discard; None where it may not win so."""

    @property
    def worth(self) -> tuple[int, int, int, int]:
        """What puts one tile before another: its score drawn, claimed, how many there are, and the tiles' order."""
        drawn, claimed = (0 if each is None else each.score.score for each in (self.drawn, self.claimed))
        return drawn, claimed, self.unseen, -self.tile


_WORTH: Final = attrgetter("worth")


def awaited(waiting: LegalHand) -> list[Awaited]:
    """Every tile that would complete a legal hand which lacks one, the best first; one that is not there is none."""
    situation = waiting.situation
    tiles = situation.waits()
    waiting = waiting._replace(situation=situation._replace(ways=_within_reach(situation)))
    found = [_awaited(waiting, tile, tiles) for tile in tiles]
    found = [each for each in found if each.unseen and (each.drawn or each.claimed)]
    return sorted(found, key=_WORTH, reverse=True)


def _within_reach(situation: Situation) -> Ways:
    """The ways in which one tile can complete the hand: what cannot is not tried with each of its tiles."""
    shapes = [shape for shape in situation.ways.shapes if any(True for _ in shape.waits(situation.hand.concealed))]
    return situation.ways._replace(shapes=tuple(shapes))


def _awaited(waiting: LegalHand, tile: Tile, tiles: list[Tile]) -> Awaited:
    unseen = waiting.situation.unseen(tile)
    hand = waiting.situation.hand
    hand = hand._replace(concealed=tuple(sorted((*hand.concealed, tile))))
    drawn, claimed = (_completed(waiting, hand, Win(source, tile), tiles) for source in (Source.WALL, Source.DISCARD))
    return Awaited(tile, unseen, drawn, claimed)


def _completed(waiting: LegalHand, hand: Hand, win: Win, tiles: list[Tile]) -> Completed | None:
    """The hand with the winning tile, scored; None where the rulebook does not let it win so."""
    situation, terms = waiting
    won = situation._replace(hand=hand, win=win, table=(hand,), memory={"waits": tiles})
    return Completed(won, score_hand(won, terms)) if may_win(won, terms) else None
