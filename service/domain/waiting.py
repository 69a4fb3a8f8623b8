"""What a hand waits for: each tile that completes it, drawn or claimed, with the score that it would give."""

from operator import attrgetter
from typing import Final, NamedTuple

from service.domain.deal import Source, Win
from service.domain.legality import Case, LegalHand, legal_hand
from service.domain.pipeline import score_hand
from service.domain.scoring import Score
from service.domain.seats import SEATS
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
    """None where no drawn tile of the kind may win, None of the next where no claimed one may."""
    claimed: Completed | None

    @property
    def worth(self) -> tuple[int, int, int, int]:
        """What puts one tile before another: its score drawn, claimed, how many there are, and the tiles' order."""
        drawn, claimed = (0 if each is None else each.score.score for each in (self.drawn, self.claimed))
        return drawn, claimed, self.unseen, -self.tile


_WORTH: Final = attrgetter("worth")


def awaited(waiting: LegalHand) -> list[Awaited]:
    """Every tile that would complete a legal hand which lacks one, the best first; one that is not there is none."""
    found = [_awaited(waiting, tile) for tile in waiting.situation.waits()]
    found = [each for each in found if each.unseen and (each.drawn or each.claimed)]
    return sorted(found, key=_WORTH, reverse=True)


def _awaited(waiting: LegalHand, tile: Tile) -> Awaited:
    unseen = waiting.situation.unseen(tile)
    drawn, claimed = (_completed(waiting, Win(source, tile)) for source in (Source.WALL, Source.DISCARD))
    return Awaited(tile, unseen, drawn, claimed)


def _completed(waiting: LegalHand, win: Win) -> Completed | None:
    """The hand with the winning tile, scored; None where the rulebook does not let it win so."""
    situation, terms = waiting
    assert win.tile is not None, "a hand waits for a tile"
    hand = situation.hand._replace(concealed=tuple(sorted((*situation.hand.concealed, win.tile))))
    won = Case(
        hands={situation.seat: hand},
        seats=SEATS,
        winner=situation.seat,
        win=win,
        round_wind=situation.round_wind,
        discards=situation.discards,
        terms=terms,
        others_known=False,
    )
    legal = legal_hand(won)
    if not isinstance(legal, LegalHand):
        return None
    completed = legal.situation._replace(memory={"waits": situation.waits()})
    return Completed(completed, score_hand(completed, terms))
