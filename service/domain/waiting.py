"""What a hand waits for: each tile that completes it, drawn or claimed, with the score that it would give."""

from operator import attrgetter
from typing import Final, NamedTuple

from service.domain.arrange import divided, reach, waits_within
from service.domain.deal import Source, Win
from service.domain.hand import Hand
from service.domain.legality import LegalHand, may_win
from service.domain.pipeline import score_hand
from service.domain.records import make
from service.domain.scoring import Score
from service.domain.tiles import Tile
from service.domain.view import Memory, Situation


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
    situation, terms = waiting
    hand, ways = situation.hand, situation.ways
    reached = reach(hand, hand.concealed, ways)
    tiles = waits_within(reached, hand, hand.concealed, ways)
    ways = ways._replace(shapes=tuple([shape for shape, _ in reached]))  # what cannot be is not tried with each tile
    waiting = LegalHand(situation._replace(ways=ways, memory={"waits": tiles}), terms)
    found = [_awaited(waiting, tile, unseen) for tile in tiles if (unseen := situation.unseen(tile))]
    return sorted([each for each in found if each.drawn or each.claimed], key=_WORTH, reverse=True)


def _awaited(waiting: LegalHand, tile: Tile, unseen: int) -> Awaited:
    hand, seat, wind, _, _, seen, ways, memory = waiting.situation
    whole = make(Hand, (tuple(sorted((*hand.concealed, tile))), *hand[1:]))
    complete = divided(whole, ways)

    def completed(source: Source) -> Completed | None:
        """The hand with the winning tile, scored; None where the rulebook does not let it win so."""
        known: Memory = {"waits": memory["waits"], "divided": complete}
        won = make(Situation, (whole, seat, wind, Win(source, tile), (whole,), seen, ways, known))
        return Completed(won, score_hand(won, waiting.terms)) if may_win(won, waiting.terms) else None

    return Awaited(tile, unseen, completed(Source.WALL), completed(Source.DISCARD))
