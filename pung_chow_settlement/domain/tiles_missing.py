"""Tiles missing from four sets and a pair, by the most concealed tiles that such a hand can keep."""

from typing import Final

from pung_chow_settlement.domain.decompose import Counts
from pung_chow_settlement.domain.sets import CHOWS
from pung_chow_settlement.domain.tiles import COPIES, PLAYING_TILES, Tile


def most_kept(counts: Counts, sets: int) -> int:
    """The most of these tiles that `sets` sets and a pair can use.

    Goes through the kinds once; a state is the chows started one kind ago, those started two kinds ago, the sets and
    the pairs so far. Its value is the tiles used.
    """
    states = {(0, 0, 0, 0): 0}
    for tile in PLAYING_TILES:
        held = counts[tile]
        most_alike = max(held, COPIES[tile])  # a hand with blanks may have more than four of a kind
        starts = _STARTS[min(held, 1)][_useful_chows(counts, tile)]
        if len(starts) == 1 and not any(started or continued for started, continued, _, _ in states):
            continue
        after: dict[tuple[int, int, int, int], int] = {}
        for (started, continued, sets_made, pairs), used_tiles in states.items():
            for new_sets, pair, chows, alike in starts:
                used = alike + started + continued
                if sets_made + new_sets > sets or pairs + pair > 1 or used > most_alike:
                    continue
                state = (chows, started, sets_made + new_sets, pairs + pair)
                now = used_tiles + (min(held, used))
                if after.get(state, -1) < now:
                    after[state] = now
        states = after
    return max(states.values())


def _useful_chows(counts: Counts, tile: Tile) -> int:
    """The most chows starting at this kind that can each use a tile of the hand."""
    if CHOWS[tile] is None:
        return 0
    most = max(counts[tile : tile + 3])
    return min(2, most)


def _starts(held: int, most_chows: int) -> tuple[tuple[int, int, int, int], ...]:
    """Every way to start sets and a pair at a kind: sets, pairs, chows among the sets, tiles of the kind needed."""
    alike = ((0, 0), (1, 0), (0, 1)) if held else ((0, 0),)
    return tuple(
        (pung + chows, pair, chows, 3 * pung + 2 * pair + chows)
        for pung, pair in alike
        for chows in range(most_chows + 1)
    )


_STARTS: Final = tuple(tuple(_starts(held, chows) for chows in range(3)) for held in range(2))
"""By whether the kind is held and how many chows are useful: every way to start sets and a pair at it."""
