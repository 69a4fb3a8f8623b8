"""PyPI's `mahjong` (riichi): `python -m bench.peers.riichi`."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from mahjong.constants import EAST, NORTH, SOUTH, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.meld import Meld

from bench.peers.hands import Hand, declared
from bench.peers.probe import Score, serve

WINDS: Final = (EAST, SOUTH, WEST, NORTH)
KINDS: Final = {"chow": Meld.CHI, "pung": Meld.PON, "kong": Meld.KAN}
RULES: Final = OptionalRules(has_open_tanyao=True)


class Numbered:
    """Gives each of four like tiles a number of its own, as the library wants them."""

    def __init__(self) -> None:
        self.left = {kind: list(range(4 * kind, 4 * kind + 4)) for kind in range(34)}

    def take(self, tiles: Sequence[str]) -> list[int]:
        """The numbers of some tiles."""
        return [self.left["mpsz".index(tile[1]) * 9 + int(tile[0]) - 1].pop(0) for tile in tiles]


def prepare(hand: Hand) -> Score:
    """The hand in the library's form, with what is told of the game."""
    numbered = Numbered()
    melds, tiles = [], []
    for one in hand["sets"]:
        taken = numbered.take(one["tiles"])
        tiles += taken
        if declared(one):
            melds.append(Meld(KINDS[one["kind"]], taken, opened=one["claimed"]))
    tiles += numbered.take(hand["pair"])
    won = next(tile for tile in _standing(tiles, melds) if _name(tile) == hand["won"])
    config = HandConfig(
        is_tsumo=hand["drawn"], player_wind=WINDS[hand["seat"]], round_wind=WINDS[hand["wind"]], options=RULES
    )
    return partial(_scored, tiles, won, melds, config)


def _standing(tiles: list[int], melds: list[Meld]) -> list[int]:
    on_the_table = {tile for meld in melds for tile in meld.tiles}
    return [tile for tile in tiles if tile not in on_the_table]


def _name(tile: int) -> str:
    suit, rank = divmod(tile // 4, 9)
    return f"{rank + 1}{'mpsz'[suit]}"


def _scored(tiles: list[int], won: int, melds: list[Meld], config: HandConfig) -> HandResponse | None:
    response = HandCalculator.estimate_hand_value(tiles, won, melds, config=config)
    return None if response.error else response


if __name__ == "__main__":
    serve(prepare)
