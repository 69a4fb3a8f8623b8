"""Tiles and their notation, for both independent scorers and whoever deals: what they hold no opinion on."""

from collections.abc import Iterable

Tiles = tuple[str, ...]

SEATS = ("east", "south", "west", "north")
SUITS = "mps"
WINDS = ("1z", "2z", "3z", "4z")
DRAGONS = ("5z", "6z", "7z")
HONOURS = WINDS + DRAGONS
KINDS = tuple(f"{number}{suit}" for suit in SUITS for number in range(1, 10)) + HONOURS
TERMINALS = tuple(kind for kind in KINDS if kind[1] in SUITS and kind[0] in "19")
MAJORS = tuple(kind for kind in KINDS if kind[0] in "19" or kind[1] == "z")


def tile_order(tile: str) -> tuple[int, int]:
    return "mpszfy".index(tile[1]), int(tile[0])


def parse(text: str) -> Tiles:
    """The tiles of a text in letter notation, sorted: '55z 12m' is 1m 2m 5z 5z."""
    found, digits = [], ""
    for character in text.replace(" ", ""):
        if character.isdigit():
            digits += character
        else:
            found += [digit + character for digit in digits]
            digits = ""
    return tuple(sorted(found, key=tile_order))


def written(tiles: Iterable[str]) -> str:
    """The letter notation, sorted, with the digits of a suit run together."""
    ordered = sorted(tiles, key=tile_order)
    suits = sorted({tile[1] for tile in ordered}, key="mpszfy".index)
    return "".join("".join(tile[0] for tile in ordered if tile[1] == suit) + suit for suit in suits)


def next_tile(tile: str, steps: int) -> str:
    return f"{int(tile[0]) + steps}{tile[1]}"
