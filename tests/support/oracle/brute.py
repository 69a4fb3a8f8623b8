"""The independent scorer of the books of the 1920s, by brute force.

Input: the parsed JSON of a legal request of `POST /v1/settlements`, in letter notation.
Output: plain dicts. It shares no code with the service, so that each checks the other's reading of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tests.support.oracle import settling
from tests.support.oracle.terms import Terms
from tests.support.oracle.tiles import (
    DRAGONS,
    KINDS,
    MAJORS,
    SEATS,
    SUITS,
    TERMINALS,
    WINDS,
    Tiles,
    next_tile,
    parse,
    tile_order,
    written,
)

Request = dict[str, Any]

NO_LIMIT = ("harr-1922", "harr-1923")
LIMIT = ("harr-1922-limit", "harr-1923-limit")
PAMPHLET = ("pamphlet",)

# In the order of the responses.
LIMIT_HANDS = {
    "harr-1922": (),
    "harr-1923": (),
    "harr-1922-limit": (
        "thirteen-heads",
        "all-heads",
        "four-winds",
        "three-winds-and-pair",
        "four-kongs",
        "three-dragons",
        "original-hand",
    ),
    "harr-1923-limit": (
        "thirteen-heads",
        "all-heads",
        "four-winds",
        "three-winds-and-pair",
        "four-kongs",
        "three-dragons",
        "original-hand",
        "first-discard",
        "hidden-treasure",
    ),
    "pamphlet": (
        "thirteen-heads",
        "all-ones-and-nines",
        "all-honours",
        "three-winds-and-pair",
        "three-dragons",
        "original-hand",
        "first-discard",
        "concealed-pungs",
        "nine-gates",
        "thirteenth-win",
    ),
}


def set_order(tiles: Tiles) -> list[tuple[int, int]]:
    return [tile_order(tile) for tile in tiles]


# --- hands ---------------------------------------------------------------------------------------------------------


class Set(NamedTuple):
    kind: str
    tiles: Tiles
    exposed: bool
    won: bool = False

    @property
    def tile(self) -> str:
        return self.tiles[0]


class OracleDeal(NamedTuple):
    """A hand with everything that its score can depend on."""

    request: Request
    seat: str
    ruleset: str
    limit: int | None
    mahjong_points: int
    own_wind: str
    round_wind: str
    concealed: Tiles
    exposed: tuple[Set, ...]
    kongs: tuple[Set, ...]
    bonus: Tiles
    dead: bool
    partial: bool
    win: dict[str, Any]
    wild: Tiles
    goulash: bool

    @property
    def declared(self) -> tuple[Set, ...]:
        return self.exposed + self.kongs

    @property
    def all_tiles(self) -> Tiles:
        return self.concealed + tuple(tile for group in self.declared for tile in group.tiles)

    @property
    def blanks_on_the_table(self) -> Tiles:
        """The blanks in declared sets, as many as there can be: which tile is the blank is not said."""
        return tuple((Counter(self.wild) & Counter(tile for group in self.declared for tile in group.tiles)).elements())

    @property
    def source(self) -> str | None:
        return self.win.get("source")

    @property
    def winning_tile(self) -> str | None:
        return self.win.get("tile")

    @property
    def claimed(self) -> bool:
        return self.source in ("discard", "robbed-kong")

    @property
    def drawn(self) -> bool:
        return self.source in ("wall", "loose-tile")


class Arrangement(NamedTuple):
    """A decomposition of the concealed tiles; `place` is the part with the winning tile (None: an original hand)."""

    parts: tuple[Tiles, ...]
    place: Tiles | None


def kind_of(tiles: Tiles) -> str:
    if len(tiles) == 2:
        return "pair"
    if len(tiles) == 14:
        return "thirteen-heads"
    if tiles[0] != tiles[1]:
        return "chow"
    return "kong" if len(tiles) == 4 else "pung"


def limit_of(ruleset: str, options: dict[str, Any]) -> int | None:
    if "limit" in options:
        limit: int | None = options["limit"] or None  # 0 is no limit
        return limit
    if ruleset in LIMIT:
        return 400 if options.get("mahjong_points") == 20 else 300
    return 600 if ruleset == "pamphlet" else None


def case_of(request: Request, seat: str) -> OracleDeal:
    ruleset, options, hand = request["ruleset"], request.get("options", {}), request["hands"][seat]
    return OracleDeal(
        request=request,
        seat=seat,
        ruleset=ruleset,
        limit=limit_of(ruleset, options),
        mahjong_points=options.get("mahjong_points", 10) if ruleset in LIMIT else 20,
        own_wind=WINDS[SEATS.index(seat)],
        round_wind=WINDS[SEATS.index(request["round_wind"])],
        concealed=parse(hand["concealed"]),
        exposed=tuple(Set(kind_of(parse(text)), parse(text), exposed=True) for text in hand.get("exposed", [])),
        kongs=tuple(Set("kong", parse(text), exposed=False) for text in hand.get("concealed_kongs", [])),
        bonus=parse(hand.get("bonus", "")),
        dead=hand.get("dead", False),
        partial=hand.get("partial", False),
        win=request.get("win") or {} if request["winner"] == seat else {},
        wild=parse(hand.get("wild", "")),
        goulash=any(each.get("wild") for each in request["hands"].values()),
    )


# --- decompositions ------------------------------------------------------------------------------------------------


def without(tiles: Tiles, part: Tiles) -> Tiles | None:
    """The tiles without the part; None if they do not contain it."""
    left = list(tiles)
    for tile in part:
        if tile not in left:
            return None
        left.remove(tile)
    return tuple(left)


def sets_beginning_with(tile: str) -> Iterator[Tiles]:
    yield (tile, tile, tile)
    if tile[1] in SUITS and int(tile[0]) <= 7:
        yield (tile, next_tile(tile, 1), next_tile(tile, 2))


def divisions_into_sets(tiles: Tiles) -> Iterator[tuple[Tiles, ...]]:
    """Every division into sets: the lowest tile is in a pung or begins a chow; the rest recursively."""
    if not tiles:
        yield ()
        return
    for first in sets_beginning_with(tiles[0]):
        rest = without(tiles, first)
        if rest is not None:
            for others in divisions_into_sets(rest):
                yield (first, *others)


def decompositions(tiles: Tiles) -> set[tuple[Tiles, ...]]:
    """Every decomposition of sorted tiles into sets and one pair, each once."""
    found = set()
    for tile in set(tiles):
        rest = without(tiles, (tile, tile))
        if rest is not None:
            found |= {tuple(sorted(((tile, tile), *sets), key=set_order)) for sets in divisions_into_sets(rest)}
    return found


def real(tiles: Tiles, wild: Tiles) -> Tiles:
    """The tiles that are no blanks; there are four of each kind."""
    return tuple(sorted((Counter(tiles) - Counter(wild)).elements(), key=tile_order))


def is_thirteen_heads(tiles: Tiles) -> bool:
    return len(tiles) == 14 and set(tiles) == set(MAJORS)


def completing_decompositions(case: OracleDeal, concealed: Tiles) -> list[tuple[Tiles, ...]]:
    """Every decomposition of these concealed tiles that completes the hand; empty if it is incomplete.

    In a goulash there are no chows.
    """
    if len(concealed) + 3 * len(case.declared) != 14:
        return []
    found = sorted(decompositions(concealed), key=lambda parts: [set_order(part) for part in parts])
    if case.goulash:
        found = [parts for parts in found if all(kind_of(part) != "chow" for part in parts)]
    if "thirteen-heads" in LIMIT_HANDS[case.ruleset] and is_thirteen_heads(concealed):
        found.append((concealed,))
    return found


def arrangements(case: OracleDeal) -> list[Arrangement]:
    found = []
    for parts in completing_decompositions(case, case.concealed):
        if case.source == "original-hand":
            found.append(Arrangement(parts, None))
        else:
            found += [Arrangement(parts, part) for part in sorted(set(parts)) if case.winning_tile in part]
    return found


def sets_of(case: OracleDeal, arrangement: Arrangement) -> list[Set]:
    """All sets and the pair; the one with the winning tile is `won`, and exposed if the tile was claimed."""
    sets, marked = list(case.declared), False
    for part in arrangement.parts:
        won = part == arrangement.place and not marked
        marked = marked or won
        sets.append(Set(kind_of(part), part, exposed=won and case.claimed, won=won))
    return sorted(sets, key=lambda group: (set_order(group.tiles), group.exposed, group.won))


# --- points of sets and pairs --------------------------------------------------------------------------


def pung_points(case: OracleDeal, group: Set) -> int:
    head = group.tile in MAJORS
    if group.exposed:
        return 4 if head else 2
    if case.win and case.ruleset in LIMIT:
        return 10 if head else 6
    return 8 if head else 4


def kong_points(group: Set) -> int:
    points = 8 if group.exposed else 16
    return points * 2 if group.tile in MAJORS else points


def pair_points(case: OracleDeal, tile: str) -> int:
    """The points of a pair in any hand."""
    if tile in DRAGONS:
        return 2
    points = 2 if tile == case.own_wind else 0
    if tile == case.round_wind and case.ruleset not in NO_LIMIT:
        points += 2
    return points


def completed_pair_points(case: OracleDeal, tile: str) -> int:
    """The points of a pair that the winning tile completes, in a limit rulebook."""
    more = 0 if case.claimed else 2
    if tile == case.own_wind == case.round_wind:
        return 6 + more
    return (4 if tile in MAJORS else 2) + more


def completed_chow_points(case: OracleDeal, chow: Tiles) -> int:
    """The points of a chow that the winning tile completes, in a limit rulebook."""
    assert case.winning_tile
    if one_filler_chow(chow, case.winning_tile):
        return 2 if case.claimed else 4
    if case.claimed:
        return 0
    return 4 if case.ruleset == "harr-1922-limit" else 2


def ends_a_run(tile: str, parts: tuple[Tiles, ...]) -> bool:
    """True if a pair of this tile continues one of the chows: 5-6-7 with 8-8, or with 4-4."""
    chows = [part for part in parts if kind_of(part) == "chow"]
    return any(tile in (next_tile(chow[0], -1), next_tile(chow[2], 1)) for chow in chows)


def winners_set_points(case: OracleDeal, arrangement: Arrangement, group: Set) -> int:
    completes = group.won and case.ruleset in LIMIT
    if group.kind == "chow":
        return completed_chow_points(case, group.tiles) if completes else 0
    if group.kind == "pair":
        if completes and not ends_a_run(group.tile, arrangement.parts):
            return completed_pair_points(case, group.tile)
        return pair_points(case, group.tile)
    return kong_points(group) if group.kind == "kong" else pung_points(case, group)


# --- bonuses of the winner -----------------------------------------------------------------------------


def circumstance_points(case: OracleDeal) -> int:
    points = 0
    if case.ruleset not in LIMIT:
        points += 2 if case.drawn else 0
        points += 10 if case.source == "loose-tile" else 0
    if case.ruleset in PAMPHLET:
        points += 10 if case.win.get("last_tile") else 0
        points += 100 if case.win.get("standing_hand") else 0
    return points


def circumstance_doubles(case: OracleDeal) -> int:
    doubles = 0
    if case.ruleset not in NO_LIMIT:
        doubles += 1 if case.source == "loose-tile" else 0
        doubles += 1 if case.win.get("last_tile") else 0
    if case.ruleset in PAMPHLET:
        doubles += 1 if case.source == "robbed-kong" else 0
    original_doubles = case.ruleset in NO_LIMIT or (case.ruleset in PAMPHLET and case.limit is None)
    if case.source == "original-hand" and original_doubles:
        doubles += 3
    return doubles


def one_filler_chow(chow: Tiles, tile: str) -> bool:
    """True if the chow without this tile waits for this kind only."""
    ends = (chow[0][0] == "1" and tile == chow[2]) or (chow[2][0] == "9" and tile == chow[0])
    return tile == chow[1] or ends


def one_filler(part: Tiles, tile: str, parts: tuple[Tiles, ...]) -> bool:
    if kind_of(part) == "chow":
        return one_filler_chow(part, tile)
    if kind_of(part) == "pair":
        return tile[1] == "z" or not ends_a_run(tile, parts)
    return False


def waits(case: OracleDeal, concealed: Tiles, held: Tiles) -> list[str]:
    """The kinds that complete the hand, except those of which it holds all four tiles; `held` is without blanks."""
    free = [kind for kind in KINDS if held.count(kind) < 4]
    return [kind for kind in free if completing_decompositions(case, tuple(sorted((*concealed, kind), key=tile_order)))]


def visible_tiles(case: OracleDeal) -> Tiles:
    """The tiles visible to the winner before the winning tile: all declared sets, the discards, the own tiles."""
    request = case.request
    own = without(case.concealed, (str(case.winning_tile),))
    assert own is not None
    visible = real(own, real(case.wild, case.blanks_on_the_table)) + parse(request.get("discards", ""))
    for seat in request["hands"]:
        other = case_of(request, seat)
        on_the_table = tuple(tile for group in other.declared for tile in group.tiles)
        visible += real(on_the_table, other.blanks_on_the_table)
    return visible


def one_piece_was_left(case: OracleDeal) -> bool:
    """The pamphlet's 'only possible piece': of all kinds that the hand waits for, one tile is not visible."""
    visible = visible_tiles(case)
    before = without(case.concealed, (str(case.winning_tile),))
    assert before is not None
    held = real(before + tuple(tile for group in case.declared for tile in group.tiles), case.wild)
    return sum(4 - visible.count(kind) for kind in waits(case, before, held)) == 1


def only_place(case: OracleDeal, arrangement: Arrangement) -> bool:
    tile = case.winning_tile
    if tile is None:
        return False
    parts = arrangement.parts
    if all(one_filler(part, tile, parts) for part in parts if tile in part):
        return True
    return case.ruleset in PAMPHLET and one_piece_was_left(case)


def no_other_score(case: OracleDeal, sets: list[Set], other_points: int) -> bool:
    """True if nothing else scores; `other_points` are all points except Mah-Jong and this bonus."""
    if case.ruleset in PAMPHLET:
        chows = sum(group.kind == "chow" for group in sets)
        pair = next(group for group in sets if group.kind == "pair")
        return chows == 4 and pair_points(case, pair.tile) == 0
    return other_points == 0


def has_exposed_pung(case: OracleDeal, tile: str | None) -> bool:
    return any(group.kind == "pung" and group.tile == tile for group in case.exposed)


def counts_for_no_chow(case: OracleDeal, sets: Iterable[Set]) -> bool:
    """True if it counts that the hand has no chow: not in a goulash, where no hand has one."""
    return not case.goulash and all(group.kind != "chow" for group in sets)


# --- doubles -------------------------------------------------------------------------------------------


def set_doubles(case: OracleDeal, sets: Iterable[Set]) -> int:
    doubles = 0
    for group in sets:
        if group.kind not in ("pung", "kong"):
            continue
        own, of_round = group.tile == case.own_wind, group.tile == case.round_wind
        doubles += 1 if group.tile in DRAGONS else 0
        doubles += 1 if own else 0
        doubles += 1 if own and of_round and case.ruleset in LIMIT else 0
        doubles += 1 if of_round and case.ruleset in PAMPHLET else 0
    return doubles


def suit_doubles(tiles: Tiles) -> int:
    suits = {tile[1] for tile in tiles}
    if len(suits & set(SUITS)) != 1:
        return 0
    return 1 if "z" in suits else 3


def honour_and_head_doubles(case: OracleDeal, tiles: Tiles) -> int:
    honours = [tile for tile in tiles if tile[1] == "z"]
    if not tiles or any(tile not in MAJORS for tile in tiles) or case.ruleset in LIMIT:
        return 0
    if len(honours) == len(tiles):
        return 3 if case.ruleset in NO_LIMIT or case.limit is None else 0
    if case.ruleset in PAMPHLET:
        return 1 if honours else 0
    return 1 if case.ruleset == "harr-1923" else 0


def whole_hand_doubles(case: OracleDeal) -> int:
    if case.partial or (not case.win and case.ruleset not in NO_LIMIT):
        return 0
    return suit_doubles(case.all_tiles) + honour_and_head_doubles(case, case.all_tiles)


# --- flowers and seasons -------------------------------------------------------------------------------


def flower_points(case: OracleDeal) -> int:
    return 0 if case.ruleset.startswith("harr-1922") else 4 * len(case.bonus)


def flower_doubles(case: OracleDeal) -> int:
    doubles = 0
    for suit in "fy":
        numbers = [tile[0] for tile in case.bonus if tile[1] == suit]
        whole = len(numbers) == 4 and not case.ruleset.startswith("harr-1922")
        doubles += 3 if whole else 0
        if case.own_wind[0] in numbers and (not whole or case.ruleset in PAMPHLET):
            doubles += 1
    return doubles


# --- limit hands ---------------------------------------------------------------------------------------


def wind_sets(sets: Iterable[Set]) -> set[str]:
    return {group.tile for group in sets if group.kind in ("pung", "kong") and group.tile in WINDS}


def dragon_sets(sets: Iterable[Set]) -> set[str]:
    return {group.tile for group in sets if group.kind in ("pung", "kong") and group.tile in DRAGONS}


def limit_hands_of_sets(case: OracleDeal, sets: list[Set]) -> set[str]:
    tiles = case.all_tiles
    four = [group for group in sets if group.kind != "pair"]
    pair = next(group.tile for group in sets if group.kind == "pair")
    no_exposed_set = not any(group.exposed for group in four)
    tests = {
        "all-heads": all(tile in MAJORS for tile in tiles),
        "all-ones-and-nines": all(tile[0] in "19" and tile[1] in SUITS for tile in tiles),
        "all-honours": all(tile[1] == "z" for tile in tiles),
        "four-winds": len(wind_sets(sets)) == 4,
        "three-winds-and-pair": len(wind_sets(sets)) == 3 and pair in set(WINDS) - wind_sets(sets),
        "four-kongs": all(group.kind == "kong" for group in four),
        "three-dragons": len(dragon_sets(sets)) == 3,
        "hidden-treasure": not case.exposed and not case.claimed,
        "concealed-pungs": no_exposed_set and all(group.kind != "chow" for group in four),
    }
    return {name for name, holds in tests.items() if holds}


def is_nine_gates(case: OracleDeal) -> bool:
    """True if the hand waited on the nine gates; of an original hand any tile may count as the last."""
    if case.declared:
        return False
    last_tiles = [case.winning_tile] if case.winning_tile else list(case.concealed)
    gates = {parse(f"1112345678999{suit}") for suit in SUITS}
    return any(without(case.concealed, (tile,)) in gates for tile in last_tiles if tile)


def winners_limit_hands(case: OracleDeal, sets: list[Set]) -> list[str]:
    thirteen = sets[0].kind == "thirteen-heads"
    held = {"thirteen-heads"} if thirteen else limit_hands_of_sets(case, sets)
    tests = {
        "original-hand": case.source == "original-hand",
        "first-discard": bool(case.win.get("first_discard")),
        "nine-gates": is_nine_gates(case),
        "thirteenth-win": case.seat == "east" and case.win.get("consecutive_wins", 1) >= 13,
    }
    held |= {name for name, is_held in tests.items() if is_held}
    return [name for name in LIMIT_HANDS[case.ruleset] if name in held]


def losers_limit_hands(case: OracleDeal, sets: list[Set]) -> list[str]:
    if case.ruleset not in PAMPHLET:
        return []
    fourth = set(WINDS) - wind_sets(sets)
    names = []
    if len(fourth) == 1 and case.concealed.count(fourth.pop()) == 2:
        names.append("three-winds-and-pair")
    if len(dragon_sets(sets)) == 3:
        names.append("three-dragons")
    return names


# --- one hand ------------------------------------------------------------------------------------------------------


def answer(
    points: int, doubles: int, added: int, limit: int | None, limit_hands: list[str], sets: list[Set]
) -> dict[str, Any]:
    """A hand's score; `limit` is None if it is not capped: a loser's, or under no limit."""
    uncapped = points * 2**doubles + added
    score = uncapped if limit is None else limit if limit_hands else min(uncapped, limit)
    return {
        "points": points,
        "doubles": doubles,
        "added": added,
        "uncapped_score": uncapped,
        "score": score,
        "capped": score < uncapped,
        "limit_hands": limit_hands,
        "limit_items": [] if limit is None else limit_hands,
        "sets": [(group.kind, written(group.tiles), group.exposed, group.won) for group in sets],
    }


def shape_score(case: OracleDeal, arrangement: Arrangement, sets: list[Set]) -> tuple[int, int]:
    """The winner's points and doubles that depend on the four sets and the pair."""
    no_chow = counts_for_no_chow(case, sets)
    points = sum(winners_set_points(case, arrangement, group) for group in sets)
    doubles = set_doubles(case, sets) + whole_hand_doubles(case)
    if case.ruleset not in LIMIT:
        points += 10 if no_chow else 0
        points += 2 if only_place(case, arrangement) else 0
    if case.ruleset not in NO_LIMIT:
        doubles += 1 if no_chow else 0
    if case.ruleset in LIMIT:
        doubles += 1 if has_exposed_pung(case, case.winning_tile) else 0
    if no_other_score(case, sets, points + circumstance_points(case) + flower_points(case)):
        points += 10
        doubles += 1 if case.ruleset in PAMPHLET else 0
    return points, doubles


def score_arrangement(case: OracleDeal, arrangement: Arrangement) -> dict[str, Any]:
    sets = sets_of(case, arrangement)
    points = case.mahjong_points + circumstance_points(case) + flower_points(case)
    doubles = circumstance_doubles(case) + flower_doubles(case)
    if sets[0].kind != "thirteen-heads":
        more_points, more_doubles = shape_score(case, arrangement, sets)
        points, doubles = points + more_points, doubles + more_doubles
    added = 0
    if case.ruleset == "harr-1922-limit" and case.win.get("first_discard"):
        assert case.limit is not None
        added = case.limit // 2
    return answer(points, doubles, added, case.limit, winners_limit_hands(case, sets), sets)


def score_winner(case: OracleDeal) -> dict[str, Any]:
    """The best arrangement: by final score, then uncapped score, then the fixed order of ties."""

    def rank(way: tuple[Arrangement, dict[str, Any]]) -> tuple[Any, ...]:
        arrangement, result = way
        parts = [*arrangement.parts, *(group.tiles for group in case.declared)]
        chows = sum(kind_of(part) == "chow" for part in parts)
        place = set_order(arrangement.place) if arrangement.place else []
        return -result["score"], -result["uncapped_score"], chows, sorted(set_order(part) for part in parts), place

    scored = [(arrangement, score_arrangement(case, arrangement)) for arrangement in arrangements(case)]
    return min(scored, key=rank)[1]


def losing_sets(case: OracleDeal) -> list[Set]:
    """Declared sets, concealed pungs (also of four tiles) and concealed pairs that score."""
    sets = list(case.declared)
    for tile, count in Counter(case.concealed).items():
        if count >= 3:
            sets.append(Set("pung", (tile,) * 3, exposed=False))
        elif count == 2 and pair_points(case, tile):
            sets.append(Set("pair", (tile,) * 2, exposed=False))
    return sorted(sets, key=lambda group: (set_order(group.tiles), group.exposed))


def losers_set_points(case: OracleDeal, group: Set) -> int:
    if group.kind == "chow":
        return 0
    if group.kind == "pair":
        return pair_points(case, group.tile)
    return kong_points(group) if group.kind == "kong" else pung_points(case, group)


def kong_count(case: OracleDeal) -> int:
    return sum(group.kind == "kong" for group in case.declared)


def counts_nothing(case: OracleDeal) -> bool:
    """True if a hand is dead and scores nothing; in some rulebooks one with too few tiles scores."""
    too_few = len(case.all_tiles) < 13 + kong_count(case)
    return case.dead and not (case.ruleset in ("harr-1923-limit", *PAMPHLET) and too_few)


def score_loser(case: OracleDeal) -> dict[str, Any]:
    if counts_nothing(case):
        return answer(0, 0, 0, None, [], [])
    sets = losing_sets(case)
    points = sum(losers_set_points(case, group) for group in sets) + flower_points(case)
    doubles = set_doubles(case, sets) + whole_hand_doubles(case) + flower_doubles(case)
    return answer(points, doubles, 0, None, losers_limit_hands(case, sets), sets)


def score_hand(request: Request, seat: str) -> dict[str, Any]:
    """The score of one hand. The request may lack the others, which matter only for the visible tiles."""
    case = case_of(request, seat)
    return score_winner(case) if request["winner"] == seat else score_loser(case)


# --- the dangerous discard -----------------------------------------------------------------------------


def suits_of(tiles: Iterable[str]) -> set[str]:
    return {tile[1] for tile in tiles}


def is_third_dragon(winner: OracleDeal) -> bool:
    """True if the discard completed the set of the third dragon beside two on the table."""
    dragons, discard = dragon_sets(winner.declared), str(winner.winning_tile)
    return len(dragons) == 2 and discard in set(DRAGONS) - dragons and winner.concealed.count(discard) == 3


def is_fourth_wind(winner: OracleDeal) -> bool:
    """True if the discard was the fourth wind beside sets of three on the table."""
    winds = wind_sets(winner.declared)
    return len(winds) == 3 and str(winner.winning_tile) in set(WINDS) - winds


def pamphlet_letters(winner: OracleDeal) -> list[str]:
    alike = [group for group in winner.declared if group.kind in ("pung", "kong")]
    suits = suits_of(winner.all_tiles)
    tests = {
        "a": len(suits) == 1 and suits < set(SUITS) and len(alike) >= 3,
        "b": all(tile in TERMINALS for tile in winner.all_tiles) and len(alike) >= 3,
        "c": is_third_dragon(winner),
        "d": is_fourth_wind(winner),
    }
    return [letter for letter, applies in tests.items() if applies]


def limit_letters(winner: OracleDeal) -> list[str]:
    table = [tile for group in winner.declared for tile in group.tiles]
    suits = suits_of(winner.all_tiles)
    tests = {
        "a": len(suits) == 1 and suits < set(SUITS) and sum(tile[1] in suits for tile in table) >= 9,
        "b": all(tile in MAJORS for tile in winner.all_tiles) and sum(tile in MAJORS for tile in table) >= 9,
        "c": is_third_dragon(winner),
        "d": is_fourth_wind(winner),
    }
    return [letter for letter, applies in tests.items() if applies]


def dangerous_letters(request: Request) -> list[str]:
    """The letters (a to d) of the patterns under which the winning discard was dangerous."""
    if not request["winner"] or request["win"]["source"] != "discard" or request["ruleset"] in NO_LIMIT:
        return []
    winner = case_of(request, request["winner"])
    return pamphlet_letters(winner) if request["ruleset"] in PAMPHLET else limit_letters(winner)


def best_doubles_after(case: OracleDeal, wait: str) -> int:
    """The most doubles, without flowers and circumstances, of the hand completed by this tile."""
    concealed = tuple(sorted((*case.concealed, wait), key=tile_order))
    best = 0
    for parts in completing_decompositions(case, concealed):
        if kind_of(parts[0]) == "thirteen-heads":
            continue
        sets = [*case.declared, *(Set(kind_of(part), part, exposed=False) for part in parts)]
        doubles = set_doubles(case, sets) + suit_doubles((*case.all_tiles, wait)) + counts_for_no_chow(case, sets)
        doubles += case.ruleset in LIMIT and has_exposed_pung(case, wait)
        best = max(best, doubles)
    return best


def excused_by_own_hand(discarder: OracleDeal) -> bool:
    """Excuse (i): waiting with two doubles complete, or for a tile that makes more than two."""
    if discarder.dead:
        return False
    waiting = waits(discarder, discarder.concealed, real(discarder.all_tiles, discarder.wild))
    if not waiting:
        return False
    complete = set_doubles(discarder, losing_sets(discarder))
    return complete >= 2 or max(best_doubles_after(discarder, wait) for wait in waiting) > 2


def had_no_choice(discarder: OracleDeal, discard: str, letter: str) -> bool:
    """Excuse (ii): every tile that the discarder could have discarded was as dangerous."""
    choice = (*discarder.concealed, discard)
    if letter == "a":
        return len(suits_of(choice)) == 1
    if letter == "b":
        return all(tile in MAJORS for tile in choice)
    return set(choice) == {discard}


def is_excused(request: Request, letters: list[str]) -> bool:
    win = request["win"]
    if request["ruleset"] in PAMPHLET:
        return False
    if "discarder_excused" in win:
        return bool(win["discarder_excused"])
    discarder = case_of(request, win["discarder"])
    if discarder.partial:
        raise ValueError("a partial hand decides no excuse: discarder_excused is needed")
    if excused_by_own_hand(discarder):
        return True
    return all(had_no_choice(discarder, win["tile"], letter) for letter in letters)


def dangerous_discard(request: Request) -> dict[str, Any] | None:
    letters = dangerous_letters(request)
    return {"letters": letters, "excused": is_excused(request, letters)} if letters else None


# --- settling ------------------------------------------------------------------------------------------


# The rule that a payment comes from, and the rules that changed its amount.
ROWS = {"winner": "winner-collects", "difference": "others-settle"}


def changed_by(*, east: bool, capped: bool) -> list[str]:
    return ["east-double"] * east + ["limit-cuts"] * capped


def written_payment(one: settling.Payment) -> dict[str, Any]:
    """A payment with its rules; one who pays for all pays East's double too."""
    return {
        **one._asdict(),
        "rule": ROWS.get(one.reason, one.reason),
        "changed_by": changed_by(east=one.multiplier in (None, 2), capped=one.capped),
    }


def stake_of(score: dict[str, Any], limit: int | None, *, won: bool, for_all: bool) -> settling.Stake:
    """What a hand brings: a limit hand collects the limit, or takes it from the others if it did not win."""
    is_limit_hand = bool(score["limit_hands"]) and limit is not None
    uncapped = max(score["score"], score["uncapped_score"])
    if is_limit_hand and won and not for_all:
        uncapped = score["score"]
    return settling.Stake(score["score"], uncapped, takes_limit=not won and is_limit_hand)


def all_payments(request: Request, danger: dict[str, Any] | None) -> list[settling.Payment]:
    winner = request["winner"]
    limit = limit_of(request["ruleset"], request.get("options", {}))
    hands = {seat: score_hand(request, seat) for seat in SEATS if seat in request["hands"]}
    for_all = danger is not None and not danger["excused"]
    stakes = {seat: stake_of(score, limit, won=seat == winner, for_all=for_all) for seat, score in hands.items()}
    won = None
    if winner is not None:
        discarder = request["win"].get("discarder")
        liable = discarder if for_all else None
        won = settling.Win(winner, request["win"]["source"], discarder, liable)
    return list(settling.settle(Terms(limit=limit, limit_cuts="payment"), stakes, won).payments)


def settle(request: Request) -> dict[str, Any]:
    danger = dangerous_discard(request)
    payments = [written_payment(one) for one in all_payments(request, danger)]
    payments.sort(key=lambda entry: (SEATS.index(entry["payer"]), SEATS.index(entry["payee"])))
    net = {seat: 0 for seat in SEATS if seat in request["hands"]}
    for entry in payments:
        net[entry["payer"]] -= entry["amount"]
        net[entry["payee"]] += entry["amount"]
    return {"payments": payments, "net": net, "dangerous_discard": danger}
