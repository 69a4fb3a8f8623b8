"""Tiles and their notation: parse text to sorted tuples of tiles, and format tiles as text.

A tile is a small integer, so that hands sort, count and index quickly: 0-8 Characters, 9-17 Circles,
18-26 Bamboos, 27-30 winds (East, South, West, North), 31-33 dragons (White, Green, Red),
34-37 flowers, 38-41 seasons. The integer order is the order in every response (m p s z f y, then number).

>>> parse("555m 12p")
((4, 4, 4, 9, 10), [])
>>> write((9, 4, 4, 10, 4))
'555m12p'
>>> _, (fault,) = parse("12m 3")
>>> fault.code, fault.facts
('missing-suit', {'digits': '3'})
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from string import ascii_letters
from typing import Final, NamedTuple

Tile = int
Tiles = tuple[Tile, ...]

SUITS: Final = "mpszfy"
SUIT_SIZES: Final = (9, 9, 9, 7, 4, 4)
SUIT_STARTS: Final = (0, 9, 18, 27, 34, 38)
PLAYING_TILES: Final = range(34)
"""The kinds of tiles that form hands: four of each in a set of tiles."""
BONUS_TILES: Final = range(34, 42)
"""Flowers and seasons: one of each in a set of tiles."""
FLOWERS: Final = range(34, 38)
SEASONS: Final = range(38, 42)


class Pictures(StrEnum):
    """Whose the Bamboo and the Chrysanthemum are, which sets of tiles number otherwise."""

    BAMBOO_WEST = "bamboo-west"
    """The Bamboo, `3f`, is West's; the Chrysanthemum, `4f`, North's."""
    CHRYSANTHEMUM_WEST = "chrysanthemum-west"
    """The Chrysanthemum is West's, the Bamboo North's."""


_PLUM, _ORCHID, _BAMBOO, _CHRYSANTHEMUM = FLOWERS
FLOWERS_BY: Final[Mapping[Pictures, Sequence[Tile]]] = {
    Pictures.BAMBOO_WEST: FLOWERS,
    Pictures.CHRYSANTHEMUM_WEST: (_PLUM, _ORCHID, _CHRYSANTHEMUM, _BAMBOO),
}
"""The flowers of East, South, West and North."""
MAX_COPIES: Final = 4
COPIES: Final = (MAX_COPIES,) * 34 + (1,) * 8
"""The number of each kind in a set of tiles."""

FIRST_WIND: Final = 27
WINDS: Final = range(27, 31)
FIRST_DRAGON: Final = 31
DRAGONS: Final = range(31, 34)
TERMINALS_AND_HONOURS: Final = frozenset({0, 8, 9, 17, 18, 26, *range(27, 34)})
"""Ones, nines, winds and dragons (1922 p.61)."""

NAMES: Final = tuple(
    f"{number}{suit}" for suit, size in zip(SUITS, SUIT_SIZES, strict=True) for number in range(1, size + 1)
)
"""The notation of each tile."""

TRAIT_BITS: Final = 6
CHARACTERS, CIRCLES, BAMBOOS, HONOURS, SIMPLES, TERMINALS = (1 << bit for bit in range(TRAIT_BITS))
ANY_SUIT: Final = CHARACTERS | CIRCLES | BAMBOOS


def _traits(tile: Tile) -> int:
    if tile >= FIRST_WIND:
        return HONOURS
    return (CHARACTERS, CIRCLES, BAMBOOS)[tile // 9] | (TERMINALS if tile in TERMINALS_AND_HONOURS else SIMPLES)


TRAITS: Final = tuple(_traits(tile) for tile in PLAYING_TILES)
"""The trait bits of each tile; those of a hand are the OR of its tiles'."""

_UNICODE_STARTS: Final = {"z": 0x1F000, "m": 0x1F007, "s": 0x1F010, "p": 0x1F019, "f": 0x1F022, "y": 0x1F026}
_UNICODE_HONOURS: Final = (27, 28, 29, 30, 33, 32, 31)
"""The honours in the order of Unicode, which has the dragons as red, green, white."""


def _unicode_tiles() -> dict[str, Tile]:
    plain = {
        chr(_UNICODE_STARTS[suit] + offset): start + offset
        for suit, start, size in zip(SUITS, SUIT_STARTS, SUIT_SIZES, strict=True)
        for offset in range(size)
    }
    return plain | {chr(_UNICODE_STARTS["z"] + offset): tile for offset, tile in enumerate(_UNICODE_HONOURS)}


_UNICODE: Final = _unicode_tiles()
_VARIATION_SELECTORS: Final = "\ufe0e\ufe0f"
_DIGITS: Final = "0123456789"
FULL_WIDTH: Final = {ord(plain) + 0xFEE0: plain for plain in _DIGITS + ascii_letters}
"""Digits and letters as East Asian keyboards write them."""
_PASTED: Final = {
    **dict.fromkeys(map(ord, ",\t\n\r\xa0\u3000\u3001\uff0c"), " "),
    **{ord(suit.upper()): suit for suit in SUITS},
    **{code: plain.lower() for code, plain in FULL_WIDTH.items()},
}
"""What is read as a space, a suit or a digit: commas, tabs, capitals, full-width digits and letters."""
_BY_NAME: Final = {name: tile for tile, name in enumerate(NAMES)}


class NotationFault(NamedTuple):
    """A fault of a tile string: a stable code and the facts of its sentence; positions count from 1."""

    code: str
    facts: Mapping[str, str | int]
    """The facts of the sentence, by name."""
    sentence: str = ""
    """The variant of the sentence, if the code has several."""

    @property
    def message_key(self) -> str:
        """The key of the sentence."""
        return f"{self.code}.{self.sentence}" if self.sentence else self.code


_OF_SUIT: Final = {
    suit: {digit: start + offset for offset, digit in enumerate(_DIGITS[1 : size + 1])}
    for suit, start, size in zip(SUITS, SUIT_STARTS, SUIT_SIZES, strict=True)
}
"""The tiles by suit letter and digit."""
_OF_NO_SUIT: Final[dict[str, Tile]] = {}


def without(tiles: Tiles, taken: Iterable[Tile]) -> Tiles:
    """The tiles with each of `taken` removed once, if present."""
    left = [*tiles]
    for tile in taken:
        if tile in left:
            left.remove(tile)
    return tuple(left)


def parse(text: str) -> tuple[Tiles, list[NotationFault]]:
    """Parse a tile string: the sorted tiles and every fault; with faults, tiles are missing."""
    tiles: list[Tile] = []
    of_suit, needs_digits = _OF_NO_SUIT, False
    for character in text[::-1]:  # backwards, so that the suit is known before its digits
        tile = of_suit.get(character)
        if tile is not None:
            tiles.append(tile)
            needs_digits = False
            continue
        suit = _OF_SUIT.get(character)
        if needs_digits or (suit is None and character != " "):
            return _parse_slowly(text)
        of_suit, needs_digits = suit or _OF_NO_SUIT, suit is not None
    if needs_digits:
        return _parse_slowly(text)
    tiles.reverse()  # most strings are sorted, and sorting sorted tiles is fast
    tiles.sort()
    return tuple(tiles), []


def _parse_slowly(text: str) -> tuple[Tiles, list[NotationFault]]:
    """Parse a tile string with faults, Unicode tiles or what was pasted from elsewhere."""
    plain = text.translate(_PASTED)
    tiles, faults = _parse_each(plain)
    return (tiles, faults) if plain == text or not faults else _parse_each(text)


def _parse_each(text: str) -> tuple[Tiles, list[NotationFault]]:
    """Parse a tile string character by character."""
    tiles: list[Tile] = []
    faults: list[NotationFault] = []
    digits = ""
    # a missing number after an unknown character, or after a space inside a group, is not reported as well
    after_unknown = False
    for position, character in enumerate(text, 1):
        if character in _DIGITS:
            digits += character
            continue
        skipped = _may_be_skipped(text, position)
        unknown = not skipped and character not in SUITS and character not in _UNICODE
        if unknown:
            faults.append(NotationFault("unknown-character", {"character": character, "position": position}))
        elif character in SUITS and (digits or not after_unknown):
            _close_group(digits, character, position, tiles, faults)
        elif digits:
            faults.append(_unclosed(digits, character, position))
        if character in _UNICODE:
            tiles.append(_UNICODE[character])
        inside_group = bool(digits) and character == " "
        digits, after_unknown = "", unknown or inside_group or (after_unknown and skipped)
    if digits:
        faults.append(NotationFault("missing-suit", {"digits": digits}, "at-the-end"))
    tiles.sort()
    return tuple(tiles), faults


def _close_group(digits: str, suit: str, position: int, tiles: list[Tile], faults: list[NotationFault]) -> None:
    if not digits:
        faults.append(NotationFault("missing-number", {"suit": suit, "position": position}))
    for place, digit in enumerate(digits, position - len(digits)):
        tile = _BY_NAME.get(digit + suit)
        if tile is not None:
            tiles.append(tile)
        elif digit == "0" and suit in "mps":
            faults.append(NotationFault("red-five", {"suit": suit, "position": place}))
        else:
            faults.append(NotationFault("no-such-tile", {"tile": digit + suit, "position": place}))


def _unclosed(digits: str, character: str, position: int) -> NotationFault:
    facts: dict[str, str | int] = {"digits": digits, "position": position}
    if character == " ":
        return NotationFault("space-inside-group", facts)
    return NotationFault("missing-suit", facts)


def _may_be_skipped(text: str, position: int) -> bool:
    """True if the character is a space, or a variation selector after a Unicode tile."""
    character = text[position - 1]
    return character == " " or (character in _VARIATION_SELECTORS and text[position - 2 : position - 1] in _UNICODE)


def write(tiles: Iterable[Tile]) -> str:
    """Format tiles in the letter notation, sorted and grouped by suit: `123m55z`."""
    text = suit = ""
    for name in [NAMES[tile] for tile in sorted(tiles)]:
        if name[1] != suit:
            text += suit
            suit = name[1]
        text += name[0]
    return text + suit
