"""Complete hands in a form that is nobody's: four sets and a pair, by a seeded generator.

As JSON, for programs in any language; tiles are named as the contract does, `1m` to `7z`.
"""

from collections.abc import Iterator
from random import Random
from typing import Final, TypedDict

from bench.corpus import Wall
from service.domain.tiles import NAMES

SEED: Final = 1923
SETS: Final = 4


class Set(TypedDict):
    """A chow, pung or kong."""

    kind: str
    tiles: list[str]
    claimed: bool


class Hand(TypedDict):
    """A complete hand and how it was won."""

    sets: list[Set]
    pair: list[str]
    won: str
    """The winning tile, which stands in the pair or in a set that was not declared."""
    drawn: bool
    seat: int
    """0 for East, 1 for South, 2 for West, 3 for North."""
    wind: int
    """Of the round, in the same way."""


def hands(number: int) -> list[Hand]:
    """So many hands, always the same."""
    rng = Random(SEED)
    return [_hand(rng) for _ in range(number)]


def declared(one: Set) -> bool:
    """Whether a set lay on the table before the hand was won."""
    return one["claimed"] or one["kind"] == "kong"


def standing(hand: Hand) -> list[str]:
    """The tiles that were not declared, the winning tile among them."""
    return [tile for one in hand["sets"] if not declared(one) for tile in one["tiles"]] + hand["pair"]


def waiting(hand: Hand) -> list[str]:
    """The tiles that were not declared, without the winning tile."""
    tiles = standing(hand)
    tiles.remove(hand["won"])
    return tiles


def _hand(rng: Random) -> Hand:
    wall = Wall(rng)
    claims = rng.choice((0.0, 0.0, 0.5))
    sets = list(_sets(wall, claims))
    pair = [NAMES[tile] for tile in wall.draw_set("pair")]
    hand: Hand = {"sets": sets, "pair": pair, "won": "", "drawn": rng.random() < 0.5, "seat": 0, "wind": 0}
    return {**hand, "won": rng.choice(standing(hand)), "seat": rng.randrange(4), "wind": rng.randrange(4)}


def _sets(wall: Wall, claims: float) -> Iterator[Set]:
    for _ in range(SETS):
        tiles = [NAMES[tile] for tile in wall.draw_set("chow chow chow pung pung pung kong")]
        kind = "kong" if len(tiles) == 4 else "pung" if tiles[0] == tiles[1] else "chow"
        yield {"kind": kind, "tiles": tiles, "claimed": wall.rng.random() < claims}
