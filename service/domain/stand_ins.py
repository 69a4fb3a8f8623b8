"""A winning tile that stands for another: it completes the pair of that one (the bird of the NTS)."""

from collections.abc import Iterable
from typing import NamedTuple

from service.domain.arrange import WinConditions, arrangements, is_complete
from service.domain.deal import Win
from service.domain.hand import Hand
from service.domain.tiles import Tile


class StandIn(NamedTuple):
    """A tile that may win in place of another, as the pair of that one."""

    tile: Tile
    stands_for: Tile


def played_as(
    hand: Hand, win: Win, stand_ins: Iterable[StandIn], win_conditions: WinConditions
) -> tuple[Hand, Win] | None:
    """The hand and the win with the tile that the winning one stands for in its place; None where it stands for none.

    It stands for another only where the hand is complete by that, and not as it is.
    """
    for each in stand_ins:
        if win.tile != each.tile or each.tile not in hand.concealed:
            continue
        played, stood = in_place(hand, each), win._replace(tile=each.stands_for, stand_in=each.tile)
        if arrangements(played, stood, win_conditions) and not is_complete(hand, hand.concealed, win_conditions):
            return played, stood
    return None


def in_place(hand: Hand, stand_in: StandIn) -> Hand:
    """The hand with one of the tile read as the one that it stands for."""
    concealed = [*hand.concealed]
    concealed[concealed.index(stand_in.tile)] = stand_in.stands_for
    return hand._replace(concealed=tuple(sorted(concealed)))
