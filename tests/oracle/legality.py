"""What a request body may say, by the contract's and the rules' words: the tests' own judge of legality.

In: the JSON value of a body. Out: the faults that must be told, and those that another fault may bring with it.
Written from openapi.yaml, the README and the rules; nothing here is shared with the service. Shapes are judged by the
contract's own schemas, tiles and circumstances by trying them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import jsonschema_rs

from tests.contract import CONTRACT, closed_words, resolved
from tests.oracle import brute
from tests.oracle.brute import HEADS, LIMIT, NO_LIMIT, PAMPHLET, SEATS, SUITS, Request

Json = dict[str, Any]
Tile = str
ANY = None
"""A code that the judge leaves open."""
DRAWN = ("wall", "loose-tile")
CLAIMED = ("discard", "robbed-kong")
NEEDS_WASHING = 9
DEAD_AT_MOST = 18
FLAGS = ("last_tile", "first_discard", "standing_hand", "original_call")


class Fault(NamedTuple):
    """A member at fault, and the code for it (`ANY`: one of several)."""

    pointer: str
    code: str | None


@dataclass
class Verdict:
    """A body's faults."""

    certain: set[Fault] = field(default_factory=set)
    """Each must be told."""
    possible: set[Fault] = field(default_factory=set)
    """What a certain fault may bring with it: told or not."""
    owed: set[Fault] = field(default_factory=set)
    """What can be seen in the readable parts of a hand of which another part cannot be read."""
    anything: set[str] = field(default_factory=set)
    """Pointers at and under which a fault of the shape leaves everything else open."""
    disputed: set[Fault] = field(default_factory=set)
    """What cannot be true by the rules, though no sentence of the contract names it: told or not, legal or not."""

    @property
    def legal(self) -> bool:
        return not self.certain

    @property
    def undecided(self) -> bool:
        """Whether the body is legal or not as a dispute is decided."""
        return self.legal and bool(self.disputed)

    def must(self, pointer: str, code: str | None, where: bool = True) -> None:
        if where:
            self.certain.add(Fault(pointer, code))

    def may(self, pointer: str, code: str | None, where: bool = True) -> None:
        if where:
            self.possible.add(Fault(pointer, code))

    def owe(self, pointer: str, code: str | None, where: bool = True) -> None:
        if where:
            self.owed.add(Fault(pointer, code))

    def untold(self, told: set[tuple[str, str]], owed: bool = False) -> list[Fault]:
        """The faults that should have been told and were not."""
        due = self.certain | self.owed if owed else self.certain
        return sorted((fault for fault in due if not any(_fits(fault, one) for one in told)), key=str)

    def disagreement(self, told: set[tuple[str, str]]) -> str | None:
        """What is wrong with the faults that the service told; None where they agree."""
        missing = self.untold(told)
        allowed = self.certain | self.possible | self.owed | self.disputed
        unfounded = [
            one for one in told if not any(_fits(fault, one) for fault in allowed) and not self._under_anything(one[0])
        ]
        if not missing and not unfounded:
            return None
        return f"not told: {missing}; told without ground: {sorted(unfounded)}"

    def _under_anything(self, pointer: str) -> bool:
        return any(pointer == place or pointer.startswith(f"{place}/") for place in self.anything)

    def renamed(self, old: str, new: str) -> None:
        """Tell the faults of one place at another."""
        for name in ("certain", "possible", "owed", "disputed"):
            faults: set[Fault] = getattr(self, name)
            setattr(self, name, {Fault(new, one.code) if one.pointer == old else one for one in faults})

    def under(self, prefix: str, other: Verdict) -> None:
        """Take over the verdict on a part of the body."""
        for name in ("certain", "possible", "owed", "disputed"):
            getattr(self, name).update(Fault(prefix + fault.pointer, fault.code) for fault in getattr(other, name))
        self.anything.update(prefix + place for place in other.anything)


def owed(verdict: Verdict) -> Verdict:
    """The same faults, none of which has to be told beside the one that hides them."""
    return Verdict(possible=verdict.possible, owed=verdict.owed | verdict.certain, anything={*verdict.anything, ""})


def _fits(fault: Fault, told: tuple[str, str]) -> bool:
    return fault.pointer == told[0] and fault.code in (ANY, told[1])


# --- shapes, by the contract's schemas -----------------------------------------------------------------------------

UNREADABLE = "pattern"
"""Tiles that the contract's pattern does not match are judged with the tiles."""


SCHEMAS = closed_words(CONTRACT["components"]["schemas"])
"""The contract's schemas, of ids and codes only those of today, and what prose alone says of members beside others."""
SCHEMAS["Hand"] |= {
    "if": {"required": ["counted"]},
    "then": {"properties": dict.fromkeys(set(SCHEMAS["Hand"]["properties"]) - {"counted"}, False)},
    "else": {"required": ["concealed"]},
}
SCHEMAS["HandCount"] |= {
    "if": {"required": ["score"]},
    "then": {"properties": {"points": False, "doubles": False}},
    "else": {
        "if": {
            "required": ["limit_hand"],
            "properties": {"limit_hand": {"const": True}},
            "not": {"anyOf": [{"required": ["points"]}, {"required": ["doubles"]}]},
        },
        "else": {"required": ["points"]},
    },
}


def told_of(name: str, value: Any) -> Any:
    """A body without what is read as absent: null that means nothing and empty lists, where a member is optional."""
    return _told(SCHEMAS[name], value)


def _told(schema: Json, value: Any) -> Any:
    schema = {**resolved(schema), **schema}
    if isinstance(value, list) and "items" in schema:
        return [_told(schema["items"], each) for each in value]
    if isinstance(value, dict) and "oneOf" in schema:
        forms = schema["discriminator"]["mapping"]
        kind = value.get("type")
        return _told({"$ref": forms[kind]}, value) if isinstance(kind, str) and kind in forms else value
    if not isinstance(value, dict) or "properties" not in schema:
        return value
    members, required = schema["properties"], schema.get("required", [])
    return {
        name: _told(members[name], each) if name in members else each
        for name, each in value.items()
        if name in required or name not in members or not _absent({**resolved(members[name]), **members[name]}, each)
    }


def _absent(schema: Json, value: Any) -> bool:
    types = schema.get("type", [])
    return (value is None and "null" not in types) or (value == [] and isinstance(value, list) and types == "array")


@cache
def _shape(name: str, without: str | None = None) -> jsonschema_rs.Draft202012Validator:
    """The validator of a schema, the items of one of its lists left out."""
    schema = dict(SCHEMAS[name])
    if without:
        items = {key: value for key, value in resolved(schema["properties"][without]).items() if key != "items"}
        schema = {**schema, "properties": {**schema["properties"], without: items}}
    return jsonschema_rs.Draft202012Validator({**schema, "components": {**CONTRACT["components"], "schemas": SCHEMAS}})


def _judge_shape(verdict: Verdict, name: str, value: Any, without: str | None = None) -> None:
    """The faults of a shape, but those that another one at the same place or above it hides."""
    found = {fault for error in _shape(name, without).iter_errors(value) for fault in _faults_of(error)}
    faults = {SEATS_MISSING.get(fault, fault) for fault in found}
    for fault in faults:
        (verdict.may if any(_hides(other, fault) for other in faults) else verdict.must)(*fault)
    if faults:
        verdict.anything.add("")


def _hides(one: Fault, other: Fault) -> bool:
    """The wrong type hides what else is wrong with a value, a wrong length the items, wrong items the whole.

    What has no place is not looked at further, nor what is in it.
    """
    if one.pointer == other.pointer:
        if "unexpected-member" in (one.code, other.code):
            return one.code == "unexpected-member" != other.code
        return one.code in MISTYPED and other.code not in MISTYPED
    if other.pointer.startswith(f"{one.pointer}/"):
        return one.code in ("too-many-items", "too-few-items", "unexpected-member")
    return one.pointer.startswith(f"{other.pointer}/") and other.code in (ANY, "wrong-seats")


MISTYPED = ("wrong-type", "null-not-allowed")
SEATS_MISSING = {
    Fault(f"/hands/{seat}", code): Fault("/hands", "wrong-seats")
    for seat in ("east", "south")
    for code in ("missing-member", "null-not-allowed")
}
"""That hands without East or South make no game is told at `/hands`, as of any other hands that make none."""
OPTIONS_OF_SOME = ("/options/mahjong_points", "/options/cleared_hands")
"""Where a rulebook may lack the option, whatever its value."""
FORBIDDEN = "FalseSchema"
"""The kind of fault of a member that has no place beside another."""
CODES = {
    "required": "missing-member",
    "additionalProperties": "unknown-member",
    "minimum": "out-of-range",
    "maximum": "out-of-range",
    "multipleOf": "out-of-range",
    "maxLength": "too-long",
    "maxItems": "too-many-items",
    "pattern": "unknown-value",
    FORBIDDEN: "unexpected-member",
}
SEATS_IN_PLAY = "/seats"
WINNER = "/winner"


def _faults_of(error: Any) -> Iterator[Fault]:
    at = "".join(f"/{_step(step)}" for step in error.instance_path)
    keyword = FORBIDDEN if type(error.kind).__name__ == FORBIDDEN else str(error.schema_path[-1])
    code = CODES.get(keyword)
    if keyword == UNREADABLE and at != WINNER:
        return
    if at in OPTIONS_OF_SOME or (at == "" and keyword == "type"):
        yield Fault(at, ANY)
    elif keyword == "required":
        yield Fault(f"{at}/{_step(error.kind.property)}", code)
    elif keyword == "additionalProperties":
        yield from (Fault(f"{at}/{_step(name)}", code) for name in error.kind.unexpected)
    elif keyword == "enum":
        yield Fault(at, "unknown-value" if isinstance(error.instance, str) else "out-of-range")
    elif keyword == "minItems" and at != SEATS_IN_PLAY:
        yield Fault(at, "too-few-items")
    elif keyword == "type":
        yield Fault(at, "null-not-allowed" if error.instance is None else "wrong-type")
    else:
        yield Fault(at, code)


def _step(name: object) -> str:
    return str(name).replace("~", "~0").replace("/", "~1")


# --- tiles ---------------------------------------------------------------------------------------------------------

GROUP = re.compile(r" |([1-9]+[mps]|[1-7]+z|[1-4]+[fy])|([\U0001F000-\U0001F029])[\uFE0E\uFE0F]?")
UNICODE = (
    *(f"{number}z" for number in (1, 2, 3, 4, 7, 6, 5)),
    *(f"{number}{suit}" for suit in "msp" for number in range(1, 10)),
    *(f"{number}{suit}" for suit in "fy" for number in range(1, 5)),
)
"""From U+1F000 on: winds, red, green and white dragon, Characters, Bamboos, Circles, flowers, seasons."""
FLOWERS_AND_SEASONS = "fy"


def tiles_of(text: str) -> tuple[Tile, ...] | None:
    """The tiles of a string, playing tiles or not; None where it cannot be read."""
    found: list[Tile] = []
    at = 0
    while at < len(text):
        match = GROUP.match(text, at)
        if match is None:
            return None
        group, sign = match.groups()
        if group:
            found += [number + group[-1] for number in group[:-1]]
        elif sign:
            found.append(UNICODE[ord(sign) - 0x1F000])
        at = match.end()
    return tuple(found)


def is_bonus(tile: Tile) -> bool:
    return tile[1] in FLOWERS_AND_SEASONS


class Place(NamedTuple):
    """A string of tiles and where it stands."""

    pointer: str
    tiles: tuple[Tile, ...] | None
    """None where the string is at fault."""


def read(verdict: Verdict, pointer: str, text: str, bonus: bool = False, a_set: bool = False) -> Place:
    """Read a string of playing tiles, or of flowers and seasons, and tell what is wrong with it."""
    tiles = tiles_of(text)
    if tiles is None:
        verdict.must(pointer, ANY)
        verdict.anything.add(pointer)
        return Place(pointer, None)
    if all(is_bonus(tile) == bonus for tile in tiles):
        return Place(pointer, tiles)
    misplaced = ANY if a_set else "bonus-tile-misplaced"  # a chow with a flower in it is no set either
    verdict.must(pointer, "not-a-bonus-tile" if bonus else misplaced)
    return Place(pointer, None)


def is_pung(tiles: Sequence[Tile]) -> bool:
    return len(tiles) == 3 and len(set(tiles)) == 1


def is_kong(tiles: Sequence[Tile]) -> bool:
    return len(tiles) == 4 and len(set(tiles)) == 1


def is_chow(tiles: Sequence[Tile]) -> bool:
    suits, numbers = {tile[1] for tile in tiles}, sorted(int(tile[0]) for tile in tiles)
    return len(suits) == 1 and suits < set(SUITS) and numbers == [numbers[0] + step for step in range(3)]


def is_set(tiles: Sequence[Tile]) -> bool:
    return is_kong(tiles) or is_pung(tiles) or (len(tiles) == 3 and is_chow(tiles))


def is_complete(tiles: Sequence[Tile], ruleset: str) -> bool:
    """Whether standing tiles are sets and one pair, or the thirteen heads where the rulebook has them."""
    if ruleset not in NO_LIMIT and len(tiles) == 14 and set(tiles) == set(HEADS):
        return True
    held = Counter(tiles)
    return any(_are_sets(held - Counter({tile: 2})) for tile in held if held[tile] >= 2)


def _are_sets(held: Counter[Tile]) -> bool:
    if not held:
        return True
    first = min(held, key=brute.tile_order)
    pung = Counter({first: 3})
    chow = Counter(brute.next_tile(first, step) for step in range(3)) if _begins_a_chow(first) else pung
    return any(part <= held and _are_sets(held - part) for part in (pung, chow))


def _begins_a_chow(tile: Tile) -> bool:
    return tile[1] in SUITS and int(tile[0]) <= 7


# --- a hand --------------------------------------------------------------------------------------------------------


@dataclass
class Hand:
    """A hand as it was read."""

    pointer: str
    concealed: Place
    exposed: list[Place]
    kongs: list[Place]
    bonus: Place
    dead: bool
    partial: bool
    sets_are_sets: bool

    @property
    def playing(self) -> list[Place]:
        return [self.concealed, *self.exposed, *self.kongs]

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return tuple(tile for place in self.playing for tile in place.tiles or ())

    @property
    def countable(self) -> bool:
        """Whether its tiles can be counted."""
        return self.sets_are_sets and self.concealed.tiles is not None

    @property
    def broken(self) -> bool:
        """Whether a part of it cannot be read."""
        return not self.countable or self.bonus.tiles is None

    @property
    def kong_count(self) -> int:
        return sum(is_kong(place.tiles or ()) for place in (*self.exposed, *self.kongs))


def read_hand(verdict: Verdict, pointer: str, told: Mapping[str, Any]) -> Hand:
    exposed = [
        read(verdict, f"{pointer}/exposed/{index}", text, a_set=True)
        for index, text in enumerate(told.get("exposed") or ())
    ]
    kongs = [
        read(verdict, f"{pointer}/concealed_kongs/{index}", text, a_set=True)
        for index, text in enumerate(told.get("concealed_kongs") or ())
    ]
    no_sets = [place for place in exposed if place.tiles is not None and not is_set(place.tiles)]
    no_kongs = [place for place in kongs if place.tiles is not None and not is_kong(place.tiles)]
    for code, these in (("not-a-set", no_sets), ("not-a-kong", no_kongs)):
        for place in these:
            verdict.must(place.pointer, code)
    hand = Hand(
        pointer,
        read(verdict, f"{pointer}/concealed", told["concealed"]),
        exposed,
        kongs,
        read(verdict, f"{pointer}/bonus", told.get("bonus") or "", bonus=True),
        bool(told.get("dead")),
        bool(told.get("partial")),
        not no_sets and not no_kongs and all(place.tiles is not None for place in (*exposed, *kongs)),
    )
    verdict.must(f"{pointer}/partial", "dead-and-partial", hand.dead and hand.partial and not hand.broken)
    verdict.owe(f"{pointer}/partial", "dead-and-partial", hand.dead and hand.partial)
    return hand


def judge_number(verdict: Verdict, hand: Hand, wins: bool, unclear: bool) -> None:
    """Thirteen and one for each kong, fourteen for the winner; a dead or partial hand as the contract says.

    Where it is `unclear` who won, fourteen may be told or not.
    """
    at, code = hand.concealed.pointer, "wrong-number-of-tiles"
    if not hand.countable or (hand.dead and hand.partial) or (wins and (hand.dead or hand.partial)):
        verdict.may(at, code)
        return
    count, needed = len(hand.tiles), (14 if wins else 13) + hand.kong_count
    wrong = count != needed
    if hand.dead or hand.partial:
        wrong = count > (DEAD_AT_MOST if hand.dead else needed)
    verdict.must(at, code, wrong and not hand.broken and not (unclear and count == 14 + hand.kong_count))
    verdict.owe(at, code, wrong)


def judge_copies(verdict: Verdict, whole: Sequence[Place], broken: Sequence[Place] = ()) -> None:
    """Four of a tile, one of a flower or season, over all that lies, stands and was thrown away."""
    for place in too_many_at(whole):
        verdict.must(place.pointer, "too-many-of-a-tile")
    for place in too_many_at([*whole, *broken]):
        verdict.owe(place.pointer, "too-many-of-a-tile")
    for place in (*whole, *broken):
        verdict.may(place.pointer, "too-many-of-a-tile", any(place.tiles is None for place in (*whole, *broken)))


def too_many_at(places: Sequence[Place]) -> list[Place]:
    counts = Counter(tile for place in places for tile in place.tiles or ())
    too_many = {tile for tile, count in counts.items() if count > (1 if is_bonus(tile) else 4)}
    return [place for place in places if too_many & set(place.tiles or ())]


# --- a deal --------------------------------------------------------------------------------------------------------


@dataclass
class Deal:
    """What is judged of a deal, or of one hand alone, wherever its parts stand in the body."""

    ruleset: str
    options: Mapping[str, Any]
    winner: str | None
    win: Mapping[str, Any] | None
    hands: dict[str, Hand]
    discards: Place
    alone: bool
    """Whether there is one hand only, and what only the others' could show is not asked."""
    counted: frozenset[str] = frozenset()
    """Whose hands are told by their count; they are not among the hands."""


def judge_deal(verdict: Verdict, deal: Deal) -> None:
    unclear = bool(_at(verdict, "/win"))
    for seat, hand in deal.hands.items():
        judge_number(verdict, hand, wins=seat == deal.winner, unclear=unclear)
    whole = [hand for hand in deal.hands.values() if not hand.broken]
    broken = [hand for hand in deal.hands.values() if hand.broken]
    playing = [[place for hand in hands for place in hand.playing] for hands in (whole, broken)]
    judge_copies(verdict, [*playing[0], deal.discards], playing[1])
    judge_copies(verdict, [hand.bonus for hand in whole], [hand.bonus for hand in broken])
    if deal.winner is None:
        return
    winners = deal.hands.get(deal.winner)
    tile = read_winning_tile(verdict, deal.win, asked=deal.winner not in deal.counted) if deal.win else None
    if winners is not None:
        judge_winner(verdict, deal, winners, tile)
    if deal.win:
        circumstances = Verdict()
        judge_circumstances(circumstances, deal, winners, tile)
        told_whole = winners is not None and not winners.broken and tiles_of(deal.win.get("tile") or "") is not None
        told_whole = told_whole or deal.winner in deal.counted
        verdict.under("", circumstances if told_whole else owed(circumstances))
    if deal.ruleset in LIMIT and not deal.alone:
        judge_excuse(verdict, deal, winners, tile)


def read_winning_tile(verdict: Verdict, win: Mapping[str, Any], asked: bool) -> Tile | None:
    if win["source"] == "original-hand":
        verdict.must("/win/tile", ANY, win.get("tile") is not None)
        return None
    if win.get("tile") is None:
        verdict.must("/win/tile", "missing-member", asked)
        return None
    place = read(verdict, "/win/tile", win["tile"])
    verdict.must("/win/tile", "not-one-tile", place.tiles is not None and len(place.tiles) != 1)
    return place.tiles[0] if place.tiles is not None and len(place.tiles) == 1 else None


def judge_winner(verdict: Verdict, deal: Deal, hand: Hand, tile: Tile | None) -> None:
    """A whole, living, complete hand, cleared where it was agreed, that holds the winning tile."""
    both = hand.dead and hand.partial
    for flag in ("dead", "partial"):
        fault, raised = (f"{hand.pointer}/{flag}", f"{flag}-winner"), bool(getattr(hand, flag))
        verdict.must(*fault, raised and not both and not hand.broken)
        verdict.owe(*fault, raised)
    standing = hand.concealed.tiles
    verdict.may("/win/tile", "winning-tile-not-in-hand", standing is None)
    elsewhere = bool(tile and standing is not None and tile not in standing)
    verdict.must("/win/tile", "winning-tile-not-in-hand", elsewhere and not hand.broken)
    verdict.owe("/win/tile", "winning-tile-not-in-hand", elsewhere)
    judge_complete(verdict, deal, hand)


def judge_complete(verdict: Verdict, deal: Deal, hand: Hand) -> None:
    told = _at(verdict, f"{hand.pointer}/")
    cleared = len({tile[1] for tile in hand.tiles} & set(SUITS)) <= 1
    wanted = bool(deal.options.get("cleared_hands"))
    place = hand.concealed
    if told:
        verdict.may(place.pointer, "incomplete-hand")
        verdict.may(place.pointer, "not-a-cleared-hand", wanted)
        return
    complete = is_complete(place.tiles or (), deal.ruleset)
    verdict.must(place.pointer, "incomplete-hand", not complete)
    fault = Fault(place.pointer, "not-a-cleared-hand")
    verdict.must(*fault, wanted and not cleared and complete and not _at(verdict, "/win/tile"))
    verdict.owe(*fault, wanted and not cleared)


def _at(verdict: Verdict, prefix: str) -> set[Fault]:
    return {fault for fault in verdict.certain if fault.pointer.startswith(prefix)}


def judge_circumstances(verdict: Verdict, deal: Deal, hand: Hand | None, tile: Tile | None) -> None:
    """What cannot be true together, whatever the rulebook."""
    win = deal.win or {}
    source = win["source"]
    judge_discarder(verdict, deal, source)
    verdict.must("/win/last_tile", "last-tile-not-from-wall", bool(win.get("last_tile")) and source != "wall")
    run = win.get("consecutive_wins") or 1
    verdict.must("/win/consecutive_wins", "consecutive-wins-not-east", run > 1 and deal.winner != "east")
    if hand is not None:
        loose = source == "loose-tile" and not hand.kong_count and not hand.bonus.tiles
        unread = not hand.sets_are_sets or hand.bonus.tiles is None
        verdict.must("/win/source", "loose-tile-impossible", loose and not hand.broken)
        verdict.owe("/win/source", "loose-tile-impossible", loose and not unread)
        verdict.may("/win/source", "loose-tile-impossible", loose)
        for flag, code in (
            ("standing_hand", "standing-hand-impossible"),
            ("original_call", "original-call-impossible"),
        ):
            laid = bool(win.get(flag)) and bool(hand.exposed)
            verdict.must(f"/win/{flag}", code, laid and not hand.broken)
            verdict.owe(f"/win/{flag}", code, laid)
    if win.get("first_discard"):
        judge_first_discard(verdict, deal)
    if source == "original-hand":
        judge_original_hand(verdict, deal)
    if source == "robbed-kong":
        judge_robbed_kong(verdict, deal, tile)


def judge_discarder(verdict: Verdict, deal: Deal, source: str) -> None:
    discarder = (deal.win or {}).get("discarder")
    at = "/win/discarder"
    if discarder is None:
        verdict.must(at, "missing-member", source in CLAIMED and not deal.alone)
        return
    verdict.must(at, "unexpected-member", source not in CLAIMED)
    playing = deal.alone or discarder in deal.hands or discarder in deal.counted
    claimed = source in CLAIMED
    for code, wrong in (("seat-not-playing", not playing), ("discarder-is-winner", discarder == deal.winner)):
        verdict.must(at, code, wrong and claimed)
        verdict.may(at, code, wrong)


def judge_first_discard(verdict: Verdict, deal: Deal) -> None:
    """East's first discard: nobody has a set exposed, nobody but East a kong, and nothing was thrown away before."""
    win = deal.win or {}
    at, code = "/win/first_discard", "first-discard-impossible"
    by_east = win["source"] == "discard" and deal.winner != "east" and win.get("discarder", "east") == "east"
    late = {seat: bool(hand.exposed) or (bool(hand.kongs) and seat != "east") for seat, hand in deal.hands.items()}
    verdict.must(at, code, not by_east or any(late[seat] for seat, hand in deal.hands.items() if not hand.broken))
    verdict.must(at, code, bool(deal.discards.tiles))
    verdict.owe(at, code, any(late.values()))


def judge_original_hand(verdict: Verdict, deal: Deal) -> None:
    """East's fourteen as dealt: nobody has an exposed set or a kong or has discarded, and there is no other flag."""
    win = deal.win or {}
    code = "original-hand-impossible"
    laid = [hand for hand in deal.hands.values() if hand.exposed or hand.kongs]
    begun = any(not hand.broken for hand in laid) or bool(deal.discards.tiles)
    verdict.must("/win/source", code, deal.winner != "east" or begun)
    verdict.owe("/win/source", code, bool(laid))
    for flag in FLAGS:
        verdict.must(f"/win/{flag}", ANY, bool(win.get(flag)))
        verdict.may(f"/win/{flag}", code, bool(win.get(flag)))
    verdict.must("/win/discarder_excused", code, bool(win.get("discarder_excused")))


def judge_robbed_kong(verdict: Verdict, deal: Deal, tile: Tile | None) -> None:
    """The discarder has three of the tile exposed, and the fourth is the winner's."""
    at, code = "/win/source", "no-pung-to-rob"
    discarder = (deal.win or {}).get("discarder")
    if tile and (deal.alone or (discarder in deal.counted and discarder != deal.winner)):
        seen = [place for hand in deal.hands.values() for place in hand.playing] + [deal.discards]
        too_many = sum((place.tiles or ()).count(tile) for place in seen) > 1
        verdict.must(at, code, too_many and not any(hand.broken for hand in deal.hands.values()))
        verdict.owe(at, code, too_many)
        return
    its_hand = deal.hands.get(discarder or "")
    if tile is None or its_hand is None or deal.winner in deal.counted:
        verdict.may(at, code)
        return
    pung = any(place.tiles == (tile,) * 3 for place in its_hand.exposed)
    unread = any(place.tiles is None for place in its_hand.exposed)
    none = not pung and not unread and discarder != deal.winner
    verdict.must(at, code, none and not its_hand.broken)
    verdict.owe(at, code, none)
    verdict.may(at, code, not pung)


def judge_excuse(verdict: Verdict, deal: Deal, hand: Hand | None, tile: Tile | None) -> None:
    """A dangerous discard of a hand told in part: the players must say whether it is excused."""
    win = deal.win or {}
    discarder = deal.hands.get(win.get("discarder") or "")
    undecided = win.get("source") == "discard" and win.get("discarder_excused") is None
    in_part = win.get("discarder") in deal.counted or (discarder is not None and discarder.partial)
    if not undecided or not in_part:
        return
    at, code = "/win/discarder_excused", "excuse-undecided"
    if verdict.certain or hand is None or tile is None:
        verdict.may(at, code)
    else:
        verdict.must(at, code, bool(brute.dangerous_letters(as_request(deal, hand, tile))))


def as_request(deal: Deal, hand: Hand, tile: Tile) -> Request:
    """The winner's side of a legal deal as the scorer by brute force reads it."""
    winners: Request = {
        "concealed": brute.written(hand.concealed.tiles or ()),
        "exposed": [brute.written(place.tiles or ()) for place in hand.exposed],
        "concealed_kongs": [brute.written(place.tiles or ()) for place in hand.kongs],
    }
    blank = {"concealed": "", "partial": True}
    hands = {seat: winners if seat == deal.winner else blank for seat in (*deal.hands, *deal.counted)}
    win = {**(deal.win or {}), "tile": tile}
    return {"ruleset": deal.ruleset, "round_wind": "east", "winner": deal.winner, "win": win, "hands": hands}


def judge_options(verdict: Verdict, ruleset: str, options: Mapping[str, Any]) -> None:
    foreign = {"mahjong_points": ruleset not in LIMIT, "cleared_hands": ruleset not in NO_LIMIT}
    for name, is_foreign in foreign.items():
        verdict.must(f"/options/{name}", "option-of-another-ruleset", name in options and is_foreign)
    null_limit = "limit" in options and options["limit"] is None
    verdict.must("/options/limit", "null-not-allowed", null_limit and ruleset in LIMIT)


# --- the bodies ----------------------------------------------------------------------------------------------------


def shaped(schema: str, body: Any, without: str | None = None) -> Verdict:
    """The verdict on a body's shape alone; whatever it is, it leaves the rest open."""
    verdict = Verdict()
    _judge_shape(verdict, schema, body, without)
    return verdict


def judge_win(verdict: Verdict, body: Mapping[str, Any], winner: object) -> None:
    told, won = body.get("win") is not None, winner is not None
    verdict.must("/win", "missing-member", won and not told)
    verdict.must("/win", "unexpected-member", told and not won)


def settlement(body: Any, schema: str = "SettlementRequest") -> Verdict:
    """The verdict on a body of `POST /v1/settlements`."""
    body = told_of(schema, body)
    verdict = shaped(schema, body)
    if not verdict.legal:
        return verdict
    judge_options(verdict, body["ruleset"], body.get("options") or {})
    seats = [seat for seat in SEATS if seat in body["hands"]]
    verdict.must("/hands", "wrong-seats", seats != list(SEATS[: len(seats)]))
    judge_win(verdict, body, body["winner"])
    verdict.must("/winner", "seat-not-playing", body["winner"] is not None and body["winner"] not in seats)
    told = {seat: (f"/hands/{seat}", body["hands"][seat]) for seat in seats}
    judge_deal(verdict, deal_of(verdict, body, body["winner"], told))
    return verdict


Told = dict[str, tuple[str, Mapping[str, Any]]]
"""The hands by seat, as they were told, each with its place."""


def deal_of(verdict: Verdict, body: Mapping[str, Any], winner: str | None, told: Told, alone: bool = False) -> Deal:
    options = body.get("options") or {}
    hands = {seat: read_hand(verdict, at, hand) for seat, (at, hand) in told.items() if "counted" not in hand}
    no_limit = options.get("limit", None if body["ruleset"] in NO_LIMIT else 0) is None
    for at, hand in told.values():
        alone_told = "counted" in hand and hand["counted"].keys() == {"limit_hand"} and no_limit
        verdict.must(f"{at}/counted/points", "missing-member", alone_told and body["ruleset"] not in LIMIT)
        verdict.may(f"{at}/counted/points", "missing-member", alone_told)
    discards = read(verdict, "/discards", body.get("discards") or "")
    win = body.get("win") if winner else None
    return Deal(body["ruleset"], options, winner, win, hands, discards, alone, frozenset(told.keys() - hands.keys()))


def score(body: Any) -> Verdict:
    """The verdict on a body of `POST /v1/scores`."""
    body = told_of("ScoreRequest", body)
    verdict = shaped("ScoreRequest", body)
    if not verdict.legal:
        return verdict
    judge_options(verdict, body["ruleset"], body.get("options") or {})
    winner = body["seat"] if body.get("win") is not None else None
    judge_deal(verdict, deal_of(verdict, body, winner, {body["seat"]: ("/hand", body["hand"])}, alone=True))
    return verdict


def waiting_hand(body: Any) -> Verdict:
    """The verdict on a body of `POST /v1/waits`."""
    body = told_of("WaitsRequest", body)
    verdict = shaped("WaitsRequest", body)
    if not verdict.legal:
        return verdict
    seen = {**body, "discards": body.get("visible")}
    judge_options(verdict, body["ruleset"], body.get("options") or {})
    judge_deal(verdict, deal_of(verdict, seen, None, {body["seat"]: ("/hand", body["hand"])}, alone=True))
    verdict.renamed("/discards", "/visible")
    return verdict


def batch(body: Any) -> tuple[Verdict, list[Verdict]]:
    """The verdict on a body of `POST /v1/settlements/batch`, and where it is one, on each of its deals."""
    verdict = shaped("BatchRequest", body, without="deals")
    return verdict, [settlement(deal, "BatchedDeal") for deal in body["deals"]] if verdict.legal else []


def judge_dealt(verdict: Verdict, told: Mapping[str, Any], ruleset: str, is_east: bool | None) -> None:
    """Thirteen tiles, East's fourteen, flowers among them or replaced; nine or more different heads."""
    concealed = read(verdict, "/hand/concealed", told["concealed"])
    bonus = read(verdict, "/hand/bonus", told.get("bonus") or "", bonus=True)
    judge_copies(verdict, [concealed])
    judge_copies(verdict, [bonus])
    if concealed.tiles is None or is_east is None or ruleset not in LIMIT:  # what nobody may wash is not counted
        verdict.anything.add("/hand")
        return
    fault, few = Fault("/hand/concealed", "wrong-number-of-tiles"), Fault("/hand/concealed", "too-few-heads")
    count, needed = len(concealed.tiles), 14 if is_east else 13
    wrong = needed not in (count, count + len(bonus.tiles or ()))
    verdict.must(*fault, wrong and bonus.tiles is not None)
    verdict.owe(*fault, wrong)
    verdict.must(*few, len(set(concealed.tiles) & set(HEADS)) < NEEDS_WASHING)


def washed_tiles(body: Any) -> Verdict:
    """The verdict on a body of `POST /v1/washed-tiles`."""
    body = told_of("WashedTilesRequest", body)
    verdict = shaped("WashedTilesRequest", body)
    if not verdict.legal:
        return verdict
    judge_options(verdict, body["ruleset"], body.get("options") or {})
    verdict.must("/ruleset", "no-such-penalty", body["ruleset"] not in LIMIT)
    judge_seats(verdict, body)
    judge_dealt(verdict, body["hand"], body["ruleset"], body["seat"] == "east")
    return verdict


def judge_seats(verdict: Verdict, body: Mapping[str, Any]) -> None:
    seats = body.get("seats") or SEATS
    wrong, absent = len(seats) < 2 or set(seats) != set(SEATS[: len(seats)]), body["seat"] not in seats
    verdict.must("/seats", "wrong-seats", wrong)
    verdict.must("/seat", "seat-not-playing", absent and not wrong)
    verdict.owe("/seat", "seat-not-playing", absent)


def judge_call(verdict: Verdict, ruleset: str, options: Mapping[str, Any], body: Mapping[str, Any], at: str) -> None:
    """A wrong call pays a share of the limit; where none is set, that is told at `at`."""
    verdict.must("/hand_exposed", "missing-member", ruleset in PAMPHLET and body.get("hand_exposed") is None)
    unlimited = "limit" in options and options["limit"] is None and ruleset in PAMPHLET
    verdict.must(at, "limit-required", unlimited)


def false_mahjong(body: Any) -> Verdict:
    """The verdict on a body of `POST /v1/false-mahjong`."""
    body = told_of("FalseMahjongRequest", body)
    verdict = shaped("FalseMahjongRequest", body)
    if not verdict.legal:
        return verdict
    options = body.get("options") or {}
    judge_options(verdict, body["ruleset"], options)
    verdict.must("/ruleset", "no-such-penalty", body["ruleset"] in NO_LIMIT)
    judge_seats(verdict, body)
    judge_call(verdict, body["ruleset"], options, body, "/options/limit")
    return verdict


# --- a scoresheet --------------------------------------------------------------------------------------------------


@dataclass
class Sitting:
    """Who sits where: the rotation in a few lines."""

    players: int
    ruleset: str
    sets: int | None
    """How many sets were agreed on."""
    east: int = 0
    lost: int = 0
    known: bool = True
    """Whether every winner so far can be told."""

    def seat(self, player: int) -> str:
        return SEATS[(player - self.east) % self.players]

    def play(self, winner: int | None) -> None:
        if winner not in (None, self.east):
            self.east = (self.east + 1) % self.players
            self.lost += 1

    @property
    def round_wind(self) -> str:
        return SEATS[self.lost // self.players % 4]

    @property
    def over(self) -> bool:
        return self.sets is not None and self.lost >= self.sets * 4 * self.players

    def contradicts(self, wind: str | None) -> bool:
        """Whether a wind of the round that an entry tells is another one; without rounds none is."""
        return wind not in (None, self.round_wind) and self.ruleset not in NO_LIMIT


ENTRIES = {
    "deal": "DealEntry",
    "washed-tiles": "WashedTilesEntry",
    "false-mahjong": "FalseMahjongEntry",
    "correction": "CorrectionEntry",
}


def scoresheet(body: Any) -> Verdict:
    """The verdict on a body of `POST /v1/scoresheets`."""
    body = told_of("ScoresheetRequest", body)
    verdict = shaped("ScoresheetRequest", body, without="entries")
    if not verdict.legal:
        verdict.anything.add("")
        return verdict
    ruleset, options = body["ruleset"], body.get("options") or {}
    judge_options(verdict, ruleset, options)
    players = len(body["players"])
    starting = body.get("starting_totals")
    verdict.must("/starting_totals", "wrong-number-of-players", starting is not None and len(starting) != players)
    verdict.must("/sets", ANY, body.get("sets") is not None and ruleset in NO_LIMIT)
    sitting = Sitting(players, ruleset, body.get("sets"))
    for index, entry in enumerate(body["entries"]):
        verdict.under(f"/entries/{index}", judge_entry(verdict, entry, sitting, ruleset, options))
    return verdict


def judge_entry(sheet: Verdict, entry: Any, sitting: Sitting, ruleset: str, options: Mapping[str, Any]) -> Verdict:
    kind = entry.get("type") if isinstance(entry, dict) else None
    if not isinstance(kind, str) or kind not in ENTRIES:
        sitting.known = False
        return Verdict(certain={Fault("/type" if isinstance(entry, dict) else "", ANY)}, anything={""})
    known = sitting.known
    verdict = shaped(ENTRIES[kind], entry)
    if kind != "correction" and sitting.over:
        verdict.must("", "set-is-over")
        verdict.anything.add("")
    if verdict.legal:
        ENTRY_JUDGES[kind](verdict, entry, sitting, ruleset, options)
    elif kind == "deal":
        sitting.known = False
    return verdict if known else owed(verdict)


def _correction(
    verdict: Verdict, entry: Mapping[str, Any], sitting: Sitting, ruleset: str, options: Mapping[str, Any]
) -> None:
    fits = len(entry["amounts"]) == sitting.players
    verdict.must("/amounts", "wrong-number-of-players", not fits)
    unbalanced = sum(entry["amounts"]) != 0
    verdict.must("/amounts", "correction-not-zero-sum", unbalanced and fits)
    verdict.may("/amounts", "correction-not-zero-sum", unbalanced)


def _player_seat(verdict: Verdict, pointer: str, player: int | None, sitting: Sitting) -> str | None:
    verdict.must(pointer, "seat-not-playing", player is not None and player >= sitting.players)
    return sitting.seat(player) if player is not None and player < sitting.players else None


def _washed_entry(
    verdict: Verdict, entry: Mapping[str, Any], sitting: Sitting, ruleset: str, options: Mapping[str, Any]
) -> None:
    verdict.must("/type", "no-such-penalty", ruleset not in LIMIT)
    seat = _player_seat(verdict, "/player", entry["player"], sitting)
    judge_dealt(verdict, entry["hand"], ruleset, None if seat is None or not sitting.known else seat == "east")


def _call_entry(
    verdict: Verdict, entry: Mapping[str, Any], sitting: Sitting, ruleset: str, options: Mapping[str, Any]
) -> None:
    verdict.must("/type", "no-such-penalty", ruleset in NO_LIMIT)
    _player_seat(verdict, "/player", entry["player"], sitting)
    judge_call(verdict, ruleset, options, entry, "/type")


def _deal_entry(
    verdict: Verdict, entry: Mapping[str, Any], sitting: Sitting, ruleset: str, options: Mapping[str, Any]
) -> None:
    judge_win(verdict, entry, entry["winning_player"])
    verdict.must("/round_wind", "round-wind-contradicts", sitting.contradicts(entry.get("round_wind")))
    seat = _player_seat(verdict, "/winning_player", entry["winning_player"], sitting)
    if len(entry["hands"]) != sitting.players:
        verdict.must("/hands", "wrong-number-of-players")
        verdict.anything.update(("/hands", "/win", "/discards"))
        read(verdict, "/discards", entry.get("discards") or "")
    else:
        _judge_hands(verdict, entry, seat, sitting, ruleset, options)
    if entry["winning_player"] is not None and seat is None:
        verdict.anything.add("/win")  # told as far as it can be, whoever has won
        sitting.known = False
    sitting.play(entry["winning_player"])


def _judge_hands(
    verdict: Verdict,
    entry: Mapping[str, Any],
    winner: str | None,
    sitting: Sitting,
    ruleset: str,
    options: Mapping[str, Any],
) -> None:
    players = sorted(range(sitting.players), key=lambda player: SEATS.index(sitting.seat(player)))
    hands = {sitting.seat(player): (f"/hands/{player}", entry["hands"][player]) for player in players}
    told: dict[str, Any] = {**entry, "ruleset": ruleset, "options": options}
    discarder = (entry.get("win") or {}).get("discarding_player")
    if discarder is not None:
        seat = sitting.seat(discarder) if discarder < sitting.players else "nobody"
        told["win"] = {**entry["win"], "discarder": seat}
    judge_deal(verdict, deal_of(verdict, told, winner, hands))
    verdict.renamed("/win/discarder", "/win/discarding_player")


ENTRY_JUDGES = {
    "deal": _deal_entry,
    "washed-tiles": _washed_entry,
    "false-mahjong": _call_entry,
    "correction": _correction,
}
