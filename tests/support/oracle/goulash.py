"""Blanks in random deals of a goulash: four at most, one in a pung or among equal concealed tiles, two in a kong."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from tests.support.oracle.tiles import KINDS, parse

BLANKS = 4
NATIVE = ("bmja", "outside-the-box")
"""The rulebooks that play it; others by house rules."""
DECLARED = ("exposed", "claimed_kongs", "concealed_kongs")


def tiles_with_blanks(rng: Random) -> Counter[str]:
    """The tiles of a set, and two more of them, which blanks may stand for."""
    return Counter(KINDS * 4) + Counter(rng.choices(KINDS, k=2))


def with_blanks(rng: Random, request: dict[str, Any]) -> dict[str, Any] | None:
    """A deal without chows on the table as a goulash; None if a tile is left that is there five times."""
    hands = request["hands"]
    there = Counter(parse(request.get("discards", "")))
    places: Counter[tuple[str, str]] = Counter()
    for seat, hand in hands.items():
        declared = [parse(text) for name in DECLARED for text in hand.get(name, ())]
        if any(len(set(each)) > 1 for each in declared):
            return None
        concealed = parse(hand["concealed"])
        there.update([*concealed, *(tile for each in declared for tile in each)])
        places.update({(seat, tile): 1 for tile in concealed})
        places.update((seat, each[0]) for each in declared for _ in range(1 + (len(each) == 4)))
    chosen: list[tuple[str, str]] = []
    for tile in sorted((there - Counter(KINDS * 4)).elements()):
        free = sorted(place for place in (places - Counter(chosen)) if place[1] == tile)
        if not free or len(chosen) == BLANKS:
            return None
        chosen.append(rng.choice(free))
    for _ in range(rng.randint(1, BLANKS) - len(chosen)):
        chosen.append(_preferred(rng, places - Counter(chosen), request["winner"]))
    wild = {seat: "".join(sorted(tile for its, tile in chosen if its == seat)) for seat in hands}
    dealt = {seat: hand | ({"wild": wild[seat]} if wild[seat] else {}) for seat, hand in hands.items()}
    house_rules = {} if request["ruleset"] in NATIVE else {"house_rules": {"legality": {"goulash": True}}}
    return request | {"hands": dealt} | house_rules


def _preferred(rng: Random, free: Mapping[tuple[str, str], int], winner: str | None) -> tuple[str, str]:
    """A place for a blank, often in the winner's hand."""
    its = sorted(place for place in free if place[0] == winner and rng.random() < 0.5)
    return rng.choice(its or sorted(free))
