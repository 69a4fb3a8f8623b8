"""A finished deal as another program scored and settled it, and the request that asks this service the same.

Nothing here imports the service: what a peer said must not pass through the code that is checked.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

Json = dict[str, Any]

SEATS: Final = ("east", "south", "west", "north")
SETS_OF: Final = {"chow": 3, "pung": 3, "kong": 4, "pair": 2}
SOURCES: Final = {
    "wall": "wall",
    "discard": "discard",
    "loose": "loose-tile",
    "robbed-kong": "robbed-kong",
    "dealt": "original-hand",
}
"""A peer's word for where the winning tile came from, and the contract's: the one place that names them."""
FROM_A_PLAYER: Final = ("discard", "robbed-kong")
_GROUP: Final = re.compile(r"([1-9]+)([mpszfy])")
_ORDER: Final = "mpszfy"


@dataclass(frozen=True)
class DeclaredSet:
    """A set or pair as its player declared it; `open` where it lies face up, the winning tile's set included."""

    kind: str
    tiles: str
    open: bool = False
    added: bool = False
    """A kong made of an exposed pung, as against one that was claimed whole."""

    @property
    def is_concealed_kong(self) -> bool:
        return self.kind == "kong" and not self.open

    @property
    def is_claimed_kong(self) -> bool:
        return self.kind == "kong" and self.open and not self.added


@dataclass(frozen=True)
class PeerScore:
    """A hand's score; points and doubles are absent where the peer told a limit hand only."""

    score: int
    points: int | None = None
    doubles: int | None = None
    limit_hands: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


@dataclass(frozen=True)
class PeerHand:
    """One seat's tiles at the end; `rest` is what was declared in no set. `net` is what the seat won or lost."""

    sets: tuple[DeclaredSet, ...]
    rest: str
    bonus: str
    score: PeerScore
    net: int


@dataclass(frozen=True)
class PeerWin:
    """How the deal was won; `source` is a key of SOURCES, `completes` the set made with a claimed tile."""

    seat: str
    tile: str
    source: str
    discarder: str | None = None
    completes: str | None = None
    last_tile: bool = False
    first_discard: bool = False
    original_call: bool = False
    kong_upon_kong: bool = False


@dataclass(frozen=True)
class PeerDeal:
    """A won deal. `discards` is the pile without claimed tiles; `cannoner` pays for all; `rules` names the options."""

    name: str
    rules: str
    round_wind: str
    east_wins_before: int
    win: PeerWin
    hands: Mapping[str, PeerHand]
    discards: str
    cannoner: str | None = None


@dataclass(frozen=True)
class Asked:
    """What a settlement is asked by: the rulebook, its options and, where the peer has such, house rules."""

    ruleset: str
    options: Json = field(default_factory=dict)
    house_rules: Json | None = None


def tiles_of(written: str) -> list[str]:
    """Each tile of a text in the README's notation: `23m5z` is 2m, 3m, 5z."""
    return [digit + suit for digits, suit in _GROUP.findall(written) for digit in digits]


def write(tiles: Iterable[str]) -> str:
    """Tiles in the README's notation, sorted."""
    ordered = sorted(tiles, key=lambda tile: (_ORDER.index(tile[1]), tile[0]))
    return "".join(
        "".join(tile[0] for tile in ordered if tile[1] == suit) + suit
        for suit in _ORDER
        if any(tile[1] == suit for tile in ordered)
    )


def settlement_request(deal: PeerDeal, asked: Asked) -> Json:
    """The deal as this service is asked to settle it."""
    request = {
        "ruleset": asked.ruleset,
        "options": asked.options,
        "round_wind": deal.round_wind,
        "winner": deal.win.seat,
        "win": _win(deal),
        "hands": {seat: _hand(deal, seat) for seat in SEATS},
        "discards": deal.discards,
    }
    return request if asked.house_rules is None else request | {"house_rules": asked.house_rules}


def _win(deal: PeerDeal) -> Json:
    win = deal.win
    told: Json = {"source": SOURCES[win.source]}
    if win.source != "dealt":
        told["tile"] = win.tile
    if win.source in FROM_A_PLAYER:
        told["discarder"] = win.discarder
    if win.last_tile:
        told["last_discard" if win.source == "discard" else "last_tile"] = True
    if win.seat == "east" and deal.east_wins_before:
        told["consecutive_wins"] = deal.east_wins_before + 1
    if deal.cannoner is not None:
        told["dangerous_discard_by"] = deal.cannoner
    flags = {
        "first_discard": win.first_discard,
        "original_call": win.original_call,
        "kong_upon_kong": win.kong_upon_kong,
    }
    return told | {name: True for name, true in flags.items() if true}


def _hand(deal: PeerDeal, seat: str) -> Json:
    hand = deal.hands[seat]
    laid = laid_sets(deal, seat)
    standing = _without(hand.sets, laid)
    told: Json = {
        "concealed": write(tiles_of(hand.rest + "".join(each.tiles for each in standing))),
        "exposed": [each.tiles for each in laid if each.open and not each.is_claimed_kong],
        "claimed_kongs": [each.tiles for each in laid if each.is_claimed_kong],
        "concealed_kongs": [each.tiles for each in laid if each.is_concealed_kong],
        "bonus": hand.bonus,
    }
    return {name: value for name, value in told.items() if value or name == "concealed"}


def laid_sets(deal: PeerDeal, seat: str) -> list[DeclaredSet]:
    """What lay on the table before the winning tile came: open sets and kongs, not the set that it completed."""
    laid = [each for each in deal.hands[seat].sets if each.open or each.is_concealed_kong]
    if seat == deal.win.seat and deal.win.completes is not None:
        completed = next(each for each in laid if each.open and each.tiles == deal.win.completes)
        laid.remove(completed)
    return laid


def _without(sets: Iterable[DeclaredSet], laid: Iterable[DeclaredSet]) -> Iterator[DeclaredSet]:
    left = Counter(sets)
    left.subtract(laid)
    return left.elements()


# What holds of every deal, whoever played it


def flaws(deal: PeerDeal) -> list[str]:
    """What cannot be true of a finished deal: wrong numbers of tiles, sums that do not add up."""
    told = [] if sum(hand.net for hand in deal.hands.values()) == 0 else ["the payments do not sum to zero"]
    held = Counter(tile for hand in deal.hands.values() for tile in _held(hand)) + Counter(tiles_of(deal.discards))
    told += [f"{tile} {count} times" for tile, count in held.items() if count > (1 if tile[1] in "fy" else 4)]
    for seat, hand in deal.hands.items():
        told += [f"{seat}: {flaw}" for flaw in _flaws_of(hand, wins=seat == deal.win.seat)]
    return told


def _held(hand: PeerHand) -> list[str]:
    return tiles_of(hand.rest + hand.bonus + "".join(each.tiles for each in hand.sets))


def _flaws_of(hand: PeerHand, *, wins: bool) -> Iterator[str]:
    playing = len(_held(hand)) - len(tiles_of(hand.bonus)) - sum(each.kind == "kong" for each in hand.sets)
    if playing != 13 + wins:
        yield f"{playing} tiles"
    if wins and hand.rest:
        yield "the winner has tiles in no set"
    yield from (f"{each.tiles} is no {each.kind}" for each in hand.sets if not is_set(each.kind, each.tiles))


def is_set(kind: str, written: str) -> bool:
    """Whether tiles are a set of this kind; a whole hand of its own shape, as thirteen wonders, is taken as told."""
    tiles = tiles_of(written)
    if kind not in SETS_OF:
        return True
    if len(tiles) != SETS_OF[kind]:
        return False
    if kind != "chow":
        return len(set(tiles)) == 1
    numbers = sorted(int(tile[0]) for tile in tiles)
    in_sequence = numbers == [*range(numbers[0], numbers[0] + 3)]
    return in_sequence and len({tile[1] for tile in tiles}) == 1 and tiles[0][1] in "mps"
