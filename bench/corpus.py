"""A corpus of deals made by a seeded generator: request bodies by class and rulebook, always the same.

Every class is dealt out of one wall of 136 tiles and eight flowers and seasons, so that each deal could have been
played; those of the class `bad` are then spoiled, each in one of a few ways.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from service.domain.divide import divisions
from service.domain.hand import HAND_TILES
from service.domain.rulebook import ALL, BY_ID
from service.domain.seats import SEAT_NAMES
from service.domain.shapes import (
    GATES,
    KNITTING,
    PAIRS_OF_HEADS,
    SNAKE_WITH_WINDS,
    THIRTEEN_HEADS,
    TRIPLE_KNITTING,
)
from service.domain.tiles import BONUS_TILES, COPIES, DRAGONS, FIRST_WIND, HEADS, NAMES, PLAYING_TILES, WINDS, write

Body = dict[str, Any]
Tiles = list[int]

EACH: Final = 20
"""Deals of each class in each rulebook."""
SEED: Final = 1922
CLASSES: Final = ("declared sets", "all concealed", "one suit", "limit hands", "drawn", "bad")
MOST_AMBIGUOUS: Final = ((1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4), 3)
"""Of all 13,259 complete one-suit hands: most arrangements (four divisions, eight places), and where it is won."""


class Example(NamedTuple):
    """One request body of the corpus."""

    kind: str
    ruleset: str
    body: Body


class Wall:
    """The tiles that are not dealt yet."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.left = list(COPIES)

    def take(self, tiles: Sequence[int]) -> bool:
        """Take these tiles, where they are left."""
        if any(self.left[tile] < tiles.count(tile) for tile in tiles):
            return False
        for tile in tiles:
            self.left[tile] -= 1
        return True

    def draw(self, number: int, kinds: Iterable[int] = PLAYING_TILES) -> Tiles:
        """Draw tiles of some kinds as they come."""
        pile = [tile for tile in kinds for _ in range(self.left[tile])]
        drawn = self.rng.sample(pile, number)
        self.take(drawn)
        return drawn

    def draw_set(self, shapes: str = "chow pung", kinds: Sequence[int] = PLAYING_TILES) -> Tiles:
        """Draw a chow, pung, kong or pair of some kinds."""
        while True:
            tile, shape = self.rng.choice(kinds), self.rng.choice(shapes.split())
            tiles = [tile, tile + 1, tile + 2] if shape == "chow" else [tile] * {"pair": 2, "pung": 3, "kong": 4}[shape]
            a_chow = shape != "chow" or (tile < FIRST_WIND and tile % 9 < 7)
            if a_chow and self.take(tiles):
                return tiles

    def draw_winning_sets(
        self, ruleset: str, shapes: Sequence[str], kinds: Sequence[int] = PLAYING_TILES
    ) -> list[Tiles]:
        """Draw the sets of a winner's hand, no more chows among them than the rulebook allows."""
        chows_left = BY_ID[ruleset].plain.ways.most_chows
        drawn = []
        for shape in shapes:
            drawn.append(self.draw_set(shape if chows_left else shape.replace("chow", "pung"), kinds))
            chows_left -= len(set(drawn[-1])) > 1
        return drawn

    def draw_bonus(self) -> Tiles:
        """Draw one flower or season, or none."""
        return self.draw(self.rng.choice((0, 0, 1)), BONUS_TILES)


# Hands


def _hand(
    concealed: Tiles, exposed: Sequence[Tiles] = (), kongs: Sequence[Tiles] = (), bonus: Sequence[int] = ()
) -> Body:
    hand: Body = {"concealed": write(concealed)}
    if exposed:
        hand["exposed"] = [write(each) for each in exposed]
    if kongs:
        hand["concealed_kongs"] = [write(each) for each in kongs]
    if bonus:
        hand["bonus"] = write(bonus)
    return hand


def _table_hand(wall: Wall) -> Body:
    """The hand of a player who did not win, some of it on the table."""
    exposed = [wall.draw_set("chow pung pung kong") for _ in range(wall.rng.randint(1, 3))]
    return _hand(wall.draw(HAND_TILES - 3 * len(exposed)), exposed, bonus=wall.draw_bonus())


def _rack_hand(wall: Wall) -> Body:
    """The hand of a player who did not win, nothing on the table: a pung, a pair, and what came."""
    return _hand(wall.draw_set("pung") + wall.draw_set("pair") + wall.draw(HAND_TILES - 5), bonus=wall.draw_bonus())


_SUITS: Final = (range(9), range(9, 18), range(18, 27))


def _suit(rng: Random) -> range:
    return rng.choice(_SUITS)


# Deals


def _deal(wall: Wall, ruleset: str, won: Body, source: str, tile: int, others: Callable[[Wall], Body]) -> Body:
    """A deal that the hand `won` has won, its winning tile by `source`, and hands for the other three."""
    rng = wall.rng
    winner, discarder, *_ = rng.sample(SEAT_NAMES, 4)
    win: Body = {"source": source, "tile": NAMES[tile]}
    if source == "discard":
        win["discarder"] = discarder
    if source == "original-hand":
        winner, win = "east", {"source": source}
    hands = {seat: won if seat == winner else others(wall) for seat in SEAT_NAMES}
    return _body(rng, ruleset, winner, hands) | {"win": win}


def _body(rng: Random, ruleset: str, winner: str | None, hands: Body) -> Body:
    return {"ruleset": ruleset, "round_wind": rng.choice(SEAT_NAMES), "winner": winner, "hands": hands}


def declared_sets(rng: Random, ruleset: str, _: int) -> Body:
    """Won with three sets on the table, the others' hands in part on the table too: most deals."""
    wall = Wall(rng)
    *exposed, last = wall.draw_winning_sets(ruleset, ["chow pung pung kong"] * 3 + ["chow pung"])
    concealed = last + wall.draw_set("pair")
    won = _hand(concealed, exposed, bonus=wall.draw_bonus())
    return _deal(wall, ruleset, won, rng.choice(("discard", "wall")), rng.choice(concealed), _table_hand)


def all_concealed(rng: Random, ruleset: str, _: int) -> Body:
    """Nobody has a set on the table."""
    wall = Wall(rng)
    pair = wall.draw_set("pair")
    concealed = sum(wall.draw_winning_sets(ruleset, ["chow pung"] * 4), pair)
    won = _hand(concealed, bonus=wall.draw_bonus())
    return _deal(wall, ruleset, won, rng.choice(("discard", "wall")), rng.choice(concealed), _rack_hand)


def one_suit(rng: Random, ruleset: str, number: int) -> Body:
    """Fourteen concealed tiles of one suit that divide in several ways; the first is the most ambiguous of all."""
    wall, suit = Wall(rng), _suit(rng)
    if number == 0:
        shape, at = MOST_AMBIGUOUS
        concealed, tile = [suit[each] for each in shape], suit[at - 1]
    else:
        concealed = max((_one_suit_hand(rng, suit, ruleset) for _ in range(20)), key=_ambiguity)
        tile = rng.choice(concealed)
    wall.take(concealed)
    return _deal(wall, ruleset, _hand(concealed), rng.choice(("discard", "wall")), tile, _rack_hand)


def _one_suit_hand(rng: Random, suit: range, ruleset: str) -> Tiles:
    wall = Wall(rng)
    pair = wall.draw_set("pair", suit)
    return sum(wall.draw_winning_sets(ruleset, ["chow chow pung"] * 4, suit), pair)


def _ambiguity(concealed: Tiles) -> int:
    return len(divisions(tuple(sorted(concealed)), 4))


def limit_hands(rng: Random, ruleset: str, number: int) -> Body:
    """Hands that score the limit in one rulebook or another, each kind in turn."""
    wall = Wall(rng)
    shapes = BY_ID[ruleset].rulebook.shapes
    kinds = (*_OF_SETS, *(make for shape, make in _OF_A_SHAPE.items() if shape in shapes))
    won, source, tile = kinds[number % len(kinds)](wall, ruleset)
    return _deal(wall, ruleset, won, source, tile, _rack_hand)


Won = tuple[Body, str, int]


def _honours(wall: Wall, _: str) -> Won:
    concealed = sum((wall.draw_set("pung", range(27, 34)) for _ in range(4)), wall.draw_set("pair", range(27, 34)))
    return _hand(concealed), "discard", concealed[0]


def _kongs(wall: Wall, _: str) -> Won:
    exposed, kongs = ([wall.draw_set("kong") for _ in range(2)] for _ in range(2))
    pair = wall.draw_set("pair")
    return _hand(pair, exposed, kongs), "loose-tile", pair[0]


def _winds(wall: Wall, _: str) -> Won:
    exposed = [wall.draw_set("pung", WINDS) for _ in range(3)]
    (fourth,) = (wind for wind in WINDS if wall.left[wind] == 4)
    wall.take([fourth, fourth])
    return _hand([*wall.draw_set(), fourth, fourth], exposed), "discard", fourth


def _dragons(wall: Wall, _: str) -> Won:
    exposed = [wall.draw_set("pung", DRAGONS) for _ in range(2)]
    third = wall.draw_set("pung", DRAGONS)
    return _hand(third + wall.draw_set() + wall.draw_set("pair"), exposed), "discard", third[0]


def _heads(wall: Wall, _: str) -> Won:
    heads = sorted(HEADS)
    exposed = [wall.draw_set("pung", heads) for _ in range(3)]
    concealed = wall.draw_set("pung", heads) + wall.draw_set("pair", heads)
    return _hand(concealed, exposed), "discard", concealed[0]


def _nine_gates(wall: Wall, ruleset: str) -> Won:
    suit = _suit(wall.rng)
    extra = wall.rng.choice(suit[1:-1] if GATES in BY_ID[ruleset].rulebook.shapes else suit)
    concealed = [*suit, *(suit[place] for place in (0, 0, 8, 8)), extra]
    wall.take(concealed)
    return _hand(concealed), "wall", extra


def _pungs(wall: Wall, _: str) -> Won:
    concealed = sum((wall.draw_set("pung") for _ in range(4)), wall.draw_set("pair"))
    return _hand(concealed), "wall", concealed[0]


def _dealt(wall: Wall, ruleset: str) -> Won:
    pair = wall.draw_set("pair")
    concealed = sum(wall.draw_winning_sets(ruleset, ["chow pung"] * 4), pair)
    return _hand(concealed), "original-hand", concealed[0]


def _thirteen_heads(wall: Wall, _: str) -> Won:
    extra = wall.rng.choice(sorted(HEADS))
    concealed = [*HEADS, extra]
    wall.take(concealed)
    return _hand(concealed), "wall", extra


def _pairs_of_heads(wall: Wall, _: str) -> Won:
    concealed = [head for head in wall.rng.sample(sorted(HEADS), 7) for _ in range(2)]
    wall.take(concealed)
    return _hand(concealed), "wall", concealed[0]


def _knitting(wall: Wall, _: str) -> Won:
    suits = wall.rng.sample(_SUITS, 2)
    concealed = [suit[number] for number in wall.rng.sample(range(9), 7) for suit in suits]
    wall.take(concealed)
    return _hand(concealed), "wall", concealed[0]


def _triple_knitting(wall: Wall, _: str) -> Won:
    *fours, two = wall.rng.sample(range(9), 5)
    concealed = [suit[number] for number in fours for suit in _SUITS] + [suit[two] for suit in _SUITS[:2]]
    wall.take(concealed)
    return _hand(concealed), "wall", concealed[0]


def _snake_with_winds(wall: Wall, _: str) -> Won:
    suit = _suit(wall.rng)
    concealed = [suit[0], *suit, *WINDS]
    wall.take(concealed)
    return _hand(concealed), "wall", concealed[-1]


_OF_SETS: Final = (_honours, _kongs, _winds, _dragons, _heads, _nine_gates, _pungs, _dealt)
_OF_A_SHAPE: Final = {
    THIRTEEN_HEADS: _thirteen_heads,
    PAIRS_OF_HEADS: _pairs_of_heads,
    KNITTING: _knitting,
    TRIPLE_KNITTING: _triple_knitting,
    SNAKE_WITH_WINDS: _snake_with_winds,
}


def drawn(rng: Random, ruleset: str, _: int) -> Body:
    """Nobody has won."""
    wall = Wall(rng)
    return _body(rng, ruleset, None, {seat: rng.choice((_table_hand, _rack_hand))(wall) for seat in SEAT_NAMES})


def bad(rng: Random, ruleset: str, number: int) -> Body:
    """A deal with declared sets, spoiled in one of a few ways in turn."""
    body = declared_sets(rng, ruleset, number)
    spoil = (_five_of_a_tile, _incomplete, _tile_too_many, _slip_of_the_pen, _unknown_members, _winner_discards)
    spoil[number % len(spoil)](body)
    return body


def _winner_of(body: Body) -> Body:
    won: Body = body["hands"][body["winner"]]
    return won


def _five_of_a_tile(body: Body) -> None:
    body["discards"] = body["win"]["tile"] * 5


def _incomplete(body: Body) -> None:
    _winner_of(body)["concealed"] = "147m2z" + body["win"]["tile"]


def _tile_too_many(body: Body) -> None:
    _winner_of(body)["concealed"] += "1z"


def _slip_of_the_pen(body: Body) -> None:
    won = _winner_of(body)
    won["concealed"] = won["concealed"].replace(won["concealed"][-1], "x")


def _unknown_members(body: Body) -> None:
    won = _winner_of(body)
    body["roundwind"] = body.pop("round_wind")
    won["exposd"] = won.pop("exposed")


def _winner_discards(body: Body) -> None:
    body["win"] |= {"source": "discard", "discarder": body["winner"]}


_MAKERS: Final = (declared_sets, all_concealed, one_suit, limit_hands, drawn, bad)


def corpus(each: int = EACH, seed: int = SEED) -> list[Example]:
    """The corpus, every class in every rulebook, the same for the same seed."""
    return [
        Example(kind, rulebook.id, make(Random(f"{seed} {kind} {rulebook.id} {number}"), rulebook.id, number))
        for kind, make in zip(CLASSES, _MAKERS, strict=True)
        for rulebook in ALL
        for number in range(each)
    ]
