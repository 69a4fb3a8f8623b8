"""Random deals for the modern rulebooks, legal by construction, with many rare hands.

A deal depends on its rulebook and seed only. Winners are built from plans (ordinary hands of a palette of kinds, every
special shape), circumstances are chosen to fit, and losers wait for special hands more often than in play.
"""

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tests.support.oracle.goulash import tiles_with_blanks, with_blanks
from tests.support.oracle.modern import NotCompleteError, settle
from tests.support.oracle.modern_tiles import GREEN
from tests.support.oracle.tiles import DRAGONS, HONOURS, KINDS, MAJORS, SEATS, TERMINALS, WINDS, written

BOOKS = ("millington", "bmja", "dmjl")
PENALIZING = ("millington", "dmjl")
"""The rulebooks with a penalty for a dangerous discard."""
CACHED = 4096
"""Size of the cache: many tests use the deals of the first seeds, and each takes ten milliseconds."""


class NoSuchDealError(Exception):
    """Raised if the tiles left do not allow the plan."""


@dataclass
class Bag:
    """The tiles that are in no hand."""

    rng: random.Random
    left: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(KINDS, 4)))
    chows: bool = True
    """True if sets may be chows; not in a goulash."""

    def take(self, some: list[str]) -> list[str]:
        """Take these tiles out."""
        if Counter(some) - self.left:
            raise NoSuchDealError(some)
        self.left -= Counter(some)
        return some

    def any(self, n: int) -> list[str]:
        """Take any tiles out."""
        return self.take(self.rng.sample(sorted(self.left.elements()), n))


@dataclass
class Built:
    """A hand under construction; `parts` are the parts that are not declared."""

    parts: list[list[str]] = field(default_factory=list)
    exposed: list[list[str]] = field(default_factory=list)
    claimed_kongs: list[list[str]] = field(default_factory=list)
    concealed_kongs: list[list[str]] = field(default_factory=list)
    bonus: list[str] = field(default_factory=list)
    dead: bool = False
    partial: bool = False
    original_call: bool = False
    lacks_one: bool = False
    """True if it lacks one tile of a complete hand."""

    @property
    def allows_original_call(self) -> bool:
        """True if an original call is possible with these tiles."""
        return self.nothing_claimed and (self.lacks_one or self.dead or self.partial)

    @property
    def concealed(self) -> list[str]:
        """Its tiles that are not declared."""
        return [t for part in self.parts for t in part]

    @property
    def untouched(self) -> bool:
        """True if nothing is declared."""
        return not (self.exposed or self.claimed_kongs or self.concealed_kongs)

    @property
    def nothing_claimed(self) -> bool:
        """True if no set of it was claimed."""
        return not (self.exposed or self.claimed_kongs)

    @property
    def kongs(self) -> int:
        """How many kongs it has."""
        return sum(len(s) == 4 for s in self.exposed) + len(self.claimed_kongs) + len(self.concealed_kongs)

    @property
    def has_claimed_kongs_only(self) -> bool:
        """True if all its kongs are claimed kongs."""
        return self.kongs == len(self.claimed_kongs)

    def as_json(self) -> dict[str, Any]:
        """The hand as a member of a request."""
        hand: dict[str, Any] = {"concealed": written(self.concealed)}
        for name in ("exposed", "claimed_kongs", "concealed_kongs"):
            if getattr(self, name):
                hand[name] = [written(s) for s in getattr(self, name)]
        if self.bonus:
            hand["bonus"] = written(self.bonus)
        hand |= {name: True for name in ("dead", "partial", "original_call") if getattr(self, name)}
        return hand


# palettes and plans of hands


def palette(rng: random.Random) -> list[str]:
    """A random selection of kinds to make a hand of."""
    of = rng.choice("mps")
    suit = tuple(t for t in KINDS if t[1] == of)
    minors = tuple(t for t in KINDS if t not in MAJORS)
    choices = [KINDS, KINDS, suit, suit + HONOURS, MAJORS, HONOURS, TERMINALS, GREEN, minors, suit + DRAGONS + WINDS]
    return [*rng.choice(choices)]


def a_set(bag: Bag, kinds: list[str], chow: bool, kong: bool) -> list[str]:
    """A chow, pung or kong of some kinds."""
    tile = bag.rng.choice(kinds)
    if not (chow and bag.chows):
        return bag.take([tile] * (4 if kong else 3))
    run = [f"{int(tile[0]) + k}{tile[1]}" for k in range(3)]
    if tile[1] == "z" or not set(run) <= set(kinds):
        raise NoSuchDealError(tile)
    return bag.take(run)


def declare(built: Built, meld: list[str], rng: random.Random, open_chance: float) -> None:
    """Add a set to the hand: a kong declared in any way, another exposed with this chance."""
    if len(meld) == 4:
        rng.choice([built.exposed, built.claimed_kongs, built.concealed_kongs]).append(meld)
    elif rng.random() < open_chance:
        built.exposed.append(meld)
    else:
        built.parts.append(meld)


def of_sets(bag: Bag, kinds: list[str], chows: int, kong_chance: float, open_chance: float) -> Built:
    """Four sets and a pair; `chows` of the sets are chows."""
    rng, built = bag.rng, Built()
    for i in range(4):
        meld = attempt(lambda i=i: a_set(bag, kinds, i < chows, rng.random() < kong_chance))  # type: ignore[misc]
        declare(built, meld, rng, open_chance)
    built.parts.append(attempt(lambda: bag.take([rng.choice(kinds)] * 2)))
    return built


def attempt(make: Callable[[], Any], times: int = 30) -> Any:
    """The result of `make`, which is repeated while it raises NoSuchDealError."""
    for _ in range(times):
        try:
            return make()
        except NoSuchDealError:
            continue
    raise NoSuchDealError


def ordinary(bag: Bag, most_chows: int) -> Built:
    """An ordinary hand of some palette."""
    rng = bag.rng
    chows = rng.choice([0, 0, 1, 2, 4, rng.randint(0, 4)])
    return of_sets(bag, palette(rng), min(chows, most_chows), rng.choice([0, 0.2, 0.9]), rng.choice([0, 0, 0.5, 1]))


def great_sets(bag: Bag, most_chows: int) -> Built:
    """Three or four sets of dragons or winds, completed by other sets and a pair."""
    rng = bag.rng
    built = Built()
    honours = rng.choice([DRAGONS, WINDS])
    for tile in honours:
        small = len(built.parts) + len(built.exposed) + 1 == len(honours) and rng.random() < 0.4
        declare_or_pair(built, bag, tile, small)
    has_pair = any(len(p) == 2 for p in built.parts)
    missing = 4 - len(honours) + has_pair
    kinds = [*rng.choice([KINDS, HONOURS, MAJORS])]
    for _ in range(missing):
        chow = most_chows > 0 and rng.random() < 0.4
        declare(built, attempt(lambda chow=chow: a_set(bag, kinds, chow, False)), rng, 0.5)  # type: ignore[misc]
    if not has_pair:
        built.parts.append(attempt(lambda: bag.take([rng.choice(kinds)] * 2)))
    return built


def declare_or_pair(built: Built, bag: Bag, tile: str, pair: bool) -> None:
    """A set of a tile, or its pair."""
    if pair:
        built.parts.append(bag.take([tile] * 2))
    else:
        declare(built, bag.take([tile] * bag.rng.choice([3, 3, 3, 4])), bag.rng, 0.5)


def loose_hand(bag: Bag, some: list[str]) -> Built:
    """A hand of fourteen concealed tiles."""
    return Built(parts=[[t] for t in bag.take(some)])


def gates(bag: Bag) -> Built:
    """Nine gates, or the gates of heaven."""
    suit = bag.rng.choice("mps")
    return loose_hand(bag, [n + suit for n in "1112345678999" + bag.rng.choice("123456789")])


def snake_of_a_suit(bag: Bag) -> Built:
    """The wriggling snake of one suit, some of its sets declared."""
    rng = bag.rng
    suit, pair = rng.choice("mps"), rng.choice("258")
    runs = {"2": ["345", "678"], "5": ["234", "678"], "8": ["234", "567"]}[pair]
    ends = ["1" * rng.choice([3, 3, 3, 4]), "9" * rng.choice([3, 3, 3, 4])]
    built = Built(parts=[bag.take([pair + suit] * 2)])
    chance = rng.choice([0, 0.5])
    for meld in runs + ends:
        declare(built, bag.take([n + suit for n in meld]), rng, chance)
    return built


def thirteen(bag: Bag) -> Built:
    """Thirteen wonders."""
    return loose_hand(bag, [*MAJORS, bag.rng.choice(MAJORS)])


def pairs_of_majors(bag: Bag) -> Built:
    """Seven pairs of ones, nines, winds and dragons, sometimes one pair twice."""
    return loose_hand(bag, bag.rng.sample(MAJORS * bag.rng.choice([1, 2]), 7) * 2)


def any_seven_pairs(bag: Bag) -> Built:
    """Seven pairs of some palette, sometimes four alike."""
    kinds = [t for t in palette(bag.rng) for _ in range(2)]
    if len(kinds) < 14:
        raise NoSuchDealError
    return loose_hand(bag, bag.rng.sample(kinds, 7) * 2)


def knitted(bag: Bag) -> Built:
    """Seven pairs across two suits."""
    suits = bag.rng.sample("mps", 2)
    numbers = bag.rng.choices("123456789", k=7) if bag.rng.random() < 0.4 else bag.rng.sample("123456789", 7)
    return loose_hand(bag, [n + s for n in numbers for s in suits])


def knitted_in_three(bag: Bag) -> Built:
    """Four sets across three suits and a pair across two."""
    numbers = bag.rng.choices("123456789", k=5) if bag.rng.random() < 0.4 else bag.rng.sample("123456789", 5)
    two = bag.rng.sample("mps", 2)
    return loose_hand(bag, [n + s for n in numbers[:4] for s in "mps"] + [numbers[4] + s for s in two])


def snake_with_winds(bag: Bag) -> Built:
    """The British wriggling snake."""
    suit = bag.rng.choice("mps")
    return loose_hand(bag, [*(n + suit for n in "1123456789"), *WINDS])


def pungs_of_a_suit(bag: Bag) -> Built:
    """Pungs and kongs of one suit, or of one suit with honours, mostly concealed."""
    rng = bag.rng
    suit = rng.choice("mps")
    kinds = [t for t in KINDS if t[1] == suit or (t[1] == "z" and rng.random() < 0.3)]
    return of_sets(bag, kinds, 0, rng.choice([0, 0, 0.3]), rng.choice([0, 0, 0.4]))


def only_kongs(bag: Bag) -> Built:
    """Four kongs and a pair."""
    return of_sets(bag, palette(bag.rng), 0, 1.0, 0)


def great_honours(bag: Bag) -> Built:
    """Sets of dragons or winds without a chow."""
    return great_sets(bag, 0)


def pungs_and_kongs(bag: Bag) -> Built:
    """An ordinary hand without a chow."""
    return ordinary(bag, 0)


Plan = Callable[[Bag], Built]
SHAPES: dict[str, list[Plan]] = {
    "millington": [gates, snake_of_a_suit, thirteen, pungs_of_a_suit, only_kongs],
    "dmjl": [gates, snake_of_a_suit, thirteen, pungs_of_a_suit, only_kongs],
    "bmja": [
        gates,
        thirteen,
        pairs_of_majors,
        knitted,
        knitted_in_three,
        snake_with_winds,
        pungs_of_a_suit,
        only_kongs,
    ],
}


def winning_hand(bag: Bag, book: str, options: dict[str, Any]) -> Built:
    """The winner's hand."""
    rng = bag.rng
    most_chows = options.get("chows", 1) if book == "bmja" else 4
    if options.get("seven_pairs") and rng.random() < 0.4:
        return any_seven_pairs(bag)
    dice = rng.random()
    if dice < 0.25:
        return rng.choice(SHAPES[book])(bag)
    return great_sets(bag, most_chows) if dice < 0.35 else ordinary(bag, most_chows)


# how it was won


def circumstance(bag: Bag, book: str, seat: str, seats: list[str], built: Built) -> dict[str, Any]:
    """A random win that fits the hand."""
    rng = bag.rng
    makers: list[Callable[[], dict[str, Any]]] = [
        lambda: from_the_wall(bag, built),
        lambda: by_discard(bag, seat, seats, built),
    ]
    weights = [30.0, 45.0]
    if built.kongs or built.bonus:
        makers.append(lambda: on_a_loose_tile(bag, built))
        weights.append(20.0)
    dealt = built.nothing_claimed if book == "millington" else built.untouched
    if seat == "east" and dealt:
        makers.append(lambda: {"source": "original-hand"})
        weights.append(8.0)
    if robbable(bag, built):
        makers.append(lambda: by_robbing(bag, seat, seats, built))
        weights.append(12.0)
    win = rng.choices(makers, weights)[0]()
    return win | announcements(rng, seat, seats, built, win)


def winning_tile(bag: Bag, built: Built, preferred: str) -> str:
    """A random concealed tile, often the preferred one if the hand holds it."""
    its = built.concealed
    return preferred if preferred in its and bag.rng.random() < 0.7 else bag.rng.choice(its)


def from_the_wall(bag: Bag, built: Built) -> dict[str, Any]:
    if bag.rng.random() < 0.3:
        return {"source": "wall", "tile": winning_tile(bag, built, "1p"), "last_tile": True}
    return {"source": "wall", "tile": bag.rng.choice(built.concealed)}


def on_a_loose_tile(bag: Bag, built: Built) -> dict[str, Any]:
    win: dict[str, Any] = {"source": "loose-tile", "tile": winning_tile(bag, built, "5p")}
    if built.kongs >= 2 and bag.rng.random() < 0.3 and not built.has_claimed_kongs_only:
        win["kong_upon_kong"] = True
    return win


def by_discard(bag: Bag, seat: str, seats: list[str], built: Built) -> dict[str, Any]:
    discarder = bag.rng.choice([s for s in seats if s != seat])
    win: dict[str, Any] = {"source": "discard", "tile": bag.rng.choice(built.concealed), "discarder": discarder}
    if bag.rng.random() < 0.15:
        win["last_discard"] = True
    elif discarder == "east" and built.untouched and bag.rng.random() < 0.2:
        win["first_discard"] = True
    return win


def robbable(bag: Bag, built: Built) -> list[str]:
    """Concealed tiles whose other three are in no hand."""
    return sorted({t for t in built.concealed if bag.left[t] == 3})


def by_robbing(bag: Bag, seat: str, seats: list[str], built: Built) -> dict[str, Any]:
    tiles = robbable(bag, built)
    tile = "2s" if "2s" in tiles else bag.rng.choice(tiles)
    return {"source": "robbed-kong", "tile": tile, "discarder": bag.rng.choice([s for s in seats if s != seat])}


def by_discard_of(win: dict[str, Any]) -> str | None:
    """Who discarded the winning tile."""
    return win["discarder"] if win["source"] == "discard" else None


def announcements(rng: random.Random, seat: str, seats: list[str], built: Built, win: dict[str, Any]) -> dict[str, Any]:
    """Original call, standing hand, who is liable for a dangerous discard, East's wins in a row."""
    found: dict[str, Any] = {}
    from_the_start = win["source"] == "original-hand" or win.get("first_discard")
    if built.untouched and not from_the_start and rng.random() < 0.2:
        found["original_call"] = True
    if built.nothing_claimed and not from_the_start and rng.random() < 0.03:
        found["standing_hand"] = True
    if not from_the_start and rng.random() < 0.1:
        liable = rng.choice([s for s in seats if s != seat])
        if not built.nothing_claimed or liable == by_discard_of(win):
            found["dangerous_discard_by"] = liable
    if seat == "east" and rng.random() < 0.2:
        found["consecutive_wins"] = rng.randint(1, 15)
    return found


# those who did not win


def losing_hand(bag: Bag, book: str, robbed: str | None, still: bool) -> Built:
    """A hand of thirteen tiles and one more for each kong; `still` if it may have no declared sets."""
    rng = bag.rng
    if robbed is not None:
        return random_loser(bag, [bag.take([robbed] * 3)], still=False)
    if not still and rng.random() < 0.08:
        return spoilt(bag)
    if rng.random() < 0.35:
        return waiting(bag, book, still)
    return random_loser(bag, [], still)


def random_loser(bag: Bag, exposed: list[list[str]], still: bool) -> Built:
    """A hand with some sets declared, some concealed pungs and pairs, the rest random."""
    rng = bag.rng
    built = Built(exposed=list(exposed))
    kinds = palette(rng)
    declared = 0 if still else rng.randint(0, 4 - len(exposed))
    for _ in range(declared):
        meld = attempt(lambda: a_set(bag, kinds, rng.random() < 0.3, rng.random() < 0.25))
        declare(built, meld, rng, 1.0)
    missing = 13 - 3 * (declared + len(exposed))
    while missing >= 2 and rng.random() < 0.7:
        n = rng.choice([2, 2, 3, 3, 4])
        if n <= missing:
            built.parts.append(attempt(lambda n=n: bag.take([rng.choice(kinds)] * n)))  # type: ignore[misc]
            missing -= n
    built.parts.append(bag.any(missing))
    return built


def waiting(bag: Bag, book: str, still: bool) -> Built:
    """A special or high-scoring hand that lacks one tile."""
    rng = bag.rng
    built = rng.choice([*SHAPES[book], great_honours, pungs_and_kongs])(bag)
    if still and not built.untouched:
        raise NoSuchDealError
    lost = rng.choice(built.concealed)
    tiles = built.concealed
    tiles.remove(lost)
    built.lacks_one = rng.random() >= 0.25
    if not built.lacks_one:  # two tiles from complete, or waiting for something else
        tiles.remove(rng.choice(tiles))
        tiles += bag.any(1)
    built.parts = [tiles]
    bag.left[lost] += 1
    return built


def spoilt(bag: Bag) -> Built:
    """A dead or a partial hand."""
    rng = bag.rng
    if rng.random() < 0.5:
        return Built(parts=[bag.any(rng.randint(0, 16))], dead=True)
    built = random_loser(bag, [], still=False)
    tiles = built.concealed
    built.parts = [tiles[: rng.randint(0, len(tiles))]]
    built.partial = True
    return built


# a deal


def some_options(rng: random.Random, book: str) -> dict[str, Any]:
    """Random options, mostly the defaults."""
    found: dict[str, Any] = {}
    if rng.random() < 0.2:
        found["limit"] = 10 * rng.randint(10, 500)
    if book == "millington":
        found |= {"limit": 0} if rng.random() < 0.15 else {}
        found |= {"mahjong_points": 10} if rng.random() < 0.2 else {}
        found |= {"claimed_kong_concealed": True} if rng.random() < 0.4 else {}
        found |= {"seven_pairs": True} if rng.random() < 0.3 else {}
    if book == "bmja" and rng.random() < 0.3:
        found["chows"] = rng.randint(0, 4)
    return found


def flowers(rng: random.Random, hands: list[Built]) -> None:
    """Deal flowers and seasons, sometimes all four of a kind to one player."""
    for kind in "fy":
        lucky = rng.choice(hands) if rng.random() < 0.12 else None
        for number in "1234":
            if lucky is not None or rng.random() < 0.6:
                (lucky or rng.choice(hands)).bonus.append(number + kind)


def seats_in_play(rng: random.Random) -> list[str]:
    """A random choice of the seats in play, mostly all four."""
    return [*SEATS][: rng.choices([2, 3, 4], [1, 2, 27])[0]]


def new_deal(bag: Bag, book: str) -> dict[str, Any]:
    """A random deal. Raises NoSuchDealError if the tiles do not allow the plan."""
    rng = bag.rng
    seats, options = seats_in_play(rng), some_options(rng, book)
    winner = rng.choice(seats) if rng.random() < 0.96 else None
    hands: dict[str, Built] = {}
    win: dict[str, Any] = {}
    if winner is not None:
        hands[winner] = winning_hand(bag, book, options)
        loose_ends = [Built() for _ in seats]
        flowers(rng, loose_ends)
        hands[winner].bonus = loose_ends.pop().bonus
        win = circumstance(bag, book, winner, seats, hands[winner])
    still = win.get("source") == "original-hand" or bool(win.get("first_discard"))
    for seat in sorted((s for s in seats if s != winner), key=lambda s: s != win.get("discarder")):
        robbed = win["tile"] if win.get("source") == "robbed-kong" and seat == win["discarder"] else None
        hands[seat] = losing_hand(bag, book, robbed, still)
        called = hands[seat].nothing_claimed and not still and rng.random() < 0.3
        hands[seat].original_call = called and hands[seat].allows_original_call
    others_flowers(rng, hands, winner)
    request: dict[str, Any] = {"ruleset": book, "round_wind": rng.choice(SEATS), "winner": winner}
    request["hands"] = {s: hands[s].as_json() for s in seats}
    request |= {"options": options} if options else {}
    if book not in PENALIZING:
        win.pop("dangerous_discard_by", None)
    request |= {"win": win} if winner is not None else {}
    return request | discards(bag, still)


def others_flowers(rng: random.Random, hands: dict[str, Built], winner: str | None) -> None:
    """Deal the losers flowers and seasons, except those that the winner has."""
    taken = set(hands[winner].bonus) if winner is not None else set()
    others = [h for s, h in sorted(hands.items()) if s != winner]
    flowers(rng, others)
    for hand in others:
        hand.bonus = [t for t in hand.bonus if t not in taken]


def discards(bag: Bag, still: bool) -> dict[str, str]:
    """The discards: absent, or a random share of the tiles left."""
    if still or bag.rng.random() < 0.4:
        return {}
    left = sorted(bag.left.elements())
    share = bag.rng.choice([0.2, 0.5, 0.9, 1.0])
    return {"discards": written(bag.rng.sample(left, min(int(len(left) * share), 130)))}


def near_the_limit(rng: random.Random, request: dict[str, Any]) -> None:
    """At random, set a limit close to the count of a hand."""
    if rng.random() > 0.15 or request.get("options", {}).get("limit", 0) is None:
        return
    hand = rng.choice(sorted(settle(request).hands.items()))[1]
    limit = hand.uncapped // 10 * 10 + rng.choice([-10, 0, 10])
    if 100 <= limit <= 1_000_000:
        request.setdefault("options", {})["limit"] = limit


def deal(book: str, seed: int, *, goulash: bool = False) -> dict[str, Any]:
    """The deal of a seed, as a settlement request."""
    request: dict[str, Any] = json.loads(_as_text(book, seed, goulash))
    return request


@lru_cache(CACHED)
def _as_text(book: str, seed: int, goulash: bool) -> str:
    return json.dumps(_dealt(book, seed, goulash=goulash))


def _new_goulash(rng: random.Random, book: str) -> dict[str, Any]:
    request = with_blanks(rng, new_deal(Bag(rng, tiles_with_blanks(rng), chows=False), book))
    if request is None:
        raise NoSuchDealError
    return request


def _dealt(book: str, seed: int, *, goulash: bool) -> dict[str, Any]:
    rng = random.Random(f"{book} {seed}{' goulash' * goulash}")
    while True:
        try:
            request = _new_goulash(rng, book) if goulash else new_deal(Bag(rng), book)
            settle(request)
        except (NoSuchDealError, NotCompleteError):
            continue
        near_the_limit(rng, request)
        return request
