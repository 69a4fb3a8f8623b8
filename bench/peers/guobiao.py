"""PyPI's `PyMahjongGB` (the Chinese official rules, in C++): `python -m bench.peers.guobiao`."""

from typing import Final

from MahjongGB import MahjongFanCalculator

from bench.peers.hands import Hand, Set, declared, waiting
from bench.peers.probe import Score, serve

KINDS: Final = {"chow": "CHI", "pung": "PENG", "kong": "GANG"}
SUITS: Final = {"m": "W", "p": "B", "s": "T", "z": "F"}


def prepare(hand: Hand) -> Score:
    """The hand in the library's form, with what is told of the game."""
    pack = tuple(_pack(one) for one in hand["sets"] if declared(one))
    tiles = tuple(_name(tile) for tile in waiting(hand))
    won, drawn, seat, wind = _name(hand["won"]), hand["drawn"], hand["seat"], hand["wind"]
    return lambda: MahjongFanCalculator(pack, tiles, won, 0, drawn, False, False, False, seat, wind) or None


def _pack(one: Set) -> tuple[str, str, int]:
    """Kind, the middle tile, and which of the others gave it, none where nobody did."""
    return KINDS[one["kind"]], _name(one["tiles"][1]), int(one["claimed"])


def _name(tile: str) -> str:
    rank, suit = int(tile[0]), tile[1]
    return f"J{rank - 4}" if suit == "z" and rank > 4 else f"{SUITS[suit]}{rank}"


if __name__ == "__main__":
    serve(prepare)
