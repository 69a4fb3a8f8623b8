"""Random legal requests for the books of the 1920s, deterministic for a `random.Random`: a winning hand or a deal.

All tiles come from one wall of 136 and eight flowers and seasons, so that none occurs too often. High-scoring hands are
frequent: pungs, kongs, honours, one suit, limit hands, dangerous discards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.support.oracle import brute
from tests.support.oracle.brute import Request
from tests.support.oracle.goulash import tiles_with_blanks, with_blanks
from tests.support.oracle.tiles import (
    DRAGONS,
    HONOURS,
    KINDS,
    MAJORS,
    SEATS,
    SUITS,
    TERMINALS,
    WINDS,
    Tiles,
    next_tile,
    parse,
    written,
)

RULESETS = tuple(brute.LIMIT_HANDS)
STYLES = ("declared", "concealed", "one-suit", "honours", "heads", "limit")
ANY = {"chow": 4, "pung": 4, "kong": 1}
ALIKE = {"pung": 4, "kong": 1}


class Wall:
    """The tiles that are not dealt yet."""

    def __init__(self, left: Counter[str] | None = None, *, chows: bool = True) -> None:
        self.left = Counter(dict.fromkeys(KINDS, 4)) if left is None else left
        self.chows = chows

    def holds(self, tiles: Iterable[str]) -> bool:
        return all(self.left[tile] >= count for tile, count in Counter(tiles).items())

    def take(self, tiles: Iterable[str]) -> Tiles:
        taken = tuple(tiles)
        assert self.holds(taken)
        self.left.subtract(taken)
        return taken

    def give_back(self, tiles: Iterable[str]) -> None:
        self.left.update(tiles)

    def take_any(self, rng: Random, pool: Sequence[str] = KINDS) -> str:
        """Take a tile of the pool, or any tile if the pool is empty."""
        kinds = [kind for kind in pool if self.left[kind]] or [kind for kind in KINDS if self.left[kind]]
        return self.take([rng.choice(kinds)])[0]

    def take_alike(self, rng: Random, count: int, pool: Sequence[str] = KINDS) -> Tiles:
        kinds = [kind for kind in pool if self.left[kind] >= count] or [k for k in KINDS if self.left[k] >= count]
        return self.take([rng.choice(kinds)] * count)

    def take_set(self, rng: Random, pool: Sequence[str], weights: dict[str, int]) -> Tiles:
        """Take a chow (none in a goulash), pung or kong of the kinds of the pool, or of any kinds if need be."""
        weights = {shape: weight for shape, weight in weights.items() if self.chows or shape != "chow"}
        for kinds in (pool, KINDS):
            found = {shape: [part for part in shapes(shape, kinds) if self.holds(part)] for shape in weights}
            possible = [shape for shape in weights if found[shape]]
            if possible:
                shape = rng.choices(possible, [weights[shape] for shape in possible])[0]
                return self.take(rng.choice(found[shape]))
        raise AssertionError("the wall is never so empty")


def shapes(shape: str, pool: Sequence[str]) -> list[Tiles]:
    if shape != "chow":
        return [(tile,) * (4 if shape == "kong" else 3) for tile in pool]
    starts = [tile for tile in pool if tile[1] in SUITS and int(tile[0]) <= 7]
    runs = [(tile, next_tile(tile, 1), next_tile(tile, 2)) for tile in starts]
    return [run for run in runs if set(run) <= set(pool)]


def of_suit(suit: str) -> tuple[str, ...]:
    return tuple(kind for kind in KINDS if kind[1] == suit)


# --- plans of the winner's hand ------------------------------------------------------------------------------------


@dataclass
class Plan:
    """The plan of a winning hand: four sets and a pair, or fourteen tiles without sets."""

    sets: list[Tiles]
    loose: Tiles
    hidden: bool = False  # no exposed set
    laid: int = 0  # the number of sets, from the first, that are exposed
    tile: str | None = None
    source: str | None = None
    first_discard: bool = False
    seat: str | None = None
    wins: int = 1


def four_sets(rng: Random, wall: Wall, pool: Sequence[str], weights: dict[str, int] = ANY) -> Plan:
    sets = [wall.take_set(rng, pool, weights) for _ in range(4)]
    return Plan(sets, wall.take_alike(rng, 2, pool))


def pungs_of(rng: Random, wall: Wall, tiles: Iterable[str], pair: str | None = None) -> Plan:
    """A plan with pungs or kongs of these tiles, random further sets, and a pair of `pair` or any tile."""
    kept = wall.take([pair, pair]) if pair else ()
    sets = [wall.take([tile] * rng.choice((3, 3, 3, 4))) for tile in tiles]
    while len(sets) < 4:
        sets.append(wall.take_set(rng, KINDS, ANY))
    return Plan(sets, kept or wall.take_alike(rng, 2))


def declared(rng: Random, wall: Wall, ruleset: str) -> Plan:
    plan = four_sets(rng, wall, KINDS)
    plan.laid = rng.randint(1, 4)
    return plan


def concealed(rng: Random, wall: Wall, ruleset: str) -> Plan:
    plan = four_sets(rng, wall, KINDS, {"chow": 6, "pung": 4, "kong": 1})
    plan.hidden = True
    return plan


def one_suit(rng: Random, wall: Wall, ruleset: str) -> Plan:
    """A plan with a narrow range of numbers of one suit (111222333, 2223344), sometimes with honours."""
    suit, width = rng.choice(SUITS), rng.randint(5, 9)
    start = rng.randint(0, 9 - width)
    pool = of_suit(suit)[start : start + width]
    pool += rng.choice(((), (), HONOURS))
    plan = four_sets(rng, wall, pool, {"chow": 3, "pung": 3})
    plan.hidden = rng.random() < 0.7
    return plan


def honours(rng: Random, wall: Wall, ruleset: str) -> Plan:
    pool = HONOURS if rng.random() < 0.5 else HONOURS + of_suit(rng.choice(SUITS))
    return four_sets(rng, wall, pool)


def heads(rng: Random, wall: Wall, ruleset: str) -> Plan:
    if rng.random() < 0.3 and ruleset not in brute.NO_LIMIT:
        return thirteen_heads(rng, wall)
    return four_sets(rng, wall, rng.choice((MAJORS, MAJORS, TERMINALS)), ALIKE)


def thirteen_heads(rng: Random, wall: Wall) -> Plan:
    return Plan([], wall.take((*MAJORS, rng.choice(MAJORS))), hidden=True)


def all_alike(rng: Random, wall: Wall, pool: Sequence[str]) -> Plan:
    return four_sets(rng, wall, pool, ALIKE)


def three_winds(rng: Random, wall: Wall) -> Plan:
    winds = rng.sample(WINDS, 4)
    return pungs_of(rng, wall, winds[:3], pair=winds[3])


def four_kongs(rng: Random, wall: Wall) -> Plan:
    return four_sets(rng, wall, KINDS, {"kong": 1})


def original_hand(rng: Random, wall: Wall) -> Plan:
    plan = four_sets(rng, wall, rng.choice((KINDS, MAJORS, of_suit("p"))), {"chow": 2, "pung": 3})
    plan.hidden, plan.seat, plan.source = True, "east", "original-hand"
    return plan


def first_discard(rng: Random, wall: Wall) -> Plan:
    plan = four_sets(rng, wall, KINDS, {"chow": 6, "pung": 2})
    plan.hidden, plan.first_discard, plan.source = True, True, "discard"
    return plan


def hidden_treasure(rng: Random, wall: Wall) -> Plan:
    plan = four_sets(rng, wall, KINDS)
    plan.hidden, plan.source = True, rng.choice(("wall", "wall", "discard"))
    return plan


def concealed_pungs(rng: Random, wall: Wall) -> Plan:
    plan = all_alike(rng, wall, KINDS)
    plan.hidden = True
    if rng.random() < 0.4:
        plan.tile = plan.loose[0]
    return plan


def nine_gates(rng: Random, wall: Wall) -> Plan:
    suit = rng.choice(SUITS)
    extra = rng.choice(of_suit(suit))
    plan = Plan([], wall.take((*parse(f"1112345678999{suit}"), extra)), hidden=True)
    plan.tile = extra if rng.random() < 0.8 else None
    return plan


def thirteenth_win(rng: Random, wall: Wall) -> Plan:
    plan = four_sets(rng, wall, KINDS)
    plan.seat, plan.wins = "east", rng.randint(12, 14)
    return plan


RECIPES: dict[str, Callable[[Random, Wall], Plan]] = {
    "thirteen-heads": thirteen_heads,
    "all-heads": lambda rng, wall: all_alike(rng, wall, MAJORS),
    "all-ones-and-nines": lambda rng, wall: all_alike(rng, wall, TERMINALS),
    "all-honours": lambda rng, wall: all_alike(rng, wall, HONOURS),
    "four-winds": lambda rng, wall: pungs_of(rng, wall, WINDS),
    "three-winds-and-pair": three_winds,
    "four-kongs": four_kongs,
    "three-dragons": lambda rng, wall: pungs_of(rng, wall, DRAGONS),
    "original-hand": original_hand,
    "first-discard": first_discard,
    "hidden-treasure": hidden_treasure,
    "concealed-pungs": concealed_pungs,
    "nine-gates": nine_gates,
    "thirteenth-win": thirteenth_win,
}


def limit_hand(rng: Random, wall: Wall, ruleset: str) -> Plan:
    """A plan of a limit hand, at times of one that the rulebook does not have."""
    names = [name for name in RECIPES if name != "thirteen-heads" or ruleset not in brute.NO_LIMIT]
    known = brute.LIMIT_HANDS.get(ruleset, ())
    return RECIPES[rng.choice(known if known and rng.random() < 0.8 else names)](rng, wall)


def danger(rng: Random, wall: Wall, ruleset: str) -> Plan:
    """A plan whose sets on the table make the winning discard dangerous."""
    letter = rng.choice("aabcd")
    plan = DANGERS[letter](rng, wall)
    plan.laid, plan.source = max(plan.laid, rng.choice((3, 3, 3, 4))), "discard"
    return plan


def danger_a(rng: Random, wall: Wall) -> Plan:
    return four_sets(rng, wall, of_suit(rng.choice(SUITS)), {"chow": 1, "pung": 4, "kong": 1})


def danger_c(rng: Random, wall: Wall) -> Plan:
    dragons = rng.sample(DRAGONS, 3)
    third = wall.take([dragons[2]] * 3)
    plan = pungs_of(rng, wall, dragons[:2])
    plan.laid = 3
    if rng.random() < 0.8:
        wall.give_back(plan.sets[3])
        plan.sets[3], plan.tile = third, dragons[2]
    else:
        wall.give_back(third)
    return plan


def danger_d(rng: Random, wall: Wall) -> Plan:
    winds = rng.sample(WINDS, 4)
    if rng.random() < 0.5:
        plan = pungs_of(rng, wall, winds[:3], pair=winds[3])
    else:
        plan = pungs_of(rng, wall, winds[:3])
        wall.give_back(plan.sets[3])
        plan.sets[3] = wall.take([winds[3]] * 3) if wall.left[winds[3]] >= 3 else wall.take(plan.sets[3])
    plan.tile = winds[3] if rng.random() < 0.8 else None
    return plan


DANGERS: dict[str, Callable[[Random, Wall], Plan]] = {
    "a": danger_a,
    "b": lambda rng, wall: all_alike(rng, wall, rng.choice((MAJORS, MAJORS, TERMINALS))),
    "c": danger_c,
    "d": danger_d,
}

PLANS: dict[str, Callable[[Random, Wall, str], Plan]] = {
    "declared": declared,
    "concealed": concealed,
    "one-suit": one_suit,
    "honours": honours,
    "heads": heads,
    "limit": limit_hand,
    "danger": danger,
}


# --- from a plan to the winner's hand and win ----------------------------------------------------------------------


@dataclass
class Hand:
    """A hand of the deal; `as_json` serializes it."""

    standing: list[str] = field(default_factory=list)
    exposed: list[Tiles] = field(default_factory=list)
    kongs: list[Tiles] = field(default_factory=list)
    bonus: list[str] = field(default_factory=list)
    flag: str | None = None

    @property
    def kong_count(self) -> int:
        return len(self.kongs) + sum(len(part) == 4 for part in self.exposed)

    def as_json(self) -> dict[str, Any]:
        hand: dict[str, Any] = {"concealed": written(self.standing)}
        if self.exposed:
            hand["exposed"] = [written(part) for part in self.exposed]
        if self.kongs:
            hand["concealed_kongs"] = [written(part) for part in self.kongs]
        if self.bonus:
            hand["bonus"] = written(self.bonus)
        if self.flag:
            hand[self.flag] = True
        return hand


BONUS = tuple(f"{number}{suit}" for suit in "fy" for number in range(1, 5))


def deal_bonus(rng: Random, seats: Sequence[str]) -> dict[str, list[str]]:
    """Flowers and seasons by seat; sometimes all four of a kind in one hand, mostly some in no hand."""
    hands: dict[str, list[str]] = {seat: [] for seat in seats}
    for suit in "fy":
        lucky = rng.choice(seats) if rng.random() < 0.1 else None
        for tile in (tile for tile in BONUS if tile[1] == suit):
            seat = lucky or rng.choice((*seats, *seats, "", "", ""))
            if seat:
                hands[seat].append(tile)
    return hands


def is_laid(rng: Random, plan: Plan, index: int) -> bool:
    return not plan.hidden and (index < plan.laid or rng.random() < 0.35)


def hand_of_plan(rng: Random, plan: Plan) -> Hand:
    """Choose the declared sets: all kongs, the first `laid`, none if hidden, the others at random."""
    hand = Hand(standing=list(plan.loose))
    for index, part in enumerate(plan.sets):
        laid = is_laid(rng, plan, index) and plan.tile not in part
        if len(part) == 4 and (plan.hidden or not laid or rng.random() < 0.3):
            hand.kongs.append(part)
        elif laid or len(part) == 4:
            hand.exposed.append(part)
        else:
            hand.standing += part
    return hand


def lone_tiles(hand: Hand) -> list[str]:
    """Concealed tiles that the hand holds once, so that a robbed kong may have given them."""
    held = Counter(hand.standing) + Counter(tile for part in hand.exposed for tile in part)
    return sorted(tile for tile in set(hand.standing) if held[tile] == 1)


def can_be_original(seat: str, hand: Hand) -> bool:
    return seat == "east" and not hand.exposed and not hand.kongs


def choose_source(rng: Random, plan: Plan, seat: str, hand: Hand) -> str:
    if plan.source == "original-hand" and not can_be_original(seat, hand):
        return "wall"
    if plan.source:
        return plan.source
    weights = {"wall": 8, "discard": 8}
    if hand.kong_count or hand.bonus:
        weights["loose-tile"] = 4
    if plan.tile is None and lone_tiles(hand):
        weights["robbed-kong"] = 3
    if can_be_original(seat, hand):
        weights["original-hand"] = 3
    return rng.choices(list(weights), list(weights.values()))[0]


def choose_win(rng: Random, plan: Plan, seat: str, hand: Hand, seats: Sequence[str]) -> dict[str, Any]:
    source = choose_source(rng, plan, seat, hand)
    win: dict[str, Any] = {"source": source}
    if seat == "east" and (plan.wins > 1 or rng.random() < 0.3):
        win["consecutive_wins"] = max(plan.wins, rng.randint(1, 13))
    if source == "original-hand":
        return win
    tiles = lone_tiles(hand) if source == "robbed-kong" else hand.standing
    win["tile"] = plan.tile or rng.choice(tiles)
    if source in ("discard", "robbed-kong"):
        win["discarder"] = rng.choice([other for other in seats if other != seat])
    add_flags(rng, plan, seat, hand, win)
    return win


def add_flags(rng: Random, plan: Plan, seat: str, hand: Hand, win: dict[str, Any]) -> None:
    first = plan.first_discard or rng.random() < 0.15
    if first and win["source"] == "discard" and seat != "east" and not hand.exposed and not hand.kongs:
        win["first_discard"], win["discarder"] = True, "east"
    if win["source"] == "wall" and rng.random() < 0.2:
        win["last_tile"] = True
    if not hand.exposed and rng.random() < 0.15:
        win["standing_hand"] = True


def winners_seat(rng: Random, plan: Plan, seats: Sequence[str]) -> str:
    return plan.seat or rng.choice([seat for seat in seats if seat != "east" or not plan.first_discard])


def winning_hand(rng: Random, style: str, ruleset: str | None = None) -> Request:
    """A request of `POST /v1/scores` with a winning hand; `style` is a key of `PLANS`."""
    chosen = ruleset or rng.choice(RULESETS)
    plan = PLANS[style](rng, Wall(), chosen)
    seat = winners_seat(rng, plan, SEATS)
    hand = hand_of_plan(rng, plan)
    hand.bonus = deal_bonus(rng, SEATS)[seat]
    win = choose_win(rng, plan, seat, hand, SEATS)
    request: Request = {"ruleset": chosen, "round_wind": rng.choice(SEATS), "seat": seat, "hand": hand.as_json()}
    options = choose_options(rng, chosen, cleared=is_cleared(hand))
    return {**request, "win": win, **({"options": options} if options else {})}


def as_settlement(scores_request: Request) -> Request:
    """The request in the form that `brute.score_hand` reads: no legal settlement, as other hands are missing."""
    seat = scores_request["seat"]
    kept = {key: value for key, value in scores_request.items() if key not in ("seat", "hand", "win")}
    winner = seat if "win" in scores_request else None
    won = {"win": scores_request["win"]} if winner else {}
    return {**kept, **won, "winner": winner, "hands": {seat: scores_request["hand"]}}


# --- options -------------------------------------------------------------------------------------------------------


def is_cleared(hand: Hand) -> bool:
    laid = [tile for part in (*hand.exposed, *hand.kongs) for tile in part]
    suits = {tile[1] for tile in (*hand.standing, *laid)}
    return len(suits & set(SUITS)) <= 1


def even_limit(rng: Random) -> int:
    return rng.choice((100, 102, 250, 300, 600, 1000, 2 * rng.randint(50, 2000), 1_000_000))


def choose_options(rng: Random, ruleset: str, cleared: bool) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if rng.random() < 0.5:
        no_limit = ruleset not in brute.LIMIT and rng.random() < 0.5
        options["limit"] = 0 if no_limit else even_limit(rng)
    if ruleset in brute.LIMIT and rng.random() < 0.4:
        options["mahjong_points"] = rng.choice((10, 20))
    if ruleset in brute.NO_LIMIT and rng.random() < 0.2:
        options["cleared_hands"] = cleared
    return options


# --- losing hands --------------------------------------------------------------------------------------------------


@dataclass
class DealConstraints:
    """Constraints on every hand of the deal."""

    wall: Wall
    may_expose: bool = True
    kong_seats: Sequence[str] = SEATS


def loser_pool(rng: Random) -> tuple[str, ...]:
    suit = of_suit(rng.choice(SUITS))
    return rng.choice((KINDS, KINDS, KINDS, MAJORS, HONOURS, suit, suit + HONOURS, DRAGONS + WINDS[:2] + suit))


def lay_sets(rng: Random, table: DealConstraints, seat: str, hand: Hand, count: int, pool: Sequence[str]) -> None:
    """Declare up to `count` sets, as far as the constraints of the deal allow."""
    for _ in range(count):
        kong = seat in table.kong_seats and rng.random() < 0.25 and 4 in table.wall.left.values()
        if not kong and not table.may_expose:
            continue
        part = table.wall.take_set(rng, pool, {"kong": 1} if kong else {"chow": 1, "pung": 3})
        if kong and (not table.may_expose or rng.random() < 0.5):
            hand.kongs.append(part)
        else:
            hand.exposed.append(part)


def fill_up(rng: Random, wall: Wall, hand: Hand, pool: Sequence[str]) -> None:
    """Add concealed pungs, pairs and single tiles, up to thirteen tiles in all, a kong counted as three."""
    room = 13 - 3 * (len(hand.exposed) + len(hand.kongs)) - len(hand.standing)
    while room:
        size = min(room, rng.choices((1, 2, 3, 4), (6, 4, 3, 0.3))[0], max(wall.left.values()))
        hand.standing += wall.take_alike(rng, size, pool)
        room -= size


def scattered(rng: Random, table: DealConstraints, seat: str, pool: Sequence[str]) -> Hand:
    hand = Hand()
    lay_sets(rng, table, seat, hand, rng.choice((0, 0, 1, 2, 3, 4)), pool)
    fill_up(rng, table.wall, hand, pool)
    return hand


def waiting(rng: Random, table: DealConstraints, seat: str, pool: Sequence[str]) -> Hand:
    """A complete hand without one of its concealed tiles."""
    hand = Hand()
    lay_sets(rng, table, seat, hand, rng.randint(0, 4), pool)
    while 3 * (len(hand.exposed) + len(hand.kongs)) + len(hand.standing) < 12:
        hand.standing += table.wall.take_set(rng, pool, {"chow": 2, "pung": 3})
    hand.standing += table.wall.take_alike(rng, 2, pool)
    table.wall.give_back([hand.standing.pop(rng.randrange(len(hand.standing)))])
    return hand


def special(rng: Random, table: DealConstraints, seat: str, pool: Sequence[str]) -> Hand:
    """Three sets of dragons, or three sets of winds and a pair, as far as the wall has the tiles."""
    hand = Hand()
    winds = rng.sample(WINDS, 4)
    wanted = DRAGONS if rng.random() < 0.6 else winds[:3]
    for tile in wanted:
        if table.wall.left[tile] >= 3:
            part = table.wall.take([tile] * 3)
            if table.may_expose and rng.random() < 0.5:
                hand.exposed.append(part)
            else:
                hand.standing += part
    if wanted is not DRAGONS and table.wall.left[winds[3]] >= 2:
        hand.standing += table.wall.take([winds[3]] * 2)
    fill_up(rng, table.wall, hand, KINDS)
    return hand


def robbed(rng: Random, table: DealConstraints, seat: str, tile: str) -> Hand:
    """The hand whose kong of this tile was robbed, with the exposed pung that is left."""
    hand = Hand(exposed=[table.wall.take([tile] * 3)])
    lay_sets(rng, table, seat, hand, rng.randint(0, 2), KINDS)
    fill_up(rng, table.wall, hand, KINDS)
    return hand


def loser(rng: Random, table: DealConstraints, seat: str, pool: Sequence[str] | None = None) -> Hand:
    make = rng.choices((scattered, waiting, special), (6, 3, 1))[0]
    return make(rng, table, seat, pool or loser_pool(rng))


def spoil(rng: Random, table: DealConstraints, hand: Hand) -> None:
    """At random, make the hand dead (with up to eighteen tiles) or partial."""
    chance = rng.random()
    if chance < 0.08:
        hand.flag = "dead"
        change_count(rng, table.wall, hand)
    elif chance < 0.2:
        hand.flag = "partial"
        drop(rng, table.wall, hand, rng.randint(0, len(hand.standing)))


def drop(rng: Random, wall: Wall, hand: Hand, count: int) -> None:
    for _ in range(count):
        wall.give_back([hand.standing.pop(rng.randrange(len(hand.standing)))])


def change_count(rng: Random, wall: Wall, hand: Hand) -> None:
    change = rng.choice((0, 0, -1, -2, -13, 1, 3))
    drop(rng, wall, hand, min(max(-change, 0), len(hand.standing)))
    total = 13 + hand.kong_count
    hand.standing += [wall.take_any(rng) for _ in range(min(change, 18 - total))]


# --- a whole deal --------------------------------------------------------------------------------------------------

PLAN_WEIGHTS = {"declared": 6, "concealed": 3, "one-suit": 3, "honours": 2, "heads": 2, "limit": 4}


def choose_plan(rng: Random, wall: Wall, ruleset: str) -> Plan:
    weights = dict(PLAN_WEIGHTS)
    if ruleset not in brute.NO_LIMIT:
        weights["danger"] = 6
    style = rng.choices(list(weights), list(weights.values()))[0]
    return PLANS[style](rng, wall, ruleset)


def table_for(wall: Wall, win: dict[str, Any]) -> DealConstraints:
    """The constraints of a win: an original hand or a first discard allows no exposed sets, nor kongs except East's."""
    if win.get("source") == "original-hand":
        return DealConstraints(wall, may_expose=False, kong_seats=())
    if win.get("first_discard"):
        return DealConstraints(wall, may_expose=False, kong_seats=("east",))
    return DealConstraints(wall)


def discarder_pool(rng: Random, winner: Hand) -> Sequence[str] | None:
    """The kinds of a discarder's hand: sometimes the winner's, which excuses, sometimes mostly honours."""
    chance = rng.random()
    suits = {tile[1] for tile in winner.standing}
    if chance < 0.25:
        return of_suit(suits.pop()) if len(suits) == 1 else MAJORS
    return DRAGONS + WINDS + of_suit("m")[:4] if chance < 0.5 else None


def losing_hands(
    rng: Random,
    table: DealConstraints,
    seats: Sequence[str],
    winner: str | None,
    win: dict[str, Any],
    hands: dict[str, Hand],
) -> None:
    robbed_from = win.get("discarder") if win.get("source") == "robbed-kong" else None
    if robbed_from:
        hands[robbed_from] = robbed(rng, table, robbed_from, win["tile"])
    for seat in rng.sample(seats, len(seats)):
        if seat not in hands:
            pool = discarder_pool(rng, hands[winner]) if winner and seat == win.get("discarder") else None
            hands[seat] = loser(rng, table, seat, pool)
    for seat in seats:
        if seat != winner:
            spoil(rng, table, hands[seat])


def choose_discards(rng: Random, wall: Wall, request: Request) -> Tiles:
    """The discards; for the pamphlet often with all other tiles that the winner waited for."""
    pile: list[str] = []
    if request["winner"] and request["ruleset"] == "pamphlet" and rng.random() < 0.7:
        case = brute.case_of(request, request["winner"])
        before = brute.without(case.concealed, (str(case.winning_tile),))
        held = case.all_tiles
        for kind in brute.waits(case, before or (), held):
            pile += wall.take([kind] * wall.left[kind])
    pile += [wall.take_any(rng) for _ in range(min(rng.randint(0, 30), wall.left.total()))]
    return tuple(pile)


def state_excuse(rng: Random, request: Request) -> None:
    """State whether the discarder is excused if the service requires it, and sometimes otherwise."""
    win = request["win"]
    if win["source"] != "discard" or request["ruleset"] not in (*brute.LIMIT, *brute.PAMPHLET):
        return
    partial = "partial" in request["hands"][win["discarder"]]
    needed = partial and request["ruleset"] in brute.LIMIT and brute.dangerous_letters(request)
    if needed or rng.random() < 0.1:
        win["discarder_excused"] = rng.random() < 0.5


def deal(rng: Random, ruleset: str, players: int = 4, *, goulash: bool = False) -> Request:
    """A legal deal, as a request of `POST /v1/settlements`."""
    while goulash:
        plain = _dealt(rng, Wall(tiles_with_blanks(rng), chows=False), ruleset, players)
        request = with_blanks(rng, plain)
        if request and (request["winner"] is None or brute.arrangements(brute.case_of(request, request["winner"]))):
            return request
    return _dealt(rng, Wall(), ruleset, players)


def _dealt(rng: Random, wall: Wall, ruleset: str, players: int) -> Request:
    seats = SEATS[:players]
    bonus = deal_bonus(rng, seats)
    winner: str | None = None
    win: dict[str, Any] = {}
    hands: dict[str, Hand] = {}
    if rng.random() >= 0.08:
        plan = choose_plan(rng, wall, ruleset)
        winner = winners_seat(rng, plan, seats)
        hands[winner] = hand_of_plan(rng, plan)
        hands[winner].bonus = bonus[winner]
        win = choose_win(rng, plan, winner, hands[winner], seats)
    losing_hands(rng, table_for(wall, win), seats, winner, win, hands)
    for seat in seats:
        hands[seat].bonus = bonus[seat]
    return write_request(rng, wall, ruleset, winner, win, {seat: hands[seat] for seat in seats})


def write_request(
    rng: Random, wall: Wall, ruleset: str, winner: str | None, win: dict[str, Any], hands: dict[str, Hand]
) -> Request:
    request: Request = {"ruleset": ruleset, "round_wind": rng.choice(SEATS), "winner": winner}
    options = choose_options(rng, ruleset, cleared=winner is None or is_cleared(hands[winner]))
    if options:
        request["options"] = options
    request["hands"] = {seat: hand.as_json() for seat, hand in hands.items()}
    if winner:
        request["win"] = win
        state_excuse(rng, request)
    early = win.get("source") == "original-hand" or win.get("first_discard")
    pile = choose_discards(rng, wall, request) if not early and rng.random() < 0.4 else ()
    if pile:
        request["discards"] = written(pile)
    return request
