"""Sets of tiles: chows, pungs, kongs and pairs; each exists once and is shared."""

from dataclasses import dataclass, replace
from enum import IntFlag, StrEnum, auto
from operator import attrgetter
from typing import Final

from pung_chow_settlement.domain.tiles import (
    FIRST_WIND,
    HONOURS,
    PLAYING_TILES,
    TERMINALS_AND_HONOURS,
    TRAIT_BITS,
    TRAITS,
    Tile,
    Tiles,
    write,
)


class Kind(StrEnum):
    """The kinds of sets."""

    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    PAIR = "pair"


class Feature(IntFlag):
    """Facts of a hand in one arrangement: bits of `ArrangedHand.facts`, above those of the traits of its tiles.

    The bits up to the pairs are kinds of sets, on which a set's points depend.
    """

    CONCEALED_CHOW = 1 << TRAIT_BITS
    EXPOSED_CHOW = auto()
    CONCEALED_PUNG_OF_SIMPLES = auto()
    CONCEALED_PUNG_OF_TERMINALS_AND_HONOURS = auto()
    EXPOSED_PUNG_OF_SIMPLES = auto()
    EXPOSED_PUNG_OF_TERMINALS_AND_HONOURS = auto()
    CONCEALED_KONG_OF_SIMPLES = auto()
    CONCEALED_KONG_OF_TERMINALS_AND_HONOURS = auto()
    EXPOSED_KONG_OF_SIMPLES = auto()
    EXPOSED_KONG_OF_TERMINALS_AND_HONOURS = auto()
    CONCEALED_PAIR_OF_SIMPLES = auto()
    CONCEALED_PAIR_OF_TERMINALS_AND_HONOURS = auto()
    EXPOSED_PAIR_OF_SIMPLES = auto()
    EXPOSED_PAIR_OF_TERMINALS_AND_HONOURS = auto()
    HONOUR_PAIR = auto()
    """A pair of winds or dragons."""
    HONOUR_PUNG = auto()
    """A pung or kong of winds or dragons."""
    BONUS = auto()
    """There are flowers or seasons."""
    LAYOUT = auto()
    """The hand is a layout or, if it did not win, waits for one."""
    WON = auto()
    """The hand won."""
    MADE_OF_SETS = auto()
    """The hand won with four sets and a pair."""
    COMPLETED_PAIR = auto()
    """The winning tile completed the pair."""
    COMPLETED_CHOW = auto()
    """The winning tile completed a chow."""
    WALL = auto()
    """The winning tile came from the wall; the next four, from where else."""
    LOOSE_TILE = auto()
    DISCARD = auto()
    ROBBED_KONG = auto()
    ORIGINAL_HAND = auto()
    """East was complete as dealt."""

    ANY_CHOW = CONCEALED_CHOW | EXPOSED_CHOW
    ANY_KONG = (
        CONCEALED_KONG_OF_SIMPLES
        | CONCEALED_KONG_OF_TERMINALS_AND_HONOURS
        | EXPOSED_KONG_OF_SIMPLES
        | EXPOSED_KONG_OF_TERMINALS_AND_HONOURS
    )
    PAIR_OF_SIMPLES = CONCEALED_PAIR_OF_SIMPLES | EXPOSED_PAIR_OF_SIMPLES
    PAIR_OF_TERMINALS_AND_HONOURS = CONCEALED_PAIR_OF_TERMINALS_AND_HONOURS | EXPOSED_PAIR_OF_TERMINALS_AND_HONOURS
    ANY_PAIR = PAIR_OF_SIMPLES | PAIR_OF_TERMINALS_AND_HONOURS
    ANY_PUNG = (
        CONCEALED_PUNG_OF_SIMPLES
        | CONCEALED_PUNG_OF_TERMINALS_AND_HONOURS
        | EXPOSED_PUNG_OF_SIMPLES
        | EXPOSED_PUNG_OF_TERMINALS_AND_HONOURS
        | ANY_KONG
    )
    """A pung or kong."""
    DRAWN = WALL | LOOSE_TILE
    CLAIMED = DISCARD | ROBBED_KONG


FIRST_CIRCUMSTANCE: Final = max([int(each) for each in Feature]).bit_length()
"""Above these bits stand those of the circumstances of the win."""


def set_kind_of(kind: Kind, *, exposed: bool, terminals_and_honours: bool) -> Feature:
    """The bit for a kind of set, exposed or concealed, of terminals and honours or simples (a chow has neither)."""
    kinds = "terminals_and_honours" if terminals_and_honours else "simples"
    name = f"{'exposed' if exposed else 'concealed'}_{kind}"
    return Feature[(name if kind is Kind.CHOW else f"{name}_of_{kinds}").upper()]


@dataclass(frozen=True, slots=True, eq=False)
class Set:
    """A chow, pung, kong or pair, `exposed` if a claimed tile completed it. Each exists once: compare by identity."""

    kind: Kind
    tiles: Tiles
    exposed: bool
    tile: Tile
    """The set's tile; a chow's lowest."""
    traits: int
    """The bits of `tiles.TRAITS` of all its tiles."""
    set_kind: int
    """The bit of `Feature` for its kind, on which its points depend."""
    features: int
    """The bits of `Feature` of a hand that has it: its kind, and pair or pung of honours."""
    text: str
    """The tiles in the notation."""
    closed_at: Tiles = ()
    """A chow's tiles that no other tile can replace: its middle, the 3 of 1-2-3 and the 7 of 7-8-9."""
    continued_by: Tiles = ()
    """The tiles that would extend a chow to a run of four."""

    def __repr__(self) -> str:
        return f"<{'exposed' if self.exposed else 'concealed'} {self.kind} {self.text}>"


BY_TILES: Final = attrgetter("tiles")
"""The order of sets in responses."""


def _set(kind: Kind, tiles: Tiles, exposed: bool) -> Set:
    traits = 0
    for tile in tiles:
        traits |= TRAITS[tile]
    set_kind = int(set_kind_of(kind, exposed=exposed, terminals_and_honours=TERMINALS_AND_HONOURS.issuperset(tiles)))
    features = set_kind
    if traits == HONOURS:
        features |= int(Feature.HONOUR_PAIR if kind is Kind.PAIR else Feature.HONOUR_PUNG)
    return Set(kind, tiles, exposed, tiles[0], traits, set_kind, features, write(tiles))


def _chow(tile: Tile, exposed: bool) -> Set:
    low, middle, high = tiles = (tile, tile + 1, tile + 2)
    starts_suit, ends_suit = low % 9 == 0, high % 9 == 8
    closed_at = (middle, *([high] if starts_suit else ()), *([low] if ends_suit else ()))
    continued_by = (*(() if starts_suit else [low - 1]), *(() if ends_suit else [high + 1]))
    return replace(_set(Kind.CHOW, tiles, exposed), closed_at=closed_at, continued_by=continued_by)


def _starts_a_chow(tile: Tile) -> bool:
    return tile < FIRST_WIND and tile % 9 < 7


def _all_sets(exposed: bool) -> dict[Tiles, Set]:
    chows = [_chow(tile, exposed) for tile in PLAYING_TILES if _starts_a_chow(tile)]
    alike = [
        _set(kind, (tile,) * size, exposed)
        for kind, size in ((Kind.PAIR, 2), (Kind.PUNG, 3), (Kind.KONG, 4))
        for tile in PLAYING_TILES
    ]
    return {each.tiles: each for each in chows + alike}


EXPOSED: Final = _all_sets(exposed=True)
"""Every exposed set by its tiles."""
CONCEALED: Final = _all_sets(exposed=False)
"""Every concealed set by its tiles."""

SETS: Final = tuple([each for each in CONCEALED.values() if each.kind is not Kind.PAIR])
"""Every concealed chow, pung and kong."""
CHOWS: Final = tuple(CONCEALED.get((tile, tile + 1, tile + 2)) for tile in PLAYING_TILES)
"""The concealed chow that starts at each tile, or None."""
PUNGS: Final = tuple(CONCEALED[(tile,) * 3] for tile in PLAYING_TILES)
PAIRS: Final = tuple(CONCEALED[(tile,) * 2] for tile in PLAYING_TILES)


def set_of(tiles: Tiles, *, exposed: bool) -> Set | None:
    """The set of these sorted tiles; None if they are no chow, pung or kong."""
    found = (EXPOSED if exposed else CONCEALED).get(tiles)
    return found if found is not None and found.kind is not Kind.PAIR else None
