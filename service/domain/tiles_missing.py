"""How far concealed tiles are from a number of sets and a pair: the most of them that such a hand can use."""

from typing import Final

from service.domain.decompose import Counts
from service.domain.sets import CHOWS
from service.domain.tiles import COPIES, PLAYING_TILES, Tile


def most_kept(counts: Counts, sets: int) -> int:
    """The most tiles that `sets` sets and a pair can use.

    Goes through the tiles once; a state is the chows begun one and two tiles ago, the sets and the pairs so far.
    """
    states = {(0, 0, 0, 0): 0}
    for tile in PLAYING_TILES:
        held = counts[tile]
        choices = _EXCHANGES[min(held, 1)][_useful_chows(counts, tile)]
        if len(choices) == 1 and not any(begun or nearly for begun, nearly, _, _ in states):
            continue
        after: dict[tuple[int, int, int, int], int] = {}
        for (begun, nearly, made, paired), kept in states.items():
            for new_sets, pair, chows, alike in choices:
                used = alike + begun + nearly
                if made + new_sets > sets or paired + pair > 1 or used > COPIES[tile]:
                    continue
                state = (chows, begun, made + new_sets, paired + pair)
                now = kept + (min(held, used))
                if after.get(state, -1) < now:
                    after[state] = now
        states = after
    return max(states.values())


def _useful_chows(counts: Counts, tile: Tile) -> int:
    """How many chows that start here can use a tile each."""
    if CHOWS[tile] is None:
        return 0
    most = max(counts[tile : tile + 3])
    return min(2, most)


def _exchanges(held: int, most_chows: int) -> tuple[tuple[int, int, int, int], ...]:
    """What can start at a tile: the sets, the pair, the chows among the sets, and how many of the tile they use."""
    alike = ((0, 0), (1, 0), (0, 1)) if held else ((0, 0),)
    return tuple(
        (pung + chows, pair, chows, 3 * pung + 2 * pair + chows)
        for pung, pair in alike
        for chows in range(most_chows + 1)
    )


_EXCHANGES: Final = tuple(tuple(_exchanges(held, chows) for chows in range(3)) for held in range(2))
"""By whether the tile is held and how many chows are useful: everything that can start at a tile."""
