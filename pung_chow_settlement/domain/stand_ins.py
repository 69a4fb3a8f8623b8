"""Stand-ins: a winning tile that replaces another one in a pair (the bird of the NTS)."""

from collections.abc import Iterable
from typing import NamedTuple

from pung_chow_settlement.domain.arrange import WinConditions, arrangements, is_complete
from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.hand import Hand
from pung_chow_settlement.domain.layouts.steps import Steps
from pung_chow_settlement.domain.tiles import Tile


class StandIn(NamedTuple):
    """A tile that can win as if it were another one, completing the pair of that one."""

    tile: Tile
    stands_for: Tile


def played_as(
    hand: Hand, win: Win, stand_ins: Iterable[StandIn], win_conditions: WinConditions, steps: Steps
) -> tuple[Hand, Win] | None:
    """The hand and the win with the winning tile replaced by the one that it stands for; None if it stands for none.

    It stands for another only if that completes the hand and the hand is not complete without it.
    """
    for each in stand_ins:
        if win.tile != each.tile or each.tile not in hand.concealed:
            continue
        played, played_win = replaced(hand, each), win._replace(tile=each.stands_for, stand_in=each.tile)
        if arrangements(played, played_win, win_conditions, steps) and not is_complete(hand, win_conditions, steps):
            return played, played_win
    return None


def replaced(hand: Hand, stand_in: StandIn) -> Hand:
    """The hand with one copy of the stand-in replaced by the tile that it stands for."""
    concealed = [*hand.concealed]
    concealed[concealed.index(stand_in.tile)] = stand_in.stands_for
    return hand._replace(concealed=tuple(sorted(concealed)))
