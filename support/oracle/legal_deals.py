"""Legal deals for rulebooks without a second scorer: wins of their layouts, and deals of other rulebooks."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any, Final

from service.domain.rulebook.whole_hands import layout_of
from service.requests.refusals import Refused
from service.requests.requests import read_deal
from service.rulebooks import BY_ID
from support.oracle import brute, deals, modern_deals
from support.oracle.layout_reader import KINDS, Taken, drawn

Json = dict[str, Any]
SEATS: Final = ("east", "south", "west", "north")
LAST_TILES: Final = 2
"""The characters of one tile, to cut the last tile, which wins, from the notation."""


def has_no_drawer(ruleset: str) -> bool:
    """Whether neither `deals` nor `modern_deals` generates deals of a rulebook."""
    return ruleset not in brute.LIMIT_HANDS and ruleset not in modern_deals.BOOKS


def random_deals(ruleset: str, label: str, players: tuple[int, ...] = (2, 3, 4)) -> Iterator[Json]:
    """An endless stream of legal deals of any rulebook; for the same label it is the same."""
    if has_no_drawer(ruleset):
        return legal_deals(ruleset, players)
    if ruleset in modern_deals.BOOKS:
        made = (modern_deals.deal(ruleset, seed) for seed in count())
        return (request for request in made if len(request["hands"]) in players)
    rng = random.Random(f"{ruleset} {label}")
    return (deals.deal(rng, ruleset, players=rng.choice(players)) for _ in count())


def legal_deals(ruleset: str, players: tuple[int, ...] = (2, 3, 4)) -> Iterator[Json]:
    """An endless stream of deals that are legal under a rulebook, the same for each call."""
    return (request for request in _all_legal(ruleset) if len(request["hands"]) in players)


def _all_legal(ruleset: str) -> Iterator[Json]:
    for number in count():
        kept = _kept(ruleset, number)
        if kept is not None:
            yield kept


@cache
def _kept(ruleset: str, number: int) -> Json | None:
    """The deal of this number, if the rulebook accepts it."""
    texts = _layouts(ruleset)
    request = _of_a_layout(ruleset, texts[number // 2 % len(texts)], number) if texts and number % 2 else None
    request = request or _of_another(ruleset, number)
    try:
        read_deal(request)
    except Refused:
        return None
    return request


@cache
def _layouts(ruleset: str) -> list[str]:
    found = (layout_of(rule) for rule in BY_ID[ruleset].rulebook.rules)
    return [str(layout.tiles) for layout in found if layout is not None]


def _of_another(ruleset: str, number: int) -> Json:
    other = modern_deals.BOOKS[number % len(modern_deals.BOOKS)]
    request = modern_deals.deal(other, number)
    return {name: value for name, value in request.items() if name != "options"} | {"ruleset": ruleset}


def _of_a_layout(ruleset: str, text: str, number: int) -> Json:
    """A win from the wall among four players with a hand of a layout; the others hold random tiles."""
    chance = random.Random(f"{ruleset} {number}")
    winner = chance.choice(SEATS)
    groups = drawn(text, SEATS.index(winner), chance)
    won = _as_hand(groups)
    left = [kind for kind in KINDS for _ in range(4 - _tiles(groups).count(kind))]
    chance.shuffle(left)
    hands = {seat: {"concealed": "".join(left[place * 13 :][:13])} for place, seat in enumerate(SEATS)}
    return {
        "ruleset": ruleset,
        "round_wind": chance.choice(SEATS),
        "winner": winner,
        "win": {"source": "wall", "tile": won["concealed"][-LAST_TILES:]},
        "hands": hands | {winner: won},
    }


def _tiles(groups: list[Taken]) -> list[str]:
    return [tile for group in groups for tile in group.tiles]


def _as_hand(groups: list[Taken]) -> Json:
    kongs = ["".join(group.tiles) for group in groups if group.what == "kong"]
    return {"concealed": "".join(_tiles([g for g in groups if g.what != "kong"])), "concealed_kongs": kongs}
