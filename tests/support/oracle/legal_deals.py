"""Legal deals for rulebooks without a second scorer: wins with their layouts, and deals of other rulebooks."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any, Final

from pung_chow_settlement.domain.layouts.steps import Steps
from pung_chow_settlement.domain.rulebook.rules import layout_of
from pung_chow_settlement.requests.read_deal import read_deal
from pung_chow_settlement.requests.refusals import Refused
from pung_chow_settlement.rulebooks import BUILT_IN
from tests.support.oracle import brute, deals, modern_deals
from tests.support.oracle.layout_reader import Group, random_groups
from tests.support.oracle.tiles import KINDS, SEATS

Json = dict[str, Any]
TILE_LENGTH: Final = 2
"""Characters of one tile; the last tile of a notation is the winning one."""


def has_no_generator(ruleset: str) -> bool:
    """True if neither `deals` nor `modern_deals` generates deals of a rulebook."""
    return ruleset not in brute.LIMIT_HANDS and ruleset not in modern_deals.BOOKS


def random_deals(ruleset: str, label: str, players: tuple[int, ...] = (2, 3, 4)) -> Iterator[Json]:
    """An endless stream of legal deals of any rulebook, deterministic for a given label."""
    if has_no_generator(ruleset):
        return legal_deals(ruleset, players)
    if ruleset in modern_deals.BOOKS:
        stream = (modern_deals.deal(ruleset, seed) for seed in count())
        return (request for request in stream if len(request["hands"]) in players)
    rng = random.Random(f"{ruleset} {label}")
    return (deals.deal(rng, ruleset, players=rng.choice(players)) for _ in count())


def legal_deals(ruleset: str, players: tuple[int, ...] = (2, 3, 4)) -> Iterator[Json]:
    """An endless, deterministic stream of deals that are legal under a rulebook."""
    return (request for request in _all_legal(ruleset) if len(request["hands"]) in players)


def _all_legal(ruleset: str) -> Iterator[Json]:
    for number in count():
        request = _accepted(ruleset, number)
        if request is not None:
            yield request


@cache
def _accepted(ruleset: str, number: int) -> Json | None:
    """The deal with this number; None if the rulebook refuses it."""
    texts = _layouts(ruleset)
    request = _with_layout(ruleset, texts[number // 2 % len(texts)], number) if texts and number % 2 else None
    request = request or _from_other_rulebook(ruleset, number)
    try:
        read_deal(BUILT_IN, request, Steps())
    except Refused:
        return None
    return request


@cache
def _layouts(ruleset: str) -> list[str]:
    found = (layout_of(rule) for rule in BUILT_IN.by_id[ruleset].rulebook.rules)
    return [layout.written.tiles for layout in found if layout is not None]


def _from_other_rulebook(ruleset: str, number: int) -> Json:
    other = modern_deals.BOOKS[number % len(modern_deals.BOOKS)]
    request = modern_deals.deal(other, number)
    return {name: value for name, value in request.items() if name != "options"} | {"ruleset": ruleset}


def _with_layout(ruleset: str, text: str, number: int) -> Json:
    """A self-drawn win with a hand of a layout; the three others hold random tiles."""
    rng = random.Random(f"{ruleset} {number}")
    winner = rng.choice(SEATS)
    groups = random_groups(text, SEATS.index(winner), rng)
    winners_hand = _as_hand(groups)
    left = [kind for kind in KINDS for _ in range(4 - _tiles(groups).count(kind))]
    rng.shuffle(left)
    hands = {seat: {"concealed": "".join(left[place * 13 :][:13])} for place, seat in enumerate(SEATS)}
    return {
        "ruleset": ruleset,
        "round_wind": rng.choice(SEATS),
        "winner": winner,
        "win": {"source": "wall", "tile": winners_hand["concealed"][-TILE_LENGTH:]},
        "hands": hands | {winner: winners_hand},
    }


def _tiles(groups: list[Group]) -> list[str]:
    return [tile for group in groups for tile in group.tiles]


def _as_hand(groups: list[Group]) -> Json:
    kongs = ["".join(group.tiles) for group in groups if group.what == "kong"]
    return {"concealed": "".join(_tiles([g for g in groups if g.what != "kong"])), "concealed_kongs": kongs}
