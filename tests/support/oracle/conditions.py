"""The conditions of rules, written from the texts of `GET /v1/finders` and docs/house-rules.md.

A condition takes a hand in one arrangement and the parameters, and returns how often it is found. Those that are not
here (special shapes, the only place to win, what the winning tile completed) are left out of the tables that
`pairs.py` draws.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tests.support.oracle.modern_tiles import Form, Meld, losing, meld_of, placed, standard
from tests.support.oracle.tiles import DRAGONS, KINDS, MAJORS, SEATS, SUITS, TERMINALS, WINDS, parse

GREEN: Final = frozenset(parse("23468s6z"))
CLAIMED: Final = ("discard", "robbed-kong")
DRAWN: Final = ("wall", "loose-tile")
DECLARED: Final = ("exposed", "claimed_kongs", "concealed_kongs")

Json = dict[str, Any]
Parameters = Mapping[str, Any]


@dataclass(frozen=True)
class Hand:
    """A hand in one arrangement, with all that a condition looks at; `win` is None of a hand that did not win."""

    seat: str
    round_wind: str
    form: Form
    tiles: tuple[str, ...]
    bonus: tuple[str, ...]
    win: Json | None
    partial: bool = False
    original_call: bool = False
    chrysanthemum_west: bool = False
    """True if the fourth flower is West's and the third North's."""

    @property
    def melds(self) -> tuple[Meld, ...]:
        return self.form.melds

    @property
    def own(self) -> str:
        return WINDS[SEATS.index(self.seat)]

    @property
    def rounds(self) -> str:
        return WINDS[SEATS.index(self.round_wind)]

    @property
    def claimed(self) -> bool:
        return self.win is not None and self.win["source"] in CLAIMED

    def wind_of(self, bonus: str) -> int:
        """The place of the seat whose flower or season this is."""
        number = int(bonus[0])
        if self.chrysanthemum_west and bonus[1] == "f":
            number = {3: 4, 4: 3}.get(number, number)
        return number - 1


def hands_of(data: Json, seat: str, round_wind: str, win: Json | None, *, chrysanthemum_west: bool) -> list[Hand]:
    """A hand of a request in each arrangement: of a winner every one as four sets and a pair, of others the one."""
    declared = [meld_of(text, exposed=True) for text in data.get("exposed", ())]
    declared += [meld_of(text, exposed=True, whole=True) for text in data.get("claimed_kongs", ())]
    declared += [meld_of(text, exposed=False) for text in data.get("concealed_kongs", ())]
    concealed = [*parse(data.get("concealed", ""))]
    tiles = tuple(concealed + [tile for meld in declared for tile in meld.tiles])
    if win is None:
        forms = [losing(concealed, declared)]
    else:
        forms = [
            form
            for melds in standard(concealed, declared)
            for form in placed(melds, len(declared), win.get("tile"), win["source"] in CLAIMED, "sets")
        ]
    return [
        Hand(
            seat,
            round_wind,
            form,
            tiles,
            parse(data.get("bonus", "")),
            win,
            data.get("partial", False),
            data.get("original_call", False),
            chrysanthemum_west,
        )
        for form in forms
    ]


def has_too_few(data: Json) -> bool:
    """True if a hand that did not win has fewer than thirteen tiles, each kong counted as three."""
    declared = [parse(text) for name in DECLARED for text in data.get(name, ())]
    return len(parse(data.get("concealed", ""))) + sum(min(len(each), 3) for each in declared) < 13


def is_complete(data: Json, tile: str) -> bool:
    """True if a hand is four sets and a pair with this tile."""
    return bool(hands_of(data, "east", "east", {"source": "wall", "tile": tile}, chrysanthemum_west=False))


Condition = Callable[[Hand, Parameters], int]


# All tiles of a hand


def _whole_hand(test: Callable[[frozenset[str]], bool]) -> Condition:
    """A condition of all tiles; of a hand of which only the scoring tiles are known it does not hold."""

    def found(hand: Hand, _: Parameters) -> int:
        return not hand.partial and bool(hand.tiles) and test(frozenset(hand.tiles))

    return found


def _suits(tiles: frozenset[str]) -> int:
    return len({tile[1] for tile in tiles} & set(SUITS))


def _honours(tiles: frozenset[str]) -> bool:
    return any(tile[1] == "z" for tile in tiles)


def _majors_and_both(tiles: frozenset[str]) -> bool:
    return tiles <= set(MAJORS) and _honours(tiles) and _suits(tiles) > 0


# Sets


def _is_of(hand: Hand, meld: Meld, of: str) -> bool:
    tile = meld.first
    suits = {"characters": "m", "circles": "p", "bamboos": "s"}
    if of in suits:
        return tile[1] == suits[of]
    kinds = {
        "any": True,
        "simples": tile not in MAJORS,
        "terminals": tile in TERMINALS,
        "heads": tile in MAJORS,
        "honours": tile[1] == "z",
        "dragons": tile in DRAGONS,
        "winds": tile in WINDS,
        "own-wind": tile == hand.own,
        "round-wind": tile == hand.rounds,
        "own-and-round-wind": tile == hand.own == hand.rounds,
        "other-wind": tile in WINDS and tile not in (hand.own, hand.rounds),
        "suits": tile[1] != "z",
    }
    return kinds[of]


def _is_exposed(meld: Meld, exposure: str) -> bool:
    """True if a set came about so. A kong among the exposed sets is a pung to which its fourth tile was added."""
    promoted = meld.kind == "kong" and meld.exposed and not meld.whole
    ways = {
        "exposed": meld.exposed,
        "claimed": meld.exposed and not promoted,
        "promoted": promoted,
        "concealed": not meld.exposed,
        "concealed-or-promoted": not meld.exposed or promoted,
        "either": True,
    }
    return ways[exposure]


def _sets_of(hand: Hand, parameters: Parameters) -> int:
    kinds = {"pung-or-kong": ("pung", "kong")}.get(parameters["kind"], (parameters["kind"],))
    return sum(
        meld.kind in kinds and _is_of(hand, meld, parameters["of"]) and _is_exposed(meld, parameters["exposure"])
        for meld in hand.melds
    )


def _sets(kind: str, of: str, exposure: str = "either") -> Condition:
    return lambda hand, _: _sets_of(hand, {"kind": kind, "of": of, "exposure": exposure})


def _sets_of_kind(hand: Hand, parameters: Parameters) -> int:
    return sum(
        meld.kind == parameters["kind"]
        and meld.exposed == parameters["exposed"]
        and (meld.first in MAJORS) == parameters["heads"]
        for meld in hand.melds
    )


def _alike(hand: Hand) -> set[str]:
    """The tiles of its pungs and kongs."""
    return {meld.first for meld in hand.melds if meld.is_three}


def _kongs(hand: Hand, *, concealed: bool = False) -> int:
    return sum(meld.kind == "kong" and not (concealed and meld.exposed) for meld in hand.melds)


def _concealed_pungs(hand: Hand, parameters: Parameters) -> bool:
    """A claimed kong counts as concealed where the parameter says so."""
    whole, least = bool(parameters["claimed_kongs"]), int(parameters["least"])
    found = sum(meld.is_three and (not meld.exposed or (whole and meld.whole)) for meld in hand.melds)
    return found >= least


def _pair_of(hand: Hand, tiles: set[str]) -> bool:
    return any(meld.kind == "pair" and meld.first in tiles for meld in hand.melds)


def _little_dragons(hand: Hand, _: Parameters) -> bool:
    dragons = _alike(hand) & set(DRAGONS)
    return len(dragons) == 2 and _pair_of(hand, set(DRAGONS) - dragons)


def _three_winds(hand: Hand, _: Parameters) -> bool:
    winds = _alike(hand) & set(WINDS)
    return len(winds) == 3 and _pair_of(hand, set(WINDS) - winds)


def _four_alike(hand: Hand, _: Parameters) -> bool:
    """Four pungs or kongs and a pair, of a winner."""
    return hand.win is not None and sum(meld.is_three for meld in hand.melds) == 4


def _four_chows(hand: Hand, _: Parameters) -> bool:
    return hand.win is not None and len(hand.form.chows) == 4


def _nothing_claimed(hand: Hand, parameters: Parameters) -> bool:
    """True if no set on the table was claimed, the winning tile apart."""
    table = [meld for number, meld in enumerate(hand.melds) if number != hand.form.won_in]
    return not any(meld.exposed and not (parameters["claimed_kongs"] and meld.whole) for meld in table)


# Wins


def _wins(test: Callable[[Json], Any]) -> Condition:
    return lambda hand, _: hand.win is not None and bool(test(hand.win))


def _loose_with_kong(hand: Hand, _: Parameters) -> bool:
    return hand.win is not None and hand.win["source"] == "loose-tile" and _kongs(hand) > 0


def _drawn_but_for_a_kong(hand: Hand, _: Parameters) -> bool:
    if hand.win is None:
        return False
    return hand.win["source"] == "wall" or (hand.win["source"] == "loose-tile" and not _kongs(hand))


def _won_pair(hand: Hand, parameters: Parameters) -> bool:
    if hand.win is None or hand.form.won_in is None:
        return False
    pair = hand.melds[hand.form.won_in]
    return pair.kind == "pair" and parameters["heads"] in ("either", pair.first in MAJORS)


def _run(hand: Hand) -> int:
    return 0 if hand.win is None else hand.win.get("run", 1)


# Flowers and seasons


def _own(hand: Hand, suit: str) -> int:
    return sum(tile[1] == suit and hand.wind_of(tile) == SEATS.index(hand.seat) for tile in hand.bonus)


def _flowers_of(hand: Hand, parameters: Parameters) -> int:
    own, rounds = SEATS.index(hand.seat), SEATS.index(hand.round_wind)
    wanted = {
        "own-wind": {own},
        "round-wind": {rounds},
        "other-wind": set(range(4)) - {own, rounds},
        "any": set(range(4)),
    }[parameters["of"]]
    held = {suit: {hand.wind_of(tile) for tile in hand.bonus if tile[1] == suit} & wanted for suit in "fy"}
    kind = str(parameters["kind"])
    if kind == "both":
        return len(held["f"] & held["y"])
    return len(held["f"]) * (kind != "season") + len(held["y"]) * (kind != "flower")


def _all_four(suit: str) -> Condition:
    return lambda hand, _: sum(tile[1] == suit for tile in hand.bonus) == 4


CONDITIONS: Final[dict[str, Condition]] = {
    "bonus-tiles": lambda hand, _: len(hand.bonus),
    "flowers-of": _flowers_of,
    "own-flower": lambda hand, _: _own(hand, "f"),
    "own-season": lambda hand, _: _own(hand, "y"),
    "own-flower-and-season": lambda hand, _: _own(hand, "f") * _own(hand, "y"),
    "all-flowers": _all_four("f"),
    "all-seasons": _all_four("y"),
    "sits-as": lambda hand, parameters: hand.seat == parameters["wind"],
    "in-round": lambda hand, parameters: hand.round_wind == parameters["wind"],
    "sets": _sets_of_kind,
    "sets-of": _sets_of,
    "some-sets-of": lambda hand, parameters: _sets_of(hand, parameters) >= parameters["least"],
    "pair-of-dragons": _sets("pair", "dragons"),
    "pair-of-own-wind": _sets("pair", "own-wind"),
    "pair-of-round-wind": _sets("pair", "round-wind"),
    "pair-of-own-and-round-wind": _sets("pair", "own-and-round-wind"),
    "pung-of-dragons": _sets("pung-or-kong", "dragons"),
    "pung-of-own-wind": _sets("pung-or-kong", "own-wind"),
    "pung-of-round-wind": _sets("pung-or-kong", "round-wind"),
    "pung-of-own-and-round-wind": _sets("pung-or-kong", "own-and-round-wind"),
    "some-kongs": lambda hand, parameters: _kongs(hand) >= parameters["least"],
    "some-concealed-kongs": lambda hand, parameters: _kongs(hand, concealed=True) >= parameters["least"],
    "some-concealed-pungs": _concealed_pungs,
    "no-kong": lambda hand, _: not _kongs(hand),
    "four-kongs": lambda hand, _: _kongs(hand) == 4,
    "four-winds": lambda hand, _: _alike(hand) >= set(WINDS),
    "three-dragons": lambda hand, _: _alike(hand) >= set(DRAGONS),
    "little-three-dragons": _little_dragons,
    "three-winds-and-pair": _three_winds,
    "three-dragons-without-chow": lambda hand, _: _four_alike(hand, _) and _alike(hand) >= set(DRAGONS),
    "one-suit": _whole_hand(lambda tiles: _suits(tiles) == 1 and not _honours(tiles)),
    "one-suit-with-honours": _whole_hand(lambda tiles: _suits(tiles) == 1 and _honours(tiles)),
    "honours-only": _whole_hand(lambda tiles: _suits(tiles) == 0),
    "heads-only": _whole_hand(lambda tiles: tiles <= set(MAJORS)),
    "heads-not-honours-only": _whole_hand(lambda tiles: tiles <= set(MAJORS) and _suits(tiles) > 0),
    "ones-and-nines": _whole_hand(lambda tiles: tiles <= set(TERMINALS)),
    "ones-and-nines-with-honours": _whole_hand(_majors_and_both),
    "ones-and-nines-of-one-suit-with-honours": _whole_hand(
        lambda tiles: _majors_and_both(tiles) and _suits(tiles) == 1
    ),
    "simples-only": _whole_hand(lambda tiles: not tiles & set(MAJORS)),
    "called-without-winning": lambda hand, _: hand.win is None and hand.original_call,
    "mah-jong": _wins(lambda win: True),
    "four-sets": _wins(lambda win: True),
    "no-chow": _four_alike,
    "four-chows": _four_chows,
    "in-one-suit": lambda hand, _: hand.win is not None and _suits(frozenset(hand.tiles)) == 1,
    "green": lambda hand, parameters: (
        hand.win is not None
        and set(hand.tiles) <= GREEN
        and (parameters["chows"] or bool(_four_alike(hand, parameters)))
    ),
    "pure-pungs": lambda hand, _: (
        _four_alike(hand, _) and _suits(frozenset(hand.tiles)) == 1 and not _honours(frozenset(hand.tiles))
    ),
    "concealed-hand": lambda hand, parameters: (
        hand.win is not None and not hand.claimed and _nothing_claimed(hand, parameters)
    ),
    "almost-concealed": lambda hand, parameters: hand.win is not None and _nothing_claimed(hand, parameters),
    "winning-tile-drawn": _wins(lambda win: win["source"] in DRAWN),
    "from-the-live-wall": _wins(lambda win: win["source"] == "wall"),
    "drawn-but-for-a-kong": _drawn_but_for_a_kong,
    "loose-tile": _wins(lambda win: win["source"] == "loose-tile"),
    "loose-after-kong": _loose_with_kong,
    "robbed-kong": _wins(lambda win: win["source"] == "robbed-kong"),
    "last-tile": _wins(lambda win: win.get("last_tile")),
    "first-discard": _wins(lambda win: win.get("first_discard")),
    "standing-hand": _wins(lambda win: win.get("standing_hand")),
    "circumstance": lambda hand, parameters: hand.win is not None and bool(hand.win.get(parameters["circumstance"])),
    "winning-tile": lambda hand, parameters: hand.win is not None and hand.win.get("tile") == parameters["tile"],
    "carrying-pole": _wins(lambda win: win["source"] == "robbed-kong" and win["tile"] == "2s"),
    "moon": _wins(lambda win: win.get("last_tile") and win["tile"] == "1p"),
    "won-pair": _won_pair,
    "consecutive-wins": lambda hand, parameters: _run(hand) >= parameters["wins"],
    "last-win-in-a-row": lambda hand, parameters: hand.seat == "east" and _run(hand) == parameters["wins"],
}
"""Each condition by the name of its finder."""

WINNERS_ONLY: Final = frozenset(
    {"mah-jong", "four-sets", "no-chow", "four-chows", "in-one-suit", "green", "pure-pungs", "concealed-hand"}
    | {"almost-concealed", "winning-tile-drawn", "from-the-live-wall", "drawn-but-for-a-kong", "loose-tile"}
    | {"loose-after-kong", "robbed-kong", "last-tile", "first-discard", "standing-hand", "circumstance", "winning-tile"}
    | {"carrying-pole", "moon", "won-pair", "consecutive-wins", "last-win-in-a-row", "three-dragons-without-chow"}
)
"""Conditions that can hold only for a winner."""


def is_known(rule: Mapping[str, Any]) -> bool:
    """True if the condition of a rule, or of a part of one, is among those here."""
    if "find" in rule:
        return rule["find"] in CONDITIONS
    if "not" in rule:
        return is_known(rule["not"])
    parts = rule.get("all_of") or rule.get("any_of") or ()
    return bool(parts) and all(is_known(part) for part in parts)


OF_TILES: Final = frozenset(
    {"shape", "four-kongs", "four-winds", "three-dragons", "three-winds-and-pair", "three-dragons-without-chow"}
    | {"one-suit", "one-suit-with-honours", "honours-only", "heads-only", "ones-and-nines", "no-chow", "no-kong"}
    | {"green", "nine-gates", "snake", "simples-only", "in-one-suit", "pure-pungs"}
    | {"some-kongs", "some-concealed-kongs"}
)
"""Finders that look at tiles alone, so that a winner may have what they find whatever the win says."""
_OF_WINDS: Final = ("own", "round", "seat", "prevailing")


def looks_at_tiles_alone(rule: Mapping[str, Any]) -> bool:
    """True if neither the seat nor the win can exclude what a rule, or a part of one, looks for."""
    if "layout" in rule:
        layout = rule["layout"]
        return layout.keys() <= {"tiles", "exposed"} and not any(word in layout["tiles"] for word in _OF_WINDS)
    if "find" in rule:
        return rule["find"] in OF_TILES
    parts = rule.get("all_of") or rule.get("any_of") or ()
    return bool(parts) and all(looks_at_tiles_alone(part) for part in parts)


def waits_for(data: Json, rule: Mapping[str, Any], seat: str, round_wind: str, most_chows: int) -> bool:
    """True if a losing hand is one tile short of a hand that a rule looks for, with no more chows than may win."""
    declared = [tile for name in DECLARED for text in data.get(name, ()) for tile in parse(text)]
    held = Counter([*parse(data["concealed"]), *declared])
    return any(
        found(hand, rule)
        for tile in KINDS
        if held[tile] < 4
        for hand in hands_of(
            {**data, "concealed": data["concealed"] + tile},
            seat,
            round_wind,
            {"source": "wall", "tile": tile},
            chrysanthemum_west=False,
        )
        if len(hand.form.chows) <= most_chows
    )


def found(hand: Hand, rule: Mapping[str, Any]) -> int:
    """How often a hand has what a rule looks for; a combination is found once."""
    if "find" in rule:
        return int(CONDITIONS[rule["find"]](hand, rule.get("parameters") or {}))
    if "not" in rule:
        return int(not found(hand, rule["not"]))
    if rule.get("all_of"):
        return int(all(found(hand, part) for part in rule["all_of"]))
    return int(any(found(hand, part) for part in rule["any_of"]))
