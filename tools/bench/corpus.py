"""The deals that are measured, the same in every run: random ones of the tests' generators, and slow ones."""

import json
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

from tests.support.oracle import deals, modern_deals
from tests.support.oracle.tiles import SUITS, written

Body = dict[str, Any]

EACH: Final = 20
"""Deals of each kind in each rulebook."""
RULESETS: Final = (*deals.RULESETS, *modern_deals.BOOKS)
ORDINARY, ONE_SUIT = "ordinary", "one suit"


class Example(NamedTuple):
    """One request body."""

    kind: str
    ruleset: str
    body: Body


def ordinary(ruleset: str, number: int) -> Body:
    """A random legal deal of four players, won or drawn."""
    rng = Random(f"{ruleset} {number}")
    while True:
        seed = rng.randrange(2**32)
        modern = ruleset in modern_deals.BOOKS
        deal = modern_deals.deal(ruleset, seed) if modern else deals.deal(Random(seed), ruleset, players=4)
        if len(deal["hands"]) == 4:
            return deal


def one_suit(ruleset: str, number: int) -> Body:
    """The slowest ordinary deal: the winner's concealed tiles of one suit can be arranged in several ways."""
    rng = Random(number)
    winners_suit, *suits = rng.sample(SUITS, 3)
    shape = ("11112222333344", "11122233344455", "22233344455566", "22334455667788")[number % 4]
    hands = {"east": {"concealed": f"{shape}{winners_suit}"}}
    for seat, suit in zip(("south", "west"), suits, strict=True):
        hands[seat] = {"concealed": written(rng.sample([f"{n}{suit}" for n in range(1, 10)] * 4, 13))}
    hands["north"] = {"concealed": "1122334455667z"}
    win = {"source": "wall", "tile": f"{shape[4]}{winners_suit}"}
    return {"ruleset": ruleset, "round_wind": "east", "winner": "east", "win": win, "hands": hands}


def body_of(deal: object) -> bytes:
    """A deal as a request body."""
    return json.dumps(deal).encode()


@cache
def corpus(each: int = EACH) -> Sequence[Example]:
    """Ordinary deals of every rulebook, and slow ones of three."""
    makers = {ORDINARY: ordinary, ONE_SUIT: one_suit}
    return [
        Example(kind, ruleset, make(ruleset, number))
        for kind, make in makers.items()
        for ruleset in RULESETS
        if kind == ORDINARY or ruleset in ("harr-1922", "pamphlet", "dmjl")
        for number in range(each)
    ]
