"""Walls laid so that a rare hand is made: xmj's robots play the deal, and what the wall does not settle is by chance.

A seed is given with each wall that reached its hand; Debian's program plays the same deal each time.
"""

import random
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import Final

from tests.peers.deals import tiles_of
from tests.peers.xmj_games import HIDDEN, Game
from tests.peers.xmj_history import code_of

DEAL: Final = 13
DEAD: Final = 14
PLAYING: Final = [f"{number}{suit}" for suit in "mpsz" for number in range(1, 8 if suit == "z" else 10)] * 4
BONUS: Final = [f"{number}{suit}" for suit in "fy" for number in range(1, 5)]


@dataclass(frozen=True)
class PreparedWall:
    """Tiles that players are dealt (others by chance), the first drawn, the loose ones and the last before the end."""

    name: str
    reaches: str
    """What xmj calls the hand."""
    east: str = ""
    south: str = ""
    west: str = ""
    north: str = ""
    draws: str = ""
    loose: str = ""
    dead: str = ""
    """Tiles that nobody is to see."""
    last: str = ""
    rules: tuple[str, ...] = ("default", "nolimit")
    manners: tuple[int, ...] = (0, 0, 0, 0)
    deals: int = 2
    prompted: bool = False
    """Whether a prompter helps the robots to lay thirteen wonders."""
    calls: tuple[int, ...] = ()
    """Players who declare an original call with their first discard."""
    seed: int = 1


def laid(wall: PreparedWall, rules: str, seed: int) -> str:
    """The wall in xmj's codes, in the order in which its tiles are drawn; loose tiles from its end."""
    chance = random.Random(seed)
    told = [tiles_of(each) for each in (wall.east, wall.south, wall.west, wall.north)]
    draws, loose, dead, last = (tiles_of(each) for each in (wall.draws, wall.loose, wall.dead, wall.last))
    used = [*chain(*told), *draws, *loose, *dead, *last]
    bonus = [] if rules == "noflowers" else [tile for tile in BONUS if tile not in used]
    left = list((Counter(PLAYING) - Counter(used)).elements())
    chance.shuffle(left)
    hands = [hand + [left.pop() for _ in range(DEAL + (seat == 0) - len(hand))] for seat, hand in enumerate(told)]
    unseen = bonus + dead
    unseen += [left.pop() for _ in range(DEAD - len(unseen) - len(loose))]
    ordered = [*_dealt(hands), *draws, *left, *last, *unseen, *reversed(loose)]
    return " ".join(code_of(tile) for tile in ordered)


def _dealt(hands: list[list[str]]) -> list[str]:
    rounds = [hand[first : first + 4] for first in (0, 4, 8) for hand in hands]
    return [*chain(*rounds), *(hand[12] for hand in hands), hands[0][13]]


def game_of(wall: PreparedWall, rules: str, seed: int | None = None) -> Game:
    """The game that plays a prepared wall: its second deal, the first that lays it."""
    seed = wall.seed if seed is None else seed
    return Game(seed, rules, wall.manners, laid(wall, rules, seed), wall.deals, wall.name, wall.prompted, wall.calls)


READY_EAST: Final = "111222z999m66p88p"
"""East keeps these and discards the fourteenth tile; what completes them is out of play."""
UNSEEN: Final = "66p88p"

WALLS: Final = (
    PreparedWall(
        "wonders", "Thirteen Unique Wonders", south="19m19p19s1234567z", draws="1m", rules=("default",), prompted=True,
        seed=8,
    ),
    PreparedWall(
        "wonders-claimed", "Thirteen Unique Wonders", east=READY_EAST + "9s", south="19m119p1s1234567z", dead=UNSEEN,
        rules=("default",), prompted=True,
    ),
    PreparedWall(
        "wonders-robbed", "Thirteen Unique Wonders", south="9m199p19s1234567z", west="111m", draws="5p1m", dead="99p",
        rules=("default",), prompted=True, seed=3,
    ),
    PreparedWall(
        "call", "Original Call", south="234m567m234p67s99s", draws="7z1m2m3m8s", prompted=True, calls=(2,)
    ),
    PreparedWall("gates", "Nine Gates", south="1112345678999m", draws="5m"),
    PreparedWall("snake", "Wriggling Snake", south="1112345678999s", draws="8s"),
    PreparedWall("jade", "Imperial Jade", south="222333444666s8s", draws="8s"),
    PreparedWall("jade-dragons", "Imperial Jade", south="222333444s666z8s", draws="8s"),
    PreparedWall("honours", "All Honours", south="111222333z55z66z", draws="5z"),
    PreparedWall("tails", "Heads and Tails", south="111999m111p99p11s", draws="9p"),
    PreparedWall("blessings", "Four Blessing o'er the Door", south="111222333z44z55m", draws="4z"),
    PreparedWall("scholars", "Three Great Scholars", south="555666777z111m2p", draws="2p"),
    PreparedWall("treasure", "Buried Treasure", south="222m333p444s66m77p", draws="6m"),
    PreparedWall("clear", "Concealed Clear Suit", south="123345678p22p99p", draws="2p"),
    PreparedWall("little-dragons", "Little Three Dragons", south="555666z77z123m45m", draws="6m"),
    PreparedWall("little-winds", "Little Four Joys", south="111222333z4z123m", draws="4z", seed=2),
    PreparedWall("kongs", "Fourfold Plenty", south="111m222p333s444z5z", draws="1m", loose="2p3s4z5z"),
    PreparedWall("kong-upon-kong", "Kong upon Kong", south="111m222p345s678s5z", draws="1m", loose="2p5z"),
    PreparedWall("plum", "Gathering Plum Blossom from the Roof", south="111m46p345s678s55z", draws="1m", loose="5p"),
    PreparedWall(
        "moon", "Catching the Moon from the Bottom of the Sea", south="111222z99s11p345m", dead="99s1p", last="1p",
        manners=(HIDDEN,) * 4,
    ),
    PreparedWall(
        "pole", "Scratching a Carrying Pole", east=READY_EAST + "2s", south="13s234m567m234p7z9p", west="22s",
        draws="6m3m9p2s", dead=UNSEEN,
    ),
    PreparedWall("earth", "Earth's Blessing", east=READY_EAST + "4s", south="234m567m23s777p99s", dead=UNSEEN),
    PreparedWall("pairs", "seven pairs", south="1133m5577p22446s", draws="6s", rules=("pairs",)),
    PreparedWall("flowers", "all four flowers", south="1234f", west="1234y"),
    PreparedWall("thirteenth", "East's 13th consecutive win", east="234m567m234p67s99s1z", draws="1p1s1m8s", deals=16),
)  # fmt: skip
