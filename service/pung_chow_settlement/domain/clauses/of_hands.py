"""Conditions of all tiles of a hand, and of flowers and seasons."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from operator import is_
from typing import Final

from pung_chow_settlement.domain.clauses.clause import (
    FAR,
    TRUTH,
    BoundCondition,
    Clause,
    Clauses,
    Condition,
    Evidence,
    Parameter,
    Reason,
    condition,
    of_bonus,
    reason,
    some,
    traits,
    with_parameters,
)
from pung_chow_settlement.domain.clauses.of_sets import NO_CHOW_IN_IT, other_shape
from pung_chow_settlement.domain.hand_context import ArrangedHand
from pung_chow_settlement.domain.layouts.named import TILES
from pung_chow_settlement.domain.seats import SEATS, Seat
from pung_chow_settlement.domain.sets import Feature
from pung_chow_settlement.domain.tiles import (
    ANY_SUIT,
    BAMBOOS,
    CHARACTERS,
    CIRCLES,
    FLOWERS,
    FLOWERS_BY,
    HONOURS,
    SEASONS,
    SIMPLES,
    TERMINALS,
    TRAITS,
    Pictures,
    Tile,
    Tiles,
    write,
)

_SUITS: Final = (CHARACTERS, CIRCLES, BAMBOOS)


# Traits of all tiles


def _tiles_in_the_way(name: str, tiles: Iterable[Tile]) -> Reason:
    found = sorted(tiles)
    return reason(name, len(found), tiles=write(sorted({*found})))


def _no(forbidden: int, name: str) -> Clause:
    """No tile has one of these traits."""
    return traits(
        lambda held: not held & forbidden,
        lambda arranged: _tiles_in_the_way(
            name, [tile for tile in arranged.context.hand.tiles if TRAITS[tile] & forbidden]
        ),
    )


def some_tile(needed: int, name: str) -> Clause:
    """Some tile has one of these traits."""
    why = reason(name)
    return traits(lambda held: held & needed, lambda _: why)


def _not_in_full(arranged: ArrangedHand) -> Reason:
    return reason("partial", FAR) if arranged.context.hand.partial else other_shape(arranged)


def _of_other_suits(arranged: ArrangedHand) -> Reason:
    """The tiles outside the suit with the most tiles."""
    tiles = arranged.context.hand.tiles
    of = [[tile for tile in tiles if TRAITS[tile] & suit] for suit in _SUITS]
    most = max(of, key=len)
    return _tiles_in_the_way("other-suits", [tile for suit in of for tile in suit if suit is not most])


GIVEN: Final = traits(bool, _not_in_full)
"""All tiles are known, and are judged as a whole."""
_IN_ONE_SUIT: Final = traits(lambda held: (held & ANY_SUIT).bit_count() <= 1, _of_other_suits)
_NO_SIMPLES: Final = _no(SIMPLES, "simples")
_NO_HONOURS: Final = _no(HONOURS, "honours")
_SOME_HONOURS: Final = some_tile(HONOURS, "no-honours")
_SOME_TERMINALS: Final = some_tile(TERMINALS, "no-terminals")
SOME_SUIT: Final = some_tile(ANY_SUIT, "no-suit")
OF_ONE_SUIT: Final = (GIVEN, _IN_ONE_SUIT, _NO_HONOURS)


def _made_of(name: str, text: str, *clauses: Clause, winner_only: bool = False) -> Condition:
    return condition(name, text, GIVEN, *clauses, winner_only=winner_only)


ONE_SUIT: Final[Condition] = condition("one-suit", "All tiles of one suit, no honours", *OF_ONE_SUIT, winner_only=False)
ONE_SUIT_WITH_HONOURS: Final[Condition] = _made_of(
    "one-suit-with-honours", "All tiles of one suit or honours, and both", _IN_ONE_SUIT, _SOME_HONOURS, SOME_SUIT
)
IN_ONE_SUIT: Final[Condition] = _made_of(
    "in-one-suit",
    "All tiles of one suit, with honours or without",
    _IN_ONE_SUIT,
    SOME_SUIT,
    winner_only=True,
)
HONOURS_ONLY: Final[Condition] = _made_of("honours-only", "Winds and dragons only", _no(ANY_SUIT, "of-suits"))
CLEARED: Final = (ONE_SUIT(), ONE_SUIT_WITH_HONOURS(), HONOURS_ONLY())
"""What a hand of one suit, with honours or without, meets one of."""


def are_cleared(shows: Iterable[BoundCondition]) -> bool:
    """True if these are the conditions of hands of one suit, in any order."""
    return {*shows} == {*CLEARED}


TERMINALS_AND_HONOURS_ONLY: Final[Condition] = _made_of(
    "heads-only", "Ones, nines, winds and dragons only", _NO_SIMPLES
)
TERMINALS_AND_HONOURS_NOT_HONOURS_ONLY: Final[Condition] = _made_of(
    "heads-not-honours-only",
    "Ones, nines, winds and dragons only, and not only honours",
    _NO_SIMPLES,
    _SOME_TERMINALS,
)
ONES_AND_NINES: Final[Condition] = _made_of(
    "ones-and-nines", "Ones and nines only, no honours", _NO_SIMPLES, _NO_HONOURS
)
ONES_AND_NINES_WITH_HONOURS: Final[Condition] = _made_of(
    "ones-and-nines-with-honours",
    "Ones, nines and honours only, and both",
    _NO_SIMPLES,
    _SOME_TERMINALS,
    _SOME_HONOURS,
)
ONES_AND_NINES_OF_ONE_SUIT_WITH_HONOURS: Final[Condition] = _made_of(
    "ones-and-nines-of-one-suit-with-honours",
    "Ones and nines of one suit and honours only, and both",
    _NO_SIMPLES,
    _IN_ONE_SUIT,
    _SOME_TERMINALS,
    _SOME_HONOURS,
)
SIMPLES_ONLY: Final[Condition] = _made_of(
    "simples-only", "Two to eight of the suits only", _no(HONOURS | TERMINALS, "heads")
)


def _only_tiles(*, tiles: str, chows: bool) -> Clauses:
    kinds = TILES[tiles]
    possible = 0
    for tile in kinds:
        possible |= TRAITS[tile]
    of_these = Clause(
        lambda arranged: _tiles_in_the_way(
            "other-kinds", [each for each in arranged.context.hand.tiles if each not in kinds]
        ),
        traits(lambda held: not held & ~possible, _not_in_full).asked,
        lambda arranged: kinds.issuperset(arranged.context.hand.tiles),
        of_each_tile=True,
    )
    return (GIVEN, of_these) if chows else (GIVEN, of_these, NO_CHOW_IN_IT)


ONLY_TILES: Final[Condition] = with_parameters(
    "only-tiles",
    "Only tiles of these kinds",
    _only_tiles,
    tiles=Parameter(text="which kinds", choices=tuple(TILES)),
    chows=Parameter(text="whether there may be chows", choices=TRUTH),
)


# Flowers and seasons


def _of_flowers(wanted: Sequence[Tiles]) -> Clause:
    """The player has these flowers and seasons, by seat."""

    def finds(bonus: Tiles, seat: Seat, _: Seat) -> Evidence:
        return (wanted[seat],) if {*wanted[seat]} <= {*bonus} else ()

    def why(arranged: ArrangedHand) -> Reason:
        context = arranged.context
        return _tiles_in_the_way(
            "missing-bonus", [tile for tile in wanted[context.seat] if tile not in context.hand.bonus]
        )

    return of_bonus(finds, why, _WITH_BONUS)


_SOME_BONUS: Final = some(Feature.BONUS, lambda _: reason("no-bonus"))
_WITH_BONUS: Final = _SOME_BONUS.asked
_EACH_BONUS: Final = of_bonus(lambda bonus, *_: [(tile,) for tile in bonus], lambda _: reason("no-bonus"), _WITH_BONUS)
BONUS_TILES: Final[Condition] = condition("bonus-tiles", "Each flower and season", _EACH_BONUS, winner_only=False)
OWN_SEASON: Final[Condition] = condition(
    "own-season",
    "The season of the player's seat",
    _of_flowers([(SEASONS[seat],) for seat in SEATS]),
    winner_only=False,
)
ALL_FLOWERS: Final[Condition] = condition(
    "all-flowers", "The four flowers", _of_flowers([tuple(FLOWERS) for _ in SEATS]), winner_only=False
)
ALL_SEASONS: Final[Condition] = condition(
    "all-seasons", "The four seasons", _of_flowers([tuple(SEASONS) for _ in SEATS]), winner_only=False
)

_BONUS_KINDS: Final[Mapping[str, Callable[[Tile, Tile], Sequence[Tiles]]]] = {
    "flower": lambda flower, season: [(flower,)],
    "season": lambda flower, season: [(season,)],
    "either": lambda flower, season: [(flower,), (season,)],
    "both": lambda flower, season: [(flower, season)],
}
"""What is found of a flower and a season of one wind, by its word: tiles that count together."""
_BONUS_WINDS: Final[Mapping[str, Callable[[Seat, Seat], Collection[Seat]]]] = {
    "own-wind": lambda seat, round_wind: (seat,),
    "round-wind": lambda seat, round_wind: (round_wind,),
    "other-wind": lambda seat, round_wind: [each for each in SEATS if each not in (seat, round_wind)],
    "any": lambda seat, round_wind: SEATS,
}
"""The winds whose flowers and seasons are found, by their word."""


def _flowers_of(flowers: Sequence[Tile], *, kind: str, of: str) -> Clauses:
    together, winds = _BONUS_KINDS[kind], _BONUS_WINDS[of]

    def wanted(seat: Seat, round_wind: Seat) -> list[Tiles]:
        return [tiles for wind in winds(seat, round_wind) for tiles in together(flowers[wind], SEASONS[wind])]

    def finds(bonus: Tiles, seat: Seat, round_wind: Seat) -> Evidence:
        return [tiles for tiles in wanted(seat, round_wind) if {*tiles} <= {*bonus}]

    def why(arranged: ArrangedHand) -> Reason:
        context = arranged.context
        asked, bonus = wanted(context.seat, context.round_wind), context.hand.bonus
        nearest = min([[tile for tile in each if tile not in bonus] for each in asked], key=len)
        return _tiles_in_the_way("missing-bonus", nearest)

    return (of_bonus(finds, why, _WITH_BONUS),)


def _whose_flowers(flowers: Sequence[Tile]) -> tuple[Condition, Condition, Condition]:
    """The conditions that ask whose a flower is, of the flowers of East, South, West and North."""
    own_flower = condition(
        "own-flower",
        "The flower of the player's seat",
        _of_flowers([(flowers[seat],) for seat in SEATS]),
        winner_only=False,
    )
    own_flower_and_season = condition(
        "own-flower-and-season",
        "The flower and the season of the player's seat",
        _of_flowers([(flowers[seat], SEASONS[seat]) for seat in SEATS]),
        winner_only=False,
    )
    flowers_of = with_parameters(
        "flowers-of",
        "Each flower or season of these winds, by its number",
        partial(_flowers_of, flowers),
        winner_only=False,
        kind=Parameter(text="a flower, a season, either, or both of one number", choices=tuple(_BONUS_KINDS)),
        of=Parameter(text="their winds", choices=tuple(_BONUS_WINDS)),
    )
    return own_flower, own_flower_and_season, flowers_of


_WHOSE_FLOWERS: Final = {
    pictures: {flower.id: flower for flower in _whose_flowers(flowers)} for pictures, flowers in FLOWERS_BY.items()
}
OWN_FLOWER: Final[Condition] = _WHOSE_FLOWERS[Pictures.BAMBOO_WEST]["own-flower"]
OWN_FLOWER_AND_SEASON: Final[Condition] = _WHOSE_FLOWERS[Pictures.BAMBOO_WEST]["own-flower-and-season"]
FLOWERS_OF: Final[Condition] = _WHOSE_FLOWERS[Pictures.BAMBOO_WEST]["flowers-of"]


def with_pictures(bound: BoundCondition, pictures: Pictures) -> BoundCondition:
    """The condition, or the parts that it combines, of a set of tiles with these pictures."""
    definition = _WHOSE_FLOWERS[pictures].get(bound.definition.id, bound.definition)
    if definition is bound.definition and not bound.parts:
        return bound
    parts = tuple([with_pictures(part, pictures) for part in bound.parts])
    if definition is bound.definition and all(map(is_, parts, bound.parts)):
        return bound
    return bound._replace(definition=definition, parts=parts)


ALL: Final = (
    ONE_SUIT,
    ONE_SUIT_WITH_HONOURS,
    HONOURS_ONLY,
    TERMINALS_AND_HONOURS_NOT_HONOURS_ONLY,
    ONES_AND_NINES_WITH_HONOURS,
    ONES_AND_NINES_OF_ONE_SUIT_WITH_HONOURS,
    ONES_AND_NINES,
    TERMINALS_AND_HONOURS_ONLY,
    SIMPLES_ONLY,
    BONUS_TILES,
    OWN_FLOWER,
    OWN_SEASON,
    FLOWERS_OF,
    ALL_FLOWERS,
    ALL_SEASONS,
    OWN_FLOWER_AND_SEASON,
    IN_ONE_SUIT,
    ONLY_TILES,
)
"""Those of the catalogue."""
