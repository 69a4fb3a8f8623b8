"""Legal deals with one tile wrong: replaced, multiplied, dropped, moved or exchanged, or one set laid down or taken up.

A deal is the JSON of `POST /v1/settlements`; all of its members and strings that hold tiles are found here and nowhere
else.
"""

import copy
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any, NamedTuple

from tests.oracle import living_deals
from tests.oracle.brute import KINDS, parse, written
from tests.oracle.deals import BONUS, RULESETS, deal

Json = dict[str, Any]
ALL_RULESETS = (*RULESETS, *living_deals.BOOKS)
"""The judge of legality knows the first ones only; the others' answers are held to one another."""
OF_EACH_DEAL = 20
"""Wrong deals made of one legal one: dealing costs more than settling."""


class Place(NamedTuple):
    """A string of tiles in a deal: the object or list that holds it, and under which name."""

    holder: Any
    name: Any

    @property
    def tiles(self) -> list[str]:
        return list(parse(self.holder[self.name]))

    def put(self, tiles: list[str]) -> None:
        self.holder[self.name] = written(tiles)


def places(request: Json, empty: bool = False) -> list[Place]:
    """Every string of tiles in the deal; those that could stand there too, where `empty`."""
    found = []
    for hand in request["hands"].values():
        found += [Place(hand, "concealed"), Place(hand, "bonus")]
        for name in ("exposed", "claimed_kongs", "concealed_kongs"):
            sets = hand.get(name)
            if isinstance(sets, list):
                found += [Place(sets, index) for index in range(len(sets))]
    found += [Place(request, "discards"), Place(request.get("win", {}), "tile")]
    if empty:
        for place in found:
            if isinstance(place.holder, dict) and place.holder is not request.get("win"):
                place.holder.setdefault(place.name, "")
    return [place for place in found if not isinstance(place.holder, dict) or place.name in place.holder]


def some_place(rng: Random, request: Json) -> Place:
    """A place with a tile in it; now and then a favourite: the winner's standing tiles."""
    if request["winner"] and rng.random() < 0.3:
        winners = Place(request["hands"][request["winner"]], "concealed")
        if winners.tiles:
            return winners
    return rng.choice([place for place in places(request) if place.tiles])


def some_tile(rng: Random, request: Json) -> str:
    """Any tile, or one that is in the deal already, so that it is soon one too many."""
    if rng.random() < 0.5:
        return rng.choice(some_place(rng, request).tiles)
    return rng.choice(KINDS if rng.random() < 0.9 else BONUS)


def replace(rng: Random, request: Json) -> None:
    place = some_place(rng, request)
    tiles = place.tiles
    tiles[rng.randrange(len(tiles))] = some_tile(rng, request)
    place.put(tiles)


def multiply(rng: Random, request: Json) -> None:
    place = some_place(rng, request)
    tiles = place.tiles
    place.put(tiles + [rng.choice(tiles)] * rng.choice((1, 1, 1, 2, 3, 4, 8)))


def drop(rng: Random, request: Json) -> None:
    place = some_place(rng, request)
    tiles = place.tiles
    del tiles[rng.randrange(len(tiles))]
    place.put(tiles)


def move(rng: Random, request: Json) -> None:
    source = some_place(rng, request)
    tiles = source.tiles
    tile = tiles.pop(rng.randrange(len(tiles)))
    source.put(tiles)
    target = rng.choice(places(request, empty=True))
    target.put([*target.tiles, tile])


def exchange(rng: Random, request: Json) -> None:
    one, other = some_place(rng, request), some_place(rng, request)
    ones, others = one.tiles, other.tiles
    at, there = rng.randrange(len(ones)), rng.randrange(len(others))
    ones[at], others[there] = others[there], ones[at]
    other.put(others)
    one.put(ones)


def alike(rng: Random, request: Json) -> None:
    """Two to fourteen tiles of a place become one tile, so that there are five and more alike."""
    place = some_place(rng, request)
    tiles = place.tiles
    chosen = rng.sample(range(len(tiles)), rng.randint(min(2, len(tiles)), len(tiles)))
    for index in chosen:
        tiles[index] = tiles[chosen[0]]
    place.put(tiles)


def lay_down(rng: Random, request: Json) -> None:
    """Three or four tiles of a hand are laid on the table, set or no set."""
    hand = rng.choice(list(request["hands"].values()))
    tiles = list(parse(hand["concealed"]))
    alike = [tile for tile in set(tiles) if tiles.count(tile) >= 3]
    size = min(len(tiles), rng.choice((3, 3, 4)))
    part = [tile for tile in tiles if tile == min(alike)][:size] if alike else rng.sample(tiles, size)
    for tile in part:
        tiles.remove(tile)
    hand["concealed"] = written(tiles)
    hand.setdefault(rng.choice(("exposed", "exposed", "concealed_kongs")), []).append(written(part))


def take_up(rng: Random, request: Json) -> None:
    """A set goes from the table into the hand, is called a kong of the other sort, or becomes another set."""
    hands = [hand for hand in request["hands"].values() if hand.get("exposed") or hand.get("concealed_kongs")]
    if not hands:
        lay_down(rng, request)
        return
    hand = rng.choice(hands)
    name = rng.choice([name for name in ("exposed", "concealed_kongs") if hand.get(name)])
    index = rng.randrange(len(hand[name]))
    part = hand[name][index]
    what = rng.choice(("hand", "sort", "other"))
    if what == "other":
        hand[name][index] = written([rng.choice(KINDS)] * len(parse(part)))
        return
    del hand[name][index]
    if what == "hand":
        hand["concealed"] = written(parse(hand["concealed"] + part))
    else:
        hand.setdefault("concealed_kongs" if name == "exposed" else "exposed", []).append(part)


CHANGES: dict[Callable[[Random, Json], None], int] = {
    replace: 5,
    multiply: 3,
    drop: 2,
    move: 5,
    exchange: 3,
    alike: 2,
    lay_down: 2,
    take_up: 2,
}


def one_tile_wrong(rng: Random, legal: Json) -> Json:
    """A copy of a deal with one thing changed in its tiles; now and then it is legal all the same."""
    request = copy.deepcopy(legal)
    change = rng.choices(list(CHANGES), list(CHANGES.values()))[0]
    change(rng, request)
    return request


def legal_deal(rng: Random, ruleset: str) -> Json:
    """A legal deal of any rulebook."""
    if ruleset in living_deals.BOOKS:
        return living_deals.deal(ruleset, rng.randrange(2**32))
    return deal(rng, ruleset, players=rng.choice((2, 3, 4, 4, 4)))


def wrong_deals(seed: str) -> Iterator[Json]:
    """Deals with one tile wrong without end, in all rulebooks by turns, the same for the same seed."""
    rng = Random(seed)
    for number in count():
        legal = legal_deal(rng, ALL_RULESETS[number % len(ALL_RULESETS)])
        for _ in range(OF_EACH_DEAL):
            yield one_tile_wrong(rng, legal)
